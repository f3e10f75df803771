//! Paths, aliases and versions of the server.

use api_runtime::{Descriptor, Encode, Error, ErrorKind, Newer, Operation, PathStatus, Version};
use serde_json::json;

use crate::{
    by_hand::{Client, Garden, GardenWater, GardenerAuth},
    operations::{Described, Gone, New, Nowhere, Old},
};

fn builder() -> api_runtime::ClientBuilder<Garden, api_runtime::Reqwest> {
    Client::builder("http://localhost").credential(GardenerAuth::password("ann", "p"))
}

fn at(version: &str) -> Client {
    builder().server_version(version.parse().unwrap()).build().unwrap()
}

fn path<O: Operation<Api = Garden> + Encode>(client: &Client, operation: O) -> Result<String, Error> {
    client.prepare(operation).map(|(request, _)| request.uri().path().to_owned())
}

fn water() -> GardenWater {
    GardenWater::new("a", json!(1), "1", None)
}

#[test]
fn a_server_that_is_too_old_gets_the_alias() {
    let primary = "/api/v1/garden/water";
    assert_eq!(path(&builder().build().unwrap(), water()).unwrap(), primary);
    assert_eq!(path(&at("2.0.0"), water()).unwrap(), primary);
    assert_eq!(path(&at("1.9.9"), water()).unwrap(), "/api/v1/water");
    let error = path(&at("0.9.0"), water()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "GardenWater: the operation needs server 1.0.0, but the server has 0.9.0; update the server, or \
         correct the client's `server_version`"
    );
}

#[test]
fn an_operation_that_the_server_is_too_old_for_is_rejected() {
    assert_eq!(path(&at("4.0.0"), New).unwrap(), "/open");
    let error = path(&at("3.9.9"), New).unwrap_err();
    let (needs, has) = (Version::new(4, 0, 0), Version::new(3, 9, 9));
    assert!(
        matches!(error.kind(), ErrorKind::TooNew { what: Newer::Operation, needs: one, has: two }
            if (*one, *two) == (needs, has)),
        "{error}"
    );
}

#[test]
fn an_operation_that_the_server_is_too_new_for_is_rejected() {
    assert_eq!(path(&builder().build().unwrap(), Gone).unwrap(), "/open");
    assert_eq!(path(&at("1.9.9"), Gone).unwrap(), "/open");
    let error = path(&at("2.0.0"), Gone).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Gone: the operation was removed in server 2.0.0, and the server has 2.0.0; use what replaces it, or \
         correct the client's `server_version`"
    );
}

#[test]
fn a_parameter_that_the_server_is_too_old_for_is_rejected_only_if_it_is_set() {
    assert!(path(&at("2.1.0"), water().amount(1)).is_ok());
    assert!(path(&at("2.0.9"), water()).is_ok());
    let error = path(&at("2.0.9"), water().amount(1)).unwrap_err();
    assert!(
        error.to_string().starts_with("GardenWater: the parameter `Amount` needs server 2.1.0"),
        "{error}"
    );
}

#[test]
fn an_alias_whose_version_is_known_comes_first() {
    assert_eq!(path(&builder().build().unwrap(), Old).unwrap(), "/old/3");
    assert_eq!(path(&at("3.0.0"), Old).unwrap(), "/old/3");
    assert_eq!(path(&at("2.0.0"), Old).unwrap(), "/old/1");
    assert_eq!(path(&at("0.1.0"), Old).unwrap(), "/old/any");
}

#[test]
fn aliases_can_be_preferred() {
    let client = builder().prefer_alias().build().unwrap();
    assert_eq!(path(&client, water()).unwrap(), "/api/v1/water");
    assert_eq!(path(&client, New).unwrap(), "/open");
    let old = builder().prefer_alias().server_version(Version::new(0, 1, 0)).build().unwrap();
    assert!(path(&old, water()).is_err());
}

#[test]
fn a_path_that_is_set_wins() {
    let client = builder().path("GardenWater", "/mine").server_version(Version::new(0, 0, 1));
    assert_eq!(path(&client.build().unwrap(), water()).unwrap(), "/mine");
    for wrong in ["mine", "", "/a?b", "/a#b", "/a b"] {
        let error = builder().path("GardenWater", wrong).build().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Path { operation } if operation == "GardenWater"));
    }
    let error = builder().path("GardenWatre", "/mine").build().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnknownOperation { name } if name == "GardenWatre"));
}

#[test]
fn an_operation_without_any_path_says_so() {
    let error = path(&builder().build().unwrap(), Nowhere).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Nowhere: no path is known; set one in the client's builder, or for the call"
    );
}

#[test]
fn descriptors_say_where_a_path_comes_from() {
    let status = |descriptor: &Descriptor| descriptor.path_status;
    assert_eq!(status(GardenWater::DESCRIPTOR), PathStatus::Documented);
    assert_eq!(status(Described::DESCRIPTOR), PathStatus::Inferred);
    assert_eq!(status(Old::DESCRIPTOR), PathStatus::AliasOnly);
}
