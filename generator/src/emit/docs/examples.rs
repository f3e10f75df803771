//! An operation in other words: how it is called and served.

use super::markdown::{fence, wrapped};
use super::{curl, typescript};
use crate::emit::common::rust_example;
use crate::model::{Api, Operation};

/// A tab: its label, the language of its code, and what writes that.
struct Tab {
    label: &'static str,
    language: &'static str,
    code: fn(&Api, &Operation) -> String,
}

/// The tabs, in their order.
const TABS: &[Tab] = &[
    Tab { label: "Rust", language: "rust", code: rust_example::example },
    Tab { label: "curl", language: "sh", code: curl::example },
    Tab { label: "TypeScript", language: "ts", code: typescript::example },
];

/// Examples in all languages; the site shows one at a time.
pub fn blocks(api: &Api, operation: &Operation) -> String {
    let tabs = TABS
        .iter()
        .flat_map(|tab| [format!("**{}**", tab.label), fence(tab.language, &(tab.code)(api, operation))]);
    wrapped("examples", tabs)
}
