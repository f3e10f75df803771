//! Names made of other names: their case in Rust, and their words.
//!
//! The case of every Rust name is decided here. Shells, examples and the CLI have cases of
//! their own.

use std::collections::BTreeSet;
use std::ops::Range;

use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// `AddLamp`, `LampVersion`.
pub fn type_name(name: &str) -> String {
    words(name).to_upper_camel_case()
}

/// `Json`, `Csv`, `Text`: of a content type, or with its first part, `TextCsv`.
fn content_type(content_type: &str, is_long: bool) -> String {
    let essence = content_type.split(';').next().unwrap_or_default().trim();
    let (kind, form) = essence.split_once('/').unwrap_or(("", essence));
    let short = match (kind, form) {
        ("*", "*") => "any",
        ("text", "plain") => "text",
        ("application", "octet-stream") => "bytes",
        ("application", "x-www-form-urlencoded") => "form",
        ("multipart", "form-data") => "multipart",
        (_, "*") => kind,
        _ => form,
    };
    let is_name = !short.starts_with(|first: char| first.is_ascii_digit());
    type_name(if is_long || !is_name { essence } else { short })
}

/// The variant of a content type, after a prefix: none of those that are taken.
pub fn content_variant(prefix: &str, media: &str, taken: &[String]) -> String {
    let usual = [false, true].map(|is_long| prefix.to_owned() + &content_type(media, is_long));
    let is_free = |name: &String| !["Other", "Self"].contains(&name.as_str()) && !taken.contains(name);
    usual.into_iter().find(is_free).unwrap_or_else(|| format!("{prefix}Content{}", taken.len() + 1))
}

/// `lamp_room`, `room_ids`: a field, a method or a module.
pub fn field(name: &str) -> String {
    words(name).to_snake_case()
}

/// A name that nothing has yet, with a number at its end if the wanted one is taken.
pub fn unused(wanted: &str, taken: &mut BTreeSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 1;
    while !taken.insert(name.clone()) {
        number += 1;
        name = format!("{wanted}{number}");
    }
    name
}

/// `MAX_LEVEL`.
pub fn constant(name: &str) -> String {
    words(name).to_shouty_snake_case()
}

/// `lamp-room`: an option or a command, of the Rust name.
pub fn option(rust: &str) -> String {
    rust.replace('_', "-")
}

/// `room_null`: the method that sets a field to null.
pub fn null_setter(rust: &str) -> String {
    format!("{rust}_null")
}

/// `GARDEN_PASSWORD`: the variable of a shell that a program reads in place of an option.
#[must_use]
pub fn variable(program: &str, option: &str) -> String {
    format!("{program}_{option}").to_uppercase().replace('-', "_")
}

/// `admin`, `add`, `user`.
pub fn path_words(name: &str) -> Vec<String> {
    kebab(name).split('-').map(str::to_owned).collect()
}

/// `add-tulip`.
pub fn kebab(name: &str) -> String {
    words(name).to_kebab_case()
}

/// `user`, `web`: the words of a namespace.
pub fn namespace_words(namespace: &str) -> Vec<&str> {
    namespace.split(['/', '-']).collect()
}

/// The words without the longest of the prefixes that they begin with.
pub fn without_prefix<'a, 'w>(words: &'a [&'w str], prefixes: &[Vec<&str>]) -> &'a [&'w str] {
    let found = prefixes.iter().filter(|prefix| words.starts_with(prefix));
    words.split_at(found.map(Vec::len).max().unwrap_or_default()).1
}

/// Returns the place of a name's words among others, in the singular or in the plural, or of words
/// that are the name in one: `tsig-key` of `tsigkeys`.
pub fn position(words: &[&str], name: &[&str]) -> Option<Range<usize>> {
    let is_name = |at: &[&str]| at.iter().zip(name).all(|(word, own)| stem(word) == stem(own));
    let whole = name.concat();
    let is_whole = |at: &Range<usize>| stem(&words[at.clone()].concat()) == stem(&whole);
    let each = words.windows(name.len()).position(is_name).map(|at| at..at + name.len());
    let mut joined = (0..words.len()).flat_map(|start| (start + 1..=words.len()).map(move |end| start..end));
    each.or_else(|| joined.find(is_whole))
}

/// The beginning that the singular and the plural of a word share: `polic`.
pub fn stem(word: &str) -> &str {
    let ending = ["ies", "ys", "s", "y"].into_iter().find_map(|ending| word.strip_suffix(ending));
    ending.unwrap_or(word)
}

/// The plural of an acronym is one word.
fn words(name: &str) -> String {
    name.replace("IDs", "Ids").replace("URLs", "Urls")
}
