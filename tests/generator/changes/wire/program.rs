//! A server of the new spec takes old requests, and a client of the old one reads new results.

use new::server::axum::body::Body;
use new::server::axum::http::{Request, Uri};
use new::server::{self, All, Gatekeeper, Serve, axum};
use tower_service::Service as _;

const BODIES: &[&str] = &[];

struct House;

impl Gatekeeper for House {}

impl All for House {}

/// Returns whether a request doesn't reach its handler, which isn't implemented.
async fn refuses(at: usize, body: &'static str) -> bool {
    let mut router = server::builder(House).group(server::all()).into_router().expect("it is complete");
    let request = Request::put(format!("/{at}")).header("content-type", "application/json");
    let response = router.call(request.body(Body::from(body)).expect("a request")).await.expect("a response");
    match response.status().as_u16() {
        501 => false,
        400 => true,
        other => panic!("{at}: {other}"),
    }
}

async fn result(uri: Uri) -> ([(&'static str, &'static str); 1], &'static str) {
    let at: usize = uri.path().trim_start_matches('/').parse().expect("a number");
    ([("content-type", "application/json")], BODIES[at])
}

#[tokio::main]
async fn main() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { Serve::new().run(listener, axum::Router::new().fallback(result)).await });
    let client = old::Client::anonymous(&url).expect("a client");
    // Each case.
}
