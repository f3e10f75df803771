//! Errors of a server that has nothing at an inferred path.

use api_runtime::{Encode, Error, Operation};
use axum::response::Redirect as To;

use crate::{
    by_hand::{Client, Garden, GardenWater, GardenerAuth},
    operations::{Note, Numbers, Old, Text, Zip},
    server::Server,
};

const NOT_FOUND: &str = r#"{"Status":404,"Message":"no such operation"}"#;
const PAGE: &str = "<!DOCTYPE html><title>Garden</title>";

/// The error of an operation whose response is prepared.
async fn failed<O>(client: &Client, operation: O) -> Error
where
    O: Operation<Api = Garden> + Encode + Clone,
{
    client.call(operation).send().await.err().unwrap()
}

fn says_what_to_do(error: &Error) {
    let text = error.to_string();
    assert_eq!(error.inferred_path(), Some("/open"), "{text}");
    let advice = "; the path /open is inferred, not documented: if the server has another, set it with \
                  `ClientBuilder::path`, or with an overlay, which `api-codegen learn` can write from recorded traffic";
    assert!(text.ends_with(advice), "{text}");
}

#[tokio::test]
async fn an_error_says_that_the_path_is_inferred_and_what_to_do() {
    let (server, client) = Server::gardener().await;
    for (status, body) in [(404, PAGE), (404, ""), (404, NOT_FOUND), (405, ""), (200, NOT_FOUND)] {
        server.status(status, body).status(status, body).status(status, body);
        says_what_to_do(&failed(&client, Note).await);
        says_what_to_do(&failed(&client, Text).await);
        says_what_to_do(&failed(&client, Zip).await);
    }
    server.ok(PAGE).answer(To::temporary("/login"));
    says_what_to_do(&failed(&client, Numbers).await);
    says_what_to_do(&failed(&client, Numbers).await);
}

#[tokio::test]
async fn other_errors_do_not() {
    let (server, client) = Server::gardener().await;
    for (status, body) in [(400, ""), (401, PAGE), (500, PAGE), (200, r#"{"Status":403,"Message":"no"}"#)] {
        server.status(status, body);
        let error = failed(&client, Note).await;
        assert!(error.inferred_path().is_none() && !error.to_string().contains("inferred"), "{error}");
    }
    server.ok("[").ok("{}");
    assert_eq!(failed(&client, Numbers).await.inferred_path(), None, "an answer of the operation");
    assert_eq!(failed(&client, Numbers).await.inferred_path(), None);
}

#[tokio::test]
async fn paths_that_are_not_inferred_are_not_in_doubt() {
    let (server, client) = Server::gardener().await;
    for _ in 0..5 {
        server.status(404, "");
    }
    let water = GardenWater::new("rose", serde_json::json!({}), "012345", None);
    let documented = client.send(water).await.unwrap_err();
    let alias = failed(&client, Old).await;
    let of_call = client.call(Numbers).path("/open").send().await.unwrap_err();
    let builder = Client::builder(server.url()).path("GardenList", "/mine");
    let builder = builder.credential(GardenerAuth::password("ann", "p")).build().unwrap();
    let of_client = builder.send(crate::by_hand::GardenList::new()).await.err().unwrap();
    for error in [documented, alias, of_call, of_client] {
        assert_eq!(error.failure().unwrap().http_status(), 404, "{error}");
        assert!(error.inferred_path().is_none() && !error.to_string().contains("inferred"), "{error}");
    }
}
