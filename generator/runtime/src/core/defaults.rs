//! The defaults of a client's limits.

use std::time::Duration;

/// The longest time for connecting.
#[cfg(feature = "reqwest")]
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// The longest pause within a response.
pub(crate) const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// A server may take this many times as long as a pause to begin its response: it
/// has to do its work.
#[cfg(feature = "reqwest")]
pub(crate) const PAUSES_TO_BEGIN: u32 = 10;

/// Maximum number of bytes of a response that are buffered.
pub(crate) const MAX_BODY: usize = 64 * 1024 * 1024;

/// Maximum number of bytes that are buffered of a failure in place of a download.
pub(crate) const MAX_FAILURE: usize = 64 * 1024;
