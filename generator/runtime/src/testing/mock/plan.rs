//! The expectations of a mock, and the choice of one for each call.

use std::{
    any::Any,
    panic::Location,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use super::{
    expected::{Chosen, Codec, Condition, Expected, Miss, Refused},
    report::{self, Unmet},
    steps::Step,
};
use crate::core::Descriptor;
use crate::server::Refusal;
use crate::testing::sent::Sent;

/// The expectations of a mock, and the errors so far.
#[derive(Default)]
pub(super) struct Plan {
    expected: Mutex<Vec<Expected>>,
    /// With a lock of its own: it grows while a test's closure panics.
    errors: Mutex<Vec<String>>,
    refused: Mutex<Vec<Refused>>,
    orders: AtomicUsize,
}

impl Plan {
    /// Adds an expectation and returns its index.
    pub(super) fn add(&self, codec: Codec, at: &'static Location<'static>, order: Option<usize>) -> usize {
        let mut expected = self.expected();
        let steps = vec![Step::default()];
        expected.push(Expected { codec, at, conditions: Vec::new(), steps, order, is_reported: false });
        expected.len() - 1
    }

    /// Starts an ordered list of expectations, and returns its number.
    pub(super) fn new_order(&self) -> usize {
        self.orders.fetch_add(1, Relaxed)
    }

    /// Changes an expectation.
    pub(super) fn edit(&self, index: usize, change: impl FnOnce(&mut Expected)) {
        self.expected().get_mut(index).map(change);
    }

    /// Returns the codec of an operation's requests, if any are expected.
    pub(super) fn codec(&self, operation: &'static Descriptor) -> Option<Codec> {
        let expected = self.expected();
        expected.iter().map(|expected| expected.codec).find(|codec| codec.operation.name == operation.name)
    }

    /// The expectation that takes a call.
    ///
    /// # Errors
    /// If none does. The mock keeps the error.
    pub(super) fn choose(&self, codec: Codec, sent: &Sent, request: &dyn Any) -> Result<Chosen, Refusal> {
        let misses = self.misses(codec.operation, sent, request);
        let mut all = self.expected();
        let taker = misses
            .iter()
            .find(|miss| miss.differences.is_empty() && report::obstacle(&all, miss.index).is_none());
        if let Some(chosen) = taker.and_then(|miss| all.get_mut(miss.index)?.take()) {
            return Ok(chosen);
        }
        let text = report::unexpected(&all, codec.operation, &(codec.show)(request), &misses);
        drop(all);
        Err(self.unexpected_call(text))
    }

    /// Refuses a call of an operation without expectations.
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

    /// Compares a call with each expectation of its operation. Closures run without a lock, since
    /// they may use the mock.
    fn misses(&self, operation: &Descriptor, sent: &Sent, request: &dyn Any) -> Vec<Miss> {
        let candidates: Vec<(usize, Vec<Arc<Condition>>)> = (0..)
            .zip(self.expected().iter())
            .filter(|(_, expected)| expected.codec.operation.name == operation.name)
            .map(|(index, expected)| (index, expected.conditions.clone()))
            .collect();
        candidates
            .into_iter()
            .map(|(index, conditions)| {
                let differences =
                    conditions.iter().flat_map(|condition| condition.differences(sent, request));
                Miss { index, differences: differences.collect() }
            })
            .collect()
    }

    /// Keeps an error: the test fails.
    pub(super) fn fail(&self, error: String) {
        self.errors().push(error);
    }

    /// Keeps a call that the API's rules refused, which is usually why an expectation is not met.
    pub(super) fn refused(&self, operation: &'static str, why: String) {
        self.refused.lock().unwrap_or_else(PoisonError::into_inner).push(Refused { operation, why });
    }

    /// The unexpected calls.
    pub(super) fn unexpected(&self) -> Option<Unmet> {
        Unmet::of(self.errors().clone())
    }

    /// Returns all errors. Each is returned only once.
    pub(super) fn check(&self) -> Result<(), Unmet> {
        let mut errors = std::mem::take(&mut *self.errors());
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        for expected in
            self.expected().iter_mut().filter(|expected| !expected.is_reported && !expected.is_met())
        {
            expected.is_reported = true;
            errors.push(report::unmet(expected, &refused));
        }
        Unmet::of(errors).map_or(Ok(()), Err)
    }

    fn expected(&self) -> MutexGuard<'_, Vec<Expected>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn errors(&self) -> MutexGuard<'_, Vec<String>> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
