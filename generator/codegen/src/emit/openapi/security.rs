//! Credentials: how they are sent in forms, headers, and the schemes that OpenAPI
//! has a keyword for.
//!
//! A credential in a form is not an OpenAPI security scheme: its fields are sent
//! with the parameters, and are properties of the same form.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::names::Book;
use super::parameters;
use super::ways::{api_keys, in_headers, key_place, ways, ways_of};
use generator_spec::model::{Auth, AuthBlock, BlockPlace, Operation, Presence, RequestEncoding};

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

/// The headers of the credentials that are sent in headers, unless they are a scheme.
pub fn headers(book: &Book<'_>) -> Object {
    let headers = book.api.blocks.iter().flat_map(|block| {
        in_headers(block).iter().map(move |it| {
            let header = parameters::header(book, block, it, it.presence);
            (book.names.of_header(block, it).to_owned(), header.into())
        })
    });
    headers.collect()
}

/// The headers of an operation.
pub fn headers_of(book: &Book<'_>, operation: &Operation) -> Vec<Value> {
    let Some((block, presence)) = of_operation(book, operation) else { return Vec::new() };
    if operation.bearer_only {
        return Vec::new();
    }
    let headers = in_headers(block).iter().map(|it| match presence {
        Presence::Required => reference("parameters", book.names.of_header(block, it)),
        Presence::Optional => parameters::header(book, block, it, Presence::Optional),
    });
    headers.map(Value::from).collect()
}

/// The schemes: bearer tokens, API keys, and users with a password.
pub fn schemes(book: &Book<'_>) -> Object {
    let schemes = book.api.blocks.iter().flat_map(|block| {
        let named =
            |(wanted, scheme): (String, Object)| (book.names.of_scheme(block, &wanted), scheme.into());
        ways(block).into_iter().flatten().map(named)
    });
    schemes.map(|(name, scheme)| (name.to_owned(), scheme)).collect()
}

/// The `security` of an operation that a scheme can authenticate. The
/// others inherit that of the root, which is empty: OpenAPI has no scheme for
/// forms, nor for a credential in several headers of which some may be absent.
pub fn requirement(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    let block = book.api.block_of(&operation.auth)?;
    let alternatives = block.alternatives.iter().filter_map(|name| book.api.block(name));
    let blocks: Vec<&AuthBlock> = std::iter::once(block).chain(alternatives).collect();
    let ways = blocks
        .iter()
        .flat_map(|block| ways_of(block, operation.bearer_only).into_iter().map(move |way| (block, way)));
    let needed = ways.map(|(block, way)| {
        let names = way.iter().map(|(wanted, _)| book.names.of_scheme(block, wanted).to_owned());
        names.map(|name| (name, json!([]))).collect::<Object>().into()
    });
    let mut requirements: Vec<Value> = needed.collect();
    if requirements.is_empty() {
        return None;
    }
    let has_no_scheme = |block: &&AuthBlock| block.http_scheme().is_none() && api_keys(block).is_empty();
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
    let mut places = match &block.place {
        _ if operation.bearer_only => Vec::new(),
        BlockPlace::Form => vec![form],
        BlockPlace::Basic
        | BlockPlace::Bearer
        | BlockPlace::Header(_)
        | BlockPlace::Query
        | BlockPlace::Cookie => {
            let others = block.outside_authorization().filter_map(key_place);
            block.http_scheme().into_iter().chain(others).collect()
        }
    };
    places.dedup();
    places.extend(block.bearer.as_ref().map(|_| "bearer"));
    Some(json!({ "block": block.name, "required": presence == Presence::Required, "in": places }))
}
