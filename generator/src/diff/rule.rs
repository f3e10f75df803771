//! What a kind of change does, and to whom: the table's columns.

/// A kind of change: a row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, `parameter-became-required`.
    pub id: &'static str,
    /// What changed.
    pub what: &'static str,
    /// Where a changelog has it.
    pub heading: Heading,
    /// Programs that call the API through the crate, when they are compiled.
    pub callers: Effect,
    /// The same programs, once compiled, against a server that has not changed.
    pub client: Effect,
    /// Programs that implement the crate's server traits, when they are compiled.
    pub implementors: Effect,
    /// Who sends requests by hand, or by an older crate, to a server of the new spec.
    pub http: Effect,
    /// What the columns don't say; empty where they say all.
    pub note: &'static str,
}

impl Rule {
    /// The columns, in the order of the table.
    #[must_use]
    pub fn effects(&self) -> [(&'static str, Effect); 4] {
        [
            ("callers", self.callers),
            ("client", self.client),
            ("implementors", self.implementors),
            ("http", self.http),
        ]
    }

    /// Whether it breaks anybody.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.step() == Step::Major
    }

    /// The step that the version of the generated crate takes.
    #[must_use]
    pub fn step(&self) -> Step {
        let worst = self.effects().into_iter().map(|(_, effect)| effect).max();
        match worst.unwrap_or(Effect::Same) {
            Effect::Same => Step::Patch,
            Effect::Gains => Step::Minor,
            Effect::Breaks => Step::Major,
        }
    }
}

/// What a change does to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing.
    Same,
    /// There is more that can be done; what was done still works.
    Gains,
    /// Something that worked need not work any more.
    Breaks,
}

impl Effect {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Gains => "gains",
            Self::Breaks => "breaks",
        }
    }
}

/// A step of a version, from 1.0 on; before, a breaking change raises the
/// minor version and any other the patch version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// Nothing that a program can see.
    Patch,
    /// More than before.
    Minor,
    /// Programs break.
    Major,
}

impl Step {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

/// The headings of Keep a Changelog that a spec can fill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Heading {
    /// New.
    Added,
    /// Different.
    Changed,
    /// Soon to be removed.
    Deprecated,
    /// Gone.
    Removed,
    /// Texts only: counted, not listed.
    Documentation,
}

impl Heading {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Added => "Added",
            Self::Changed => "Changed",
            Self::Deprecated => "Deprecated",
            Self::Removed => "Removed",
            Self::Documentation => "Documentation",
        }
    }
}

/// Rows of the table. The effects are those on callers, client, implementors
/// and users of HTTP.
macro_rules! rules {
    ($(
        $name:ident $id:literal $what:literal $heading:ident
        [$callers:ident $client:ident $implementors:ident $http:ident] $($note:literal)?
    )*) => {
        $(
            pub(in crate::diff) static $name: $crate::diff::Rule = $crate::diff::Rule {
                id: $id,
                what: $what,
                heading: $crate::diff::Heading::$heading,
                callers: $crate::diff::Effect::$callers,
                client: $crate::diff::Effect::$client,
                implementors: $crate::diff::Effect::$implementors,
                http: $crate::diff::Effect::$http,
                note: concat!($($note)?),
            };
        )*

        pub(in crate::diff) const ROWS: &[&$crate::diff::Rule] = &[$(&$name),*];
    };
}

pub(super) use rules;
