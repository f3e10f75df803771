//! The sentence about one change: the text of its row, filled in.

use super::{Change, SubjectKind};
use generator_spec::text::{code, plain};

impl Change {
    /// The change alone: `` `Level` became required ``.
    #[must_use]
    pub fn words(&self) -> String {
        let filled = self.rule.says.iter().find_map(|text| self.filled(text));
        filled.unwrap_or_else(|| self.rule.what.to_owned())
    }

    /// The change and its subject: `` `AddLamp`: `Level` became required ``.
    #[must_use]
    pub fn sentence(&self) -> String {
        let name = code(&plain(&self.subject.name));
        match self.subject.kind {
            SubjectKind::Api => self.words(),
            SubjectKind::Operation => format!("{name}: {}", self.words()),
            kind => format!("{} {name}: {}", kind.name(), self.words()),
        }
    }

    /// A text of the row with its values; `None` if one of them is not known.
    fn filled(&self, text: &str) -> Option<String> {
        let mut parts = text.split(['{', '}']);
        let mut filled = parts.next()?.to_owned();
        while let (Some(hole), Some(rest)) = (parts.next(), parts.next()) {
            filled += &match hole {
                "name" => code(&plain(self.member.as_ref()?)),
                "before" => code(&plain(self.before.as_ref()?)),
                "after" => code(&plain(self.after.as_ref()?)),
                "was" => plain(self.before.as_ref()?),
                _ => plain(self.after.as_ref()?),
            };
            filled += rest;
        }
        Some(filled)
    }
}
