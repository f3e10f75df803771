//! Limits of values: of numbers, of lengths, and patterns.

use std::{
    borrow::Cow,
    cell::Cell,
    cmp::Ordering,
    collections::HashMap,
    iter,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use regex_lite::{Regex, RegexBuilder};

use super::{JsonReader, json::number, values::FormReader};
use crate::core::{Parameter, Range, ValueKind};

/// Checks that each value of a parameter is within its limits. What is not of its type is for the
/// decoder to say.
pub(super) fn check(form: &mut FormReader, parameter: &Parameter) {
    if is_none(&parameter.range) {
        return;
    }
    let fault = match (parameter.json, parameter.items) {
        (true, _) => form.with_json(parameter.name, |json| of_json(&parameter.range, json, None)),
        (false, Some(_)) => of_list(form, parameter),
        (false, None) => form.text(parameter.name).and_then(|text| of_value(parameter, text)),
    };
    if let Some(what) = fault {
        form.error(parameter.name, what);
    }
}

fn is_none(Range { min, max, min_length, max_length, pattern }: &Range) -> bool {
    min.is_none() && max.is_none() && min_length.is_none() && max_length.is_none() && pattern.is_none()
}

/// A list has limits of its length, and its items have the others.
fn of_list(form: &FormReader, parameter: &Parameter) -> Option<String> {
    let items: Vec<&str> = form.values(parameter.name).flatten().collect();
    if items.is_empty() {
        return None;
    }
    of_length(&parameter.range, items.len(), "items").or_else(|| {
        let value = Range { min_length: None, max_length: None, ..parameter.range };
        let item = Parameter { range: value, ..*parameter };
        items.into_iter().find_map(|text| of_value(&item, text))
    })
}

fn of_value(parameter: &Parameter, text: &str) -> Option<String> {
    match parameter.kind {
        _ if parameter.nullable && text.is_empty() => None,
        ValueKind::Number => of_number(&parameter.range, text),
        ValueKind::Text | ValueKind::Boolean | ValueKind::Other => of_text(&parameter.range, text),
    }
}

/// Returns how a value of JSON exceeds its limits. The items of a list have those that are not of
/// its length; a list that is one text has a character between them.
pub(super) fn of_json(range: &Range, json: JsonReader<'_>, between: Option<char>) -> Option<String> {
    if is_none(range) {
        return None;
    }
    match (json.first(), between) {
        // Whether it is a list shows only when it is of its type.
        (b'"', None) if json.is_of_texts() => of_number(range, json.literal()),
        (b'{', None) if json.is_of_texts() => None,
        (b'"', None) => of_text(range, &json.text()?),
        (b'"', Some(between)) => {
            let text = json.text()?;
            let items = || text.split(between).filter(|_| !text.is_empty());
            let own = Range { min_length: None, max_length: None, ..*range };
            let is_number = own.min.is_some() || own.max.is_some();
            let of_item = if is_number { of_number } else { of_text };
            of_length(range, items().count(), "items")
                .or_else(|| items().find_map(|item| of_item(&own, item)))
        }
        (b'[', _) => {
            let own = Range { min_length: None, max_length: None, ..*range };
            of_length(range, json.items()?.count(), "items")
                .or_else(|| json.items()?.find_map(|item| of_json(&own, item, None)))
        }
        (b'{', _) => of_length(range, json.fields()?.count(), "entries"),
        (_, _) => of_number(range, json.as_str()),
    }
}

fn of_number(range: &Range, text: &str) -> Option<String> {
    let is = |limit: &str, order| number::compare(text, limit) == Some(order);
    let low = range.min.filter(|min| is(min, Ordering::Less)).map(|min| format!("less than {min}"));
    let high = || range.max.filter(|max| is(max, Ordering::Greater));
    low.or_else(|| high().map(|max| format!("greater than {max}")))
}

fn of_text(range: &Range, text: &str) -> Option<String> {
    let length = text.chars().count();
    of_length(range, length, "characters").or_else(|| of_pattern(range.pattern?, text, length))
}

/// The text of a value; JSON of a text is decoded.
pub(super) fn plain<'a>(parameter: &Parameter, text: &'a str) -> Cow<'a, str> {
    let json = parameter.json && text.starts_with('"');
    let decoded = json.then(|| serde_json::from_str::<String>(text).ok()).flatten();
    decoded.map_or(text.into(), Into::into)
}

fn of_length(range: &Range, length: usize, of: &str) -> Option<String> {
    let short = range.min_length.filter(|min| length < *min).map(|min| format!("fewer than {min} {of}"));
    short.or_else(|| range.max_length.filter(|max| length > *max).map(|max| format!("more than {max} {of}")))
}

/// The most that the patterns of a request may cost: characters, times the size of their pattern. Common
/// patterns take 2 to 6 ms of a CPU for that, with 33,000 characters of mail addresses.
const MOST: usize = 20_000_000;

thread_local! {
    /// The rest of that for the request that this thread checks. It is checked without a pause.
    static LEFT: Cell<usize> = const { Cell::new(MOST) };
}

/// Begins to check another request.
pub(super) fn begin() {
    LEFT.set(MOST);
}

/// A regular expression and its size in memory, which is that of its states.
struct Pattern {
    regex: Regex,
    size: usize,
}

impl Pattern {
    /// `None` if it is no regular expression.
    fn new(pattern: &str) -> Option<Self> {
        let counted = Regex::new(r"\{\d+(,\d*)?\}").ok()?;
        let whole = size(pattern)?;
        // A count multiplies the states, but few patterns are in many of those at once.
        let size = size(&counted.replace_all(pattern, "+")).map_or(whole, |once| once.max(whole / 32));
        Some(Self { regex: Regex::new(pattern).ok()?, size })
    }
}

/// The size of a pattern to a quarter. The engine doesn't say it, but takes a limit.
fn size(pattern: &str) -> Option<usize> {
    let mut sizes = iter::successors(Some(128), |size| Some(size + size / 4)).take_while(|size| *size < MOST);
    sizes.find(|size| RegexBuilder::new(pattern).size_limit(*size).build().is_ok())
}

/// Returns what is wrong with a text that has to match a pattern somewhere. One that is no regular
/// expression matches everything.
fn of_pattern(pattern: &'static str, text: &str, length: usize) -> Option<String> {
    type Patterns = Mutex<HashMap<&'static str, Option<Arc<Pattern>>>>;
    static KNOWN: LazyLock<Patterns> = LazyLock::new(Patterns::default);
    let pattern_of = |known: &mut HashMap<_, _>| {
        known.entry(pattern).or_insert_with(|| Pattern::new(pattern).map(Arc::new)).clone()
    };
    let known = pattern_of(&mut KNOWN.lock().unwrap_or_else(PoisonError::into_inner))?;
    let left = LEFT.get().checked_sub(length.saturating_mul(known.size));
    LEFT.set(left.unwrap_or_default());
    match left {
        None => {
            Some("too long to be checked against its pattern, or one of too many that have one".to_owned())
        }
        Some(_) => (!known.regex.is_match(text)).then(|| format!("does not match {pattern}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(parameter: &Parameter, texts: &[&str]) -> Vec<String> {
        let mut form = FormReader::default();
        texts.iter().for_each(|text| form.push(parameter.name, Some(text)));
        check(&mut form, parameter);
        form.errors().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn values_have_limits() {
        const NUMBERS: Range = Range { min: Some("1.5"), max: Some("3"), ..Range::NONE };
        const TEXTS: Range =
            Range { min_length: Some(2), max_length: Some(3), pattern: Some("[a-z]"), ..Range::NONE };
        let number = Parameter::required("n", "number").kind(ValueKind::Number).range(NUMBERS);
        assert_eq!(faults(&number, &["1"]), ["n: less than 1.5"]);
        assert_eq!(faults(&number, &["3.01"]), ["n: greater than 3"]);
        assert!(["1.5", "3", "x", ""].iter().all(|text| faults(&number, &[text]).is_empty()));
        let text = Parameter::required("t", "string").range(TEXTS);
        assert_eq!(faults(&text, &["\u{fc}"]), ["t: fewer than 2 characters"]);
        assert_eq!(faults(&text, &["AB"]), ["t: does not match [a-z]"]);
        let json = text.json();
        assert_eq!(faults(&json, &["\"abcd\""]), ["t: more than 3 characters"]);
        assert!(faults(&json, &["\"\\u0061b\""]).is_empty() && faults(&json, &["null"]).is_empty());
        let list = text.items("string");
        assert_eq!(faults(&list, &["a"]), ["t: fewer than 2 items"]);
        assert_eq!(faults(&list, &["a", "B"]), ["t: does not match [a-z]"]);
        assert_eq!(faults(&list.json(), &["[\"a\",\"b\",\"c\",\"d\"]"]), ["t: more than 3 items"]);
        assert!(faults(&list, &[]).is_empty());
        let map = text.json().kind(ValueKind::Other);
        assert_eq!(faults(&map, &[" {\"a\":1}"]), ["t: fewer than 2 entries"]);
        assert!(faults(&map, &["{\"a\":1,\"b\":{}}"]).is_empty());
    }
    #[test]
    fn a_pattern_is_checked_within_a_bound_of_a_request() {
        const MAIL: Range = Range { pattern: Some(r"^[^@\s]+@[^@\s]+\.[^@\s]+$"), ..Range::NONE };
        let mail = Parameter::required("m", "string").range(MAIL);
        let too_long = "m: too long to be checked against its pattern, or one of too many that have one";
        begin();
        assert_eq!(faults(&mail, &[&"a".repeat(8_000_000)]), [too_long]);
        assert_eq!(faults(&mail, &["ivy@example.com"]), [too_long], "nothing is left for others");
        begin();
        assert!(faults(&mail, &[&format!("ivy@example.{}", "m".repeat(20_000))]).is_empty());
        begin();
        assert!(faults(&mail.items("string"), &["ivy@example.com"; 1000]).is_empty());
        assert_eq!(faults(&mail.items("string"), &["ivy@example.com"; 100_000]), [too_long]);
        const COUNTED: Range = Range { pattern: Some("^[a-z ]{1,1000}$"), ..Range::NONE };
        begin();
        assert!(faults(&mail.range(COUNTED), &[&"a b ".repeat(250)]).is_empty());
    }
}
