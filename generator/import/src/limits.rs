//! Limits of values.

use generator_spec::model::{JsonKind, Scalar};
use regex_lite::Regex;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, yes};
use crate::importer::Importer;
use crate::typed::Typed;

/// The longest pattern that the language has.
const LONGEST: usize = 1_000;

/// Limits of the number of characters.
const CHARACTERS: Counts = [("minLength", "min_length"), ("maxLength", "max_length")];

/// Limits of the number of items.
const ITEMS: Counts = [("minItems", "min_items"), ("maxItems", "max_items")];

/// Limits of the number of entries.
pub const ENTRIES: Counts = [("minProperties", "min_items"), ("maxProperties", "max_items")];

/// The keys of the least and the greatest number, and ours.
type Counts = [(&'static str, &'static str); 2];

/// Reads the limits of a schema that fit its type.
pub fn read(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    let notation = typed.notation.as_str();
    let (own, kind) = match Scalar::named(notation).map(|it| it.row().json) {
        Some(JsonKind::Integer | JsonKind::Number) => (None, "a number"),
        Some(JsonKind::String) => (Some(CHARACTERS), "a text"),
        Some(JsonKind::Object) => (Some(ENTRIES), "an object"),
        Some(JsonKind::Any) => (None, "any value"),
        Some(JsonKind::Boolean | JsonKind::Null) => (None, "a value"),
        None if notation.starts_with("List<") => (Some(ITEMS), "a list"),
        None if notation.starts_with("Dictionary<") => (Some(ENTRIES), "an object"),
        None => return,
    };
    match kind {
        "a number" => numbers(importer, at, typed),
        "a text" => pattern(importer, at, typed),
        "a list" => add(&mut typed.limits, json!({"unique": yes(at.flag("uniqueItems"))})),
        _ => {}
    }
    own.into_iter().for_each(|keys| counts(importer, at, &mut typed.limits, keys));
    let others = [CHARACTERS, ITEMS, ENTRIES].into_iter().filter(|keys| own.as_ref() != Some(keys)).flatten();
    let is_trivial = |key: &str| key.starts_with("min") && at.value[key] == 0;
    let counts = others.map(|(key, _)| key).filter(|key| at.has(key) && !is_trivial(key));
    let pattern = Some("pattern").filter(|key| kind != "a text" && at.has(key));
    for key in counts.chain(pattern) {
        importer.remark(at, "a limit of another type, where it has no effect", format!("{key} of {kind}"));
    }
}

fn numbers(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    let is_int = typed.notation == "int";
    let limit = |key: &str| at.value.get(key).filter(|it| it.is_number());
    let bound = |ours: &str, key: &str, exclusive: &str| {
        // Of 3.0, a flag beside the limit; of 3.1, the limit.
        let is_exclusive = at.flag(exclusive) || limit(exclusive).is_some();
        let ours = if is_exclusive { format!("exclusive_{ours}") } else { ours.to_owned() };
        (ours, limit(exclusive).or(limit(key)))
    };
    let step = limit("multipleOf").filter(|it| *it != &json!(1) || !is_int);
    let step = step.filter(|it| it.as_f64().is_some_and(|it| it > 0.0));
    let limits = [
        bound("min", "minimum", "exclusiveMinimum"),
        bound("max", "maximum", "exclusiveMaximum"),
        ("multiple_of".to_owned(), step),
    ];
    for (key, limit) in limits.into_iter().filter_map(|(key, limit)| Some((key, limit?))) {
        match limit.as_i64().or_else(|| whole(limit.as_f64()?)) {
            Some(whole) => drop(typed.limits.insert(key, whole.into())),
            None if is_int => {
                importer.remark(at, "a limit that isn't a whole number of 64 bits", limit.to_string());
            }
            None => drop(typed.limits.insert(key, limit.clone())),
        }
    }
}

fn whole(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
    // In these limits, every whole number is exact.
    #[allow(clippy::cast_possible_truncation)]
    is_whole.then_some(number as i64)
}

/// Limits that are numbers of characters, items or entries.
pub fn counts(importer: &mut Importer<'_>, at: &At<'_>, limits: &mut Map<String, Value>, keys: Counts) {
    for (key, ours) in keys {
        let Some(limit) = at.value.get(key) else { continue };
        let whole = limit.as_u64().or_else(|| u64::try_from(whole(limit.as_f64()?)?).ok());
        match whole.and_then(|it| u32::try_from(it).ok()) {
            Some(0) if ours.starts_with("min") => {}
            Some(limit) => drop(limits.insert(ours.to_owned(), json!(limit))),
            None => importer.remark(at, "a length beyond 32 bits", limit.to_string()),
        }
    }
}

fn pattern(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    let Some(pattern) = at.text("pattern").filter(|it| !it.is_empty()) else { return };
    let ours = with_points(pattern);
    match Regex::new(&ours) {
        Ok(_) if ours.len() <= LONGEST => drop(typed.limits.insert("pattern".to_owned(), json!(ours))),
        Ok(_) | Err(_) => {
            importer.remark(at, "a pattern with lookaround, classes of Unicode or the like", pattern)
        }
    }
}

/// `\u0041` -> `\x{0041}`.
fn with_points(pattern: &str) -> String {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once("\\u") {
        let hex = after.get(..4).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        out.push_str(before);
        match hex {
            Some(hex) if !before.ends_with('\\') => {
                out.push_str(&format!("\\x{{{hex}}}"));
                rest = &after[4..];
            }
            _ => {
                out.push_str("\\u");
                rest = after;
            }
        }
    }
    out + rest
}
