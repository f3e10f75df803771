//! Parameters as a table.

use super::index::{Index, Place};
use super::page::Table;
use super::words::Markdown;
use crate::facts::{self, Fact, Key, Part};
use crate::model::{Parameter, Presence};

/// Facts that have a column.
const COLUMNS: [Key; 6] = [Key::Name, Key::Type, Key::Since, Key::Default, Key::Constant, Key::Values];

/// A row per parameter.
pub fn table(index: &Index<'_>, from: Place, parameters: &[Parameter]) -> String {
    let headings = ["Name", "Type", "Required", "Since", "Default", "Values", "Rules"];
    Table::new(headings).rows(parameters.iter().map(|it| row(index, from, it))).print()
}

fn row(index: &Index<'_>, from: Place, it: &Parameter) -> [String; 7] {
    let words = index.words(from);
    let facts = facts::of_parameter(index.api, it);
    let [name, ty, since, default, constant, values] = COLUMNS.map(|key| words.cell(&facts, key));
    let required = match it.presence {
        Presence::Required => "yes",
        Presence::Optional => "no",
    };
    [name, ty, required.to_owned(), since, default, constant + &values, rules(words, facts)]
}

/// The sentences of what has no column.
pub fn rules(words: Markdown<'_, '_>, mut facts: Vec<Fact<'_>>) -> String {
    facts.retain(|fact| !COLUMNS.contains(&fact.key));
    words.paragraph(&facts, &[Part::Summary, Part::Plain, Part::Source])
}
