//! The program `api-codegen`: `api-codegen --help`.

use std::process::ExitCode;

use api_codegen::Program;

fn main() -> ExitCode {
    let about =
        "Typed Rust clients, servers, mocks and CLIs, docs and OpenAPI files from specs of HTTP APIs.";
    Program { name: "api-codegen", about, root: None }.run()
}
