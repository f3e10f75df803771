//! The errors of transports.

use std::{error, fmt};

/// Any error, boxed.
pub type BoxError = Box<dyn error::Error + Send + Sync>;

/// The error of a transport that ran out of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedOut;

impl fmt::Display for TimedOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("timed out")
    }
}

impl error::Error for TimedOut {}

/// The error of a connection that ended before any part of a response arrived, and its cause.
#[derive(Debug)]
pub(crate) struct Unanswered(pub(crate) BoxError);

impl fmt::Display for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl error::Error for Unanswered {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        self.0.source()
    }
}

/// The error of a transport that sent nothing of the request, and its cause.
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
