//! A client that only reads.

use api_runtime::{
    Api, ApiDescriptor, ClientBuilder, Descriptor, Effect, Encode, Error, ErrorKind, FormWriter, Operation,
    Reqwest, ReturnKind, Upload, returns,
};

use crate::{
    by_hand::{Client, Garden, GardenList, GardenPhoto, GardenWater, GardenerAuth},
    operations::{Described, Look, LookLong, Raze},
    server::Server,
};

fn builder(url: &str) -> ClientBuilder<Garden, Reqwest> {
    Client::builder(url).read_only()
}

fn rejected(error: &Error, operation: &str, effect: Effect) {
    assert_eq!(error.operation(), Some(operation));
    assert!(
        matches!(error.kind(), ErrorKind::ReadOnly { effect: known, .. } if *known == effect),
        "{error:?}"
    );
}

fn prepare<O: Operation<Api = Garden> + Encode>(operation: O) -> Result<(), Error> {
    builder("http://localhost").build().unwrap().prepare(operation).map(drop)
}

#[tokio::test]
async fn only_what_reads_is_sent() {
    let server = Server::start().await;
    let client = builder(server.url()).build().unwrap();
    server.ok(r#"{"Status":200,"Text":"fine"}"#).ok("[1]");
    client.send(Look).await.unwrap();
    client.call(LookLong).send_full().await.unwrap();
    let error = client.send(Raze).await.unwrap_err();
    rejected(&error, "Raze", Effect::Destroys);
    assert_eq!(
        error.to_string(),
        "Raze: the effect of the operation is `destroys`, and the client is read-only; use a client that may \
         change the server"
    );
    // Where the description doesn't say, an operation changes something.
    rejected(&client.call(Described).path("/other").send().await.unwrap_err(), "Described", Effect::Changes);
    rejected(&client.call(Raze).send_full().await.unwrap_err(), "Raze", Effect::Destroys);
    assert_eq!(server.asked().len(), 2);
}

#[test]
fn a_request_that_does_more_is_not_even_prepared() {
    prepare(Look).unwrap();
    rejected(&prepare(Raze).unwrap_err(), "Raze", Effect::Destroys);
    // Before anything else is asked of the caller, such as a credential.
    rejected(&prepare(GardenList::new()).unwrap_err(), "GardenList", Effect::Changes);
    let photo = GardenPhoto::new("a", Upload::default());
    rejected(&prepare(photo).unwrap_err(), "GardenPhoto", Effect::Changes);
}

#[test]
fn another_credential_does_not_lift_it() {
    let client = builder("http://localhost").build().unwrap().clone();
    let client = client.with_credential(GardenerAuth::password("ann", "p"));
    rejected(&client.prepare(GardenList::new()).unwrap_err(), "GardenList", Effect::Changes);
}

#[cfg(feature = "blocking")]
#[test]
fn a_blocking_client_only_reads_too() {
    let client = api_runtime::blocking::Client::build(builder("http://localhost")).unwrap();
    rejected(&client.send(Raze).unwrap_err(), "Raze", Effect::Destroys);
    rejected(&client.call(Raze).send_full().unwrap_err(), "Raze", Effect::Destroys);
    rejected(&client.call(Raze).prepare().unwrap_err(), "Raze", Effect::Destroys);
    client.prepare(Look).unwrap();
}

/// Paths that servers may take for `/api/v1/garden/water`, which waters, or for its alias.
const TAKEN: [&str; 15] = [
    "/api/v1/garden/water",
    "/api/v1/water",
    "/api/v1/garden/water/",
    "//api//v1/garden/./water",
    "/x/../api/v1/garden/water",
    "/x/%2e%2E/api/v1/garden/water",
    "/x/..;/api/v1/garden/water;a=b",
    "/proxy/api/v1/garden/water",
    "/API/v1/Garden/Water",
    "/api/v1/garden/wat%65r",
    "/api/v1/garden/wat%2565r",
    "/api/v1/garden%2Fwater",
    "/api/v1/garden%5Cwater",
    "/api/v1/garden/water%3Fa",
    "/api/v1/garden/water%20",
];

#[tokio::test]
async fn a_path_of_an_operation_that_does_more_does_not_lift_it() {
    let server = Server::start().await;
    let client = builder(server.url()).build().unwrap();
    for path in TAKEN {
        rejected(&client.call(Look).path(path).send().await.unwrap_err(), "Look", Effect::Changes);
        let vouched = client.call(Look).path(path).trust_path();
        rejected(&vouched.send().await.unwrap_err(), "Look", Effect::Changes);
    }
    // The base URL may have the beginning of the path.
    let client = builder(&format!("{}/api/v1", server.url())).build().unwrap();
    let error = client.call(Look).path("/garden/water").send().await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Look: the path is that of GardenWater, whose effect is `changes`, and the client is read-only; use a \
         client that may change the server"
    );
    assert!(server.asked().is_empty());
}

/// An API with an operation that reads.
#[derive(Debug)]
struct Shed;

impl Api for Shed {
    const DESCRIPTOR: &'static ApiDescriptor =
        &ApiDescriptor { operations: &[See::DESCRIPTOR, GardenWater::DESCRIPTOR], ..*Garden::DESCRIPTOR };
}

struct See;

impl Operation for See {
    type Api = Shed;
    type Returns = returns::Bytes;
    const DESCRIPTOR: &'static Descriptor = &Descriptor::new("See")
        .documented_path("/see")
        .effect(Effect::Reads)
        .returns(ReturnKind::Bytes, "bytes");
}

impl Encode for See {
    fn encode(self, _: &mut FormWriter) {}
}

fn shed(url: &str, path: &str) -> api_runtime::Client<Shed, Reqwest> {
    api_runtime::Client::builder(url).read_only().path("See", path).build().unwrap()
}

#[tokio::test]
async fn a_path_that_is_set_with_the_client_does_not_lift_it() {
    let server = Server::start().await;
    for path in TAKEN {
        let client = shed(server.url(), path);
        rejected(&client.send(See).await.unwrap_err(), "See", Effect::Changes);
    }
    assert!(server.asked().is_empty());
    shed(server.url(), "/mine").send(See).await.unwrap();
    assert_eq!(server.last().path, "/mine");
}

#[tokio::test]
async fn a_call_must_vouch_for_a_path_that_the_api_does_not_have() {
    let server = Server::start().await;
    let client = builder(server.url()).build().unwrap();
    let call = || client.call(LookLong).path("/mine");
    let error = fails!(call().send().await.map(drop), ErrorKind::UntrustedPath);
    assert!(error.to_string().ends_with("vouch for it with `CallBuilder::trust_path`"), "{error}");
    assert!(server.asked().is_empty());
    call().trust_path().send().await.unwrap();
    assert_eq!(server.last().path, "/mine");
    // What the API has needs nobody's word.
    let client = shed(server.url(), "/mine");
    client.call(See).path("/see").send().await.unwrap();
    assert_eq!(server.last().path, "/see");
    // Nor does a client that may do more.
    Client::anonymous(server.url()).unwrap().call(LookLong).path("/mine").send().await.unwrap();
}
