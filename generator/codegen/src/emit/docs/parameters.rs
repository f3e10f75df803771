//! Parameters as a table.

use super::index::{Index, PageFolder};
use crate::emit::common::markdown::{self, code, enumerated, span};
use generator_spec::facts::{self, Key, Part, Print};
use generator_spec::model::{Parameter, Presence, TypeKind};

/// Values that a row lists, at most.
const SHORT: usize = 8;

/// A row per parameter: what it is called and what it is, then all else about it.
pub fn table(index: &Index<'_>, from: PageFolder, parameters: &[Parameter]) -> String {
    markdown::table(["Parameter", "Description"], parameters.iter().map(|it| row(index, from, it)))
}

fn row(index: &Index<'_>, from: PageFolder, it: &Parameter) -> [String; 2] {
    let words = index.words(from);
    let mut facts = facts::of_parameter(index.api, it);
    let [name, ty] = [Key::Name, Key::Type].map(|key| words.cell(&facts, key));
    let presence = match it.presence {
        Presence::Required => span("required", "required"),
        Presence::Optional => "optional".to_owned(),
    };
    let name = format!("{name} {}", span("type", &format!("{ty}, {presence}")));
    let parts = [Part::Summary, Part::Deprecation, Part::Plain, Part::Source];
    match values(index, from, it) {
        None => [name, words.paragraph(&facts, &parts)],
        Some(values) => {
            facts.retain(|fact| fact.key != Key::Values);
            [name, words.part(&facts, &parts).into_iter().chain([values]).collect::<Vec<_>>().join(" ")]
        }
    }
}

/// The values of a short list; a long one is on the page of types only.
fn values(index: &Index<'_>, from: PageFolder, it: &Parameter) -> Option<String> {
    let ty = it.values.and_then(|id| index.api.ty(id))?;
    let TypeKind::Enum { variants, .. } = &ty.kind else { return None };
    let values: Vec<String> = variants.iter().map(|it| code(&it.value.text())).collect();
    let is_short = values.len() <= SHORT;
    is_short.then(|| format!("One of {}: {}.", index.named_link(from, ty), enumerated(&values, "or")))
}
