//! The first page of the book: what there is, a first call, and where to go next.

use super::index::{group_page, operation_page};
use super::page::Page;
use super::pages::{CHANGES, INTRODUCTION, MAINTAIN, OTHERS, REVIEW, SCRIPTS};
use super::{curl, examples, guides};
use crate::emit::File;
use crate::emit::common::markdown::{blocks, code, enumerated, fence, link, list, table, text, wrapped};
use crate::emit::common::rust_example::{self, first_call};
use crate::emit::common::samples;
use generator_spec::model::{Api, AuthBlock, Group, Operation, Parameter};
use generator_spec::text::counted;

pub fn page(apis: &[&Api]) -> File {
    let calls: Vec<String> = apis.iter().filter_map(|api| first_call(api)).flatten().collect();
    Page::own(("API reference", "index.md"))
        .block(ABOUT)
        .blocks(apis.iter().map(|api| introduction(api)))
        .section("A first call", if calls.is_empty() { "" } else { CALL })
        .blocks(calls)
        .section("Credentials", &credentials(apis))
        .section("Scripts and agents", &format!("{} {SCRIPTED}", link(SCRIPTS.0, SCRIPTS.1)))
        .section("Other languages", &format!("{} has {LANGUAGES}", link(OTHERS.0, OTHERS.1)))
        .section(MAINTAIN, &maintain(apis))
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
        api.groups.iter().map(|it| link(&text(&it.title), &target(&group_page(it)))).collect();
    blocks([
        // mdBook lists headings in the sidebar, where one that is a link is empty.
        format!("## {}", text(&api.title)),
        api.about.first().map(|it| text(it)).unwrap_or_default(),
        guides::links(api, target),
        format!(
            "{} of {operations}, in the crate {}: {}.",
            link("Reference", &target(INTRODUCTION)),
            code(&api.rust.package),
            topics.join(" · ")
        ),
    ])
}

const CALL: &str = "Add an API's crate to your program with `cargo add --path generated/NAME`; the Rust examples go inside an `async fn`. The curl examples expect variables for the server's address and for secrets. The CLI is installed from this repository and prompts for secrets.";

/// A call that takes little and only reads, in three languages.
fn first_call(api: &Api) -> Option<[String; 2]> {
    let (operation, block) = first_call::first_call(api)?;
    let group = api.groups.iter().find(|group| group.operations().any(|it| it.name == operation.name))?;
    let rust = first_call::program(api).map(|it| format!("{}\n\n{}", it.imports, it.body));
    let tabs = [
        ("Rust", rust.map(|code| fence("rust", &code))),
        ("curl", Some(fence("sh", &curl::example(api, operation)))),
        ("Terminal", Some(fence("sh", &at_a_terminal(api, group, operation, block)))),
    ];
    let tabs = tabs.into_iter().filter_map(|(label, code)| Some(examples::labelled((label, code?))));
    let page = format!("{}/{}", api.name, operation_page(group, operation));
    let title = format!("{}, {}:", link(&text(&operation.name), &page), text(&api.title));
    Some([title, wrapped("examples", tabs.flatten())])
}

/// The program's command, with what it does not ask for.
fn at_a_terminal(api: &Api, group: &Group, operation: &Operation, block: Option<&AuthBlock>) -> String {
    let scheme = block.and_then(|block| block.schemes.first());
    let takes = |it: &&Parameter| scheme.is_some_and(|scheme| scheme.takes.contains(&it.name));
    let credential = block.into_iter().flat_map(|block| &block.parameters).filter(takes);
    let parameters = credential.chain(samples::taken(api, operation));
    let options = parameters
        .filter(|it| !it.secret)
        .map(|it| format!(" --{} {}", it.option(), curl::shell(&samples::wire(api, it))));
    let command = operation.short_command.clone().unwrap_or_else(|| operation.command());
    format!(
        "cargo install --path generated/{} --features cli\n{} {} {command} --url {}{}",
        api.name,
        api.rust.program(),
        group.command(),
        rust_example::ADDRESS,
        options.collect::<String>()
    )
}

const CREDENTIALS: &str = "A credential is a value with a constructor for each scheme. A client takes one when it is made, and sends it with every call. A call that needs a different credential is rejected before anything is sent. Secrets are redacted in logs, errors and `Debug` output (a secret that a server sends back in another form, such as base64, is not recognized), and a one-time code is never sent twice.";

fn credentials(apis: &[&Api]) -> String {
    let rows = apis.iter().flat_map(|api| {
        api.owners().map(|block| {
            let target = format!("{}/{INTRODUCTION}#{}", api.name, block.constant);
            let schemes: Vec<String> = block.schemes.iter().map(|it| code(&it.rust)).collect();
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

/// The pages for those who change the specs.
fn maintain(apis: &[&Api]) -> String {
    let pages = |file: &str| {
        let links = apis.iter().map(|api| link(&text(&api.title), &format!("{}/{file}", api.name)));
        enumerated(&links.collect::<Vec<_>>(), "and")
    };
    list([
        format!("{}: what a change breaks, and which files to read.", link(REVIEW.0, REVIEW.1)),
        format!("{}: every kind of change, and what it breaks.", link(CHANGES.0, CHANGES.1)),
        format!("What the documents don't show: {}.", pages("not-shown.md")),
        format!("How ambiguities were decided: {}.", pages("ambiguities.md")),
    ])
}
