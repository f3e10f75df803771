//! One call with its own options.

use std::{future::Future, marker::PhantomData, time::Duration};

use super::{Client, Options, Pending, full_response::FullResponse, transport::Transport};
use crate::codec::{Api, Encode, Operation, Output};
use crate::core::{Body, Error, debug::shows};

/// One call, with options that apply to it alone; made by `Client::call` of an async client, or of
/// the blocking client `C`.
///
/// ```no_run
/// use std::time::Duration;
/// # use api_runtime::{Client, Encode, Error, Operation, Transport};
///
/// # async fn run<O, T>(client: Client<O::Api, T>, operation: O) -> Result<(), Error>
/// # where O: Operation + Encode, T: Transport {
/// let call = client.call(operation).timeout(Duration::from_secs(5)).header("X-Trace", "7f3a");
/// let response = call.send_full().await?;
/// println!("{} after {:?}", response.http_status(), response.elapsed());
/// let output = response.value;
/// # Ok(())
/// # }
/// ```
#[must_use = "a call is only made if it is sent"]
pub struct CallBuilder<'c, O: Operation, T, C = Client<<O as Operation>::Api, T>> {
    pub(crate) client: &'c C,
    pub(crate) operation: O,
    pub(crate) options: Options,
    transport: PhantomData<fn() -> T>,
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Starts a call with its own options, such as a timeout or a header.
    pub fn call<O>(&self, operation: O) -> CallBuilder<'_, O, T>
    where
        O: Operation<Api = A> + Encode,
    {
        CallBuilder::new(self, operation)
    }
}

impl<'c, O: Operation, T, C> CallBuilder<'c, O, T, C> {
    pub(crate) fn new(client: &'c C, operation: O) -> Self {
        Self { client, operation, options: Options::default(), transport: PhantomData }
    }

    /// Limits the time of this call as [`ClientBuilder::timeout`](crate::ClientBuilder::timeout) does,
    /// instead of the client's limit; `None` waits forever.
    pub fn timeout(mut self, duration: impl Into<Option<Duration>>) -> Self {
        self.options.timeout = Some(duration.into());
        self
    }

    /// Limits how long the server may pause within the response, instead of
    /// the client's [`read_timeout`](crate::ClientBuilder::read_timeout);
    /// `None` waits forever.
    pub fn read_timeout(mut self, duration: impl Into<Option<Duration>>) -> Self {
        self.options.read_timeout = Some(duration.into());
        self
    }

    /// Sends this call again as [`ClientBuilder::retry`](crate::ClientBuilder::retry) does,
    /// instead of the client's setting; `Retry::never()` sends it once.
    #[cfg(feature = "reqwest")]
    pub fn retry(mut self, retry: super::retry::Retry) -> Self {
        self.options.retry = Some(retry);
        self
    }

    /// Sets a header, instead of the client's of that name, if any. As with
    /// [`ClientBuilder::header`](crate::ClientBuilder::header), it can't replace the content length or the
    /// headers of a credential, and its value is treated as a secret if it has 4 or more characters.
    /// `Content-Type` chooses one of the types that the body can have, and `Accept` one of the result's.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.options.header(name, value);
        self
    }

    /// Sets the path, relative to the base URL, whatever the client's settings
    /// and the server's version say.
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.options.path = Some(path.into());
        self
    }

    /// Vouches for the [`path`](CallBuilder::path) of this call: that it only reads, though the API
    /// has no such path. A client that is [`read_only`](crate::ClientBuilder::read_only) rejects the
    /// call otherwise. The path of an operation that does more is rejected all the same.
    pub fn trust_path(mut self) -> Self {
        self.options.trusts_path = true;
        self
    }

    /// Limits how many bytes of the response are buffered, instead of the
    /// client's [`max_body`](crate::ClientBuilder::max_body).
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.options.max_body = Some(bytes);
        self
    }
}

impl<'c, O: Operation + Encode, T: Transport> CallBuilder<'c, O, T> {
    /// Sends the operation and reads its output.
    ///
    /// # Errors
    /// See `Client::send`; also if a header or the path is invalid.
    pub fn send(self) -> impl Future<Output = Result<Output<O>, Error>> + Send + use<'c, O, T> {
        self.client.run::<O::Returns>(self.client.draft(self.operation, self.options))
    }

    /// Sends the operation, and returns its output together with the status,
    /// the headers and the text of the response, and the time that it took.
    ///
    /// # Errors
    /// See [`CallBuilder::send`]. [`Failure`](crate::Failure) has the status, the
    /// headers and the body of a refusal.
    pub fn send_full(
        self,
    ) -> impl Future<Output = Result<FullResponse<Output<O>>, Error>> + Send + use<'c, O, T> {
        self.client.run_full::<O::Returns>(self.client.draft(self.operation, self.options))
    }

    /// Builds the request without sending it; see `Client::prepare`.
    ///
    /// # Errors
    /// If the operation can't be sent, or if a header or the path is invalid.
    pub fn prepare(self) -> Result<(http::Request<Body>, Pending<O>), Error> {
        self.client.pending(self.client.draft(self.operation, self.options))
    }
}

// Not the parameters.
shows!([O: Operation, T, C] CallBuilder<'_, O, T, C>, |it| CallBuilder {
    operation: O::DESCRIPTOR.name,
    options: it.options
});
