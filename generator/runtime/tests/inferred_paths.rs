//! What a caller learns where a server has nothing at an inferred path.

use api_runtime::{Encode, Error, Operation};
use axum::response::Redirect as To;

use crate::{
    by_hand::{Client, Garden, GardenWater, GardenerAuth},
    operations::{Note, Numbers, Old, Text, Zip},
    server::Server,
};

const NOT_FOUND: &str = r#"{"Status":404,"Message":"no such operation"}"#;
const PAGE: &str = "<!DOCTYPE html><title>Garden</title>";

struct Peer {
    server: Server,
    client: Client,
}

impl Peer {
    async fn start() -> Self {
        let server = Server::start().await;
        let client = Client::new(server.url(), GardenerAuth::password("ann", "p")).unwrap();
        Self { server, client }
    }

    /// The error of an operation whose answer is prepared.
    async fn fails<O>(&self, operation: O) -> Error
    where
        O: Operation<Api = Garden> + Encode + Clone,
    {
        self.client.call(operation).send().await.err().unwrap()
    }
}

fn says_what_to_do(error: &Error) {
    let text = error.to_string();
    assert_eq!(error.inferred_path(), Some("/open"), "{text}");
    let advice = "; the path /open is inferred, not documented: if the server has another, set it with \
                  `ClientBuilder::path`, or with an overlay, which `cargo probe` can write";
    assert!(text.ends_with(advice), "{text}");
}

#[tokio::test]
async fn an_error_says_that_the_path_is_inferred_and_what_to_do() {
    let peer = Peer::start().await;
    for (status, body) in [(404, PAGE), (404, ""), (404, NOT_FOUND), (405, ""), (200, NOT_FOUND)] {
        peer.server.status(status, body).status(status, body).status(status, body);
        says_what_to_do(&peer.fails(Note).await);
        says_what_to_do(&peer.fails(Text).await);
        says_what_to_do(&peer.fails(Zip).await);
    }
    peer.server.ok(PAGE).answer(To::temporary("/login"));
    says_what_to_do(&peer.fails(Numbers).await);
    says_what_to_do(&peer.fails(Numbers).await);
}

#[tokio::test]
async fn other_errors_do_not() {
    let peer = Peer::start().await;
    for (status, body) in [(400, ""), (401, PAGE), (500, PAGE), (200, r#"{"Status":403,"Message":"no"}"#)] {
        peer.server.status(status, body);
        let error = peer.fails(Note).await;
        assert!(error.inferred_path().is_none() && !error.to_string().contains("inferred"), "{error}");
    }
    peer.server.ok("[").ok("{}");
    assert_eq!(peer.fails(Numbers).await.inferred_path(), None, "an answer of the operation");
    assert_eq!(peer.fails(Numbers).await.inferred_path(), None);
}

#[tokio::test]
async fn paths_that_are_not_inferred_are_not_in_doubt() {
    let peer = Peer::start().await;
    for _ in 0..5 {
        peer.server.status(404, "");
    }
    let water = GardenWater::new("rose", serde_json::json!({}), "012345", None);
    let documented = peer.client.send(water).await.unwrap_err();
    let alias = peer.fails(Old).await;
    let of_call = peer.client.call(Numbers).path("/open").send().await.unwrap_err();
    let builder = Client::builder(peer.server.url()).path("GardenList", "/mine");
    let builder = builder.credential(GardenerAuth::password("ann", "p")).build().unwrap();
    let of_client = builder.send(crate::by_hand::GardenList::new()).await.err().unwrap();
    for error in [documented, alias, of_call, of_client] {
        assert_eq!(error.failure().unwrap().http_status(), 404, "{error}");
        assert!(error.inferred_path().is_none() && !error.to_string().contains("inferred"), "{error}");
    }
}
