//! A row of the table: a kind of change, and its effect on each audience.

use generator_spec::facts::Key;
use generator_spec::text::named;

/// The four audiences: programs that call the API through the crate, when they are compiled; the
/// same programs, once compiled, against a server that has not changed; programs that implement the
/// crate's server traits, when they are compiled; and clients without this crate, or with an older
/// one, against a server of the new spec.
pub const AUDIENCES: [&str; 4] = ["callers", "client", "implementors", "http"];

/// A kind of change: a row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, `parameter-became-required`.
    pub id: &'static str,
    /// The common name of changes of this kind.
    pub what: &'static str,
    /// The sentence about one change: the first of these whose `{name}`, `{before}` and `{after}`
    /// are all known. `{was}` and `{is}` are the same two values if they are words of ours and not
    /// code.
    pub(super) says: &'static [&'static str],
    /// The changes of facts that are of this kind; none if the code that finds it names the row.
    pub(super) on: &'static [(Key, When)],
    /// Its heading in a changelog.
    pub heading: Heading,
    /// The effects on [`AUDIENCES`].
    pub effects: [Effect; 4],
    /// A remark that the columns don't contain; empty if they say everything.
    pub note: &'static str,
}

impl Rule {
    /// Each audience and the effect on it.
    pub fn by_audience(&self) -> impl Iterator<Item = (&'static str, Effect)> {
        AUDIENCES.into_iter().zip(self.effects)
    }

    /// The audiences that it breaks: `callers, http`.
    #[must_use]
    pub fn broken(&self) -> String {
        let broken = self.by_audience().filter(|(_, effect)| *effect == Effect::Breaks);
        broken.map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    }

    /// Returns whether it breaks anyone.
    #[must_use]
    pub fn is_breaking(&self) -> bool {
        self.step() == Step::Major
    }

    /// The step that the version of the generated crate takes.
    #[must_use]
    pub fn step(&self) -> Step {
        match self.effects.into_iter().max().expect("there are four") {
            Effect::Same => Step::Patch,
            Effect::Gains => Step::Minor,
            Effect::Breaks => Step::Major,
        }
    }
}

named! {
    /// The effect of a change on one of the four.
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

/// The way in which a fact changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// It is there now, or an item of a list is.
    Added,
    /// It is gone, or an item of a list is.
    Removed,
    /// It has another value.
    Changed,
    /// Any of these.
    Any,
    /// Less fulfils it, or it is there now.
    Stricter,
    /// More fulfils it, or it is gone.
    Looser,
    /// The items of a list have another order.
    Reordered,
}

/// The rows about one kind of thing.
pub struct Section {
    /// Its heading in the table.
    pub title: &'static str,
    pub rows: &'static [Rule],
    /// The facts that code compares, since their changes have structure, and those that
    /// follow from others. Of all others, the rows say everything; one without a row is a text.
    pub(super) by_code: &'static [Key],
}

impl Section {
    /// The row for such a change of a fact.
    pub(super) fn row(&self, key: Key, whens: &[When]) -> Option<&'static Rule> {
        let is_it = |(of, when): &(Key, When)| *of == key && (*when == When::Any || whens.contains(when));
        self.rows.iter().find(|rule| rule.on.iter().any(is_it))
    }

    /// Returns whether a fact has rows.
    pub(super) fn has_rows(&self, key: Key) -> bool {
        self.rows.iter().any(|rule| rule.on.iter().any(|(of, _)| *of == key))
    }
}

/// A section of the table. A row: its name, in parentheses the fact and how that changes if no code
/// is needed to find it, the heading, the effects on the audiences, the
/// kind of change, what one change says, a note.
macro_rules! rules {
    (
        $title:literal, by code: [$($by_code:ident)*]
        $(
            $id:literal $(($key:ident $($when:ident)+))? $heading:ident
            [$($effect:ident)*]
            $what:literal: $($says:literal)|+ $(; $note:literal)?
        )*
    ) => {
        pub(in crate::diff) const SECTION: $crate::diff::rule::Section = $crate::diff::rule::Section {
            title: $title,
            by_code: &[$(generator_spec::facts::Key::$by_code),*],
            rows: &[$($crate::diff::Rule {
                id: $id,
                what: $what,
                says: &[$($says),+],
                on: &[$($((generator_spec::facts::Key::$key, $crate::diff::rule::When::$when)),+)?],
                heading: $crate::diff::Heading::$heading,
                effects: [$($crate::diff::Effect::$effect),*],
                note: concat!($($note)?),
            }),*],
        };
    };
}

/// The row with that name; without one, it does not compile.
macro_rules! row {
    ($id:literal) => {
        const { $crate::diff::rules::row($id) }
    };
}

pub(super) use {row, rules};
