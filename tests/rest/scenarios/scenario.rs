//! Scenarios, as their files have them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use http::Response;
use serde::Deserialize;
use serde_json::{Map, Value};

/// The drivers, in the order in which they play.
pub const DRIVERS: [&str; 6] = ["client", "blocking", "server", "mock", "cassette", "cli"];

/// A call, what it sends, and what comes of it.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    pub name: String,
    pub call: Option<String>,
    #[serde(default)]
    pub with: Map<String, Value>,
    #[serde(default)]
    pub credential: Credential,
    send: Option<String>,
    #[serde(default)]
    headers: Headers,
    body: Option<Value>,
    answer: Option<Answer>,
    #[serde(default)]
    then: Vec<Exchange>,
    pub output: Option<Value>,
    pub items: Option<Vec<Value>>,
    pub error: Option<String>,
    #[serde(default)]
    only: BTreeMap<String, String>,
    #[serde(default)]
    except: BTreeMap<String, String>,
    /// Its file and line.
    #[serde(skip)]
    pub place: String,
}

/// A request and the response to it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exchange {
    /// The method and the target.
    pub send: String,
    #[serde(default)]
    pub headers: Headers,
    pub body: Option<Value>,
    #[serde(default)]
    pub answer: Answer,
}

/// A response.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    pub status: Option<u16>,
    #[serde(default)]
    pub headers: Headers,
    pub body: Option<Value>,
}

/// Headers by their names; null is one that is absent.
pub type Headers = BTreeMap<String, Option<String>>;

/// The credential of a call.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Credential {
    #[default]
    Key,
    Bearer,
    Login,
    Token,
    Both,
    None,
}

impl Scenario {
    /// The scenarios of a file.
    pub fn read(path: &Path) -> Vec<Self> {
        let text = fs::read_to_string(path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let starts: Vec<usize> =
            (0..lines.len()).filter(|line| lines[*line].starts_with("- name:")).collect();
        let ends = starts.iter().skip(1).copied().chain([lines.len()]);
        let scenario = |(start, end): (&usize, usize)| {
            let place = format!("{}:{}", path.display(), start + 1);
            // With the lines before, so that errors have their line.
            let own = "\n".repeat(*start) + &lines[*start..end].join("\n");
            let read: Result<Vec<Self>, _> = serde_yaml::from_str(&own);
            let read = read.unwrap_or_else(|error| panic!("{place}: {error}"));
            read.into_iter().map(move |scenario| Self { place: place.clone(), ..scenario }.checked())
        };
        starts.iter().zip(ends).flat_map(scenario).collect()
    }

    fn checked(self) -> Self {
        let excepted = self.only.iter().chain(&self.except);
        for (names, reason) in excepted {
            assert!(!reason.is_empty(), "{}: no reason", self.place);
            let unknown = names.split(' ').find(|name| !DRIVERS.contains(name));
            assert_eq!(unknown, None, "{}: expected one of {DRIVERS:?}", self.place);
        }
        assert!(self.send.is_some() || self.error.is_some(), "{}: nothing is sent", self.place);
        self
    }

    /// Returns whether there is anything for a driver to play.
    pub fn is_for(&self, driver: &str) -> bool {
        match driver {
            "server" => self.send.is_some(),
            "mock" | "cassette" => self.call.is_some() && self.send.is_some(),
            "cli" => self.call.is_some() && self.credential != Credential::Bearer,
            _ => self.call.is_some(),
        }
    }

    /// Returns whether it says that a driver can't play it.
    pub fn excepts(&self, driver: &str) -> bool {
        let names = |drivers: &BTreeMap<String, String>| {
            drivers.keys().any(|names| names.split(' ').any(|name| name == driver))
        };
        names(&self.except) || !self.only.is_empty() && !names(&self.only)
    }

    /// The requests and their responses.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let first = self.send.as_ref().map(|send| Exchange {
            send: send.clone(),
            headers: self.headers.clone(),
            body: self.body.clone(),
            answer: self.answer.clone().unwrap_or_default(),
        });
        first.into_iter().chain(self.then.clone()).collect()
    }
}

impl Exchange {
    pub fn headers(&self) -> Headers {
        with_type(&self.headers, self.body.as_ref())
    }
}

impl Answer {
    pub fn status(&self) -> u16 {
        self.status.unwrap_or(200)
    }

    pub fn headers(&self) -> Headers {
        with_type(&self.headers, self.body.as_ref())
    }

    /// The response with this body.
    pub fn response<B>(&self, body: B) -> Response<B> {
        let response = Response::builder().status(self.status());
        set(self.headers())
            .fold(response, |response, (name, value)| response.header(name, value))
            .body(body)
            .unwrap()
    }
}

/// The headers that aren't absent.
pub fn set(headers: Headers) -> impl Iterator<Item = (String, String)> {
    headers.into_iter().filter_map(|(name, value)| Some((name, value?)))
}

/// Headers with the content type of a body that is no text.
fn with_type(headers: &Headers, body: Option<&Value>) -> Headers {
    let mut headers = headers.clone();
    if body.is_some_and(|body| !body.is_string()) {
        headers.entry("content-type".to_owned()).or_insert(Some("application/json".to_owned()));
    }
    headers
}

/// The text of a value: that of a text is itself.
pub fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// The text of a body.
pub fn body(body: Option<&Value>) -> String {
    body.map(text).unwrap_or_default()
}

/// Compares a body with the one expected, of which a text is meant literally.
pub fn same_body(what: &str, expected: Option<&Value>, found: &str) -> Result<(), String> {
    match expected {
        Some(expected @ (Value::Object(_) | Value::Array(_) | Value::Number(_) | Value::Bool(_))) => {
            let json: Value = serde_json::from_str(found).map_err(|_| format!("{what} is {found:?}"))?;
            same(what, expected, &json)
        }
        other => same(what, &body(other).into(), &found.into()),
    }
}

/// Compares a value with the one expected.
pub fn same(what: &str, expected: &Value, found: &Value) -> Result<(), String> {
    if fits(expected, found) { Ok(()) } else { Err(format!("{what} is {found}, expected {expected}")) }
}

/// Returns whether a value is the one expected; of a text that ends with `…`, only the beginning is.
fn fits(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::String(expected), Value::String(found)) => match expected.strip_suffix('…') {
            Some(beginning) => found.starts_with(beginning),
            None => expected == found,
        },
        (Value::Array(expected), Value::Array(found)) => {
            expected.len() == found.len() && expected.iter().zip(found).all(|(one, other)| fits(one, other))
        }
        (Value::Object(expected), Value::Object(found)) => {
            let has = |(name, value): (&String, &Value)| found.get(name).is_some_and(|it| fits(value, it));
            expected.len() == found.len() && expected.iter().all(has)
        }
        _ => expected == found,
    }
}
