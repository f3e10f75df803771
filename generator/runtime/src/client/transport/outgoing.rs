//! A request on its way to a transport.

#[cfg(feature = "cassette")]
use std::sync::Arc;

use super::{ReadTimeout, Timeout, repeat};
#[cfg(feature = "cassette")]
use crate::codec::redact::SentValues;
use crate::core::{Body, call_info::CallInfo, debug::shows};

/// A request, and the facts about its call that a transport may need.
pub struct Outgoing {
    /// Boxed: it is large, and moved a few times.
    pub(crate) request: Box<http::Request<Body>>,
    pub(crate) info: CallInfo,
    /// The values of the request.
    #[cfg(feature = "cassette")]
    pub(crate) sent: Arc<SentValues>,
    pub(crate) timeout: Option<Timeout>,
    pub(crate) read_timeout: Option<ReadTimeout>,
}

impl Outgoing {
    /// The request, with everything else as extensions.
    pub(crate) fn into_request(self) -> http::Request<Body> {
        let Self { mut request, info, timeout, read_timeout, .. } = self;
        let extensions = request.extensions_mut();
        #[cfg(feature = "cassette")]
        extensions.insert(self.sent);
        extensions.insert(info);
        if let Some(timeout) = timeout {
            extensions.insert(timeout);
        }
        if let Some(timeout) = read_timeout {
            extensions.insert(timeout);
        }
        *request
    }

    /// A copy; `None` if the request can be sent only once.
    pub(crate) fn try_clone(&self) -> Option<Self> {
        let can_repeat = !self.info.has_one_time_code;
        let request = can_repeat.then(|| repeat::try_clone(&self.request))??;
        Some(Self {
            request: Box::new(request),
            #[cfg(feature = "cassette")]
            sent: self.sent.clone(),
            ..*self
        })
    }
}

shows!(Outgoing, |it| Outgoing { info: it.info });
