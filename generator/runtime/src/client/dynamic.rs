//! Calls of operations that are known only by their descriptors.

use std::sync::Arc;

use super::credential::AnyCredential;
pub(crate) use super::list::List;
use super::{Client, ClientBuilder, Options, call::Call, transport::Transport};
pub(crate) use super::{builder::default_agent, call::Watch};
use crate::codec::{Api, Carrier, FormWriter, Reply, redact::SentValues, values::Placed};
use crate::core::{AuthBlock, Body, Descriptor, Error};

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    /// Sets a credential that is known only by its fields.
    pub(crate) fn listed_credential(
        self,
        block: &'static AuthBlock,
        carrier: Carrier,
        values: Vec<Placed>,
    ) -> Self {
        self.holder(Listed { block, carrier, values }.into())
    }
}

struct Listed {
    block: &'static AuthBlock,
    carrier: Carrier,
    values: Vec<Placed>,
}

impl AnyCredential for Listed {
    fn block(&self) -> &'static AuthBlock {
        self.block
    }

    fn carrier(&self) -> Carrier {
        self.carrier
    }

    fn encode(&self, form: &mut FormWriter) {
        form.values.extend(self.values.iter().filter_map(Placed::try_clone));
    }
}

impl<A: Api, T: Transport> Client<A, T> {
    /// Prepares the call of an operation whose parameters `encode` writes.
    pub(crate) fn describe(
        &self,
        operation: &'static Descriptor,
        encode: impl FnOnce(&mut FormWriter),
    ) -> Result<Box<Call>, Error> {
        let mut draft = self.core.begin(operation, Options::default())?;
        encode(&mut draft.form);
        draft.fill();
        self.core.sign(draft, None)
    }

    /// Sends a call, and returns its response unless it is a failure. If `streams` is set, only the
    /// first `max_body` bytes of the response are buffered, and the rest can be read as a stream.
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

/// Returns the request that a call sends.
pub(crate) fn request(call: &Call) -> &http::Request<Body> {
    &call.outgoing.request
}

/// Returns the request of a call that is not sent, and its values.
pub(crate) fn into_request(call: Call) -> (http::Request<Body>, Arc<SentValues>) {
    (*call.outgoing.request, call.context.sent)
}

/// Returns the path of its request, without secrets.
pub(crate) fn shown_path(call: &Call) -> std::borrow::Cow<'_, str> {
    call.shown_path()
}
