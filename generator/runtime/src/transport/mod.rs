//! Who carries a request to the server.

mod body;
#[cfg(feature = "reqwest")]
mod paced;
#[cfg(feature = "reqwest")]
mod reqwest;
mod tower;

use std::{error, fmt, future::Future, time::Duration};

pub use self::body::Body;
pub(crate) use self::body::Piece;
#[cfg(feature = "reqwest")]
pub use self::reqwest::Reqwest;
pub use self::tower::Tower;

/// Any error.
pub type BoxError = Box<dyn error::Error + Send + Sync>;

/// Carries one request at a time, as often as asked.
///
/// It must not follow redirects and must not send a request twice. An error's
/// text must not show the body or the headers. A transport that knows time
/// honours the [`Timeout`] and the [`ReadTimeout`] in the extensions of the request
/// and answers [`TimedOut`]; one that knows that nothing was sent answers [`NotSent`].
pub trait Transport: Clone + Send + Sync + 'static {
    /// Sends the request; ready when the head of the answer is there.
    fn call(
        &self,
        request: http::Request<Body>,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send;
}

/// How long a request may take: an extension of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Timeout {
    /// The longest time that is waited.
    pub duration: Duration,
    /// What has to happen in that time.
    pub until: Until,
}

/// How long the body of an answer may pause: an extension of every request,
/// unless the client's `read_timeout` is `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadTimeout(pub Duration);

/// What ends the time of a [`Timeout`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// The head of the answer is there: a download may take as long as it
    /// takes.
    Head,
    /// The answer is there as a whole.
    End,
}

impl Timeout {
    pub(crate) const fn new(duration: Duration, until: Until) -> Self {
        Self { duration, until }
    }
}

/// The error of a transport whose time is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedOut;

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the time is over")
    }
}

impl error::Error for TimedOut {}

/// The error of a transport that sent nothing of the request, for the cause in
/// it.
#[derive(Debug)]
pub struct NotSent(pub BoxError);

impl fmt::Display for NotSent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("nothing was sent")
    }
}

impl error::Error for NotSent {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        Some(&*self.0)
    }
}
