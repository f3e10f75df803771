//! The server's response to an operation and the result that the client must make of it.

use std::io;

use axum::body::Body;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::stream;
use http::StatusCode;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use serde_json::{Value, json};

use crate::support::cases::What;
use crate::support::sample::{AWKWARD, Fill, json_of};
use crate::support::spec::{Spec, text};

/// Responses with and without their length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    Stated,
    Unknown,
}

/// A successful response and the output that it is.
pub fn success(spec: &Spec, operation: &Value, size: Size, fill: Fill) -> (Response, What) {
    let returns = &operation["returns"];
    let value = || result(spec, returns, fill);
    let (body, what): (Bytes, What) = match text(&returns["kind"]) {
        "message" | "json" | "described" => (value().to_string().into(), What::Value(value())),
        "envelope" => {
            let envelope = json!({ "status": "ok", "code": 200, "data": value() });
            (envelope.to_string().into(), What::Value(value()))
        }
        "text" => (AWKWARD.into(), What::Value(json!(AWKWARD))),
        "bytes" => (content(), file(returns, size)),
        "redirect" => ("null".into(), What::Value(json!(TARGET))),
        other => panic!("unknown kind of output {other}"),
    };
    let mut answer = sized(body, size).into_response();
    let mut header = |name, value: &str| answer.headers_mut().insert(name, value.parse().unwrap());
    if let Some(content_type) = returns["content_type"].as_str() {
        header(CONTENT_TYPE, content_type);
    }
    header(CONTENT_DISPOSITION, "attachment; filename=\"../x/file.bin\"");
    if returns["kind"] == "redirect" {
        header(LOCATION, TARGET);
        *answer.status_mut() = StatusCode::MOVED_PERMANENTLY;
    }
    (answer, what)
}

const TARGET: &str = "https://downloads.example.com/a%20b?c=d";

fn result(spec: &Spec, returns: &Value, fill: Fill) -> Value {
    let mut value = match returns["values"].as_array() {
        Some(values) => values.last().expect("a listed value").clone(),
        None => json_of(returns["type"].as_str().unwrap_or("any"), Some(spec), fill),
    };
    if returns["kind"] == "message" {
        value["Status"] = json!(399);
    }
    value
}

fn file(returns: &Value, size: Size) -> What {
    What::File {
        size: (size == Size::Stated).then_some(content().len() as u64),
        content_type: returns["content_type"].as_str().map(str::to_owned),
        file_name: Some("file.bin".to_owned()),
        content: content(),
    }
}

/// More than any buffer on the way holds.
fn content() -> Bytes {
    let bytes = (0..100_000_u32).flat_map(u32::to_be_bytes);
    bytes.collect()
}

/// A body with its size, or in pieces without it.
fn sized(body: Bytes, size: Size) -> Body {
    match size {
        Size::Stated => Body::from(body),
        Size::Unknown => {
            let middle = body.len() / 2;
            let pieces = [body.slice(..middle), body.slice(middle..)];
            Body::from_stream(stream::iter(pieces.map(io::Result::Ok)))
        }
    }
}
