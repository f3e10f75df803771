//! The other ways to send: the blocking client, and any tower service.

use std::io::{Cursor, Read};

use account_portal_api::{AccountPortal, ReportActiveServices, TokenAuth, TokenRevokeToken};
use api_runtime::{Client, Tower, Upload};
use backup_server_api::{
    AdminAuth, AdminExternalAuthSourcesDelete, AdminMetaResourceGet, AdminMetaResourceNew,
};
use http::header::CONTENT_TYPE;

use crate::end_to_end::server::{Answer, Content, Recorded, Server};

const MESSAGE: &str = r#"{"Status":200,"Message":"deleted","New":1}"#;
const ENVELOPE: &str = r#"{"status":"ok","code":200,"data":null}"#;
const AUTH: &str = "Username=admin&AuthType=Password&Password=p+%26";

fn admin() -> AdminAuth {
    AdminAuth::password("admin", "p &")
}

/// A file in two pieces, without a stated size.
fn file() -> Answer {
    let pieces = vec!["first ".into(), vec![b'x'; 100_000].into(), " last".into()];
    Answer::new(200, "").content(Content::Pieces(pieces)).header(CONTENT_TYPE, "text/csv")
}

fn check_file(content: &[u8]) {
    assert_eq!(content.len(), 100_011);
    assert!(content.starts_with(b"first x") && content.ends_with(b"x last"));
}

fn check_form(request: &Recorded, target: &str, form: &str) {
    assert_eq!(request.method, "POST");
    assert!(request.target.ends_with(target), "{}", request.target);
    assert_eq!(request.body, form);
}

fn check_upload(request: &Recorded) {
    assert_eq!(request.headers["x-service-admin-username"], "admin");
    let body = String::from_utf8_lossy(&request.body);
    assert!(
        body.contains("name=\"upload\"; filename=\"logo.png\"\r\nContent-Type: image/png\r\n\r\n"),
        "{body}"
    );
    assert!(body.contains("\r\n\r\nthe content\r\n--"), "{body}");
}

fn upload() -> Upload {
    Upload::reader("logo.png", Cursor::new("the content")).content_type("image/png")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 1)]
async fn the_blocking_client_of_the_server() {
    let server = Server::start().await;
    let client = backup_server_api::BlockingClient::new(server.url(), admin()).unwrap();
    server.answer(Answer::new(200, MESSAGE));
    let message = client.send(AdminExternalAuthSourcesDelete::new("a/b")).unwrap();
    assert_eq!((message.status, message.message.as_deref()), (Some(200), Some("deleted")));
    let target = "/api/v1/admin/external-auth-sources/delete";
    check_form(&server.request(), target, &format!("{AUTH}&SourceID=a%2Fb"));

    server.answer(file());
    let mut download = client.send(AdminMetaResourceGet::new("hash")).unwrap();
    let mut content = Vec::new();
    download.read_to_end(&mut content).unwrap();
    assert_eq!(download.content_type(), Some("text/csv"));
    check_file(&content);

    server.answer(Answer::new(200, r#"{"id":1}"#));
    server.requests();
    let json = client.send(AdminMetaResourceNew::new(upload().size(11))).unwrap();
    assert_eq!(json.as_str(), r#"{"id":1}"#);
    let request = server.request();
    assert_eq!(request.headers["content-length"], request.body.len().to_string());
    check_upload(&request);
}

#[tokio::test]
async fn a_router_in_this_process_as_the_portal() {
    let (server, router) = Server::in_process();
    let builder = Client::<AccountPortal, _>::with_transport(server.url(), Tower::new(router));
    let client = builder.credential(TokenAuth::new("mine")).build().unwrap();
    server.answer(Answer::new(200, ENVELOPE));
    client.send(TokenRevokeToken::new("theirs")).await.unwrap();
    let request = server.request();
    assert_eq!(request.headers["authorization"], "Bearer mine");
    assert!(request.headers["user-agent"].to_str().unwrap().starts_with("account-portal-api/"));
    check_form(&request, "/api/v1/token/revoke_token", "token=theirs");

    server.answer(file());
    check_file(&client.send(ReportActiveServices::new()).await.unwrap().bytes().await.unwrap());
}
