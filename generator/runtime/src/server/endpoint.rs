//! One route of a server: from the request to the response.

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
    Method, Response, StatusCode,
    header::{ALLOW, CACHE_CONTROL, HeaderName, HeaderValue},
    request::Parts,
};
use http_body_util::BodyExt as _;
use tokio::sync::OwnedSemaphorePermit;
use tower_service::Service;
use tracing::Instrument;

use super::{
    Admitted, AnyCaller, Call, Refusal, RequestId, Success,
    accept::{self, Accepted},
    admission::{self, Usage},
    body::{self, BodyKind},
    choice,
    credential::{self, Carried},
    gates::Gates,
    headers, inputs,
    phase::ConnectionState,
    route::NOT_IMPLEMENTED,
    shapes::{self, Shapes},
    state::ServerState,
    target::{Astray, Found, Operation, Target, Targets},
};
use crate::codec::FormReader;
use crate::core::{Descriptor, Encoding};

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const NO_STORE: HeaderValue = HeaderValue::from_static("no-store");

/// The service of a route, or of all unknown paths.
#[derive(Clone)]
pub(super) struct Endpoint {
    pub(super) state: Arc<ServerState>,
    pub(super) targets: Targets,
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
    /// Arguments, and whatever lives across an `await`, are part of each
    /// request's future; a small future is a fast one.
    async fn respond(self, mut head: Box<Parts>, body: AxumBody) -> Result<Response<AxumBody>, Infallible> {
        let id = RequestId::next();
        if let Some(state) = head.extensions.get::<ConnectionState>() {
            state.admitting();
        }
        let found = match self.targets.of(&head) {
            Ok(Found::One(target)) => Ok((target, body)),
            // Boxed, because few operations need it.
            Ok(Found::InBody(all)) => Box::pin(self.choose(all, &head, body)).await.map_err(Astray::Refused),
            Err(astray) => Err(astray),
        };
        let (target, body) = match found {
            Ok(found) => found,
            Err(astray) => return Ok(identified(id, self.misdirected(&head, &astray))),
        };
        let operation = &*target.operation;
        let name = operation.descriptor.name;
        let span = tracing::info_span!("serve", operation = name, request_id = %id);
        operation.hidden.hide(&mut head.headers);
        let call = Call { operation: operation.descriptor, id, head };
        let is_head = call.head.method == Method::HEAD;
        let has_choice = operation.descriptor.offered().nth(1).is_some();
        let accepted = if has_choice { Accepted::of(&call.head.headers) } else { Accepted::default() };
        let work = pin!(self.handle(target, call, body).instrument(span.clone()));
        let outcome = caught(work).await;
        let mut response = span.in_scope(|| self.finished(operation, &accepted, outcome));
        if operation.descriptor.encoding == Encoding::Query || operation.descriptor.method == "GET" {
            // A cache could return it to other callers.
            response.headers_mut().entry(CACHE_CONTROL).or_insert(NO_STORE);
        }
        if is_head {
            response = headers::without_body(response);
        }
        Ok(identified(id, response))
    }

    /// Reads the body, which says which of some operations a request is of, and returns it with that one.
    async fn choose<'a>(
        &self,
        all: Vec<&'a Target>,
        head: &Parts,
        body: AxumBody,
    ) -> Result<(&'a Target, AxumBody), Refusal> {
        let most = all.iter().map(|target| &target.operation).max_by_key(|it| it.limits.form);
        let Some(most) = most else { return Err(Refusal::not_found("unknown path")) };
        let (usage, limits) = (Usage::default(), &most.limits);
        let has_body = !http_body::Body::is_end_stream(&body);
        let kind = BodyKind::of(head, most.descriptor, limits, has_body)?.with_fields();
        let reading = pin!(body::buffered(body, limits, &usage));
        let bytes = self.state.admission.admit(&usage, reading).await?.into_bytes();
        let form = kind.read(bytes.clone().into(), limits, &usage).await?;
        let of = |target: &Target| target.operation.descriptor;
        let left = choice::fitting(all, of, head, Some(&form))?;
        let chosen = left.into_iter().next().ok_or_else(|| Refusal::not_found("unknown path"))?;
        Ok((chosen, bytes.into()))
    }

    /// The response to a request that reaches no operation.
    fn misdirected(&self, head: &Parts, astray: &Astray) -> Response<AxumBody> {
        let allow = self.targets.allowed(head);
        let (mut response, allow) = match astray {
            Astray::Options => (shapes::empty(StatusCode::NO_CONTENT), allow),
            Astray::Refused(refusal) => {
                let operation =
                    self.targets.matching(head.uri.path()).next().map(|target| target.operation.descriptor);
                self.state.refused_early(head, operation, refusal);
                let is_method = refusal.status() == StatusCode::METHOD_NOT_ALLOWED;
                (self.shapes().refused(operation, refusal), allow.filter(|_| is_method))
            }
        };
        if let Some(allow) = allow {
            response.headers_mut().insert(ALLOW, allow);
        }
        response
    }

    fn shapes(&self) -> Shapes {
        Shapes { api: self.state.api, http_status: self.state.http_status }
    }

    /// The response to an outcome; `None` is a panic.
    fn finished(
        &self,
        operation: &Operation,
        accepted: &Accepted,
        outcome: Option<Result<(Success, OwnedSemaphorePermit), Refusal>>,
    ) -> Response<AxumBody> {
        match outcome {
            Some(Ok((success, slot))) => {
                let response = self.shapes().succeeded(operation.descriptor, accepted, success);
                tracing::debug!(status = response.status().as_u16(), "responded");
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
        self.shapes().refused(Some(operation.descriptor), refusal)
    }

    /// Admits the caller, then validates the parameters and runs the handler. Only
    /// the handler takes a slot: callers without credentials can't keep others out.
    async fn handle(
        &self,
        target: &Target,
        call: Call,
        body: AxumBody,
    ) -> Result<(Success, OwnedSemaphorePermit), Refusal> {
        let (usage, operation) = (Usage::default(), &*target.operation);
        let (caller, form) = {
            let admitting = pin!(self.admit(target, &call, body, &usage));
            self.state.admission.admit(&usage, admitting).await.inspect_err(|refusal| {
                self.state.refused_early(&call.head, Some(call.operation), refusal);
            })?
        };
        if call.head.extensions.get::<ConnectionState>().is_some_and(|state| !state.admitted()) {
            return Err(admission::busy());
        }
        let Some(handler) = &operation.handler else {
            return Err(Refusal::not_implemented(NOT_IMPLEMENTED));
        };
        let slot = self.state.slots.clone().try_acquire_owned().map_err(|_| admission::busy())?;
        Ok((handler(Admitted::new(call, caller, form, self.state.version)).await?, slot))
    }

    /// Reads the form and passes the gates: before the body is read, unless the
    /// credential is in it.
    async fn admit(
        &self,
        target: &Target,
        call: &Call,
        body: AxumBody,
        usage: &Usage,
    ) -> Result<(Option<AnyCaller>, FormReader), Refusal> {
        let operation = &*target.operation;
        let limits = &operation.limits;
        let kind = BodyKind::of(&call.head, call.operation, limits, !http_body::Body::is_end_stream(&body))?;
        accept::check(call.operation, call.headers())?;
        let gates = Gates { state: &self.state, gates: &operation.gates, call };
        let (caller, form) = match credential::carried(call)? {
            Carried::Head(mut sent) => {
                let sent = sent.as_mut().map(|(block, fields)| (*block, fields));
                let caller = gates.caller(sent).await?;
                gates.pass(caller.as_ref())?;
                let form = inputs::read(target, kind, call, body, usage).await?;
                credential::agrees(call, &form)?;
                (caller, form)
            }
            Carried::Form => {
                let mut form = inputs::read(target, kind, call, body, usage).await?;
                let block = credential::in_form(call.operation, &form)?;
                let sent = block.map(|block| (block, &mut form));
                let caller = gates.caller(sent).await?;
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
    if !operation.is_streamed() {
        return body;
    }
    AxumBody::new(body.map_err(move |error| {
        // Dropped with the body.
        let _ = &slot;
        error
    }))
}
