//! The crate of the fixture `http-methods` in a program: its client calls its
//! server over HTTP, with parameters in queries and in bodies.

#![allow(clippy::expect_used)]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use tests::write_if_changed;

#[test]
fn a_client_and_a_server_agree_on_every_http_method() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("http-methods");
    for file in tests::emitted(&tests::read("data/fixtures/http-methods")) {
        if let Some(path) = file.path.strip_prefix("lamps/src/") {
            write_if_changed(&folder.join("lamps/src").join(path), &file.text);
        }
    }
    write_if_changed(&folder.join("lamps/Cargo.toml"), LIBRARY);
    write_if_changed(&folder.join("Cargo.toml"), &manifest());
    write_if_changed(&folder.join("src/main.rs"), include_str!("program.rs"));
    // The versions of this workspace, which are on this machine.
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).expect("the lock file is copied");
    let output = Command::new(env!("CARGO"))
        .args(["run", "--offline", "--quiet"])
        .current_dir(&folder)
        // What does not differ is built already.
        .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the target folder"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "done\n");
}

const LIBRARY: &str = r#"[package]
name = "lamps-api"
edition = "2024"

[features]
default = ["client", "blocking", "server"]
client = ["api-runtime/reqwest"]
blocking = ["api-runtime/blocking"]
server = ["api-runtime/server"]

[dependencies]
api-runtime.workspace = true
"#;

fn manifest() -> String {
    let runtime = root().join("generator/runtime");
    format!(
        r#"[package]
name = "http-methods"
edition = "2024"

[dependencies]
lamps-api = {{ path = "lamps" }}
tokio = {{ version = "1", features = ["macros", "net", "rt-multi-thread"] }}

[workspace]
members = ["lamps"]

[workspace.dependencies]
api-runtime = {{ path = {runtime:?}, default-features = false }}
"#
    )
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are in a workspace").to_owned()
}
