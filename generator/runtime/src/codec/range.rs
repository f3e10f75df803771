//! Limits of values: of numbers, of lengths, and patterns.

use std::{
    borrow::Cow,
    cell::Cell,
    cmp::Ordering,
    collections::{HashMap, HashSet},
    iter,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};

use regex_lite::{Regex, RegexBuilder};

use super::{JsonReader, json::number, values::FormReader};
use crate::core::{Parameter, Range, ValueKind};

/// Checks that each value of a parameter is within its limits. What is not of its type is for the
/// decoder to say.
pub(super) fn check(form: &mut FormReader, parameter: &Parameter) {
    if parameter.range == Range::NONE {
        return;
    }
    if parameter.json {
        let misfit = form.with_json(parameter.name, |json| {
            test(&parameter.range, json, None);
            json.take_misfit()
        });
        return misfit.into_iter().for_each(|misfit| form.misfit(parameter.name, misfit));
    }
    let fault = match parameter.items {
        Some(_) => of_list(form, parameter),
        None => form.text(parameter.name).and_then(|text| of_value(parameter, text)),
    };
    if let Some(what) = fault {
        form.error(parameter.name, what);
    }
}

/// A list has limits of its own, and its items have others.
fn of_list(form: &FormReader, parameter: &Parameter) -> Option<String> {
    let items: Vec<&str> = form.values(parameter.name).flatten().collect();
    if items.is_empty() {
        return None;
    }
    let range = &parameter.range;
    let same = |text: &str| match parameter.kind {
        ValueKind::Number => number::normal(text),
        ValueKind::Text | ValueKind::Boolean | ValueKind::Other => text.to_owned(),
    };
    of_items(range, items.len(), || items.iter().map(|text| same(text))).or_else(|| {
        let item = Parameter { range: *range.items?, ..*parameter };
        items.iter().find_map(|text| of_value(&item, text))
    })
}

fn of_value(parameter: &Parameter, text: &str) -> Option<String> {
    match parameter.kind {
        _ if parameter.nullable && text.is_empty() => None,
        ValueKind::Number => of_number(&parameter.range, text),
        ValueKind::Text | ValueKind::Boolean | ValueKind::Other => of_text(&parameter.range, text),
    }
}

/// Checks a value of JSON and what is in it; `None` if it exceeds its limits, which is kept at its place. A
/// list that is one text has a character between its items.
pub(super) fn test(range: &Range, json: JsonReader<'_>, between: Option<char>) -> Option<()> {
    if *range == Range::NONE {
        return Some(());
    }
    let mut is_within = match of_json(range, json, between) {
        Some(what) => json.misfit(what),
        None => Some(()),
    };
    let mut also = |within: Option<()>| is_within = is_within.and(within);
    if let Some(items) = range.items {
        json.items().into_iter().flatten().for_each(|item| also(test(items, item, None)));
        json.fields().into_iter().flatten().for_each(|(_, value)| also(test(items, value, None)));
    }
    if let Some(keys) = range.keys {
        json.fields().into_iter().flatten().for_each(|(name, _)| also(test(keys, name, None)));
    }
    if is_within.is_none() && json.first() == b'{' {
        json.names_are_data();
    }
    is_within
}

/// Returns how a value of JSON exceeds its own limits.
fn of_json(range: &Range, json: JsonReader<'_>, between: Option<char>) -> Option<String> {
    match (json.first(), between) {
        // Whether it is a list shows only when it is of its type.
        (b'"', None) if json.is_of_texts() => of_number(range, json.literal()),
        (b'{', None) if json.is_of_texts() => None,
        (b'"', None) => of_text(range, &json.text()?),
        (b'"', Some(between)) => {
            let text = json.text()?;
            let items = || text.split(between).filter(|_| !text.is_empty());
            of_items(range, items().count(), || items().map(str::to_owned))
                .or_else(|| items().find_map(|item| range.items.and_then(|own| of_joined(own, item))))
        }
        (b'[', _) => {
            let count = json.items()?.count();
            let is_affordable = !range.unique || json.charge(count.saturating_mul(COMPARED)).is_some();
            let range = if is_affordable { *range } else { Range { unique: false, ..*range } };
            of_items(&range, count, || json.items().into_iter().flatten().map(JsonReader::normal))
        }
        (b'{', _) => of_length(range, json.fields()?.count(), "entries"),
        (_, _) => of_number(range, json.as_str()),
    }
}

/// The memory of an item that is compared with others, in bytes.
const COMPARED: usize = 96;

fn of_items<I: Iterator<Item = String>>(
    range: &Range,
    count: usize,
    normal: impl Fn() -> I,
) -> Option<String> {
    of_length(range, count, "items").or_else(|| {
        let mut seen = HashSet::new();
        let is_twice = range.unique && !normal().all(|item| seen.insert(item));
        is_twice.then(|| "two items are equal".to_owned())
    })
}

/// An item of a list that is one text may be a number.
fn of_joined(range: &Range, item: &str) -> Option<String> {
    of_number(range, item).or_else(|| of_text(range, item))
}

fn of_number(range: &Range, text: &str) -> Option<String> {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of, .. } = *range;
    let is = |limit: &str, order| number::compare(text, limit) == Some(order);
    let equals = |limit: &str, is_exclusive: bool| is_exclusive && is(limit, Ordering::Equal);
    let low = min.filter(|min| is(min, Ordering::Less) || equals(min, exclusive_min));
    let high = max.filter(|max| is(max, Ordering::Greater) || equals(max, exclusive_max));
    let off = multiple_of.filter(|of| number::is_multiple(text, of) == Some(false));
    let low =
        low.map(|min| format!("{} {min}", if exclusive_min { "not greater than" } else { "less than" }));
    low.or_else(|| {
        high.map(|max| format!("{} {max}", if exclusive_max { "not less than" } else { "greater than" }))
    })
    .or_else(|| off.map(|of| format!("not a multiple of {of}")))
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
    let short = range.min_length.filter(|min| length < *min).map(|min| match min {
        1 => "empty".to_owned(),
        _ => format!("fewer than {min} {of}"),
    });
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
        const TEXT: Range = Range { min_length: None, max_length: None, ..TEXTS };
        let list = text.range(Range { items: Some(&TEXT), pattern: None, ..TEXTS }).items("string");
        assert_eq!(faults(&list, &["a"]), ["t: fewer than 2 items"]);
        assert_eq!(faults(&list, &["a", "B"]), ["t: does not match [a-z]"]);
        assert_eq!(faults(&list.json(), &[r#"["a","B"]"#]), ["t: `[1]`: does not match [a-z]"]);
        assert_eq!(faults(&list.json(), &["[\"a\",\"b\",\"c\",\"d\"]"]), ["t: more than 3 items"]);
        assert!(faults(&list, &[]).is_empty());
        let map = text.json().kind(ValueKind::Other);
        assert_eq!(faults(&map, &[" {\"a\":1}"]), ["t: fewer than 2 entries"]);
        assert!(faults(&map, &["{\"a\":1,\"b\":{}}"]).is_empty());
    }

    #[test]
    fn what_is_in_a_value_has_limits_of_its_own() {
        const KEY: Range = Range { pattern: Some("^[a-z]+$"), ..Range::NONE };
        const LEVEL: Range = Range {
            min: Some("0"),
            max: Some("1"),
            exclusive_max: true,
            multiple_of: Some("0.05"),
            ..Range::NONE
        };
        const LIST: Range = Range { max_length: Some(3), unique: true, items: Some(&LEVEL), ..Range::NONE };
        const MAP: Range = Range { min_length: Some(1), items: Some(&LIST), keys: Some(&KEY), ..Range::NONE };
        let map = Parameter::required("m", "any").json().kind(ValueKind::Other).range(MAP);
        for (json, fault) in [
            ("{}", "empty"),
            (r#"{"A":[]}"#, "`[*]`: does not match ^[a-z]+$"),
            (r#"{"a":[0,1.0]}"#, "`[*][1]`: not less than 1"),
            (r#"{"a":[0.951]}"#, "`[*][0]`: not a multiple of 0.05"),
            (r#"{"a":[0.5,5e-1]}"#, "`[*]`: two items are equal"),
            (r#"{"a":[-1,0,0.1]}"#, "`[*][0]`: less than 0"),
            (r#"{"a":[0,0.1,0.2,0.3]}"#, "`[*]`: more than 3 items"),
        ] {
            assert_eq!(faults(&map, &[json]), [format!("m: {fault}")], "{json}");
        }
        let mut form = FormReader::default();
        form.push("m", Some(r#"{"a":[-1,0,0.1,0.2]}"#));
        check(&mut form, &map);
        let all = form.errors().iter().filter_map(|error| error.misfit.as_ref()).flat_map(|it| it.all());
        let all: Vec<_> = all.map(ToString::to_string).collect();
        assert_eq!(all, ["`[*]`: more than 3 items", "`[*][0]`: less than 0"]);
        assert!(faults(&map, &[r#"{"a":[0,0.95,0.05]}"#]).is_empty());
        let objects = Parameter::required("m", "any").json().range(Range { unique: true, ..Range::NONE });
        let same = r#"[{"a":[1,"\u0062"],"c":null},{"c":null,"a":[1.0,"b"]}]"#;
        assert_eq!(faults(&objects, &[same]), ["m: two items are equal"]);
        assert!(faults(&objects, &[r#"[[1,2],[12],["1"],1,{}, {"a":{}}]"#]).is_empty());
        let numbers = objects.items("int").kind(ValueKind::Number);
        let numbers = Parameter { json: false, ..numbers };
        assert_eq!(faults(&numbers, &["1", "1.0"]), ["m: two items are equal"]);
    }

    #[test]
    fn a_pattern_is_checked_within_a_bound_of_a_request() {
        const MAIL: Range = Range { pattern: Some(r"^[^@\s]+@[^@\s]+\.[^@\s]+$"), ..Range::NONE };
        let mail = Parameter::required("m", "string").range(MAIL);
        let mails = mail.items("string").range(Range { items: Some(&MAIL), ..Range::NONE });
        let too_long = "m: too long to be checked against its pattern, or one of too many that have one";
        begin();
        assert_eq!(faults(&mail, &[&"a".repeat(8_000_000)]), [too_long]);
        assert_eq!(faults(&mail, &["ivy@example.com"]), [too_long], "nothing is left for others");
        begin();
        assert!(faults(&mail, &[&format!("ivy@example.{}", "m".repeat(20_000))]).is_empty());
        begin();
        assert!(faults(&mails, &["ivy@example.com"; 1000]).is_empty());
        assert_eq!(faults(&mails, &["ivy@example.com"; 100_000]), [too_long]);
        const COUNTED: Range = Range { pattern: Some("^[a-z ]{1,1000}$"), ..Range::NONE };
        begin();
        assert!(faults(&mail.range(COUNTED), &[&"a b ".repeat(250)]).is_empty());
    }
}
