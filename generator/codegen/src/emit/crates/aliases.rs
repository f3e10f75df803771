//! Other names of an item: aliases for rustdoc's search.

use proc_macro2::TokenStream;
use quote::quote;

use generator_spec::model::Operation;
use generator_spec::text::is_hidden;

/// The aliases of an operation: its names in the documents, and its paths.
pub fn of_operation(operation: &Operation) -> Vec<String> {
    let names = operation.aliases.iter().filter_map(|it| it.name.as_deref());
    let aliases = [operation.name.as_str()].into_iter().chain(names).chain(operation.paths());
    unique(aliases.filter(|alias| *alias != operation.rust && is_possible(alias)).map(str::to_owned))
}

fn unique(aliases: impl Iterator<Item = String>) -> Vec<String> {
    let mut unique = Vec::new();
    for alias in aliases {
        if !unique.contains(&alias) {
            unique.push(alias);
        }
    }
    unique
}

/// The alias of an item whose Rust name doesn't show its name in the documents.
pub fn of_name(rust: &str, name: &str) -> Option<TokenStream> {
    let plain = |name: &str| name.replace('_', "").to_lowercase();
    let is_needed = plain(rust) != plain(name) && is_possible(name);
    is_needed.then(|| quote! { #[doc(alias = #name)] })
}

/// rustdoc rejects quotes and most spaces.
fn is_possible(alias: &str) -> bool {
    let is_plain = |c: char| {
        c == ' ' || !c.is_whitespace() && !matches!(c, '"' | '\'') && !c.is_control() && !is_hidden(c)
    };
    !alias.is_empty() && alias.trim() == alias && alias.chars().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alias_that_rustdoc_rejects_is_left_out() {
        for alias in ["", " a", "a\u{a0}b", "it's", "\"", "a\nb", "\u{202e}"] {
            assert!(!is_possible(alias), "{alias:?}");
        }
        assert!(is_possible("/garden/add-tulip") && is_possible("add tulip"));
    }
}
