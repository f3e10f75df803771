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
use http_body::{Frame, SizeHint};
use tokio::sync::OwnedSemaphorePermit;
use tower_service::Service;
use tracing::Instrument;

use super::{
    Admitted, Answer, Call, Handled, Refusal, RequestId, answer::Shapes, body, core::Core, gates,
    route::Handle, validate,
};
use crate::{BoxError, Descriptor, Gate};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The service of an operation, or of all paths that there are not.
#[derive(Clone)]
pub(super) struct Endpoint {
    pub(super) core: Arc<Core>,
    pub(super) operation: Option<Arc<Operation>>,
}

/// An operation and its handler, if the implementor has its group.
pub(super) struct Operation {
    pub(super) descriptor: &'static Descriptor,
    pub(super) gates: Vec<&'static Gate>,
    pub(super) handler: Option<Arc<dyn Handler>>,
}

/// A handler of whatever implementor.
pub(super) trait Handler: Send + Sync {
    fn handle(&self, admitted: Admitted) -> Handled;
}

pub(super) struct Bound<S> {
    pub(super) server: Arc<S>,
    pub(super) handle: Handle<S>,
}

impl<S: Send + Sync> Handler for Bound<S> {
    fn handle(&self, admitted: Admitted) -> Handled {
        (self.handle)(self.server.clone(), admitted)
    }
}

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
    /// Every argument, and whatever is alive at an `await`, is part of the
    /// future of each request; a small future is a fast one.
    async fn respond(self, head: Box<Parts>, body: AxumBody) -> Result<Response<AxumBody>, Infallible> {
        let id = RequestId::next();
        let Some(operation) = &self.operation else {
            let refusal = Refusal::not_found("there is no such path");
            return Ok(identified(id, self.shapes().refused(None, &refusal)));
        };
        let name = operation.descriptor.name;
        let span = tracing::info_span!("serve", operation = name, request_id = %id);
        let response = match self.core.slots.clone().try_acquire_owned() {
            Ok(slot) => {
                let call = Call { operation: operation.descriptor, id, head };
                let work = pin!(self.answer(operation, call, body).instrument(span.clone()));
                let outcome = caught(work).await;
                span.in_scope(|| self.finished(operation, outcome, slot))
            }
            Err(_) => span.in_scope(|| {
                let busy = "the server is busy; try again later";
                self.refused(operation, &Refusal::new(StatusCode::SERVICE_UNAVAILABLE, busy))
            }),
        };
        Ok(identified(id, response))
    }

    fn shapes(&self) -> Shapes {
        Shapes { api: self.core.api, http_status: self.core.http_status }
    }

    /// The response to what came out; `None` if it panicked.
    fn finished(
        &self,
        operation: &Operation,
        outcome: Option<Result<Answer, Refusal>>,
        slot: OwnedSemaphorePermit,
    ) -> Response<AxumBody> {
        match outcome {
            Some(Ok(answer)) => {
                let response = self.shapes().answered(operation.descriptor, answer);
                tracing::debug!(status = response.status().as_u16(), "answered");
                response.map(|body| occupying(operation.descriptor, body, slot))
            }
            Some(Err(refusal)) => self.refused(operation, &refusal),
            None => {
                tracing::error!("the handler panicked");
                self.refused(operation, &Refusal::internal("the server failed; its log has the request's id"))
            }
        }
    }

    /// The message is not logged: a handler's may repeat what the caller sent.
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

    async fn answer(&self, operation: &Operation, call: Call, body: AxumBody) -> Result<Answer, Refusal> {
        let descriptor = operation.descriptor;
        if call.head.method != descriptor.method {
            let message = format!("this path takes {} only", descriptor.method);
            return Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, message));
        }
        let mut form = body::read(&call, body, &self.core.limits).await?;
        let credentials = gates::credentials(&self.core, &call, &mut form)?;
        let caller = gates::caller(&self.core, &operation.gates, &call, credentials).await?;
        gates::pass(&self.core, &operation.gates, &call, caller.as_ref(), &form)?;
        let Some(handler) = &operation.handler else {
            return super::not_implemented().await;
        };
        validate::prepare(&mut form, descriptor, self.core.version);
        handler.handle(Admitted { call, caller, form }).0.await
    }
}

fn identified(id: RequestId, mut response: Response<AxumBody>) -> Response<AxumBody> {
    response.headers_mut().insert(REQUEST_ID, id.header());
    response
}

/// `None` if it panics.
async fn caught<F: Future>(mut future: Pin<&mut F>) -> Option<F::Output> {
    poll_fn(|context| {
        // After a panic the future is never touched again.
        match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
            Ok(Poll::Pending) => Poll::Pending,
            Ok(Poll::Ready(output)) => Poll::Ready(Some(output)),
            Err(_) => Poll::Ready(None),
        }
    })
    .await
}

/// A file takes up its slot until it is sent.
fn occupying(operation: &Descriptor, body: AxumBody, slot: OwnedSemaphorePermit) -> AxumBody {
    if operation.returns.is_streamed() { AxumBody::new(Occupying { body, _slot: slot }) } else { body }
}

struct Occupying {
    body: AxumBody,
    _slot: OwnedSemaphorePermit,
}

impl http_body::Body for Occupying {
    type Data = bytes::Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<bytes::Bytes>, BoxError>>> {
        Pin::new(&mut self.body).poll_frame(context).map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
