//! A client of a server that sends something else than the documents say: an error names the
//! operation, the status and the place in the JSON, and keeps the body.

use std::sync::{Arc, Mutex};

use super::{KEY, axum, serve};
use axum::http::StatusCode;
use results_api::runtime::ErrorKind;
use results_api::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The next response: its status, its content type and its body.
type Next = Arc<Mutex<(u16, &'static str, &'static str)>>;

/// A response, and the place and the reason of the error.
type Case = (u16, &'static str, &'static str, &'static str, &'static str);

const JSON: &str = "application/json";

pub async fn errors_say_where_and_keep_the_body() -> Result<(), Box<dyn std::error::Error>> {
    let next = Next::default();
    let set = next.clone();
    let router = axum::Router::new().fallback(move || {
        let (status, content_type, body) = *set.lock().unwrap();
        async move { (StatusCode::from_u16(status).unwrap(), [("content-type", content_type)], body) }
    });
    let client = Client::new(&serve(router).await?, KeeperAuth::key(KEY))?;
    let put = async || client.send(LampPut::new("a", Lamp::new("a"))).await;
    let cases: [Case; 9] = [
        (200, JSON, "[]", "", "expected an object, found sequence"),
        (200, JSON, r#"{"name":1}"#, "/name", "found integer"),
        (200, JSON, r#"{"name":"a""#, "", "ends too early"),
        (200, JSON, "", "", "ends too early"),
        (200, JSON, r#"{"tags":[]}"#, "/name", "an overlay"),
        (200, "text/html", "<html>", "", "not valid JSON"),
        (200, JSON, r#"{"name":"a","power":{"kind":"battery","charge":"much"}}"#, "/power/charge", "found string"),
        (200, JSON, r#"{"name":"a","tags":["a",{"b":1}]}"#, "/tags/1", "found map"),
        (201, JSON, r#"{"name":"a"}"#, "", "Location"),
    ];
    for case in cases {
        *next.lock().unwrap() = (case.0, case.1, case.2);
        is_undecoded(&put().await.expect_err(case.2), "LampPut", case);
    }
    for case in [
        (200, JSON, r#"{"lamps":[{"name":"a"},{"name":1}]}"#, "/lamps/1/name", "found integer"),
        (200, JSON, r#"{"lamps":{}}"#, "/lamps", "expected a sequence"),
        (200, JSON, r#"{"lamps":[{"name":"a"},"#, "", "ends too early"),
    ] {
        *next.lock().unwrap() = (case.0, case.1, case.2);
        let error = client.pages(LampList::new()).next().await.expect_err(case.2);
        is_undecoded(&error, "LampList", case);
    }
    *next.lock().unwrap() = (200, JSON, r#"{"name":"a","power":{"kind":"sun","x":[1]}}"#);
    let LampPutResult::Ok(lamp) = put().await? else { panic!("200") };
    assert!(matches!(lamp.power, Some(Power::Other(json)) if json.as_str() == r#"{"kind":"sun","x":[1]}"#));
    other_statuses(&next, put).await?;
    half_a_body().await
}

/// Asserts what the error says.
fn is_undecoded(error: &Error, operation: &str, (status, _, body, pointer, reason): Case) {
    let text = error.to_string();
    assert!(text.contains(operation) && text.contains(reason), "{text}");
    let ErrorKind::Decode(undecoded) = error.kind() else { panic!("{error:?}") };
    assert_eq!((undecoded.http_status().as_u16(), &undecoded.body()[..]), (status, body.as_bytes()));
    assert_eq!(undecoded.misfit().pointer(), pointer, "{text}");
    assert_eq!(error.operation(), Some(operation));
}

/// A status that the documents lack is kept, with its body.
async fn other_statuses(
    next: &Next,
    put: impl AsyncFn() -> Result<LampPutResult, Error>,
) -> Result<(), Box<dyn std::error::Error>> {
    *next.lock().unwrap() = (202, JSON, "{half");
    let LampPutResult::Other(other) = put().await? else { panic!("202") };
    assert_eq!((other.http_status().as_u16(), &other.body()[..]), (202, &b"{half"[..]));
    for (status, body) in [(409, r#"{"code":"x"}"#), (409, "{half"), (418, "a teapot"), (500, "[")] {
        *next.lock().unwrap() = (status, JSON, body);
        let error = put().await.expect_err(body);
        let failure = error.failure().expect("a failure");
        assert_eq!((failure.http_status().as_u16(), &failure.body()[..]), (status, body.as_bytes()));
        assert!(failure.read::<Problem>().is_err() && error.to_string().contains("LampPut"), "{error}");
        assert!(error.to_string().contains(&status.to_string()), "{error}");
    }
    assert_eq!(other.headers()["content-type"], JSON);
    Ok(())
}

/// A connection that is closed within the body.
async fn half_a_body() -> Result<(), Box<dyn std::error::Error>> {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let _ = stream.read(&mut [0; 4096]).await;
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n";
            let _ = stream.write_all(format!("{head}{{\"name\":").as_bytes()).await;
        }
    });
    let client = Client::new(&url, KeeperAuth::key(KEY))?;
    let error = client.send(LampPut::new("a", Lamp::new("a"))).await.expect_err("half a body");
    assert_eq!(error.operation(), Some("LampPut"));
    assert!(error.to_string().contains("LampPut"), "{error}");
    Ok(())
}
