//! Each operation of a REST server with requests that nobody would send by mistake: every one gets
//! its 4xx in the API's shape, and none a panic.

use std::time::Duration;

use api_runtime::server::axum::{Router, body::Body};
use http::Request;
use proptest::prelude::*;

use crate::rest_server::{self, Answer, builder};

/// A request that is right: its line, its content type and its body.
type Right = (&'static str, &'static str, &'static str);

const JSON: &str = "application/json";

const REQUESTS: [Right; 10] = [
    ("GET /folders/music?verbose&tag=x&sizes=1,2", "", ""),
    ("GET /folders/default", "", ""),
    ("PUT /folders/music", JSON, r#"{"id":"music","label":"Mus\u0069c","devices":[{"id":"a","key":"b"}]}"#),
    ("PATCH /folders/music", JSON, r#"{"label":"x","devices":[{"key":null}]}"#),
    ("POST /folders?dry=true", JSON, r#"{"id":"music","size":5,"device/s":[{"id":"a"}]}"#),
    ("GET /files/a/b.txt", "", ""),
    ("PUT /files/a/b.txt", "application/octet-stream", "abc"),
    ("PUT /v1/note-a.txt", "text/plain", "text"),
    ("GET /health", "", ""),
    ("GET /find?what=later", "", ""),
];

const SEGMENTS: [&str; 20] = [
    "..",
    ".",
    "%2e%2e",
    "%2E.",
    "%00",
    "a%00",
    "%ff",
    "%c0%ae%c0%ae",
    "%ed%a0%80",
    "%2F",
    "..%2F..%2Fetc",
    "%5c..",
    "%",
    "%zz",
    "%2",
    "{folder}",
    "a;b=c",
    "%0d%0aSet-Cookie:x",
    "*",
    "%252e%252e",
];

const VALUES: [&str; 8] = ["", "%ff", "%00", "%", "a&a=b", "=", "%26", "[]"];

const BYTES: [u8; 8] = [0, 0xff, b'"', b'{', b'[', b'\\', b',', b'9'];

async fn send(
    router: &Router,
    line: &str,
    headers: &[(&str, &[u8])],
    body: impl Into<Body>,
) -> Option<Answer> {
    let (method, path) = line.split_once(' ').unwrap();
    let mut request = Request::builder().method(method).uri(path).header("x-key", "right");
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        request = request.header(*name, *value);
    }
    // hyper refuses what `http` can't represent.
    let request = request.body(body.into()).ok()?;
    Some(rest_server::send(router, request).await)
}

/// Asserts that it is a result, or a refusal for which the caller is to blame.
fn holds(answer: Option<Answer>, what: &str) {
    let Some(answer) = answer else { return };
    assert!(answer.status < 500, "{what}: {} {}", answer.status, answer.text);
    if answer.status >= 400 && answer.headers.get("content-type").is_none_or(|it| it != "text/plain") {
        assert!(!answer.refusal().is_empty(), "{what}");
    }
}

fn typed(content_type: &str) -> Vec<(&str, &[u8])> {
    vec![("content-type", content_type.as_bytes())]
}

#[tokio::test]
async fn right_requests_are_served() {
    let router = builder().into_router().unwrap();
    for (line, content_type, body) in REQUESTS {
        let answer = send(&router, line, &typed(content_type), body).await.unwrap();
        assert!(answer.status < 300, "{line}: {}", answer.text);
    }
}

#[tokio::test]
async fn paths_and_queries() {
    let router = builder().into_router().unwrap();
    let long = "a".repeat(9000);
    for (line, content_type, body) in REQUESTS {
        let (path, query) = line.split_once('?').unwrap_or((line, ""));
        let parts: Vec<&str> = path.split('/').collect();
        for place in 1..parts.len() {
            for segment in SEGMENTS.into_iter().chain([long.as_str(), ""]) {
                let mut other = parts.clone();
                other[place] = segment;
                let line = format!("{}?{query}", other.join("/"));
                holds(send(&router, &line, &typed(content_type), body).await, &line);
            }
        }
        for (name, value) in
            ["verbose", "tag", "sizes", "dry", "x"].iter().flat_map(|it| VALUES.map(|value| (it, value)))
        {
            let line = format!("{path}?{query}&{name}={value}&{name}={value}");
            holds(send(&router, &line, &typed(content_type), body).await, &line);
        }
        for method in ["GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "X"] {
            let line = format!("{method} {}", line.split_once(' ').unwrap().1);
            let answer = send(&router, &line, &typed(content_type), body).await.unwrap();
            assert!(answer.status < 500, "{line}");
        }
    }
}

#[tokio::test]
async fn bodies() {
    let router = builder().into_router().unwrap();
    for (line, content_type, body) in REQUESTS {
        for end in 0..body.len() {
            let what = format!("{line}, {end} bytes");
            let answer = send(&router, line, &typed(content_type), &body[..end]).await;
            if content_type == JSON {
                assert_eq!(answer.as_ref().map(|it| it.status), Some(400), "{what}");
            }
            holds(answer, &what);
            for byte in BYTES {
                let mut other = body.as_bytes().to_vec();
                other[end] = byte;
                holds(
                    send(&router, line, &typed(content_type), other).await,
                    &format!("{what}, then {byte}"),
                );
            }
        }
        let twice = format!("{body}{body}");
        holds(send(&router, line, &typed(content_type), twice).await, line);
        for content_type in
            ["", "text/html", "application/x-www-form-urlencoded", "multipart/form-data", ";", "\u{fc}"]
        {
            holds(send(&router, line, &typed(content_type), body).await, line);
        }
    }
}

#[tokio::test]
async fn headers() {
    let router = builder().into_router().unwrap();
    for (line, content_type, body) in REQUESTS {
        for name in [
            "x-key",
            "authorization",
            "content-type",
            "content-length",
            "x-trace",
            "cookie",
            "accept",
            "host",
        ] {
            for value in [
                &b"a"[..],
                b"Bearer right",
                b"Basic \xff",
                b"theme=%ff; theme=\"",
                b"=;=",
                b"\xff\xfe",
                b"18446744073709551616",
            ] {
                let headers = [typed(content_type), vec![(name, value), (name, value)]].concat();
                holds(send(&router, line, &headers, body).await, &format!("{line}, {name}"));
            }
        }
    }
}

#[tokio::test]
async fn bodies_without_end_are_too_slow() {
    let router = builder().body_timeout(Duration::from_millis(20)).into_router().unwrap();
    for (line, content_type, _) in
        REQUESTS.into_iter().filter(|(_, content_type, _)| !content_type.is_empty())
    {
        let endless = futures_util::stream::pending::<Result<bytes::Bytes, std::io::Error>>();
        let answer = send(&router, line, &typed(content_type), Body::from_stream(endless)).await.unwrap();
        assert_eq!(answer.status, 408, "{line}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn whatever_is_sent(
        which in 0..REQUESTS.len(),
        path in "[/a-z%0-9.{}?&=+\\[\\]]{0,40}",
        value in prop::collection::vec(any::<u8>(), 0..40),
        cut in any::<prop::sample::Index>(),
    ) {
        let (line, content_type, body) = REQUESTS[which];
        let router = builder().into_router().unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let mut other = body.as_bytes().to_vec();
        let end = cut.index(other.len() + 1);
        other.splice(end..end, value.clone());
        let headers = [typed(content_type), vec![("x-trace", &*value), ("cookie", &*value)]].concat();
        let headers: Vec<_> = headers.into_iter().filter(|(_, value)| http::HeaderValue::from_bytes(value).is_ok()).collect();
        runtime.block_on(async {
            holds(send(&router, line, &headers, other).await, line);
            let odd = format!("{line}/{path}");
            holds(send(&router, &odd, &headers, body).await, &odd);
        });
    }
}
