//! The search index: a script per API, and one of the whole book.
//!
//! ```text
//! entry      what can be found
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

/// Its file, in the folder of an API and in that of the book.
const FILE: &str = "search-index.js";

/// The index of an API; `pages` are those that are not a group's.
pub fn of_api(index: &Index<'_>, pages: &[File]) -> File {
    let api = index.api;
    let mut sections: Vec<Section> = api.groups.iter().map(|it| operations(api, it)).collect();
    sections.push(Section::new("Topic", "", api.groups.iter().map(group)));
    sections.push(Section::new("Type", "", api.types.iter().map(ty)));
    sections.push(Section::new("Credential", "", api.blocks.iter().map(credential)));
    sections.push(Section::new("Gate", "", api.gates.iter().map(gate)));
    let folder = format!("{}/", api.name);
    // They say nothing about the operations of another API.
    let own: Vec<Value> = api.synonyms.iter().map(|it| json!({ "api": api.title, "words": it })).collect();
    sections.extend(headings::sections(pages, &folder, &sections, |_| Vec::new()));
    file(&api.name, &folder, json!({ "folder": folder, "api": api.title, "synonyms": own }), &sections)
}

/// The index of the book's own pages, which leads to those of the APIs. What callers ask for comes
/// before the guide to the language, whose keys can be found too.
pub fn of_book(apis: &[&Api], pages: &[File], guide: &[File]) -> File {
    let parts: Vec<String> = apis.iter().map(|api| format!("{}/{FILE}", api.name)).collect();
    let usual: Vec<Value> = synonyms::usual().iter().map(|it| json!({ "words": it })).collect();
    let head = json!({ "folder": "", "api": "", "parts": parts, "synonyms": usual });
    let guide = headings::sections(guide, "", &[], Heading::codes);
    let guide = guide.into_iter().map(|it| Section { kind: "Spec language", ..it });
    let pages = headings::sections(pages, "", &[], |_| Vec::new());
    file("", "", head, &pages.into_iter().chain(guide).collect::<Vec<_>>())
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
    Section::new("Operation", &group.title, group.operations().map(|it| operation(api, group, it)))
}

fn operation(api: &Api, group: &Group, it: &Operation) -> Value {
    let parameters = it.parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    let aliases = it.aliases.iter().filter_map(|alias| alias.name.as_deref()).collect();
    let also = api.phrases_of(&it.name).collect();
    let docs = it.parameters.iter().filter_map(|parameter| parameter.doc.as_deref());
    let limits = api.limits_of(&it.name).map(|limit| limit.limit.as_str());
    let details = it.rules.iter().map(String::as_str).chain(docs).chain(limits).collect();
    let words = [it.paths().collect(), parameters, aliases, also, details];
    entry(&it.name, &operation_page(group, it), &lists::marked(it), &words)
}

fn group(group: &Group) -> Value {
    entry(&group.title, &group_page(group), group.about.as_deref().unwrap_or_default(), &[])
}

fn ty(it: &Type) -> Value {
    let words = match &it.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => Vec::new(),
        TypeKind::Fields { fields, .. } => fields.iter().map(|field| field.name.as_str()).collect(),
        TypeKind::Enum { variants, .. } => variants.iter().flat_map(of_variant).collect(),
    };
    let page = format!("types.md#{}", id(&it.name, &it.rust));
    entry(&it.name, &page, it.doc.as_deref().unwrap_or_default(), &[Vec::new(), words])
}

/// The name of its constant and its value unless that is a number.
fn of_variant(it: &Variant) -> impl Iterator<Item = &str> {
    let value = match &it.value {
        Literal::Text(text) => Some(text.as_str()),
        Literal::Int(_) | Literal::Float(_) | Literal::Bool(_) => None,
    };
    it.constant.as_deref().into_iter().chain(value)
}

fn credential(block: &AuthBlock) -> Value {
    let words: Vec<String> = block.parameters.iter().map(|it| block.sent_name(it)).collect();
    let page = format!("index.md#{}", block.constant);
    let words = words.iter().map(String::as_str).collect();
    entry(&block.title, &page, &block.rules.join(" "), &[Vec::new(), words])
}

fn gate(gate: &Gate) -> Value {
    entry(&gate.code, GATES, &gate.doc, &[])
}
