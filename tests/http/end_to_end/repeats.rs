//! The operations that a client sends again after it got no response: their second call does
//! nothing more.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use account_portal_api::AccountPortal;
use api_runtime::transport::TimedOut;
use api_runtime::{Body, BoxError, Client, Effect, Retry, Transport};
use backup_server_api::BackupServer;

use crate::support::any_transport::AnyTransport;
use crate::support::cases::TestApi;
use crate::support::credentials::{self, Fields};
use crate::support::sample::{Choice, Fill, Sample};
use crate::support::spec::{self, text};

/// Words for things that happen anew at each call.
const ANEW: &str = "start stop restart run send submit rotate regenerate generate shutdown exit end kill \
                    drop disconnect cancel terminate uninstall register begin";

/// The same, unless something with that name is there already.
const MADE: &str = "create add";

/// A server that never responds, and counts its requests.
#[derive(Clone, Default)]
struct Silent(Arc<AtomicUsize>);

impl Transport for Silent {
    async fn call(&self, _: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        self.0.fetch_add(1, Ordering::SeqCst);
        Err(TimedOut.into())
    }
}

/// The operations that change something and are sent again.
async fn sent_again<A: TestApi>() -> Vec<&'static str> {
    let mut names = Vec::new();
    for case in A::cases().into_iter().filter(|case| case.descriptor.effect != Effect::Reads) {
        let silent = Silent::default();
        let client = Client::<A, _>::with_transport("http://silent", AnyTransport::new(silent.clone()));
        let client = client.retry(Retry::tries(5).first_pause(Duration::ZERO)).build().unwrap();
        let client = A::log_in(&client, credentials::name_of(case.descriptor), Fields::Password);
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        (case.send)(&client, sample).await.unwrap_err();
        match silent.0.load(Ordering::SeqCst) {
            1 => {}
            tries => {
                assert_eq!(tries, 5);
                names.push(case.descriptor.name);
            }
        }
    }
    names
}

/// The words of a name and a sentence, as a person reads them.
fn words(name: &str, sentence: &str) -> Vec<String> {
    let mut text = String::new();
    for letter in name.chars() {
        text.extend(letter.is_uppercase().then_some(' ').into_iter().chain([letter]));
    }
    let text = format!("{text} {sentence}").to_lowercase();
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.map(|word| word.strip_suffix('s').unwrap_or(word).to_owned()).collect()
}

fn check<A: TestApi>(repeated: &[&str]) {
    for name in repeated {
        let summary = text(&spec::of(A::DESCRIPTOR.name).operation(name)["summary"]);
        let words = words(name, summary);
        let updates = words.contains(&"update".to_owned());
        let anew = words.iter().find(|word| {
            ANEW.split(' ').any(|anew| anew == *word) || !updates && MADE.split(' ').any(|made| made == *word)
        });
        assert_eq!(anew, None, "{name} is sent again after a timeout: {summary}");
    }
}

#[tokio::test]
async fn what_happens_anew_at_each_call_is_sent_once() {
    let (server, portal) = (sent_again::<BackupServer>().await, sent_again::<AccountPortal>().await);
    assert!(
        server.contains(&"AdminNewsRemove") && portal.contains(&"TokenRevokeToken"),
        "some are repeatable"
    );
    check::<BackupServer>(&server);
    check::<AccountPortal>(&portal);
}
