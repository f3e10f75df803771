//! One path of a server: from the request to the response.

use std::{
    convert::Infallible,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::{Pin, pin},
    sync::Arc,
    task::{Context, Poll},
};

use axum::body::Body as AxumBody;
use http::{
    Response, StatusCode,
    header::{ALLOW, HeaderName, HeaderValue},
    request::Parts,
};
use http_body_util::BodyExt as _;
use tokio::sync::OwnedSemaphorePermit;
use tower_service::Service;
use tracing::Instrument;

use super::{
    Admitted, Answer, AnyCaller, Call, Handled, Refusal, RequestId,
    answer::Shapes,
    body,
    core::{BodyLimits, Core},
    credential::{self, Carried},
    gates::Gates,
    intake::{self, Held},
    route::NOT_IMPLEMENTED,
};
use crate::{Descriptor, FormReader, Gate, validate};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The service of an operation, or of all unknown paths.
#[derive(Clone)]
pub(super) struct Endpoint {
    pub(super) core: Arc<Core>,
    pub(super) operation: Option<Arc<Operation>>,
}

/// An operation and its handler, if the implementor has its group.
pub(super) struct Operation {
    pub(super) descriptor: &'static Descriptor,
    pub(super) gates: Vec<&'static Gate>,
    pub(super) limits: BodyLimits,
    pub(super) handler: Option<Handler>,
}

/// A handler, bound to its implementor.
pub(super) type Handler = Arc<dyn Fn(Admitted) -> Handled + Send + Sync>;

impl Service<http::Request<AxumBody>> for Endpoint {
    type Response = Response<AxumBody>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<AxumBody>) -> Self::Future {
        let (head, body) = request.into_parts();
        Box::pin(self.clone().respond(Box::new(head), body))
    }
}

impl Endpoint {
    /// Arguments, and whatever lives across an `await`, are part of each
    /// request's future; a small future is a fast one.
    async fn respond(self, head: Box<Parts>, body: AxumBody) -> Result<Response<AxumBody>, Infallible> {
        let id = RequestId::next();
        let Some(operation) = &self.operation else {
            let refusal = Refusal::not_found("unknown path");
            return Ok(identified(id, self.shapes().refused(None, &refusal)));
        };
        let name = operation.descriptor.name;
        let span = tracing::info_span!("serve", operation = name, request_id = %id);
        let call = Call { operation: operation.descriptor, id, head };
        let work = pin!(self.answer(operation, call, body).instrument(span.clone()));
        let outcome = caught(work).await;
        let response = span.in_scope(|| self.finished(operation, outcome));
        Ok(identified(id, response))
    }

    fn shapes(&self) -> Shapes {
        Shapes { api: self.core.api, http_status: self.core.http_status }
    }

    /// The response to an outcome; `None` is a panic.
    fn finished(
        &self,
        operation: &Operation,
        outcome: Option<Result<(Answer, OwnedSemaphorePermit), Refusal>>,
    ) -> Response<AxumBody> {
        match outcome {
            Some(Ok((answer, slot))) => {
                let response = self.shapes().answered(operation.descriptor, answer);
                tracing::debug!(status = response.status().as_u16(), "answered");
                response.map(|body| occupying(operation.descriptor, body, slot))
            }
            Some(Err(refusal)) => self.refused(operation, &refusal),
            None => {
                tracing::error!("the handler panicked");
                self.refused(
                    operation,
                    &Refusal::internal("internal error; see the server's log for the request id"),
                )
            }
        }
    }

    /// The message is not logged: a handler may repeat in it what the caller sent.
    fn refused(&self, operation: &Operation, refusal: &Refusal) -> Response<AxumBody> {
        tracing::debug!(status = refusal.status().as_u16(), "refused");
        let mut response = self.shapes().refused(Some(operation.descriptor), refusal);
        if refusal.status() == StatusCode::METHOD_NOT_ALLOWED
            && let Ok(method) = HeaderValue::from_str(operation.descriptor.method)
        {
            response.headers_mut().insert(ALLOW, method);
        }
        response
    }

    /// Admits the caller, then runs the handler. Only the handler takes a slot:
    /// callers without credentials can't keep others out.
    async fn answer(
        &self,
        operation: &Operation,
        call: Call,
        body: AxumBody,
    ) -> Result<(Answer, OwnedSemaphorePermit), Refusal> {
        let held = Held::default();
        let (caller, mut form) = {
            let admission = pin!(self.admit(operation, &call, body, &held));
            self.core.intake.admit(&held, admission).await?
        };
        let Some(handler) = &operation.handler else {
            return Err(Refusal::not_implemented(NOT_IMPLEMENTED));
        };
        let slot = self.core.slots.clone().try_acquire_owned().map_err(|_| intake::busy())?;
        validate::prepare(&mut form, operation.descriptor, self.core.version);
        Ok((handler(Admitted { call, caller, form }).0.await?, slot))
    }

    /// Reads the form and passes the gates: before the body is read, unless the
    /// credential is in it.
    async fn admit(
        &self,
        operation: &Operation,
        call: &Call,
        body: AxumBody,
        held: &Held,
    ) -> Result<(Option<AnyCaller>, FormReader), Refusal> {
        let method = operation.descriptor.method;
        if call.head.method != method {
            let message = format!("this path only takes {method}");
            return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message));
        }
        let limits = &operation.limits;
        let kind = body::Kind::of(call, limits)?;
        let gates = Gates { core: &self.core, gates: &operation.gates, call };
        let (caller, form) = match credential::carried(call)? {
            Carried::Headers(mut fields) => {
                let caller = gates.caller(fields.as_mut()).await?;
                gates.pass(caller.as_ref())?;
                let form = kind.read(body, limits, held).await?;
                credential::agrees(call, &form)?;
                (caller, form)
            }
            Carried::Form => {
                let mut form = kind.read(body, limits, held).await?;
                let fields = credential::is_in_form(call, &form)?.then_some(&mut form);
                let caller = gates.caller(fields).await?;
                gates.pass(caller.as_ref())?;
                (caller, form)
            }
        };
        gates.parameters(caller.as_ref(), &form)?;
        Ok((caller, form))
    }
}

fn identified(id: RequestId, mut response: Response<AxumBody>) -> Response<AxumBody> {
    response.headers_mut().insert(REQUEST_ID, id.header());
    response
}

/// Returns `None` if the future panics.
async fn caught<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|context| {
        // After a panic the future is never polled again.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Some(output)),
            Err(_) => Poll::Ready(None),
        }
    })
    .await
}

/// A file keeps its slot until it is sent.
fn occupying(operation: &Descriptor, body: AxumBody, slot: OwnedSemaphorePermit) -> AxumBody {
    if !operation.returns.is_streamed() {
        return body;
    }
    AxumBody::new(body.map_err(move |error| {
        // Dropped with the body.
        let _ = &slot;
        error
    }))
}
