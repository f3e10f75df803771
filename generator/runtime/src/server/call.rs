//! A request apart from its parameters.

use std::{
    collections::hash_map::RandomState,
    fmt,
    hash::{BuildHasher, Hasher},
    net::SocketAddr,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

use http::{Extensions, HeaderMap, HeaderValue, header::CONTENT_TYPE, request::Parts};

use super::{Peer, accept::Accepted};
use crate::core::{Descriptor, debug::shows};

/// One request: its operation, its id and its headers.
pub struct Call {
    pub(super) operation: &'static Descriptor,
    pub(super) id: RequestId,
    /// Boxed, because a call is moved often.
    pub(super) head: Box<Parts>,
}

impl Call {
    /// Returns the operation.
    pub fn operation(&self) -> &'static Descriptor {
        self.operation
    }

    /// Returns the id of the request, which is also in logs and in the response's header
    /// `x-request-id`.
    pub fn request_id(&self) -> RequestId {
        self.id
    }

    /// Returns the path that was called: the operation's own or one of its aliases.
    pub fn path(&self) -> &str {
        self.head.uri.path()
    }

    /// Returns the headers, which may contain the credential. Those are marked as
    /// sensitive, so `Debug` doesn't show them.
    pub fn headers(&self) -> &HeaderMap {
        &self.head.headers
    }

    /// Returns the content type of the body: of several that the operation takes, the one that came.
    pub fn content_type(&self) -> Option<&str> {
        self.headers().get(CONTENT_TYPE)?.to_str().ok()
    }

    /// Returns the content type of the result: of several that the operation has, the one that the caller
    /// prefers.
    pub fn accepted_type(&self) -> &'static str {
        Accepted::of(self.headers()).chosen(self.operation.choice())
    }

    /// Returns the extensions that layers around the router have added.
    pub fn extensions(&self) -> &Extensions {
        &self.head.extensions
    }

    /// Returns the client's address, if [`Serve`](super::Serve) serves the router.
    pub fn peer(&self) -> Option<SocketAddr> {
        self.head.extensions.get::<Peer>().map(|peer| peer.0)
    }
}

// Not the headers.
shows!(Call, |it| Call { operation: it.operation.name, request_id: it.id });

/// The caller of a handler and the request.
///
/// It proves that the request has passed the gates: nothing else makes one.
#[derive(Debug)]
pub struct Context<C> {
    pub(super) caller: C,
    pub(super) call: Call,
}

impl<C> Context<C> {
    /// Returns the caller that the gatekeeper made from the credential.
    pub fn caller(&self) -> &C {
        &self.caller
    }

    /// Returns the caller, by value.
    #[must_use]
    pub fn into_caller(self) -> C {
        self.caller
    }

    /// The same with another caller.
    #[cfg(feature = "mock")]
    pub(crate) fn map<D>(self, caller: impl FnOnce(C) -> D) -> Context<D> {
        Context { caller: caller(self.caller), call: self.call }
    }

    /// Returns the request.
    pub fn call(&self) -> &Call {
        &self.call
    }

    /// Returns the id of the request.
    pub fn request_id(&self) -> RequestId {
        self.call.id
    }

    /// Returns the headers of the request, which may contain the credential.
    pub fn headers(&self) -> &HeaderMap {
        self.call.headers()
    }
}

/// A request id. Unique within the process, and almost certainly across processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RequestId(u64);

impl RequestId {
    pub(super) fn next() -> Self {
        static START: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
        static COUNT: AtomicU64 = AtomicU64::new(0);
        Self(START.wrapping_add(COUNT.fetch_add(1, Ordering::Relaxed)))
    }

    pub(super) fn header(self) -> HeaderValue {
        // Hexadecimal digits are always a valid header.
        HeaderValue::try_from(self.to_string()).unwrap_or(HeaderValue::from_static("0"))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
