//! The page about the documents: what they are, what the marks mean, a glossary.

use super::index::GATES;
use super::markdown::{anchor, blocks, code, link, list, text};
use super::page::Page;
use super::pages::INTRODUCTION;
use crate::emit::File;
use crate::emit::common::table::Table;
use generator_spec::model::Api;

pub const TITLE: &str = "About the documents";
pub const FILE: &str = "about.md";

/// The documents of an API, from its folder.
pub fn documents(api: &Api) -> String {
    format!("../{FILE}#{}", api.rust.library)
}

pub fn page(apis: &[&Api]) -> File {
    Page::new(FILE, "", TITLE)
        .block(ABOUT)
        .blocks(apis.iter().map(|api| of_api(api)))
        .section("Inferred", INFERRED)
        .section("Not shown", NOT_SHOWN)
        .section("Effects", EFFECTS)
        .section("Topics", TOPICS)
        .section("Glossary", GLOSSARY)
        .blocks(apis.iter().map(|api| terms(api)))
        .finish()
}

const ABOUT: &str = "Each API in this book was first described in documents for people. The spec, a folder of YAML files, repeats what they say, entry by entry, and everything here is generated from it. The documents themselves are not part of this repository; an operation's page ends with the document and the part that describe it.";

const INFERRED: &str = "What is *inferred* is not in the documents. It follows a pattern in what they do show: a path is made from the operation's name as the documented paths are, for example. Your server may differ. Each API's *By path* lists the rules for its paths.";

const NOT_SHOWN: &str = "What is *not shown* is left open by the documents, such as what most operations return. The page says so, and what is used instead, if anything. Results that are not described are plain JSON, and such operations are assumed to report failures like all others.";

const EFFECTS: &str = "\
What an operation does to the server is one of three:

- *reads*: nothing that a user would notice, no session, no token, nothing started on a device
- *changes*: something changes, and nothing is lost that the API can't simply undo
- *destroys*: something is lost or interrupted that the API can't simply undo

If the documents don't say it, it is inferred from the words of the operation's name, and when unsure, the worse is assumed. What may be sent twice is always inferred. A client that is asked to retry repeats only that, a read-only client sends only what reads, and the CLI asks before it sends what destroys.";

const TOPICS: &str = "The documents order operations by chapters, which mix subjects. The topics in this book, in the crates' modules and in the CLI's commands are ours, and so are the labels *Secret* and *One-time code*.";

const GLOSSARY: &str = "\
| Term | Meaning |
| --- | --- |
| alias | Another path of the same operation. |
| credential | What a caller proves its identity with: a password, a session key, a token. The documents call its parameters an auth block. |
| deprecated | The documents mark it as deprecated. Rust code that uses it compiles with a warning, which names the replacement if there is one. |
| envelope | JSON around a result, which says whether the call succeeded. The client unwraps it. |
| gate | A check that a server makes before it runs an operation. The documents name gates by codes of a few letters. |
| message (msg) | A status and a text that say how a call ended. Many operations return nothing else. |
| One-time code | A value that works once, so the client never repeats the call. |
| overlay | A file that corrects or completes the spec for a server that differs. |
| part | A chapter of a document, usually with a letter. |
| Secret | A value that generated code never shows. |
| since 1.2.3 | The first server version that has the operation, the path or the parameter. Without it, the documents give none. |
| token action | A permission that a token must have for an operation. |";

/// The titles of its documents and where what they leave open is listed.
fn of_api(api: &Api) -> String {
    let titles = api.documents.iter().map(|(number, title)| format!("Document {number}: *{}*", text(title)));
    let page = |title, file: &str| link(title, &format!("{}/{file}", api.name));
    blocks([
        anchor(&api.rust.library),
        format!("## {}", text(&api.title)),
        list(titles),
        format!(
            "See also {}, what they [don't show]({1}/not-shown.md), and where they are [ambiguous]({1}/ambiguities.md).",
            page("the reference", INTRODUCTION),
            api.name
        ),
    ])
}

/// The words of its documents: gates and resources.
fn terms(api: &Api) -> String {
    let gates = api
        .gates
        .iter()
        .map(|gate| [link(&code(&gate.code), &format!("{}/{GATES}", api.name)), text(&gate.doc)]);
    let resources = api.resources.iter().map(|it| {
        let identified = || format!("Identified by {}.", text(&it.identified_by));
        [text(&it.name), it.given.as_ref().map_or_else(identified, |given| text(given))]
    });
    let table = Table::new(["Term", "Meaning"]).rows(gates.chain(resources)).print();
    if table.is_empty() { table } else { format!("### Terms of the {}\n\n{table}", text(&api.title)) }
}
