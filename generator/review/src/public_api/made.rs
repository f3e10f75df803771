//! Items that macros make, as far as the call shows them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use syn::ItemMacro;

use super::modules::{Entry, Kind};

/// What the call of a macro makes: the items in it, or its parts as text under
/// the name that it defines.
pub fn entries(item: &ItemMacro, cfgs: &[String]) -> Vec<Entry> {
    let tokens = &item.mac.tokens;
    match syn::parse2::<syn::File>(tokens.clone()) {
        Ok(file) if !file.items.is_empty() => {
            file.items.into_iter().map(|item| Entry::of(item, cfgs.to_vec(), Kind::Made)).collect()
        }
        _ => {
            let macro_name = item.mac.path.segments.last().map(|it| it.ident.to_string());
            let defined = defined(tokens);
            let body = match &defined {
                Some((_, Some(body))) => body.clone(),
                _ => tokens.clone(),
            };
            let name = defined.map(|(name, _)| name);
            let is_public = name.is_some();
            let name = name.or_else(|| macro_name.map(|it| format!("{it}!")));
            vec![Entry { name, is_public, cfgs: cfgs.to_vec(), kind: Kind::Text(parts(body)) }]
        }
    }
}

/// The name after `pub struct` or `pub enum`, and what is in the braces after it.
fn defined(tokens: &TokenStream) -> Option<(String, Option<TokenStream>)> {
    let mut tokens = tokens.clone().into_iter();
    tokens.find(|token| is_ident(token, &["struct", "enum"]))?;
    let name = tokens.next()?.to_string();
    let body = tokens.find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    Some((name, body))
}

fn is_ident(token: &TokenTree, names: &[&str]) -> bool {
    matches!(token, TokenTree::Ident(ident) if names.iter().any(|name| ident == name))
}

/// Splits at `;`, or at `,` if no `;` occurs, and leaves out attributes.
fn parts(tokens: TokenStream) -> Vec<TokenStream> {
    let is_punct =
        |token: &TokenTree, wanted| matches!(token, TokenTree::Punct(it) if it.as_char() == wanted);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let end = if tokens.iter().any(|token| is_punct(token, ';')) { ';' } else { ',' };
    let parts = tokens.split(|token| is_punct(token, end));
    let parts = parts.map(|part| {
        let mut tokens = part.iter().peekable();
        let mut kept = Vec::new();
        while let Some(token) = tokens.next() {
            match tokens.peek() {
                Some(TokenTree::Group(_)) if is_punct(token, '#') => _ = tokens.next(),
                _ => kept.push(token.clone()),
            }
        }
        kept.into_iter().collect::<TokenStream>()
    });
    parts.filter(|part| !part.is_empty()).collect()
}
