//! Credentials from a function, such as session keys.

use std::{
    cell::RefCell,
    error, future,
    panic::AssertUnwindSafe,
    ptr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use futures_util::future::{BoxFuture, FutureExt, Shared, WeakShared};
use tokio::time::Instant;

use super::credential::HeldCredential;
use crate::core::{AuthBlock, BoxError, ErrorKind};

/// The time for which a credential is kept that was refused before it worked once. A new one would be
/// refused, too, and each may be a session that the server starts.
const JUST_ISSUED: Duration = Duration::from_secs(600);

type Asking = BoxFuture<'static, Result<Arc<HeldCredential>, Cause>>;

/// A function that is asked for a credential, and the last credential that it returned.
///
/// Calls that wait for a credential share one future, which each of them polls: a call that is
/// dropped, or that nobody polls, doesn't hold up the others.
pub(crate) struct CredentialFunction {
    pub(super) block: &'static AuthBlock,
    ask: Ask,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The last credential, unless it was refused.
    known: Option<Arc<HeldCredential>>,
    /// When it was issued, until a call with it succeeds.
    unproved_since: Option<Instant>,
    /// The future that calls wait for, if there is one.
    asking: Option<WeakShared<Asking>>,
}

impl CredentialFunction {
    pub(super) fn new(block: &'static AuthBlock, ask: Ask) -> Self {
        Self { block, ask, state: Mutex::default() }
    }

    pub(super) async fn credential(self: &Arc<Self>) -> Result<Arc<HeldCredential>, ErrorKind> {
        let asking = match &mut *self.state() {
            State { known: Some(held), .. } => return Ok(held.clone()),
            _ if is_within(&self.ask) => return Err(ErrorKind::CredentialOfItself),
            state => self.asking(state),
        };
        asking.await.map_err(ErrorKind::Credential)
    }

    /// The last credential, if there is one.
    pub(super) fn known(&self) -> Option<Arc<HeldCredential>> {
        self.state().known.clone()
    }

    /// Notes that a call with this credential succeeded.
    pub(super) fn prove(&self, held: &Arc<HeldCredential>) {
        let mut state = self.state();
        if state.is_known(held) {
            state.unproved_since = None;
        }
    }

    /// Returns whether an error means that a new credential is needed. If so, forgets this one, unless
    /// it was already replaced.
    pub(super) fn is_over(&self, held: &Arc<HeldCredential>, error: &ErrorKind, block: &AuthBlock) -> bool {
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

    /// The future that other calls wait for, or a new one.
    fn asking(self: &Arc<Self>, state: &mut State) -> Shared<Asking> {
        state.asking.as_ref().and_then(WeakShared::upgrade).unwrap_or_else(|| {
            let asking = self.clone().answer().boxed().shared();
            state.asking = asking.downgrade();
            asking
        })
    }

    /// Asks, and keeps the credential for the calls that follow.
    async fn answer(self: Arc<Self>) -> Result<Arc<HeldCredential>, Cause> {
        let answer = asked(&self.ask).await;
        let known = answer.as_ref().ok().cloned();
        *self.state() = State { known, unproved_since: Some(Instant::now()), asking: None };
        answer
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn is_known(&self, held: &Arc<HeldCredential>) -> bool {
        self.known.as_ref().is_some_and(|known| Arc::ptr_eq(known, held))
    }
}

/// A function that is asked for a credential.
pub(super) type Ask = Box<dyn Fn() -> BoxFuture<'static, Result<HeldCredential, BoxError>> + Send + Sync>;

type Cause = Arc<dyn error::Error + Send + Sync>;

thread_local! {
    /// The functions that run on this thread, each within the one before it.
    static WITHIN: RefCell<Vec<*const Ask>> = const { RefCell::new(Vec::new()) };
}

/// Calls the function when this is polled for the first time.
async fn asked(ask: &Ask) -> Result<Arc<HeldCredential>, Cause> {
    let mut asked = None;
    let answer = future::poll_fn(|context| {
        let _within = Within::enter(ask);
        asked.get_or_insert_with(ask).as_mut().poll(context)
    });
    // Otherwise, a panic would happen in every call that waits.
    AssertUnwindSafe(answer)
        .catch_unwind()
        .await
        .unwrap_or_else(|_| Err("the function of `credential_from` panicked".into()))
        .map(Arc::new)
        .map_err(Cause::from)
}

/// Returns whether the function is running on this thread, that is, whether the call that needs its
/// credential is made by the function itself.
fn is_within(ask: &Ask) -> bool {
    WITHIN.with_borrow(|functions| functions.contains(&ptr::from_ref(ask)))
}

struct Within;

impl Within {
    fn enter(ask: &Ask) -> Self {
        WITHIN.with_borrow_mut(|functions| functions.push(ask));
        Self
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        WITHIN.with_borrow_mut(Vec::pop);
    }
}
