//! The first page of the book: what there is, a first call, and where to go next.

use super::index::operation_page;
use super::markdown::{blocks, code, enumerated, fence, link, list, text, wrapped};
use super::page::Page;
use super::pages::{CHANGES, INTRODUCTION, OTHERS, OTHERS_TITLE};
use super::{curl, examples, guides};
use crate::emit::File;
use crate::emit::common::table::Table;
use crate::emit::common::{rust_example, samples};
use generator_spec::model::{Api, AuthBlock, Group, Operation, Parameter};
use generator_spec::text::counted;

/// The page.
pub fn page(apis: &[Api]) -> File {
    let calls: Vec<String> = apis.iter().filter_map(first_call).flatten().collect();
    let guides = apis.iter().flat_map(guides_of);
    Page::new("index.md", "", "API reference")
        .block(ABOUT)
        .blocks(apis.iter().map(introduction))
        .section("A first call", if calls.is_empty() { "" } else { CALL })
        .blocks(calls)
        .section("Credentials", &credentials(apis))
        .section("Symbols and labels", MARKS)
        .section("Guides", &blocks(guides))
        .section("Where to go next", &ways(apis))
        .finish()
}

const ABOUT: &str = "This book describes HTTP APIs and what is generated for each: a Rust client and server, a CLI, and OpenAPI files. It follows the APIs' documents; anything that they leave out is marked ⚠.";

/// The API's title and first paragraph, and what there is of it.
fn introduction(api: &Api) -> String {
    let target = format!("{}/{INTRODUCTION}", api.name);
    let about = api.about.first().map(|it| text(it)).unwrap_or_default();
    let operations = counted(api.operations().count(), "operation");
    blocks([
        format!("## {}", link(&text(&api.title), &target)),
        about,
        format!("{operations}, crate {}.", code(&api.rust.package)),
    ])
}

const CALL: &str = "Add an API's crate to your program with `cargo add --path generated/NAME`; the Rust examples go inside an `async fn`. The curl examples expect variables for the server's address and for secrets. The CLI is installed from this repository and prompts for secrets.";

/// A call that takes little and only reads, in three languages.
fn first_call(api: &Api) -> Option<[String; 2]> {
    let (operation, block) = rust_example::first_call(api)?;
    let group = api.groups.iter().find(|group| group.operations().any(|it| it.name == operation.name))?;
    let rust = rust_example::program(api).map(|it| format!("{}\n\n{}", it.imports, it.body));
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
    let (group, command) = (group.command(), operation.command());
    format!(
        "cargo install --path generated/{} --features cli\n{} {group} {command} --url {}{}",
        api.name,
        api.rust.program(),
        rust_example::ADDRESS,
        options.collect::<String>()
    )
}

const CREDENTIALS: &str = "A credential is a value with a constructor for each scheme. A client takes one when it is made, and sends it with every call. A call that needs a different credential is rejected before anything is sent. Secrets are redacted in logs, errors and `Debug` output (a secret that a server sends back in another form, such as base64, is not recognized), and a one-time code is never sent twice.";

fn credentials(apis: &[Api]) -> String {
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
    let table = Table::new(["Credential", "API", "In Rust", "Constructors"]).rows(rows).print();
    if table.is_empty() { table } else { format!("{CREDENTIALS}\n\n{table}") }
}

const MARKS: &str = "\
| Symbol or label | Meaning |
| --- | --- |
| ⚠ inferred | Not in the documents. It follows a pattern in them; your server may differ. |
| ⚠ not shown | The documents don't show it. What is used instead, if anything, is stated next to it. |
| gate | A check that a server makes before it runs the operation. Its code links to its meaning. |
| since 1.2.3 | The first server version that has the operation, the path or the parameter. No version means that the documents give none. |
| deprecated | The documents mark it as deprecated. Rust code that uses it compiles with a warning, which names the replacement if there is one. |
| Secret | Generated code never shows the value of the parameter, the field or the result. This label is ours, not the documents'. |
| One-time code | The value works once, so the client never repeats the call. This label is ours, not the documents'. |";

fn guides_of(api: &Api) -> Vec<String> {
    if api.guides.is_empty() {
        return Vec::new();
    }
    let links = guides::links(api, |path| format!("{}/{path}", api.name));
    vec![format!("**{}**", text(&api.title)), links]
}

/// What each kind of reader reads next.
fn ways(apis: &[Api]) -> String {
    let pages = |file: &str| {
        let links = apis.iter().map(|api| link(&text(&api.title), &format!("{}/{file}", api.name)));
        enumerated(&links.collect::<Vec<_>>(), "and")
    };
    let others = link(OTHERS_TITLE, OTHERS);
    list([
        format!("**New to an API?** Read its introduction: {}.", pages(INTRODUCTION)),
        format!(
            "**Writing a server?** See who may call what, and in which order a server checks it: {}.",
            pages("gates.md")
        ),
        format!(
            "**Reviewing the spec?** See how ambiguities were decided ({}), what the documents don't show ({}), and {}.",
            pages("ambiguities.md"),
            pages("not-shown.md"),
            link("what a change means", CHANGES)
        ),
        format!(
            "**Not using Rust?** {others} has commands for tools that make clients, servers, mocks or pages from the OpenAPI files, and says which ones are tested."
        ),
    ])
}
