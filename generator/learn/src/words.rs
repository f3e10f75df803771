//! Words of paths and names, and names and counts in the lines of the report.

use std::collections::BTreeSet;

use generator_spec::naming;
use generator_spec::text::{counted, shown};

use crate::recordings::{HIDDEN, filled};

/// The words of a path, in lower case: `lamps`, `list`, `rooms`.
pub fn of_path(path: &str) -> Vec<String> {
    let words = path.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect()
}

/// The words of a path but for its last segment.
pub fn of_namespace(path: &str) -> Vec<String> {
    of_path(path.trim_end_matches('/').rsplit_once('/').map_or("", |(namespace, _)| namespace))
}

/// The words of a name, for comparing it with others.
pub fn of_name(name: &str) -> BTreeSet<String> {
    let words = naming::path_words(name).into_iter();
    words.filter(|word| !word.is_empty()).map(|word| word.trim_end_matches('s').to_owned()).collect()
}

/// Returns whether a name from evidence can be written: plain, short, and not hidden.
pub fn is_usable(name: &str) -> bool {
    let word = name.strip_prefix(['$', '@']).unwrap_or(name);
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    (1..=80).contains(&name.len())
        && word.chars().all(is_plain)
        && word.contains(|c: char| c.is_ascii_alphabetic())
}

/// `HouseListGuests`, from the words of a path.
pub fn type_name<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    naming::type_name(&words.into_iter().collect::<Vec<_>>().join("_"))
}

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
