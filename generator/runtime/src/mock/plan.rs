//! All expectations of a mock, and which one takes a call.

use std::{
    any::Any,
    panic::Location,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    time::Duration,
};

use super::{
    Times,
    answer::{AnyRequest, Handler, Step},
    report::{self, Unmet},
};
use crate::{
    Descriptor,
    sent::Sent,
    server::{Admitted, AnyCaller, Context, Refusal},
};

/// What a mock expects, and what went wrong.
#[derive(Default)]
pub(super) struct Plan {
    expected: Mutex<Vec<Expected>>,
    /// Kept apart: it grows while a test's closure panics.
    faults: Mutex<Vec<String>>,
    refused: Mutex<Vec<Refused>>,
    orders: AtomicUsize,
}

/// One expectation.
pub(super) struct Expected {
    pub(super) codec: Codec,
    /// Where the test expects it.
    pub(super) at: &'static Location<'static>,
    pub(super) conditions: Vec<Arc<Condition>>,
    /// At least one, in the order of the calls.
    pub(super) steps: Vec<Step>,
    /// Which order it belongs to: that of the expectations in it.
    pub(super) order: Option<usize>,
    is_reported: bool,
}

/// A request with its context, or why it is invalid.
type Decoded = Result<(AnyRequest, Context<Option<AnyCaller>>), Refusal>;

/// What is compiled per expected operation.
#[derive(Clone, Copy)]
pub(super) struct Codec {
    pub(super) operation: &'static Descriptor,
    pub(super) decode: fn(Admitted) -> Decoded,
    pub(super) show: fn(&dyn Any) -> String,
}

/// Which requests an expectation takes.
pub(super) enum Condition {
    /// Exactly these parameters.
    Equals(Sent),
    /// This parameter.
    Has(Sent),
    /// A closure of the test, and where it is.
    Holds(Holds, &'static Location<'static>),
}

/// Whether a closure holds for a request.
pub(super) type Holds = Box<dyn Fn(&dyn Any) -> bool + Send + Sync>;

/// A call that the API's rules refused.
pub(super) struct Refused {
    /// Name of the operation.
    pub(super) operation: &'static str,
    pub(super) why: String,
}

/// What answers a call.
pub(super) struct Chosen {
    pub(super) handler: Option<Handler>,
    pub(super) delay: Option<Duration>,
    pub(super) operation: &'static str,
    pub(super) at: &'static Location<'static>,
}

/// How far an expectation is from taking a call.
pub(super) struct Miss {
    pub(super) index: usize,
    pub(super) differences: Vec<String>,
}

impl Plan {
    /// Adds an expectation and returns its index.
    pub(super) fn add(&self, codec: Codec, at: &'static Location<'static>, order: Option<usize>) -> usize {
        let mut expected = self.expected();
        let steps = vec![Step::default()];
        expected.push(Expected { codec, at, conditions: Vec::new(), steps, order, is_reported: false });
        expected.len() - 1
    }

    /// An order of expectations.
    pub(super) fn new_order(&self) -> usize {
        self.orders.fetch_add(1, Relaxed)
    }

    /// Changes an expectation.
    pub(super) fn edit(&self, index: usize, change: impl FnOnce(&mut Expected)) {
        self.expected().get_mut(index).map(change);
    }

    /// How to read the requests of an operation, if any are expected.
    pub(super) fn codec(&self, operation: &'static Descriptor) -> Option<Codec> {
        let expected = self.expected();
        expected.iter().map(|it| it.codec).find(|codec| codec.operation.name == operation.name)
    }

    /// The expectation that takes a call.
    ///
    /// # Errors
    /// If none does. The mock keeps the fault.
    pub(super) fn choose(&self, codec: Codec, sent: &Sent, request: &dyn Any) -> Result<Chosen, Refusal> {
        let misses = self.misses(codec.operation, sent, request);
        let mut all = self.expected();
        let takes =
            |miss: &&Miss| miss.differences.is_empty() && report::obstacle(&all, miss.index).is_none();
        let taken = misses.iter().find(takes).map(|miss| miss.index);
        if let Some(chosen) = taken.and_then(|index| all.get_mut(index)?.take()) {
            return Ok(chosen);
        }
        let text = report::unexpected(&all, codec.operation, &(codec.show)(request), &misses);
        drop(all);
        Err(self.unexpected_call(text))
    }

    /// Refuses a call of an operation that no expectation is for.
    pub(super) fn refuse(&self, operation: &'static Descriptor, sent: &Sent) -> Refusal {
        let sent = format!("{}, {sent}", operation.name);
        let text = report::unexpected(&self.expected(), operation, &sent, &[]);
        self.unexpected_call(text)
    }

    fn unexpected_call(&self, text: String) -> Refusal {
        let refusal = Refusal::not_implemented(text.lines().map(str::trim).collect::<Vec<_>>().join("; "));
        self.fail(text);
        refusal
    }

    /// How far each expectation of an operation is from a call. Closures run
    /// without a lock, since they may use the mock.
    fn misses(&self, operation: &Descriptor, sent: &Sent, request: &dyn Any) -> Vec<Miss> {
        let expected = self.expected();
        let own = (0..).zip(expected.iter()).filter(|(_, it)| it.codec.operation.name == operation.name);
        let conditions: Vec<_> = own.map(|(index, it)| (index, it.conditions.clone())).collect();
        drop(expected);
        let miss = |(index, conditions): (usize, Vec<Arc<Condition>>)| {
            let differences = conditions.iter().flat_map(|condition| condition.differences(sent, request));
            Miss { index, differences: differences.collect() }
        };
        conditions.into_iter().map(miss).collect()
    }

    /// Keeps a fault: the test fails.
    pub(super) fn fail(&self, fault: String) {
        self.faults().push(fault);
    }

    /// Keeps a call that the API's rules refused: usually, an expectation is not
    /// met because of it.
    pub(super) fn refused(&self, operation: &'static str, why: String) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).push(Refused { operation, why });
    }

    /// The unexpected calls.
    pub(super) fn unexpected(&self) -> Option<Unmet> {
        Unmet::of(self.faults().clone())
    }

    /// Everything that went wrong, once.
    pub(super) fn check(&self) -> Result<(), Unmet> {
        let mut faults = std::mem::take(&mut *self.faults());
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        for expected in self.expected().iter_mut().filter(|it| !it.is_reported && !it.is_met()) {
            expected.is_reported = true;
            faults.push(report::unmet(expected, &refused));
        }
        Unmet::of(faults).map_or(Ok(()), Err)
    }

    fn expected(&self) -> MutexGuard<'_, Vec<Expected>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn faults(&self) -> MutexGuard<'_, Vec<String>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Expected {
    /// How often a step is expected. Unless the test says so: once, but the last
    /// one as often as it is called.
    fn times(&self, place: usize) -> Times {
        let step = self.steps.get(place);
        let is_last = place + 1 == self.steps.len();
        let usual = if is_last && self.order.is_none() { Times::ANY_BUT_NONE } else { Times::ONCE };
        step.and_then(|step| step.times).unwrap_or(usual)
    }

    /// How often it is expected in all.
    pub(super) fn all_times(&self) -> Times {
        let all = (0..self.steps.len()).map(|place| self.times(place));
        all.fold(Times::from(0), |sum, times| Times {
            least: sum.least.saturating_add(times.least),
            most: sum.most.saturating_add(times.most),
        })
    }

    /// How often it was called.
    pub(super) fn calls(&self) -> usize {
        self.steps.iter().map(|step| step.calls).sum()
    }

    /// The step that answers the next call.
    pub(super) fn current(&self) -> Option<usize> {
        let mut steps = (0..).zip(&self.steps);
        steps.find(|(place, step)| step.calls < self.times(*place).most).map(|(place, _)| place)
    }

    /// Uses up a call.
    fn take(&mut self) -> Option<Chosen> {
        let place = self.current()?;
        let step = self.steps.get_mut(place)?;
        step.calls += 1;
        let (operation, at) = (self.codec.operation.name, self.at);
        Some(Chosen { handler: step.handler.clone(), delay: step.delay, operation, at })
    }

    /// Whether it was called often enough.
    pub(super) fn is_met(&self) -> bool {
        (0..).zip(&self.steps).all(|(place, step)| step.calls >= self.times(place).least)
    }
}

impl Condition {
    /// Why it doesn't take a request.
    fn differences(&self, sent: &Sent, request: &dyn Any) -> Vec<String> {
        match self {
            Self::Equals(expected) => sent.differences(expected),
            Self::Has(expected) => sent.misses(expected),
            Self::Holds(holds, _) if holds(request) => Vec::new(),
            Self::Holds(_, at) => vec![format!("the condition at {at} does not hold")],
        }
    }
}
