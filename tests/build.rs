//! Makes one program of the Rust examples in `generated/docs`, for
//! `suites/docs/main.rs` to compile: a function of each call, a module of each
//! method of a server.

#![allow(clippy::expect_used)]

#[path = "suites/docs/pages.rs"]
mod pages;

use std::collections::HashMap;
use std::path::Path;
use std::{env, fs};

use pages::{Example, Page};

fn main() {
    println!("cargo::rerun-if-changed={}", pages::SOURCE);
    println!("cargo::rerun-if-changed=suites/docs/pages.rs");
    let pages = pages::pages(Path::new(pages::SOURCE));
    let services: HashMap<&str, String> = pages.iter().filter_map(service).collect();
    let mut program = String::new();
    let mut count = 0;
    for page in &pages {
        for example in pages::examples(page, "rust") {
            count += 1;
            let service = services.get(api(page)).map_or("", String::as_str);
            program.push_str(&item(count, page, &example, service));
        }
    }
    program.push_str(&format!("pub const COUNT: usize = {count};\n"));
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("examples.rs"), program).expect("the program can be written");
}

/// The folder of an API.
fn api(page: &Page) -> &str {
    page.path.split('/').next().unwrap_or_default()
}

/// What the server examples of an API begin with.
fn service(page: &Page) -> Option<(&str, String)> {
    let example =
        pages::examples(page, "rust").into_iter().find(|it| it.code.contains("impl Gatekeeper for"))?;
    Some((api(page), example.code))
}

/// An example as an item that compiles.
fn item(number: usize, page: &Page, example: &Example, service: &str) -> String {
    let Example { heading, label, code } = example;
    let place = format!("/// {}: {heading}", page.path);
    let library = library(code);
    let body = format!("-> Result<(), Box<dyn std::error::Error>> {{\n{code}\nOk(())\n}}");
    match label.as_str() {
        "Server" if code == service => String::new(),
        "Server" => format!("{place}\nmod example_{number} {{\n{service}\n{code}\n}}\n\n"),
        "Blocking Rust" => {
            format!("{place}\nfn example_{number}(client: &{library}::BlockingClient) {body}\n\n")
        }
        _ => format!("{place}\nasync fn example_{number}(client: &{library}::Client) {body}\n\n"),
    }
}

/// The crate that an example imports first from, beside the standard library.
fn library(code: &str) -> &str {
    let imports = code.lines().filter_map(|line| line.strip_prefix("use "));
    let mut crates = imports.filter_map(|import| import.split("::").next());
    crates.find(|name| *name != "std").unwrap_or("no_import")
}
