//! A server for the tests of programs that use a generated crate.
//!
//! A [`Mock`] responds as its expectations say, through the routes, gates and
//! validation of a real server: a call that the API would refuse is refused in
//! tests too. An unexpected call fails, and fails the test when the mock is
//! dropped. So does an expectation without a call.
//!
//! Only operations with an expectation are compiled. For all others, the descriptor is enough.

// mod          Mock: expectations, clients, verification
// expectation  one expectation, written as a chain of methods
// expected     expectations, as the plan stores them
// gates        the gatekeeper, which admits every caller unless a test says otherwise
// handle       request -> expectation -> response
// plan         all expectations, and which one takes a call
// steps        responses of expectations, and how often
// report       what a failed test prints
// in_process   a transport without a socket
// served       a mock on a free port

mod expectation;
mod expected;
mod gates;
mod handle;
mod in_process;
mod plan;
mod report;
mod served;
mod steps;

use std::{any::Any, fmt, marker::PhantomData, panic::Location, sync::Arc, thread};

use axum::Router;

pub use expectation::{Expectation, InOrder};
pub use gates::{Caller, Gates};
pub use in_process::InProcess;
use plan::Plan;
pub use report::Unmet;
pub use served::Served;
pub use steps::Times;

use crate::client::{Client, ClientBuilder};
use crate::codec::{Api, Credential, Decode, Operation};
use crate::core::debug::shows;
use crate::server::{BuildError, Builder, Respond};

/// Base URL of clients without a socket.
const URL: &str = "http://mock.invalid";

/// An API that can be mocked. The generated crate implements it.
pub trait Mocked: Api {
    /// Creates a server with the gates of a mock.
    fn builder(gates: Gates) -> Builder<Gates>;
}

/// A server for tests, with expectations by operation.
///
/// Every credential is accepted and every gate is open, unless the test says
/// otherwise. When the mock is dropped, it panics if a call was unexpected or
/// an expectation was not met.
///
/// ```no_run
/// use api_runtime::mock::Mock;
/// # use api_runtime::{Credential, Decode, Encode, Operation, mock::Mocked, server::Respond};
///
/// # async fn test<Garden, GardenList>(login: impl Credential<Api = Garden>, list: GardenList)
/// # where
/// #     Garden: Mocked,
/// #     GardenList: Operation<Api = Garden, Returns: Respond> + Decode + Encode + std::fmt::Debug,
/// # {
/// let mock: Mock<Garden> = Mock::new();
/// mock.expect::<GardenList>().fails(503, "starting").once();
///
/// let client = mock.client(login);
/// assert!(client.send(list).await.is_err());
/// # }
/// ```
pub struct Mock<A> {
    gates: Gates,
    router: Router,
    plan: Arc<Plan>,
    api: PhantomData<fn() -> A>,
}

impl<A: Mocked> Mock<A> {
    /// Creates a mock without expectations.
    #[must_use]
    #[expect(clippy::panic, reason = "the usual settings are valid")]
    pub fn new() -> Self {
        Self::with(|server| server).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Creates a mock with the settings of a server: its version, its paths, its limits.
    ///
    /// # Errors
    /// If a path that was set is invalid; see [`Builder::into_router`].
    pub fn with(settings: impl FnOnce(Builder<Gates>) -> Builder<Gates>) -> Result<Self, BuildError> {
        let (plan, gates) = (Arc::new(Plan::default()), Gates::default());
        let refused = plan.clone();
        let router = settings(A::builder(gates.clone()).body_timeout(None))
            .otherwise(handle::handler(plan.clone()))
            .on_early_refusal(move |operation, refusal| {
                refused.refused(operation.name, format!("HTTP {refusal}"));
            })
            .into_router()?;
        Ok(Self { gates, router, plan, api: PhantomData })
    }

    /// Expects calls of an operation. Add the responses:
    /// [`Expectation::returns`] and its siblings.
    ///
    /// If several expectations match a call, the first one takes it until it has
    /// been called as often as it expects.
    #[track_caller]
    pub fn expect<O>(&self) -> Expectation<'_, O>
    where
        O: Operation<Api = A, Returns: Respond> + Decode + fmt::Debug,
    {
        Expectation::new(&self.plan, Location::caller(), None)
    }

    /// Expects calls in the order in which their expectations are written, once
    /// each unless they say otherwise. Calls of other expectations may come in
    /// between.
    pub fn in_order(&self) -> InOrder<'_, A> {
        InOrder::new(&self.plan)
    }

    /// Returns a client that calls this mock without a socket.
    #[must_use]
    pub fn client(&self, credential: impl Credential<Api = A>) -> Client<A, InProcess> {
        built(self.client_builder().credential(credential))
    }

    /// Returns a client without credentials, see `client`.
    pub fn anonymous(&self) -> Client<A, InProcess> {
        built(self.client_builder())
    }

    /// Builds a client with other settings, see `client`.
    pub fn client_builder(&self) -> ClientBuilder<A, InProcess> {
        Client::with_transport(URL, self.transport())
    }

    /// Returns the transport of these clients, to be wrapped by another one.
    pub fn transport(&self) -> InProcess {
        InProcess::new(self.router.clone())
    }

    /// Serves on a free port of this machine: for blocking clients, other
    /// processes and other languages. It needs no async runtime.
    ///
    /// # Errors
    /// If no port is free, or no thread can be started.
    pub fn serve(&self) -> std::io::Result<Served> {
        Served::start(self.router.clone())
    }

    /// Shuts a gate, by its code in the documents: calls behind it get 403.
    ///
    /// # Panics
    /// If the API has no such gate.
    #[track_caller]
    #[expect(clippy::panic, reason = "a mistake in a test fails it")]
    pub fn shut_gate(&self, code: &str) {
        let gates = A::DESCRIPTOR.gates;
        if !gates.iter().any(|gate| gate.code == code && gate.asks.is_some()) {
            let known: Vec<&str> =
                gates.iter().filter(|gate| gate.asks.is_some()).map(|gate| gate.code).collect();
            panic!("the API has no gate `{code}` that can be shut: expected one of {}", known.join(", "));
        }
        self.gates.rules().shut.insert(code.to_owned());
    }

    /// Opens a gate again.
    pub fn open_gate(&self, code: &str) {
        self.gates.rules().shut.remove(code);
    }

    /// Denies a permission, by its name in the documents: calls that need it get
    /// 403.
    pub fn deny_permission(&self, name: &str) {
        self.gates.rules().denied.insert(name.to_owned());
    }

    /// Accepts only the credentials of this type for which `accepts` holds:
    /// others get 401. `|_: &KeeperAuth| false` refuses all.
    pub fn accept_if<C: Credential<Api = A>>(&self, accepts: impl Fn(&C) -> bool + Send + Sync + 'static) {
        let accepts = move |any: &dyn Any| any.downcast_ref().is_none_or(&accepts);
        self.gates.rules().accepts.push(Arc::new(accepts));
    }

    /// Checks that every call was expected, and every expectation met.
    ///
    /// # Errors
    /// A list of the calls that were not expected, and of the expectations that are not met.
    pub fn check(&self) -> Result<(), Unmet> {
        self.plan.check()
    }

    /// Panics if a call was unexpected or an expectation is not met. Dropping
    /// the mock does the same.
    ///
    /// # Panics
    /// With the list of [`check`](Self::check).
    #[track_caller]
    #[expect(clippy::panic, reason = "that is how a test fails")]
    pub fn verify(&self) {
        if let Err(unmet) = self.check() {
            panic!("{unmet}");
        }
    }
}

#[expect(clippy::panic, reason = "the URL is valid, and a test wants no `Result`")]
fn built<A: Api>(builder: ClientBuilder<A, InProcess>) -> Client<A, InProcess> {
    builder.build().unwrap_or_else(|error| panic!("{error}"))
}

impl<A: Mocked> Default for Mock<A> {
    fn default() -> Self {
        Self::new()
    }
}

impl<A> Drop for Mock<A> {
    /// Verifies, unless the test has failed already: then unexpected calls are
    /// only printed, since they are probably why.
    #[expect(clippy::panic, reason = "that is how a test fails")]
    fn drop(&mut self) {
        if thread::panicking() {
            if let Some(unexpected) = self.plan.unexpected() {
                eprintln!("{unexpected}");
            }
        } else if let Err(unmet) = self.plan.check() {
            panic!("{unmet}");
        }
    }
}

shows!([A: Api] Mock<A>, |it| Mock { api: A::DESCRIPTOR.name });
