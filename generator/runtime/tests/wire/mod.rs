//! Values on the wire, between a client and a server of one description.

mod bodies;
mod idle;
mod numbers;

use api_runtime::server::axum::{Router, body::Body, body::to_bytes};
use api_runtime::server::{Builder, Call, Context, Credentials, Policy, Refusal, Verified};
use api_runtime::{self as rt, Api, Client, Operation as _, Tower, routes};
use http::{Response, request};
use tower::ServiceExt as _;

use bodies::{Note, Parcel, Picture};
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
        operations: &[Numbers::DESCRIPTOR, Note::DESCRIPTOR, Picture::DESCRIPTOR, Parcel::DESCRIPTOR],
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
    fn parcel(&self, it: Parcel, _: Context<()>) -> impl Future<Output = Said> + Send;
}

impl Handle for Echo {
    async fn numbers(&self, it: Numbers, _: Context<()>) -> Said {
        Ok(it.to_string())
    }

    async fn note(&self, it: Note, context: Context<()>) -> Said {
        let call = context.call();
        if it.body == "no" {
            return Err(Refusal::conflict("not that").header("Retry-After", "5"));
        }
        Ok(format!("{} of {:?} as {}", it.body, call.content_type(), call.accepted_type()))
    }

    async fn picture(&self, it: Picture, _: Context<()>) -> Said {
        Ok(format!("{:?}", it.body.media_type()))
    }

    async fn parcel(&self, mut it: Parcel, _: Context<()>) -> Said {
        let mut size = 0;
        while let Some(piece) = it.file.chunk().await.map_err(|error| Refusal::of_upload(&error))? {
            size += piece.len();
        }
        Ok(format!("{} {:?} {size}", it.title, it.note))
    }
}

routes! {
    group for Handle {
        Numbers: numbers(anonymous_context),
        Note: note(anonymous_context),
        Picture: picture(anonymous_context),
        Parcel: parcel(anonymous_context),
    }
}

fn router() -> Router {
    Builder::new(Wire::DESCRIPTOR, Echo, |_| Box::new(Echo)).group(group()).into_router().unwrap()
}

fn client() -> Client<Wire, Tower<Router>> {
    Client::with_transport("http://wire.invalid", Tower::new(router())).build().unwrap()
}

/// The status and the body of the response to a request with these headers.
async fn ask(request: request::Builder, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    let response = respond(request, headers, body).await;
    (response.status().as_u16(), response.into_body())
}

async fn respond(mut request: request::Builder, headers: &[(&str, &str)], body: &str) -> Response<String> {
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = router().oneshot(request.body(Body::from(body.to_owned())).unwrap()).await.unwrap();
    let (head, body) = response.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    Response::from_parts(head, String::from_utf8(body.to_vec()).unwrap())
}
