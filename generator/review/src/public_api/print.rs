//! Tokens as text: each path in full, so that an import that moves changes
//! nothing.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

use super::modules::Crate;
use super::paths::{Exports, Target};

/// Prints what a module says.
pub struct Printer<'a> {
    pub krate: &'a Crate,
    pub exports: &'a Exports,
    pub module: &'a [String],
}

impl Printer<'_> {
    /// The text, without attributes.
    pub fn text(&self, tokens: impl ToTokens) -> String {
        let mut text = String::new();
        self.write(tokens.to_token_stream(), &mut text);
        text
    }

    /// Whether it names an item of the crate that is not public.
    pub fn names_private(&self, tokens: impl ToTokens) -> bool {
        let tokens: Vec<TokenTree> = tokens.to_token_stream().into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            if let TokenTree::Group(group) = token
                && self.names_private(group.stream())
            {
                return true;
            }
            let path = path_at(&tokens, at);
            let targets = self.krate.resolve(self.module, &path);
            let is_private =
                |it: &Target| matches!(it, Target::Item(item) if self.exports.path(item).is_none());
            if !targets.is_empty() && targets.iter().all(is_private) {
                return true;
            }
            at += length(&path);
        }
        false
    }

    fn write(&self, tokens: TokenStream, text: &mut String) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let is_lifetime = text.ends_with('\'');
            let path = if is_lifetime { Vec::new() } else { path_at(&tokens, at) };
            at += length(&path);
            match token {
                TokenTree::Ident(ident) if path.is_empty() => text.push_str(&ident.to_string()),
                TokenTree::Ident(_) => word(&self.full(&path), text),
                TokenTree::Literal(literal) => word(&literal.to_string(), text),
                TokenTree::Punct(punct) => {
                    let joint = punct.spacing() == proc_macro2::Spacing::Joint;
                    self::punct(punct.as_char(), joint, text);
                }
                TokenTree::Group(group) => {
                    let (open, close) = braces(group.delimiter());
                    text.push_str(open);
                    self.write(group.stream(), text);
                    text.push_str(close);
                }
            }
        }
    }

    /// The path by which everyone knows it.
    fn full(&self, path: &[String]) -> String {
        let targets = self.krate.resolve(self.module, path);
        let full = targets.iter().find_map(|target| match target {
            Target::Item(item) => Some(
                self.exports.path(item).map_or_else(|| format!("crate::{}", item.join("::")), str::to_owned),
            ),
            Target::Elsewhere(path) => Some(path.join("::")),
            Target::Module(_) => None,
        });
        full.unwrap_or_else(|| path.join("::"))
    }
}

/// How many tokens a path is; what is not a path is one token.
fn length(path: &[String]) -> usize {
    match path.len() {
        0 => 1,
        names => 3 * names - 2,
    }
}

/// The path that begins at a token: `a::b::C`.
fn path_at(tokens: &[TokenTree], start: usize) -> Vec<String> {
    let ident = |at: usize| match tokens.get(at) {
        Some(TokenTree::Ident(ident)) => Some(ident.to_string()),
        _ => None,
    };
    let is_colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(it)) if it.as_char() == ':');
    let mut path: Vec<String> = ident(start).into_iter().collect();
    let mut at = start + 1;
    while !path.is_empty() && is_colon(at) && is_colon(at + 1) {
        let Some(name) = ident(at + 2) else { break };
        path.push(name);
        at += 3;
    }
    path
}

fn braces(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}

fn word(word: &str, text: &mut String) {
    if text.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        || text.ends_with('>') && !text.ends_with("->")
    {
        text.push(' ');
    }
    text.push_str(word);
}

fn punct(c: char, is_joint: bool, text: &mut String) {
    let is_second = text.ends_with([':', '-']) || text.ends_with('=') && c == '>';
    match c {
        ',' => text.push_str(", "),
        ':' if !is_joint && !is_second => text.push_str(": "),
        '=' | '+' => {
            if !text.ends_with(' ') {
                text.push(' ');
            }
            text.push(c);
            if !is_joint {
                text.push(' ');
            }
        }
        '-' if is_joint => text.push_str(" -"),
        '>' if text.ends_with(" -") => text.push_str("> "),
        '\'' if text.ends_with(char::is_alphanumeric) => text.push_str(" '"),
        c => text.push(c),
    }
}
