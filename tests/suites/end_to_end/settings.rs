//! The settings of a client, as the server sees them.

use std::time::Duration;

use account_portal_api::{AccountPortal, TokenAuth};
use api_runtime::{Client, ErrorKind, Reqwest};
use backup_server_api::{
    AdminAuth, AdminGetJobLog, AdminListUsers, AdminMetaResourceGet, AdminMetaVersion, BackupServer, UserAuth,
};
use tokio::{join, time};

use crate::cases::TestApi;
use crate::server::{Answer, Content, Server};

fn auth() -> AdminAuth {
    AdminAuth::password("admin", "password")
}

async fn users() -> Server {
    let server = Server::start().await;
    server.answer(Answer::new(200, r#"["alice"]"#));
    server
}

#[tokio::test]
async fn a_base_url_can_have_a_path_prefix() {
    let server = users().await;
    for prefix in ["/a%20b/backup", "/a%20b/backup/"] {
        let url = format!("{}{prefix}", server.url());
        let client = backup_server_api::Client::new(&url, auth()).unwrap();
        assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
        assert_eq!(server.request().target, "/a%20b/backup/api/v1/admin/list-users");
    }
}

#[tokio::test]
async fn the_path_of_one_operation_can_be_set() {
    let server = users().await;
    let url = format!("{}/prefix", server.url());
    let builder = Client::<BackupServer, _>::builder(&url).credential(auth());
    let client = builder.path("AdminListUsers", "/other/users").prefer_alias().build().unwrap();
    client.send(AdminListUsers::new()).await.unwrap();
    assert_eq!(server.request().target, "/prefix/other/users");
    server.answer(Answer::new(200, "{}"));
    client.send(AdminMetaVersion::new()).await.unwrap();
    assert_eq!(server.request().target, "/prefix/api/v1/admin/meta/version");
}

#[tokio::test]
async fn the_path_of_every_operation_can_be_set_by_its_name_in_the_documents() {
    let transport = Reqwest::new().unwrap();
    for case in BackupServer::cases() {
        let builder = Client::<BackupServer, _>::with_transport("http://localhost", transport.clone());
        builder.path(case.descriptor.name, "/x").build().expect(case.descriptor.name);
    }
    for case in AccountPortal::cases() {
        let builder = Client::<AccountPortal, _>::with_transport("http://localhost", transport.clone());
        builder.path(case.descriptor.name, "/x").build().expect(case.descriptor.name);
    }
    let builder = Client::<BackupServer, _>::builder("http://localhost");
    let error = builder.path("NoSuchOperation", "/x").build().unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::UnknownOperation { .. }), "{error}");
}

#[tokio::test]
async fn headers_and_user_agent_are_sent() {
    let server = users().await;
    let builder = Client::<BackupServer, _>::builder(server.url()).credential(auth());
    let client = builder.user_agent("acme/1 (tests)").header("x-request-id", "4711").build().unwrap();
    client.send(AdminListUsers::new()).await.unwrap();
    let headers = server.request().headers;
    assert_eq!(headers["user-agent"], "acme/1 (tests)");
    assert_eq!(headers["x-request-id"], "4711");
    let client = Client::<BackupServer, _>::new(server.url(), auth()).unwrap();
    client.send(AdminListUsers::new()).await.unwrap();
    let agent = format!("backup-server-api/{}", env!("CARGO_PKG_VERSION"));
    assert_eq!(server.request().headers["user-agent"], agent.as_str());
}

const LONG: Duration = Duration::from_secs(3600);

/// Lets time pass when the server has a request: whatever the machine does meanwhile.
async fn long_after_a_request(server: &Server) {
    server.arrived.notified().await;
    time::pause();
    time::advance(LONG).await;
    time::resume();
}

#[tokio::test]
async fn a_server_that_does_not_answer_is_given_up() {
    let server = Server::start().await;
    server.answer(Answer::new(200, "").content(Content::Never));
    let builder = Client::<BackupServer, _>::builder(server.url()).credential(auth());
    let client = builder.timeout(LONG).build().unwrap();
    let (json, ()) = join!(client.send(AdminListUsers::new()), long_after_a_request(&server));
    let json = json.unwrap_err();
    let (download, ()) = join!(client.send(AdminMetaResourceGet::new("hash")), long_after_a_request(&server));
    let download = download.map(drop).unwrap_err();
    for error in [&json, &download] {
        assert!(matches!(error.kind(), ErrorKind::TimedOut), "{error}");
        assert!(error.to_string().contains("no response in time"), "{error}");
    }
    assert_eq!(json.operation(), Some("AdminListUsers"));
    assert_eq!(server.requests().len(), 2, "nothing is repeated");
}

#[tokio::test]
async fn a_totp_code_is_sent_once() {
    let server = users().await;
    for auth in [AdminAuth::totp("admin", "123456"), AdminAuth::password_totp("admin", "p", "123456")] {
        let client = Client::new(server.url(), auth).unwrap();
        client.send(AdminListUsers::new()).await.unwrap();
        let body = server.request().body;
        assert!(String::from_utf8_lossy(&body).ends_with("&TOTP=123456"), "{body:?}");
        let error = client.clone().send(AdminGetJobLog::new("1")).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::OneTimeSent), "{error}");
        assert_eq!(error.operation(), Some("AdminGetJobLog"));
        assert!(server.requests().is_empty());
        client.with_credential(AdminAuth::totp("admin", "654321")).send(AdminListUsers::new()).await.unwrap();
        assert!(server.request().body.ends_with(b"&TOTP=654321"));
    }
}

#[tokio::test]
async fn wrong_and_missing_credentials_are_refused_before_sending() {
    let server = users().await;
    let client = Client::new(server.url(), UserAuth::password("user", "password")).unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "AdminListUsers: the Admin auth block is required, but the client has the User auth block; use a \
         client with that credential"
    );
    let client = Client::<BackupServer, _>::anonymous(server.url()).unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    let text = "AdminListUsers: the Admin auth block is required; give the client a credential";
    assert_eq!(error.to_string(), text);
    assert!(server.requests().is_empty());
}

#[tokio::test]
async fn a_token_in_the_bearer_header_is_not_in_the_form() {
    let server = Server::start().await;
    server.answer(Answer::new(200, r#"{"status":"ok","code":200,"data":[]}"#));
    let auth = TokenAuth::new("t0k").in_bearer_header();
    let client = account_portal_api::Client::new(server.url(), auth).unwrap();
    client.send(account_portal_api::TokenListTokens::new()).await.unwrap();
    let request = server.request();
    assert_eq!(request.headers["authorization"], "Bearer t0k");
    assert_eq!(request.body, "");
}
