//! Options of one call.

use std::time::Duration;

use api_runtime::{
    Encode, ErrorKind, Operation,
    transport::{CallInfo, ReadTimeout, Timeout, Until},
};
use serde_json::json;

use crate::{
    by_hand::{Client, Garden, GardenList, GardenPhoto, GardenWater, GardenerAuth, GardenerAuthType},
    downloads::{BRIEF, soon, stalling},
    operations::{Bytes, Described, New, Nowhere, Numbers},
    retries::{Script, broken, not_sent},
    server::{self, Server},
};

const URL: &str = "http://localhost/garden";
const SECOND: Duration = Duration::from_secs(1);

fn client() -> Client {
    let builder = Client::builder(URL).credential(GardenerAuth::password("ann", "p&w"));
    builder.timeout(SECOND).header("X-Trace", "of-the-client").header("X-Other", "stays").build().unwrap()
}

fn extension<T: Copy + Send + Sync + 'static>(request: &http::Request<api_runtime::Body>) -> Option<T> {
    request.extensions().get().copied()
}

fn timeout(request: &http::Request<api_runtime::Body>) -> Option<(Duration, Until)> {
    extension::<Timeout>(request).map(|timeout| (timeout.duration, timeout.until))
}

#[test]
fn options_replace_the_clients_for_one_call() {
    let client = client();
    let call = client.call(GardenList::new()).timeout(2 * SECOND).read_timeout(3 * SECOND);
    let (request, _) = call.header("x-trace", "of-the-call").path("/other/list").prepare().unwrap();
    assert_eq!(request.uri(), "http://localhost/garden/other/list");
    assert_eq!(request.headers()["x-trace"], "of-the-call");
    assert_eq!(request.headers()["x-other"], "stays");
    assert_eq!(request.headers().get_all("x-trace").iter().count(), 1);
    assert_eq!(timeout(&request), Some((2 * SECOND, Until::End)));
    assert_eq!(extension(&request), Some(ReadTimeout(3 * SECOND)));

    let call = client.call(GardenList::new()).timeout(None).read_timeout(None);
    let (request, _) = call.prepare().unwrap();
    assert_eq!(timeout(&request), None);
    assert_eq!(extension::<ReadTimeout>(&request), None);

    let (request, _) = client.prepare(GardenList::new()).unwrap();
    assert_eq!(request.uri(), "http://localhost/garden/api/v1/garden/list");
    assert_eq!(request.headers()["x-trace"], "of-the-client");
    assert_eq!(timeout(&request), Some((SECOND, Until::End)));
    assert_eq!(extension(&request), Some(ReadTimeout(60 * SECOND)));
}

#[test]
fn what_follows_from_the_form_and_the_credential_is_not_replaced() {
    let photo = GardenPhoto::new("a", api_runtime::Upload::bytes("a.png", "x"));
    let client = client();
    let call = client.call(photo).header("Content-Length", "7");
    let (request, _) =
        call.header("X-Garden-Password", "other").header("User-Agent", "me").prepare().unwrap();
    let content_type = request.headers()["content-type"].to_str().unwrap();
    assert!(content_type.starts_with("multipart/form-data"), "{content_type}");
    assert_ne!(request.headers().get("content-length").unwrap(), "7");
    assert_eq!(request.headers()["x-garden-password"], "p&w");
    assert_eq!(request.headers()["user-agent"], "me");
    let photo = GardenPhoto::new("a", api_runtime::Upload::bytes("a.png", "x"));
    let typed = client.call(photo).header("Content-Type", "text/plain").prepare().map(drop);
    fails!(typed, api_runtime::ErrorKind::ContentType { .. });
    let form = |content_type| client.call(GardenList::new()).header("Content-Type", content_type).prepare();
    fails!(form("text/plain"), api_runtime::ErrorKind::ContentType { .. });
    assert!(form("application/x-www-form-urlencoded; charset=utf-8").is_ok());
}

#[test]
fn an_invalid_option_is_reported_with_the_operation() {
    let client = client();
    for (name, value) in [("a b", "canary"), ("a", "canary\r\nb: c"), ("", "canary")] {
        let error =
            fails!(client.call(GardenList::new()).header(name, value).prepare(), ErrorKind::Header { .. });
        assert_eq!(error.operation(), Some("GardenList"));
        assert!(!format!("{error:?}").contains("canary"), "{error:?}");
    }
    for path in ["", "relative", "/with?query=1", "/with#fragment", "/a b", "http://elsewhere/a"] {
        let error = client.call(GardenList::new()).path(path).prepare().unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Path { operation } if operation == "GardenList"), "{path}");
    }
    // `//elsewhere` is a path of this server, not another one.
    let (request, _) = client.call(GardenList::new()).path("//elsewhere/a").prepare().unwrap();
    assert_eq!(request.uri().host(), Some("localhost"));
}

#[test]
fn a_path_is_enough_where_the_client_knows_none() {
    let builder = Client::builder(URL).server_version("0.1.0".parse().unwrap());
    let client = builder.build().unwrap();
    assert!(client.prepare(Nowhere).is_err());
    let (request, _) = client.call(Nowhere).path("/mine").prepare().unwrap();
    assert_eq!(request.uri().path(), "/garden/mine");
    assert!(client.prepare(New).is_err());
    client.call(New).path("/mine").prepare().unwrap();
}

#[test]
fn a_code_of_the_credential_is_sent_once_with_options_too() {
    let auth = || GardenerAuth::new("ann", GardenerAuthType::Code).with_code("123456");
    let client = Client::new(URL, auth()).unwrap();
    assert!(client.call(GardenList::new()).header("a b", "").prepare().is_err());
    assert!(client.call(GardenList::new()).path("").prepare().is_err());
    client.call(GardenList::new()).prepare().unwrap();
    fails!(client.call(GardenList::new()).timeout(SECOND).prepare(), ErrorKind::OneTimeSent);
    assert!(client.prepare(GardenList::new()).is_err());
}

#[test]
fn a_request_says_what_it_calls() {
    fn info<O>(client: &Client, operation: O) -> CallInfo
    where
        O: Operation<Api = Garden> + Encode,
    {
        extension(&client.prepare(operation).unwrap().0).unwrap()
    }
    let list = info(&client(), GardenList::new());
    assert_eq!((list.operation.name, list.has_one_time_code), ("GardenList", false));
    assert_eq!(format!("{list:?}"), r#"CallInfo { operation: "GardenList", has_one_time_code: false, .. }"#);
    let water = info(&client(), GardenWater::new("rose", json!({}), "012345", None));
    assert!(water.has_one_time_code, "in a parameter");
    let code = || GardenerAuth::new("ann", GardenerAuthType::Code).with_code("123456");
    let client = |auth: GardenerAuth| Client::new(URL, auth).unwrap();
    assert!(info(&client(code()), GardenList::new()).has_one_time_code, "in the form of the credential");
    let photo = GardenPhoto::new("a", api_runtime::Upload::default());
    assert!(info(&client(code()), photo).has_one_time_code, "in a header of the credential");
    assert!(!info(&client(code()), Described).has_one_time_code, "the operation takes no credential");
}

#[tokio::test]
async fn a_call_has_its_own_limits() {
    let (server, client) = Server::anonymous().await;
    server.answer(stalling()).ok("[1,2,3]").ok("[1,2,3]");
    fails!(soon(client.call(Numbers).read_timeout(BRIEF).send()).await, ErrorKind::TimedOut);
    fails!(client.call(Numbers).max_body(5).send().await, ErrorKind::TooLarge { limit: 5 });
    assert_eq!(client.call(Numbers).send().await.unwrap().len(), 3);

    let (url, _silent) = server::silent().await;
    let silent = Client::anonymous(&url).unwrap();
    fails!(soon(silent.call(Bytes).timeout(BRIEF).send()).await, ErrorKind::TimedOut);
}

#[test]
fn a_call_shows_no_secret() {
    let client = client();
    let call = client.call(GardenWater::new("bed", json!("canary"), "canary", Some("canary".into())));
    let shown = format!("{:?}", call.header("X-Key", "canary").path("/here"));
    assert!(shown.contains("GardenWater") && shown.contains("x-key") && shown.contains("/here"), "{shown}");
    assert!(!shown.contains("canary"), "{shown}");
}

#[tokio::test]
async fn a_header_of_a_call_is_scrubbed() {
    let server = Server::start().await;
    let client = Client::builder(server.url()).header("X-Other", "client-canary").build().unwrap();
    server.status(500, "you sent call-canary and client-canary and abc; bearer token-canary");
    let call = client.call(Described).header("X-Key", "call-canary").header("X-Short", "abc");
    let error = call.header("Authorization", "Bearer token-canary").send().await.unwrap_err();
    let message = error.failure().unwrap().message();
    assert_eq!(message, "you sent [secret] and [secret] and abc; bearer [secret]");
    // Only that call sent it.
    server.status(500, "call-canary");
    let error = client.send(Described).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "call-canary");
}

#[tokio::test]
async fn a_code_that_was_not_sent_can_still_be_sent() {
    let auth = GardenerAuth::new("ann", GardenerAuthType::Code).with_code("123456");
    let client =
        Client::with_transport(URL, Script::of(&[not_sent, broken])).credential(auth).build().unwrap();
    let mut kinds = Vec::new();
    for _ in 0..3 {
        kinds.push(client.send(GardenList::new()).await.unwrap_err());
    }
    assert!(matches!(kinds[0].kind(), ErrorKind::Connect(_)), "{kinds:?}");
    assert!(matches!(kinds[1].kind(), ErrorKind::Transport(_)), "{kinds:?}");
    assert!(matches!(kinds[2].kind(), ErrorKind::OneTimeSent), "{kinds:?}");
}
