//! A client that only reads.

use api_runtime::{ClientBuilder, Effect, Encode, Error, ErrorKind, Operation, Reqwest, Upload};

use crate::{
    by_hand::{Client, Garden, GardenList, GardenPhoto, GardenerAuth},
    operations::{Described, Look, LookLong, Raze},
    server::Server,
};

fn builder(url: &str) -> ClientBuilder<Garden, Reqwest> {
    Client::builder(url).read_only()
}

fn rejected(error: &Error, operation: &str, effect: Effect) {
    assert_eq!(error.operation(), Some(operation));
    assert!(matches!(error.kind(), ErrorKind::ReadOnly { effect: known } if *known == effect), "{error:?}");
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
