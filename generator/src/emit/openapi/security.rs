//! Credentials: schemas for those that travel in forms, headers, and the
//! schemes that OpenAPI has a keyword for.
//!
//! A credential in a form is not an OpenAPI security scheme: its fields are sent
//! with the parameters. It is a schema, combined with the operation's own.

use serde_json::{Value, json};

use super::json::{Object, reference};
use super::{Book, parameters};
use crate::model::{Auth, AuthBlock, BlockPlace, Operation, Parameter, Presence, RequestEncoding};

/// How an operation's credential travels in its form.
pub enum InForm<'a> {
    /// Not at all.
    Never,
    /// It must be there.
    Always(&'a AuthBlock),
    /// It may be left out, or sent in a header instead.
    Maybe(&'a AuthBlock),
}

/// How the credential of an operation travels in its form.
pub fn in_form<'a>(book: &Book<'a>, operation: &Operation) -> InForm<'a> {
    match operation.encoding {
        RequestEncoding::Form | RequestEncoding::Multipart => with_parameters(book, operation),
        RequestEncoding::Query => InForm::Never,
    }
}

/// How the credential of an operation travels with its parameters, in a form or in the query.
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

/// The schemas of the credentials that travel in forms.
pub fn schemas(book: &Book<'_>) -> Object {
    let blocks = book.api.blocks.iter().filter(|block| block.place == BlockPlace::Form);
    let both = blocks.flat_map(|block| {
        let whole = book.names.credential(&block.name).to_owned();
        let optional = book.names.optional_credential(&block.name).to_owned();
        [(whole, self::whole(book, block)), (optional, self::optional(book, block))]
    });
    let used = both.filter(|(name, _)| is_used(book, name));
    used.map(|(name, schema)| (name, schema.into())).collect()
}

fn is_used(book: &Book<'_>, schema: &str) -> bool {
    book.api.operations().any(|operation| match in_form(book, operation) {
        InForm::Never => false,
        InForm::Always(block) => book.names.credential(&block.name) == schema,
        InForm::Maybe(block) => book.names.optional_credential(&block.name) == schema,
    })
}

fn whole(book: &Book<'_>, block: &AuthBlock) -> Object {
    fields(book, block).with("required", required(block).collect::<Vec<_>>())
}

/// All of it or nothing: a partial credential is rejected.
fn optional(book: &Book<'_>, block: &AuthBlock) -> Object {
    let given = block.parameters.iter().filter(|it| it.constant.is_none());
    let dependent = given.map(|it| {
        let others: Vec<&str> = required(block).filter(|name| *name != it.name).collect();
        (it.name.clone(), Value::from(others))
    });
    fields(book, block).with("dependentRequired", dependent.collect::<Object>())
}

fn fields(book: &Book<'_>, block: &AuthBlock) -> Object {
    let properties = block.parameters.iter();
    let properties = properties.map(|it| (it.name.clone(), parameters::property(book, it).into()));
    Object::default()
        .with("type", "object")
        .with("title", block.title.as_str())
        .description(block.rules.iter().map(String::as_str))
        .with("properties", properties.collect::<Object>())
}

fn required(block: &AuthBlock) -> impl Iterator<Item = &str> {
    block.parameters.iter().filter(|it| it.presence == Presence::Required).map(|it| it.name.as_str())
}

/// The headers of the credentials that travel in headers.
pub fn headers(book: &Book<'_>) -> Object {
    let all = book.api.blocks.iter().flat_map(|block| match &block.place {
        BlockPlace::Form => Vec::new(),
        BlockPlace::Header(prefix) => {
            let parameters = block.parameters.iter();
            parameters
                .map(|it| {
                    let header = parameters::header(book, prefix, it, it.presence);
                    (header_name(block, it), Value::from(header))
                })
                .collect()
        }
    });
    all.collect()
}

fn header_name(block: &AuthBlock, parameter: &Parameter) -> String {
    format!("{}.{}", block.name, parameter.name)
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
        Presence::Required => reference("parameters", &header_name(block, it)),
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

/// What the credential of an operation is.
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
