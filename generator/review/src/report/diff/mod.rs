//! The report of `diff`: on a terminal, on a pull request, for programs, as a
//! changelog.

mod changelog;
mod json;
mod markdown;
mod text;

pub use self::changelog::{changelog, entries};
pub use self::json::json;
pub use self::markdown::markdown;
pub use self::text::{github, text};

use crate::diff::{Change, Effect, Heading, Step};

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

    /// `2 breaking, 1 other, 3 documentation-only`
    fn counts(&self) -> String {
        let counts = [
            (self.breaking.len(), "breaking"),
            (self.others.len(), "other"),
            (self.texts.len(), "documentation-only"),
        ];
        let counts = counts.iter().filter(|(count, _)| *count > 0);
        counts.map(|(count, what)| format!("{count} {what}")).collect::<Vec<_>>().join(", ")
    }
}

impl Change {
    /// `` `AdminAddUser`: `Level` became required ``.
    fn sentence(&self) -> String {
        let title = self.title().map(|title| format!("{title}: ")).unwrap_or_default();
        title + &self.words()
    }

    /// `file:line`
    fn position(&self) -> Option<String> {
        self.place.as_ref().map(|place| format!("{}:{}", generator_spec::text::path(&place.path), place.line))
    }

    /// The audiences that it breaks: `callers, http`.
    fn broken(&self) -> String {
        let effects = self.rule.effects().into_iter();
        let broken = effects.filter(|(_, effect)| *effect == Effect::Breaks).map(|(name, _)| name);
        broken.collect::<Vec<_>>().join(", ")
    }

    /// `Breaks callers, http.`; empty if it breaks nobody.
    fn breaks(&self) -> String {
        let broken = self.broken();
        if broken.is_empty() { String::new() } else { format!(" Breaks {broken}.") }
    }
}
