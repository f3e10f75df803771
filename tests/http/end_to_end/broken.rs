//! Responses that do not come: the runtime's tests have those that do not fit.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use account_portal_api::AccountPortal;
use api_runtime::ErrorKind;
use backup_server_api::BackupServer;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

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
