//! A tracing span for each request that is sent, inside the client's span of
//! the call: `call{operation=…}:request{operation=… tries=…}`.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use backup_server_api::runtime::http::{Request, Response};
use backup_server_api::runtime::transport::CallInfo;
use backup_server_api::{Body, BoxError};
use tower::Service;
use tracing::field::Empty;
use tracing::{Instrument as _, Span, info, info_span, warn};

/// Traces what the service below sends.
#[derive(Clone, Debug)]
pub struct Spans<S>(pub S);

impl<S, B> Service<Request<Body>> for Spans<S>
where
    S: Service<Request<Body>, Response = Response<B>, Error = BoxError>,
    S::Future: Send + 'static,
{
    type Response = Response<B>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<Response<B>, BoxError>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let span = span(&request);
        let response = span.in_scope(|| self.0.call(request));
        let traced = async move {
            let result = response.await;
            match &result {
                Ok(response) => {
                    Span::current().record("status", response.status().as_u16());
                    info!("answered");
                }
                // A transport's errors show neither headers nor bodies.
                Err(error) => warn!(error = &**error as &dyn std::error::Error, "failed"),
            }
            result
        };
        Box::pin(traced.instrument(span))
    }
}

fn span(request: &Request<Body>) -> Span {
    let info = request.extensions().get::<CallInfo>();
    let (operation, tries) = info.map_or(("", 0), |info| (info.operation.name, info.tries));
    info_span!("request", operation, tries, status = Empty)
}
