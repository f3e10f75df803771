//! A server whose handlers compare what they get with a scenario.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use api_runtime::server::{Context, Given, Refusal, Respond};
use api_runtime::{Body, Decode, Encode, Operation, Output};
use axum::body::to_bytes;
use http::{
    HeaderName, HeaderValue, Request, StatusCode,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use shelf_api::server::{Call, Gatekeeper};
use shelf_api::{KeyAuth, LoginAuth, Shelf, TokenAndKeyAuth, TokenAuth};

use super::operations::{decode, given};
use super::scenario::{Credential, Scenario};
use super::{KEY, LOGIN, REQWEST, TOKEN, builder};

/// The server. Without a scenario, its handlers say that they were reached.
#[derive(Default)]
pub struct Bench {
    scenario: Arc<Scenario>,
    /// The number of requests that were handled.
    count: AtomicUsize,
}

impl Bench {
    pub fn router(scenario: &Arc<Scenario>) -> axum::Router {
        let bench = Self { scenario: scenario.clone(), count: AtomicUsize::new(0) };
        shelf_api::server::complete(bench).into_router().unwrap()
    }

    /// Compares a request with that of the scenario, both as clients send them.
    async fn handle<O>(&self, request: O) -> Result<Given<O>, Refusal>
    where
        O: Operation<Api = Shelf, Returns: Respond> + Encode + Decode,
        Given<O>: From<Output<O>>,
    {
        let is_called = self.scenario.call.as_deref() == Some(O::DESCRIPTOR.name);
        let own = self.scenario.credential;
        let credential = if is_called || own == Credential::Token { own } else { Credential::Key };
        let client = builder("http://shelf.invalid", credential, REQWEST.clone()).build().unwrap();
        let prepared = |request: O| client.prepare(request).map_err(|it| Refusal::internal(it.to_string()));
        // What a handler gets, a client can send.
        let (got, pending) = prepared(request)?;
        let got = shown(got).await.map_err(|error| Refusal::of_upload(&error.into()))?;
        if !is_called {
            return Err(Refusal::new(StatusCode::IM_A_TEAPOT, O::DESCRIPTOR.name));
        }
        let index = self.count.fetch_add(1, Ordering::SeqCst);
        let exchange = &self.scenario.exchanges()[index];
        let is_expected = match &self.scenario.items {
            None => shown(prepared(decode(&self.scenario))?.0).await.is_ok_and(|expected| got == expected),
            // The number of the first page is added.
            Some(_) => got.starts_with(&format!("{}\n", exchange.send)),
        };
        if !is_expected {
            return Err(Refusal::internal(format!("the handler got {got}")));
        }
        given(pending, &exchange.answer)
    }
}

/// A request as a text: its target, its headers and its body.
async fn shown(request: Request<Body>) -> Result<String, axum::Error> {
    let (mut head, body) = request.into_parts();
    head.headers.remove(CONTENT_LENGTH);
    let body = to_bytes(axum::body::Body::new(body), usize::MAX).await?;
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        format!("{name}: {}\n", String::from_utf8_lossy(value.as_bytes()))
    };
    let mut headers: Vec<String> = head.headers.iter().map(header).collect();
    headers.sort();
    let shown =
        format!("{} {}\n{}{body:?}", head.method, head.uri.path_and_query().unwrap(), headers.concat());
    let boundary = head.headers.get(CONTENT_TYPE).and_then(|it| it.to_str().ok()?.split_once("boundary="));
    // It is another one each time.
    Ok(boundary.map_or(shown.clone(), |(_, boundary)| shown.replace(boundary, "boundary")))
}

fn checked(is_right: bool) -> Result<(), Refusal> {
    is_right.then_some(()).ok_or_else(|| Refusal::unauthorized("wrong"))
}

impl Gatekeeper for Bench {
    type Key = ();
    type Token = ();
    type TokenAndKey = ();

    async fn key(&self, credential: KeyAuth, _: &Call) -> Result<(), Refusal> {
        checked(credential.key.expose() == KEY)
    }

    async fn login(&self, login: LoginAuth, _: &Call) -> Result<(), Refusal> {
        checked((login.user.as_str(), login.password.expose()) == LOGIN)
    }

    async fn token(&self, token: TokenAuth, _: &Call) -> Result<(), Refusal> {
        checked(token.token.expose() == TOKEN)
    }

    async fn token_and_key(&self, both: TokenAndKeyAuth, _: &Call) -> Result<(), Refusal> {
        checked((both.token.expose(), both.desk.expose()) == (TOKEN, KEY))
    }

    fn allows_guests(&self, _: &Call) -> bool {
        true
    }

    fn allows_strangers(&self, _: &Call) -> bool {
        true
    }
}

macro_rules! implement {
    ($($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {
        $(impl shelf_api::server::$group for Bench {
            $(async fn $method(
                &self,
                request: shelf_api::$request,
                _: Context<$caller>,
            ) -> Result<Given<shelf_api::$request>, Refusal> {
                self.handle(request).await
            })*
        })*
    };
}
shelf_api::for_each_handler!(implement);
