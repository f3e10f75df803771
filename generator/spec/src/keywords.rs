//! The keywords of Rust and the names that generated code has already.

/// Keywords that can be raw identifiers, sorted.
pub const KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else",
    "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro",
    "match", "mod", "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
    "true", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Words that can't even be raw identifiers.
pub const NEVER_RAW: &[&str] = &["_", "crate", "self", "super"];

/// Names that a type or constant of a generated crate can't have: they are in
/// the crate's root already, or in Rust's prelude.
pub const TAKEN_TYPES: &str = "\
    Api BlockingClient Body Box BoxError Builder CallBuilder Carrier Client ClientBuilder Clone Copy \
    Credential Debug Decode Default Descriptor Download Drop Effect Encode Err Error ErrorKind Extra \
    Failure FullResponse From Into IntoIterator Json Newer None Number OPERATIONS Ok Operation \
    Option Output PartialEq Pending Reqwest Result Secret Self Send Sensitive Sized Some String Sync \
    T Tower Transport Upload Vec Version";

/// Names that a method of a generated struct can't have: the struct has them already.
pub const TAKEN_METHODS: &str = "clone decode default encode eq fmt new";

/// Names that a module can't have: the crate has them already, or uses them.
pub const TAKEN_MODULES: &str = "\
    alloc answer api api_runtime auth builder call cassette client complete context core file \
    gatekeeper group handled mock mod operations refusal returns route runtime server std types";

/// Names that a field of a type can't have: the type has methods of these names, and a field for
/// unknown fields.
pub const TAKEN_TYPE_FIELDS: &str = "clone default eq extra fmt";

/// Names that a constructor of a credential can't have.
pub const TAKEN_SCHEMES: &str = "carrier clone encode eq fmt in_bearer_header";

/// Names that a listed value can't have.
pub const TAKEN_VARIANTS: &str = "Other Self";

/// Names that a check of the gatekeeper can't have: it has them already.
pub const TAKEN_CHECKS: &str = "has_permission lets_in_where_not_shown";
