//! The function of a credential is asked by whichever calls wait for it.

use std::{
    future::{pending, ready},
    pin::pin,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use api_runtime::{Body, BoxError, Error, ErrorKind, Transport};
use tokio::time::{sleep, timeout};

use crate::{
    by_hand::{Client, Garden, GardenList, GardenerAuth},
    operations::Described,
    retries::{Answer, answer},
};

const SECOND: Duration = Duration::from_secs(1);

/// A server that accepts every credential.
#[derive(Clone)]
struct Open;

impl Transport for Open {
    async fn call(&self, _: http::Request<Body>) -> Answer {
        answer(200, r#"{"status":"ok","data":[]}"#)
    }
}

/// A client whose function takes a second, and the number of times that it was asked.
fn slow() -> (Client<Open>, Arc<AtomicUsize>) {
    let asked = Arc::new(AtomicUsize::new(0));
    let counter = asked.clone();
    let client = Client::with_transport("http://garden", Open).credential_from(move || {
        counter.fetch_add(1, Ordering::SeqCst);
        async {
            sleep(SECOND).await;
            Ok::<_, Error>(GardenerAuth::password("ann", "key"))
        }
    });
    (client.build().unwrap(), asked)
}

async fn in_time<O>(call: impl Future<Output = O>) -> O {
    // An error: the call hangs.
    timeout(60 * SECOND, call).await.unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_left_holds_up_no_other() {
    let (client, asked) = slow();
    let mut left = pin!(client.send(GardenList::new()));
    // The losing side: polled once, and kept.
    tokio::select! {
        biased;
        _ = &mut left => unreachable!("asking takes a second"),
        () = ready(()) => {}
    }
    in_time(client.send(GardenList::new())).await.unwrap();
    left.await.unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_is_dropped_leaves_the_asking_to_the_others() {
    let (client, asked) = slow();
    let dropped = timeout(SECOND / 2, client.send(GardenList::new()));
    let (dropped, other) = tokio::join!(dropped, in_time(client.send(GardenList::new())));
    dropped.unwrap_err();
    other.unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 1);
}

#[tokio::test(start_paused = true)]
async fn asking_ends_with_the_last_call_that_waits() {
    let (client, asked) = slow();
    timeout(SECOND / 2, client.send(GardenList::new())).await.unwrap_err();
    in_time(client.send(GardenList::new())).await.unwrap();
    assert_eq!(asked.load(Ordering::SeqCst), 2);
}

/// A client whose function calls the client itself, with what `call` sends.
fn of_itself<F>(call: fn(Client<Open>) -> F) -> Client<Open>
where
    F: Future<Output = Result<(), Error>> + Send + 'static,
{
    let itself = Arc::new(OnceLock::<Client<Open>>::new());
    let known = itself.clone();
    let builder = Client::with_transport("http://garden", Open).credential_from(move || {
        let calling = call(known.get().unwrap().clone());
        async { calling.await.map(|()| GardenerAuth::password("ann", "key")) }
    });
    itself.get_or_init(|| builder.build().unwrap()).clone()
}

#[tokio::test(start_paused = true)]
async fn a_function_that_needs_its_own_credential_gets_an_error() {
    let client = of_itself(|client| async move { client.send(GardenList::new()).await.map(drop) });
    let error = fails!(in_time(client.send(GardenList::new())).await, ErrorKind::Credential(_));
    let causes: Vec<String> =
        std::iter::successors(std::error::Error::source(&error), |cause| cause.source())
            .map(ToString::to_string)
            .collect();
    assert_eq!(
        causes,
        [
            "GardenList: the function of `credential_from` makes a call that needs the credential it is asked for; \
         use another client in it, or `Client::with_credential`"
        ]
    );
}

#[tokio::test(start_paused = true)]
async fn a_function_may_call_what_needs_no_credential_of_it() {
    let client = of_itself(|client| async move {
        client.send(Described).await?;
        client.with_credential(GardenerAuth::password("ann", "p")).send(GardenList::new()).await.map(drop)
    });
    in_time(client.send(GardenList::new())).await.unwrap();
}

#[cfg(feature = "blocking")]
#[test]
fn a_function_that_blocks_on_itself_gets_an_error() {
    let itself = Arc::new(OnceLock::<api_runtime::blocking::Client<Garden, Open>>::new());
    let known = itself.clone();
    let builder = Client::with_transport("http://garden", Open).credential_from(move || {
        let result = known.get().unwrap().send(GardenList::new());
        ready(result.map(|_| GardenerAuth::password("ann", "key")))
    });
    let client = itself.get_or_init(|| api_runtime::blocking::Client::build(builder).unwrap());
    fails!(client.send(GardenList::new()), ErrorKind::Credential(_));
}

#[tokio::test(start_paused = true)]
async fn a_function_that_panics_is_a_failure() {
    let client = Client::with_transport("http://garden", Open).credential_from(|| async {
        if true {
            panic!("canary");
        }
        pending::<Result<GardenerAuth, BoxError>>().await
    });
    let client = client.build().unwrap();
    for _ in 0..2 {
        fails!(in_time(client.send(GardenList::new())).await, ErrorKind::Credential(_));
    }
}
