//! Limits of values: they fit the type, and a value can keep them.

use regex_lite::Regex;
use serde_json::Value;

use crate::diagnostics::{At, Errors};
use crate::load::source::{FieldSource, ParameterSource};
use crate::model::{JsonKind, Literal, Range, Shape, plain_text};

use super::scope::Scope;

impl FieldSource {
    /// Its limits as written.
    pub fn limits(&self) -> Range {
        let Self { min, max, min_length, max_length, pattern, .. } = self.clone();
        Range { min, max, min_length, max_length, pattern }
    }
}

impl ParameterSource {
    /// Its limits as written.
    pub fn limits(&self) -> Range {
        let Self { min, max, min_length, max_length, pattern, .. } = self.clone();
        Range { min, max, min_length, max_length, pattern }
    }
}

/// Checks the limits of a value of a type.
pub fn resolve(range: &Range, shape: &Shape, scope: &Scope<'_>, at: At<'_>) -> Range {
    if *range == Range::default() {
        return Range::default();
    }
    check_kind(range, shape, scope, at);
    check_order(range, scope, at);
    check_pattern(range.pattern.as_ref(), scope, at.get("pattern"));
    range.clone()
}

/// Numbers have a least and a greatest value, texts and lists a length.
fn check_kind(range: &Range, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let kind = match shape {
        Shape::Scalar(scalar) => Some(scalar.row().json),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) | Shape::Nullable(_) => None,
    };
    let is_number = matches!(kind, Some(JsonKind::Integer | JsonKind::Number));
    let is_text = kind == Some(JsonKind::String);
    let has_length = is_text || matches!(shape, Shape::List(_) | Shape::Map(_));
    let wrong = |keys: &[&str], what: &str| {
        for at in keys.iter().filter_map(|key| at.find(key)) {
            scope.errors.push(
                at.key(),
                format!("only {what} can have this limit"),
                "remove it, or correct the type",
            );
        }
    };
    if !is_number {
        wrong(&["min", "max"], "an `int` or a `number`");
    }
    if !has_length {
        wrong(&["min_length", "max_length"], "a text, a list or a dictionary");
    }
    if !is_text {
        wrong(&["pattern"], "a text");
    }
    let limits = [("min", &range.min), ("max", &range.max)];
    for (key, limit) in limits.into_iter().filter_map(|(key, limit)| Some((key, limit.as_ref()?))) {
        let fits = match limit {
            Literal::Int(_) => true,
            Literal::Float(limit) => kind != Some(JsonKind::Integer) && limit.is_finite(),
            Literal::Bool(_) | Literal::Text(_) => false,
        };
        if !fits {
            let title = format!("`{}` is not a value of this type", limit.text());
            let is_point = matches!(limit, Literal::Float(_)) && kind == Some(JsonKind::Integer);
            let help = if is_point { "write a whole number without a point" } else { "write a number" };
            scope.errors.push(at.get(key), title, help);
        }
    }
}

fn check_order(range: &Range, scope: &Scope<'_>, at: At<'_>) {
    let number = |limit: &Option<Literal>| limit.as_ref().and_then(|limit| limit.text().parse::<f64>().ok());
    let is_empty = match (number(&range.min), number(&range.max)) {
        (Some(min), Some(max)) => min > max,
        (None, _) | (_, None) => false,
    };
    let help = "correct one of them";
    if is_empty {
        scope.errors.push(at.get("max"), "no value is between `min` and `max`", help);
    }
    if range.min_length.zip(range.max_length).is_some_and(|(min, max)| min > max) {
        scope.errors.push(at.get("max_length"), "no length is between `min_length` and `max_length`", help);
    }
}

/// Reports a default that its own limits refuse.
pub fn check_default(default: &Value, range: &Range, at: At<'_>, errors: &Errors) {
    let (text, number) = (plain_text(default), default.as_f64());
    let length = match default {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(entries) => Some(entries.len()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    };
    let length = length.and_then(|length| u32::try_from(length).ok());
    let limit = |limit: &Option<Literal>| limit.as_ref()?.text().parse::<f64>().ok();
    let pattern = range.pattern.as_deref().and_then(|it| Regex::new(it).ok()).filter(|_| default.is_string());
    let exceeded = [
        ("min", number.zip(limit(&range.min)).is_some_and(|(value, min)| value < min)),
        ("max", number.zip(limit(&range.max)).is_some_and(|(value, max)| value > max)),
        ("min_length", length.zip(range.min_length).is_some_and(|(length, min)| length < min)),
        ("max_length", length.zip(range.max_length).is_some_and(|(length, max)| length > max)),
        ("pattern", pattern.is_some_and(|pattern| !pattern.is_match(&text))),
    ];
    for (key, _) in exceeded.into_iter().filter(|(_, is_exceeded)| *is_exceeded) {
        let help = "write a default that servers accept, or correct the limit";
        errors.push(at, format!("the default `{text}` is outside its own `{key}`"), help);
    }
}

/// The greatest length of a pattern.
const LONGEST: usize = 1_000;

fn check_pattern(pattern: Option<&String>, scope: &Scope<'_>, at: At<'_>) {
    let Some(pattern) = pattern else { return };
    let wrong = match pattern.len() {
        ..=LONGEST => Regex::new(pattern).err().map(|error| error.to_string()),
        _ => Some(format!("it is longer than {LONGEST} bytes")),
    };
    if let Some(wrong) = wrong {
        let help = "write a regular expression without lookaround, backreferences and classes of Unicode";
        scope.errors.push(at, format!("the pattern is invalid: {wrong}"), help);
    }
}
