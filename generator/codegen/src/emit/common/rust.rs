//! The one place that prints Rust.

use proc_macro2::{TokenStream, TokenTree};
use syn::Item;

pub use super::tree::ident;

use super::doc::{Doc, LINE_BREAK};
use super::file::{File, api_banner};
use generator_spec::model::{Api, Group, Operation};
use generator_spec::text::replaced;

/// A Rust file of an API's crate: its head and its items, with a blank line
/// between them. Items name the runtime `rt`.
pub fn file(api: &Api, path: &str, source: &str, head: Vec<Printed>, items: Vec<Printed>) -> File {
    let runtime = (!items.is_empty()).then(|| Printed::text("use api_runtime as rt;"));
    let sections = head.into_iter().chain(runtime).chain(items).filter(|it| !it.0.is_empty());
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

/// A part of a file, as written.
pub struct Printed(String);

impl Printed {
    /// An item with its doc comment.
    pub fn documented(docs: &Doc, item: Item) -> Self {
        Self(docs.comment("///") + &print(vec![item]))
    }

    pub fn item(item: Item) -> Self {
        Self(print(vec![item]))
    }

    /// A macro around an enum, with `after` between the enum's name and its variants.
    pub fn marked_enum(item: Item, name: &str, after: &str) -> Self {
        let Self(text) = Self::item(item);
        let (plain, marked) =
            (format!("\n    pub enum {name} {{"), format!("\n    pub enum {name}{after} {{"));
        Self(text.replacen(&plain, &marked, 1))
    }

    /// Items without blank lines between them.
    pub fn block(file: syn::File) -> Self {
        Self(print(file.items))
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

/// Each item is printed on its own, since prettyplease keeps no blank lines.
fn print(items: Vec<Item>) -> String {
    let text = match items.as_slice() {
        [Item::Macro(call)] => print_call(call),
        _ => unparse(items),
    };
    part(&text)
}

fn unparse(items: Vec<Item>) -> String {
    prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items })
}

/// A macro around an item is printed as that item. The item may have `= "kind"` after its name.
fn print_call(call: &syn::ItemMacro) -> String {
    let (tokens, more) = without_equals(call.mac.tokens.clone());
    let item = syn::parse2(tokens).expect("our macros are around items, or texts");
    let path: Vec<String> = call.mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let item = match &item {
        Item::Enum(it) if !more.is_empty() => {
            let head = format!("\npub enum {}", it.ident);
            unparse(vec![item]).replacen(&head, &format!("{head} = {more}"), 1)
        }
        _ => unparse(vec![item]),
    };
    let lines = item.lines().map(|line| format!("    {line}\n")).collect::<String>();
    format!("{}! {{\n{lines}}}\n", path.join("::"))
}

/// The tokens without what is between `=` and the body, and that as text.
fn without_equals(tokens: TokenStream) -> (TokenStream, String) {
    let is_equals = |token: &TokenTree| matches!(token, TokenTree::Punct(it) if it.as_char() == '=');
    let mut tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let Some(start) = tokens.iter().position(is_equals) else {
        return (tokens.into_iter().collect(), String::new());
    };
    let end = tokens.iter().rposition(|it| matches!(it, TokenTree::Group(_))).unwrap_or(tokens.len());
    let more: TokenStream = tokens.drain(start..end.max(start)).skip(1).collect();
    (tokens.into_iter().collect(), more.to_string())
}

/// A blank line between the items of an `impl`, and doc comments line by line.
fn part(text: &str) -> String {
    let mut parted = String::with_capacity(text.len());
    let mut before = "";
    for line in text.lines() {
        let after_method = before == "    }" && line.starts_with("    ");
        let after_constant = before.ends_with(';') && line.starts_with("    fn ");
        if after_method || after_constant {
            parted.push('\n');
        }
        if line.contains(LINE_BREAK) {
            part_doc(line, &mut parted);
        } else {
            parted.extend([line, "\n"]);
        }
        before = line;
    }
    // Doc comments have none: these are in literals.
    let escape = |c: char, to: &mut String| to.extend(c.escape_unicode());
    replaced(&parted, escape).into_owned()
}

fn part_doc(line: &str, parted: &mut String) {
    let indent = line.len() - line.trim_start().len();
    let mark = &line[..indent + "///".len()];
    for (index, piece) in line.split(LINE_BREAK).enumerate() {
        parted.extend([if index == 0 { "" } else { mark }, piece, "\n"]);
    }
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
    use syn::parse_quote;

    #[test]
    fn a_doc_comment_is_printed_line_by_line() {
        let docs = Doc::default().markdown("One.\n\n- two");
        let inside = Doc::default().text("A field with a \u{1}# break.").markdown("Two.").outer();
        let printed = Printed::documented(&docs, parse_quote! { struct S { #inside field: u8 } });
        let field = "    /// A field with a  # break.\n    ///\n    /// Two.\n    field: u8,\n";
        assert_eq!(printed.0, format!("/// One.\n///\n/// - two\nstruct S {{\n{field}}}\n"));
    }
}
