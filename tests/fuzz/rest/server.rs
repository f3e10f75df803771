//! Servers whose handlers send what they get: through a client of the API to the same server, which
//! must get the same. The client gets the other half of the input as its response.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::convert::Infallible;
use std::fmt::Debug;

use api_runtime::server::axum::{Router, body::Body};
use api_runtime::server::{Call, Context, Given, Refusal};
use api_runtime::{Client, ClientBuilder, Encode, Error, ErrorKind, Operation, Tower};
use http::{Request, Response, StatusCode};

use crate::message::Message;

/// The status by which a handler says that it was reached.
pub const REACHED: StatusCode = StatusCode::IM_A_TEAPOT;
/// The key of every caller: no response and no error may contain it.
pub const KEY: &str = "s3cret-canary";
pub const KEY_HEADER: &str = "x-lamp-key";

thread_local! {
    static ROUTER: RefCell<Option<Router>> = const { RefCell::new(None) };
    static RESPONSE: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// The request that the first handler got.
    static FIRST: RefCell<Option<Box<dyn Any>>> = const { RefCell::new(None) };
    static IS_OPEN: Cell<bool> = const { Cell::new(false) };
}

/// Sets the server and the client's response, for one input.
pub fn begin(router: Router, response: &[u8]) {
    ROUTER.set(Some(router));
    RESPONSE.set(response.to_vec());
    FIRST.set(None);
    IS_OPEN.set(false);
}

/// Returns whether the operation that was called needs no key.
pub fn is_open() -> bool {
    IS_OPEN.get()
}

pub struct House;

/// A client whose transport is the same server.
macro_rules! client {
    () => {
        Client::with_transport("https://lamps.invalid", Tower::new(tower::service_fn(call)))
    };
}

/// Sends a request to the same server, and returns the response of the input.
async fn call(request: Request<api_runtime::Body>) -> Result<Response<api_runtime::Body>, Infallible> {
    let router = ROUTER.with_borrow(|router| router.clone().expect("an input"));
    let shown = format!("{} {}", request.method(), request.uri());
    let status = crate::exchange(&router, request.map(Body::new)).await;
    assert!(status == REACHED || FIRST.with_borrow(Option::is_none), "{shown} is refused: {status}");
    Ok(RESPONSE.with_borrow(|response| Message::of(response).response()))
}

async fn handle<O, T>(request: O, client: ClientBuilder<O::Api, T>) -> Result<Given<O>, Refusal>
where
    O: Operation + Encode + Clone + Debug + PartialEq,
    O::Returns: api_runtime::server::Respond,
    T: api_runtime::Transport,
{
    let operation = O::DESCRIPTOR;
    IS_OPEN.set(operation.auth.block().is_none());
    if let Some(first) = FIRST.take() {
        let first = first.downcast::<O>().expect("a request of the operation");
        assert!(*first == request || shown(&first) == shown(&request), "{first:?} becomes {request:?}");
        return Err(reached());
    }
    FIRST.set(Some(Box::new(request.clone())));
    let client = client.build().expect("a client");
    if let Err(error) = client.send(request).await {
        keeps_the_response(operation.name, &error);
    }
    Err(reached())
}

/// A request, in which a list without items is absent: the client doesn't send it.
fn shown(request: &impl Debug) -> String {
    format!("{request:?}").replace("Some([])", "None")
}

/// Says that a handler was reached.
fn reached() -> Refusal {
    Refusal::new(REACHED, "reached")
}

/// Asserts that an error names the operation, and has the status and the body of the response.
fn keeps_the_response(operation: &str, error: &Error) {
    let text = format!("{error} {error:?}");
    assert!(!text.contains(KEY), "a secret in {text}");
    assert_eq!(error.operation(), Some(operation));
    assert!(text.starts_with(operation), "{text}");
    let (status, body) = match error.kind() {
        ErrorKind::Decode(undecoded) => {
            assert!(["", "/"].iter().any(|start| undecoded.misfit().pointer().starts_with(start)), "{text}");
            (undecoded.http_status(), undecoded.body())
        }
        ErrorKind::Failure(failure) => (failure.http_status(), failure.body()),
        // A server takes more than a client sends.
        ErrorKind::Redirected { .. } | ErrorKind::Cookie { .. } | ErrorKind::ListItem { .. } => return,
        other => panic!("{operation}: {other:?}"),
    };
    RESPONSE.with_borrow(|response| {
        let response = Message::of(response).response();
        assert_eq!(response.status(), status, "{text}");
        assert_eq!(response.into_body().as_bytes(), Some(body), "{text}");
    });
}

macro_rules! implement {
    ($api:ident, $client:expr; $($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {
        $(impl $api::server::$group for House {
            $(async fn $method(
                &self,
                request: $api::$request,
                _: Context<$caller>,
            ) -> Result<Given<$api::$request>, Refusal> {
                handle!($request, request, $client)
            })*
        })*
    };
}
/// A file can't be copied: that of an album is not sent on.
macro_rules! handle {
    (LampAlbum, $request:ident, $client:expr) => {{
        drop($request);
        Err(reached())
    }};
    ($operation:ident, $request:ident, $client:expr) => {
        handle($request, $client).await
    };
}
macro_rules! keeper {
    ($api:ident) => {
        impl $api::server::Gatekeeper for House {
            type Keeper = ();

            async fn keeper(&self, credential: $api::KeeperAuth, _: &Call) -> Result<(), Refusal> {
                match credential.x_lamp_key.expose() == KEY {
                    true => Ok(()),
                    false => Err(Refusal::unauthorized("another key")),
                }
            }
        }
    };
}
keeper!(places_api);
keeper!(results_api);

impl types_api::server::Gatekeeper for House {}

macro_rules! places {
    ($($groups:tt)*) => {
        implement! { places_api, client!().credential(places_api::KeeperAuth::key(KEY)); $($groups)* }
    };
}
macro_rules! results {
    ($($groups:tt)*) => {
        implement! { results_api, client!().credential(results_api::KeeperAuth::key(KEY)); $($groups)* }
    };
}
macro_rules! types {
    ($($groups:tt)*) => { implement! { types_api, client!(); $($groups)* } };
}
places_api::for_each_handler!(places);
results_api::for_each_handler!(results);
types_api::for_each_handler!(types);
