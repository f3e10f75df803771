//! Cassettes: what a client or a command line recorded, one exchange a line.

use std::io::Read;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::archive::{Broken, Text, Why};
use super::endpoint::has_query;

const LINE: &str = "a line with an exchange, of at most 256 MiB,";

/// Returns whether a file that begins like this is a cassette.
pub fn is_one(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    inside.starts_with(b"\"request\"") || inside.starts_with(b"\"response\"")
}

/// Reads a cassette and passes on each exchange as an entry of an archive.
pub fn read(source: &mut dyn Read, each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let mut text = Text::new(source);
    exchanges(&mut text, each).map_err(|why| text.broken(why))
}

fn exchanges(text: &mut Text<'_>, each: &mut dyn FnMut(Value)) -> Result<(), Why> {
    while text.peek()?.is_some() {
        let line: Line = text.value().map_err(|why| match why {
            Why::Ends | Why::Io(_) => why,
            // What was found instead may be a secret.
            Why::Json(_) | Why::Expected(_) => Why::Expected(LINE),
        })?;
        each(line.entry());
    }
    Ok(())
}

/// A line, as far as it shows something.
#[derive(Deserialize)]
struct Line {
    request: Request,
    response: Response,
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
    file: Option<IgnoredAny>,
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
    headers: Vec<(String, String)>,
    body: Content,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content {
    /// As it came: numbers stay what they are.
    Json(Box<RawValue>),
    Text(String),
    Base64(String),
    Broken(IgnoredAny),
    LeftOut,
}

impl Line {
    fn entry(self) -> Value {
        let response = match self.response {
            Response::Message(message) => message.entry(),
            Response::Failed(_) => Value::Null,
        };
        json!({ "request": self.request.entry(), "response": response })
    }
}

impl Request {
    fn entry(self) -> Value {
        let is_query = has_query(&self.method);
        let form = form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.form).finish();
        let posted = match self.file {
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
            Content::Text(text) => json!({ "text": text }),
            Content::Base64(text) => json!({ "text": text, "encoding": "base64" }),
            Content::Broken(_) | Content::LeftOut => Value::Null,
        };
        json!({ "status": self.status, "headers": pairs(&self.headers), "content": content })
    }
}

fn pairs(all: &[(String, String)]) -> Vec<Value> {
    all.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}
