//! Macros that are lists: prettyplease would print them as a run of words.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::quote;

/// A call in braces, with one entry a line.
pub fn print_call(call: &syn::ItemMacro) -> String {
    let path: Vec<String> = call.mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let mut lines = Lines::default();
    lines.add(call.mac.tokens.clone(), 1);
    format!("{}! {{\n{}}}\n", path.join("::"), lines.text)
}

/// The definition of a macro that gives a list to another, with one entry a
/// line, if it is of the kind `($callback:ident) => { $callback! { … } };`.
pub fn print_definition(definition: &syn::ItemMacro) -> Option<String> {
    let mut head = definition.clone();
    let rule = std::mem::take(&mut head.mac.tokens);
    let list = last_braces(last_braces(rule)?)?;
    let head = prettyplease::unparse(&syn::parse2(quote! { #head }).ok()?);
    let head = head.trim_end().strip_suffix("{}")?.trim_end();
    let mut lines = Lines::default();
    lines.add(list, 3);
    let list = lines.text;
    Some(format!(
        "{head} {{\n    ($callback:ident) => {{\n        $callback! {{\n{list}        }}\n    }};\n}}\n"
    ))
}

/// What the last pair of braces holds.
fn last_braces(tokens: TokenStream) -> Option<TokenStream> {
    let groups = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    });
    groups.last()
}

#[derive(Default)]
struct Lines {
    text: String,
    line: String,
}

impl Lines {
    fn add(&mut self, tokens: TokenStream, depth: usize) {
        for token in tokens {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                    self.line.push_str(" {");
                    self.end(depth);
                    self.add(group.stream(), depth + 1);
                    self.line.push('}');
                    self.end(depth);
                }
                TokenTree::Punct(punct) if punct.as_char() == ',' => {
                    self.line.push(',');
                    self.end(depth);
                }
                // A single colon, not half of a path's.
                TokenTree::Punct(punct)
                    if punct.as_char() == ':'
                        && punct.spacing() == Spacing::Alone
                        && !self.line.ends_with(':') =>
                {
                    self.line.push_str(": ");
                }
                other => {
                    let word = other.to_string();
                    let is_word = |c: char| c.is_alphanumeric();
                    if self.line.ends_with(is_word) && word.starts_with(is_word) {
                        self.line.push(' ');
                    }
                    self.line.push_str(&word);
                }
            }
        }
    }

    fn end(&mut self, depth: usize) {
        let line = std::mem::take(&mut self.line);
        self.text.push_str(&format!("{}{line}\n", "    ".repeat(depth)));
    }
}
