//! Every kind of output, answered with an HTTP failure.

use account_portal_api::AccountPortal;
use api_runtime::{Client, ErrorKind, PathStatus, ReturnKind};
use backup_server_api::{AdminAuth, AdminListUsers, AdminMetaResourceGet, BackupServer};
use http::header::LOCATION;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket};

use crate::cases::{Case, TestApi};
use crate::credentials::{Fields, Login};
use crate::peer::{MINIMAL, Peer};
use crate::sample::{Choice, Fill, Sample};
use crate::server::{Answer, Content, Server};

/// Every kind of output, answered with a failure in the API's shape.
async fn refused<A: TestApi + Login>(peer: &Peer<A>, status: u16, body: &str) {
    peer.server.answer(Answer::new(status, body.to_owned()));
    for case in Case::<A>::one_of_each_kind() {
        let error = peer.send(&case, MINIMAL).await.unwrap_err();
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
        let doubted = status == 404 && case.descriptor.path_status == PathStatus::Inferred;
        assert_eq!(error.inferred_path(), case.descriptor.path.filter(|_| doubted));
        let error = error.to_string();
        let rest = error.strip_prefix(&text).unwrap_or_else(|| panic!("{error}"));
        assert_eq!((rest.is_empty(), rest.contains("ClientBuilder::path")), (!doubted, doubted), "{error}");
    }
}

#[tokio::test]
async fn a_failure_with_an_http_status_of_failure() {
    let (server, portal) = (Peer::<BackupServer>::start().await, Peer::<AccountPortal>::start().await);
    let text = "no such \"user\"";
    let message = json!({ "Status": 470, "Message": text }).to_string();
    let envelope = json!({ "status": "error", "code": 470, "data": text }).to_string();
    for status in [400, 401, 403, 404, 500, 503] {
        refused(&server, status, &message).await;
        refused(&portal, status, &envelope).await;
    }
}

/// Answers every kind of output with an HTTP failure whose body has no shape.
async fn shapeless<A: TestApi + Login>(peer: &Peer<A>, body: &str, message: &str) {
    peer.server.answer(Answer::new(502, body.to_owned()));
    for case in Case::<A>::one_of_each_kind() {
        let error = peer.send(&case, MINIMAL).await.unwrap_err();
        let failure = error.failure().unwrap_or_else(|| panic!("{error}"));
        assert_eq!((failure.status(), failure.message()), (None, message), "{error}");
        assert_eq!(failure.body(), body);
        assert_eq!(error.operation(), Some(case.descriptor.name));
    }
}

#[tokio::test]
async fn an_http_failure_whose_body_has_no_shape() {
    let (server, portal) = (Peer::<BackupServer>::start().await, Peer::<AccountPortal>::start().await);
    for (of_server, of_portal, message) in [
        ("Bad Gateway", "Bad Gateway", "Bad Gateway"),
        // Truncated JSON, nothing, and JSON of another shape.
        ("{\"Status\":470,\"Mess", "{\"status\":\"error\",\"co", ""),
        ("", "", ""),
        ("{\"error\":{\"password\":\"p\"}}", "[\"p\"]", ""),
    ] {
        shapeless(&server, of_server, message).await;
        shapeless(&portal, of_portal, message).await;
    }
}

async fn not_followed<A: TestApi + Login>() {
    let peer = Peer::<A>::start().await;
    peer.server.answer(Answer::new(302, "moved").header(LOCATION, "/api/v1/elsewhere"));
    for case in Case::<A>::one_of_each_kind() {
        if matches!(case.descriptor.returns, ReturnKind::Redirect(_)) {
            continue;
        }
        let error = peer.send(&case, MINIMAL).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Redirected { status, .. } if *status == 302), "{error}");
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
    let peer = Peer::<AccountPortal>::start().await;
    let cases = Case::<AccountPortal>::one_of_each_kind();
    let case = cases.iter().find(|case| matches!(case.descriptor.returns, ReturnKind::Redirect(_))).unwrap();
    peer.server.answer(Answer::new(200, "the file itself"));
    let error = peer.send(case, MINIMAL).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotRedirected { status } if *status == 200), "{error}");
    peer.server.answer(Answer::new(301, ""));
    let error = peer.send(case, MINIMAL).await.unwrap_err();
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
        assert!(std::error::Error::source(&error).is_some(), "the cause is reported: {error}");
    }
}

#[tokio::test]
async fn the_connection_is_closed_before_or_within_the_answer() {
    cut_off::<BackupServer>("").await;
    cut_off::<AccountPortal>("").await;
    cut_off::<BackupServer>("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n[1,").await;
}

#[tokio::test]
async fn nobody_listens() {
    // The port is taken.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let url = format!("http://{}", socket.local_addr().unwrap());
    let client = Client::<BackupServer, _>::new(&url, AdminAuth::password("a", "p")).unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Connect(_)), "{error}");
    assert!(error.to_string().contains("nothing was sent"), "{error}");
    assert!(std::error::Error::source(&error).is_some(), "the cause is reported: {error}");
}
