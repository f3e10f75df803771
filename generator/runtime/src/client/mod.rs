//! Operation -> `http::Request`, `http::Response` -> output.
//!
//! Only [`Client::send`] does I/O: it calls the transport between the two
//! halves.

mod accept;
mod assemble;
mod attempts;
mod base;
#[cfg(feature = "blocking")]
pub mod blocking;
mod builder;
mod call;
mod call_builder;
mod credential;
#[cfg(feature = "reqwest")]
mod credential_from;
#[cfg(feature = "reqwest")]
mod credential_function;
mod credential_source;
#[cfg(feature = "cli")]
pub(crate) mod dynamic;
mod fill;
mod full_response;
pub(crate) mod link;
mod list;
mod options;
mod pages;
mod prepare;
pub(crate) mod reach;
mod retry;
mod route;
mod settings;
pub mod transport;
#[cfg(any(feature = "cli", feature = "mock"))]
pub(crate) mod unfitting;

use std::{future::Future, marker::PhantomData, sync::Arc, time::Instant};

pub use builder::ClientBuilder;
use bytes::Bytes;
use call::{Draft, Watch};
pub use call_builder::CallBuilder;
#[cfg(feature = "reqwest")]
use credential_source::CredentialSource;
pub use full_response::FullResponse;
pub(crate) use options::Options;
pub use pages::{Items, Paged};
use prepare::Core;
pub use retry::Retry;
#[cfg(feature = "reqwest")]
pub use transport::Reqwest;
pub use transport::{Tower, Transport};

use crate::codec::{
    Api, Credential, Encode, Operation, Output, Reply, outcome, reply::CallContext, returns::Returns,
};
use crate::core::{Body, Error, debug::shows};

/// Sends the operations of an API to one server.
///
/// Cheap to clone. Clones share their connections, and only one of them sends a
/// one-time code. Calls are only retried if [`ClientBuilder::retry`] says so,
/// and redirects are never followed.
pub struct Client<A, T> {
    core: Arc<Core>,
    transport: T,
    api: PhantomData<fn() -> A>,
}

#[cfg(feature = "reqwest")]
impl<A: Api> Client<A, self::transport::Reqwest> {
    /// Creates a client of the server at `base_url`, such as
    /// `https://api.example.com` or, with a path, `https://api.example.com/garden`.
    ///
    /// # Errors
    /// If the base URL is invalid, or TLS can't be set up.
    pub fn new(base_url: &str, credential: impl Credential<Api = A>) -> Result<Self, Error> {
        Self::builder(base_url).credential(credential).build()
    }

    /// Creates a client without credentials.
    ///
    /// # Errors
    /// See `Client::new`.
    pub fn anonymous(base_url: &str) -> Result<Self, Error> {
        Self::builder(base_url).build()
    }

    /// Starts building a client with other settings.
    pub fn builder(base_url: &str) -> ClientBuilder<A, self::transport::Reqwest> {
        ClientBuilder::new(base_url, || {
            self::transport::Reqwest::usual().map_err(crate::core::ErrorKind::Connect)
        })
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Starts building a client over another transport.
    pub fn with_transport(base_url: &str, transport: T) -> ClientBuilder<A, T> {
        ClientBuilder::new(base_url, || Ok(transport))
    }

    /// Returns this client with another credential; connections are shared.
    /// A one-time code in it counts as unused.
    #[must_use]
    pub fn with_credential(&self, credential: impl Credential<Api = A>) -> Self {
        Self {
            core: Arc::new(self.core.with_credential(Some(credential.into()))),
            transport: self.transport.clone(),
            api: PhantomData,
        }
    }

    /// Sends an operation and reads its output.
    ///
    /// # Errors
    /// If the operation can't be sent (wrong credential, server too old), if
    /// the server refuses it, if the response doesn't fit the output type, or
    /// if the connection fails. [`Error::kind`] says which.
    pub fn send<O>(&self, operation: O) -> impl Future<Output = Result<Output<O>, Error>> + Send
    where
        O: Operation<Api = A> + Encode,
    {
        // Only this function is compiled once per operation.
        self.run::<O::Returns>(self.draft(operation, Options::default()))
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
        self.pending(self.draft(operation, Options::default()))
    }

    pub(crate) fn pending<O>(
        &self,
        draft: Result<Box<Draft>, Error>,
    ) -> Result<(http::Request<Body>, Pending<O>), Error> {
        let call = self.core.sign(draft?, None)?;
        call.claim()?;
        let pending = Pending { call: call.context, operation: PhantomData };
        Ok((call.outgoing.into_request(), pending))
    }

    pub(crate) fn draft<O>(&self, operation: O, options: Options) -> Result<Box<Draft>, Error>
    where
        O: Operation<Api = A> + Encode,
    {
        let mut draft = self.core.begin(O::DESCRIPTOR, options)?;
        operation.encode(&mut draft.form);
        draft.fill();
        Ok(draft)
    }

    /// Sends a call with the client's credential.
    async fn deliver(&self, draft: Box<Draft>, watch: Watch) -> Result<Box<Reply>, Error> {
        #[cfg(feature = "reqwest")]
        if let (Some(CredentialSource::Function(source)), Some(_)) = (&self.core.credential, draft.block) {
            // Boxed, to keep the future of clients without a function small.
            return Box::pin(self.deliver_from(source, draft, watch)).await;
        }
        self.exchange(self.core.sign(draft, None)?, watch).await
    }

    pub(crate) async fn run<R: Returns>(&self, draft: Result<Box<Draft>, Error>) -> Result<R::Output, Error> {
        read::<R>(*self.deliver(draft?, |_, _| {}).await?)
    }

    pub(crate) async fn run_full<R: Returns>(
        &self,
        draft: Result<Box<Draft>, Error>,
    ) -> Result<FullResponse<R::Output>, Error> {
        let (draft, start) = (draft?, Instant::now());
        let reply = self.deliver(draft, |_, _| {}).await?;
        let elapsed = start.elapsed();
        let (http_status, headers) = (reply.head.status, reply.head.headers.clone());
        let body = reply.complete_body();
        Ok(FullResponse { value: read::<R>(*reply)?, http_status, headers, body, elapsed })
    }
}

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Builds the client.
    ///
    /// # Errors
    /// The first error: an invalid base URL, header or path, or a transport
    /// that can't be set up.
    pub fn build(self) -> Result<Client<A, T>, Error> {
        let (core, transport) = self.finish()?;
        Ok(Client { core: Arc::new(core), transport, api: PhantomData })
    }
}

/// Reads the response to a request from `Client::prepare`.
pub struct Pending<O> {
    call: Box<CallContext>,
    operation: PhantomData<fn() -> O>,
}

impl<O: Operation> Pending<O> {
    /// Reads the response.
    ///
    /// # Errors
    /// If the server refused, or if the response doesn't fit the output type.
    pub fn read(self, response: http::Response<Bytes>) -> Result<Output<O>, Error> {
        let reply = Reply::buffered(self.call, response);
        outcome::check(&reply).map_err(reply.errors())?;
        read::<O::Returns>(reply)
    }
}

/// Reads a response that is not a failure.
fn read<R: Returns>(reply: Reply) -> Result<R::Output, Error> {
    let error = reply.errors();
    R::read(reply).map_err(error)
}

impl<A, T: Clone> Clone for Client<A, T> {
    fn clone(&self) -> Self {
        Self { core: self.core.clone(), transport: self.transport.clone(), api: PhantomData }
    }
}

shows!([A, T] Client<A, T>, |it| Client { core: it.core });

shows!([O] Pending<O>, |it| Pending { operation: it.call.descriptor.name });
