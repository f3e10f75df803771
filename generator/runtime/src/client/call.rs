//! A call before it is sent.

use std::{borrow::Cow, sync::Arc};

use http::{HeaderMap, uri::PathAndQuery};

use super::{
    credential::HeldCredential,
    retry::Retry,
    transport::{Outgoing, ReadTimeout, Timeout},
};
use crate::codec::{FormWriter, redact::SentValues, reply::CallContext, values::Placed};
use crate::core::{AuthBlock, Body, Descriptor, Error, ErrorKind, Secret};

/// Maximum number of characters of a path that are shown.
const LONGEST_PATH: usize = 1000;

/// A function that gets the head of each response, and the values of its request.
pub(crate) type Watch = fn(&http::Response<Body>, &SentValues);

/// A request, and the context to read its response. Usually boxed: it is large
/// and often moved.
pub(crate) struct Call {
    pub(super) outgoing: Outgoing,
    /// Boxed: it goes on to the reply.
    pub(super) context: Box<CallContext>,
    /// The credential, if it has a one-time code.
    pub(super) one_time: Option<Arc<HeldCredential>>,
    pub(super) retry: Retry,
    /// The operation's path with variables. Shown instead of one that a server named for another
    /// page, in which anything may be a secret.
    pub(super) path: Option<Cow<'static, str>>,
}

/// A call whose form is being written; its credential comes last. Boxed, too.
pub(crate) struct Draft {
    pub(super) headers: HeaderMap,
    /// Values of headers that may be secrets.
    pub(super) header_secrets: Arc<[Secret]>,
    pub(super) timeout: Option<Timeout>,
    pub(super) read_timeout: Option<ReadTimeout>,
    /// Maximum number of bytes of a response to buffer.
    pub(super) limit: usize,
    pub(super) retry: Retry,
    pub(super) descriptor: &'static Descriptor,
    /// Its path under the base URL, with its variables.
    pub(super) path: Cow<'static, str>,
    /// The path, if it is inferred.
    pub(super) inferred_path: Option<&'static str>,
    pub(super) form: FormWriter,
    /// The block of the client's credential, if the operation takes it.
    pub(super) block: Option<&'static AuthBlock>,
    /// The path and the query of another page of a list, instead of those of the operation.
    pub(super) page: Option<PathAndQuery>,
}

impl Call {
    /// Marks a one-time code as sent. This comes last, so that a call that
    /// fails before it is sent does not use up the code.
    pub(super) fn claim(&self) -> Result<(), Error> {
        match &self.one_time {
            Some(held) if !held.claim() => {
                Err(Error::new(self.context.descriptor.name, ErrorKind::OneTimeSent))
            }
            _ => Ok(()),
        }
    }

    /// The path without secrets, for logs.
    pub(super) fn shown_path(&self) -> Cow<'_, str> {
        if let Some(path) = &self.path {
            return path.as_ref().into();
        }
        let path = self.outgoing.request.uri().path();
        match self.context.descriptor.has_path_parameters() {
            true => self.context.sent.redacted(path, LONGEST_PATH).into(),
            false => path.into(),
        }
    }

    /// A copy; `None` if the request can be sent only once.
    pub(super) fn try_clone(&self) -> Option<Box<Self>> {
        Some(Box::new(Self {
            outgoing: self.outgoing.try_clone()?,
            context: self.context.clone(),
            one_time: self.one_time.clone(),
            retry: self.retry,
            path: self.path.clone(),
        }))
    }
}

#[cfg(feature = "reqwest")]
impl Draft {
    /// A copy to send with another credential; `None` if there is a file or a one-time code.
    pub(super) fn try_clone(&self) -> Option<Box<Self>> {
        if has_one_time(&self.form.values) {
            return None;
        }
        let (headers, header_secrets) = (self.headers.clone(), self.header_secrets.clone());
        let (path, page, form) = (self.path.clone(), self.page.clone(), self.form.try_clone()?);
        Some(Box::new(Self { headers, header_secrets, path, form, page, ..*self }))
    }
}

/// Returns whether one of the values is a one-time code.
pub(super) fn has_one_time(values: &[Placed]) -> bool {
    values.iter().any(|placed| placed.parameter.is_some_and(|known| known.one_time))
}
