//! The first page of the book: the APIs, a first call, and links to the other pages.

use super::index::{group_page, operation_page};
use super::page::Page;
use super::pages::{CHANGES, INTRODUCTION, OTHERS, REVIEW, SCRIPTS, SPEC};
use super::{cli, curl, examples, guides, language};
use crate::emit::File;
use crate::emit::common::markdown::{blocks, code, enumerated, fence, link, list, table, text, wrapped};
use crate::emit::common::rust_example::{self, first_call};
use generator_spec::model::Api;
use generator_spec::text::counted;

pub fn page(apis: &[&Api]) -> File {
    let calls: Vec<String> = apis.iter().filter_map(|api| first_call(api)).flatten().collect();
    Page::own(("API reference", "index.md"))
        .block(ABOUT)
        .section("A first call", if calls.is_empty() { "" } else { CALL })
        .blocks(calls)
        .blocks(apis.iter().map(|api| introduction(api)))
        .section("Credentials", &credentials(apis))
        .section("Scripts and agents", &format!("{} {SCRIPTED}", link(SCRIPTS.0, SCRIPTS.1)))
        .section("Other languages", &format!("{} has {LANGUAGES}", link(OTHERS.0, OTHERS.1)))
        .section(SPEC, &spec(apis))
        .finish()
}

const ABOUT: &str = "This book describes HTTP APIs and what is generated for each: a Rust client and server, a CLI, and OpenAPI files. It follows the APIs' [documents](about.md), and says what they leave out.";

const SCRIPTED: &str = "says how to find, describe and make calls without prompts, what asks for confirmation, and what the exit statuses mean.";

const LANGUAGES: &str = "commands for tools that make clients, servers, mocks or pages from the OpenAPI files, and says which ones are tested.";

/// The purpose of the API, the tasks of its users, and its topics.
fn introduction(api: &Api) -> String {
    let target = |page: &str| format!("{}/{page}", api.name);
    let operations = counted(api.operations().count(), "operation");
    let topics: Vec<String> =
        api.groups.iter().map(|group| link(&text(&group.title), &target(&group_page(group)))).collect();
    blocks([
        // mdBook lists headings in the sidebar, where one that is a link is empty.
        format!("## {}", text(&api.title)),
        api.about.first().map(|paragraph| text(paragraph)).unwrap_or_default(),
        guides::links(api, target),
        format!(
            "{} of {operations}, in the crate {}: {}.",
            link("Reference", &target(INTRODUCTION)),
            code(&api.rust.package),
            topics.join(", ")
        ),
    ])
}

const CALL: &str = "Add an API's crate to your program with `cargo add --path` and its folder, which is beside this book's; the Rust examples go inside an `async fn`. The CLI and curl examples expect variables for the server's address and for secrets. The CLI prompts for secrets that an operation requires, and for any whose option you pass.";

/// A call that needs few parameters and only reads, in three languages.
fn first_call(api: &Api) -> Option<[String; 2]> {
    let (operation, _) = first_call::first_call(api)?;
    let group =
        api.groups.iter().find(|group| group.operations().any(|known| known.name == operation.name))?;
    let rust = first_call::program(api).map(|program| format!("{}\n\n{}", program.imports, program.body));
    let tabs = [
        (examples::RUST, rust.map(|code| fence("rust", &code))),
        (examples::CLI, Some(fence("sh", &installed(api, &cli::example(api, group, operation))))),
        (examples::CURL, Some(fence("sh", &curl::example(api, operation)))),
    ];
    let blocks = tabs.into_iter().filter_map(|(label, code)| Some(examples::labelled((label, code?))));
    let page = format!("{}/{}", api.name, operation_page(group, operation));
    let title = format!("{}, {}:", link(&text(&operation.name), &page), text(&api.title));
    Some([title, wrapped("examples", blocks.flatten())])
}

/// The lines that install the program and run a command.
fn installed(api: &Api, command: &str) -> String {
    format!(
        "cargo install --path {} --features cli # where the crate is\nexport {}={}\n{command}",
        api.name,
        curl::base_url(api),
        rust_example::address(api)
    )
}

const CREDENTIALS: &str = "A credential is a value with a constructor for each scheme. A client takes one when it is made, and sends it with every call. A call that needs a different credential is rejected before anything is sent. Secrets are redacted in logs, errors and `Debug` output (a secret that a server sends back in another form, such as base64, is not recognized), and a one-time code is never sent twice.";

fn credentials(apis: &[&Api]) -> String {
    let rows = apis.iter().flat_map(|api| {
        api.owners().map(|block| {
            let target = format!("{}/{INTRODUCTION}#{}", api.name, block.constant);
            let schemes: Vec<String> = block.schemes.iter().map(|scheme| code(&scheme.rust)).collect();
            [
                link(&text(&block.title), &target),
                text(&api.title),
                code(&block.rust),
                enumerated(&schemes, "or"),
            ]
        })
    });
    let table = table(["Credential", "API", "In Rust", "Constructors"], rows);
    if table.is_empty() { table } else { format!("{CREDENTIALS}\n\n{table}") }
}

/// Links to the pages about the spec.
fn spec(apis: &[&Api]) -> String {
    let pages = |file: &str| {
        let links = apis.iter().map(|api| link(&text(&api.title), &format!("{}/{file}", api.name)));
        enumerated(&links.collect::<Vec<_>>(), "and")
    };
    let guide = language::is_in(apis).then(|| {
        let (title, file) = language::FRONT;
        format!("{}: a guide to the language of the spec.", link(title, file))
    });
    list(guide.into_iter().chain([
        format!("What the documents don't show: {}.", pages("not-shown.md")),
        format!("How ambiguities were decided: {}.", pages("ambiguities.md")),
        format!("{}: what a change breaks, and which files to read.", link(REVIEW.0, REVIEW.1)),
        format!("{}: every kind of change, and what it breaks.", link(CHANGES.0, CHANGES.1)),
    ]))
}
