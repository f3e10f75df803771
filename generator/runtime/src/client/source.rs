//! Credentials from a function, such as session keys.

use std::{
    error,
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
};

use super::{
    Client, ClientBuilder,
    call::Draft,
    held::{Held, Holder},
};
use crate::{
    Api, AuthBlock, BoxError, Credential, Error, ErrorKind, Reply, Transport,
    transport::{self, TimedOut, Timeout},
};

type Asking = Pin<Box<dyn Future<Output = Result<Held, BoxError>> + Send>>;

type Cause = Arc<dyn error::Error + Send + Sync>;

/// A function that is asked for a credential, by one call at a time.
pub(crate) struct Source {
    pub(super) block: &'static AuthBlock,
    ask: Box<dyn Fn() -> Asking + Send + Sync>,
    latest: Mutex<Latest>,
    turn: tokio::sync::Mutex<()>,
}

/// The latest result of the function.
#[derive(Default)]
struct Latest {
    /// The number of its calls.
    number: u64,
    result: Option<Result<Arc<Held>, Cause>>,
}

/// The age of a credential: returned before this call, or for it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Age {
    New,
    Known,
}

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a function that is asked for the credential, such as one that starts a
    /// session.
    ///
    /// It is asked at the first call that takes a credential, and again when the
    /// server refuses the credential, with status 401 or 403, in HTTP or in the
    /// message of the body; or when its one-time code was sent. Calls that need it at
    /// the same time ask once, and if that fails, all of them fail with
    /// [`ErrorKind::Credential`].
    ///
    /// A call that was refused is then sent once more, with the new credential:
    /// nothing was carried out. A call with a file or a one-time code is not; the next
    /// call has the new credential. Each call asks once at most, and the time that this
    /// takes counts for its timeout. `Client::prepare` never asks: it uses the last
    /// credential.
    pub fn credential_from<C, E, F>(self, ask: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        C: Credential<Api = A>,
        E: Into<BoxError>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        let ask = move || -> Asking {
            let asking = ask();
            Box::pin(async { asking.await.map(Held::from).map_err(Into::into) })
        };
        self.holder(Holder::Asked(Arc::new(Source {
            block: C::BLOCK,
            ask: Box::new(ask),
            latest: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
        })))
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Sends a call with a credential of the source, and once more with another one if the server
    /// refuses the first.
    pub(super) async fn deliver_from(&self, source: &Source, draft: Box<Draft>) -> Result<Reply, Error> {
        let operation = draft.descriptor.name;
        let failed = |kind| Error::new(operation, kind);
        let timeout = draft.call.request.extensions().get().copied();
        let (held, age) = within(timeout, source.credential()).await.map_err(failed)?;
        let again = draft.try_clone();
        let result = self.exchange(self.core.sign(draft, Some(&held))?, |_, _| {}).await;
        let error = match result {
            Err(error) if age == Age::Known && is_refused(error.kind()) => error,
            result => return result,
        };
        source.forget(&held);
        let Some(mut again) = again else { return Err(error) };
        let (held, _) = within(timeout, source.credential()).await.map_err(failed)?;
        again.call.context.tries = error.tries();
        self.exchange(self.core.sign(again, Some(&held))?, |_, _| {}).await
    }
}

/// Returns whether the server did nothing because of the credential.
fn is_refused(kind: &ErrorKind) -> bool {
    match kind {
        ErrorKind::Failure(failure) => failure.statuses().any(|status| [401, 403].contains(&status)),
        ErrorKind::OneTimeSent => true,
        _ => false,
    }
}

/// Waits for a credential until the timeout of the call.
async fn within<C>(
    timeout: Option<Timeout>,
    asking: impl Future<Output = Result<C, ErrorKind>>,
) -> Result<C, ErrorKind> {
    let Some(timeout) = timeout else { return asking.await };
    let mut timer = transport::timer(timeout.left(), transport::current_timers());
    let mut asking = pin!(asking);
    poll_fn(|context| match asking.as_mut().poll(context) {
        Poll::Pending if transport::is_over(&mut timer, context) => {
            Poll::Ready(Err(ErrorKind::Credential(Arc::new(TimedOut))))
        }
        polled => polled,
    })
    .await
}

impl Source {
    async fn credential(&self) -> Result<(Arc<Held>, Age), ErrorKind> {
        let before = self.latest().number;
        if let Some(held) = self.known() {
            return Ok((held, Age::Known));
        }
        let _turn = self.turn.lock().await;
        if let Some(held) = self.known() {
            return Ok((held, Age::Known));
        }
        if let Some(cause) = self.failure_since(before) {
            return Err(ErrorKind::Credential(cause));
        }
        let result = (self.ask)().await.map(Arc::new).map_err(Cause::from);
        let mut latest = self.latest();
        latest.number += 1;
        latest.result = Some(result.clone());
        result.map(|held| (held, Age::New)).map_err(ErrorKind::Credential)
    }

    /// The last credential, if there is one.
    pub(super) fn known(&self) -> Option<Arc<Held>> {
        self.latest().result.clone()?.ok()
    }

    /// Forgets a credential that was refused, unless there is another one by now.
    fn forget(&self, refused: &Arc<Held>) {
        let is_it =
            |known: &mut Result<Arc<Held>, _>| known.as_ref().is_ok_and(|known| Arc::ptr_eq(known, refused));
        self.latest().result.take_if(is_it);
    }

    /// The error of the function while a call waited for its turn.
    fn failure_since(&self, number: u64) -> Option<Cause> {
        let latest = self.latest();
        latest.result.clone().filter(|_| latest.number != number)?.err()
    }

    fn latest(&self) -> MutexGuard<'_, Latest> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
