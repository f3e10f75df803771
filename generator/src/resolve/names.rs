//! Rust names, decided once.
//!
//! Reserved words and clashes are settled here; `naming` changes the case.

use std::collections::HashMap;

use crate::diagnostics::{At, Faults};
use crate::naming;

/// Names that a type or constant of a generated crate can't have: it uses them
/// itself. Lowercase ones (`bool`, `std`) are no names of types anyway.
const TAKEN_TYPES: &[&str] = &[
    "Alias",
    "Api",
    "ApiDescriptor",
    "Asks",
    "Auth",
    "AuthBlock",
    "BTreeMap",
    "BlockingClient",
    "Body",
    "Box",
    "BoxError",
    "Builder",
    "Carrier",
    "Client",
    "ClientBuilder",
    "Clone",
    "Copy",
    "Credential",
    "Debug",
    "Decode",
    "Default",
    "Deprecation",
    "Descriptor",
    "Download",
    "Drop",
    "Encode",
    "EnvelopeShape",
    "Err",
    "Error",
    "ErrorKind",
    "Extra",
    "Failure",
    "FormReader",
    "FormWriter",
    "Format",
    "From",
    "Gate",
    "Into",
    "IntoIterator",
    "Json",
    "MessageShape",
    "Newer",
    "None",
    "Number",
    "OPERATIONS",
    "Object",
    "ObjectReader",
    "ObjectWriter",
    "Ok",
    "Operation",
    "Option",
    "Output",
    "Parameter",
    "PartialEq",
    "Pending",
    "Place",
    "Reqwest",
    "RequiredWhen",
    "Result",
    "ReturnKind",
    "Secret",
    "Self",
    "Send",
    "Sized",
    "Some",
    "String",
    "Sync",
    "T",
    "Tower",
    "Transport",
    "Upload",
    "Vec",
    "Version",
];

/// Names that a method of a generated struct can't have: the struct has them already.
const TAKEN_METHODS: &[&str] = &["clone", "decode", "default", "encode", "eq", "fmt", "new"];

/// Words that can't even be raw identifiers.
const NEVER_RAW: &[&str] = &["_", "crate", "self", "super"];

/// Whether the spec gives another Rust name than the usual one.
pub fn is_renamed(given: Option<&str>, usual: &str) -> bool {
    given.is_some_and(|given| given != usual)
}

/// Rust names of one namespace, and whose they are.
pub struct Names {
    what: &'static str,
    taken: &'static [&'static str],
    owners: HashMap<String, String>,
}

impl Names {
    /// The types of a crate: its operations, types and credentials.
    pub fn types() -> Self {
        Self { what: "type", taken: TAKEN_TYPES, owners: HashMap::new() }
    }

    /// The fields of a struct, each with a method of the same name.
    pub fn fields() -> Self {
        Self { what: "field", taken: TAKEN_METHODS, owners: HashMap::new() }
    }

    /// The fields of a type, beside the one for what is not known.
    pub fn type_fields() -> Self {
        Self { taken: &["extra"], ..Self::fields() }
    }

    /// The fields of a credential, beside the one for what carries it.
    pub fn credential_fields() -> Self {
        Self { taken: &["carrier"], ..Self::fields() }
    }

    /// The constructors of a credential.
    pub fn schemes() -> Self {
        Self {
            what: "method",
            taken: &["carrier", "clone", "encode", "eq", "fmt", "in_bearer_header"],
            ..Self::fields()
        }
    }

    /// The variants of an enum.
    pub fn variants() -> Self {
        Self { what: "variant", taken: &["Other", "Self"], owners: HashMap::new() }
    }

    /// The methods of a group's trait.
    pub fn methods() -> Self {
        Self { what: "method", taken: &[], owners: HashMap::new() }
    }

    /// The methods of the gatekeeper.
    pub fn gatekeeper() -> Self {
        Self { taken: &["has_permission", "lets_in_where_not_shown"], ..Self::methods() }
    }

    /// The modules of a crate.
    pub fn modules() -> Self {
        Self {
            what: "module",
            taken: &[
                "alloc",
                "answer",
                "api",
                "api_runtime",
                "auth",
                "builder",
                "call",
                "client",
                "complete",
                "context",
                "core",
                "file",
                "gatekeeper",
                "group",
                "handled",
                "mod",
                "operations",
                "refusal",
                "returns",
                "route",
                "runtime",
                "server",
                "std",
                "types",
            ],
            owners: HashMap::new(),
        }
    }

    /// Takes the Rust name for `name`: what the spec says (in `at`), or what the conversion gives.
    pub fn take(
        &mut self,
        name: &str,
        given: Option<&str>,
        convert: fn(&str) -> String,
        (at, name_at): (At<'_>, At<'_>),
        faults: &mut Faults,
    ) -> String {
        let (help, at) = match given {
            Some(_) => ("give it another Rust name in `rust:`", at.find("rust").unwrap_or(name_at)),
            None => ("give it a Rust name of its own: `rust: ...`", name_at),
        };
        self.claim(name, given.map_or_else(|| convert(name), str::to_owned), help, at, faults)
    }

    /// Takes a name that follows from another Rust name, which was checked
    /// already: only that two of those give the same one is told.
    pub fn follow(&mut self, from: &str, rust: String, at: At<'_>, faults: &mut Faults) -> String {
        let what = self.what;
        match self.owners.get(&rust) {
            Some(other) if other != from => {
                let title = format!("`{from}` and `{other}` both give the Rust {what} name `{rust}`");
                faults.push(at, title, "give it a Rust name of its own: `rust: ...`");
            }
            _ => drop(self.owners.insert(rust.clone(), from.to_owned())),
        }
        rust
    }

    /// Takes the name of a constant, which stands beside the types in the
    /// crate's root.
    pub fn constant(
        &mut self,
        name: &str,
        rust: String,
        help: &str,
        at: At<'_>,
        faults: &mut Faults,
    ) -> String {
        let what = std::mem::replace(&mut self.what, "constant");
        let rust = self.claim(name, rust, help, at, faults);
        self.what = what;
        rust
    }

    /// Takes a Rust name for `name`; `help` says how the spec can change it.
    pub fn claim(&mut self, name: &str, rust: String, help: &str, at: At<'_>, faults: &mut Faults) -> String {
        let what = self.what;
        if !is_identifier(&rust) {
            faults.push(at, format!("`{name}` gives no Rust name: `{rust}` is no identifier"), help);
        } else if self.taken.contains(&rust.as_str()) || NEVER_RAW.contains(&rust.as_str()) {
            faults.push(at, format!("`{name}` gives the reserved Rust {what} name `{rust}`"), help);
        } else if let Some(case) = self.wrong_case(&rust) {
            faults.push(at, format!("the Rust {what} name `{rust}` is not in {case}"), help);
        } else if let Some(owner) = self.owners.get(&rust) {
            if owner == name {
                let help = format!("say it once, or {help}");
                faults.push(at, format!("`{name}` is there twice"), help);
            } else {
                faults.push(
                    at,
                    format!("`{name}` and `{owner}` both give the Rust {what} name `{rust}`"),
                    help,
                );
            }
        } else {
            self.owners.insert(rust.clone(), name.to_owned());
        }
        rust
    }

    /// The case that a name of this kind has and this one has not.
    fn wrong_case(&self, rust: &str) -> Option<&'static str> {
        match self.what {
            "type" => {
                let is_camel = rust.starts_with(char::is_uppercase) && !rust.contains('_');
                (!is_camel).then_some("CamelCase")
            }
            "module" => (rust != naming::field(rust)).then_some("snake_case"),
            "constant" => rust.contains(char::is_lowercase).then_some("capitals"),
            "field" | "method" => rust.contains(char::is_uppercase).then_some("snake_case"),
            _ => None,
        }
    }
}

/// Whether a text is an identifier, raw ones included.
fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_')
}
