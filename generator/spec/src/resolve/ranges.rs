//! Limits of values: they fit the type, and a value can keep them.

use regex_lite::Regex;
use serde_json::Value;

use crate::diagnostics::{At, Errors};
use crate::load::source::{FieldSource, ParameterSource, TypeSource};
use crate::model::{Holder, JsonKind, LIMITS, Limits, Literal, Range, Shape, TypeRef, plain_text};

use super::scope::Scope;

macro_rules! limits {
    ($($source:ty)*) => {$(
        impl $source {
            /// Its limits as written.
            pub fn limits(&self) -> Range {
                Range {
                    min: self.min.clone(),
                    max: self.max.clone(),
                    exclusive_min: self.exclusive_min.clone(),
                    exclusive_max: self.exclusive_max.clone(),
                    multiple_of: self.multiple_of.clone(),
                    min_length: self.min_length,
                    max_length: self.max_length,
                    min_items: self.min_items,
                    max_items: self.max_items,
                    unique: self.unique,
                    pattern: self.pattern.clone(),
                }
            }
        }
    )*};
}

limits! { FieldSource ParameterSource TypeSource }

/// Checks the limits of a value of a type.
pub fn resolve(range: Range, ty: &TypeRef, scope: &Scope<'_>, at: At<'_>) -> Range {
    if range == Range::default() {
        return range;
    }
    check_kind(&range, &ty.shape, scope, at);
    for (key, ..) in LIMITS.iter().filter(|(.., is_set)| is_set(&range) && is_set(&ty.limits.range)) {
        let title = format!("`{}` has this limit already", ty.notation);
        scope.errors.push(
            at.get(key).key(),
            title,
            "remove it, or define another type with limits of its own",
        );
    }
    check_order(&range.clone().and(&ty.limits.range), scope, at);
    check_pattern(range.pattern.as_ref(), scope, at.get("pattern"));
    range
}

/// The keys of the numbers of items and of characters: what has one can't have the other.
const COUNTS: [[&str; 2]; 2] = [["min_items", "min_length"], ["max_items", "max_length"]];

/// Numbers have a least and a greatest value, texts a length, and what has items or entries a number of those.
fn check_kind(range: &Range, shape: &Shape, scope: &Scope<'_>, at: At<'_>) {
    let kind = match shape {
        Shape::Nullable(inner) => return check_kind(range, inner, scope, at),
        Shape::Scalar(scalar) => Some(scalar.row().json),
        Shape::List(_) | Shape::Map(_) | Shape::Named(_) => None,
    };
    let is_object = match shape {
        Shape::Named(id) => scope
            .type_source(*id)
            .is_some_and(|it| it.fields.is_some() || it.extends.is_some() || it.additional.is_some()),
        Shape::Map(_) => true,
        Shape::Scalar(_) | Shape::List(_) | Shape::Nullable(_) => kind == Some(JsonKind::Object),
    };
    let is_list = matches!(shape, Shape::List(_));
    for (key, holder, _) in LIMITS.iter().filter(|(.., is_set)| is_set(range)) {
        let (fits, what) = match holder {
            Holder::Number => {
                (matches!(kind, Some(JsonKind::Integer | JsonKind::Number)), "an `int` or a `number`")
            }
            Holder::Text => (kind == Some(JsonKind::String), "a text"),
            Holder::List => (is_list, "a list"),
            Holder::Counted => (is_list || is_object, "a list, a dictionary or an object"),
        };
        if !fits {
            let right = COUNTS.iter().find_map(|[items, length]| match *key == *items {
                true => (kind == Some(JsonKind::String)).then_some(length),
                false => (*key == *length && (is_list || is_object)).then_some(items),
            });
            let help =
                right.map_or("remove it, or correct the type".to_owned(), |it| format!("write `{it}`"));
            scope.errors.push(at.get(key).key(), format!("only {what} can have this limit"), help);
        }
    }
    check_numbers(range, kind, scope, at);
}

fn check_numbers(range: &Range, kind: Option<JsonKind>, scope: &Scope<'_>, at: At<'_>) {
    let Range { min, max, exclusive_min, exclusive_max, multiple_of, .. } = range;
    let limits = [min, max, exclusive_min, exclusive_max, multiple_of];
    for ((key, ..), limit) in
        LIMITS.iter().zip(limits).filter_map(|(key, limit)| Some((key, limit.as_ref()?)))
    {
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
    let is_positive = |it: &Literal| number(it).is_some_and(|it| it > 0.0);
    if multiple_of.as_ref().is_some_and(|it| !is_positive(it)) {
        scope.errors.push(
            at.get("multiple_of"),
            "nothing is a multiple of that",
            "write a number greater than 0",
        );
    }
}

fn number(limit: &Literal) -> Option<f64> {
    limit.text().parse().ok()
}

fn check_order(range: &Range, scope: &Scope<'_>, at: At<'_>) {
    let bound = |limit: &Option<Literal>| limit.as_ref().and_then(number);
    let least = bound(&range.min).or(bound(&range.exclusive_min));
    let greatest = bound(&range.max).or(bound(&range.exclusive_max));
    let is_exclusive = range.exclusive_min.is_some() || range.exclusive_max.is_some();
    let is_empty = least
        .zip(greatest)
        .is_some_and(|(least, greatest)| least > greatest || is_exclusive && least >= greatest);
    let first = |keys: [&'static str; 2]| keys.into_iter().find(|key| at.find(key).is_some());
    let report = |keys, title| {
        if let Some(key) = first(keys) {
            scope.errors.push(at.get(key), title, "correct one of them");
        }
    };
    if is_empty && is_exclusive {
        report(["exclusive_max", "exclusive_min"], "no value is between the least and the greatest one");
    } else if is_empty {
        report(["max", "min"], "no value is between `min` and `max`");
    }
    if range.min_length.zip(range.max_length).is_some_and(|(min, max)| min > max) {
        report(["max_length", "min_length"], "no length is between `min_length` and `max_length`");
    }
    if range.min_items.zip(range.max_items).is_some_and(|(min, max)| min > max) {
        report(["max_items", "min_items"], "no number is between `min_items` and `max_items`");
    }
}

/// Reports a default that its own limits, or those of what is in it, refuse.
pub fn check_default(default: &Value, limits: &Limits, at: At<'_>, errors: &Errors) {
    let text = plain_text(default);
    for (key, ..) in LIMITS.iter().filter(|(key, ..)| exceeds(default, &limits.range, key)) {
        let help = "write a default that servers accept, or correct the limit";
        errors.push(at, format!("the default `{text}` is outside its own `{key}`"), help);
    }
    let inside = |values: Vec<&Value>, limits: &Option<Box<Limits>>| {
        let Some(limits) = limits else { return };
        values.into_iter().for_each(|value| check_default(value, limits, at, errors));
    };
    match default {
        Value::Array(items) => inside(items.iter().collect(), &limits.inner),
        Value::Object(entries) => {
            inside(entries.values().collect(), &limits.inner);
            let keys: Vec<Value> = entries.keys().map(|key| key.as_str().into()).collect();
            inside(keys.iter().collect(), &limits.keys);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Returns whether a value is outside one of its limits.
fn exceeds(value: &Value, range: &Range, key: &str) -> bool {
    let compare = |limit: &Option<Literal>, is_off: fn(f64, f64) -> bool| {
        value.as_f64().zip(limit.as_ref().and_then(number)).is_some_and(|(value, limit)| is_off(value, limit))
    };
    let size = match value {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(items) => Some(items.len()),
        Value::Object(entries) => Some(entries.len()),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    };
    let size = size.and_then(|size| u32::try_from(size).ok());
    let counts = |limit: Option<u32>, is_off: fn(u32, u32) -> bool| {
        size.zip(limit).is_some_and(|(size, limit)| is_off(size, limit))
    };
    match key {
        "min" => compare(&range.min, |value, min| value < min),
        "max" => compare(&range.max, |value, max| value > max),
        "exclusive_min" => compare(&range.exclusive_min, |value, min| value <= min),
        "exclusive_max" => compare(&range.exclusive_max, |value, max| value >= max),
        "multiple_of" => compare(&range.multiple_of, |value, of| !is_multiple(value / of)),
        "min_length" => counts(range.min_length, |size, min| size < min),
        "max_length" => counts(range.max_length, |size, max| size > max),
        "min_items" => counts(range.min_items, |size, min| size < min),
        "max_items" => counts(range.max_items, |size, max| size > max),
        "unique" => {
            let items = value.as_array().filter(|_| range.unique);
            let mut items = items.into_iter().flatten().enumerate();
            items.any(|(at, item)| value.as_array().is_some_and(|all| all[..at].contains(item)))
        }
        _ => {
            let pattern = range.pattern.as_deref().and_then(|it| Regex::new(it).ok());
            pattern.zip(value.as_str()).is_some_and(|(pattern, text)| !pattern.is_match(text))
        }
    }
}

/// Returns whether a quotient is whole, but for what binary fractions lose.
fn is_multiple(quotient: f64) -> bool {
    (quotient - quotient.round()).abs() <= quotient.abs() * f64::EPSILON
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
        let help = match wrong.contains("limit") {
            true => "repeat less in it, and say how long a text may be with `max_length`",
            false => "write a regular expression without lookaround, backreferences and classes of Unicode",
        };
        scope.errors.push(at, format!("the pattern is invalid: {wrong}"), help);
    }
}
