//! The file of a cassette or a recording, with an exchange on each line.

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read as _},
    path::Path,
};

use bytes::Bytes;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The version of the format.
const VERSION: u8 = 3;

/// The purpose of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    /// Replaying: it has all values but secrets.
    Cassette,
    /// Evidence: it has no values.
    Recording,
}

/// A line.
pub(super) enum Line {
    /// The first line of a run: what it is, and the API's name.
    Head(Kind, String),
    Exchange(Exchange),
}

/// The first line of a run, below its kind.
#[derive(Deserialize, Serialize)]
struct Run {
    version: u8,
    /// Name of the API.
    api: String,
    /// In version 2, which values a run kept: those of the `spec`, or all `values`.
    #[serde(default, skip_serializing)]
    keeps: Option<String>,
}

/// The first line of a run.
pub(super) fn head(kind: Kind, api: &str) -> io::Result<String> {
    let run = Run { version: VERSION, api: api.to_owned(), keeps: None };
    Ok(serde_json::to_string(&BTreeMap::from([(kind, run)]))? + "\n")
}

/// The line of a kind and a run; `None` if it is of another version.
fn said(kind: Kind, run: Run) -> Option<Line> {
    let kind = match (run.version, run.keeps.as_deref()) {
        (VERSION, None) => kind,
        (2, Some("values")) => Kind::Cassette,
        (2, Some("spec")) => Kind::Recording,
        _ => return None,
    };
    Some(Line::Head(kind, run.api))
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
    /// The number of the try, if the client sent the call before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tries: Option<u32>,
    /// For people: another server may have another.
    pub(super) path: String,
    /// Headers that carry a credential.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) headers: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) form: Vec<(String, String)>,
    #[serde(
        default,
        alias = "file",
        deserialize_with = "one_or_more",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub(super) files: Vec<File>,
}

/// Before version 3, a single file was written alone.
fn one_or_more<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<File>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMore {
        One(File),
        More(Vec<File>),
    }
    Ok(match OneOrMore::deserialize(from)? {
        OneOrMore::One(file) => vec![file],
        OneOrMore::More(files) => files,
    })
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

/// Reads the lines of a file, each with its number.
///
/// # Errors
/// Names a line that is not an exchange.
pub(super) fn lines(text: &str) -> io::Result<Vec<(usize, Line)>> {
    (1..).zip(text.lines()).map(|(number, text)| Ok((number, line(number, text)?))).collect()
}

fn line(number: usize, text: &str) -> io::Result<Line> {
    let invalid = |what: String| io::Error::new(io::ErrorKind::InvalidData, what);
    let other = || invalid("it has the format of another version; record it again".to_owned());
    let wrong = |error| invalid(format!("line {number} is not an exchange: {error}"));
    let is_head = ["{\"cassette\"", "{\"recording\""].iter().any(|start| text.starts_with(start));
    if is_head {
        let head: BTreeMap<Kind, Run> = serde_json::from_str(text).map_err(wrong)?;
        return head.into_iter().next().and_then(|(kind, run)| said(kind, run)).ok_or_else(other);
    }
    match serde_json::from_str(text) {
        // Before version 2, there was no head.
        _ if number == 1 && text.starts_with("{\"request\":{") => Err(other()),
        Ok(exchange) => Ok(Line::Exchange(exchange)),
        Err(error) => Err(wrong(error)),
    }
}

/// A new file in the place of whatever has its name.
pub(super) fn created(path: &Path) -> io::Result<fs::File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Only its owner can read a temporary file.
    let file = tempfile::Builder::new().prefix(".").tempfile_in(folder.unwrap_or(Path::new(".")))?;
    Ok(file.persist(path)?)
}

/// Opens a file to append to it, and reads what it has; creates it if it isn't there.
pub(super) fn continued(path: &Path) -> io::Result<(fs::File, String)> {
    let mut options = fs::OpenOptions::new();
    options.read(true).append(true);
    match path.symlink_metadata() {
        Ok(found) if !found.is_file() => return Err(io::Error::other("not a file that can be continued")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.create_new(true);
        }
        Err(error) => return Err(error),
    }
    let (mut file, mut text) = (options.open(path)?, String::new());
    file.read_to_string(&mut text)?;
    Ok((file, text))
}

/// The kind of a file that can be continued with calls of an API; `None` if it is empty.
pub(super) fn kind(text: &str, api: &str) -> io::Result<Option<Kind>> {
    let not_one = |why: &str| io::Error::other(format!("not a cassette of {api}: {why}"));
    let mut kind = None;
    for (_, line) in lines(text).map_err(|error| not_one(&error.to_string()))? {
        match line {
            Line::Head(_, of) if of != api => return Err(not_one(&format!("it is one of {of}"))),
            Line::Head(of, _) => kind = Some(of),
            Line::Exchange(_) => {}
        }
    }
    let is_whole = text.is_empty() || text.ends_with('\n');
    if is_whole { Ok(kind) } else { Err(not_one("its last line is cut off")) }
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Cassette => "cassette",
            Self::Recording => "recording",
        }
    }
}
