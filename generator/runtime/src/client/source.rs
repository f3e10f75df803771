//! Credentials from a function, such as session keys.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    task::Poll,
    time::Duration,
};

use futures_util::future::{BoxFuture, FutureExt, Shared, WeakShared};
use tokio::time::Instant;

use super::{
    Client, ClientBuilder,
    asking::{Ask, Cause, answer, is_within},
    call::Draft,
    held::{Held, Holder},
};
use crate::{
    Api, AuthBlock, BoxError, Credential, Error, ErrorKind, Reply, Transport,
    transport::{self, TimedOut, Timeout},
};

/// The time for which a credential that was refused before it worked once is kept: another one would
/// be refused too, and each may be a session that the server starts.
const JUST_ISSUED: Duration = Duration::from_secs(600);

type Answer = BoxFuture<'static, Result<Arc<Held>, Cause>>;

/// A function that is asked for a credential. The calls that wait for it share one
/// asking, which each of them drives: one that is dropped, or that nobody polls, holds
/// up no other.
pub(crate) struct Source {
    pub(super) block: &'static AuthBlock,
    ask: Ask,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last credential, unless it was refused.
    known: Option<Arc<Held>>,
    /// When it was issued, until a call with it succeeds.
    unproved_since: Option<Instant>,
    /// The asking that calls wait for, if there is one.
    asking: Option<WeakShared<Answer>>,
}

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a function that is asked for the credential, such as one that starts a
    /// session.
    ///
    /// It is asked at the first call that takes a credential, and again when the
    /// server refuses the credential with one of the statuses that
    /// [`AuthBlock::refused_with`] lists, in HTTP or in the message of the body; or when
    /// its one-time code was sent. A credential that is refused before it has worked once
    /// is kept for ten minutes: a new one would be refused, too. Calls that need it at
    /// the same time ask once, and if that fails, all of them fail with
    /// [`ErrorKind::Credential`]. If all of them are dropped, so is the asking.
    ///
    /// The function can't make a call that needs the credential it is asked for: such
    /// a call fails with [`ErrorKind::CredentialOfItself`], or, in a task that the
    /// function starts and waits for, at its timeout. Use
    /// [`Client::with_credential`] or another client in it.
    ///
    /// A call that was refused is then sent once more, with the new credential, if its
    /// operation is [`repeatable`](crate::Descriptor::repeatable), or if the server checks
    /// the credential before it does anything ([`AuthBlock::checked_first`]). Any other
    /// call may have been carried out: it fails, and the next call has the new
    /// credential. So does a call with a file or a one-time code. The time that asking
    /// takes counts for the timeout of a call. `Client::prepare` never asks: it uses the
    /// last credential.
    pub fn credential_from<C, E, F>(self, ask: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        C: Credential<Api = A>,
        E: Into<BoxError>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        let ask: Ask = Box::new(move || {
            let asking = ask();
            Box::pin(async { asking.await.map(Held::from).map_err(Into::into) })
        });
        self.holder(Holder::Asked(Arc::new(Source { block: C::BLOCK, ask, state: Mutex::default() })))
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Sends a call with a credential of the source, and once more with another one if the server
    /// refuses the first and did nothing that a second call would do again.
    pub(super) async fn deliver_from(&self, source: &Arc<Source>, draft: Box<Draft>) -> Result<Reply, Error> {
        let (operation, block) = (draft.descriptor, draft.block.unwrap_or(source.block));
        let failed = |kind| Error::new(operation.name, kind);
        let timeout = draft.call.request.extensions().get().copied();
        let held = within(timeout, source.credential()).await.map_err(failed)?;
        let again = draft.try_clone();
        let error = match self.deliver_with(source, draft, &held).await {
            Err(error) if source.is_over(&held, error.kind(), block) => error,
            result => return result,
        };
        let may_repeat =
            operation.repeatable || block.checked_first || matches!(error.kind(), ErrorKind::OneTimeSent);
        let Some(mut again) = again.filter(|_| may_repeat) else { return Err(error) };
        let held = within(timeout, source.credential()).await.map_err(failed)?;
        again.call.context.tries = error.tries();
        self.deliver_with(source, again, &held).await
    }

    async fn deliver_with(
        &self,
        source: &Source,
        draft: Box<Draft>,
        held: &Arc<Held>,
    ) -> Result<Reply, Error> {
        let result = self.exchange(self.core.sign(draft, Some(held))?, |_, _| {}).await;
        if result.is_ok() {
            source.prove(held);
        }
        result
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
    async fn credential(self: &Arc<Self>) -> Result<Arc<Held>, ErrorKind> {
        let asking = match &mut *self.state() {
            State { known: Some(held), .. } => return Ok(held.clone()),
            _ if is_within(&self.ask) => return Err(ErrorKind::CredentialOfItself),
            state => self.asking(state),
        };
        asking.await.map_err(ErrorKind::Credential)
    }

    /// The last credential, if there is one.
    pub(super) fn known(&self) -> Option<Arc<Held>> {
        self.state().known.clone()
    }

    /// Notes that a call with this credential succeeded.
    fn prove(&self, held: &Arc<Held>) {
        let mut state = self.state();
        if state.is_known(held) {
            state.unproved_since = None;
        }
    }

    /// Returns whether an error means that another credential is needed, and forgets this one then,
    /// unless there is another by now.
    fn is_over(&self, held: &Arc<Held>, error: &ErrorKind, block: &AuthBlock) -> bool {
        let mut state = self.state();
        let is_known = state.is_known(held);
        let is_over = match error {
            ErrorKind::OneTimeSent => true,
            ErrorKind::Failure(failure) => {
                let is_new = state.unproved_since.is_some_and(|issued| issued.elapsed() < JUST_ISSUED);
                failure.is_one_of(block.refused_with) && !(is_known && is_new)
            }
            _ => false,
        };
        state.known.take_if(|_| is_known && is_over);
        is_over
    }

    /// The asking that other calls wait for, or a new one.
    fn asking(self: &Arc<Self>, state: &mut State) -> Shared<Answer> {
        let under_way = state.asking.as_ref().and_then(WeakShared::upgrade);
        under_way.unwrap_or_else(|| {
            let asking = self.clone().answer().boxed().shared();
            state.asking = asking.downgrade();
            asking
        })
    }

    /// Asks, and keeps the credential for the calls that follow.
    async fn answer(self: Arc<Self>) -> Result<Arc<Held>, Cause> {
        let answer = answer(&self.ask).await;
        let known = answer.as_ref().ok().cloned();
        *self.state() = State { known, unproved_since: Some(Instant::now()), asking: None };
        answer
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_known(&self, held: &Arc<Held>) -> bool {
        self.known.as_ref().is_some_and(|known| Arc::ptr_eq(known, held))
    }
}
