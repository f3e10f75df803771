//! `Cargo.toml` of a generated crate, and `rustfmt.toml`.

use crate::emit::File;
use crate::emit::common::file::api_banner;
use crate::model::{Api, Packaging};
use crate::text::inert;

/// What the runtime and the generated crates need, which is less than the generator does.
const RUST_VERSION: &str = "1.88";

/// The manifest, and what keeps others from rewriting the crate.
pub fn emit(api: &Api) -> Vec<File> {
    let banner = api_banner("#", api, "api.yaml");
    let package = &api.rust.package;
    let description = basic_string(&api.title);
    let Inherited { about, runtime } = inherited(&api.packaging);
    let overlays = overlays(api);
    let text = format!(
        r#"{banner}

[package]
name = "{package}"
description = {description}
{about}
{overlays}
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
{runtime}
"#
    );
    vec![
        File { path: format!("{}/Cargo.toml", api.name), text },
        File { path: format!("{}/rustfmt.toml", api.name), text: rustfmt(&banner) },
    ]
}

/// What a member of this workspace has from the workspace.
struct Inherited {
    about: String,
    runtime: String,
}

fn inherited(packaging: &Packaging) -> Inherited {
    match packaging {
        Packaging::Member => {
            let keys = ["version", "edition", "rust-version", "license", "publish"];
            let lines: Vec<String> = keys.iter().map(|key| format!("{key}.workspace = true")).collect();
            Inherited { about: lines.join("\n"), runtime: "api-runtime.workspace = true".to_owned() }
        }
        Packaging::Standalone { version } => {
            let licence = env!("CARGO_PKG_LICENSE");
            let own = env!("CARGO_PKG_VERSION");
            Inherited {
                about: format!(
                    "version = {}\nedition = \"2024\"\nrust-version = \"{RUST_VERSION}\"\nlicense = \"{licence}\"\npublish = false",
                    basic_string(version)
                ),
                runtime: format!(
                    "api-runtime = {{ version = \"={own}\", path = \"../api-runtime\", default-features = false }}"
                ),
            }
        }
    }
}

/// The overlays that made the crate, for programs that read manifests.
fn overlays(api: &Api) -> String {
    if api.overlays.is_empty() {
        return String::new();
    }
    let names: Vec<String> = api.overlays.iter().map(|overlay| basic_string(&overlay.name)).collect();
    format!("\n[package.metadata.codegen]\noverlays = [{}]\n", names.join(", "))
}

/// A basic TOML string, whatever the text holds.
fn basic_string(text: &str) -> String {
    let text: String = text.chars().map(inert).collect();
    format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\""))
}

/// `cargo fmt` leaves written code as it is.
fn rustfmt(banner: &str) -> String {
    format!("{banner}\ndisable_all_formatting = true\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_controls_nothing() {
        assert_eq!(basic_string("a\u{202e}\u{7f}\n\"\\"), "\"a\u{fffd}  \\\"\\\\\"");
    }
}
