//! The page about the documents: their titles, the meaning of the marks, and a glossary.

use super::index::GATES;
use super::page::Page;
use super::pages::{ABOUT, INTRODUCTION};
use crate::emit::File;
use crate::emit::common::markdown::{anchor, blocks, code, link, list, table, text};
use generator_spec::model::Api;

/// The documents of an API, from its folder.
pub fn documents(api: &Api) -> String {
    format!("../{}#{}", ABOUT.1, api.rust.library)
}

pub fn page(apis: &[&Api]) -> File {
    let documents = blocks(apis.iter().flat_map(|api| of_api(api)));
    let about = include_str!("about.md").trim_end().replace("{{apis}}", &documents);
    Page::own(ABOUT).block(&about).blocks(apis.iter().map(|api| terms(api))).finish()
}

/// The titles of an API's documents, and links to the pages about gaps and ambiguities.
fn of_api(api: &Api) -> [String; 4] {
    let titles = api.documents.iter().map(|(number, title)| format!("Document {number}: *{}*", text(title)));
    let page = |title, file: &str| link(title, &format!("{}/{file}", api.name));
    [
        anchor(&api.rust.library),
        format!("## {}", text(&api.title)),
        list(titles),
        format!(
            "See also {}, what they [don't show]({1}/not-shown.md), and where they are [ambiguous]({1}/ambiguities.md).",
            page("the reference", INTRODUCTION),
            api.name
        ),
    ]
}

/// The terms of an API's documents: gates and resources.
fn terms(api: &Api) -> String {
    let gates = api
        .gates
        .iter()
        .map(|gate| [link(&code(&gate.code), &format!("{}/{GATES}", api.name)), text(&gate.doc)]);
    let resources = api.resources.iter().map(|resource| {
        let identified = || format!("Identified by {}.", text(&resource.identified_by));
        [text(&resource.name), resource.given.as_ref().map_or_else(identified, |given| text(given))]
    });
    let table = table(["Term", "Meaning"], gates.chain(resources));
    if table.is_empty() { table } else { format!("### Terms of the {}\n\n{table}", text(&api.title)) }
}
