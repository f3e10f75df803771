//! Every kind of output as a failure that HTTP tells.

use account_portal_api::AccountPortal;
use api_runtime::{Client, Error, ErrorKind, Reqwest, ReturnKind};
use backup_server_api::{AdminAuth, AdminListUsers, AdminMetaResourceGet, BackupServer};
use http::header::LOCATION;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::cases::{Case, Got, TestApi};
use crate::credentials::{Fields, Login};
use crate::sample::{Choice, Fill, Sample};
use crate::server::{Answer, Content, Server};

/// A server and a client of it that may call everything.
pub struct Peer<A> {
    pub server: Server,
    client: Client<A, Reqwest>,
}

impl<A: TestApi + Login> Peer<A> {
    pub async fn start() -> Self {
        let server = Server::start().await;
        let client = A::log_in(&Client::anonymous(server.url()).unwrap(), "admin", Fields::Password);
        Self { server, client }
    }

    /// Sends an operation with what is required.
    pub async fn send(&self, case: &Case<A>) -> Result<Got, Error> {
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        (case.send)(self.client.clone(), sample).await
    }
}

/// The failure that the API's shape tells, for every kind of output.
async fn refused<A: TestApi + Login>(peer: &Peer<A>, status: u16, body: &str) {
    peer.server.answer(Answer::new(status, body.to_owned()));
    for case in Case::<A>::one_of_each_kind() {
        let error = peer.send(&case).await.unwrap_err();
        assert_eq!(error.operation(), Some(case.descriptor.name));
        let failure = error.failure().unwrap_or_else(|| panic!("{error}"));
        assert_eq!(failure.http_status(), status);
        assert_eq!(failure.status(), Some(470));
        assert_eq!(failure.message(), "no such \"user\"");
        assert_eq!(failure.body(), body);
        let text = format!(
            "{}: the server refused with status 470 (HTTP {}): no such \"user\"",
            case.descriptor.name,
            failure.http_status()
        );
        assert_eq!(error.to_string(), text);
    }
}

const STATUSES: [u16; 6] = [400, 401, 403, 404, 500, 503];

#[tokio::test]
async fn a_message_with_an_http_status_of_failure() {
    let peer = Peer::<BackupServer>::start().await;
    let body = json!({ "Status": 470, "Message": "no such \"user\"" }).to_string();
    for status in STATUSES {
        refused(&peer, status, &body).await;
    }
}

#[tokio::test]
async fn an_envelope_with_an_http_status_of_failure() {
    let peer = Peer::<AccountPortal>::start().await;
    let body = json!({ "status": "error", "code": 470, "data": "no such \"user\"" }).to_string();
    for status in STATUSES {
        refused(&peer, status, &body).await;
    }
}

/// Every kind of output of an API, answered with an HTTP failure whose body
/// has no shape: what the error's message is.
async fn shapeless<A: TestApi + Login>(body: &str, message: &str) {
    let peer = Peer::start().await;
    peer.server.answer(Answer::new(502, body.to_owned()));
    for case in Case::<A>::one_of_each_kind() {
        let error = peer.send(&case).await.unwrap_err();
        let failure = error.failure().unwrap_or_else(|| panic!("{error}"));
        assert_eq!((failure.status(), failure.message()), (None, message), "{error}");
        assert_eq!(failure.body(), body);
        assert_eq!(error.operation(), Some(case.descriptor.name));
    }
}

#[tokio::test]
async fn an_http_failure_that_is_not_json() {
    shapeless::<BackupServer>("Bad Gateway", "Bad Gateway").await;
    shapeless::<AccountPortal>("Bad Gateway", "Bad Gateway").await;
}

#[tokio::test]
async fn an_http_failure_that_is_truncated_json() {
    shapeless::<BackupServer>("{\"Status\":470,\"Mess", "").await;
    shapeless::<AccountPortal>("{\"status\":\"error\",\"co", "").await;
}

#[tokio::test]
async fn an_http_failure_without_a_body() {
    shapeless::<BackupServer>("", "").await;
    shapeless::<AccountPortal>("", "").await;
}

#[tokio::test]
async fn an_http_failure_that_is_json_of_another_shape() {
    shapeless::<BackupServer>("{\"error\":{\"password\":\"p\"}}", "").await;
    shapeless::<AccountPortal>("[\"p\"]", "").await;
}

async fn not_followed<A: TestApi + Login>() {
    let peer = Peer::start().await;
    peer.server.answer(Answer::new(302, "moved").header(LOCATION, "/api/v1/elsewhere"));
    for case in Case::<A>::one_of_each_kind() {
        if matches!(case.descriptor.returns, ReturnKind::Redirect(_)) {
            continue;
        }
        let error = peer.send(&case).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Redirected { status } if *status == 302), "{error}");
        assert_eq!(error.operation(), Some(case.descriptor.name));
        peer.server.request();
    }
}

#[tokio::test]
async fn a_redirect_where_none_is_expected() {
    not_followed::<BackupServer>().await;
    not_followed::<AccountPortal>().await;
}

#[tokio::test]
async fn no_redirect_where_one_is_expected() {
    let peer = Peer::start().await;
    let cases = Case::<AccountPortal>::one_of_each_kind();
    let case = cases.iter().find(|case| matches!(case.descriptor.returns, ReturnKind::Redirect(_))).unwrap();
    peer.server.answer(Answer::new(200, "the file itself"));
    let error = peer.send(case).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotRedirected { status } if *status == 200), "{error}");
    peer.server.answer(Answer::new(301, ""));
    let error = peer.send(case).await.unwrap_err();
    assert!(error.to_string().contains("the redirect has no target"), "{error}");
}

#[tokio::test]
async fn a_body_over_the_limit() {
    let server = Server::start().await;
    let body = format!("[\"{}\"]", "a".repeat(2000));
    let builder = Client::<BackupServer, _>::builder(server.url());
    let client = builder.credential(AdminAuth::password("a", "p")).max_body(1000).build().unwrap();
    for content in [Content::Whole(body.clone().into()), Content::Pieces(vec![body.clone().into()])] {
        server.answer(Answer::new(200, "").content(content));
        let error = client.send(AdminListUsers::new()).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: 1000 }), "{error}");
        assert_eq!(error.operation(), Some("AdminListUsers"));
        let download = client.send(AdminMetaResourceGet::new("h")).await.unwrap();
        let error = download.bytes().await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooLarge { limit: 1000 }), "{error}");
        let mut download = client.send(AdminMetaResourceGet::new("h")).await.unwrap();
        let mut size = 0;
        while let Some(chunk) = download.chunk().await.unwrap() {
            size += chunk.len();
        }
        assert_eq!(size, body.len(), "what is read in chunks has no limit");
    }
}

/// A server that reads a request, writes this and closes the connection.
async fn closing(answer: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    tokio::spawn(async move {
        while let Ok((mut connection, _)) = listener.accept().await {
            let mut request = [0; 16 * 1024];
            let _ = connection.read(&mut request).await;
            let _ = connection.write_all(answer.as_bytes()).await;
        }
    });
    url
}

async fn cut_off<A: TestApi + Login>(answer: &'static str) {
    let url = closing(answer).await;
    let client = A::log_in(&Client::anonymous(&url).unwrap(), "admin", Fields::Password);
    for case in Case::<A>::one_of_each_kind() {
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        let error = (case.send)(client.clone(), sample).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error}");
        assert_eq!(error.operation(), Some(case.descriptor.name));
        assert!(std::error::Error::source(&error).is_some(), "the cause is told: {error}");
    }
}

#[tokio::test]
async fn the_connection_is_closed_before_the_answer() {
    cut_off::<BackupServer>("").await;
    cut_off::<AccountPortal>("").await;
}

#[tokio::test]
async fn the_connection_is_closed_within_the_answer() {
    let answer = "HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n[1,";
    cut_off::<BackupServer>(answer).await;
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let client = Client::<BackupServer, _>::new(&url, AdminAuth::password("a", "p")).unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Connect(_)), "{error}");
    assert!(error.to_string().contains("nothing was sent"), "{error}");
    assert!(std::error::Error::source(&error).is_some(), "the cause is told: {error}");
}
