//! What scenarios can't say of requests: those that are long or don't end, and settings of the server.

#[path = "../attack.rs"]
mod attack;

/// The parts of a generated crate that the attack uses.
mod attacked {
    pub use shelf_api::{runtime, server::axum};
}

use std::time::Duration;

use api_runtime::server::Builder;
use api_runtime::{Api as _, ApiDescriptor, Client, Tower, conformance::Conformance};
use axum::Router;
use axum::body::Body;
use http::{HeaderMap, Request, Response};
use shelf_api::{PartsSend, Point, Shelf, Upload};
use tower::ServiceExt as _;

use crate::scenarios::{Bench, KEY};

const JSON: &str = "application/json";
const BODIES: [(&str, &str, &str); 4] = [
    ("PUT", "/folders/a", JSON),
    ("POST", "/folders", JSON),
    ("PUT", "/files/a", "application/octet-stream"),
    ("PUT", "/v1/note-a.txt", "text/plain"),
];

fn server() -> Builder<Bench> {
    shelf_api::server::complete(Bench::default())
}

async fn send(router: &Router, request: http::request::Builder, body: impl Into<Body>) -> Response<Body> {
    router.clone().oneshot(request.body(body.into()).unwrap()).await.unwrap()
}

#[tokio::test]
async fn bodies_have_limits() {
    let router = server().max_form(100).max_upload(100).into_router().unwrap();
    for (method, path, content_type) in BODIES {
        for stated in [Some("101"), None] {
            let mut request = Request::builder().method(method).uri(path).header("x-key", KEY);
            request = request.header("content-type", content_type);
            if let Some(length) = stated {
                request = request.header("content-length", length);
            }
            let pieces = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>("[[[["));
            assert_eq!(send(&router, request, Body::from_stream(pieces)).await.status(), 413, "{path}");
        }
    }
}

#[tokio::test]
async fn several_files_are_held_in_memory_within_a_limit() {
    let router = Tower::new(server().max_form(100).into_router().unwrap());
    let client = Client::with_transport("http://shelf.invalid", router).build().unwrap();
    let files = [99, 1].map(|size| Upload::bytes("file", vec![0; size]));
    let error = client.send(PartsSend::new(Point::new(1), files)).await.unwrap_err();
    assert_eq!(error.failure().unwrap().http_status(), 413);
}

/// The body of a caller that is refused isn't read.
#[tokio::test]
async fn gates_come_before_bodies() {
    let router = server().into_router().unwrap();
    for (method, path, content_type) in BODIES {
        let endless = futures_util::stream::pending::<Result<bytes::Bytes, std::io::Error>>();
        let request = Request::builder().method(method).uri(path).header("content-type", content_type);
        assert_eq!(send(&router, request, Body::from_stream(endless)).await.status(), 401, "{path}");
    }
}

#[tokio::test]
async fn a_query_can_be_long_and_a_path_cannot() {
    let router = server().into_router().unwrap();
    for (target, status) in [
        (format!("/folders/{}", "a".repeat(9000)), 414),
        (format!("/folders/a?tag={}", "a".repeat(60_000)), 418),
    ] {
        assert_eq!(send(&router, Request::get(target).header("x-key", KEY), "").await.status(), status);
    }
}

#[tokio::test]
async fn each_credential_has_its_challenge() {
    let router = server().into_router().unwrap();
    let response = send(&router, Request::get("/folders/x"), "").await;
    let challenges: Vec<_> = response.headers().get_all("www-authenticate").iter().collect();
    assert_eq!(challenges, ["Bearer realm=\"Shelf API\"", "Basic realm=\"Shelf API\", charset=\"UTF-8\""]);
}

/// It has the length of what GET would send.
#[tokio::test]
async fn head_is_get_without_its_body() {
    let router = server().into_router().unwrap();
    let of = async |method| {
        let request = Request::builder().method(method).uri("/folders/x").header("x-key", KEY);
        let mut response = send(&router, request, "").await;
        let mut headers = std::mem::replace(response.headers_mut(), HeaderMap::new());
        headers.remove("x-request-id");
        (headers, axum::body::to_bytes(response.into_body(), 1000).await.unwrap())
    };
    let (head, get) = (of("HEAD").await, of("GET").await);
    assert_eq!((head.0, head.1.is_empty()), (get.0, !get.1.is_empty()));
}

#[test]
fn a_path_that_is_set_has_the_parameters() {
    let with = |path: &str| server().path("FolderGet", path).into_router();
    assert!(with("/shelf/{folder}.json").is_ok());
    for path in
        ["/shelf/folder", "/shelf/{other}", "/shelf/{folder}/{folder}", "/folders/{folder}?x={folder}"]
    {
        assert!(with(path).is_err(), "{path}");
    }
    let is_of_another = server().path("FolderPut", "/files/{+folder}").into_router();
    assert!(is_of_another.is_err());
}

#[tokio::test]
async fn a_server_that_refuses_conforms() {
    let router = Tower::new(server().into_router().unwrap());
    let anonymous = Client::with_transport("http://shelf.invalid", router).build().unwrap();
    let report = Conformance::<Shelf, _>::new(anonymous).tell_paths_apart().run().await;
    assert!(report.is_passed(), "{report}");
    assert_eq!((report.unserved.len(), report.indistinct.len()), (0, 0), "{report}");
}

#[tokio::test]
async fn every_operation_refuses_what_is_bad() {
    let router = server().body_timeout(Duration::from_millis(50)).into_router().unwrap();
    let folder = r#"{"id":"a","label":"b","devices":[{"id":"c","key":"d"}]}"#;
    let lamp = r#"{"name":"a","power":{"kind":"battery","charge":5},"tags":["b\n"]}"#;
    let plant = r#"{"name":"a","owner":"b"}"#;
    let point = "{\"x\":1}";
    let memo = "title=a&place%5Bx%5D=1";
    let bodies = [
        ("FolderPut", folder),
        ("FolderChange", folder),
        ("LampPut", lamp),
        ("ReelPlay", r#"{"command":"play","mode":2}"#),
        ("ReelLink", "{}"),
        ("ReelDrop", r#"{"command":"stop"}"#),
        ("ReelStop", r#"{"command":"stop"}"#),
        ("PlanPut", r#"{"name":"a"}"#),
        ("SharesPut", r#"{"a":5}"#),
        ("TagsPut", "[]"),
        ("PlantPut", plant),
        ("ReportSet", point),
        ("PointSet", point),
        ("MemoAdd", memo),
        ("MemoSet", r#"{"title":"a"}"#),
        ("MemoFind", memo),
        ("DraftSet", point),
        ("DraftNote", point),
        ("SketchSet", "[]"),
    ];
    // Of those with a credential elsewhere, only the key in a header is known; a text in a path is no object.
    let others = ["ServerPeek", "ServerGlance", "LoanList", "LoanAdd", "LoanSeal", "ObjectsAt"];
    let operations = Shelf::DESCRIPTOR.operations.iter().copied().filter(|it| !others.contains(&it.name));
    let operations: &'static [_] = operations.collect::<Vec<_>>().leak();
    let api: &'static _ = Box::leak(Box::new(ApiDescriptor { operations, ..*Shelf::DESCRIPTOR }));
    let mut attack = attack::Attack { router, api, credential: ("x-key", KEY), bodies: &bodies };
    let count = attack.every_operation().await;
    assert!(count.refused > 20 * api.operations.len(), "{} refused", count.refused);
}
