//! The tries of a call.

use std::{pin::pin, time::Duration};

use tracing::{Instrument, field::Empty};

#[cfg(feature = "reqwest")]
use super::transport;
use super::transport::Transport;
use super::{
    Client,
    call::{Call, Watch},
};
use crate::codec::{Api, Reply, outcome, reply::CallContext};
use crate::core::{Body, BoxError, Error, ErrorKind};

impl<A: Api, T: Transport> Client<A, T> {
    /// Sends a call as often as its [`Retry`](crate::Retry) says, and returns its response unless
    /// it is a failure.
    pub(super) async fn exchange(&self, call: Box<Call>, watch: Watch) -> Result<Box<Reply>, Error> {
        call.claim()?;
        let (operation, inferred) = (call.context.descriptor.name, call.context.inferred_path);
        let only_reads = call.context.only_reads;
        let span = tracing::debug_span!("call", operation, path = %call.shown_path(), tries = Empty);
        // Pinned here: moved into the span, they would be copied.
        let (tries, result) = pin!(self.attempts(call, watch)).instrument(span.clone()).await;
        if tries > 1 {
            span.record("tries", tries);
        }
        let failed =
            |kind| Error::new(operation, kind).at_inferred(inferred).after(tries).reading(only_reads);
        result.map_err(failed)
    }

    /// Sends a call until it succeeds or may not be sent again. Returns the number of tries, too.
    async fn attempts(&self, mut call: Box<Call>, watch: Watch) -> (u32, Result<Box<Reply>, Box<ErrorKind>>) {
        loop {
            call.begin_try();
            let (tries, one_time, again) = (call.context.tries, call.one_time.clone(), call.again());
            let result = self.attempt(call, watch).await;
            let Err(kind) = &result else { return (tries, result) };
            let next = again.and_then(|call| Some((call.pause(kind)?, call)));
            match next {
                Some((pause, next)) if wait(pause, tries).await => call = next,
                _ => {
                    if let Some(held) = one_time.filter(|_| kind.was_not_sent()) {
                        held.release();
                    }
                    return (tries, result);
                }
            }
        }
    }

    /// Sends a call once.
    async fn attempt(&self, call: Box<Call>, watch: Watch) -> Result<Box<Reply>, Box<ErrorKind>> {
        let Call { outgoing, context, .. } = *call;
        let (mut reply, body) = receive(self.transport.send_outgoing(outgoing).await, context, watch)?;
        reply.read(body).await?;
        outcome::check(&reply)?;
        Ok(reply)
    }
}

/// Begins a reply with the transport's response. Not in `attempt`: the response would enlarge its future.
fn receive(
    response: Result<http::Response<Body>, BoxError>,
    context: Box<CallContext>,
    watch: Watch,
) -> Result<(Box<Reply>, Body), ErrorKind> {
    let response = response.map_err(ErrorKind::transport)?;
    tracing::debug!(status = response.status().as_u16(), "responded");
    watch(&response, &context.sent);
    Ok(Reply::begin(context, response))
}

impl Call {
    fn begin_try(&mut self) {
        self.context.tries += 1;
        self.outgoing.info.tries = self.context.tries;
    }

    /// A copy to send again, if this is not the last try and the call can be copied.
    fn again(&self) -> Option<Box<Self>> {
        (self.retry.allows_more_than(self.context.tries) || self.is_safe_once()).then(|| self.try_clone())?
    }

    /// Returns whether the call may be sent once more if its connection ends: it was sent once, and it
    /// only reads, at the operation's own path.
    fn is_safe_once(&self) -> bool {
        self.context.tries == 1 && self.context.only_reads
    }

    /// The pause before this copy is sent; `None` if it may not be sent.
    fn pause(&self, error: &ErrorKind) -> Option<Duration> {
        if error.is_unanswered() && self.is_safe_once() {
            return Some(Duration::ZERO);
        }
        if !self.retry.allows_more_than(self.context.tries) {
            return None;
        }
        let repeatable = self.context.descriptor.repeatable;
        let pause = self.retry.pause(self.context.tries, error, repeatable)?;
        let in_time = self.outgoing.timeout.is_none_or(|timeout| pause < timeout.left());
        in_time.then_some(pause)
    }
}

/// Waits. Returns false if there is no timer.
#[cfg(feature = "reqwest")]
async fn wait(pause: Duration, tries: u32) -> bool {
    if pause.is_zero() {
        tracing::debug!(tries, "sending again: the connection had ended");
        return true;
    }
    let Some(timer) = transport::timer(pause, transport::current_timers()) else { return false };
    tracing::debug!(tries, ?pause, "sending again after a pause");
    timer.await;
    true
}

#[cfg(not(feature = "reqwest"))]
async fn wait(pause: Duration, _: u32) -> bool {
    pause.is_zero()
}
