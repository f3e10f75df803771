//! The report of a failed test.

use std::{cmp::Reverse, error, fmt};

use super::expected::{Expected, Miss, Refused};
use crate::core::{Descriptor, text::Inert};

/// Maximum number of other expectations that are listed.
const OTHERS: usize = 5;

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
pub(super) fn obstacle(all: &[Expected], index: usize) -> Option<String> {
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
    let own = || (0..).zip(all).filter(|(_, it)| it.order == expected.order);
    if own().any(|(other, it)| other > index && it.calls() > 0) {
        return Some("a later one in its order was called already".to_owned());
    }
    let first = own().take_while(|(other, _)| *other < index).filter(|(_, it)| !it.is_met()).last();
    first.map(|(_, it)| format!("{} comes first", named(it)))
}

/// An unexpected call: what was sent, and the nearest expectation.
pub(super) fn unexpected(all: &[Expected], operation: &Descriptor, sent: &str, misses: &[Miss]) -> String {
    let cut = sent.chars().nth(LONGEST).map(|_| "…").unwrap_or_default();
    let sent: String = sent.chars().take(LONGEST).collect();
    let mut text = format!("unexpected call of {}\n  sent: {}{cut}", operation.name, Inert(&sent));
    let is_done = |miss: &Miss| all.get(miss.index).is_some_and(|it| it.current().is_none());
    let nearest = misses.iter().min_by_key(|miss| (miss.differences.len(), is_done(miss)));
    let nearest = match nearest {
        Some(miss) => Some((miss.index, reasons(all, miss))),
        None => alike(all, operation).map(|index| (index, vec!["it is another operation".to_owned()])),
    };
    let Some((index, reasons)) = nearest else { return text + "\n  no call was expected" };
    text.extend(all.get(index).map(|it| format!("\n  nearest: {}", named(it))));
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
    let found = (0..).zip(all).min_by_key(|(_, it)| (it.current().is_none(), Reverse(common(it))));
    found.map(|(index, _)| index)
}

/// Other expectations that can still be called.
fn others(all: &[Expected], nearest: usize) -> String {
    let open = (0..).zip(all).filter(|(index, it)| *index != nearest && it.current().is_some());
    let names: Vec<String> = open.map(|(_, it)| named(it)).collect();
    let more = match names.len().saturating_sub(OTHERS) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let names: Vec<String> = names.into_iter().take(OTHERS).collect();
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
    let mut text = format!("{got}: {} ({times})", named(expected));
    let own = refused.iter().filter(|it| it.operation == expected.codec.operation.name);
    text.extend(own.map(|it| format!("\n  a call was refused by the API's rules: {}", Inert(&it.why))));
    text
}

fn named(expected: &Expected) -> String {
    format!("{}, expected at {}", expected.codec.operation.name, expected.at)
}
