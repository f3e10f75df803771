//! A request that a cassette has no response for.

use std::{error, fmt};

/// A request that is not in the cassette: what was sent, and the recording that
/// is nearest to it. Secrets are replaced by the names of their fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotRecorded(pub(crate) String);

impl fmt::Display for NotRecorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl error::Error for NotRecorded {}
