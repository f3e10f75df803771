//! Names that the spec language and Rust can have.

use std::collections::HashSet;

use generator_spec::keywords::{NEVER_RAW, NameKind, Namespace};
use generator_spec::naming;

/// The Rust names of a namespace so far.
pub struct RustNames {
    namespace: Namespace,
    taken: HashSet<String>,
}

impl RustNames {
    /// A namespace of which nothing is taken.
    pub fn new(namespace: Namespace) -> Self {
        Self { namespace, taken: HashSet::new() }
    }

    /// Returns whether a name can be had.
    pub fn is_free(&self, rust: &str) -> bool {
        is_identifier(rust)
            && !self.namespace.has(rust)
            && !NEVER_RAW.contains(&rust)
            && !self.taken.contains(rust)
    }

    /// Takes a name, whatever it is.
    pub fn add(&mut self, rust: String) {
        self.taken.insert(rust);
    }

    /// Takes the usual Rust name of a name, or returns another one that is taken instead.
    pub fn take(&mut self, name: &str, suffix: &str) -> Option<String> {
        let usual = self.usual(name);
        if self.is_free(&usual) {
            self.add(usual);
            return None;
        }
        let wanted = self.usual(&plain(name, &usual));
        let with_suffix = self.usual(&format!("{wanted} {suffix}"));
        let numbered = (2..).map(|number| format!("{with_suffix}{number}"));
        let found = [wanted, with_suffix.clone()].into_iter().chain(numbered).find(|it| self.is_free(it));
        found.inspect(|it| self.add(it.clone()))
    }

    fn usual(&self, name: &str) -> String {
        match self.namespace.0 {
            NameKind::Type => naming::type_name(name),
            // The name of a value is made of another name: `MJ` is `Mj`.
            NameKind::Variant => naming::type_name(&naming::type_name(name)),
            NameKind::Constant => naming::constant(name),
            NameKind::Field | NameKind::Method | NameKind::Module => naming::field(name),
        }
    }
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Words for a name that has too few letters.
fn plain(name: &str, usual: &str) -> String {
    let words = match name.chars().next() {
        Some('+') => format!("plus {name}"),
        Some('-') => format!("minus {name}"),
        Some(c) if c.is_ascii_digit() => format!("n{name}"),
        Some('_') => format!("x{name}"),
        _ => usual.to_owned(),
    };
    let words: String = words.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    match words.trim().chars().next() {
        None => "other".to_owned(),
        Some(c) if c.is_ascii_digit() => format!("n {words}"),
        Some(_) => words,
    }
}

/// The name as a name of the spec language: letters, digits and these characters; others become `_`.
pub fn word(name: &str, and: &[char]) -> String {
    let kept: String = name
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '_' || and.contains(&c) { c } else { '_' })
        .collect();
    let trimmed = kept.trim_matches(|c| c == '_');
    match trimmed {
        "" => "other".to_owned(),
        _ if kept == name => kept,
        _ => trimmed.to_owned(),
    }
}

/// The name of the function in FastAPI's usual `operationId`: what is before its path and method.
pub fn function<'i>(id: &'i str, path: &str, method: &str) -> Option<&'i str> {
    let path: String = path.chars().map(|c| if c.is_alphanumeric() || c == '_' { c } else { '_' }).collect();
    let name = id.strip_suffix(method)?.strip_suffix('_')?.strip_suffix(path.as_str())?;
    Some(name).filter(|name| name.contains(|c: char| c.is_ascii_alphanumeric()))
}

/// Returns whether a title only repeats a name, as in `Item Id` of `item_id`.
pub fn repeats(title: &str, name: &str) -> bool {
    let letters = |text: &str| text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), "");
    letters(title) == letters(name)
}

/// A name that no other has, with a number at its end if the wanted one is taken.
pub fn unique(wanted: &str, taken: &mut HashSet<String>) -> String {
    let mut name = wanted.to_owned();
    let mut number = 2;
    while !taken.insert(name.to_ascii_lowercase()) {
        name = format!("{wanted}{number}");
        number += 1;
    }
    name
}

/// `Lamp State` of `lamp_state`, for names of inline types.
pub fn camel(words: &str) -> String {
    naming::type_name(
        &words.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect::<String>(),
    )
}
