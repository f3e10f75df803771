//! Responses that do not come: the runtime's tests have those that do not fit.

use std::io::Write as _;

use account_portal_api::AccountPortal;
use api_runtime::{Effect, ErrorKind};
use backup_server_api::BackupServer;
use tests::server::Server;

use crate::support::any_transport;
use crate::support::cases::{Case, TestApi};
use crate::support::credentials::Fields;
use crate::support::sample::{Choice, Fill, Sample};

async fn cut_off<A: TestApi>(answer: &'static str) {
    // It reads a request, writes this and closes the connection.
    let server = Server::start(move |_, stream| drop(stream.write_all(answer.as_bytes())));
    let client = A::log_in(&any_transport::client(&server.url), "admin", Fields::Password);
    let cases = Case::<A>::one_of_each_kind();
    for case in &cases {
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        let error = (case.send)(&client, sample).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error}");
        assert_eq!(error.operation(), Some(case.descriptor.name));
        assert!(std::error::Error::source(&error).is_some(), "the cause is reported: {error}");
    }
    // What only reads is sent once more if no byte came: servers end idle connections at any time.
    let again = |case: &&Case<A>| case.descriptor.effect == Effect::Reads;
    let repeated = if answer.is_empty() { cases.iter().filter(again).count() } else { 0 };
    assert_eq!(server.asked().len(), cases.len() + repeated);
}

#[tokio::test]
async fn the_connection_is_closed_before_or_within_the_response() {
    cut_off::<BackupServer>("").await;
    cut_off::<AccountPortal>("").await;
    cut_off::<BackupServer>("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n[1,").await;
}
