//! Expectations, as a mock's plan stores them.

use std::{any::Any, panic::Location, sync::Arc, time::Duration};

use super::{
    Times,
    steps::{AnyRequest, Handler, Step},
};
use crate::core::Descriptor;
use crate::server::{Admitted, AnyCaller, Context, Refusal};
use crate::testing::sent::Sent;

/// One expectation.
pub(super) struct Expected {
    pub(super) codec: Codec,
    /// The place in the test that made it.
    pub(super) at: &'static Location<'static>,
    pub(super) conditions: Vec<Arc<Condition>>,
    /// At least one, in the order of the calls.
    pub(super) steps: Vec<Step>,
    /// The ordered list that it belongs to, if any.
    pub(super) order: Option<usize>,
    pub(super) is_reported: bool,
}

/// A request with its context, or the reason why it is invalid.
type Decoded = Result<(AnyRequest, Context<Option<AnyCaller>>), Refusal>;

/// The functions that are compiled per expected operation.
#[derive(Clone, Copy)]
pub(super) struct Codec {
    pub(super) operation: &'static Descriptor,
    pub(super) decode: fn(Admitted) -> Decoded,
    pub(super) show: fn(&dyn Any) -> String,
}

/// A condition on the requests that an expectation takes.
pub(super) enum Condition {
    /// Exactly these parameters.
    Equals(Sent),
    /// This parameter.
    Has(Sent),
    /// A closure of the test and where it is.
    Holds(Holds, &'static Location<'static>),
}

/// A test's closure: returns whether it takes a request.
pub(super) type Holds = Box<dyn Fn(&dyn Any) -> bool + Send + Sync>;

/// A call that the API's rules refused.
pub(super) struct Refused {
    /// Name of the operation.
    pub(super) operation: &'static str,
    pub(super) why: String,
}

/// The step that responds to a call.
pub(super) struct Chosen {
    pub(super) handler: Option<Handler>,
    pub(super) delay: Option<Duration>,
    pub(super) operation: &'static str,
    pub(super) at: &'static Location<'static>,
}

/// The differences between a call and an expectation; none if it takes the call.
pub(super) struct Miss {
    pub(super) index: usize,
    pub(super) differences: Vec<String>,
}

impl Expected {
    /// Returns how often a step is expected: as often as the test says, or else once, except that the
    /// last step may be called any number of times.
    fn times(&self, place: usize) -> Times {
        let step = self.steps.get(place);
        let is_last = place + 1 == self.steps.len();
        let usual = if is_last && self.order.is_none() { Times::ANY_BUT_NONE } else { Times::ONCE };
        step.and_then(|step| step.times).unwrap_or(usual)
    }

    /// Returns how often the operation is expected in all.
    pub(super) fn all_times(&self) -> Times {
        let all = (0..self.steps.len()).map(|place| self.times(place));
        all.fold(Times::from(0), |sum, times| Times {
            least: sum.least.saturating_add(times.least),
            most: sum.most.saturating_add(times.most),
        })
    }

    /// Returns how often the operation was called.
    pub(super) fn calls(&self) -> usize {
        self.steps.iter().map(|step| step.calls).sum()
    }

    /// The step that responds to the next call.
    pub(super) fn current(&self) -> Option<usize> {
        let mut steps = (0..).zip(&self.steps);
        steps.find(|(place, step)| step.calls < self.times(*place).most).map(|(place, _)| place)
    }

    /// Counts a call, and returns its response.
    pub(super) fn take(&mut self) -> Option<Chosen> {
        let place = self.current()?;
        let step = self.steps.get_mut(place)?;
        step.calls += 1;
        let (operation, at) = (self.codec.operation.name, self.at);
        Some(Chosen { handler: step.handler.clone(), delay: step.delay, operation, at })
    }

    /// Returns whether the operation was called often enough.
    pub(super) fn is_met(&self) -> bool {
        (0..).zip(&self.steps).all(|(place, step)| step.calls >= self.times(place).least)
    }
}

impl Condition {
    /// Returns the reasons why a request doesn't meet the condition.
    pub(super) fn differences(&self, sent: &Sent, request: &dyn Any) -> Vec<String> {
        match self {
            Self::Equals(expected) => sent.differences(expected),
            Self::Has(expected) => sent.misses(expected),
            Self::Holds(holds, _) if holds(request) => Vec::new(),
            Self::Holds(_, at) => vec![format!("the condition at {at} does not hold")],
        }
    }
}
