//! Rust names, decided once.
//!
//! Reserved words and clashes are settled here; `naming` changes the case.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use crate::diagnostics::{At, Errors};
use crate::keywords::{NEVER_RAW, NameKind, Namespace};
use crate::naming;

impl NameKind {
    /// The case that a name of this kind must have, if this one has another.
    fn wrong_case(self, rust: &str) -> Option<&'static str> {
        let (is_right, case) = match self {
            Self::Type => (rust.starts_with(char::is_uppercase) && !rust.contains('_'), "CamelCase"),
            Self::Constant => (!rust.contains(char::is_lowercase), "capitals"),
            Self::Field | Self::Method => (!rust.contains(char::is_uppercase), "snake_case"),
            Self::Module => (rust == naming::field(rust), "snake_case"),
            Self::Variant => (true, ""),
        };
        (!is_right).then_some(case)
    }
}

/// The thing that has a Rust name, and where it is.
struct Holder {
    name: String,
    place: String,
}

impl Holder {
    fn new(name: &str, at: At<'_>) -> Self {
        Self { name: name.to_owned(), place: format!("{}:{}", at.path(), at.line()) }
    }
}

/// Rust names of one namespace, and whose they are.
pub struct RustNames<'a> {
    namespace: Namespace,
    owners: RefCell<HashMap<String, Holder>>,
    /// Names that the spec says, whose things may come later.
    said: RefCell<HashSet<String>>,
    errors: &'a Errors,
}

impl<'a> RustNames<'a> {
    /// A namespace without names of the spec.
    pub fn new(namespace: Namespace, errors: &'a Errors) -> Self {
        Self { namespace, owners: RefCell::default(), said: RefCell::default(), errors }
    }

    /// Takes the Rust name for `name`: the one in the map at `at`, or the usual
    /// one. Also returns whether these differ.
    pub fn take(
        &self,
        name: &str,
        given: Option<&String>,
        usual: String,
        (at, name_at): (At<'_>, At<'_>),
    ) -> (String, bool) {
        let Some(given) = given else {
            let at = name_at.poisoned_if(at.poisons("rust"));
            return (self.claim(name, usual, "set a Rust name: `rust: ...`", at), false);
        };
        let at = at.find("rust").unwrap_or(name_at);
        let is_renamed = *given != usual;
        (self.claim(name, given.clone(), "choose another Rust name in `rust:`", at), is_renamed)
    }

    /// Takes a name that follows from another Rust name, which was checked
    /// already: only a clash of two of those is reported, or one that no method can have.
    pub fn follow(&self, from: &str, rust: String, at: At<'_>) -> String {
        if NEVER_RAW.contains(&rust.as_str()) {
            return self.claim(from, rust, "set a Rust name: `rust: ...`", at);
        }
        let mut owners = self.owners.borrow_mut();
        let owner = owners.entry(rust.clone()).or_insert_with(|| Holder::new(from, at));
        if owner.name != from {
            self.clash(self.namespace.0, from, owner, &rust, "set a Rust name: `rust: ...`", at);
        }
        rust
    }

    /// Takes a name of a type that is extended, which was checked there.
    pub fn inherit(&self, name: &str, rust: String) {
        let holder = Holder { name: name.to_owned(), place: String::new() };
        self.owners.borrow_mut().insert(rust, holder);
    }

    /// Keeps names for the things whose names the spec says.
    pub fn keep(&self, names: impl IntoIterator<Item = String>) {
        self.said.borrow_mut().extend(names);
    }

    /// Takes a name that is made of another one. It gives way to what the spec names: then it has a number.
    pub fn derive(&self, of: &str, wanted: &str, help: &str, at: At<'_>) -> String {
        self.derive_with((of, help), at, |number| match number {
            1 => wanted.to_owned(),
            number => format!("{wanted}{number}"),
        })
    }

    /// The same, of the names that a function has for 1, 2 and so on.
    pub fn derive_with(
        &self,
        (of, help): (&str, &str),
        at: At<'_>,
        name: impl Fn(usize) -> String,
    ) -> String {
        let is_free = |rust: &String| {
            let is_taken = self.owners.borrow().contains_key(rust) || self.said.borrow().contains(rust);
            !is_taken && !self.namespace.has(rust)
        };
        let rust = (1..).map(name).find(is_free).unwrap_or_default();
        self.claim(of, rust, help, at)
    }

    /// Takes a Rust name for `name`; `help` says how the spec can change it.
    pub fn claim(&self, name: &str, rust: String, help: &str, at: At<'_>) -> String {
        self.claim_as(self.namespace.0, name, rust, help, at)
    }

    /// Takes the name of a constant, which shares the crate's root with the types.
    pub fn constant(&self, name: &str, help: &str, at: At<'_>) -> String {
        self.claim_as(NameKind::Constant, name, naming::constant(name), help, at)
    }

    fn claim_as(&self, kind: NameKind, name: &str, rust: String, help: &str, at: At<'_>) -> String {
        let what = kind.name();
        let mut owners = self.owners.borrow_mut();
        if !is_identifier(&rust) {
            self.errors.push(at, format!("`{name}` has no Rust name: `{rust}` is not an identifier"), help);
        } else if self.namespace.has(&rust) || NEVER_RAW.contains(&rust.as_str()) {
            self.errors.push(at, format!("the Rust {what} name `{rust}` is reserved"), help);
        } else if let Some(case) = kind.wrong_case(&rust) {
            self.errors.push(at, format!("the Rust {what} name `{rust}` is not in {case}"), help);
        } else if let Some(owner) = owners.get(&rust) {
            if owner.name == name {
                let help = format!("the other is in {}: remove one, or {help}", owner.place);
                self.errors.push(at, format!("duplicate `{name}`"), help);
            } else {
                self.clash(kind, name, owner, &rust, help, at);
            }
        } else {
            owners.insert(rust.clone(), Holder::new(name, at));
        }
        rust
    }

    fn clash(&self, kind: NameKind, name: &str, owner: &Holder, rust: &str, help: &str, at: At<'_>) {
        let (what, Holder { name: other, place, .. }) = (kind.name(), owner);
        let title = format!("`{name}` and `{other}` have the same Rust {what} name `{rust}`");
        // A name that follows from others has none.
        let help =
            if place.is_empty() { help.to_owned() } else { format!("the other is in {place}: {help}") };
        self.errors.push(at, title, help);
    }
}

/// Returns whether a text is an identifier, raw ones included.
fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}
