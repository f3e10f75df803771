//! One call of a blocking client, with its own options.

use super::Client;
use crate::client::{Pending, full_response::FullResponse, transport::Transport};
use crate::codec::{Encode, Operation, Output};
use crate::core::{Body, Error};

/// One call, with options that apply to it alone; made by [`Client::call`].
pub type CallBuilder<'c, O, T> =
    crate::client::call_builder::CallBuilder<'c, O, T, Client<<O as Operation>::Api, T>>;

impl<O: Operation + Encode, T: Transport> CallBuilder<'_, O, T> {
    /// Sends the operation and reads its output.
    ///
    /// # Errors
    /// See [`CallBuilder::send`](crate::CallBuilder::send).
    pub fn send(self) -> Result<Output<O>, Error> {
        let Client { client, driver } = self.client;
        driver.wait(client.run::<O::Returns>(client.draft(self.operation, self.options)))
    }

    /// Sends the operation and returns its output together with its response.
    ///
    /// # Errors
    /// See [`CallBuilder::send`](crate::CallBuilder::send).
    pub fn send_full(self) -> Result<FullResponse<Output<O>>, Error> {
        let Client { client, driver } = self.client;
        driver.wait(client.run_full::<O::Returns>(client.draft(self.operation, self.options)))
    }

    /// Builds the request without sending it.
    ///
    /// # Errors
    /// See [`CallBuilder::prepare`](crate::CallBuilder::prepare).
    pub fn prepare(self) -> Result<(http::Request<Body>, Pending<O>), Error> {
        let client = &self.client.client;
        client.pending(client.draft(self.operation, self.options))
    }
}
