//! Counts and names in the lines of the report.

use generator_spec::text::{counted, shown};

use crate::recordings::{HIDDEN, filled};

/// `14 of 14 requests`
pub fn of_requests(count: u64, of: u64) -> String {
    format!("{count} of {}", requests(of))
}

/// `14 requests`
pub fn requests(count: u64) -> String {
    counted(count, "request")
}

/// `5 samples`
pub fn samples(count: u64) -> String {
    counted(count, "sample")
}

/// A name from the evidence, in a message.
pub fn name(name: &str) -> String {
    format!("`{}`", shown(&masked(name)))
}

/// A name without the numbers of what is hidden.
pub fn masked(name: &str) -> String {
    filled(name, |inside| is_number(inside).then_some(HIDDEN))
}

/// Returns whether something of a name is hidden: a number in braces; a variable has a name there.
pub fn is_hidden(name: &str) -> bool {
    let mut pieces = name.split('{').skip(1).filter_map(|piece| Some(piece.split_once('}')?.0));
    pieces.any(|inside| is_number(inside) || inside == "…")
}

fn is_number(inside: &str) -> bool {
    !inside.is_empty() && inside.bytes().all(|it| it.is_ascii_digit())
}
