//! The aspects that are compared.

use generator_spec::facts::Key;

/// The subject of a row.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// A fact.
    Fact(Key),
    // Entries: whether they are there, their names and their order. `Entry` is a parameter or a field.
    Api, Group, Operation, Alias, Unnamed, Entry, Result, Type, Value, Constant, Credential, Scheme, Gate, Check,
    // Of an API, its groups and its constants.
    EncodingStatus, Envelope, GroupName, ConstantType, ConstantValue,
    // Of an operation.
    OfGroup, Effect, EffectStatus, Repeatable, Path, PathStatus, AliasSince, AliasName, Caller, Access,
    Block, Method, Encoding, Deprecation,
    // Of its result.
    Output, OutputType, Framing, ReturnSpelling, ContentType, Secrecy, RedirectStatus, ReturnStatus, Variant, Headers,
    // Of parameters, types and fields.
    Shape, JsonShape, Spelling, Wire, JsonMark, Boxing, Kind, ValuesOf,
    // Of credentials and gates.
    CredentialOf, Carried, SchemeValue, Takes, Question,
    /// A value that another chain reports: if it differs, what follows in this one differs with it.
    Elsewhere,
    /// All documentation: one row.
    Documentation,
    /// A part of it.
    Text(&'static str),
}
