//! An operation as a command line of curl.

use crate::emit::common::sample_request::{self, SamplePart, SamplePlace, SampleRequest, SampleValue};
use crate::emit::common::{sample_body, shell};
use generator_spec::model::{
    Api, AuthBlock, HttpMethod, ListStyle, ObjectStyle, Operation, Parameter, PathPiece, Place, ReturnKind,
    Wire, pieces,
};
use generator_spec::naming;
use serde_json::Value;

/// The command, one option a line.
pub fn example(api: &Api, operation: &Operation) -> String {
    let request = SampleRequest::of(api, operation);
    let has_body = has_fields(operation) || request.parts().any(|part| part.place.is_in_body());
    let mut options: Vec<String> = method(operation, has_body).into_iter().collect();
    let query = if has_body { "--url-query" } else { "--data-urlencode" };
    let is_query = |part: &SamplePart<'_>| part.place == SamplePlace::Query;
    if !has_body && request.parts().any(is_query) {
        // Puts the data into the query.
        options.insert(0, "--get".to_owned());
    }
    options.extend(request.parts().flat_map(|part| self::options(part, query)));
    options.extend(basic(&request.credential));
    options.extend(body(api, operation, &request));
    options.extend(outcome(operation).map(str::to_owned));
    shell::lines(format!("curl {}", url(api, &request)), options)
}

fn has_fields(operation: &Operation) -> bool {
    operation.parameters.iter().any(|parameter| parameter.place == Place::Field)
}

/// The option with the method, unless curl uses that method anyway.
fn method(operation: &Operation, has_body: bool) -> Option<String> {
    let usual = if has_body { HttpMethod::Post } else { HttpMethod::Get };
    match operation.http_method {
        method if method == usual => None,
        // With `--request`, curl would wait for the body of the response.
        HttpMethod::Head => Some("--head".to_owned()),
        method => Some(format!("--request {}", method.name())),
    }
}

/// The address, with values in its path.
fn url(api: &Api, request: &SampleRequest<'_>) -> String {
    let base = base_url(api);
    let value = |name: &str| {
        let part = request.parameters.iter().find(|part| part.parameter.name == name);
        match part.map(|part| &part.value) {
            Some(SampleValue::Secret(variable)) => format!("${{{variable}}}"),
            Some(SampleValue::Fixed(text) | SampleValue::Sample(text)) => {
                let is_joined = part.is_some_and(|part| is_joined(part.parameter));
                escaped(text, if is_joined { "-._~,=" } else { "-._~" })
            }
            Some(SampleValue::File) | None => String::new(),
        }
    };
    let pieces = pieces(request.path).map(|piece| match piece {
        PathPiece::Fixed(text) => text.replace('$', "\\$"),
        PathPiece::Parameter(name) | PathPiece::Rest(name) => value(name),
    });
    format!("\"${base}{}\"", pieces.collect::<String>())
}

/// A text in a URL, with these characters as they are.
fn escaped(text: &str, plain: &str) -> String {
    let byte = |byte: u8| match char::from(byte) {
        plain_one if plain_one.is_ascii_alphanumeric() || plain.contains(plain_one) => plain_one.to_string(),
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Returns whether a value is an object that is one text.
fn is_joined(it: &Parameter) -> bool {
    it.object.is_some_and(ObjectStyle::is_joined)
}

/// The option with a user and a password.
fn basic(credential: &[SamplePart<'_>]) -> Option<String> {
    let parts: Vec<_> = credential.iter().filter(|part| part.place == SamplePlace::Basic).collect();
    let [user, password] = parts.as_slice() else { return None };
    let text = |part: &SamplePart<'_>| match &part.value {
        SampleValue::Fixed(text) | SampleValue::Sample(text) => shell::in_double_quotes(text),
        SampleValue::Secret(variable) => format!("${variable}"),
        SampleValue::File => String::new(),
    };
    Some(format!("--user \"{}:{}\"", text(user), text(password)))
}

/// The options with a body that is not a form.
fn body(api: &Api, operation: &Operation, request: &SampleRequest<'_>) -> Vec<String> {
    let whole = request.parameters.iter().find(|part| part.place == SamplePlace::Body);
    let (content_type, data) = match (whole, &operation.body) {
        (Some(part), Some(body)) if part.parameter.object.is_some() => {
            let is_parts = body.content_type.starts_with("multipart/");
            let option = if is_parts { "--form-string" } else { "--data-urlencode" };
            return sent_as_fields(part)
                .unwrap_or_default()
                .iter()
                .map(|field| self::field(option, field))
                .collect();
        }
        (Some(part), Some(_)) => {
            (operation.types_of_body(part.parameter).first().copied().unwrap_or_default(), whole_body(part))
        }
        (Some(_), None) | (None, Some(_)) => return Vec::new(),
        (None, None) if has_fields(operation) => ("application/json", fields(api, request)),
        (None, None) => return Vec::new(),
    };
    vec![format!("--header {}", shell::word(&format!("Content-Type: {content_type}"))), data]
}

fn whole_body(part: &SamplePart<'_>) -> String {
    match &part.value {
        SampleValue::Fixed(text) | SampleValue::Sample(text) => format!("--data-raw {}", shell::word(text)),
        SampleValue::Secret(variable) => format!("--data-raw \"${variable}\""),
        SampleValue::File => "--data-binary @file.bin".to_owned(),
    }
}

/// The JSON object of the fields, in which secrets are variables.
fn fields(api: &Api, request: &SampleRequest<'_>) -> String {
    let parts = request.parts().filter(|part| part.place == SamplePlace::Field);
    let fields = parts.map(|part| {
        let name = Value::from(part.parameter.wire_name());
        match &part.value {
            SampleValue::Secret(variable) => format!("{name}:\"'\"${variable}\"'\""),
            SampleValue::Fixed(_) | SampleValue::Sample(_) | SampleValue::File => {
                format!("{name}:{}", sample_body::value(api, part.parameter)).replace('\'', r"'\''")
            }
        }
    });
    format!("--data-raw '{{{}}}'", fields.collect::<Vec<String>>().join(","))
}

/// The variable with the address of a server, which is the CLI's.
pub fn base_url(api: &Api) -> String {
    naming::variable(api.rust.program(), "url")
}

/// The options that send the credential of a block, with its first scheme.
pub fn credential(api: &Api, block: &AuthBlock) -> Vec<String> {
    let credential = sample_request::credential(api, block, api.encoding.kind);
    credential.iter().flat_map(|part| options(part, "--data-urlencode")).chain(basic(&credential)).collect()
}

/// The options that send a value, one for each field of an object; `query` is the option for values in
/// the query.
fn options(part: &SamplePart<'_>, query: &str) -> Vec<String> {
    let Some(fields) = sent_as_fields(part) else { return option(part, query).into_iter().collect() };
    let option = match part.place {
        SamplePlace::Header(_) => {
            let headers = fields.iter().map(|(name, text)| shell::word(&format!("{name}: {text}")));
            return headers.map(|header| format!("--header {header}")).collect();
        }
        SamplePlace::Part => "--form-string",
        SamplePlace::Form => "--data-urlencode",
        SamplePlace::Query => query,
        SamplePlace::Path
        | SamplePlace::Bearer
        | SamplePlace::Basic
        | SamplePlace::Cookie
        | SamplePlace::Field
        | SamplePlace::Body => return Vec::new(),
    };
    match part.parameter.reserved {
        true => fields.iter().map(|(name, text)| as_it_is(option, name, text)).collect(),
        false => fields.iter().map(|field| self::field(option, field)).collect(),
    }
}

fn field(option: &str, (name, text): &(String, String)) -> String {
    format!("{option} {}", shell::word(&format!("{}={text}", encoded(name))))
}

/// The fields of an object that is not sent as JSON; `None` for other values.
fn sent_as_fields(part: &SamplePart<'_>) -> Option<Vec<(String, String)>> {
    let style = part.parameter.object.filter(|_| !is_joined(part.parameter))?;
    let SampleValue::Sample(json) = &part.value else { return None };
    let (json, mut fields) = (serde_json::from_str(json).ok()?, Vec::new());
    let name = part.parameter.wire_name();
    match &json {
        Value::Object(all) if style == ObjectStyle::Fields || part.place == SamplePlace::Body => {
            let prefix = name.strip_suffix('*').unwrap_or_default();
            for (field, value) in all {
                expand(style, format!("{prefix}{field}"), value, &mut fields);
            }
        }
        _ => expand(style, name.to_owned(), &json, &mut fields),
    }
    Some(fields)
}

/// Adds the fields for a value in an object.
fn expand(style: ObjectStyle, name: String, value: &Value, to: &mut Vec<(String, String)>) {
    let is_inner = |item: &Value| item.is_object() || item.is_array();
    match value {
        Value::Object(fields) => {
            for (field, value) in fields {
                let name = match style {
                    ObjectStyle::Dots => format!("{name}.{field}"),
                    ObjectStyle::Brackets
                    | ObjectStyle::Fields
                    | ObjectStyle::Commas
                    | ObjectStyle::Pairs => format!("{name}[{field}]"),
                };
                expand(style, name, value, to);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let name = match style {
                    _ if is_inner(item) => format!("{name}[{index}]"),
                    ObjectStyle::Brackets => format!("{name}[]"),
                    ObjectStyle::Dots | ObjectStyle::Fields | ObjectStyle::Commas | ObjectStyle::Pairs => {
                        name.clone()
                    }
                };
                expand(style, name, item, to);
            }
        }
        Value::String(text) => to.push((name, text.clone())),
        Value::Null => to.push((name, String::new())),
        Value::Bool(_) | Value::Number(_) => to.push((name, value.to_string())),
    }
}

/// The option that sends a value, unless it is part of another one; `query` is the option for values in
/// the query.
fn option(part: &SamplePart<'_>, query: &str) -> Option<String> {
    let name = part.parameter.wire_name();
    let (option, start) = match part.place {
        SamplePlace::Bearer => ("--header", "Authorization: Bearer ".to_owned()),
        SamplePlace::Header(prefix) => ("--header", format!("{prefix}{name}: ")),
        SamplePlace::Cookie => ("--cookie", format!("{name}=")),
        // `--form` would read a file where a value begins with `@`.
        SamplePlace::Part => ("--form-string", format!("{name}=")),
        SamplePlace::Form => ("--data-urlencode", listed_name(part)),
        SamplePlace::Query if part.parameter.flag => {
            return Some(format!("{query} {}", shell::word(&encoded(name))));
        }
        SamplePlace::Query => (query, listed_name(part)),
        SamplePlace::Path | SamplePlace::Field | SamplePlace::Body | SamplePlace::Basic => return None,
    };
    let is_plain = part.place == SamplePlace::Query && (part.parameter.reserved || is_joined(part.parameter));
    let value = match &part.value {
        SampleValue::Fixed(text) | SampleValue::Sample(text) if is_plain => {
            return Some(as_it_is(query, &start[..start.len() - 1], text));
        }
        SampleValue::Sample(json) if part.place == SamplePlace::Part && part.parameter.wire == Wire::Json => {
            let json = json.replace('\\', r"\\").replace('"', "\\\"");
            let part = format!("{name}=\"{json}\";type=application/json");
            return Some(format!("--form {}", shell::word(&part)));
        }
        SampleValue::Fixed(text) | SampleValue::Sample(text) => shell::word(text),
        SampleValue::Secret(variable) => format!("\"${variable}\""),
        SampleValue::File => return Some(format!("--form {name}=@file.bin")),
    };
    Some(format!("{option} {}", shell::joined(&start, &value)))
}

/// The name of a value in a form or a query.
fn listed_name(part: &SamplePart<'_>) -> String {
    let brackets = if part.parameter.list == Some(ListStyle::Brackets) { "[]" } else { "" };
    format!("{}{brackets}=", encoded(part.parameter.wire_name()))
}

/// The encoded name of a field: curl encodes only the value.
fn encoded(name: &str) -> String {
    escaped(name, "-._~[]*")
}

/// The option with a field of the query that curl would encode too much of.
fn as_it_is(query: &str, name: &str, text: &str) -> String {
    let field = format!("{}={}", encoded(name), escaped(text, "-._*:/?@!$'(),;="));
    match query {
        "--url-query" => format!("{query} {}", shell::word(&format!("+{field}"))),
        _ => format!("--data {}", shell::word(&field)),
    }
}

/// Options for the response.
fn outcome(operation: &Operation) -> Option<&'static str> {
    match operation.returns.kind {
        ReturnKind::Bytes => Some("--output file.out"),
        ReturnKind::Redirect(_) => Some("--write-out '%{redirect_url}\\n'"),
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Described
        | ReturnKind::Nothing => None,
    }
}
