//! Values on the wire, between a client and a server of one description.

mod bodies;
mod numbers;

use api_runtime::server::axum::{Router, body::Body, body::to_bytes};
use api_runtime::server::{Builder, Call, Context, Credentials, Policy, Refusal, Verified};
use api_runtime::{self as rt, Api, Client, Operation as _, Tower, routes};
use http::request;
use tower::ServiceExt as _;

use bodies::{Note, Picture};
use numbers::Numbers;

/// An API with values of all kinds.
#[derive(Clone, Copy, Debug)]
pub struct Wire;

impl Api for Wire {
    const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
        name: "wire",
        title: "Wire API",
        crate_version: "1.0.0",
        message: None,
        envelope: None,
        gates: &[],
        types: &[],
        listed: &[],
        operations: &[Numbers::DESCRIPTOR, Note::DESCRIPTOR, Picture::DESCRIPTOR],
    };
}

/// A server that says what it got.
struct Echo;

impl Policy for Echo {
    fn verify<'a>(&'a self, credentials: Credentials<'a>, _: &'a Call) -> Verified<'a> {
        credentials.refuse()
    }
}

type Said = Result<String, Refusal>;

trait Handle: Send + Sync + 'static {
    fn numbers(&self, it: Numbers, _: Context<()>) -> impl Future<Output = Said> + Send;
    fn note(&self, it: Note, context: Context<()>) -> impl Future<Output = Said> + Send;
    fn picture(&self, it: Picture, _: Context<()>) -> impl Future<Output = Said> + Send;
}

impl Handle for Echo {
    async fn numbers(&self, it: Numbers, _: Context<()>) -> Said {
        Ok(it.to_string())
    }

    async fn note(&self, it: Note, context: Context<()>) -> Said {
        let call = context.call();
        Ok(format!("{} of {:?} as {}", it.body, call.content_type(), call.accepted_type()))
    }

    async fn picture(&self, it: Picture, _: Context<()>) -> Said {
        Ok(format!("{:?}", it.body.media_type()))
    }
}

routes! {
    group for Handle {
        Numbers: numbers(anonymous_context),
        Note: note(anonymous_context),
        Picture: picture(anonymous_context),
    }
}

fn router() -> Router {
    Builder::new(Wire::DESCRIPTOR, Echo, |_| Box::new(Echo)).group(group()).into_router().unwrap()
}

fn client() -> Client<Wire, Tower<Router>> {
    Client::with_transport("http://wire.invalid", Tower::new(router())).build().unwrap()
}

/// The status and the body of the response to a request with these headers.
async fn ask(mut request: request::Builder, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
    let status = response.status().as_u16();
    let body = to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}
