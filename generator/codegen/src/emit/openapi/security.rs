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

/// The parameters of a block that OpenAPI can call API keys, each with its place. Several headers
/// are parameters instead.
fn api_keys(block: &AuthBlock) -> Vec<(&'static str, &Parameter)> {
    let key = |it| Some((key_place(it)?, it));
    let keys: Option<Vec<_>> = block.parameters.iter().map(key).collect();
    let keys = keys.filter(|keys| keys.len() == 1 || keys.iter().any(|(place, _)| *place != "header"));
    keys.unwrap_or_default()
}

fn key_place(it: &Parameter) -> Option<&'static str> {
    match it.place {
        Place::Header => Some("header"),
        Place::Query => Some("query"),
        Place::Cookie => Some("cookie"),
        Place::Path | Place::PathRest | Place::Form | Place::Part | Place::Field | Place::Body => None,
    }
}

/// The headers of the credentials that are sent in headers, unless they are a scheme.
pub fn headers(book: &Book<'_>) -> Object {
    let all = book.api.blocks.iter().filter(|block| api_keys(block).is_empty());
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
    let name = format!("{prefix}{}", parameter.wire_name());
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The headers of an operation.
pub fn headers_of(book: &Book<'_>, operation: &Operation) -> Vec<Value> {
    let Some((block, presence)) = of_operation(book, operation) else { return Vec::new() };
    if !api_keys(block).is_empty() {
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
    let schemes = book.api.blocks.iter().flat_map(ways).flatten();
    schemes.map(|(name, scheme)| (name, scheme.into())).collect()
}

/// The ways to send a block's credential: the schemes that each needs, with their names.
fn ways(block: &AuthBlock) -> Vec<Vec<(String, Object)>> {
    let about = || [block.title.as_str()].into_iter().chain(block.rules.iter().map(String::as_str));
    let http = |scheme: &str| Object::default().with("type", "http").with("scheme", scheme);
    let bearer =
        block.bearer.as_ref().map(|_| vec![(block.name.clone(), http("bearer").description(about()))]);
    let own_name = if bearer.is_some() { format!("{}_key", block.name) } else { block.name.clone() };
    let own = match (&block.place, api_keys(block)) {
        (BlockPlace::Basic, _) => vec![(own_name, http("basic").description(about()))],
        (_, keys) => {
            let is_one = keys.len() == 1;
            let name =
                |it: &Parameter| if is_one { own_name.clone() } else { format!("{own_name}_{}", it.name) };
            keys.into_iter()
                .map(|(place, it)| (name(it), key(block, place, it).description(about())))
                .collect()
        }
    };
    [own].into_iter().filter(|own| !own.is_empty()).chain(bearer).collect()
}

fn key(block: &AuthBlock, place: &str, it: &Parameter) -> Object {
    let prefix = block.prefix().filter(|_| it.place == Place::Header).unwrap_or_default();
    let name = format!("{prefix}{}", it.wire_name());
    Object::default().with("type", "apiKey").with("in", place).with("name", name)
}

/// The `security` of an operation that a scheme can authenticate. The
/// others inherit that of the root, which is empty: OpenAPI has no scheme for
/// forms, nor for a credential in several headers.
pub fn requirement(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    let block = book.api.block_of(&operation.auth)?;
    let alternatives = block.alternatives.iter().filter_map(|name| book.api.block(name));
    let blocks: Vec<&AuthBlock> = std::iter::once(block).chain(alternatives).collect();
    let needed = |way: Vec<(String, Object)>| way.into_iter().map(|(name, _)| (name, json!([])));
    let ways = blocks.iter().flat_map(|block| ways(block));
    let mut requirements: Vec<Value> = ways.map(|way| needed(way).collect::<Object>().into()).collect();
    if requirements.is_empty() {
        return None;
    }
    let has_no_scheme = |block: &&AuthBlock| block.place != BlockPlace::Basic && api_keys(block).is_empty();
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
