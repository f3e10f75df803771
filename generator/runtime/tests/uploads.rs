//! Files on their way, as an independent parser sees them.

use std::{convert::Infallible, io, sync::Arc};

use api_runtime::{ErrorKind, Tower, Upload};
use axum::{
    Router,
    body::Bytes,
    extract::{Multipart, State},
    routing::post,
};
use futures_util::{Stream, stream};
use http::HeaderMap;
use tokio::sync::Mutex;

use crate::{
    by_hand::{Client, GardenPhoto, GardenerAuth},
    server::Server,
};

#[derive(Debug, PartialEq)]
struct Part {
    name: String,
    file_name: Option<String>,
    content_type: Option<String>,
    content: Bytes,
}

type Seen = Arc<Mutex<(HeaderMap, Vec<Part>)>>;

async fn parse(State(seen): State<Seen>, headers: HeaderMap, mut form: Multipart) -> &'static str {
    let mut parts = Vec::new();
    while let Some(field) = form.next_field().await.unwrap() {
        parts.push(Part {
            name: field.name().unwrap().to_owned(),
            file_name: field.file_name().map(str::to_owned),
            content_type: field.content_type().map(str::to_owned),
            content: field.bytes().await.unwrap(),
        });
    }
    *seen.lock().await = (headers, parts);
    "{}"
}

async fn sent(upload: Upload) -> (HeaderMap, Vec<Part>) {
    let seen = Seen::default();
    let router = Router::new().fallback(post(parse)).with_state(seen.clone());
    let client = Client::with_transport("http://localhost", Tower::new(router))
        .credential(GardenerAuth::password("ann", "canary"))
        .build()
        .unwrap();
    client.send(GardenPhoto::new("rose", upload)).await.unwrap();
    std::mem::take(&mut *seen.lock().await)
}

/// Three pieces of three bytes.
fn three() -> impl Stream<Item = Result<Vec<u8>, Infallible>> {
    stream::iter((1..=3).map(|piece| Ok(vec![piece; 3])))
}

#[tokio::test]
async fn a_form_has_its_fields_and_the_file() {
    let upload = Upload::bytes("ü \"x\"\r\nEvil: 1.png", vec![0, 255, 13, 10]).content_type("image/\r\npng");
    assert_eq!(upload.file_name(), "ü \"x\"\r\nEvil: 1.png");
    let (headers, parts) = sent(upload).await;
    assert_eq!(headers["x-garden-password"], "canary");
    assert!(headers["content-type"].to_str().unwrap().starts_with("multipart/form-data; boundary="));
    assert!(headers.contains_key("content-length"));
    assert_eq!(parts[0].name, "Bed");
    assert_eq!((parts[0].content.as_ref(), &parts[0].file_name), (&b"rose"[..], &None));
    assert_eq!(parts[1].name, "photo");
    assert_eq!(parts[1].file_name.as_deref(), Some("ü %22x%22%0D%0AEvil: 1.png"));
    assert_eq!(parts[1].content.as_ref(), [0, 255, 13, 10]);
    assert_eq!(parts[1].content_type.as_deref(), Some("image/png"));
    assert_eq!(parts.len(), 2);
}

#[tokio::test]
async fn streams_and_readers_are_sent_too() {
    let (headers, parts) = sent(Upload::stream("a", three())).await;
    assert!(!headers.contains_key("content-length"));
    assert_eq!(parts[1].content.as_ref(), [1, 1, 1, 2, 2, 2, 3, 3, 3]);
    assert_eq!(parts[1].content_type.as_deref(), Some("application/octet-stream"));
    let content = vec![7; 200_000];
    let (headers, parts) = sent(Upload::reader("a", io::Cursor::new(content.clone())).size(200_000)).await;
    assert!(headers.contains_key("content-length"));
    assert_eq!(parts[1].content, content);
    let (_, parts) = sent(Upload::default()).await;
    assert_eq!(parts[1].content.len(), 0);
}

#[tokio::test]
async fn an_upload_goes_over_http() {
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", "canary")).unwrap();
    server.ok("{}").ok("{}");
    client.send(GardenPhoto::new("a", Upload::stream("a", three()).size(9))).await.unwrap();
    let asked = server.last();
    assert_eq!(asked.header("content-length"), Some(asked.body.len().to_string().as_str()));
    client.send(GardenPhoto::new("a", Upload::stream("a", three()))).await.unwrap();
    assert_eq!(server.last().header("transfer-encoding"), Some("chunked"));
}

#[tokio::test]
async fn an_upload_of_another_size_than_stated_fails() {
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", "canary")).unwrap();
    for size in [8, 10] {
        let upload = Upload::stream("a", three()).size(size);
        assert!(format!("{upload:?}").contains(&format!("{size} bytes")));
        fails!(client.send(GardenPhoto::new("a", upload)).await, ErrorKind::Transport(_));
    }
}
