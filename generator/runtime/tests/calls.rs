//! Whole calls over HTTP.

use api_runtime::Body;
use serde_json::json;

use crate::{
    by_hand::{Client, Garden, GardenList, GardenWater, GardenerAuth},
    operations::{Described, Redirect},
    server::Server,
};

fn water() -> GardenWater {
    GardenWater::new("rose & fern", json!({"rows": [1, 2]}), "012345", None)
        .amount(-3)
        .deep(true)
        .rows(["a", "ü"])
}

const WATER: &str = "Name=ann&AuthType=Password&Password=p%26w&Bed=rose+%26+fern&Amount=-3&\
                     Deep=true&Plan=%7B%22rows%22%3A%5B1%2C2%5D%7D&\
                     Rows=%5B%22a%22%2C%22%C3%BC%22%5D&Pin=012345&Nickname=";

#[tokio::test]
async fn a_call_goes_there_and_back() {
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", "p&w")).unwrap();

    server.ok(r#"{"Status":200,"Message":"wet","By":"ann"}"#);
    let note = client.send(water()).await.unwrap();
    assert_eq!((note.status, note.message.as_deref()), (Some(200), Some("wet")));
    assert_eq!(note.extra.get("By").unwrap().as_str(), "\"ann\"");

    let asked = server.last();
    assert_eq!((asked.method.as_str(), asked.path.as_str()), ("POST", "/api/v1/garden/water"));
    assert_eq!(asked.text(), WATER);
    assert_eq!(asked.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(asked.header("content-length"), Some(WATER.len().to_string().as_str()));
    assert_eq!(asked.header("user-agent"), Some("garden-api/7.8.9"));
    assert_eq!(asked.header("authorization"), None);

    server.ok(r#"{"status":"ok","code":200,"data":[{"id":"a","neighbours":[{"id":"b"}]}]}"#);
    let beds = client.send(GardenList::new()).await.unwrap();
    let neighbours = beds[0].neighbours.as_ref().unwrap();
    assert_eq!(neighbours[0].id.as_deref(), Some("b"));
}

#[tokio::test]
async fn an_operation_without_fields_sends_an_empty_form() {
    let (server, client) = Server::anonymous().await;
    client.send(Described).await.unwrap();
    let asked = server.last();
    assert_eq!(asked.text(), "");
    assert_eq!(asked.header("content-type"), Some("application/x-www-form-urlencoded"));
    assert_eq!(asked.header("content-length"), Some("0"));
}

#[test]
fn a_request_can_be_made_and_a_response_read_without_a_transport() {
    let auth = GardenerAuth::password("ann", "p&w");
    let client = Client::new("http://localhost/garden/", auth).unwrap();
    let (request, pending) = client.prepare(water()).unwrap();
    assert_eq!(request.uri(), "http://localhost/garden/api/v1/garden/water");
    assert_eq!(request.body().as_bytes().unwrap(), WATER);
    let note = pending.read(http::Response::new(r#"{"Status":201}"#.into())).unwrap();
    assert_eq!(note.status, Some(201));
}

#[tokio::test]
async fn a_redirect_is_given_and_not_followed() {
    let (server, client) = Server::anonymous().await;
    server.answer((http::StatusCode::MOVED_PERMANENTLY, [("location", "/elsewhere?a=b")]));
    assert_eq!(client.send(Redirect).await.unwrap(), "/elsewhere?a=b");
    server.only();
}

#[test]
fn futures_and_clients_cross_threads() {
    fn crosses<T: Send>(_: &T) {}
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    let client = Client::anonymous("http://localhost").unwrap();
    shared(&client);
    crosses(&client.send(water()));
    crosses(&Body::empty());
    let _: fn(&api_runtime::Client<Garden, api_runtime::Reqwest>) = shared;
}
