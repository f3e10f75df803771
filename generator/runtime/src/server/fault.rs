//! Why the rest of a body doesn't come.

use std::{error, fmt};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BodyFault {
    TooLarge,
    TooSlow,
}

impl BodyFault {
    /// The fault at the root of an error.
    pub(super) fn find(error: &(dyn error::Error + 'static)) -> Option<Self> {
        let mut next = Some(error);
        while let Some(error) = next {
            if let Some(fault) = error.downcast_ref() {
                return Some(*fault);
            }
            next = match error.downcast_ref() {
                // Whether it is its own source depends on multer's version.
                Some(multer::Error::StreamReadFailed(cause)) => Some(&**cause),
                _ => error.source(),
            };
        }
        None
    }
}

impl fmt::Display for BodyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLarge => "the body is too large",
            Self::TooSlow => "the body did not come in time",
        })
    }
}

impl error::Error for BodyFault {}
