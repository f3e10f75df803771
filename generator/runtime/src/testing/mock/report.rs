//! The report of a failed test.

use std::{cmp::Reverse, error, fmt};

use super::expected::{Expected, Miss, Refused};
use crate::core::{Descriptor, text::Inert};

/// Maximum number of other expectations that are listed.
const MAX_OTHERS: usize = 5;

/// Maximum number of characters of a request that are shown.
const LONGEST: usize = 1000;

/// Unexpected calls, and expected calls that were not made.
///
/// Secrets are hidden. `Debug` prints the same as `Display`, so that `?` in a
/// test does, too.
#[derive(Clone, PartialEq, Eq)]
pub struct Unmet(Vec<String>);

impl Unmet {
    /// `None` if there are no errors.
    pub(super) fn of(errors: Vec<String>) -> Option<Self> {
        (!errors.is_empty()).then_some(Self(errors))
    }
}

impl fmt::Display for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the mock was not called as expected")?;
        self.0.iter().try_for_each(|error| write!(f, "\n- {}", error.replace('\n', "\n  ")))
    }
}

impl fmt::Debug for Unmet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl error::Error for Unmet {}

/// Returns the reason why an expectation can't take a call, whatever is sent.
pub(super) fn obstacle<'a>(all: &'a [Expected], index: usize) -> Option<String> {
    let expected = all.get(index)?;
    if expected.current().is_none() {
        let times = expected.all_times().words();
        let is_called = expected.calls() > 0;
        return Some(if is_called {
            format!("it expects {times}, and was called before")
        } else {
            "it expects no call".to_owned()
        });
    }
    expected.order?;
    let in_order =
        |expectations: &'a [Expected]| expectations.iter().filter(|other| other.order == expected.order);
    let (before, after) = (all.get(..index)?, all.get(index + 1..)?);
    if in_order(after).any(|later| later.calls() > 0) {
        return Some("a later one in its order was called already".to_owned());
    }
    let unmet = in_order(before).rfind(|earlier| !earlier.is_met())?;
    Some(format!("{} comes first", described(unmet)))
}

/// An unexpected call: what was sent, and the nearest expectation.
pub(super) fn unexpected(all: &[Expected], operation: &Descriptor, sent: &str, misses: &[Miss]) -> String {
    let cut = sent.chars().nth(LONGEST).map(|_| "…").unwrap_or_default();
    let sent: String = sent.chars().take(LONGEST).collect();
    let mut text = format!("unexpected call of {}\n  sent: {}{cut}", operation.name, Inert(&sent));
    let is_done = |miss: &Miss| all.get(miss.index).is_some_and(|expected| expected.current().is_none());
    let nearest = match misses.iter().min_by_key(|miss| (miss.differences.len(), is_done(miss))) {
        Some(miss) => Some((miss.index, reasons(all, miss))),
        None => alike(all, operation).map(|index| (index, vec!["it is another operation".to_owned()])),
    };
    let Some((index, reasons)) = nearest else { return text + "\n  no call was expected" };
    text.extend(all.get(index).map(|expected| format!("\n  nearest: {}", described(expected))));
    text.extend(reasons.iter().map(|reason| format!("\n    {reason}")));
    text + &others(all, index)
}

fn reasons(all: &[Expected], miss: &Miss) -> Vec<String> {
    obstacle(all, miss.index).into_iter().chain(miss.differences.iter().cloned()).collect()
}

/// The expectation whose operation has the most similar name.
fn alike(all: &[Expected], operation: &Descriptor) -> Option<usize> {
    let common = |expected: &Expected| {
        let names = expected.codec.operation.name.chars().zip(operation.name.chars());
        names.take_while(|(one, other)| one == other).count()
    };
    (0..)
        .zip(all)
        .min_by_key(|(_, expected)| (expected.current().is_none(), Reverse(common(expected))))
        .map(|(index, _)| index)
}

/// Other expectations that can still be called.
fn others(all: &[Expected], nearest: usize) -> String {
    let mut names: Vec<String> = (0..)
        .zip(all)
        .filter(|(index, expected)| *index != nearest && expected.current().is_some())
        .map(|(_, expected)| described(expected))
        .collect();
    let more = match names.len().saturating_sub(MAX_OTHERS) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    names.truncate(MAX_OTHERS);
    if names.is_empty() { String::new() } else { format!("\n  also expected: {}{more}", names.join("; ")) }
}

/// An expectation that wasn't called often enough.
pub(super) fn unmet(expected: &Expected, refused: &[Refused]) -> String {
    let (times, calls) = (expected.all_times().words(), expected.calls());
    let got = match calls {
        0 => "never called".to_owned(),
        1 => "called once".to_owned(),
        calls => format!("called {calls} times"),
    };
    let mut text = format!("{got}: {} ({times})", described(expected));
    for refused in refused.iter().filter(|refused| refused.operation == expected.codec.operation.name) {
        text += &format!("\n  a call was refused by the API's rules: {}", Inert(&refused.why));
    }
    text
}

fn described(expected: &Expected) -> String {
    format!("{}, expected at {}", expected.codec.operation.name, expected.at)
}
