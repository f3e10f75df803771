//! The names of facts that OpenAPI has no word for. `FORMATS.md` has the
//! same list; a test holds the two together.

/// The root: that a generator wrote the file, and from what.
pub const GENERATED: &str = "x-generated";
/// The root: titles of the documents by number.
pub const DOCUMENTS: &str = "x-documents";
/// The root: codes of gates, with meaning. An operation: its gates, in the documents' order.
pub const GATES: &str = "x-gates";
/// The root: behaviour that changed with a server version.
pub const VERSION_CHANGES: &str = "x-version-changes";
/// The root: limits, in words.
pub const LIMITS: &str = "x-limits";
/// The root: rows of the documents that have no operation name, and so no path.
pub const UNNAMED_OPERATIONS: &str = "x-unnamed-operations";
/// The root and an operation: what the documents leave open.
pub const NOT_SHOWN: &str = "x-not-shown";
/// The root and an operation: ambiguities of the documents, what was decided, and why.
pub const NOTES: &str = "x-notes";
/// The root: which field of a body tells a failure, whatever the HTTP status.
pub const FAILURE: &str = "x-failure";

/// `info`: the overlays that changed the spec, and where their facts are from.
pub const OVERLAYS: &str = "x-overlays";

/// An operation: document and part that it comes from, or the `overlay`'s source.
pub const SOURCE: &str = "x-source";
/// An operation: whether its path is `documented`, `inferred` or from `elsewhere`, an overlay.
pub const PATH_STATUS: &str = "x-path-status";
/// An operation: the `operationId` of the operation whose other path this is.
pub const ALIAS_OF: &str = "x-alias-of";
/// An operation and a parameter: first server version that has it.
pub const SINCE: &str = "x-since";
/// An operation: first version of the device client that it works with.
pub const DEVICE_SINCE: &str = "x-device-since";
/// An operation: `block`, where it travels (`in`), and whether it is `required`; or `not_shown`.
pub const CREDENTIAL: &str = "x-credential";
/// An operation: token action that the caller's token needs.
pub const PERMISSION: &str = "x-permission";
/// An operation: the one whose behaviour it has.
pub const MATCHES: &str = "x-matches";
/// An operation: two parameters that the server swaps if the first is greater.
pub const SWAPPED_IF_REVERSED: &str = "x-swapped-if-reversed";
/// A deprecated operation: the one to use instead.
pub const REPLACEMENT: &str = "x-replacement";
/// A deprecated operation: the month after which it goes.
pub const REMOVED_AFTER: &str = "x-removed-after";

/// A parameter: only administrators of the top level may send it.
pub const TOP_LEVEL_ONLY: &str = "x-top-level-only";
/// A parameter and a field: never to be shown or logged.
pub const SECRET: &str = "x-secret";
/// A parameter: a code that works once.
pub const ONE_TIME: &str = "x-one-time";

/// A type, and `info` for the encoding of requests: `inferred`, or from `elsewhere`, where the documents don't give it.
pub const STATUS: &str = "x-status";
/// A type: the documents list its values but give it no name; the name is ours.
pub const UNNAMED: &str = "x-unnamed";
/// A type: the names of its values in the documents, in their order.
pub const VALUE_NAMES: &str = "x-enum-varnames";
