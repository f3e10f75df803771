//! Cassettes and recordings: what a client or a command line recorded, one exchange a line.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::archive::Broken;
use super::exchange::has_query;

/// Returns whether a file that begins like this is one of them.
pub fn is_one(start: &[u8]) -> bool {
    let inside = start.trim_ascii_start().strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    let keys = ["\"cassette\"", "\"recording\"", "\"request\"", "\"response\""];
    keys.iter().any(|key| inside.starts_with(key.as_bytes()))
}

/// Reads one and passes on each exchange as an entry of an archive, and whether its values are real, as in a
/// cassette.
pub fn read(json: &[u8], each: &mut dyn FnMut(&Value, bool)) -> Result<(), Broken> {
    let mut is_real = true;
    let mut lines = serde_json::Deserializer::from_slice(json).into_iter();
    while let Some(line) = lines.next() {
        let Line { cassette, recording, request, response } = match line {
            Ok(line) => line,
            Err(error) if error.is_eof() => return Err(Broken::of(&error, json)),
            Err(_) => Line::default(),
        };
        match (cassette, recording, request, response) {
            (Some(Head { keeps }), None, None, None) => is_real = keeps != Some(Keeps::Spec),
            (None, Some(_), None, None) => is_real = false,
            (None, None, Some(request), Some(response)) => {
                each(&json!({ "request": request.entry(), "response": response.entry() }), is_real);
            }
            // What was found instead may be a secret.
            _ => {
                return Err(Broken(format!(
                    "expected a line with an exchange at byte {}",
                    lines.byte_offset()
                )));
            }
        }
    }
    Ok(())
}

/// A line, as far as it shows something.
#[derive(Default, Deserialize)]
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
    headers: Vec<(String, Value)>,
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
    Message { status: u16, headers: Vec<(String, Value)>, body: Content },
    Failed(IgnoredAny),
}

/// A body; of a text that was not kept, there is the length.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content {
    /// As it came: numbers stay what they are.
    Json(Box<RawValue>),
    Text(Value),
    /// Characters with the numbers of bytes.
    Bytes(Value),
    /// Before version 2.
    Base64(String),
    Broken(IgnoredAny),
    LeftOut,
}

impl Request {
    fn entry(self) -> Value {
        let Self { method, path, headers, form, files } = self;
        let query = form_urlencoded::Serializer::new(String::new()).extend_pairs(&form).finish();
        let url = if has_query(&method) { format!("{path}?{query}") } else { path };
        let form = form.into_iter().map(|(name, text)| (name, text.into()));
        let posted = match files {
            // The name of its parameter is not in a cassette, so the form isn't whole.
            Some(_) => json!({ "mimeType": "multipart/form-data" }),
            None if has_query(&method) => Value::Null,
            None => json!({ "params": pairs(form) }),
        };
        json!({ "method": method, "url": url, "headers": pairs(headers), "postData": posted })
    }
}

impl Response {
    fn entry(self) -> Value {
        let Self::Message { status, mut headers, body } = self else { return Value::Null };
        let content = match body {
            Content::Json(json) => json!({ "text": json.get() }),
            Content::Text(text) => json!({ "text": whole(&text) }),
            Content::Bytes(text) => json!({ "text": if whole(&text).is_empty() { "" } else { "x" } }),
            Content::Base64(text) => json!({ "text": text, "encoding": "base64" }),
            Content::Broken(_) | Content::LeftOut => Value::Null,
        };
        if content["text"] == "" {
            headers.push(("content-length".to_owned(), "0".into()));
        }
        json!({ "status": status, "headers": pairs(headers), "content": content })
    }
}

/// A text; of one that was not kept only whether it is empty.
fn whole(text: &Value) -> &str {
    text.as_str().unwrap_or(if *text == 0 { "" } else { "x" })
}

fn pairs(all: impl IntoIterator<Item = (String, Value)>) -> Vec<Value> {
    all.into_iter().map(|(name, text)| json!({ "name": name, "value": whole(&text) })).collect()
}
