//! Parameters as a table.

use super::index::{Index, Place};
use super::markdown::span;
use super::page::Table;
use crate::facts::{self, Key, Part};
use crate::model::{Parameter, Presence};

/// A row per parameter: what it is called and what it is, then all else about it.
pub fn table(index: &Index<'_>, from: Place, parameters: &[Parameter]) -> String {
    Table::new(["Parameter", "Description"]).rows(parameters.iter().map(|it| row(index, from, it))).print()
}

fn row(index: &Index<'_>, from: Place, it: &Parameter) -> [String; 2] {
    let words = index.words(from);
    let facts = facts::of_parameter(index.api, it);
    let [name, ty] = [Key::Name, Key::Type].map(|key| words.cell(&facts, key));
    let presence = match it.presence {
        Presence::Required => span("required", "required"),
        Presence::Optional => "optional".to_owned(),
    };
    let name = format!("{name} {}", span("type", &format!("{ty}, {presence}")));
    [name, words.paragraph(&facts, &[Part::Summary, Part::Plain, Part::Source])]
}
