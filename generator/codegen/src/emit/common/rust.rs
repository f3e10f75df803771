//! The one place that prints Rust.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

use super::doc::Doc;
use super::file::{File, api_banner};
use generator_spec::keywords::KEYWORDS;
use generator_spec::model::{Api, Group, Operation};
use generator_spec::text::replaced;

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    if KEYWORDS.binary_search(&name).is_ok() {
        Ident::new_raw(name, Span::call_site())
    } else {
        Ident::new(name, Span::call_site())
    }
}

/// A number without the type suffix that `#number` would have in a template: `18` instead of `18u16`.
pub fn number(number: impl Into<u64>) -> Literal {
    Literal::u64_unsuffixed(number.into())
}

/// `Some(value)` or `None`; an `Option` in a template would print nothing for `None`.
pub fn option(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote! { None }, |value| quote! { Some(#value) })
}

/// A Rust file of an API's crate: its head and its items, with a blank line
/// between them. Items name the runtime `rt`.
pub fn file(api: &Api, path: &str, source: &str, head: Vec<Printed>, items: Vec<Printed>) -> File {
    let runtime = (!items.is_empty()).then(|| Printed::text("use api_runtime as rt;"));
    let sections = head.into_iter().chain(runtime).chain(items).filter(|section| !section.0.is_empty());
    let mut text = format!("{}\n", api_banner("//", api, source));
    sections.for_each(|section| text.extend(["\n", &section.0]));
    File { path: format!("{}/src/{path}", api.name), text }
}

/// The file of a group in a folder of the crate. Its items may mention deprecated operations.
pub fn group_file(api: &Api, folder: &str, group: &Group, items: Vec<Printed>) -> File {
    let docs = Doc::default().text(&group.in_a_sentence());
    let head = vec![Printed::module_docs(&docs), allow_deprecated(group.operations())];
    file(api, &group_path(folder, group), &group.source(), head, items)
}

/// A part of a Rust file of an API's crate.
pub fn piece(api: &Api, path: &str, items: &[Printed]) -> File {
    let texts: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
    File { path: format!("{}/src/{path}", api.name), text: texts.join("\n") }
}

/// A part of a file, as text.
pub struct Printed(String);

impl Printed {
    /// An item with its doc comment.
    pub fn documented(docs: &Doc, item: TokenStream) -> Self {
        Self(docs.comment("///") + &print(item))
    }

    /// An item, or several without blank lines between them.
    pub fn items(items: TokenStream) -> Self {
        Self(print(items))
    }

    /// A macro of the runtime around a type.
    pub fn in_macro(name: &str, item: TokenStream) -> Self {
        let lines: String = print(item).lines().map(|line| format!("    {line}\n")).collect();
        Self(format!("rt::{name}! {{\n{lines}}}\n"))
    }

    /// Adds `mark` after the name of the enum in a macro. That is not valid Rust, so no template can
    /// have it.
    pub fn marked(self, name: &Ident, mark: &str) -> Self {
        let head = format!("\n    pub enum {name}");
        Self(self.0.replacen(&head, &format!("{head}{mark}"), 1))
    }

    /// The doc comment of a module, inside it.
    pub fn module_docs(docs: &Doc) -> Self {
        Self(docs.comment("//!"))
    }

    /// A line, or lines, as they are.
    pub fn text(lines: &str) -> Self {
        Self(format!("{lines}\n"))
    }
}

fn print(items: TokenStream) -> String {
    let file = syn::parse2(items).expect("a template is Rust");
    separate_items(&prettyplease::unparse(&file))
}

/// Adds a blank line between the items of an `impl`, which prettyplease doesn't.
fn separate_items(text: &str) -> String {
    let mut separated = String::with_capacity(text.len());
    let mut before = "";
    for line in text.lines() {
        let after_method = before == "    }" && line.starts_with("    ");
        let after_constant = before.ends_with(';') && line.starts_with("    fn ");
        if after_method || after_constant {
            separated.push('\n');
        }
        separated.extend([line, "\n"]);
        before = line;
    }
    // `quote!` doesn't escape invisible characters in literals.
    let escape = |c: char, to: &mut String| to.extend(c.escape_unicode());
    replaced(&separated, escape).into_owned()
}

/// The attribute of a file that mentions a deprecated operation; empty for other files.
pub fn allow_deprecated<'a>(mut operations: impl Iterator<Item = &'a Operation>) -> Printed {
    let is_needed = operations.any(|operation| operation.deprecated.is_some());
    Printed(if is_needed { "#![allow(deprecated)]\n".to_owned() } else { String::new() })
}

/// Path of a group's file below `src/`.
pub fn group_path(folder: &str, group: &Group) -> String {
    format!("{folder}/{}.rs", group.rust)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doc_comment_is_printed_line_by_line() {
        let docs = Doc::default().markdown("One.\n\n- two");
        let inside = Doc::default().text("A field with a \u{1}# break.").markdown("Two.").outer();
        let printed = Printed::documented(&docs, quote! { struct S { #inside field: u8 } });
        let field = "    /// A field with a  # break.\n    ///\n    /// Two.\n    field: u8,\n";
        assert_eq!(printed.0, format!("/// One.\n///\n/// - two\nstruct S {{\n{field}}}\n"));
    }
}
