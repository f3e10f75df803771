//! Any transport.

use std::pin::Pin;
use std::sync::Arc;

use api_runtime::{Api, Body, BoxError, Client, Reqwest, Transport};
use http::{Request, Response};

type Responded = Pin<Box<dyn Future<Output = Result<Response<Body>, BoxError>> + Send>>;

/// Hides the type of a transport, so that the compiler makes each operation's code once.
#[derive(Clone)]
pub struct AnyTransport(Arc<dyn Fn(Request<Body>) -> Responded + Send + Sync>);

impl AnyTransport {
    pub fn new<T: Transport>(transport: T) -> Self {
        Self(Arc::new(move |request| {
            let transport = transport.clone();
            Box::pin(async move { transport.call(request).await })
        }))
    }
}

/// A client without a credential.
pub fn client<A: Api>(url: &str) -> Client<A, AnyTransport> {
    Client::with_transport(url, AnyTransport::new(Reqwest::new().unwrap())).build().unwrap()
}

impl Transport for AnyTransport {
    async fn call(&self, request: Request<Body>) -> Result<Response<Body>, BoxError> {
        (self.0)(request).await
    }
}
