//! Credentials, each in its place.

use api_runtime::{AuthBlock, Credential, ErrorKind, FormWriter, Place, Upload};
use serde_json::json;

use crate::{
    by_hand::{Client, Garden, GardenList, GardenPhoto, GardenWater, GardenerAuth, GardenerAuthType},
    operations::{Described, NotShown, Optional, Revoke},
};

const URL: &str = "http://localhost";

/// A credential of another block.
struct Visitor;

impl Credential for Visitor {
    type Api = Garden;
    const BLOCK: &'static AuthBlock = &AuthBlock {
        name: "visitor",
        title: "visitor's ticket",
        credential: "visitor",
        place: Place::Form,
        bearer: None,
        refused_with: &[401],
        checked_first: false,
        parameters: &[],
    };

    fn encode(&self, form: &mut FormWriter) {
        form.put("Ticket", "7");
    }
}

fn gardener() -> GardenerAuth {
    GardenerAuth::password("ann", "canary")
}

fn with_code() -> GardenerAuth {
    GardenerAuth::new("ann", GardenerAuthType::Code).with_code("123456")
}

/// The form of a request.
fn form(request: &http::Request<api_runtime::Body>) -> &str {
    std::str::from_utf8(request.body().as_bytes().unwrap()).unwrap()
}

#[test]
fn a_required_credential_must_be_there_and_fit() {
    let error = Client::anonymous(URL).unwrap().prepare(GardenList::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "GardenList: the Gardener auth block is required; set one with `ClientBuilder::credential`"
    );
    let error = Client::new(URL, Visitor).unwrap().prepare(GardenList::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "GardenList: the Gardener auth block is required, but the client has the visitor's ticket; use a \
         client with that credential"
    );
}

#[test]
fn an_optional_credential_is_sent_if_it_fits() {
    let (request, _) = Client::new(URL, gardener()).unwrap().prepare(Optional).unwrap();
    assert_eq!(form(&request), "Name=ann&AuthType=Password&Password=canary");
    let (request, _) = Client::new(URL, Visitor).unwrap().prepare(Optional).unwrap();
    assert_eq!(form(&request), "");
    let (request, _) = Client::anonymous(URL).unwrap().prepare(Optional).unwrap();
    assert_eq!(form(&request), "");
}

#[test]
fn any_credential_is_sent_where_the_documents_show_none() {
    let (request, _) = Client::new(URL, Visitor).unwrap().prepare(NotShown).unwrap();
    assert_eq!(form(&request), "Ticket=7");
    let (request, _) = Client::new(URL, gardener()).unwrap().prepare(Described).unwrap();
    assert_eq!(form(&request), "");
}

#[test]
fn a_credential_can_travel_as_headers() {
    let photo = GardenPhoto::new("a", Upload::bytes("a.png", "x"));
    let (request, _) = Client::new(URL, gardener()).unwrap().prepare(photo).unwrap();
    let headers = request.headers();
    assert_eq!(headers["x-garden-name"], "ann");
    assert_eq!(headers["x-garden-authtype"], "Password");
    assert_eq!(headers["x-garden-password"], "canary");
    assert!(headers["x-garden-password"].is_sensitive());
    assert!(!headers.contains_key("x-garden-code"));
    assert!(!format!("{request:?}").contains("canary"));
}

#[test]
fn values_that_no_header_can_carry_are_rejected() {
    for password in ["a\r\nX-Evil: 1", "a ", "\ta", "a\0"] {
        let client = Client::new(URL, GardenerAuth::password("ann", password)).unwrap();
        let error = client.prepare(GardenPhoto::new("a", Upload::default())).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Header { name } if name == "Password"), "{error}");
    }
}

#[test]
fn a_bearer_leaves_nothing_in_the_form() {
    let client = Client::new(URL, gardener().in_bearer_header()).unwrap();
    let (request, _) = client.prepare(GardenList::new()).unwrap();
    assert_eq!(form(&request), "");
    assert_eq!(request.headers()["authorization"], "Bearer canary");
    assert!(request.headers()["authorization"].is_sensitive());
}

#[test]
fn an_operation_can_force_the_bearer() {
    let client = Client::new(URL, gardener()).unwrap();
    let (request, _) = client.prepare(Revoke("other".into())).unwrap();
    assert_eq!(form(&request), "Password=other");
    assert_eq!(request.headers()["authorization"], "Bearer canary");
    let client = Client::new(URL, with_code()).unwrap();
    fails!(client.prepare(Revoke("other".into())), ErrorKind::NoBearer { .. });
    for token in ["a b", "a\n", ""] {
        let client = Client::new(URL, GardenerAuth::password("ann", token)).unwrap();
        let error = client.prepare(Revoke("other".into())).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Header { name } if name == "Password"), "{error}");
    }
}

#[test]
fn a_code_of_the_credential_is_sent_once() {
    let client = Client::new(URL, with_code()).unwrap();
    let clone = client.clone();
    // Rejected for other reasons, before the code is used up.
    let photo = GardenPhoto::new("a", Upload::default());
    client.prepare(Described).unwrap();
    assert!(client.prepare(Revoke("x".into())).is_err());
    let (request, _) = clone.prepare(photo).unwrap();
    assert_eq!(request.headers()["x-garden-code"], "123456");
    fails!(client.prepare(GardenList::new()), ErrorKind::OneTimeSent);
    assert!(clone.prepare(Optional).is_err());
    // Calls without a credential are still sent, and a new code works.
    client.prepare(Described).unwrap();
    let (request, _) = client.with_credential(with_code()).prepare(GardenList::new()).unwrap();
    assert!(form(&request).ends_with("Code=123456"));
}

#[tokio::test]
async fn a_call_that_is_never_awaited_does_not_use_up_a_code() {
    let client = Client::new(URL, with_code()).unwrap();
    drop(client.send(GardenList::new()));
    assert!(client.prepare(GardenList::new()).is_ok());
}

#[test]
fn a_code_of_an_operation_is_sent_as_often_as_the_caller_says() {
    let client = Client::new(URL, gardener()).unwrap();
    for _ in 0..2 {
        client.prepare(GardenWater::new("a", json!(1), "123456", None)).unwrap();
    }
}
