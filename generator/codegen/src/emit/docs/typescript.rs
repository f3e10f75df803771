//! An operation as a call of openapi-fetch, with the types of openapi-typescript.
//!
//! ```text
//! client    the module that all examples import
//! values    values of parameters
//! code      objects and names
//! ```

mod client;
mod code;
mod values;

pub use self::client::client;

use self::code::{Object, member, quoted};
use self::values::Place;
use crate::emit::common::samples;
use generator_spec::model::{
    Api, AuthBlock, BlockPlace, Operation, RequestEncoding, ReturnKind, Scalar, Shape, Wire,
};

/// The call and what to do with the response.
pub fn example(api: &Api, operation: &Operation) -> String {
    let block = api.block_of(&operation.auth);
    let imports = if block.is_some() { "client, credentials" } else { "client" };
    let form = match operation.encoding {
        RequestEncoding::Multipart => form(api, operation, block),
        RequestEncoding::Form | RequestEncoding::Query => String::new(),
    };
    let is_redirect = matches!(operation.returns.kind, ReturnKind::Redirect(_));
    let bound = if is_redirect { "response" } else { "data, error" };
    let arguments = [
        quoted(operation.paths().next().expect("an operation has a path or an alias")),
        options(api, operation, block).print(),
    ];
    let arguments = arguments.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ");
    let method = operation.http_method.name();
    let response = response(api, operation);
    format!(
        "import {{ {imports} }} from \"./client.js\";\n\n{form}const {{ {bound} }} = await client.{method}({arguments});\n{response}"
    )
}

/// The options of the call: the parts that are sent, and how the response is read.
fn options(api: &Api, operation: &Operation, block: Option<&AuthBlock>) -> Object {
    let carried = |carrier| {
        Object::default().spread(block.filter(|block| Carrier::of(block) == carrier).map(credential))
    };
    let own = |place| {
        samples::taken(api, operation)
            .into_iter()
            .fold(carried(Carrier::Parameters), |own, it| own.with(&it.name, values::value(api, it, place)))
    };
    let options = |query, headers| {
        let params = Object::default().filled("header", &carried(Carrier::Headers)).filled("query", &query);
        Object::default().filled("params", &params).filled("headers", &headers)
    };
    let bearer = carried(Carrier::Bearer);
    let options = match operation.encoding {
        RequestEncoding::Query => options(own(Place::Query), bearer),
        RequestEncoding::Form => options(Object::default(), bearer).filled("body", &own(Place::Form)),
        // The types know a file as a string, and fetch writes the boundary of the parts.
        RequestEncoding::Multipart => {
            options(Object::default(), bearer.with("Content-Type", "null")).with("body", "form as never")
        }
    };
    match operation.returns.kind {
        ReturnKind::Text => options.with("parseAs", quoted("text")),
        ReturnKind::Bytes => options.with("parseAs", quoted("blob")),
        ReturnKind::Redirect(_) => options.with("redirect", quoted("manual")),
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => options,
    }
}

/// The part of a request that has the credential.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Carrier {
    Bearer,
    Headers,
    Parameters,
}

impl Carrier {
    fn of(block: &AuthBlock) -> Self {
        match (&block.bearer, &block.place) {
            (Some(_), _) => Self::Bearer,
            (None, BlockPlace::Header(_)) => Self::Headers,
            (None, BlockPlace::Form) => Self::Parameters,
        }
    }
}

/// The credential of a block, which the module of the client has.
fn credential(block: &AuthBlock) -> String {
    member("credentials", &block.name)
}

/// A multipart form, with what is required.
fn form(api: &Api, operation: &Operation, block: Option<&AuthBlock>) -> String {
    let mut lines = vec!["const form = new FormData();".to_owned()];
    if let Some(block) = block.filter(|block| Carrier::of(block) == Carrier::Parameters) {
        lines.push(format!("for (const [name, value] of Object.entries({})) {{", credential(block)));
        lines.push("  form.append(name, value);\n}".to_owned());
    }
    lines.extend(samples::taken(api, operation).into_iter().map(|it| {
        let value = match it.wire {
            Wire::File => "new Blob([\"content\"]), \"file.bin\"".to_owned(),
            Wire::Text | Wire::Json => values::value(api, it, Place::Part),
        };
        format!("form.append({}, {value});", quoted(&it.name))
    }));
    lines.join("\n") + "\n\n"
}

/// The lines after the call: a failure, and the result if it isn't the body.
fn response(api: &Api, operation: &Operation) -> String {
    let kind = operation.returns.kind;
    if let ReturnKind::Redirect(_) = kind {
        return "const target = response.headers.get(\"Location\");".to_owned();
    }
    let envelope = api.envelope.as_ref();
    let error = match (&api.message, envelope.filter(|_| kind == ReturnKind::Envelope), envelope) {
        (_, Some(envelope), _) | (None, None, Some(envelope)) => member("error", &envelope.data),
        (Some(message), None, _) => member("error", &message.text),
        (None, None, None) => "error".to_owned(),
    };
    let is_null = operation.returns.ty.as_ref().is_some_and(|it| it.shape == Shape::Scalar(Scalar::Null));
    let result = envelope.filter(|_| kind == ReturnKind::Envelope && !is_null);
    let result = result.map(|it| format!("\nconst result = {};", member("data", &it.data)));
    format!("if (error) throw new Error({error});{}", result.unwrap_or_default())
}
