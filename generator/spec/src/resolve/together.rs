//! Keys that need others, and keys that others exclude: one table, which is checked and which the guide has.

use super::scope::Scope;
use crate::diagnostics::At;

/// A map of the language whose keys depend on each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    Operation,
    Body,
    BodyContent,
    ResultContent,
    Parameter,
    Header,
    Result,
    Type,
    Alias,
    Field,
    Pages,
}

/// The others that a key needs or excludes.
pub enum Others {
    /// One of these must be there.
    Needs(&'static [&'static str]),
    /// None of these may be there.
    Excludes(&'static [&'static str]),
}

use self::Others::{Excludes, Needs};

/// A map, one of its keys (empty for any map), the others, what is wrong otherwise,
/// and what to do.
pub type Row = (Map, &'static [&'static str], Others, &'static str, &'static str);

const NAMED_ONLY: &[&str] = &[
    "rust",
    "effect",
    "inferred_effect",
    "repeatable",
    "path",
    "inferred_path",
    "since",
    "aliases",
    "permission",
    "auth_in",
    "server",
    "method",
    "encoding",
    "device_since",
    "choices",
    "body",
    "pages",
    "waits",
    "swapped_if_reversed",
    "matches",
    "see_also",
    "deprecated",
];

const KNOWN: &str = "remove the key: the value is known";
const OTHER_KIND: &str = "remove the key, or write another kind of type";
const BELONGS: &str = "remove the key, or add the one that it belongs to";

#[rustfmt::skip]
pub const ROWS: &[Row] = &[
    (Map::Operation, &["unnamed"], Excludes(NAMED_ONLY), "this key does not apply to an entry without a name", "name the operation: `operation: ...`, in your own words if need be, or remove the key"),
    (Map::Operation, &["body"], Excludes(&["encoding"]), "a body that is one value has no encoding", "keep `body`, or make its fields parameters"),
    (Map::Parameter, &["exclusive_min"], Excludes(&["min"]), "a value has one lower limit", "keep one of the two keys"),
    (Map::Parameter, &["exclusive_max"], Excludes(&["max"]), "a value has one upper limit", "keep one of the two keys"),
    (Map::Parameter, &["value"], Excludes(&["flag", "default", "values", "format", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length", "min_items", "max_items", "unique", "pattern", "one_time", "new_password", "subject"]), "this key does not apply to a parameter with one value", KNOWN),
    (Map::Parameter, &["fill"], Excludes(&["default", "value", "values", "format", "min_length", "max_length", "pattern", "required_when", "one_time", "new_password", "subject"]), "this key does not apply to a parameter that clients fill in", "remove it, or `fill`"),
    (Map::Parameter, &["object"], Excludes(&["list", "flag", "value", "values", "default", "format", "secret"]), "this key does not apply to an object that is sent as fields", "remove the key, or `object`"),
    (Map::Parameter, &["object_inferred"], Needs(&["object"]), "only the form of an object is inferred", BELONGS),
    (Map::Header, &[], Excludes(&["fill", "in", "flag", "reserved", "default", "deprecated", "value", "since", "required_when", "top_level_only", "one_time", "new_password", "subject", "format"]), "this key does not apply to a response header", "remove it"),
    (Map::Type, &["opaque"], Excludes(&["required", "required_inferred", "tag", "content", "match", "closed", "of", "deprecated_values", "keys", "status", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length", "min_items", "max_items", "unique", "pattern"]), "this key does not apply to an opaque type", OTHER_KIND),
    (Map::Type, &["fields", "extends", "additional"], Excludes(&["tag", "content", "match", "of", "keys", "deprecated_values"]), "this key does not apply to a type with fields", OTHER_KIND),
    (Map::Type, &["union"], Excludes(&["required", "required_inferred", "of", "deprecated_values", "keys", "status", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length", "min_items", "max_items", "unique", "pattern"]), "this key does not apply to a union", OTHER_KIND),
    (Map::Type, &["values"], Excludes(&["required", "required_inferred", "tag", "content", "match", "keys", "status", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length", "min_items", "max_items", "unique", "pattern"]), "this key does not apply to a type with listed values", OTHER_KIND),
    (Map::Type, &["additional"], Excludes(&["closed"]), "a type with additional fields is not closed", "remove one of the two keys"),
    (Map::Type, &["tag"], Excludes(&["match"]), "the tag says which type it is", "remove one of the two keys"),
    (Map::Type, &["content"], Needs(&["tag"]), "only a union by the value of a tag has its content in a field", "add `tag:` with the field that says which type the content has"),
    (Map::Alias, &[], Excludes(&["rust", "required", "required_inferred", "tag", "content", "match", "closed", "deprecated_values", "status"]), "this key does not apply to an alias", "remove it: in Rust, the type is the one that it names"),
    (Map::Alias, &["keys"], Needs(&["map"]), "only a map has keys", BELONGS),
    (Map::Alias, &["exclusive_min"], Excludes(&["min"]), "a value has one lower limit", "keep one of the two keys"),
    (Map::Alias, &["exclusive_max"], Excludes(&["max"]), "a value has one upper limit", "keep one of the two keys"),
    (Map::Field, &["exclusive_min"], Excludes(&["min"]), "a value has one lower limit", "keep one of the two keys"),
    (Map::Field, &["exclusive_max"], Excludes(&["max"]), "a value has one upper limit", "keep one of the two keys"),
    (Map::Field, &["value"], Excludes(&["default", "min", "max", "exclusive_min", "exclusive_max", "multiple_of", "min_length", "max_length", "min_items", "max_items", "unique", "pattern", "secret"]), "this key does not apply to a field with one value", KNOWN),
    (Map::Pages, &["first"], Needs(&["page"]), "`first` is the number of the first `page`", BELONGS),
    (Map::Pages, &["next"], Needs(&["cursor"]), "`next` is where the next `cursor` is", BELONGS),
    (Map::Pages, &["next_header"], Needs(&["cursor"]), "`next_header` is where the next `cursor` is", BELONGS),
    (Map::Pages, &["next"], Excludes(&["next_header"]), "the next cursor is in one place", "remove one of the two keys"),
    (Map::Pages, &["cursor"], Needs(&["next", "next_header"]), "it is not said where the next cursor is", "add `next:` with the field of the result that has it, or `next_header:`"),
    (Map::Pages, &["total"], Needs(&["page", "offset"]), "`total` ends a list whose `page` or `offset` is counted", BELONGS),
    (Map::Body, &["object"], Needs(&["form"]), "only a form has objects that are sent as fields", BELONGS),
    (Map::BodyContent, &["object"], Needs(&["form"]), "only a form has objects that are sent as fields", BELONGS),
    (Map::ResultContent, &[], Excludes(&["form", "object", "partial"]), "this key does not apply to a result", "remove it"),
    (Map::Body, &["content"], Excludes(&["json", "text", "bytes", "form", "content_type", "object", "partial"]), "a body whose `content` has its kinds has no other", "remove one of the two keys"),
    (Map::Result, &["content"], Excludes(&["json", "envelope", "text", "bytes", "zip", "redirect", "described", "content_type", "values"]), "a result whose `content` has its kinds has no other", "remove one of the two keys"),
];

/// Checks the keys of a map.
pub fn check(map: Map, at: At<'_>, scope: &Scope<'_>) {
    let mut refused = Vec::new();
    for (_, keys, others, title, help) in ROWS.iter().filter(|(of, ..)| *of == map) {
        let found = keys.iter().find_map(|key| at.find(key));
        let (misfits, is_refused): (Vec<&str>, bool) = match others {
            _ if found.is_none() && !keys.is_empty() => continue,
            Needs(others) if others.iter().any(|other| at.find(other).is_some()) => continue,
            Needs(_) => (keys.to_vec(), false),
            Excludes(others) => (others.to_vec(), true),
        };
        for key in misfits {
            if let Some(at) = at.find(key).filter(|_| !refused.contains(&key)) {
                scope.errors.push(at.key(), *title, *help);
                refused.extend(is_refused.then_some(key));
            }
        }
    }
}
