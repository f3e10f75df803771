//! Examples that call and implement an operation.

use super::{cli, curl};
use crate::emit::common::markdown::{fence, wrapped};
use crate::emit::common::rust_example::{self, handler};
use generator_spec::model::{Api, Group, Operation};

/// A tab: its label, the language of its code, and the function that writes the code.
struct Tab {
    label: &'static str,
    language: &'static str,
    code: fn(&Api, &Group, &Operation) -> String,
}

pub const RUST: &str = "Rust";
const SERVER: &str = "Server";
pub const CLI: &str = "CLI";
pub const CURL: &str = "curl";

/// The tabs, in their order.
const TABS: &[Tab] = &[
    Tab { label: RUST, language: "rust", code: |api, _, operation| rust_example::example(api, operation) },
    Tab { label: CLI, language: "sh", code: cli::example },
    Tab { label: CURL, language: "sh", code: |api, _, operation| curl::example(api, operation) },
    Tab { label: SERVER, language: "rust", code: handler::example },
];

/// Examples in all languages; the site shows one at a time.
pub fn blocks(api: &Api, group: &Group, operation: &Operation) -> String {
    let tabs = TABS.iter().map(|tab| (tab.label, fence(tab.language, &(tab.code)(api, group, operation))));
    wrapped("examples", tabs.flat_map(labelled))
}

/// The clients and the service that all examples of an API use.
pub fn start(api: &Api) -> String {
    let tabs =
        [(RUST, rust_example::clients(api)), (SERVER, vec![handler::start(api)])].map(|(label, codes)| {
            let blocks: Vec<String> = codes.iter().map(|code| fence("rust", code)).collect();
            (label, blocks.join("\n\n"))
        });
    wrapped("examples", tabs.into_iter().flat_map(labelled))
}

/// A tab: its label and its blocks.
pub fn labelled((label, blocks): (&str, String)) -> [String; 2] {
    [format!("**{label}**"), blocks]
}
