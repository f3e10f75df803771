//! Cassettes and recordings: what a client or a command line recorded, one exchange a line.

use std::io::Read;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::archive::{self, Broken, Progress};
use super::endpoint::has_query;

const LINE: &str = "a line with an exchange, of at most 256 MiB,";

/// Returns whether a file that begins like this is one of them.
pub fn is_one(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    ["\"cassette\"", "\"recording\"", "\"request\"", "\"response\""]
        .iter()
        .any(|key| inside.starts_with(key.as_bytes()))
}

/// Reads one and passes on each exchange as an entry of an archive, and the names whose values are
/// real: `None` if all are, as in a cassette.
pub fn read(source: &mut dyn Read, each: &mut dyn FnMut(Value, Option<&[String]>)) -> Result<(), Broken> {
    let (mut kept, progress) = (None, Progress::default());
    let mut lines = serde_json::Deserializer::from_reader(archive::repaired(source, &progress)).into_iter();
    while let Some(line) = lines.next() {
        progress.next();
        match line {
            Ok(Line {
                cassette: Some(Head { keeps, names }),
                recording: None,
                request: None,
                response: None,
            }) => {
                kept = (keeps == Some(Keeps::Spec)).then_some(names);
            }
            Ok(Line { cassette: None, recording: Some(_), request: None, response: None }) => {
                kept = Some(Vec::new());
            }
            Ok(Line {
                cassette: None,
                recording: None,
                request: Some(request),
                response: Some(response),
            }) => {
                each(entry(request, response), kept.as_deref());
            }
            Err(error) if error.is_eof() || error.is_io() => return Err(progress.broken(&error)),
            // What was found instead may be a secret.
            Ok(Line { .. }) | Err(_) => {
                let at = lines.byte_offset() as u64;
                return Err(Broken { at, why: format!("expected {LINE} at byte {at}") });
            }
        }
    }
    Ok(())
}

/// A line, as far as it shows something.
#[derive(Deserialize)]
struct Line {
    cassette: Option<Head>,
    recording: Option<IgnoredAny>,
    request: Option<Request>,
    response: Option<Response>,
}

/// Version 2 says which values the exchanges after it keep. Before it there was no head.
#[derive(Deserialize)]
struct Head {
    keeps: Option<Keeps>,
    #[serde(default)]
    names: Vec<String>,
}

#[derive(Deserialize, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Keeps {
    Spec,
    Values,
}

#[derive(Deserialize)]
struct Request {
    #[serde(default = "post")]
    method: String,
    path: String,
    #[serde(default)]
    headers: Vec<(String, String)>,
    #[serde(default)]
    form: Vec<(String, String)>,
    #[serde(alias = "file")]
    files: Option<IgnoredAny>,
}

fn post() -> String {
    "POST".to_owned()
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Response {
    Message(Message),
    Failed(IgnoredAny),
}

#[derive(Deserialize)]
struct Message {
    status: u16,
    headers: Vec<(String, Kept)>,
    body: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content {
    /// As it came: numbers stay what they are.
    Json(Box<RawValue>),
    Text(Kept),
    /// Characters with the numbers of bytes.
    Bytes(Kept),
    /// Before version 2.
    Base64(String),
    Broken(IgnoredAny),
    LeftOut,
}

/// A text, or its length.
#[derive(Deserialize)]
#[serde(untagged)]
enum Kept {
    Whole(String),
    Length(u32),
}

impl Kept {
    /// The text; of one that was not kept only whether it is empty.
    fn text(self) -> String {
        match self {
            Self::Whole(text) => text,
            Self::Length(length) => if length == 0 { "" } else { "x" }.to_owned(),
        }
    }
}

fn entry(request: Request, response: Response) -> Value {
    let response = match response {
        Response::Message(message) => message.entry(),
        Response::Failed(_) => Value::Null,
    };
    json!({ "request": request.entry(), "response": response })
}

impl Request {
    fn entry(self) -> Value {
        let is_query = has_query(&self.method);
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.form).finish();
        let posted = match self.files {
            // The name of its parameter is not in a cassette, so the form isn't whole.
            Some(_) => json!({ "mimeType": "multipart/form-data" }),
            None if is_query => Value::Null,
            None => json!({ "params": pairs(&self.form) }),
        };
        json!({
            "method": self.method,
            "url": if is_query { format!("{}?{form}", self.path) } else { self.path },
            "headers": pairs(&self.headers),
            "postData": posted,
        })
    }
}

impl Message {
    fn entry(self) -> Value {
        let content = match self.body {
            Content::Json(json) => json!({ "text": json.get() }),
            Content::Text(text) => json!({ "text": text.text() }),
            Content::Bytes(text) => json!({ "text": if text.text().is_empty() { "" } else { "x" } }),
            Content::Base64(text) => json!({ "text": text, "encoding": "base64" }),
            Content::Broken(_) | Content::LeftOut => Value::Null,
        };
        let mut headers: Vec<_> =
            self.headers.into_iter().map(|(name, value)| (name, value.text())).collect();
        if content["text"] == "" {
            headers.push(("content-length".to_owned(), "0".to_owned()));
        }
        json!({ "status": self.status, "headers": pairs(&headers), "content": content })
    }
}

fn pairs(all: &[(String, String)]) -> Vec<Value> {
    all.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}
