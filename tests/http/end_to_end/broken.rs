//! Responses that do not fit the output, or do not come: the runtime's tests have
//! each kind of output; these have generated types, and connections.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use account_portal_api::{
    AccountPortal, DownloadsList, HostedServerList, TokenAuth, TokenListTokens, UserListUsers,
};
use api_runtime::{Client, Encode, ErrorKind, Operation, Output, Reqwest};
use backup_server_api::{AdminAuth, AdminListUsers, AdminListUsersFull, BackupServer};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::end_to_end::server::{Answer, Server};
use crate::support::any_transport;
use crate::support::cases::{Case, TestApi};
use crate::support::credentials::Fields;
use crate::support::sample::{Choice, Fill, Sample};

/// A server that reads a request, writes this and closes the connection; its URL,
/// and how many connections it had.
async fn closing(answer: &'static str) -> (String, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            let mut request = [0; 16 * 1024];
            let _ = connection.read(&mut request).await;
            let _ = connection.write_all(answer.as_bytes()).await;
        }
    });
    (url, count)
}

async fn cut_off<A: TestApi>(answer: &'static str) {
    let (url, count) = closing(answer).await;
    let client = A::log_in(&any_transport::client(&url), "admin", Fields::Password);
    let cases = Case::<A>::one_of_each_kind();
    for case in &cases {
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        let error = (case.send)(client.clone(), sample).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error}");
        assert_eq!(error.operation(), Some(case.descriptor.name));
        assert!(std::error::Error::source(&error).is_some(), "the cause is reported: {error}");
    }
    assert_eq!(count.load(Ordering::SeqCst), cases.len(), "nothing is repeated");
}

#[tokio::test]
async fn the_connection_is_closed_before_or_within_the_response() {
    cut_off::<BackupServer>("").await;
    cut_off::<AccountPortal>("").await;
    cut_off::<BackupServer>("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n[1,").await;
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
