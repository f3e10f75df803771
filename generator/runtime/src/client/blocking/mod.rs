//! A client for programs without an async runtime.

use std::fmt;

use super::transport::{Outgoing, Reqwest, Transport};
use super::{ClientBuilder, Paged, Pending};
use crate::codec::{Api, Credential, Encode, Operation, Output};
use crate::core::{Body, BoxError, Error, ErrorKind, driver::Driver};

mod call_builder;

pub use call_builder::CallBuilder;

/// Sends the operations of an API to one server, and blocks until the response
/// is there.
///
/// A background thread runs the connections, so this client works anywhere,
/// even inside an async program, where it blocks the calling thread. A
/// [`Download`](crate::Download) that it returns implements [`std::io::Read`].
pub struct Client<A, T = Reqwest> {
    client: super::Client<A, Driven<T>>,
    driver: Driver,
}

impl<A: Api> Client<A> {
    /// Creates a client of the server at `base_url`.
    ///
    /// # Errors
    /// If the base URL is invalid, or if TLS or the thread can't be set up.
    pub fn new(base_url: &str, credential: impl Credential<Api = A>) -> Result<Self, Error> {
        Self::build(super::Client::builder(base_url).credential(credential))
    }

    /// Creates a client without credentials.
    ///
    /// # Errors
    /// See `Client::new`.
    pub fn anonymous(base_url: &str) -> Result<Self, Error> {
        Self::build(super::Client::builder(base_url))
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Creates a client from the builder of an async one, over any transport.
    ///
    /// # Errors
    /// See [`ClientBuilder::build`]; also if the thread can't be set up.
    pub fn build(builder: ClientBuilder<A, T>) -> Result<Self, Error> {
        let driver = Driver::start().map_err(|error| ErrorKind::Connect(error.into()))?;
        let shared = driver.clone();
        let builder = builder.map_transport(|make| Ok(Driven { transport: make()?, driver: shared }));
        Ok(Self { client: builder.build()?, driver })
    }

    /// Returns this client with another credential; connections are shared.
    #[must_use]
    pub fn with_credential(&self, credential: impl Credential<Api = A>) -> Self {
        Self { client: self.client.with_credential(credential), driver: self.driver.clone() }
    }

    /// Sends an operation and reads its output.
    ///
    /// # Errors
    /// See [`Client::send`](crate::Client::send).
    pub fn send<O>(&self, operation: O) -> Result<Output<O>, Error>
    where
        O: Operation<Api = A> + Encode,
    {
        self.driver.wait(self.client.send(operation))
    }

    /// Returns the items of a list, which fetches page after page as it is read.
    pub fn pages<O: Paged<Api = A>>(&self, operation: O) -> Items<O, T> {
        Items { items: self.client.pages(operation), driver: self.driver.clone() }
    }

    /// Starts a call with its own options, such as a timeout or a header.
    pub fn call<O>(&self, operation: O) -> CallBuilder<'_, O, T>
    where
        O: Operation<Api = A> + Encode,
    {
        CallBuilder::new(self, operation)
    }

    /// Builds the request of an operation without sending it, and a reader for
    /// its response. A one-time code counts as sent.
    ///
    /// # Errors
    /// If the operation can't be sent.
    pub fn prepare<O>(&self, operation: O) -> Result<(http::Request<Body>, Pending<O>), Error>
    where
        O: Operation<Api = A> + Encode,
    {
        self.client.prepare(operation)
    }
}

/// The items of a list; see [`Items`](crate::Items).
#[must_use = "nothing is fetched unless it is read"]
pub struct Items<O: Paged, T> {
    items: super::Items<O, Driven<T>>,
    driver: Driver,
}

impl<O: Paged, T: Transport> Iterator for Items<O, T> {
    type Item = Result<O::Item, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.driver.wait(self.items.next()).transpose()
    }
}

impl<O: Paged, T> fmt::Debug for Items<O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.items.fmt(f)
    }
}

impl<A, T: Clone> Clone for Client<A, T> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), driver: self.driver.clone() }
    }
}

impl<A, T> fmt::Debug for Client<A, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}

/// A transport that gives each response the driver of its connection.
#[derive(Clone)]
struct Driven<T> {
    transport: T,
    driver: Driver,
}

impl<T: Transport> Transport for Driven<T> {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        self.driven(self.transport.call(request).await)
    }

    async fn send_outgoing(&self, outgoing: Outgoing) -> Result<http::Response<Body>, BoxError> {
        self.driven(self.transport.send_outgoing(outgoing).await)
    }
}

impl<T> Driven<T> {
    fn driven(
        &self,
        response: Result<http::Response<Body>, BoxError>,
    ) -> Result<http::Response<Body>, BoxError> {
        let mut response = response?;
        response.extensions_mut().insert(self.driver.clone());
        Ok(response)
    }
}
