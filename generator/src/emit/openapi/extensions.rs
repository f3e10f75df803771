//! `x-` keys: facts that OpenAPI has no word for. `FORMATS.md` has the same
//! list; a test holds the two together.

use serde_json::{Map, Value};

use super::json::Object;
use crate::facts::{Fact, Key, Part, Shape};

/// Facts with a word in OpenAPI, or a place of their own.
const ELSEWHERE: &[Key] = &[
    // Operations.
    Key::Deprecated,
    Key::Rules,
    Key::Since,
    Key::Aliases,
    Key::Auth,
    Key::AuthIn,
    Key::Encoding,
    Key::VersionChanges,
    Key::Limits,
    // Parameters.
    Key::Default,
    Key::Values,
    Key::Constant,
    Key::Format,
    Key::RequiredWhen,
    Key::Secret,
];

/// All other facts: `x-` and the key, in kebab case.
pub fn of(facts: &[Fact<'_>]) -> Object {
    let mut object = Map::new();
    for fact in facts.iter().filter(|fact| fact.is_told()) {
        let is_wanted = match fact.key.part() {
            Part::Plain | Part::Deprecation | Part::Text | Part::Note => !ELSEWHERE.contains(&fact.key),
            Part::Name
            | Part::Kind
            | Part::Code
            | Part::Summary
            | Part::Address
            | Part::Member
            | Part::Item
            | Part::Result
            | Part::Source
            | Part::Detail => false,
        };
        if is_wanted {
            let entry = object.entry(format!("x-{}", fact.key.name().replace('_', "-")));
            match fact.key.shape() {
                Shape::One | Shape::Flag => *entry.or_insert(Value::Null) = fact.value.to_json(),
                Shape::Many => {
                    let list = entry.or_insert_with(|| Value::Array(Vec::new()));
                    list.as_array_mut().into_iter().for_each(|list| list.push(fact.value.to_json()));
                }
            }
        }
    }
    object.into_iter().collect()
}

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
/// An operation: `block`, where it travels (`in`), and whether it is `required`; or `not_shown`.
pub const CREDENTIAL: &str = "x-credential";

/// A parameter and a field: never to be shown or logged.
pub const SECRET: &str = "x-secret";

/// A type, and `info` for the encoding of requests: `inferred`, or from `elsewhere`, where the documents don't give it.
pub const STATUS: &str = "x-status";
/// A type: the documents list its values but give it no name; the name is ours.
pub const UNNAMED: &str = "x-unnamed";
/// A type: the names of its values in the documents, in their order.
pub const VALUE_NAMES: &str = "x-enum-varnames";
