//! A row of the table: a kind of change, and its effect on each audience.

use generator_spec::facts::Key;
use generator_spec::model::Uses;
use generator_spec::text::named;

/// The four audiences: programs that call the API through the crate, when they are compiled; the
/// same programs, once compiled, against a server that has not changed; programs that implement the
/// crate's server traits, when they are compiled; and clients without this crate, or with an older
/// one, against a server of the new spec.
pub const AUDIENCES: [&str; 4] = ["callers", "client", "implementors", "http"];

/// [`AUDIENCES`] in words.
const IN_WORDS: [&str; 4] = ["recompiled programs", "running programs", "server code", "other HTTP clients"];

/// A kind of change: a row of the table.
#[derive(Debug, PartialEq, Eq)]
pub struct Rule {
    /// Its name, `parameter-became-required`.
    pub id: &'static str,
    /// The common name of changes of this kind.
    pub what: &'static str,
    /// The sentence about one change: the first of these whose `{name}`, `{before}` and `{after}`
    /// are all known. `{was}` and `{is}` are the same two values, as words instead of code.
    pub(super) says: &'static [&'static str],
    /// The changes of this kind: the name of a fact, of a kind of entries or of an entry's value,
    /// and how it changes.
    pub(super) on: &'static [(&'static str, When)],
    /// Its heading in a changelog.
    pub heading: Heading,
    /// The effects on [`AUDIENCES`] of a change in requests, and of one in results.
    pub effects: [Effects; 2],
    /// A remark; empty if the columns say everything.
    pub note: &'static str,
}

/// The effect on each audience.
pub type Effects = [Effect; 4];

impl Rule {
    /// Returns the effects of a change of something that is sent in these directions.
    #[must_use]
    pub fn effects(&self, uses: Uses) -> Effects {
        let [requests, results] = self.effects;
        match (uses.requests, uses.results) {
            (true, false) => requests,
            (false, true) => results,
            (true, true) | (false, false) => std::array::from_fn(|at| requests[at].max(results[at])),
        }
    }
}

/// The audiences that something breaks, in words: `recompiled programs, other HTTP clients`.
pub fn broken(effects: Effects) -> String {
    let broken = IN_WORDS.iter().zip(effects).filter(|(_, effect)| *effect == Effect::Breaks);
    broken.map(|(words, _)| *words).collect::<Vec<_>>().join(", ")
}

/// The step that the version of the generated crate takes.
pub fn step(effects: Effects) -> Step {
    match effects.into_iter().max().expect("there are four") {
        Effect::Same => Step::Patch,
        Effect::Gains => Step::Minor,
        Effect::Breaks => Step::Major,
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

/// The way in which something changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// It, or an item of a list, is added.
    Added,
    /// It, or an item of a list, is removed.
    Removed,
    /// It has another value.
    Changed,
    /// Any of these.
    Any,
    /// It requires more, or it is added.
    Stricter,
    /// It requires less, or it is removed.
    Looser,
    /// The items of a list have another order.
    Reordered,
    /// An entry has another name in Rust, and another one on the wire, or in the documents if it is
    /// not sent.
    Renamed,
    /// An entry has another name, and the same in Rust.
    Called,
    /// An entry has another name in the documents only.
    Documented,
    /// An entry has another name in Rust.
    InRust,
    /// A change from one value to another. `*` stands for any value, and an empty text for none.
    Step(&'static str, &'static str),
}

impl When {
    /// Returns whether a change from one value to another is of this kind. `order` says how the two
    /// compare, or how the change is of no value.
    fn is(self, was: Option<&str>, is: Option<&str>, order: Self) -> bool {
        let fits = |value: Option<&str>, pattern: &str| match value {
            None => pattern.is_empty(),
            Some(value) => pattern == "*" || pattern == value,
        };
        match self {
            Self::Any => true,
            Self::Added => was.is_none() && is.is_some(),
            Self::Removed => was.is_some() && is.is_none(),
            Self::Changed => was.is_some() && is.is_some(),
            Self::Stricter => is.is_some() && (was.is_none() || order == self),
            Self::Looser => was.is_some() && (is.is_none() || order == self),
            Self::Step(from, to) => fits(was, from) && fits(is, to),
            Self::Reordered | Self::Renamed | Self::Called | Self::Documented | Self::InRust => order == self,
        }
    }
}

/// The rows about a topic.
pub struct Section {
    /// Its heading in the table.
    pub title: &'static str,
    pub rows: &'static [&'static [Rule]],
    /// Facts that are reported as something else, or that follow from others. A change of any
    /// other fact without a row is documentation.
    pub(super) elsewhere: &'static [Key],
}

impl Section {
    /// Its rows.
    pub fn rows(&self) -> impl Iterator<Item = &'static Rule> {
        self.rows.iter().copied().flatten()
    }

    /// The first row for a change.
    pub(super) fn row(&self, name: &str, [was, is]: [Option<&str>; 2], order: When) -> Option<&'static Rule> {
        self.rows().find(|rule| rule.on.iter().any(|(on, when)| *on == name && when.is(was, is, order)))
    }

    /// Returns whether there are rows about something.
    pub(super) fn has_rows(&self, name: &str) -> bool {
        self.rows().any(|rule| rule.on.iter().any(|(on, _)| *on == name))
    }
}

/// A section of the table: its title, the rows that it shares, the facts that are reported
/// elsewhere, and its rows.
macro_rules! rules {
    ($title:literal, $(and $more:path,)? elsewhere: [$($key:ident)*] $($rows:tt)*) => {
        pub(in crate::diff) const SECTION: $crate::diff::rule::Section = $crate::diff::rule::Section {
            title: $title,
            rows: &[$crate::diff::rule::rows! { $($rows)* }, $($more)?],
            elsewhere: &[$(generator_spec::facts::Key::$key),*],
        };
    };
}

/// Rows. A row: its name; what changes and how; the heading; the effects on the audiences, and the
/// effects in results if they differ; the kind of change; the sentences about one change; a note.
macro_rules! rows {
    ($(
        $id:literal $on:tt $heading:ident [$($effect:tt)*] $(/ [$($other:tt)*])? $what:expr => $says:tt
        $(| $more:literal)* $(; $note:literal)?
    )*) => {
        &[$($crate::diff::Rule {
            id: $id,
            what: $what,
            says: $crate::diff::rule::says!($says $($more)*),
            on: $crate::diff::rule::on!($on),
            heading: $crate::diff::Heading::$heading,
            effects: $crate::diff::rule::effects!([$($effect)*] $([$($other)*])?),
            note: concat!($($note)?),
        }),*]
    };
}

/// Rows that hold for parameters and for fields, each with both names.
macro_rules! both {
    ($(
        $parameter:literal $field:literal $on:tt $heading:ident $effects:tt $(/ $results:tt)?
        $before:literal it $after:literal => $says:tt $(| $more:literal)* $(; $note:literal)?
    )*) => {
        pub const PARAMETER: &[$crate::diff::Rule] = $crate::diff::rule::rows! {
            $($parameter $on $heading $effects concat!($before, "parameter", $after) => $says $(| $more)* $(; $note)?)*
        };
        pub const FIELD: &[$crate::diff::Rule] = $crate::diff::rule::rows! {
            $($field $on $heading $effects $(/ $results)? concat!($before, "field", $after) => $says $(| $more)* $(; $note)?)*
        };
    };
}

/// The changes of a row, also as steps from one value to another.
macro_rules! on {
    (($($what:ident $when:ident)+)) => {
        &[$((stringify!($what), $crate::diff::rule::When::$when)),+]
    };
    (($what:ident $($from:literal => $to:literal)+)) => {
        &[$((stringify!($what), $crate::diff::rule::When::Step($from, $to))),+]
    };
}

/// The effects on the audiences, in requests and in results.
macro_rules! effects {
    ([$($effect:tt)*]) => {
        [[$($crate::diff::rule::effect!($effect)),*]; 2]
    };
    ([$($effect:tt)*] [$($other:tt)*]) => {
        [[$($crate::diff::rule::effect!($effect)),*], [$($crate::diff::rule::effect!($other)),*]]
    };
}

/// An effect as the printed table has it: `x` breaks, `+` gains.
macro_rules! effect {
    (.) => {
        $crate::diff::Effect::Same
    };
    (+) => {
        $crate::diff::Effect::Gains
    };
    (x) => {
        $crate::diff::Effect::Breaks
    };
}

/// The sentences about a change: texts, or those that differ in a few words.
macro_rules! says {
    ((the $what:literal)) => {
        &[
            concat!("the ", $what, " of {name} changed from {before} to {after}"),
            concat!("{name} now has the ", $what, " {after}"),
            concat!("{name} no longer has the ", $what, " {before}"),
        ]
    };
    (($what:literal now $is:literal)) => {
        &[
            concat!($what, " now ", $is, " {after} instead of {before}"),
            concat!($what, " now ", $is, " {after}"),
            concat!($what, " no longer ", $is, " {before}"),
        ]
    };
    (($what:literal is)) => {
        &[
            concat!($what, " changed from {before} to {after}"),
            concat!($what, " is now {after}"),
            concat!($what, " is no longer {before}"),
        ]
    };
    ($($text:literal)+) => { &[$($text),+] };
}

pub(super) use {both, effect, effects, on, rows, rules, says};
