//! What an expectation answers, and how often.

use std::{
    any::Any,
    ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeToInclusive},
    sync::Arc,
    time::Duration,
};

use super::Caller;
use crate::server::{Answer, Context, Handled, Refusal};

/// The request of any operation.
pub(super) type AnyRequest = Box<dyn Any + Send>;

/// A handler that a test has written.
pub(super) type Handler = Arc<dyn Fn(AnyRequest, Context<Caller>) -> Handled + Send + Sync>;

/// What is answered.
pub(super) enum Reply {
    /// Nothing was written yet.
    Missing,
    Answer(Answer),
    /// A stream that has been answered.
    Spent,
    /// The connection breaks.
    Broken,
    Refusal(Refusal),
    Handler(Handler),
}

/// One answer of an expectation.
pub(super) struct Step {
    pub(super) reply: Reply,
    pub(super) times: Option<Times>,
    pub(super) delay: Option<Duration>,
    pub(super) calls: usize,
}

impl Default for Step {
    fn default() -> Self {
        Self { reply: Reply::Missing, times: None, delay: None, calls: 0 }
    }
}

impl Reply {
    /// What to answer now; the rest stays for later calls.
    pub(super) fn next(&mut self) -> Self {
        match self {
            Self::Answer(answer) => match answer.again() {
                Some(again) => Self::Answer(again),
                None => std::mem::replace(self, Self::Spent),
            },
            Self::Refusal(refusal) => Self::Refusal(refusal.clone()),
            Self::Handler(handler) => Self::Handler(handler.clone()),
            Self::Missing => Self::Missing,
            Self::Spent => Self::Spent,
            Self::Broken => Self::Broken,
        }
    }
}

/// How often a call is expected: a number or a range, such as `2`, `1..` or
/// `0..=3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    pub(super) least: usize,
    pub(super) most: usize,
}

impl Times {
    pub(super) const ONCE: Self = Self { least: 1, most: 1 };
    pub(super) const ANY_BUT_NONE: Self = Self { least: 1, most: usize::MAX };

    /// Such as `expected 2 calls`.
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

impl From<RangeFull> for Times {
    fn from(_: RangeFull) -> Self {
        Self { least: 0, most: usize::MAX }
    }
}

impl From<RangeFrom<usize>> for Times {
    fn from(range: RangeFrom<usize>) -> Self {
        Self { least: range.start, most: usize::MAX }
    }
}

impl From<RangeInclusive<usize>> for Times {
    fn from(range: RangeInclusive<usize>) -> Self {
        Self { least: *range.start(), most: *range.end() }
    }
}

impl From<RangeToInclusive<usize>> for Times {
    fn from(range: RangeToInclusive<usize>) -> Self {
        Self { least: 0, most: range.end }
    }
}

impl From<Range<usize>> for Times {
    fn from(range: Range<usize>) -> Self {
        Self { least: range.start, most: range.end.saturating_sub(1) }
    }
}
