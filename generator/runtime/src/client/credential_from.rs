//! Calls with credentials from a function.

use std::{
    future::{Future, poll_fn},
    pin::pin,
    sync::Arc,
    task::Poll,
};

use super::transport::{self, Timeout, Transport};
use super::{
    Client, ClientBuilder,
    call::{Draft, Watch},
    credential::HeldCredential,
    credential_function::{Ask, CredentialFunction},
    credential_source::CredentialSource,
};
use crate::codec::{Api, Credential, Reply};
use crate::core::{BoxError, Error, ErrorKind, error::TimedOut};

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a function that is asked for the credential, such as one that starts a
    /// session.
    ///
    /// It is asked at the first call that takes a credential, and again when the
    /// server refuses the credential with one of the statuses that [`refused_with`] lists,
    /// in HTTP or in the message of the body; or when
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
    /// the credential before it does anything ([`checked_first`]). Any other
    /// call may have been carried out: it fails, and the next call has the new
    /// credential. So does a call with a file or a one-time code. The time that asking
    /// takes counts for the timeout of a call. `Client::prepare` never asks: it uses the
    /// last credential.
    ///
    /// [`refused_with`]: crate::AuthBlock::refused_with
    /// [`checked_first`]: crate::AuthBlock::checked_first
    pub fn credential_from<C, E, F>(self, ask: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        C: Credential<Api = A>,
        E: Into<BoxError>,
        F: Future<Output = Result<C, E>> + Send + 'static,
    {
        let ask: Ask = Box::new(move || {
            let asking = ask();
            Box::pin(async { asking.await.map(HeldCredential::from).map_err(Into::into) })
        });
        self.holder(CredentialSource::Function(Arc::new(CredentialFunction::new(C::BLOCK, ask))))
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Sends a call with a credential from the function. If the server refuses it, and did nothing that
    /// a second call would do again, sends the call once more with a new credential.
    pub(super) async fn deliver_from(
        &self,
        source: &Arc<CredentialFunction>,
        draft: Box<Draft>,
        watch: Watch,
    ) -> Result<Box<Reply>, Error> {
        let (operation, block) = (draft.descriptor, draft.block.unwrap_or(source.block));
        let failed = |kind| Error::new(operation.name, kind);
        let timeout = draft.timeout;
        let held = within(timeout, source.credential()).await.map_err(failed)?;
        let again = draft.try_clone();
        let error = match self.deliver_with(source, draft, &held, 0, watch).await {
            Err(error) if source.is_over(&held, error.kind(), block) => error,
            result => return result,
        };
        let may_repeat =
            operation.repeatable || block.checked_first || matches!(error.kind(), ErrorKind::OneTimeSent);
        let Some(again) = again.filter(|_| may_repeat) else { return Err(error) };
        let held = within(timeout, source.credential()).await.map_err(failed)?;
        self.deliver_with(source, again, &held, error.tries(), watch).await
    }

    /// Sends a call that was already tried `tries` times.
    async fn deliver_with(
        &self,
        source: &CredentialFunction,
        draft: Box<Draft>,
        held: &Arc<HeldCredential>,
        tries: u32,
        watch: Watch,
    ) -> Result<Box<Reply>, Error> {
        let mut call = self.core.sign(draft, Some(held))?;
        call.context.tries = tries;
        let result = self.exchange(call, watch).await;
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
