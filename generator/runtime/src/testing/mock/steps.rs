//! Responses of expectations, and the number of times that each is expected.

use std::{
    any::Any,
    ops::{Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeToInclusive},
    sync::Arc,
    time::Duration,
};

use super::Caller;
use crate::server::{Context, Handled};

/// The request of any operation.
pub(super) type AnyRequest = Box<dyn Any + Send>;

/// Responds to a call, or returns what the test has forgotten.
pub(super) type Handler =
    Arc<dyn Fn(AnyRequest, Context<Caller>) -> Result<Handled, &'static str> + Send + Sync>;

/// One response of an expectation.
#[derive(Default)]
pub(super) struct Step {
    /// `None` before it is written.
    pub(super) handler: Option<Handler>,
    pub(super) times: Option<Times>,
    pub(super) delay: Option<Duration>,
    pub(super) calls: usize,
}

/// The expected number of calls: a number or a range, such as `2`, `1..` or
/// `0..=3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    pub(super) least: usize,
    pub(super) most: usize,
}

impl Times {
    pub(super) const ONCE: Self = Self { least: 1, most: 1 };
    pub(super) const ANY_BUT_NONE: Self = Self { least: 1, most: usize::MAX };

    /// Returns the number in words, such as `2 calls`.
    pub(super) fn words(self) -> String {
        let counted = |count| match count {
            1 => "1 call".to_owned(),
            count => format!("{count} calls"),
        };
        match (self.least, self.most) {
            (_, 0) => "no call".to_owned(),
            (least, most) if least == most => counted(least),
            (0, usize::MAX) => "any calls".to_owned(),
            (least, usize::MAX) => format!("at least {}", counted(least)),
            (0, most) => format!("at most {}", counted(most)),
            (least, most) => format!("{least} to {}", counted(most)),
        }
    }
}

impl From<usize> for Times {
    fn from(times: usize) -> Self {
        Self { least: times, most: times }
    }
}

fn within(range: impl RangeBounds<usize>) -> Times {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(_) | Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => *most,
        Bound::Excluded(end) => end.saturating_sub(1),
        Bound::Unbounded => usize::MAX,
    };
    Times { least, most }
}

macro_rules! ranges {
    ($($range:ty)*) => {$(
        impl From<$range> for Times {
            fn from(range: $range) -> Self {
                within(range)
            }
        }
    )*};
}
ranges! { RangeFull RangeFrom<usize> RangeInclusive<usize> RangeToInclusive<usize> Range<usize> }
