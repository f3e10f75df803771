//! An operation as a call of openapi-fetch, with the types of openapi-typescript.
//!
//! ```text
//! client    the module that all examples import
//! values    values of parameters
//! code      objects, on one line where they fit
//! ```

mod client;
mod code;
mod values;

pub use self::client::client;

use self::code::{Object, member, quoted};
use self::values::Place;
use crate::emit::common::samples;
use crate::model::{Api, AuthBlock, BlockPlace, Operation, RequestEncoding, ReturnKind, Scalar, Shape, Wire};

/// The call, and what to do with the answer.
pub fn example(api: &Api, operation: &Operation) -> String {
    let block = api.block_of(&operation.auth);
    let imports = if block.is_some() { "client, credentials" } else { "client" };
    let form = match operation.encoding {
        RequestEncoding::Multipart => form(api, operation, block),
        RequestEncoding::Form | RequestEncoding::Query => String::new(),
    };
    let call = call(operation, &options(api, operation, block));
    let answer = answer(api, operation);
    format!("import {{ {imports} }} from \"./client.js\";\n\n{form}{call}\n{answer}").trim_end().to_owned()
}

fn call(operation: &Operation, options: &Object) -> String {
    let path = operation.paths().next();
    let bound = match operation.returns.kind {
        ReturnKind::Redirect(_) => "response",
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Described => "data, error",
    };
    let method = operation.http_method.name();
    let start = format!("const {{ {bound} }} = await client.{method}({}", quoted(path.unwrap_or_default()));
    if options.is_empty() { format!("{start});") } else { options.print_after(&format!("{start}, "), ");") }
}

/// What is sent, and how the answer is read.
fn options(api: &Api, operation: &Operation, block: Option<&AuthBlock>) -> Object {
    let carried = |carrier| block.filter(|block| Carrier::of(block) == carrier).map(credential);
    let own = |place| {
        let pairs = samples::taken(api, operation).into_iter();
        let pairs = pairs.map(|it| (it.name.as_str(), values::value(api, it, place)));
        pairs.fold(Object::default().spread(carried(Carrier::Parameters)), |own, (name, value)| {
            own.with(name, value)
        })
    };
    let (query, body) = match operation.encoding {
        RequestEncoding::Query => (own(Place::Query), Object::default()),
        RequestEncoding::Form => (Object::default(), own(Place::Form)),
        RequestEncoding::Multipart => (Object::default(), Object::default()),
    };
    // The types know a file as a string, and fetch writes the boundary of the parts.
    let is_multipart = operation.encoding == RequestEncoding::Multipart;
    let (form, content_type) = (is_multipart.then_some("form as never"), is_multipart.then_some("null"));
    let header = Object::default().spread(carried(Carrier::Headers));
    Object::default()
        .filled("params", Object::default().filled("header", header).filled("query", query))
        .filled(
            "headers",
            Object::default().spread(carried(Carrier::Bearer)).maybe("Content-Type", content_type),
        )
        .filled("body", body)
        .maybe("body", form)
        .and(how_to_read(operation.returns.kind))
}

/// What carries a credential.
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

fn how_to_read(kind: ReturnKind) -> Object {
    let text = |name, value: &str| Object::default().with(name, quoted(value));
    match kind {
        ReturnKind::Text => text("parseAs", "text"),
        ReturnKind::Bytes => text("parseAs", "blob"),
        ReturnKind::Redirect(_) => text("redirect", "manual"),
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {
            Object::default()
        }
    }
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

/// What follows the call: a failure, and the result where it isn't the body.
fn answer(api: &Api, operation: &Operation) -> String {
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
