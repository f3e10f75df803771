//! One call of a blocking client, with its own options.

use std::{fmt, time::Duration};

use super::Driven;
use crate::{
    Body, Encode, Error, FullResponse, Operation, Output, Pending, Retry, Transport, driver::Driver,
};

/// One call, with options that apply to it alone; made by
/// [`Client::call`](super::Client::call). The options are those of
/// [`CallBuilder`](crate::CallBuilder).
#[must_use = "a call is only made if it is sent"]
pub struct CallBuilder<'c, O: Operation, T> {
    call: crate::CallBuilder<'c, O, Driven<T>>,
    driver: &'c Driver,
}

impl<'c, O: Operation, T> CallBuilder<'c, O, T> {
    pub(super) fn new(call: crate::CallBuilder<'c, O, Driven<T>>, driver: &'c Driver) -> Self {
        Self { call, driver }
    }

    /// See [`CallBuilder::timeout`](crate::CallBuilder::timeout).
    pub fn timeout(mut self, duration: impl Into<Option<Duration>>) -> Self {
        self.call = self.call.timeout(duration);
        self
    }

    /// See [`CallBuilder::read_timeout`](crate::CallBuilder::read_timeout).
    pub fn read_timeout(mut self, duration: impl Into<Option<Duration>>) -> Self {
        self.call = self.call.read_timeout(duration);
        self
    }

    /// See [`CallBuilder::retry`](crate::CallBuilder::retry).
    pub fn retry(mut self, retry: Retry) -> Self {
        self.call = self.call.retry(retry);
        self
    }

    /// See [`CallBuilder::header`](crate::CallBuilder::header).
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.call = self.call.header(name, value);
        self
    }

    /// See [`CallBuilder::path`](crate::CallBuilder::path).
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.call = self.call.path(path);
        self
    }

    /// See [`CallBuilder::max_body`](crate::CallBuilder::max_body).
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.call = self.call.max_body(bytes);
        self
    }
}

impl<O: Operation + Encode, T: Transport> CallBuilder<'_, O, T> {
    /// Sends the operation and reads its output.
    ///
    /// # Errors
    /// See [`CallBuilder::send`](crate::CallBuilder::send).
    pub fn send(self) -> Result<Output<O>, Error> {
        self.driver.wait(self.call.send())
    }

    /// Sends the operation, and returns its output together with its response.
    ///
    /// # Errors
    /// See [`CallBuilder::send`](crate::CallBuilder::send).
    pub fn send_full(self) -> Result<FullResponse<Output<O>>, Error> {
        self.driver.wait(self.call.send_full())
    }

    /// Builds the request without sending it.
    ///
    /// # Errors
    /// See [`CallBuilder::prepare`](crate::CallBuilder::prepare).
    pub fn prepare(self) -> Result<(http::Request<Body>, Pending<O>), Error> {
        self.call.prepare()
    }
}

impl<O: Operation, T> fmt::Debug for CallBuilder<'_, O, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.call.fmt(f)
    }
}
