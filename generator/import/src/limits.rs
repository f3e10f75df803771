//! Limits of values.

use regex_lite::Regex;
use serde_json::{Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::typed::Typed;

/// The longest pattern that the language has.
const LONGEST: usize = 1_000;

/// Reads the limits of a schema that fit its type.
pub fn read(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    match typed.notation.as_str() {
        "int" | "number" => numbers(importer, at, typed),
        "string" => {
            lengths(importer, at, typed, ["minLength", "maxLength"]);
            pattern(importer, at, typed);
        }
        notation if notation.starts_with("List<") => {
            lengths(importer, at, typed, ["minItems", "maxItems"]);
            if at.flag("uniqueItems") {
                importer.lose(at, "`uniqueItems`", "");
            }
        }
        notation if notation.starts_with("Dictionary<") => {
            lengths(importer, at, typed, ["minProperties", "maxProperties"]);
        }
        _ => {
            let keys = ["minLength", "maxLength", "pattern", "minProperties", "maxProperties"];
            let is_trivial = |key: &str| key.starts_with("min") && at.value.get(key) == Some(&json!(0));
            for key in keys.into_iter().filter(|key| at.has(key) && !is_trivial(key)) {
                importer.lose(
                    at,
                    &format!("`{key}` of another type than a text, a list or a dictionary"),
                    "",
                );
            }
        }
    }
}

fn numbers(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    let is_int = typed.notation == "int";
    let keys = [("min", "minimum", "exclusiveMinimum", 1), ("max", "maximum", "exclusiveMaximum", -1)];
    for (ours, key, exclusive, step) in keys {
        let is_exclusive = at.flag(exclusive);
        let beyond = at.value.get(exclusive).filter(|it| it.is_number());
        let Some(limit) = at.value.get(key).or(beyond).filter(|it| it.is_number()) else { continue };
        let whole = limit.as_i64().or_else(|| whole(limit.as_f64()?));
        let is_open = is_exclusive || beyond.is_some();
        let found = match whole {
            Some(whole) if is_open && is_int => whole.checked_add(step).map(Value::from),
            _ if is_open => None,
            Some(whole) => Some(Value::from(whole)),
            None if is_int => None,
            None => Some(limit.clone()),
        };
        match found {
            Some(found) => drop(typed.limits.insert(ours.to_owned(), found)),
            None if is_open => importer.lose(at, "an exclusive limit", limit.to_string()),
            None => importer.lose(at, "a limit that isn't a whole number of 64 bits", limit.to_string()),
        }
    }
    if at.value.get("multipleOf").is_some_and(|it| it != &json!(1)) {
        importer.lose(at, "`multipleOf`", "");
    }
}

fn whole(number: f64) -> Option<i64> {
    let is_whole = number.fract() == 0.0 && number.abs() < 9e15;
    // In these limits, every whole number is exact.
    #[allow(clippy::cast_possible_truncation)]
    is_whole.then_some(number as i64)
}

fn lengths(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed, keys: [&str; 2]) {
    for (key, ours) in keys.into_iter().zip(["min_length", "max_length"]) {
        let Some(limit) = at.value.get(key) else { continue };
        let whole = limit.as_u64().or_else(|| u64::try_from(whole(limit.as_f64()?)?).ok());
        match whole.and_then(|it| u32::try_from(it).ok()) {
            Some(0) if ours == "min_length" => {}
            Some(limit) => drop(typed.limits.insert(ours.to_owned(), json!(limit))),
            None => importer.lose(at, "a length beyond 32 bits", limit.to_string()),
        }
    }
}

fn pattern(importer: &mut Importer<'_>, at: &At<'_>, typed: &mut Typed) {
    let Some(pattern) = at.text("pattern").filter(|it| !it.is_empty()) else { return };
    let ours = with_points(pattern);
    match Regex::new(&ours) {
        Ok(_) if ours.len() <= LONGEST => drop(typed.limits.insert("pattern".to_owned(), json!(ours))),
        Ok(_) | Err(_) => {
            importer.lose(at, "a pattern with lookaround, classes of Unicode or the like", pattern)
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
