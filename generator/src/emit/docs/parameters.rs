//! Parameters as a table.

use super::index::{Index, Place};
use super::markdown::{code, enumerated};
use super::page::Table;
use crate::facts;
use crate::model::{Parameter, Presence};

/// A row per parameter.
pub fn table(index: &Index<'_>, from: Place, parameters: &[Parameter]) -> String {
    let headings = ["Name", "Type", "Required", "Since", "Default", "Values", "Rules"];
    Table::new(headings).rows(parameters.iter().map(|it| row(index, from, it))).print()
}

fn row(index: &Index<'_>, from: Place, it: &Parameter) -> [String; 7] {
    let json = if it.json { " (JSON)" } else { "" };
    let null = if it.nullable { " or null" } else { "" };
    let values = it.values.and_then(|id| index.ty(id)).map(|ty| index.named_link(from, ty));
    [
        code(&it.name),
        format!("{}{json}{null}", index.type_link(from, &it.ty)),
        required(it),
        it.since.map(|version| version.to_string()).unwrap_or_default(),
        it.default.as_ref().map(|value| code(&value.text())).unwrap_or_default(),
        it.constant.as_ref().map(|value| code(value)).or(values).unwrap_or_default(),
        rules(index, from, it),
    ]
}

fn required(it: &Parameter) -> String {
    match (it.presence, &it.required_when) {
        (Presence::Required, _) => "yes".to_owned(),
        (Presence::Optional, None) => "no".to_owned(),
        (Presence::Optional, Some(condition)) => {
            let values: Vec<String> = condition.values.iter().map(|value| code(value)).collect();
            format!("when {} is {}", code(&condition.parameter), enumerated(&values, "or"))
        }
    }
}

fn rules(index: &Index<'_>, from: Place, it: &Parameter) -> String {
    let mut rules: Vec<String> = it.doc.iter().map(|doc| index.prose(from, doc)).collect();
    let facts = facts::of_parameter(index.api, it);
    rules.extend(facts.iter().filter(|it| it.key == facts::Key::Format).map(facts::Fact::sentence));
    if it.top_level_only {
        rules.push("Only for administrators of the top-level organization.".to_owned());
    }
    if it.one_time {
        rules.push("One-time code.".to_owned());
    }
    if it.secret {
        rules.push("Secret.".to_owned());
    }
    rules.join(" ")
}
