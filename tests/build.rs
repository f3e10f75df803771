//! Makes one program of the Rust examples in `generated/docs`, for `http/examples.rs` to compile.

#![allow(clippy::expect_used)]

#[allow(dead_code)]
mod book;

use std::path::Path;
use std::{env, fs};

use self::book::{pages, program};

fn main() {
    println!("cargo::rerun-if-changed={}", pages::SOURCE);
    println!("cargo::rerun-if-changed=book");
    let (program, count) = program::program(&pages::pages(Path::new(pages::SOURCE)));
    let program = format!("{program}pub const COUNT: usize = {count};\n");
    let out = env::var_os("OUT_DIR").expect("cargo says where");
    fs::write(Path::new(&out).join("examples.rs"), program).expect("the program can be written");
}
