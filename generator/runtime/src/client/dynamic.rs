//! Calls of operations that are known only by their descriptors.

pub(crate) use super::list::List;
use super::{Client, ClientBuilder, Options, call::Call, transport::Transport};
pub(crate) use super::{builder::default_agent, call::Watch, carried::AnyCredential};
use crate::codec::{Api, FormWriter, Reply};
use crate::core::{Body, Descriptor, Error};

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a credential of a type that is not known.
    pub(crate) fn any_credential(self, credential: impl AnyCredential + 'static) -> Self {
        self.holder(credential.into())
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// The call of an operation whose parameters `encode` writes.
    pub(crate) fn describe(
        &self,
        operation: &'static Descriptor,
        encode: impl FnOnce(&mut FormWriter),
    ) -> Result<Box<Call>, Error> {
        let mut draft = self.core.begin(operation, Options::default())?;
        encode(&mut draft.form);
        self.core.sign(draft, None)
    }

    /// Sends a call, and returns its response unless it is a failure. If it
    /// `streams`, a response that is larger than `max_body` has a rest.
    pub(crate) async fn reply(
        &self,
        mut call: Box<Call>,
        streams: bool,
        watch: Watch,
    ) -> Result<Box<Reply>, Error> {
        call.context.streams = streams;
        self.exchange(call, watch).await
    }
}

/// The request of a call.
pub(crate) fn request(call: &Call) -> &http::Request<Body> {
    &call.outgoing.request
}

/// The same, which is not sent.
pub(crate) fn into_request(call: Call) -> http::Request<Body> {
    call.outgoing.into_request()
}

/// Its path, without secrets.
pub(crate) fn shown_path(call: &Call) -> std::borrow::Cow<'_, str> {
    call.shown_path()
}
