//! What the Rust types can't say: patterns of texts, keys that go together, and
//! examples. A test checks that each hint finds its key in a schema.

use schemars::Schema;
use serde_json::{Map, Value, json};

type Keywords = Map<String, Value>;

/// A parameter, `List<string> (JSON)?`: not both optional and nullable; JSON text
/// is never null; a file has no marks.
pub const PARAMETER: &str = r"^(?!.*\?.* or null|.* or null.*\?|.*[>)].* or null|.* or null.*JSON|.*[<,] ?file>|file\W)((List|Array)<|Dictionary<string, ?){0,16}[A-Za-z_][A-Za-z0-9_*]*>*( ?\(JSON\)| or null| ?\?)*$";
/// A field, `string or null`.
pub const FIELD: &str = r"^(?!.*[<,] ?file>|file\b)((List|Array)<|Dictionary<string, ?){0,16}[A-Za-z_][A-Za-z0-9_*]*>*( or null)?$";
/// A type alone, `List<string>`.
const TYPE: &str =
    r"^(?!.*[<,] ?file>|file\b)((List|Array)<|Dictionary<string, ?){0,16}[A-Za-z_][A-Za-z0-9_*]*>*$";
const VERSION: &str = r"^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$";
const CRATE_VERSION: &str = r"^(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,18})\.(0|[1-9]\d{0,18})$";
const PATH: &str = r"^(?!.*(//|\.\.))/[A-Za-z0-9/_.-]*$";
const TYPE_NAME: &str = "^[A-Z][A-Za-z0-9]*$";
const FIELD_NAME: &str = "^[a-z_][a-z0-9_]*$";
/// The start of a name that becomes a Rust name.
const NAME: &str = "^[A-Za-z_]";
const WIRE_NAME: &str = "^[A-Za-z0-9_.-]+$";

/// Examples of parameters.
pub const PARAMETER_TYPES: &[&str] = &["string", "int?", "List<string> (JSON)?", "string or null"];
/// Examples of fields.
pub const FIELD_TYPES: &[&str] = &["string", "List<string>", "string or null"];
const VERSIONS: &[&str] = &["18.3.9"];
const PATHS: &[&str] = &["/lamps/switch-on"];

/// What is known about one key.
struct Hint {
    /// The Rust type.
    of: &'static str,
    /// The key.
    key: &'static str,
    looks: Looks,
    examples: &'static [&'static str],
}

/// How the value of a key looks.
enum Looks {
    /// A text that matches this pattern.
    Like(&'static str),
    /// A number, both ends included.
    Between(u16, u16),
    /// A map whose keys match this pattern.
    KeysLike(&'static str),
    /// A list without duplicates.
    Once,
    /// Anything that the Rust type takes.
    Free,
}

const fn hint(of: &'static str, key: &'static str, looks: Looks, examples: &'static [&'static str]) -> Hint {
    Hint { of, key, looks, examples }
}

use Looks::{Between, Free, KeysLike, Like, Once};

const HINTS: &[Hint] = &[
    hint("ApiFile", "crate_version", Like(CRATE_VERSION), &["0.1.0"]),
    hint("ApiFile", "auth", KeysLike(NAME), &[]),
    hint("ApiFile", "base_url", Free, &["\"{base_url}\""]),
    hint("ApiFile", "constants", KeysLike(NAME), &[]),
    hint("AuthBlockSource", "prefix", Like("^[A-Za-z0-9-]*$"), &["X-Lamp-"]),
    hint(
        "AuthBlockSource",
        "parameters",
        KeysLike(WIRE_NAME),
        &["{Name: string, Password: {type: string, secret: true}}"],
    ),
    hint("AuthBlockSource", "schemes", KeysLike(NAME), &["{password: {takes: [Name, Password]}}"]),
    hint("SchemeSource", "takes", Once, &[]),
    hint("ConstantSource", "type", Like(TYPE), &["int"]),
    hint("GateSource", "rust", Like(FIELD_NAME), &["is_top_level"]),
    hint("GateSource", "asks", Free, &["server", "caller"]),
    hint("PathConvention", "prefix", Like("^/"), &["/lamps/"]),
    hint("PathRule", "as_in", Like(PATH), PATHS),
    hint("VersionChangeSource", "version", Like(VERSION), VERSIONS),
    hint("OperationsFile", "group", Like("^[a-z][a-z0-9_]*$"), &["storage_buckets"]),
    hint("OperationsFile", "part", Free, &["C"]),
    hint("DefaultsSource", "auth", Free, &["none", "not_shown"]),
    hint("DefaultsSource", "gates", Once, &["[AA, AR]"]),
    hint("DefaultsSource", "device_since", Like(VERSION), VERSIONS),
    hint("DefaultsSource", "parameters", KeysLike(WIRE_NAME), &["{Room: string}"]),
    hint("DefaultsSource", "returns", Free, &["message", "{json: List<string>}", "not_shown"]),
    hint("OperationSource", "operation", Free, &["LampSwitchOn"]),
    hint("OperationSource", "rust", Like(TYPE_NAME), &["LampOn"]),
    hint("OperationSource", "summary", Free, &["Switches a lamp on."]),
    hint("OperationSource", "path", Like(PATH), PATHS),
    hint("OperationSource", "inferred_path", Like(PATH), PATHS),
    hint("OperationSource", "since", Like(VERSION), VERSIONS),
    hint("OperationSource", "auth", Free, &["none", "not_shown"]),
    hint("OperationSource", "gates", Once, &["[AA, AR]"]),
    hint("OperationSource", "device_since", Like(VERSION), VERSIONS),
    hint("OperationSource", "parameters", KeysLike(WIRE_NAME), &["{Room: string, Level: \"int?\"}"]),
    hint("OperationSource", "unnamed", Free, &["follows LampSwitchOn"]),
    hint("OperationSource", "aliases", Free, &["[{path: /lamps/light, name: LampLight, since: 18.3.9}]"]),
    hint("OperationSource", "without", Free, &["[Room]"]),
    hint("OperationSource", "swapped_if_reversed", Free, &["[Start, End]"]),
    hint("OperationSource", "returns", Free, &["message", "{json: List<string>}", "not_shown"]),
    hint("OperationSource", "deprecated", Free, &["{replacement: LampSet, removed_after: 2025-06}"]),
    hint(
        "OperationSource",
        "notes",
        Free,
        &["[{read: The row says both., decided: It is the first., why: The second is of another row.}]"],
    ),
    hint("OperationSource", "not_shown", Free, &["[What the answer means.]"]),
    hint("AliasSource", "path", Like(PATH), PATHS),
    hint("AliasSource", "since", Like(VERSION), VERSIONS),
    hint("ParameterSource", "type", Like(PARAMETER), PARAMETER_TYPES),
    hint("ParameterSource", "rust", Like(FIELD_NAME), &["lamp_id"]),
    hint("ParameterSource", "since", Like(VERSION), VERSIONS),
    hint(
        "ParameterSource",
        "format",
        Free,
        &["six_digits", "{min_length: 8, uppercase: true, lowercase: true, digit: true}"],
    ),
    hint("ParameterSource", "required_when", Free, &["{parameter: Mode, values: [manual]}"]),
    hint("ReturnsSource", "json", Like(TYPE), &["List<string>"]),
    hint("ReturnsSource", "envelope", Like(TYPE), &["Array<string>"]),
    hint("ReturnsSource", "text", Like(TYPE), &["string"]),
    hint("ReturnsSource", "bytes", Like(TYPE), &["any"]),
    hint("ReturnsSource", "zip", Like(TYPE), &["any"]),
    hint("ReturnsSource", "redirect", Between(300, 399), &[]),
    hint("ReturnsSource", "content_type", Like("^[ -~]+$"), &["application/pdf"]),
    hint("Deprecation", "removed_after", Like(r"^\d{4}-(0[1-9]|1[0-2])$"), &["2025-06"]),
    hint("OperationChange", "path", Like(PATH), PATHS),
    hint("OperationChange", "rust", Like(TYPE_NAME), &["LampOn"]),
    hint("ParameterChange", "type", Like(PARAMETER), PARAMETER_TYPES),
    hint("ParameterChange", "add", Free, PARAMETER_TYPES),
    hint("ParameterChange", "rename", Like(WIRE_NAME), &["LampId"]),
    hint("ParameterChange", "rust", Like(FIELD_NAME), &["lamp_id"]),
    hint("FieldChange", "type", Like(FIELD), FIELD_TYPES),
    hint("FieldChange", "add", Free, FIELD_TYPES),
    hint("FieldChange", "rust", Like(FIELD_NAME), &["lamp_id"]),
    hint("NamingSource", "rust", Like(TYPE_NAME), &["LampOn"]),
    hint("NamingSource", "path", Like(PATH), PATHS),
    hint("NamingSource", "inferred_path", Like(PATH), PATHS),
    hint("TypeChange", "rust", Like(TYPE_NAME), &["LampColour"]),
    hint("AuthChange", "prefix", Like("^[A-Za-z0-9-]*$"), &["X-Lamp-"]),
    hint("TypeSource", "rust", Like(TYPE_NAME), &["LampColour"]),
    hint("TypeSource", "fields", Free, &["{name: string, token: {type: string, secret: true}}"]),
    hint("TypeSource", "values", Free, &["[low, high]", "{LOW: low, HIGH: high}"]),
    hint("FieldSource", "type", Like(FIELD), FIELD_TYPES),
    hint("FieldSource", "rust", Like(FIELD_NAME), &["lamp_id"]),
];

/// Which keys of a map go together.
struct Rule {
    /// The Rust type.
    of: &'static str,
    rule: fn() -> Keywords,
}

const RULES: &[Rule] = &[
    Rule { of: "OperationSource", rule: a_row_has_a_name_a_path_and_a_body },
    Rule { of: "ReturnsSource", rule: a_result_is_one_kind },
    Rule { of: "TypeSource", rule: a_type_is_one_of_three },
    Rule { of: "ParameterSource", rule: what_only_some_parameters_have },
    Rule { of: "OperationChange", rule: a_change_changes_something },
    Rule { of: "ParameterChange", rule: a_change_changes_something },
    Rule { of: "FieldChange", rule: a_change_changes_something },
    Rule { of: "TypeChange", rule: a_change_changes_something },
    Rule { of: "AuthChange", rule: a_change_changes_something },
    Rule { of: "FieldSource", rule: only_a_text_is_secret },
    Rule { of: "AuthBlockSource", rule: a_credential_can_be_made },
    Rule { of: "GateSource", rule: a_question_has_a_method },
];

fn a_row_has_a_name_a_path_and_a_body() -> Keywords {
    let path = json!(["path", "inferred_path", "aliases"].map(with));
    let named = json!({ "required": ["operation"], "anyOf": path });
    keywords([
        ("oneOf", json!([named, with("unnamed")])),
        ("not", json!({ "required": ["path", "inferred_path"] })),
        ("if", json!({ "properties": { "method": { "enum": ["GET", "DELETE"] } }, "required": ["method"] })),
        ("then", json!({ "properties": { "encoding": { "const": "form" } } })),
    ])
}

fn a_result_is_one_kind() -> Keywords {
    let kinds = ["json", "envelope", "text", "bytes", "zip", "redirect", "described"];
    let not_shown =
        json!({ "properties": { "secret": { "const": true } }, "required": ["secret"], "maxProperties": 1 });
    let all: Vec<_> = kinds.map(with).into_iter().chain([not_shown]).collect();
    keywords([("oneOf", json!(all))])
}

fn a_type_is_one_of_three() -> Keywords {
    let listed = json!({ "required": ["of", "values"] });
    let values = |of: &str| {
        let of = json!({ "type": of });
        json!({ "properties": { "values": { "items": of, "additionalProperties": of } } })
    };
    keywords([
        ("oneOf", json!([with("opaque"), with("fields"), listed])),
        ("if", json!({ "properties": { "of": { "const": "string" } } })),
        ("then", values("string")),
        ("else", values("number")),
    ])
}

fn what_only_some_parameters_have() -> Keywords {
    let optional = json!({ "properties": { "type": { "pattern": r"\?" } } });
    let mut rule = keywords([("dependencies", json!({ "default": optional, "required_when": optional }))]);
    rule.append(&mut only_a_text_is_secret());
    rule
}

fn only_a_text_is_secret() -> Keywords {
    keywords([
        ("if", json!({ "properties": { "secret": { "const": true } }, "required": ["secret"] })),
        ("then", json!({ "properties": { "type": { "pattern": r"^string\b" } } })),
    ])
}

fn a_credential_can_be_made() -> Keywords {
    keywords([("anyOf", json!(["schemes", "scheme", "credential_of"].map(with)))])
}

fn a_question_has_a_method() -> Keywords {
    let optional =
        json!({ "properties": { "auth_optional": { "const": true } }, "required": ["auth_optional"] });
    keywords([
        ("dependencies", json!({ "asks": ["rust"] })),
        ("if", json!({ "properties": { "asks": { "const": "anonymous" } }, "required": ["asks"] })),
        ("then", optional),
    ])
}

fn a_change_changes_something() -> Keywords {
    keywords([("minProperties", json!(1))])
}

fn keywords<const N: usize>(keywords: [(&str, Value); N]) -> Keywords {
    keywords.into_iter().map(|(keyword, value)| (keyword.to_owned(), value)).collect()
}

fn with(key: &str) -> Value {
    json!({ "required": [key] })
}

/// Adds every hint that fits this schema; returns the names of the others.
pub fn apply(root: &mut Schema) -> Vec<String> {
    let mut unused = Vec::new();
    for Hint { of, key, looks, examples } in HINTS {
        let properties = definition(root, of).and_then(|it| it.get_mut("properties"));
        match properties.and_then(|it| it.get_mut(*key)?.as_object_mut()) {
            Some(property) => {
                property.append(&mut looks.keywords());
                if !examples.is_empty() {
                    let examples = examples.iter().map(|text| example(text));
                    property.insert("examples".to_owned(), examples.collect());
                }
            }
            None => unused.push(format!("{of}.{key}")),
        }
    }
    for Rule { of, rule } in RULES {
        match definition(root, of) {
            Some(definition) => definition.append(&mut rule()),
            None => unused.push((*of).to_owned()),
        }
    }
    unused
}

/// An example is written as in a spec.
fn example(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap_or_else(|_| text.into())
}

/// The schema of one Rust type.
fn definition<'a>(root: &'a mut Schema, of: &str) -> Option<&'a mut Keywords> {
    if root.get("title").is_some_and(|title| title == of) {
        return root.as_object_mut();
    }
    root.get_mut("definitions")?.get_mut(of)?.as_object_mut()
}

impl Looks {
    fn keywords(&self) -> Keywords {
        match self {
            Self::Like(pattern) => keywords([("pattern", json!(pattern))]),
            Self::Between(least, most) => keywords([("minimum", json!(least)), ("maximum", json!(most))]),
            Self::KeysLike(pattern) => keywords([("propertyNames", json!({ "pattern": pattern }))]),
            Self::Once => keywords([("uniqueItems", json!(true))]),
            Self::Free => Keywords::new(),
        }
    }
}
