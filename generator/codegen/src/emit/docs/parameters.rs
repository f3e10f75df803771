//! Parameters as a table.

use super::index::{Index, PageFolder};
use crate::emit::common::markdown::{self, code, enumerated, span};
use generator_spec::facts::{self, Key, Part, Print};
use generator_spec::model::{Parameter, Presence, TypeKind};

/// The largest number of values that a row lists.
const MAX_LISTED: usize = 8;

/// A row per parameter: its name, type and presence, then all other facts.
pub fn table(index: &Index<'_>, from: PageFolder, parameters: &[Parameter]) -> String {
    markdown::table(
        ["Parameter", "Description"],
        parameters.iter().map(|parameter| row(index, from, parameter)),
    )
}

fn row(index: &Index<'_>, from: PageFolder, parameter: &Parameter) -> [String; 2] {
    let words = index.words(from);
    let mut facts = facts::of_parameter(index.api, parameter);
    let [name, ty] = [Key::Name, Key::Type].map(|key| words.cell(&facts, key));
    let presence = match parameter.presence {
        Presence::Required => span("required", "required"),
        Presence::Optional => "optional".to_owned(),
    };
    let name = format!("{name} {}", span("type", &format!("{ty}, {presence}")));
    let parts = [Part::Summary, Part::Deprecation, Part::Plain, Part::Source];
    match values(index, from, parameter) {
        None => [name, words.paragraph(&facts, &parts)],
        Some(values) => {
            facts.retain(|fact| fact.key != Key::Values);
            [name, words.part(&facts, &parts).into_iter().chain([values]).collect::<Vec<_>>().join(" ")]
        }
    }
}

/// The values of a short list. A long list is only on the page of types.
fn values(index: &Index<'_>, from: PageFolder, parameter: &Parameter) -> Option<String> {
    let ty = parameter.values.and_then(|id| index.api.ty(id))?;
    let TypeKind::Enum { variants, .. } = &ty.kind else { return None };
    let values: Vec<String> = variants.iter().map(|variant| code(&variant.value.text())).collect();
    let is_short = values.len() <= MAX_LISTED;
    is_short.then(|| format!("One of {}: {}.", index.named_link(from, ty), enumerated(&values, "or")))
}
