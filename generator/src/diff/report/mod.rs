//! How changes are told: on a terminal, on a pull request, to programs, in a
//! changelog; and the table itself, as a page.

mod changelog;
mod json;
mod markdown;
mod table;
mod text;

pub use self::changelog::changelog;
pub use self::json::json;
pub use self::markdown::markdown;
pub use self::table::table;
pub use self::text::{github, text};

use super::{Change, Effect, Heading, Kind, Step};
use crate::text::plain;

/// What changed in one API, the worst first.
struct Section<'a> {
    api: &'a str,
    breaking: Vec<&'a Change>,
    others: Vec<&'a Change>,
    texts: Vec<&'a Change>,
}

impl<'a> Section<'a> {
    /// One for each API that changed.
    fn all(changes: &'a [Change]) -> Vec<Self> {
        changes.chunk_by(|a, b| a.api == b.api).map(Self::of).collect()
    }

    fn of(changes: &'a [Change]) -> Self {
        let (texts, facts): (Vec<_>, Vec<_>) =
            changes.iter().partition(|change| change.rule.heading == Heading::Documentation);
        let (breaking, others) = facts.into_iter().partition(|change| change.rule.is_breaking());
        Self { api: changes.first().map_or("", |change| change.api.as_str()), breaking, others, texts }
    }

    fn step(&self) -> Step {
        let facts = self.breaking.iter().chain(&self.others);
        facts.map(|change| change.rule.step()).max().unwrap_or(Step::Patch)
    }

    /// `2 breaking, 1 other, 3 of texts only`
    fn counts(&self) -> String {
        let counts = [
            (self.breaking.len(), "breaking"),
            (self.others.len(), "other"),
            (self.texts.len(), "of texts only"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }
}

impl Change {
    /// `AdminAddUser`, `AdminAddUser.TargetUser`; the API itself has no name here.
    fn name(&self) -> String {
        let subject = if self.subject.kind == Kind::Api { "" } else { self.subject.name.as_str() };
        match &self.member {
            Some(member) if subject.is_empty() => plain(member),
            Some(member) => plain(&format!("{subject}.{member}")),
            None => plain(subject),
        }
    }

    /// `file:line`
    fn position(&self) -> Option<String> {
        self.place.as_ref().map(|place| format!("{}:{}", place.path, place.line))
    }

    /// Whom it breaks, `callers, http`.
    fn broken(&self) -> String {
        let effects = self.rule.effects().into_iter();
        let broken = effects.filter(|(_, effect)| *effect == Effect::Breaks).map(|(name, _)| name);
        broken.collect::<Vec<_>>().join(", ")
    }

    /// Before and after, each as `mark` shows it.
    fn values(&self, mark: impl Fn(&str) -> String) -> Option<String> {
        let mark = |text: &String| mark(&plain(text));
        match (&self.before, &self.after) {
            (None, None) => None,
            (Some(before), None) => Some(mark(before)),
            (None, Some(after)) => Some(mark(after)),
            (Some(before), Some(after)) => Some(format!("{} → {}", mark(before), mark(after))),
        }
    }
}
