//! Heads that are too large or ambiguous, and bodies that are encoded, over real
//! sockets: refused, in the API's shape where the router sees them.

use api_runtime::server::Serve;
use backup_server_api::BackupServer;
use serde_json::Value;
use tokio::io::AsyncWriteExt;

use crate::server::hostile::{answer, connect, serve};
use crate::server::odd::builder;
use crate::support::wire::operation;

const TYPE: &str = "Content-Type: application/x-www-form-urlencoded\r\n";
const FORM: &str = "Username=a&AuthType=Password&Password=right";

fn path(name: &str) -> &'static str {
    operation::<BackupServer>(name).path.unwrap()
}

/// A request for the list of users with these header lines, which the server
/// responds by closing the connection.
fn request(version: &str, headers: &str) -> String {
    let (path, length) = (path("AdminListUsers"), FORM.len());
    format!(
        "POST {path} HTTP/{version}\r\nConnection: close\r\nContent-Length: {length}\r\n{TYPE}{headers}\r\n{FORM}"
    )
}

async fn send(url: &str, request: &str) -> String {
    let mut stream = connect(url).await;
    // The server may close the connection before it has read everything.
    let _ = stream.write_all(request.as_bytes()).await;
    answer(stream).await
}

/// The status and the text of the API's message.
fn refusal(answer: &str) -> (u64, String) {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{answer:?}"));
    let json: Value = serde_json::from_str(body).unwrap_or_else(|_| panic!("{answer:?}"));
    (json["Status"].as_u64().unwrap(), json["Message"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_request_names_its_host_once() {
    let url = serve(builder(), Serve::new()).await;
    for (version, headers, expected) in [
        ("1.1", "Host: a\r\n", None),
        ("1.0", "", None),
        ("1.1", "", Some("the header `Host` is missing")),
        ("1.1", "Host: a\r\nHost: a\r\n", Some("the header `Host` is given more than once")),
        ("1.0", "Host: a\r\nHost: b\r\n", Some("the header `Host` is given more than once")),
    ] {
        let request = request(version, headers);
        for request in [request.clone(), request.replace(path("AdminListUsers"), "/unknown")] {
            let answer = send(&url, &request).await;
            match expected {
                Some(text) => assert_eq!(refusal(&answer), (400, text.to_owned()), "{headers}"),
                None => assert!(!answer.contains(" 400 "), "{answer}"),
            }
        }
    }
}

#[tokio::test]
async fn a_body_has_one_type_and_no_encoding() {
    let url = serve(builder(), Serve::new()).await;
    let of = |headers: &str| request("1.1", &format!("Host: a\r\n{headers}"));
    let untyped = "the content type must be application/x-www-form-urlencoded".to_owned();
    assert_eq!(refusal(&send(&url, &of("").replace(TYPE, "")).await), (415, untyped));
    let send = async |headers: &str| send(&url, &of(headers)).await;
    for plain in ["", "Content-Encoding: identity\r\n"] {
        let answer = send(plain).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let twice = "the header `Content-Type` is given more than once".to_owned();
    assert_eq!(refusal(&send(TYPE).await), (400, twice));
    let encoded = "the body must have no `Content-Encoding`".to_owned();
    for encoding in ["gzip", "br", "gzip, identity", "identity\r\nContent-Encoding: gzip"] {
        let answer = send(&format!("Content-Encoding: {encoding}\r\n")).await;
        assert_eq!(refusal(&answer), (415, encoded.clone()), "{encoding}");
    }
}

#[tokio::test]
async fn a_head_has_64_kib() {
    let url = serve(builder(), Serve::new()).await;
    let sized = |size: usize| {
        let request = request("1.1", "Host: a\r\nX-Long: \r\n");
        let padding = "x".repeat(size - (request.len() - FORM.len()));
        request.replace("X-Long: ", &format!("X-Long: {padding}"))
    };
    let answer = send(&url, &sized(64 * 1024)).await;
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    for size in [64 * 1024 + 1, 100_000] {
        // The connection may be reset before the response is read.
        let answer = send(&url, &sized(size)).await;
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{size}: {answer}");
    }
}
