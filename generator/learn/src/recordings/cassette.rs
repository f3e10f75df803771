//! Cassettes: what a client or a command line recorded, one exchange a line.

use std::io::{BufRead, Read};

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::error::Category;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::archive::{Broken, MOST_BYTES, Why};

/// Returns whether a file that begins like this is a cassette.
pub fn is_one(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    inside.starts_with(b"\"request\"") || inside.starts_with(b"\"response\"")
}

/// Reads a cassette and passes on each exchange as an entry of an archive.
pub fn read(mut source: &mut dyn BufRead, each: &mut dyn FnMut(Value)) -> Result<(), Broken> {
    let (mut at, mut line) = (0, Vec::new());
    loop {
        line.clear();
        let read = (&mut source).take(MOST_BYTES as u64).read_until(b'\n', &mut line);
        let size = read.map_err(|error| Broken { at, why: Why::Io(error) })?;
        if size == 0 {
            return Ok(());
        }
        let is_cut = !line.ends_with(b"\n");
        if !line.trim_ascii().is_empty() {
            each(entry(&line).map_err(|error| broken(&error, at, size as u64, is_cut))?);
        }
        at += size as u64;
    }
}

/// The error without the text that was found instead, because that may be a secret.
fn broken(error: &serde_json::Error, at: u64, size: u64, is_cut: bool) -> Broken {
    match error.classify() {
        Category::Eof if is_cut && size < MOST_BYTES as u64 => Broken { at: at + size, why: Why::Ends },
        _ => Broken { at, why: Why::Expected("a line with an exchange, of at most 256 MiB,") },
    }
}

/// A line, as far as it shows something.
#[derive(Deserialize)]
struct Line<'l> {
    request: Request,
    #[serde(borrow)]
    response: Response<'l>,
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
enum Response<'l> {
    #[serde(borrow)]
    Message(Message<'l>),
    Failed(IgnoredAny),
}

#[derive(Deserialize)]
struct Message<'l> {
    status: u16,
    headers: Vec<(String, String)>,
    #[serde(borrow)]
    body: Content<'l>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content<'l> {
    /// As it came: numbers stay what they are.
    #[serde(borrow)]
    Json(&'l RawValue),
    Text(String),
    Base64(String),
    Broken(IgnoredAny),
    LeftOut,
}

fn entry(line: &[u8]) -> Result<Value, serde_json::Error> {
    let Line { request, response } = serde_json::from_slice(line)?;
    let response = match response {
        Response::Message(message) => message.entry(),
        Response::Failed(_) => Value::Null,
    };
    Ok(json!({ "request": request.entry(), "response": response }))
}

impl Request {
    fn entry(self) -> Value {
        let is_query = matches!(&*self.method, "GET" | "DELETE");
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

impl Message<'_> {
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
