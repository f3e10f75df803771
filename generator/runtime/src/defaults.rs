//! The defaults of a client's limits.

use std::time::Duration;

/// For connecting.
#[cfg(feature = "reqwest")]
pub(crate) const CONNECT_TIMEOUT: Duration = Duration::from_secs(30);

/// How long a server may pause within a response.
pub(crate) const READ_TIMEOUT: Duration = Duration::from_secs(60);

/// How many times as long as a pause a server may take to begin its response: it
/// has to do its work.
#[cfg(feature = "reqwest")]
pub(crate) const PAUSES_TO_BEGIN: u32 = 10;

/// How many bytes of a response are buffered.
pub(crate) const MAX_BODY: usize = 64 * 1024 * 1024;

/// Maximum size of a failure where something else was expected, in bytes.
pub(crate) const MAX_FAILURE: usize = 64 * 1024;
