//! Identifiers of Rust.

use proc_macro2::{Ident, Span};

use generator_spec::keywords::KEYWORDS;

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    if KEYWORDS.binary_search(&name).is_ok() {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}
