//! The one place that prints Rust.

mod rules;

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::doc::LINE_BREAK;
use super::file::{File, api_banner};
use super::mentions;
use crate::model::{Api, Group};

/// Names of the runtime that written code can use; what it does use is imported.
const RUNTIME: &[&str] = &[
    "Alias",
    "Api",
    "ApiDescriptor",
    "Asks",
    "Auth",
    "AuthBlock",
    "Carrier",
    "Credential",
    "Deprecation",
    "Descriptor",
    "Encode",
    "EnvelopeShape",
    "Extra",
    "Format",
    "FormWriter",
    "Gate",
    "Json",
    "MessageShape",
    "Number",
    "Object",
    "ObjectReader",
    "ObjectWriter",
    "Operation",
    "Parameter",
    "Place",
    "RequiredWhen",
    "ReturnKind",
    "Secret",
    "Upload",
    "Version",
    "returns",
];

/// The same, for what is compiled for servers only.
const SERVER: &[&str] = &["Decode", "FormReader"];

/// A Rust file of an API's crate: its head and its items with a blank line between them.
pub fn file<'a>(
    api: &Api,
    path: &str,
    source: &str,
    head: impl IntoIterator<Item = TokenStream>,
    items: impl IntoIterator<Item = &'a Printed>,
) -> File {
    let head = printed(head.into_iter().filter(|section| !section.is_empty()));
    let mut text = format!("{}\n", api_banner("//", api, source));
    let texts = head.iter().map(|item| &item.0).chain(items.into_iter().map(|item| &item.0));
    texts.for_each(|item| text.extend(["\n", item]));
    File { path: format!("{}/src/{path}", api.name), text }
}

/// A part of a Rust file of an API's crate.
pub fn piece(api: &Api, path: &str, items: &[Printed]) -> File {
    let texts: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
    File { path: format!("{}/src/{path}", api.name), text: texts.join("\n") }
}

/// An item as it stands in a file.
pub struct Printed(String);

/// Prints items.
pub fn printed(items: impl IntoIterator<Item = TokenStream>) -> Vec<Printed> {
    items.into_iter().map(|item| Printed(print(item))).collect()
}

/// Each item is printed on its own, since prettyplease keeps no blank lines.
fn print(item: TokenStream) -> String {
    // Tokens that are no Rust would be a fault of the emitter; the compiler shows it where it stands.
    let file = match syn::parse2::<syn::File>(item) {
        Ok(file) => file,
        Err(error) => return error.to_compile_error().to_string(),
    };
    let text = match file.items.as_slice() {
        [syn::Item::Macro(rules)] if rules.mac.path.is_ident("macro_rules") => rules::print(rules),
        [syn::Item::Macro(call)] => print_call(call),
        _ => None,
    };
    part(&text.unwrap_or_else(|| prettyplease::unparse(&file)))
}

/// A macro around an item is printed as that item: prettyplease lays out no
/// other macro.
fn print_call(call: &syn::ItemMacro) -> Option<String> {
    let inside = syn::parse2::<syn::File>(call.mac.tokens.clone()).ok()?;
    let is_item = matches!(inside.items.as_slice(), [syn::Item::Struct(_) | syn::Item::Enum(_)]);
    let path: Vec<String> = call.mac.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let lines =
        prettyplease::unparse(&inside).lines().map(|line| format!("    {line}\n")).collect::<String>();
    is_item.then(|| format!("{}! {{\n{lines}}}\n", path.join("::")))
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
        part_doc(line, &mut parted);
        before = line;
    }
    parted
}

fn part_doc(line: &str, parted: &mut String) {
    let indent = line.len() - line.trim_start().len();
    let mark = line.get(..indent + "///".len()).unwrap_or_default();
    for (index, piece) in line.split(LINE_BREAK).enumerate() {
        parted.push_str(if index == 0 { "" } else { mark });
        parted.push_str(piece);
        parted.push('\n');
    }
}

/// An identifier, raw where the name is a keyword.
pub fn ident(name: &str) -> Ident {
    // The only keyword that begins with a capital is no name of ours.
    if name.starts_with(char::is_uppercase) || syn::parse_str::<Ident>(name).is_ok() {
        Ident::new(name, Span::call_site())
    } else {
        Ident::new_raw(name, Span::call_site())
    }
}

/// Where items stand: what is at home there is not imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Home {
    /// `api.rs`
    Api,
    /// `types.rs`
    Types,
    /// `server/`, where a group's trait can have the name of the API's marker.
    Server,
    /// Any other file.
    Elsewhere,
}

/// `use` lines for what the items mention: the runtime's names, the crate's
/// types, and maps.
pub fn imports<'a>(api: &Api, home: Home, items: impl IntoIterator<Item = &'a Printed>) -> TokenStream {
    let mut used = HashSet::new();
    for item in items {
        mentions::collect(&item.0, &mut used);
    }
    let types = if home == Home::Types { Vec::new() } else { used_types(api, &used) };
    let types = (!types.is_empty()).then(|| quote! { use crate::types::{#(#types),*}; });
    let auth = used.contains("auth").then(|| quote! { use crate::auth; });
    let has_marker = matches!(home, Home::Api | Home::Server);
    let marker = (!has_marker && used.contains(api.rust.marker.as_str())).then(|| {
        let marker = ident(&api.rust.marker);
        quote! { use crate::#marker; }
    });
    let maps = used.contains("BTreeMap").then(|| quote! { use std::collections::BTreeMap; });
    let always = from_runtime(&used, RUNTIME, None);
    let server = from_runtime(&used, SERVER, Some("server"));
    quote! {
        #maps
        #marker
        #auth
        #types
        #always
        #server
    }
}

fn used_types(api: &Api, used: &HashSet<&str>) -> Vec<Ident> {
    let mut types: Vec<&str> =
        api.types.iter().map(|ty| ty.rust.as_str()).filter(|ty| used.contains(ty)).collect();
    types.sort_unstable();
    types.into_iter().map(ident).collect()
}

fn from_runtime(used: &HashSet<&str>, names: &[&str], feature: Option<&str>) -> Option<TokenStream> {
    let names: Vec<_> = names.iter().filter(|name| used.contains(*name)).map(|name| ident(name)).collect();
    let cfg = feature.map(|feature| quote! { #[cfg(feature = #feature)] });
    (!names.is_empty()).then(|| quote! { #cfg use api_runtime::{#(#names),*}; })
}

/// Path of a group's file below `src/`.
pub fn group_path(group: &Group) -> String {
    format!("operations/{}.rs", group.rust)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::emit::common::doc::Doc;

    #[test]
    fn a_doc_comment_is_printed_line_by_line() {
        let docs = Doc::default().markdown("One.\n\n- two").outer();
        let inside = Doc::default().text("A field with a \u{1}# break.").outer();
        let text = print(quote! { #docs struct S { #inside field: u8 } });
        assert_eq!(
            text,
            "/// One.\n///\n/// - two\nstruct S {\n    /// A field with a  # break.\n    field: u8,\n}\n"
        );
    }
}
