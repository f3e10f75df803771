//! Credentials: how they are sent in forms, headers, and the schemes that OpenAPI
//! has a keyword for.
//!
//! A credential in a form is not an OpenAPI security scheme: its fields are sent
//! with the parameters, and are properties of the same form.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::{Book, parameters};
use generator_spec::model::{Auth, AuthBlock, BlockPlace, Operation, Parameter, Presence, RequestEncoding};

/// The way an operation's credential is sent in its form.
pub enum InForm<'a> {
    /// Not at all.
    Never,
    /// It must be there.
    Always(&'a AuthBlock),
    /// It may be left out, or sent in a header instead.
    Maybe(&'a AuthBlock),
}

/// Returns how the credential of an operation is sent in its form.
pub fn in_form<'a>(book: &Book<'a>, operation: &Operation) -> InForm<'a> {
    match operation.encoding {
        RequestEncoding::Form | RequestEncoding::Multipart => with_parameters(book, operation),
        RequestEncoding::Query => InForm::Never,
    }
}

/// Returns how the credential of an operation is sent with its parameters, in a form or in the
/// query.
pub fn with_parameters<'a>(book: &Book<'a>, operation: &Operation) -> InForm<'a> {
    let (name, is_optional) = match &operation.auth {
        Auth::Required(block) => (block, false),
        Auth::Optional(block) => (block, true),
        Auth::None | Auth::NotShown => return InForm::Never,
    };
    match book.api.block(name) {
        Some(block) if block.place == BlockPlace::Form && !operation.bearer_only => {
            if is_optional || block.bearer.is_some() { InForm::Maybe(block) } else { InForm::Always(block) }
        }
        Some(_) | None => InForm::Never,
    }
}

/// The headers of the credentials that are sent in headers.
pub fn headers(book: &Book<'_>) -> Object {
    let all = book.api.blocks.iter().flat_map(|block| match &block.place {
        BlockPlace::Form => Vec::new(),
        BlockPlace::Header(prefix) => {
            let parameters = block.parameters.iter();
            parameters
                .map(|it| {
                    let header = parameters::header(book, prefix, it, it.presence);
                    (header_name(prefix, it), Value::from(header))
                })
                .collect()
        }
    });
    all.collect()
}

/// The header's name, without what some generators don't take in a name.
fn header_name(prefix: &str, parameter: &Parameter) -> String {
    let name = format!("{prefix}{}", parameter.name);
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// The headers of an operation.
pub fn headers_of(book: &Book<'_>, operation: &Operation) -> Vec<Value> {
    let (name, presence) = match &operation.auth {
        Auth::Required(block) => (block, Presence::Required),
        Auth::Optional(block) => (block, Presence::Optional),
        Auth::None | Auth::NotShown => return Vec::new(),
    };
    let Some(block) = book.api.block(name) else { return Vec::new() };
    let BlockPlace::Header(prefix) = &block.place else { return Vec::new() };
    let parameters = block.parameters.iter();
    let headers = parameters.map(|it| match presence {
        Presence::Required => reference("parameters", &header_name(prefix, it)),
        Presence::Optional => parameters::header(book, prefix, it, Presence::Optional),
    });
    headers.map(Value::from).collect()
}

/// The schemes: bearer tokens.
pub fn schemes(book: &Book<'_>) -> Object {
    let bearers = book.api.blocks.iter().filter(|block| block.bearer.is_some());
    let scheme = |block: &AuthBlock| {
        let scheme = Object::default().with("type", "http").with("scheme", "bearer");
        scheme.description([block.title.as_str()].into_iter().chain(block.rules.iter().map(String::as_str)))
    };
    bearers.map(|block| (block.name.clone(), scheme(block).into())).collect()
}

/// The `security` of an operation that a bearer token can authenticate. The
/// others inherit that of the root, which is empty: OpenAPI has no scheme for
/// forms, nor for a credential in several headers.
pub fn requirement(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    let name = operation.auth.block()?;
    book.api.block(name)?.bearer.as_ref()?;
    let is_only_way = operation.bearer_only && matches!(operation.auth, Auth::Required(_));
    Some(if is_only_way { json!([{ name: [] }]) } else { json!([{ name: [] }, {}]) })
}

/// The security requirement of an operation.
pub fn credential(book: &Book<'_>, operation: &Operation) -> Option<Value> {
    let (name, is_required) = match &operation.auth {
        Auth::Required(block) => (block, true),
        Auth::Optional(block) => (block, false),
        Auth::NotShown => return Some("not_shown".into()),
        Auth::None => return None,
    };
    let block = book.api.block(name)?;
    let form = match operation.encoding {
        RequestEncoding::Form | RequestEncoding::Multipart => "form",
        RequestEncoding::Query => "query",
    };
    let places = match (&block.place, &block.bearer) {
        (_, Some(_)) if operation.bearer_only => json!(["bearer"]),
        (BlockPlace::Form, Some(_)) => json!([form, "bearer"]),
        (BlockPlace::Form, None) => json!([form]),
        (BlockPlace::Header(_), _) => json!(["header"]),
    };
    Some(
        Object::default()
            .with("block", name.as_str())
            .with("required", is_required)
            .with("in", places)
            .into(),
    )
}
