//! A row of the table: a kind of change, and its effect on each audience.

use generator_spec::text::named;

/// A kind of change: a row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, `parameter-became-required`.
    pub id: &'static str,
    /// What changes of this kind have in common.
    pub what: &'static str,
    /// What one change says: the first of these whose `{name}`, `{before}` and
    /// `{after}` are all known. `{was}` and `{is}` are the same two values where
    /// they are words of ours and not code.
    pub(super) says: &'static [&'static str],
    /// Its heading in a changelog.
    pub heading: Heading,
    /// Programs that call the API through the crate, when they are compiled.
    pub callers: Effect,
    /// The same programs, once compiled, against a server that has not changed.
    pub client: Effect,
    /// Programs that implement the crate's server traits, when they are compiled.
    pub implementors: Effect,
    /// Clients without this crate, or with an older one, against a server of the new spec.
    pub http: Effect,
    /// What the columns don't say; empty if they say everything.
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

    /// Whether it breaks anyone.
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

named! {
    /// What a change does to one of the four.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Effect {
        /// Nothing.
        Same = "same",
        /// More is possible; what worked still works.
        Gains = "gains",
        /// Something that worked may no longer work.
        Breaks = "breaks",
    }
}

named! {
    /// A step of a version, from 1.0 on; before, a breaking change raises the
    /// minor version and any other the patch version.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Step {
        /// Nothing that a program can see.
        Patch = "patch",
        /// Something new.
        Minor = "minor",
        /// Something breaks.
        Major = "major",
    }
}

named! {
    /// The headings of Keep a Changelog that a spec can fill.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Heading {
        /// New.
        Added = "Added",
        /// Different.
        Changed = "Changed",
        /// Soon to be removed.
        Deprecated = "Deprecated",
        /// Gone.
        Removed = "Removed",
        /// Texts only: counted, not listed.
        Documentation = "Documentation",
    }
}

/// Rows of the table: name, id, heading, the effects on callers, client,
/// implementors and HTTP, the kind of change, what one change says, a note.
macro_rules! rules {
    ($(
        $name:ident $id:literal $heading:ident
        [$callers:ident $client:ident $implementors:ident $http:ident]
        $what:literal: $($says:literal)|+ $(; $note:literal)?
    )*) => {
        $(
            pub(in crate::diff) static $name: $crate::diff::Rule = $crate::diff::Rule {
                id: $id,
                what: $what,
                says: &[$($says),+],
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
