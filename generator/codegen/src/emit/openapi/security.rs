//! Credentials: how they are sent in forms, headers, and the schemes that OpenAPI
//! has a keyword for.
//!
//! A credential in a form is not an OpenAPI security scheme: its fields are sent
//! with the parameters, and are properties of the same form.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::names::Book;
use super::parameters;
use generator_spec::model::{
    Auth, AuthBlock, BlockPlace, Operation, Parameter, Place, Presence, RequestEncoding,
};

/// The credential of an operation, and whether it must be there.
fn of_operation<'a>(book: &Book<'a>, operation: &Operation) -> Option<(&'a AuthBlock, Presence)> {
    let presence = match operation.auth {
        Auth::Required(_) => Presence::Required,
        Auth::Optional(_) => Presence::Optional,
        Auth::None | Auth::NotShown => return None,
    };
    Some((book.api.block_of(&operation.auth)?, presence))
}

/// The credential that an operation takes with its parameters, in a form or in the query. It is
/// optional too if it can be sent in a header instead.
pub fn with_parameters<'a>(book: &Book<'a>, operation: &Operation) -> Option<(&'a AuthBlock, Presence)> {
    let (block, presence) = of_operation(book, operation)?;
    let is_there = block.place == BlockPlace::Form && !operation.bearer_only;
    is_there.then_some((block, if block.bearer.is_some() { Presence::Optional } else { presence }))
}

/// The parameter of a block that OpenAPI can call an API key: there is no other.
fn api_key(block: &AuthBlock) -> Option<(&'static str, &Parameter)> {
    let [it] = block.parameters.as_slice() else { return None };
    match it.place {
        Place::Header => Some(("header", it)),
        Place::Query => Some(("query", it)),
        Place::Cookie => Some(("cookie", it)),
        Place::Path | Place::PathRest | Place::Form | Place::Part | Place::Field | Place::Body => None,
    }
}

/// The headers of the credentials that are sent in headers, unless they are a scheme.
pub fn headers(book: &Book<'_>) -> Object {
    let all = book.api.blocks.iter().filter(|block| api_key(block).is_none());
    let all = all.filter_map(|block| Some((block.prefix()?, &block.parameters)));
    let headers = all.flat_map(|(prefix, parameters)| {
        parameters.iter().map(move |it| {
            (header_name(prefix, it), parameters::header(book, prefix, it, it.presence).into())
        })
    });
    headers.collect()
}

/// The header's name, without what some generators don't take in a name.
fn header_name(prefix: &str, parameter: &Parameter) -> String {
    let name = format!("{prefix}{}", parameter.name);
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The headers of an operation.
pub fn headers_of(book: &Book<'_>, operation: &Operation) -> Vec<Value> {
    let Some((block, presence)) = of_operation(book, operation) else { return Vec::new() };
    if api_key(block).is_some() {
        return Vec::new();
    }
    let Some(prefix) = block.prefix() else { return Vec::new() };
    let parameters = block.parameters.iter();
    let headers = parameters.map(|it| match presence {
        Presence::Required => reference("parameters", &header_name(prefix, it)),
        Presence::Optional => parameters::header(book, prefix, it, Presence::Optional),
    });
    headers.map(Value::from).collect()
}

/// The schemes: bearer tokens, API keys, and users with a password.
pub fn schemes(book: &Book<'_>) -> Object {
    book.api.blocks.iter().flat_map(schemes_of).map(|(name, scheme)| (name, scheme.into())).collect()
}

/// The schemes of a block, each with its name.
fn schemes_of(block: &AuthBlock) -> Vec<(String, Object)> {
    let http = |scheme: &str| Object::default().with("type", "http").with("scheme", scheme);
    let key = api_key(block).map(|(place, it)| {
        let name = format!("{}{}", block.prefix().unwrap_or_default(), it.wire_name());
        Object::default().with("type", "apiKey").with("in", place).with("name", name)
    });
    let key_name = if block.bearer.is_some() { format!("{}_key", block.name) } else { block.name.clone() };
    let basic = (block.place == BlockPlace::Basic).then(|| http("basic"));
    let bearer = block.bearer.as_ref().map(|_| (block.name.clone(), http("bearer")));
    let own = key.or(basic).map(|scheme| (key_name, scheme));
    let about = || [block.title.as_str()].into_iter().chain(block.rules.iter().map(String::as_str));
    own.into_iter().chain(bearer).map(|(name, scheme)| (name, scheme.description(about()))).collect()
}

/// The `security` of an operation that a scheme can authenticate. The
/// others inherit that of the root, which is empty: OpenAPI has no scheme for
/// forms, nor for a credential in several headers.
pub fn requirement(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    let block = book.api.block_of(&operation.auth)?;
    let alternatives = block.alternatives.iter().filter_map(|name| book.api.block(name));
    let blocks: Vec<&AuthBlock> = std::iter::once(block).chain(alternatives).collect();
    let schemes = blocks.iter().flat_map(|block| schemes_of(block));
    let mut requirements: Vec<Value> = schemes.map(|(name, _)| json!({ name: [] })).collect();
    if requirements.is_empty() {
        return None;
    }
    let has_no_scheme = |block: &&AuthBlock| block.place != BlockPlace::Basic && api_key(block).is_none();
    let is_beside = !operation.bearer_only && blocks.iter().any(has_no_scheme);
    if is_beside || !matches!(operation.auth, Auth::Required(_)) {
        requirements.push(json!({}));
    }
    Some(requirements.into())
}

/// The security requirement of an operation.
pub fn credential(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    if operation.auth == Auth::NotShown {
        return Some("not_shown".into());
    }
    let (block, presence) = of_operation(book, operation)?;
    let form = match operation.encoding {
        RequestEncoding::Form | RequestEncoding::Multipart => "form",
        RequestEncoding::Json => "json",
        RequestEncoding::Query | RequestEncoding::Body => "query",
    };
    let places = match (&block.place, &block.bearer) {
        (_, Some(_)) if operation.bearer_only => json!(["bearer"]),
        (BlockPlace::Form, Some(_)) => json!([form, "bearer"]),
        (BlockPlace::Form, None) => json!([form]),
        (BlockPlace::Header(_), _) => json!(["header"]),
        (BlockPlace::Query, _) => json!(["query"]),
        (BlockPlace::Cookie, _) => json!(["cookie"]),
        (BlockPlace::Basic, _) => json!(["basic"]),
    };
    Some(json!({ "block": block.name, "required": presence == Presence::Required, "in": places }))
}
