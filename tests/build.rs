//! Makes one program of the Rust examples in `generated/docs`, a function of
//! each, for `suites/docs/main.rs` to compile.

#![allow(clippy::expect_used)]

#[path = "suites/docs/pages.rs"]
mod pages;

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed={}", pages::SOURCE);
    println!("cargo::rerun-if-changed=suites/docs/pages.rs");
    let mut program = String::new();
    let mut count = 0;
    for page in pages::pages(Path::new(pages::SOURCE)) {
        for example in pages::examples(&page, "rust") {
            count += 1;
            let library = library(&example.code);
            write!(
                program,
                "/// {}: {}\nasync fn example_{count}(client: &{library}::Client) -> Result<(), Box<dyn std::error::Error>> {{\n{}\nOk(())\n}}\n\n",
                page.path, example.heading, example.code
            )
            .expect("a text can be written");
        }
    }
    writeln!(program, "pub const COUNT: usize = {count};").expect("a text can be written");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("examples.rs"), program).expect("the program can be written");
}

/// The crate that an example imports first from, beside the standard library.
fn library(code: &str) -> &str {
    let imports = code.lines().filter_map(|line| line.strip_prefix("use "));
    let mut crates = imports.filter_map(|import| import.split("::").next());
    crates.find(|name| *name != "std").unwrap_or("no_import")
}
