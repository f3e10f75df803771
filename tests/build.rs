//! Makes one program of the Rust examples in `generated/docs`, for
//! `suites/docs/main.rs` to compile.

#![allow(clippy::expect_used)]

#[path = "suites/docs/pages.rs"]
mod pages;
#[path = "suites/docs/program.rs"]
mod program;

use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed={}", pages::SOURCE);
    for file in ["pages", "program"] {
        println!("cargo::rerun-if-changed=suites/docs/{file}.rs");
    }
    let (program, count) = program::program(&pages::pages(Path::new(pages::SOURCE)));
    let program = format!("{program}pub const COUNT: usize = {count};\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("examples.rs"), program).expect("the program can be written");
}
