//! The search index: a script per API, and one of the whole book.
//!
//! ```text
//! entry      the entries of the index
//! headings   the headings of a page
//! ```

mod entry;
mod headings;

use serde_json::{Value, json};

use self::entry::{Section, entry};
use self::headings::Heading;
use super::index::{GATES, Index, group_page, id, operation_page};
use super::lists;
use super::page::SOURCE;
use crate::emit::File;
use crate::emit::common::file::banner;
use generator_spec::model::{Api, AuthBlock, Gate, Group, Literal, Operation, Type, TypeKind, Variant};
use generator_spec::synonyms;
use generator_spec::text::escape_json;

/// The file of an index, in the folder of an API and in the book's.
const FILE: &str = "search-index.js";

/// The index of an API; `pages` are the pages outside of its groups.
pub fn of_api(index: &Index<'_>, pages: &[File]) -> File {
    let api = index.api;
    let mut sections: Vec<Section> = api.groups.iter().map(|group| operations(api, group)).collect();
    sections.push(Section::new("Topic", "", api.groups.iter().map(group)));
    sections.push(Section::new("Type", "", api.types.iter().map(ty)));
    sections.push(Section::new("Credential", "", api.blocks.iter().map(credential)));
    sections.push(Section::new("Gate", "", api.gates.iter().map(gate)));
    let folder = format!("{}/", api.name);
    // Synonyms of an API hold for its operations only.
    let synonyms: Vec<Value> =
        api.synonyms.iter().map(|words| json!({ "api": api.title, "words": words })).collect();
    sections.extend(headings::sections(pages, &folder, &sections, |_| Vec::new()));
    file(&api.name, &folder, json!({ "folder": folder, "api": api.title, "synonyms": synonyms }), &sections)
}

/// The index of the pages about all APIs, which names the indexes of the APIs. The guide to the language
/// comes last, since callers don't need it.
pub fn of_book(apis: &[&Api], pages: &[File], guide: &[File]) -> File {
    let parts: Vec<String> = apis.iter().map(|api| format!("{}/{FILE}", api.name)).collect();
    let usual: Vec<Value> = synonyms::usual().iter().map(|words| json!({ "words": words })).collect();
    let head = json!({ "folder": "", "api": "", "parts": parts, "synonyms": usual });
    let mut sections = headings::sections(pages, "", &[], |_| Vec::new());
    let guide = headings::sections(guide, "", &[], Heading::codes).into_iter();
    sections.extend(guide.map(|section| Section { kind: "Spec language", ..section }));
    file("", "", head, &sections)
}

/// One line per entry, so that a change is easy to review.
fn file(source: &str, folder: &str, head: Value, sections: &[Section]) -> File {
    let mut text = banner("//", source);
    text.push_str("\n// An entry: name, page, summary, paths, parameters or fields, aliases, what people call it, details.\naddToSearch(");
    text.push_str(&print(&head));
    text.push_str(", [");
    for (index, section) in sections.iter().filter(|section| !section.entries.is_empty()).enumerate() {
        text.push_str(if index == 0 { "\n[" } else { ",\n[" });
        text.push_str(&print(&json!(section.kind)));
        text.push(',');
        text.push_str(&print(&json!(section.place)));
        for entry in &section.entries {
            text.push_str(",\n");
            text.push_str(&print(entry));
        }
        text.push(']');
    }
    text.push_str("\n]);\n");
    File { path: format!("{SOURCE}/{folder}{FILE}"), text }
}

/// JSON that is harmless in a script.
fn print(value: &Value) -> String {
    escape_json(value.to_string().replace('<', r"\u003c"))
}

fn operations(api: &Api, group: &Group) -> Section {
    Section::new(
        "Operation",
        &group.title,
        group.operations().map(|operation| self::operation(api, group, operation)),
    )
}

fn operation(api: &Api, group: &Group, operation: &Operation) -> Value {
    let parameters = operation.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let aliases = operation.aliases.iter().filter_map(|alias| alias.name.as_deref()).collect();
    let also = api.phrases_of(&operation.name).collect();
    let docs = operation.parameters.iter().filter_map(|parameter| parameter.doc.as_deref());
    let limits = api.limits_of(&operation.name).map(|limit| limit.limit.as_str());
    let details = operation.rules.iter().map(String::as_str).chain(docs).chain(limits).collect();
    let words = [operation.paths().collect(), parameters, aliases, also, details];
    entry(&operation.name, &operation_page(group, operation), &lists::marked(operation), &words)
}

fn group(group: &Group) -> Value {
    entry(&group.title, &group_page(group), group.about.as_deref().unwrap_or_default(), &[])
}

fn ty(ty: &Type) -> Value {
    let words = match &ty.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => Vec::new(),
        TypeKind::Fields { fields, .. } => fields.iter().map(|field| field.name.as_str()).collect(),
        TypeKind::Enum { variants, .. } => variants.iter().flat_map(of_variant).collect(),
    };
    let page = format!("types.md#{}", id(&ty.name, &ty.rust));
    entry(&ty.name, &page, ty.doc.as_deref().unwrap_or_default(), &[Vec::new(), words])
}

/// The name of a value's constant, and the value, unless it is a number.
fn of_variant(variant: &Variant) -> impl Iterator<Item = &str> {
    let value = match &variant.value {
        Literal::Text(text) => Some(text.as_str()),
        Literal::Int(_) | Literal::Float(_) | Literal::Bool(_) => None,
    };
    variant.constant.as_deref().into_iter().chain(value)
}

fn credential(block: &AuthBlock) -> Value {
    let names: Vec<String> = block.parameters.iter().map(|parameter| block.sent_name(parameter)).collect();
    let page = format!("index.md#{}", block.constant);
    let words = names.iter().map(String::as_str).collect();
    entry(&block.title, &page, &block.rules.join(" "), &[Vec::new(), words])
}

fn gate(gate: &Gate) -> Value {
    entry(&gate.code, GATES, &gate.doc, &[])
}
