//! Replaces values: equal ones by equal placeholders, different ones by different ones.

use std::{collections::HashMap, mem};

use zeroize::{Zeroize as _, Zeroizing};

use crate::codec::redact::{self, Hidden};

/// Longest name in a placeholder, in characters.
const LONGEST: usize = 60;

/// The counters of placeholders that have no name.
const NUMBERS: &str = "#";
const DATES: &str = "@";

/// Kinds of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    Text,
    Number,
}

/// All values of a run.
#[derive(Default)]
pub(super) struct Placeholders {
    all: HashMap<(Kind, String), String>,
    /// The number of placeholders per name.
    counts: HashMap<String, u64>,
    /// Those that are looked for in texts that are kept, sorted.
    secrets: Vec<Hidden>,
}

impl Placeholders {
    /// Continues to count where a cassette ends.
    pub(super) fn after(cassette: &str) -> Self {
        let mut all = Self::default();
        let is_end = |it: char| !it.is_ascii_alphanumeric() && !matches!(it, '_' | '-');
        for word in cassette.split(is_end) {
            let (name, number) = match (word.rsplit_once('-'), date_number(word)) {
                (_, Some(number)) => (DATES, Some(number)),
                (Some((name, number)), None) => (name, number.parse().ok()),
                // It may also be a length.
                (None, None) => (NUMBERS, word.parse().ok()),
            };
            if let Some(number) = number.filter(|number| *number < 1_000_000_000) {
                let count = all.counts.entry(name.to_owned()).or_default();
                *count = number.max(*count);
            }
        }
        all
    }

    /// Returns the placeholder of a value.
    pub(super) fn of(&mut self, name: &str, kind: Kind, value: &str) -> String {
        let counts = &mut self.counts;
        let placeholder = self.all.entry((kind, value.to_owned()));
        placeholder.or_insert_with(|| new(counts, name, kind, value)).clone()
    }

    /// The same for a secret, which is looked for in texts from now on.
    pub(super) fn of_secret(&mut self, name: &str, kind: Kind, value: &str) -> String {
        let placeholder = self.of(name, kind, value);
        if redact::is_long_enough(value)
            && let Err(place) = self.secrets.binary_search_by(|(secret, _)| (**secret).as_str().cmp(value))
        {
            self.secrets.insert(place, (Zeroizing::new(value.to_owned()), placeholder.clone()));
        }
        placeholder
    }

    /// A text without the secrets in it, in whatever encoding they are.
    pub(super) fn clean(&self, text: &str) -> String {
        if self.secrets.is_empty() { text.to_owned() } else { redact::replaced(text, &self.secrets) }
    }
}

impl Drop for Placeholders {
    fn drop(&mut self) {
        mem::take(&mut self.all).into_keys().for_each(|(_, mut value)| value.zeroize());
    }
}

fn new(counts: &mut HashMap<String, u64>, name: &str, kind: Kind, value: &str) -> String {
    let mut next = |name: &str| {
        let count = counts.entry(name.to_owned()).or_default();
        *count += 1;
        // No number looks like an HTTP status.
        *count = if name == NUMBERS && (100..600).contains(count) { 600 } else { *count };
        *count
    };
    let is_integer = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    match kind {
        Kind::Number if is_integer => next(NUMBERS).to_string(),
        Kind::Number => format!("{}.5", next(NUMBERS)),
        Kind::Text if is_date(value) => date(next(DATES), value),
        Kind::Text => {
            let name = plain(name);
            let count = next(&name);
            format!("{name}-{count}")
        }
    }
}

/// A name that can be in a URL and in a header.
fn plain(name: &str) -> String {
    let is_plain = |character: &char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    let plain: String = name.chars().filter(is_plain).take(LONGEST).collect();
    if plain.is_empty() { "value".to_owned() } else { plain }
}

/// A text with zeros for all digits.
fn zeros(text: &str) -> String {
    text.chars().map(|it| if it.is_ascii_digit() { '0' } else { it }).collect()
}

/// Returns whether a text is a date, with a time or without.
fn is_date(text: &str) -> bool {
    let zeros = zeros(text);
    let Some(rest) = zeros.strip_prefix("0000-00-00") else { return false };
    let Some(time) = rest.strip_prefix(['T', ' ']).and_then(|it| it.strip_prefix("00:00")) else {
        return rest.is_empty();
    };
    let time = time.strip_prefix(":00").unwrap_or(time);
    let zone = time.strip_prefix('.').map_or(time, |fraction| fraction.trim_start_matches('0'));
    matches!(zone, "" | "Z" | " UTC" | "+00:00" | "-00:00" | "+0000" | "-0000")
}

/// The date with this number: a day of 2000 or later, with the form of another one.
fn date(number: u64, like: &str) -> String {
    let (year, month, day) = (2000 + number / 336, number / 28 % 12 + 1, number % 28 + 1);
    format!("{year}-{month:02}-{day:02}{}", zeros(like.get(10..).unwrap_or_default()))
}

/// The number of such a date.
fn date_number(text: &str) -> Option<u64> {
    let mut parts = text.get(..10).filter(|day| is_date(day))?.split('-').map(|part| part.parse().ok());
    let (year, month, day): (u64, u64, u64) = (parts.next()??, parts.next()??, parts.next()??);
    ((year.checked_sub(2000)? * 12 + month.checked_sub(1)?) * 28 + day).checked_sub(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_have_equal_placeholders_of_their_kind() {
        let mut all = Placeholders::default();
        let mut of = |name: &str, value: &str| all.of(name, Kind::Text, value);
        assert_eq!([of("User", "a"), of("User", "b"), of("Other", "a")], ["User-1", "User-2", "User-1"]);
        assert_eq!([of("To\nken", "c"), of("ü", "d")], ["Token-1", "value-1"]);
        assert_eq!(of("Day", "2024-08-17T09:21:33.123Z"), "2000-01-02T00:00:00.000Z");
        assert_eq!([of("Day", "1999-12-31"), of("Day", "1999-12-31 x")], ["2000-01-03", "Day-1"]);
        let numbers = ["7", "-12", "0.1", "7", "7e3"].map(|it| all.of("n", Kind::Number, it));
        assert_eq!(numbers, ["1", "2", "3.5", "1", "4.5"]);
        let after = r#"{"a":"{\"b\":\"User-7\"}","day":"2003-02-01T00:00:00Z","n":101}"#;
        let mut all = Placeholders::after(after);
        let mut of = |kind, value: &str| all.of("User", kind, value);
        assert_eq!([of(Kind::Text, "a"), of(Kind::Text, "2024-08-17")], ["User-8", "2003-02-02"]);
        assert_eq!(of(Kind::Number, "7"), "600");
    }
}
