//! The keywords of Rust and the names that generated code has already.

use crate::text::named;

/// Keywords that can be raw identifiers, sorted.
pub const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that can't even be raw identifiers.
pub const NEVER_RAW: &[&str] = &["_", "crate", "self", "super"];

/// Options that commands of the CLI have for themselves, and keys of its profiles.
pub const CLI: &[&str] = &[
    "url",
    "profile",
    "json",
    "table",
    "dry-run",
    "yes",
    "read-only",
    "verbose",
    "output",
    "force",
    "record",
    "record-shape",
    "max-body",
    "server-version",
    "request-path",
    "trust-path",
    "timeout",
    "header",
    "cacert",
    "bearer",
    "credential",
    "help",
    "version",
    "start-session",
    "end-session",
    "paths",
];

named! {
    /// The kind of item that a Rust name is for.
    #[derive(Clone, Copy)]
    pub enum NameKind {
        /// A type.
        Type = "type",
        /// A constant.
        Constant = "constant",
        /// A field.
        Field = "field",
        /// A method.
        Method = "method",
        /// A variant of an enum.
        Variant = "variant",
        /// A module.
        Module = "module",
    }
}

/// The items of a namespace and the names that generated code or Rust's prelude has there.
pub struct Namespace(pub NameKind, pub &'static str);

impl Namespace {
    /// Returns whether generated code or the prelude has the name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.1.split(' ').any(|taken| taken == name)
    }
}

/// The root of a crate: its operations, types, credentials and constants.
pub const ROOT: Namespace = Namespace(
    NameKind::Type,
    "Api BlockingClient Body Box BoxError Builder CallBuilder Carrier Client ClientBuilder Clone Copy \
    Credential Debug Decode Default Descriptor Download Drop Effect Encode Err Error ErrorKind Extra \
    Failure FullResponse From Into IntoIterator Json Newer None Number OPERATIONS Ok Operation \
    Option OtherStatus Output Paged PartialEq Pending Reqwest Result Secret Self Send Sensitive Sized \
    Some String Sync T Tower Transport Upload Vec Version WithHeaders",
);

/// The modules of a crate.
pub const MODULES: Namespace = Namespace(
    NameKind::Module,
    "alloc answer api api_runtime auth builder call cassette client complete context core file \
    gatekeeper group handled mock mod operations policy refusal returns route runtime server std types",
);

/// The fields of a request, each with a method of the same name.
pub const FIELDS: Namespace = Namespace(NameKind::Field, "clone decode default encode eq fmt new");

/// The fields of a type, each with a method of the same name, next to the one for unknown fields.
pub const TYPE_FIELDS: Namespace = Namespace(NameKind::Field, "clone default eq extra fmt new");

/// The fields of a credential, next to the one for its carrier.
pub const CREDENTIAL_FIELDS: Namespace = Namespace(NameKind::Field, "carrier");

/// The constructors of a credential.
pub const SCHEMES: Namespace = Namespace(NameKind::Method, "carrier clone encode eq fmt in_bearer_header");

/// The variants of an enum.
pub const VARIANTS: Namespace = Namespace(NameKind::Variant, "Other Self");

/// The methods of a group's trait.
pub const METHODS: Namespace = Namespace(NameKind::Method, "");

/// The methods of the gatekeeper.
pub const CHECKS: Namespace = Namespace(NameKind::Method, "has_permission lets_in_where_not_shown");
