//! Each operation of a REST server with requests that nobody sends by mistake: what can't be right
//! gets its refusal in the API's shape, the rest may reach the handler, and none gets an error of the
//! server.
//!
//! Programs outside of the workspace have this file, too: `super` says where the runtime is.

use super::attacked::{axum, runtime};
use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::http::{HeaderMap, Request};
use runtime::{ApiDescriptor, Descriptor, Encoding, Parameter, Place};
use serde_json::Value;
use tower_service::Service as _;

/// The status by which a handler says that it was reached.
pub const REACHED: u16 = 418;

/// Segments that no operation takes.
const BAD_SEGMENTS: [&str; 10] =
    ["..", ".", "%2e%2e", "%2E.", "%00", "a%00", "%ff", "%c0%ae", "%ed%a0%80", ""];

/// Segments that can be a value.
const ODD_SEGMENTS: [&str; 6] = ["%2F", "..%2Fetc", "%", "%zz", "%0d%0aSet-Cookie:x", "{id}"];

const VALUES: [&str; 8] = ["", "%ff", "%00", "%", "a&a=b", "=", "[]", "99999999999999999999"];

const CONTENT_TYPES: [&[u8]; 6] =
    [b"", b"text/html", b"multipart/form-data", b"multipart/form-data; boundary=x", b";", b"\xfc"];

/// An object with a name that occurs twice.
const TWICE: &[u8] = br#"{"id":"a","id":"b"}"#;

/// A server, its API and the header of a credential that it accepts.
pub struct Attack<'a> {
    /// The bodies that are right, by operation, unless an empty object or list is.
    pub bodies: &'a [(&'a str, &'a str)],
    pub router: Router,
    pub api: &'static ApiDescriptor,
    pub credential: (&'a str, &'a str),
}

/// A request that is right.
#[derive(Clone)]
struct Right {
    method: &'static str,
    path: String,
    query: String,
    content_type: &'static str,
    body: Vec<u8>,
    headers: Vec<(String, Vec<u8>)>,
}

/// How many requests were refused, and how many reached a handler.
#[derive(Default)]
pub struct Count {
    pub refused: usize,
    pub reached: usize,
}

impl Count {
    fn add(&mut self, status: Option<u16>) {
        match status {
            Some(REACHED) => self.reached += 1,
            Some(_) => self.refused += 1,
            None => {}
        }
    }
}

impl Attack<'_> {
    /// Attacks each operation.
    pub async fn every_operation(&mut self) -> Count {
        let mut count = Count::default();
        for operation in self.api.operations {
            let Some(mut right) = operation.path.map(|path| Right::of(operation, path)) else { continue };
            if let Some((_, body)) = self.bodies.iter().find(|(name, _)| *name == operation.name) {
                right.body = (*body).into();
            }
            let status = self.send(&right, right.body.clone().into(), "as it should be").await;
            // Without a boundary, a form of parts is refused already.
            if operation.encoding != Encoding::Multipart {
                assert_eq!(
                    status,
                    Some(REACHED),
                    "{} {}",
                    operation.name,
                    String::from_utf8_lossy(&right.body)
                );
            }
            let long = "a".repeat(70_000);
            for bad in right.segments(&[&BAD_SEGMENTS[..], &[&long]].concat()) {
                let status = self.send(&bad, bad.body.clone().into(), "a segment").await;
                assert_ne!(status, Some(REACHED), "{} {}", operation.name, bad.path);
                count.add(status);
            }
            for bad in right.segments(&ODD_SEGMENTS) {
                count.add(self.send(&bad, bad.body.clone().into(), "a segment").await);
            }
            for (what, bad) in right.elsewhere(operation) {
                count.add(self.send(&bad, bad.body.clone().into(), &what).await);
            }
            self.bodies(&right, &mut count).await;
        }
        count
    }

    /// Sends bad bodies, and one that doesn't end.
    async fn bodies(&mut self, right: &Right, count: &mut Count) {
        let (is_json, is_form) =
            (right.content_type.contains("json"), right.content_type.contains("form-url"));
        for (what, bad) in right.bodies() {
            let status = self.send(&bad, bad.body.clone().into(), &what).await;
            let is_invalid = !bad.body.is_empty() && serde_json::from_slice::<Value>(&bad.body).is_err();
            if is_json
                && bad.content_type == right.content_type
                && (is_invalid || bad.body.starts_with(TWICE))
            {
                assert_eq!(status, Some(400), "{}, {what}", right.path);
            }
            count.add(status);
        }
        let endless = Body::from_stream(futures_util::stream::pending::<Result<Bytes, std::io::Error>>());
        let long = Body::from(vec![b' '; 20_000_000]);
        for (body, what, expected) in [(endless, "without end", 408), (long, "20 MB", 413)] {
            let status = self.send(right, body, what).await;
            assert!(status == Some(expected) || !is_json && !is_form, "{}, {what}: {status:?}", right.path);
            count.add(status);
        }
    }

    /// Sends a request; `None` if HTTP can't express it.
    async fn send(&mut self, right: &Right, body: Body, what: &str) -> Option<u16> {
        let query = if right.query.is_empty() { String::new() } else { format!("?{}", right.query) };
        let uri = format!("{}{query}", right.path);
        let mut request = Request::builder().method(right.method).uri(&uri);
        request = request.header(self.credential.0, self.credential.1);
        if !right.content_type.is_empty() {
            request = request.header("content-type", right.content_type);
        }
        for (name, value) in &right.headers {
            request = request.header(name.as_str(), value.as_slice());
        }
        let response =
            self.router.call(request.body(body).ok()?).await.unwrap_or_else(|never| match never {});
        let (head, body) = response.into_parts();
        let (status, what) = (head.status.as_u16(), format!("{} {uri}, {what}", right.method));
        let body = to_bytes(body, 1 << 20).await.unwrap_or_else(|error| panic!("{what}: {error}"));
        let text = String::from_utf8_lossy(&body);
        if right.method == "OPTIONS" && status == 204 {
            // Another path, whose methods are listed.
            return None;
        }
        assert!((400..500).contains(&status), "{what}: {status} {text}");
        assert!(!text.contains(self.credential.1), "{what}: a secret in {text}");
        // The answer to a HEAD has no body.
        let is_bare = right.method == "HEAD" && body.is_empty();
        assert!(
            status == REACHED || is_bare || self.is_refusal(&head.headers, &body),
            "{what}: {status} {text}"
        );
        Some(status)
    }

    /// Returns whether it has the shape of the API's errors: a text, if it has none of its own.
    fn is_refusal(&self, headers: &HeaderMap, body: &[u8]) -> bool {
        let Some(shape) = self.api.message else {
            return headers["content-type"].as_bytes().starts_with(b"text/plain") && !body.is_empty();
        };
        serde_json::from_slice::<Value>(body).is_ok_and(|json| json[shape.text].is_string())
    }
}

impl Right {
    fn of(operation: &Descriptor, path: &str) -> Self {
        let mut right = Self {
            method: operation.method,
            path: path.to_owned(),
            query: String::new(),
            content_type: "",
            body: Vec::new(),
            headers: Vec::new(),
        };
        let mut fields = Vec::new();
        for known in operation.parameters.iter().filter(|known| known.required) {
            let (name, value) = (known.wire_name(), fitting(known));
            let place = match (known.place, operation.encoding) {
                (Place::Form, Encoding::Query | Encoding::Body) => Place::Query,
                (place, _) => place,
            };
            match place {
                Place::Path => {
                    for variable in [format!("{{{}}}", known.name), format!("{{+{}}}", known.name)] {
                        right.path = right.path.replace(&variable, value);
                    }
                }
                Place::Query => right.query += &format!("&{name}={value}"),
                Place::Header { prefix } => right.headers.push((format!("{prefix}{name}"), value.into())),
                Place::Cookie => right.headers.push(("cookie".to_owned(), format!("{name}={value}").into())),
                Place::Form if operation.encoding == Encoding::Json => {
                    fields.push(format!("{name:?}:{}", json(known, value)));
                }
                Place::Form => fields.push(format!("{name}={value}")),
                Place::Body if known.json => right.body = json(known, value).into(),
                Place::Body | Place::Basic | Place::Bearer => right.body = value.into(),
            }
        }
        right.query = right.query.trim_start_matches('&').to_owned();
        match operation.encoding {
            Encoding::Json => {
                (right.content_type, right.body) =
                    ("application/json", format!("{{{}}}", fields.join(",")).into());
            }
            Encoding::Form => {
                let form = "application/x-www-form-urlencoded";
                (right.content_type, right.body) = (form, fields.join("&").into());
            }
            Encoding::Body => {
                right.content_type = operation.body_type.split(',').next().unwrap_or_default();
            }
            Encoding::Query | Encoding::Multipart => {}
        }
        right
    }

    /// The requests with each segment in each place of the path.
    fn segments(&self, segments: &[&str]) -> Vec<Self> {
        let path: Vec<&str> = self.path.split('/').collect();
        let with = |place: usize, segment| {
            let mut other = path.clone();
            other[place] = segment;
            Self { path: other.join("/"), ..self.clone() }
        };
        (1..path.len())
            .flat_map(|place| segments.iter().map(move |segment| (place, *segment)))
            .map(|(place, segment)| with(place, segment))
            .collect()
    }

    /// The requests that are wrong in the query or the headers, and how.
    fn elsewhere(&self, operation: &Descriptor) -> Vec<(String, Self)> {
        let mut all = Vec::new();
        let long = "a".repeat(70_000);
        for name in operation.parameters.iter().map(Parameter::wire_name).chain(["unknown"]) {
            for value in VALUES.into_iter().chain([long.as_str()]) {
                let query = format!("{}&{name}={value}&{name}={value}&{name}[]={value}", self.query);
                all.push((format!("`{name}` in the query"), Self { query, ..self.clone() }));
                let query = format!("{}&{name}[{value}][]={value}&{name}.{value}[0]={value}", self.query);
                all.push((format!("an object `{name}` in the query"), Self { query, ..self.clone() }));
            }
        }
        for name in ["content-type", "content-length", "authorization", "cookie", "accept", "host", "range"] {
            for value in [&b"a"[..], b"Basic \xff", b"Bearer", b"=;=\"", b"\xff\xfe", b"18446744073709551616"]
            {
                let headers = vec![(name.to_owned(), value.to_vec()); 2];
                let headers = [self.headers.clone(), headers].concat();
                all.push((format!("`{name}` twice"), Self { headers, ..self.clone() }));
            }
        }
        all
    }

    /// The requests whose body is wrong, and how.
    fn bodies(&self) -> Vec<(String, Self)> {
        let end = self.body.len();
        let mut bodies: Vec<Vec<u8>> = (0..end).map(|end| self.body[..end].to_vec()).collect();
        for place in 0..end {
            for byte in [0, 0xff, b'"', b'{', b'[', b'\\', b',', b'9'] {
                let mut other = self.body.clone();
                other[place] = byte;
                bodies.push(other);
            }
        }
        let deep = |open: &str, close: &str| open.repeat(10_000) + "1" + &close.repeat(10_000);
        bodies.push(deep("[", "]").into());
        bodies.push(deep("{\"a\":", "}").into());
        bodies.push("[".repeat(10_000).into());
        bodies.push(TWICE.into());
        bodies.push([self.body.clone(), self.body.clone()].concat());
        bodies.push(b"\xef\xbb\xbf{}".into());
        bodies.push(br#"{"\ud800":"\udfff"}"#.into());
        bodies.push(b"a=%ff&a=%&=&&%00".into());
        let shown = |body: &[u8]| String::from_utf8_lossy(&body[..body.len().min(99)]).into_owned();
        let mut all: Vec<_> =
            bodies.into_iter().map(|body| (shown(&body), Self { body, ..self.clone() })).collect();
        for content_type in CONTENT_TYPES {
            let headers = vec![("content-type".to_owned(), content_type.to_vec())];
            let headers = [self.headers.clone(), headers].concat();
            all.push(("a content type".to_owned(), Self { content_type: "", headers, ..self.clone() }));
        }
        all
    }
}

/// A value that is valid by the description, and needs no escaping.
fn fitting(parameter: &Parameter) -> &'static str {
    match (parameter.values, parameter.type_name) {
        _ if parameter.constant.is_some() => parameter.constant.unwrap_or_default(),
        ([first, ..], _) => first,
        (_, "bool") => "true",
        (_, "int" | "number") => "1",
        (_, list) if parameter.json && list.starts_with("List<") => "[]",
        (_, "string") => "a",
        _ if parameter.json => "{}",
        _ => "a",
    }
}

fn json(parameter: &Parameter, value: &str) -> String {
    match parameter.type_name {
        "string" => format!("{value:?}"),
        _ if !parameter.values.is_empty() => format!("{value:?}"),
        _ => value.to_owned(),
    }
}
