//! The lines of a cassette.

use std::io;

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The version of the format.
const VERSION: u8 = 2;

/// A line.
pub(super) enum Line {
    /// The first line of a run.
    Head(Kept),
    Exchange(Exchange),
}

/// The first line of a run, as it is written.
#[derive(Deserialize, Serialize)]
pub(super) struct Head {
    pub(super) cassette: Kept,
}

/// The values that a run keeps.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Kept {
    version: u8,
    /// Name of the API.
    pub(super) api: String,
    pub(super) keeps: Keeps,
    /// Names whose values are kept as well.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) names: Vec<String>,
}

/// The values that are kept.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Keeps {
    /// Those that the API's description has.
    Spec,
    /// All but secrets.
    Values,
}

impl Kept {
    pub(super) fn new() -> Self {
        Self { version: VERSION, api: String::new(), keeps: Keeps::Spec, names: Vec::new() }
    }

    /// Returns whether everything but secrets is kept.
    pub(super) fn all(&self) -> bool {
        self.keeps == Keeps::Values
    }

    /// Returns whether what has this name is kept, unless it is a secret.
    pub(super) fn has(&self, name: &str) -> bool {
        self.all() || self.names.iter().any(|kept| kept == name)
    }
}

/// A request and what came of it.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Exchange {
    pub(super) request: RecordedRequest,
    pub(super) response: RecordedResponse,
}

/// A recorded request.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RecordedRequest {
    pub(super) operation: String,
    /// The HTTP method, unless it is POST.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<String>,
    /// For people: another server may have another.
    pub(super) path: String,
    /// Headers that carry a credential.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headers: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) form: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Files::is_empty")]
    pub(super) file: Files,
}

/// The uploaded files; a single one is written alone.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(from = "OneOrMore", into = "OneOrMore")]
pub(super) struct Files(pub(super) Vec<File>);

impl Files {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[derive(Deserialize, Serialize)]
#[serde(untagged)]
enum OneOrMore {
    One(File),
    More(Vec<File>),
}

impl From<OneOrMore> for Files {
    fn from(read: OneOrMore) -> Self {
        match read {
            OneOrMore::One(file) => Self(vec![file]),
            OneOrMore::More(files) => Self(files),
        }
    }
}

impl From<Files> for OneOrMore {
    fn from(Files(mut files): Files) -> Self {
        match files.pop() {
            Some(file) if files.is_empty() => Self::One(file),
            last => Self::More(files.into_iter().chain(last).collect()),
        }
    }
}

/// An uploaded file, without its content.
#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) name: String,
    #[serde(rename = "type")]
    pub(super) media_type: String,
    pub(super) bytes: u64,
}

/// The recorded outcome of a request.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RecordedResponse {
    Message(Message),
    /// The transport failed.
    Failed(Failure),
}

/// A response.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Message {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, Text)>,
    pub(super) body: Content,
}

/// A text, or only its length in bytes. Bytes that aren't UTF-8 are the characters with their
/// numbers.
#[derive(Clone, Deserialize, Serialize)]
#[serde(untagged)]
pub(super) enum Text {
    Whole(String),
    Length(u32),
}

/// The body of a response.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Content {
    Json(Box<RawValue>),
    Text(Text),
    Bytes(Text),
    /// The part that arrived before the connection broke.
    Broken(Text),
    /// Too large, or not read to its end.
    LeftOut,
}

/// The recorded failure of a transport.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Failure {
    TimedOut,
    NotSent,
    Broken,
}

impl Text {
    pub(super) fn length(bytes: usize) -> Self {
        Self::Length(bytes.try_into().unwrap_or(u32::MAX))
    }

    /// The text; one of which only the length is known is made of `x`.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Whole(text) => text.clone(),
            Self::Length(length) => "x".repeat(*length as usize),
        }
    }

    fn bytes(&self) -> Bytes {
        match self {
            Self::Whole(text) => text.chars().map(|it| u8::try_from(it).unwrap_or(b'?')).collect(),
            Self::Length(length) => vec![0; *length as usize].into(),
        }
    }
}

impl Content {
    /// The bytes, and whether the connection breaks after them; `None` if they
    /// were left out.
    pub(super) fn bytes(&self) -> Option<(Bytes, bool)> {
        Some(match self {
            Self::Json(json) => (json.get().to_owned().into(), false),
            Self::Text(text) => (text.text().into(), false),
            Self::Bytes(text) => (text.bytes(), false),
            Self::Broken(text) => (text.bytes(), true),
            Self::LeftOut => return None,
        })
    }
}

/// Reads the lines of a cassette, each with its number.
///
/// # Errors
/// Names a line that is not one of a cassette.
pub(super) fn lines(text: &str) -> io::Result<Vec<(usize, Line)>> {
    (1..).zip(text.lines()).map(|(number, text)| Ok((number, line(number, text)?))).collect()
}

fn line(number: usize, text: &str) -> io::Result<Line> {
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let is_head = text.starts_with("{\"cassette\"");
    let line = match is_head {
        true => serde_json::from_str(text).map(|Head { cassette }| Line::Head(cassette)),
        false => serde_json::from_str(text).map(Line::Exchange),
    };
    match line {
        Ok(Line::Head(kept)) if kept.version == VERSION => Ok(Line::Head(kept)),
        Ok(Line::Exchange(exchange)) if number > 1 => Ok(Line::Exchange(exchange)),
        Err(error) if is_head || number > 1 || !text.starts_with("{\"request\":{") => {
            Err(invalid(format!("line {number} is not an exchange: {error}")))
        }
        Ok(_) | Err(_) => Err(invalid("it has the format of another version; record it again".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_alone_is_no_list() {
        let file = |name: &str| File { name: name.to_owned(), media_type: "a/b".to_owned(), bytes: 1 };
        let one = r#"{"name":"a","type":"a/b","bytes":1}"#;
        for (files, text) in [
            (Files(vec![file("a")]), one.to_owned()),
            (Files(vec![file("a"), file("a")]), format!("[{one},{one}]")),
        ] {
            assert_eq!(serde_json::to_string(&files).unwrap(), text);
            let read: Files = serde_json::from_str(&text).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), text);
        }
    }
}
