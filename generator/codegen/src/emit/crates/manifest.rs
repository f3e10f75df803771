//! `Cargo.toml` of a generated crate, and `rustfmt.toml`.

use super::features::FEATURES;
use crate::emit::File;
use crate::emit::common::file::api_banner;
use generator_spec::model::{Api, License, Packaging};
use generator_spec::text::inert;

/// The version that the runtime and the generated crates need, which is lower than the generator's.
const RUST_VERSION: &str = "1.88";

/// The manifest and what keeps others from rewriting the crate.
pub fn emit(api: &Api) -> Vec<File> {
    let banner = api_banner("#", api, "api.yaml");
    let (package, program) = (&api.rust.package, api.rust.program());
    let description =
        basic_string(&format!("{}: a typed client and server", api.title.trim_end_matches('.')));
    let version = &api.crate_version;
    let [about, runtime] = inherited(&api.packaging);
    let (overlays, features) = (overlays(api), features());
    let text = format!(
        r#"{banner}

[package]
name = "{package}"
description = {description}
version = "{version}"
{about}
readme = "README.md"
keywords = ["api", "client", "server", "http", "axum"]
categories = ["api-bindings", "web-programming::http-client", "web-programming::http-server"]
{overlays}
[package.metadata.docs.rs]
all-features = true

[features]
{features}

# All its tests are examples in its documentation.
[lib]
test = false

[[bin]]
name = "{program}"
path = "src/main.rs"
required-features = ["cli"]
test = false
doc = false

[dependencies]
{runtime}
"#
    );
    vec![
        File { path: format!("{}/Cargo.toml", api.name), text },
        File { path: format!("{}/rustfmt.toml", api.name), text: rustfmt(&banner) },
    ]
}

/// The lines that are different in a member of this workspace: about the package, and the runtime.
fn inherited(packaging: &Packaging) -> [String; 2] {
    match packaging {
        Packaging::Member => {
            let keys = ["edition", "rust-version", "license", "publish"];
            let lines: Vec<String> = keys.iter().map(|key| format!("{key}.workspace = true")).collect();
            [lines.join("\n"), "api-runtime.workspace = true".to_owned()]
        }
        Packaging::Standalone { runtime, license } => {
            let license = match license {
                License::Own => Some(env!("CARGO_PKG_LICENSE")),
                License::Named(name) => name.as_deref(),
            };
            let license = license.map(|it| format!("license = {}\n", basic_string(it))).unwrap_or_default();
            [
                format!("edition = \"2024\"\nrust-version = \"{RUST_VERSION}\"\n{license}publish = false"),
                format!("api-runtime = {{ {runtime}, default-features = false }}"),
            ]
        }
    }
}

/// Each with what it is for.
fn features() -> String {
    let defaults: Vec<String> =
        FEATURES.iter().filter(|it| it.is_default).map(|it| format!("\"{}\"", it.name)).collect();
    let lines = FEATURES.iter().map(|it| {
        let enables: Vec<String> = it.enables.iter().map(|it| format!("\"{it}\"")).collect();
        format!("\n# {}\n{} = [{}]", it.about, it.name, enables.join(", "))
    });
    format!("default = [{}]{}", defaults.join(", "), lines.collect::<String>())
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
    format!("\"{}\"", inert(text).replace('\\', r"\\").replace('"', "\\\""))
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
