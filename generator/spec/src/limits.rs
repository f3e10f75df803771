//! Words of other languages for what the spec language calls otherwise, or can't describe, and a key that it had.

/// Words that other languages have for something, or this one had, and how it is described here.
const SAID: &[(&[&str], &str)] = &[
    (&["allOf", "all_of"], "write `extends: Base` in types.yaml"),
    (&["anyOf", "any_of", "oneOf", "one_of"], "write `union: [A, B]` in types.yaml"),
    (&["discriminator"], "write `tag: field` beside a `union` in types.yaml"),
    (&["additionalProperties", "additional_properties"], "write `additional: T`"),
    (&["properties"], "write `fields:`"),
    (&["enum"], "define a type that lists them in types.yaml: `Kind: {of: string, values: [a, b]}`"),
    (&["items"], "write `List<T>` as the type"),
    (&["nullable"], "write `T or null` as the type"),
    (&["optional"], "write `T?` as the type of a parameter; fields are optional"),
    (&["required"], "write `required: [name]` beside `fields`; a parameter is required without `?`"),
    (&["$ref"], "write the name of the type as it is"),
    (&["description"], "write `doc:`; `summary:` at an operation, and `rules:` for more"),
    (&["operationId", "operation_id"], "write `operation: Name`"),
    (&["tags"], "write `group:`"),
    (&["security", "securitySchemes"], "write `auth:`"),
    (&["maximum", "minimum", "range"], "write `min:` and `max:`"),
    (&["maxLength", "minLength"], "write `min_length:` and `max_length:`"),
    (
        &["maxItems", "minItems", "maxProperties", "minProperties", "max_properties", "min_properties"],
        "write `min_items:` and `max_items:`",
    ),
    (
        &["exclusiveMaximum", "exclusiveMinimum"],
        "write `exclusive_min:` and `exclusive_max:`, with the value that is excluded",
    ),
    (&["multipleOf"], "write `multiple_of:`"),
    (&["uniqueItems", "unique_items"], "write `unique: true`"),
    (&["propertyNames", "property_names"], "write `keys: T` beside `map: T`"),
    (&["regex", "regexp"], "write `pattern:`"),
    (&["readOnly", "read_only"], "write `only: read`"),
    (&["writeOnly", "write_only"], "write `only: write`"),
    (&["requestBody", "request_body", "payload"], "write `body: T`"),
    (
        &["errors", "responses", "status_codes", "statuses"],
        "write results and failures by status: `returns: {200: {json: T}, 404: {text: string}}`",
    ),
    (&["cookies"], "write `in: cookie` at a parameter"),
    (&["query", "query_parameters"], "list them in `parameters`; `in: query` sends one in the query"),
    (&["path"], "remove it: a parameter is in the path if the path names it as `{name}`"),
    (&["path_parameters"], "list them in `parameters`; those that the path names as `{name}` are in it"),
    (&["pagination", "paging"], "write `pages:`"),
    (&["xml", "soap"], "write `bytes:` and the type of what is in it, with `content_type: application/xml`"),
    (&["also"], "write it in search.yaml, by the name of the operation: `LampOff: put out, blow out`"),
];

/// Words that other languages have for something that can't be described.
const LIMITS: &[(&[&str], &str)] = &[
    (
        &["flows", "oauth", "oauth2", "openIdConnect", "scopes"],
        "OAuth flows; a token can be sent as `bearer`",
    ),
    (&["digest", "hmac", "signature"], "signed requests"),
    (&["CONNECT", "OPTIONS", "TRACE"], "other HTTP methods"),
    (&["event_stream", "sse"], "server-sent events"),
    (&["callbacks", "webhooks", "websocket"], "webhooks and WebSockets"),
];

/// Types as other languages write them, and what they are called here.
const TYPES: &[(&[&str], &str)] = &[
    (&["int32", "int64", "integer", "long", "uint", "uint32", "uint64"], "write `int`"),
    (&["decimal", "double", "float"], "write `number`"),
    (&["email", "ip", "str", "text", "uri", "url", "uuid"], "write `string`"),
    (&["date-time", "datetime"], "write `timestamp` if it is like `2026-01-31T12:00:00Z`, else `string`"),
    (&["array", "list"], "write `List<T>`"),
    (&["dict", "map"], "write `Dictionary<string, T>`"),
    (&["binary", "bytes"], "write `base64`, or `file` for a part of a multipart form"),
];

/// The remedy for a type in the notation of another language, if it is one.
pub fn type_of_others(name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let said =
        TYPES.iter().find(|(words, _)| words.contains(&name.as_str())).map(|(_, what)| (*what).to_owned());
    said.or_else(|| name.ends_with("[]").then(|| "write `List<T>`".to_owned()))
}

/// The remedy for a key or a value that the language doesn't have, if it is one of these.
pub fn beyond(word: &str) -> Option<String> {
    let find = |table: &[(&[&str], &'static str)]| {
        table.iter().find(|(words, _)| words.contains(&word)).map(|(_, what)| *what)
    };
    find(SAID).map(str::to_owned).or_else(|| find(LIMITS).map(help))
}

/// The remedy for something that the language doesn't have.
fn help(what: &str) -> String {
    format!(
        "the spec language can't describe {what}; see \"Limits of the language\" in the language reference"
    )
}
