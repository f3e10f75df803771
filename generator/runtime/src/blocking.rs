//! A client for programs without an async runtime.

use std::{
    fmt,
    future::Future,
    io,
    pin::pin,
    sync::Arc,
    task::{Context, Poll, Wake, Waker},
    thread::{self, Thread},
};

use tokio::{
    runtime::{Builder, Handle},
    sync::oneshot,
    task::unconstrained,
};

use crate::{
    Api, Body, BoxError, ClientBuilder, Credential, Encode, Error, ErrorKind, Operation, Output, Reqwest,
    Transport,
};

/// Sends the operations of an API to one server, and blocks until the answer
/// is there.
///
/// Its connections live on a thread of their own. It can be used anywhere,
/// also inside an async program, where it blocks the thread that calls it.
/// A [`crate::Download`] that it gives is a [`std::io::Read`].
pub struct Client<A> {
    client: crate::Client<A, Driven>,
    driver: Driver,
}

impl<A: Api> Client<A> {
    /// A client of the server at `base_url`.
    ///
    /// # Errors
    /// If the base URL can't be used, or if TLS or a thread can't be set up.
    pub fn new(base_url: &str, credential: impl Credential<Api = A>) -> Result<Self, Error> {
        Self::build(crate::Client::builder(base_url).credential(credential))
    }

    /// A client without credentials.
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn anonymous(base_url: &str) -> Result<Self, Error> {
        Self::build(crate::Client::builder(base_url))
    }

    /// A client with the settings of an async one.
    ///
    /// # Errors
    /// As [`ClientBuilder::build`], or if a thread can't be set up.
    pub fn build(builder: ClientBuilder<A, Reqwest>) -> Result<Self, Error> {
        let driver = Driver::start().map_err(|error| ErrorKind::Connect(error.into()))?;
        let shared = driver.clone();
        let builder = builder.map_transport(|make| Ok(Driven { transport: make()?, driver: shared }));
        Ok(Self { client: builder.build()?, driver })
    }

    /// The same client with another credential, over the same connections.
    #[must_use]
    pub fn with_credential(&self, credential: impl Credential<Api = A>) -> Self {
        Self { client: self.client.with_credential(credential), driver: self.driver.clone() }
    }

    /// Sends an operation and reads its output.
    ///
    /// # Errors
    /// As [`crate::Client::send`].
    pub fn send<O>(&self, operation: O) -> Result<Output<O>, Error>
    where
        O: Operation<Api = A> + Encode,
    {
        self.driver.wait(self.client.send(operation))
    }
}

impl<A> Clone for Client<A> {
    fn clone(&self) -> Self {
        Self { client: self.client.clone(), driver: self.driver.clone() }
    }
}

impl<A> fmt::Debug for Client<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.client.fmt(f)
    }
}

/// A transport whose answers know what drives them.
#[derive(Clone)]
struct Driven {
    transport: Reqwest,
    driver: Driver,
}

impl Transport for Driven {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let mut response = self.transport.call(request).await?;
        response.extensions_mut().insert(self.driver.clone());
        Ok(response)
    }
}

/// A thread that runs the connections, until the last of its clones is gone.
#[derive(Clone)]
pub(crate) struct Driver {
    runtime: Handle,
    _stop: Arc<oneshot::Sender<()>>,
}

impl Driver {
    fn start() -> io::Result<Self> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let handle = runtime.handle().clone();
        // The runtime ends on its own thread: to drop one inside an async
        // program would panic.
        thread::Builder::new()
            .name("api-runtime".to_owned())
            .spawn(move || drop(runtime.block_on(stopped)))?;
        Ok(Self { runtime: handle, _stop: Arc::new(stop) })
    }

    /// Blocks until the future is ready. Unlike tokio's `block_on` this does
    /// not panic inside an async program.
    pub(crate) fn wait<F: Future>(&self, future: F) -> F::Output {
        let _context = self.runtime.enter();
        let waker = Waker::from(Arc::new(Unpark(thread::current())));
        // Inside a task tokio would make it pause now and then, which here is
        // never over: the task itself does not pause.
        let mut future = pin!(unconstrained(future));
        loop {
            match future.as_mut().poll(&mut Context::from_waker(&waker)) {
                Poll::Ready(output) => return output,
                Poll::Pending => thread::park(),
            }
        }
    }
}

struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}
