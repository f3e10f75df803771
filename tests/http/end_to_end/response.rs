//! The server's response to an operation and the result that the client must make of it.

use bytes::Bytes;
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, LOCATION};
use serde_json::{Value, json};

use crate::end_to_end::server::{Answer, Content};
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
pub fn success(spec: &Spec, operation: &Value, size: Size, fill: Fill) -> (Answer, What) {
    let returns = &operation["returns"];
    let value = || result(spec, returns, fill);
    let kind = text(&returns["kind"]);
    let (answer, what) = match kind {
        "message" | "json" | "described" => (Answer::new(200, value().to_string()), What::Value(value())),
        "envelope" => {
            let envelope = json!({ "status": "ok", "code": 200, "data": value() });
            (Answer::new(200, envelope.to_string()), What::Value(value()))
        }
        "text" => (Answer::new(200, AWKWARD), What::Value(json!(AWKWARD))),
        "bytes" => (Answer::new(200, content()), file(returns, size)),
        "redirect" => {
            let target = "https://downloads.example.com/a%20b?c=d";
            (Answer::new(301, "null").header(LOCATION, target), What::Value(json!(target)))
        }
        other => panic!("unknown kind of output {other}"),
    };
    let answer = match returns["content_type"].as_str() {
        Some(content_type) => answer.header(CONTENT_TYPE, content_type),
        None => answer,
    };
    let answer = answer.header(CONTENT_DISPOSITION, "attachment; filename=\"../x/file.bin\"");
    (sized(answer, size), what)
}

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

fn sized(answer: Answer, size: Size) -> Answer {
    match (size, answer.body.clone()) {
        (Size::Unknown, Content::Whole(bytes)) => {
            let middle = bytes.len() / 2;
            let pieces = vec![bytes.slice(..middle), bytes.slice(middle..)];
            answer.content(Content::Pieces(pieces))
        }
        _ => answer,
    }
}
