//! The responses of an expectation and how often they are sent.

use std::io;
use std::time::Duration;

use account_portal_api::{Platform, ServerVersion, ViewerLoginCredentials};
use backup_server_api::server::{File, Refusal};
use backup_server_api::{
    AdminAddUser, AdminAuth, AdminDeleteUser, AdminListUsers, AdminMetaReadAllLogs, AdminMetaResourceNew,
    ErrorKind, Json, Upload,
};
use bytes::Bytes;
use futures_util::stream;
use serde_json::json;

use crate::mock::{admin, mocked, report};

fn users(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[tokio::test]
async fn a_value_is_returned_as_often_as_it_is_called_for() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().returns(users(&["alice"]));
    for _ in 0..3 {
        assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    }
    mock.verify();
}

/// Here as in any other crate, a struct expression could not make them.
#[test]
fn types_are_made_by_their_setters() {
    let platforms = ["linux", "windows"].map(|it| Platform::default().platform_name(it).filesize_bytes(5));
    let version = ServerVersion::default().version("25.1").is_prerelease(false).platforms(platforms);
    let json = json!({
        "version": "25.1",
        "platforms": [
            { "platform_name": "linux", "filesize_bytes": 5 },
            { "platform_name": "windows", "filesize_bytes": 5 },
        ],
        "is_prerelease": false,
    });
    assert_eq!(serde_json::to_value(&version).unwrap(), json);
    assert_eq!(version, serde_json::from_value(json).unwrap());
    let login = ViewerLoginCredentials::default().status("READY").login_url("https://canary");
    let shown = format!("{login:?}");
    assert!(shown.contains("READY") && !shown.contains("canary"), "{shown}");
}

#[tokio::test]
async fn responses_come_in_sequence() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>()
        .fails(503, "starting")
        .times(2)
        .returns(users(&["alice"]))
        .returns(users(&["bob"]))
        .once();
    for _ in 0..2 {
        let error = client.send(AdminListUsers::new()).await.unwrap_err();
        let failure = error.failure().expect("a failure");
        assert_eq!((failure.status(), failure.message()), (Some(503), "starting"));
    }
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    assert!(report(&mock).contains("called 3 times: AdminListUsers"), "the last answer is still expected");
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["bob"]);
    mock.verify();
    client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(report(&mock).contains("it expects 4 calls, and was called before"));
}

#[tokio::test]
async fn a_closure_responds_to_the_request() {
    let (mock, client) = mocked();
    let mut count = 0;
    mock.expect::<AdminDeleteUser>().returns_with(move |request| {
        count += 1;
        match request.target_user.as_str() {
            "root" => Err(Refusal::forbidden("not that one")),
            name => Ok(json!([name, count]).into()),
        }
    });
    let delete = |name: &str| client.send(AdminDeleteUser::new(name));
    assert_eq!(delete("alice").await.unwrap(), json!(["alice", 1]).into());
    assert_eq!(delete("root").await.unwrap_err().failure().unwrap().status(), Some(403));
    assert_eq!(delete("bob").await.unwrap(), json!(["bob", 3]).into());
}

#[tokio::test]
async fn a_handler_sees_the_credential() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().handled_by(async |_, context| {
        tokio::task::yield_now().await;
        let caller = context.caller().credential::<AdminAuth>().expect("an administrator");
        Ok(vec![caller.username.clone()])
    });
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["admin"]);
}

#[tokio::test]
async fn a_file_is_returned_with_its_head_and_any_number_of_times() {
    let (mock, client) = mocked();
    let content = Bytes::from(vec![7; 200_000]);
    let file = File::bytes(content.clone()).name("a.log").content_type("text/x-log");
    let shown = format!("{file:?}");
    assert!(shown.contains("a.log") && shown.contains("200000 bytes"), "{shown}");
    mock.expect::<AdminMetaReadAllLogs>().returns(file);
    for _ in 0..2 {
        let file = client.send(AdminMetaReadAllLogs::new()).await.unwrap();
        assert_eq!((file.file_name(), file.size()), (Some("a.log"), Some(200_000)));
        assert_eq!(file.content_type(), Some("text/x-log"));
        assert_eq!(file.bytes().await.unwrap(), content);
    }
}

#[tokio::test]
async fn a_stream_is_returned_once() {
    let (mock, client) = mocked();
    let pieces = stream::iter([Ok("12"), Err(io::Error::other("the disk is gone"))]);
    mock.expect::<AdminMetaReadAllLogs>().returns(File::stream(pieces));
    let mut file = client.send(AdminMetaReadAllLogs::new()).await.unwrap();
    assert_eq!(file.chunk().await.unwrap(), Some(Bytes::from("12")));
    assert!(matches!(file.chunk().await.unwrap_err().kind(), ErrorKind::Transport(_)), "it breaks off");
    client.send(AdminMetaReadAllLogs::new()).await.unwrap_err();
    assert!(report(&mock).contains("has sent its file, which is a stream"));
}

#[tokio::test]
async fn an_upload_can_be_looked_at() {
    let (mock, client) = mocked();
    mock.expect::<AdminMetaResourceNew>()
        .when(|request| request.upload.as_bytes().is_some_and(|bytes| bytes.len() == 300_000))
        .returns(Json::default())
        .once();
    let pieces = stream::iter((0..3).map(|_| io::Result::Ok(vec![1_u8; 100_000])));
    client.send(AdminMetaResourceNew::new(Upload::stream("logo.png", pieces))).await.unwrap();
}

#[tokio::test]
async fn a_connection_breaks() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().breaks().times(2).returns(users(&[]));
    mock.expect::<AdminMetaReadAllLogs>().breaks();
    for _ in 0..2 {
        let error = client.send(AdminListUsers::new()).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error}");
    }
    assert!(client.send(AdminListUsers::new()).await.unwrap().is_empty());
    assert!(client.send(AdminMetaReadAllLogs::new()).await.is_err());
}

#[tokio::test(start_paused = true)]
async fn a_late_response_meets_the_clients_timeout() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().returns(users(&["alice"])).after(Duration::from_secs(3600));
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    let hasty = mock.client_builder().credential(admin()).timeout(Duration::from_secs(10)).build().unwrap();
    let error = hasty.send(AdminListUsers::new()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::TimedOut), "{error}");
}

/// Without tokio around it, a delay has another clock.
#[test]
fn a_delay_needs_no_runtime() {
    let (mock, client) = mocked();
    mock.expect::<AdminListUsers>().returns(users(&["alice"])).after(Duration::from_millis(1));
    let listed = pollster::block_on(client.send(AdminListUsers::new()));
    assert_eq!(listed.unwrap(), ["alice"]);
}

#[tokio::test]
async fn operations_come_in_order() {
    let (mock, client) = mocked();
    let mut order = mock.in_order();
    order.expect::<AdminListUsers>().returns(users(&[]));
    order.expect::<AdminAddUser>().returns(Json::default());
    order.expect::<AdminListUsers>().returns(users(&["alice"]));
    assert!(client.send(AdminListUsers::new()).await.unwrap().is_empty());
    client.send(AdminListUsers::new()).await.unwrap_err();
    let text = report(&mock);
    assert!(text.contains("AdminAddUser, expected at tests/http/mock/responses.rs"), "{text}");
    assert!(text.contains("comes first"), "{text}");
    client.send(AdminAddUser::new("alice", "secret")).await.unwrap();
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    mock.verify();
}

#[tokio::test]
async fn what_may_be_left_out_does_not_end_an_order() {
    let (mock, client) = mocked();
    let mut order = mock.in_order();
    order.expect::<AdminListUsers>().returns(users(&[]));
    order.expect::<AdminDeleteUser>().returns(Json::default()).times(..);
    order.expect::<AdminAddUser>().returns(Json::default());
    client.send(AdminAddUser::new("alice", "secret")).await.unwrap_err();
    assert!(report(&mock).contains("AdminListUsers, expected at"), "the first comes first");
    client.send(AdminListUsers::new()).await.unwrap();
    client.send(AdminAddUser::new("alice", "secret")).await.unwrap();
    client.send(AdminDeleteUser::new("alice")).await.unwrap_err();
    assert!(report(&mock).contains("a later one in its order was called already"));
}
