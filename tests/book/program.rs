//! The Rust examples of a book as one program: a function of each call,
//! a module of each method of a server. That it compiles is a test.

use std::collections::HashMap;

use super::pages::{Example, Page, examples};

/// The program and how many examples are in it.
pub fn program(pages: &[Page]) -> (String, usize) {
    let services: HashMap<&str, String> = pages.iter().filter_map(service).collect();
    let examples = pages.iter().flat_map(|page| examples(page, "rust").into_iter().map(move |it| (page, it)));
    let items: Vec<String> = examples
        .enumerate()
        .map(|(number, (page, example))| {
            let service = services.get(api(page)).map_or("", String::as_str);
            item(number, page, &example, service)
        })
        .collect();
    (items.concat(), items.len())
}

/// The folder of an API.
fn api(page: &Page) -> &str {
    page.path.split('/').next().unwrap_or_default()
}

/// The service that the server examples of an API use.
fn service(page: &Page) -> Option<(&str, String)> {
    let example = examples(page, "rust").into_iter().find(|it| it.code.contains("impl Gatekeeper for"))?;
    Some((api(page), example.code))
}

/// An example as an item that compiles.
fn item(number: usize, page: &Page, example: &Example, service: &str) -> String {
    let Example { title, label, code } = example;
    let place = format!("/// {}: {title}", page.path);
    let library = library(code);
    let body = format!("-> Result<(), Box<dyn std::error::Error>> {{\n{code}\nOk(())\n}}");
    match label.as_str() {
        "Server" if code == service => String::new(),
        "Server" => format!("{place}\nmod example_{number} {{\n{service}\n{code}\n}}\n\n"),
        _ => format!("{place}\nasync fn example_{number}(client: &{library}::Client) {body}\n\n"),
    }
}

/// The crate that an example imports first from, beside the standard library.
fn library(code: &str) -> &str {
    let imports = code.lines().filter_map(|line| line.strip_prefix("use "));
    let mut crates = imports.filter_map(|import| import.split("::").next());
    crates.find(|name| *name != "std").unwrap_or("no_import")
}
