//! Answers that do not fit the output: the error names the field and keeps the
//! body.

use account_portal_api::{
    AccountPortal, DownloadsList, HostedServerList, TokenAuth, TokenListTokens, UserListUsers,
};
use api_runtime::{Client, Encode, ErrorKind, Operation, Output, Reqwest, ReturnKind};
use backup_server_api::{AdminAuth, AdminListUsers, AdminListUsersFull, BackupServer};
use serde_json::json;

use crate::cases::{Case, TestApi};
use crate::credentials::Login;
use crate::peer::{MINIMAL, Peer};
use crate::server::{Answer, Server};

/// All kinds that are read as JSON, answered with a body that is not JSON.
async fn unreadable<A: TestApi + Login>(body: fn(ReturnKind) -> &'static str, reason: &str) {
    let peer = Peer::<A>::start().await;
    for case in Case::<A>::one_of_each_kind() {
        match case.descriptor.returns {
            ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope | ReturnKind::Described => {}
            ReturnKind::Text | ReturnKind::Bytes | ReturnKind::Redirect(_) => continue,
        }
        let body = body(case.descriptor.returns);
        peer.server.answer(Answer::new(200, body));
        let error = peer.send(&case, MINIMAL).await.unwrap_err();
        let ErrorKind::Decode(undecoded) = error.kind() else { panic!("{error}") };
        assert_eq!(undecoded.http_status(), 200);
        assert_eq!(undecoded.body(), body);
        assert_eq!(error.operation(), Some(case.descriptor.name));
        assert!(error.to_string().contains(reason), "{error}");
        assert!(!error.to_string().contains("private"), "{error}");
    }
}

#[tokio::test]
async fn not_json_at_all() {
    unreadable::<BackupServer>(|_| "<html>private</html>", "not valid JSON").await;
    unreadable::<AccountPortal>(|_| "<html>private</html>", "not valid JSON").await;
}

#[tokio::test]
async fn truncated_json() {
    let body = |kind| match kind {
        ReturnKind::Json => "\"private",
        _ => r#"{"private":"#,
    };
    unreadable::<BackupServer>(body, "the JSON ends too early").await;
    let body = |kind| match kind {
        ReturnKind::Json => "[{\"private",
        _ => r#"{"status":"ok","data":{"private"#,
    };
    unreadable::<AccountPortal>(body, "the JSON ends too early").await;
}

#[tokio::test]
async fn an_empty_body_is_no_json_but_no_harm_where_nothing_is_shown() {
    let peer = Peer::<BackupServer>::start().await;
    for case in Case::<BackupServer>::one_of_each_kind() {
        let result = peer.send(&case, MINIMAL).await;
        match case.descriptor.returns {
            ReturnKind::Message | ReturnKind::Json => {
                let error = result.unwrap_err();
                assert!(error.to_string().contains("the JSON ends too early"), "{error}");
            }
            ReturnKind::Text | ReturnKind::Bytes | ReturnKind::Described => {
                result.unwrap();
            }
            ReturnKind::Envelope | ReturnKind::Redirect(_) => unreachable!("not of this API"),
        }
    }
}

#[tokio::test]
async fn an_empty_body_is_no_envelope() {
    unreadable::<AccountPortal>(|_| "", "the JSON ends too early").await;
}

/// The place that the error names.
async fn place<O>(client: &Client<O::Api, Reqwest>, server: &Server, operation: O, body: String) -> String
where
    O: Operation + Encode,
    Output<O>: std::fmt::Debug,
{
    server.answer(Answer::new(200, body.clone()));
    let error = client.send(operation).await.unwrap_err();
    let ErrorKind::Decode(undecoded) = error.kind() else { panic!("{error}") };
    assert_eq!(undecoded.body(), &body);
    let path = undecoded.misfit().path();
    assert!(error.to_string().contains(&format!("does not fit: `{path}`: expected ")), "{error}");
    assert!(!error.to_string().contains("private"), "{error}");
    path.to_owned()
}

#[tokio::test]
async fn a_wrong_type_in_a_nested_field_of_the_portal() {
    let server = Server::start().await;
    let client = account_portal_api::Client::new(server.url(), TokenAuth::new("t")).unwrap();
    let ok = |data: serde_json::Value| json!({ "status": "ok", "code": 200, "data": data }).to_string();
    let platforms = json!([{ "platform_id": "a" }, { "filesize_bytes": "private" }]);
    let downloads = ok(json!([{}, { "version": "1", "platforms": platforms }]));
    let path = place(&client, &server, DownloadsList::new(), downloads).await;
    assert_eq!(path, "data[1].platforms[1].filesize_bytes");
    let path = place(&client, &server, TokenListTokens::new(), ok(json!([{ "api_token": 1 }]))).await;
    assert_eq!(path, "data[0].api_token");
    let path = place(&client, &server, UserListUsers::new(), ok(json!([{ "email": [] }]))).await;
    assert_eq!(path, "data[0].email");
    let path = place(&client, &server, HostedServerList::new(), ok(json!({ "private": 1 }))).await;
    assert_eq!(path, "data");
    let path = place(&client, &server, HostedServerList::new(), json!({ "status": 3 }).to_string()).await;
    assert_eq!(path, "status");
}

#[tokio::test]
async fn a_wrong_type_in_a_nested_field_of_the_server() {
    let server = Server::start().await;
    let client = backup_server_api::Client::new(server.url(), AdminAuth::password("a", "p")).unwrap();
    let body = json!(["alice", { "private": 1 }]).to_string();
    assert_eq!(place(&client, &server, AdminListUsers::new(), body).await, "[1]");
    server.answer(Answer::new(200, r#"{"alice":{"Policy":{"Id":"private"}}}"#));
    let users = client.send(AdminListUsersFull::new()).await.unwrap();
    type Users = std::collections::BTreeMap<String, std::collections::BTreeMap<String, Vec<String>>>;
    let misfit = users.read::<Users>().unwrap_err();
    assert_eq!(misfit.to_string(), "`alice.Policy`: expected a sequence, found map");
}
