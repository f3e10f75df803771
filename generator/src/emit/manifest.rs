//! `Cargo.toml` of a generated crate, and `rustfmt.toml`.

use super::File;
use super::rust::banner;
use crate::model::Api;

/// The manifest, and what keeps others from rewriting the crate.
pub fn emit(api: &Api) -> Vec<File> {
    let banner = banner("#", &format!("{}/api.yaml", api.name));
    let package = &api.rust.package;
    // A basic TOML string, whatever the title holds.
    let title = api.title.replace(|c: char| c.is_control(), " ");
    let description = format!("\"{}\"", title.replace('\\', r"\\").replace('"', "\\\""));
    let text = format!(
        r#"{banner}

[package]
name = "{package}"
description = {description}
version.workspace = true
edition.workspace = true
rust-version.workspace = true
license.workspace = true
publish.workspace = true

[package.metadata.docs.rs]
all-features = true

[features]
default = ["client", "tls"]
# Sends operations.
client = ["api-runtime/reqwest"]
# HTTPS by rustls.
tls = ["client", "api-runtime/tls"]
# A client for code that is not async.
blocking = ["client", "api-runtime/blocking"]
# Answers operations.
server = ["api-runtime/server"]

[dependencies]
api-runtime.workspace = true
"#
    );
    vec![
        File { path: format!("{}/Cargo.toml", api.name), text },
        File { path: format!("{}/rustfmt.toml", api.name), text: rustfmt(&banner) },
    ]
}

/// `cargo fmt` leaves written code as it is.
fn rustfmt(banner: &str) -> String {
    format!("{banner}\ndisable_all_formatting = true\n")
}
