//! Validation of parameters, for servers, the CLI and mocks.
//!
//! [`prepare`] looks at each parameter: is it newer than the server, does it have
//! its format, is it required because of another? It also adds defaults, and
//! rewrites what callers may write in two ways. [`Decode`](crate::Decode) then
//! checks types, and whether what is required is there, once. [`finish`] reports
//! all errors at once.

#[cfg(feature = "server")]
use std::cmp::Ordering;

#[cfg(feature = "server")]
use super::json::number;
use super::{
    range,
    values::{FormReader, ParameterError},
};
use crate::core::{Choice, Descriptor, Encoding, Parameter, Place, Takes, ValueKind, Version};
#[cfg(feature = "server")]
use crate::core::{Misfit, Step};

/// Completes and checks the parameters before they are decoded.
pub(crate) fn prepare(form: &mut FormReader, operation: &Descriptor, has: Option<Version>) {
    form.require_fields();
    range::begin();
    for parameter in operation.parameters {
        refuse_newer(form, parameter, has);
        apply_default(form, parameter);
        spell_bool(form, parameter, operation.encoding);
        check_format(form, parameter);
        range::check(form, parameter);
        check_condition(form, operation, parameter);
    }
    operation.choices.iter().for_each(|choice| check_choice(form, choice));
    if let Some((first, second)) = operation.swapped_if_reversed {
        swap_reversed(form, first, second);
    }
}

/// Checks the parameters that always have the same value, which are not decoded.
#[cfg(feature = "server")]
pub(crate) fn check_constants(form: &mut FormReader, operation: &Descriptor) {
    for parameter in operation.parameters {
        let Some(constant) = parameter.constant else { continue };
        let mut values = form.values(parameter.name).peekable();
        let is_missing = values.peek().is_none();
        let is_off = values.any(|value| value.is_none_or(|text| !is_constant(parameter, text)));
        drop(values);
        match () {
            () if is_missing && parameter.required => form.error(parameter.name, "missing"),
            () if is_off => form.error(parameter.name, format!("expected {constant}")),
            () => {}
        }
    }
}

/// Returns whether a text is the one value of a parameter.
#[cfg(feature = "server")]
pub(crate) fn is_constant(parameter: &Parameter, text: &str) -> bool {
    let Some(constant) = parameter.constant else { return false };
    let is_text = parameter.kind == ValueKind::Text;
    let is_kind = !parameter.json || text.starts_with('"') == is_text;
    let text = range::plain(parameter, text);
    is_kind && (text == constant || !is_text && number::compare(&text, constant) == Some(Ordering::Equal))
}

/// Checks that no parameter was missing or invalid.
///
/// # Errors
/// The errors in the order of the parameters, one for each.
pub(crate) fn finish(form: FormReader, parameters: &[Parameter]) -> Result<(), Vec<ParameterError>> {
    form.finish().map_err(|mut errors| {
        let place = |error: &ParameterError| parameters.iter().position(|known| known.name == error.name);
        errors.sort_by_key(place);
        errors.dedup_by(|later, first| {
            let is_same = later.name == first.name;
            is_same.then(|| first.join(later));
            is_same
        });
        errors
    })
}

/// Returns errors as the caller sees them: with names on the wire, and of a JSON body with JSON
/// pointers, all that is wrong in it.
#[cfg(feature = "server")]
pub(crate) fn for_caller(errors: Vec<ParameterError>, operation: &Descriptor) -> Vec<ParameterError> {
    let errors = errors.into_iter().flat_map(|error| {
        let parameter = operation.parameters.iter().find(|known| known.name == error.name);
        match parameter {
            Some(parameter) => on_wire(error, parameter, operation.encoding),
            None => vec![error],
        }
    });
    errors.collect()
}

/// The errors of a parameter, with its name on the wire.
#[cfg(feature = "server")]
pub(crate) fn on_wire(
    error: ParameterError,
    parameter: &Parameter,
    encoding: Encoding,
) -> Vec<ParameterError> {
    let pointer = match (parameter.place, encoding) {
        (Place::Body, _) => String::new(),
        (Place::Form, Encoding::Json) => {
            Misfit::new("").at(&[Step::Field(parameter.wire_name().into())]).pointer().to_owned()
        }
        _ => match &error.misfit {
            Some(misfit) if parameter.object.is_some() => {
                let at = |it: &Misfit| ParameterError::new(&parameter.field_at(it.pointer()), it.reason());
                return misfit.all().into_iter().map(at).collect();
            }
            _ => return vec![ParameterError { name: parameter.wire_name().to_owned(), ..error }],
        },
    };
    let at = |inner: &str, what: &str| {
        let name = format!("{pointer}{inner}");
        ParameterError::new(if name.is_empty() { parameter.wire_name() } else { &name }, what)
    };
    match &error.misfit {
        Some(misfit) => misfit.all().into_iter().map(|it| at(it.pointer(), it.reason())).collect(),
        None => vec![at("", &error.what)],
    }
}

fn refuse_newer(form: &mut FormReader, parameter: &Parameter, has: Option<Version>) {
    if let Some(what) = newer(parameter, has)
        && form.has(parameter.name)
    {
        form.error(parameter.name, what);
    }
}

/// Returns that a parameter is newer than the server, in words.
pub(crate) fn newer(parameter: &Parameter, has: Option<Version>) -> Option<String> {
    let since = parameter.since.filter(|since| has.is_some_and(|has| *since > has))?;
    has.map(|has| format!("needs server {since}, but this is {has}"))
}

fn apply_default(form: &mut FormReader, parameter: &Parameter) {
    if let Some(default) = parameter.default
        && !parameter.required
        && !form.has(parameter.name)
    {
        match parameter {
            Parameter { json: true, kind: ValueKind::Text, items: None, .. } if !default.starts_with('"') => {
                form.push(parameter.name, Some(&serde_json::Value::from(default).to_string()));
            }
            Parameter { json: false, items: Some(_), .. } => {
                let items: Vec<serde_json::Value> = serde_json::from_str(default).unwrap_or_default();
                for item in items {
                    let text = item.as_str().map_or_else(|| item.to_string(), str::to_owned);
                    form.push(parameter.name, Some(&text));
                }
            }
            _ => form.push(parameter.name, Some(default)),
        }
    }
}

/// Accepts `1` and `0` for JSON's `true` and `false` in a field of a form, as for a text.
fn spell_bool(form: &mut FormReader, parameter: &Parameter, encoding: Encoding) {
    let is_in_json = matches!((parameter.place, encoding), (Place::Body, _) | (Place::Form, Encoding::Json));
    let is_flat = parameter.json && parameter.kind == ValueKind::Boolean && parameter.items.is_none();
    if is_in_json || !is_flat {
        return;
    }
    match form.text(parameter.name) {
        Some("1") => form.set(parameter.name, "true"),
        Some("0") => form.set(parameter.name, "false"),
        _ => {}
    }
}

fn check_format(form: &mut FormReader, parameter: &Parameter) {
    let Some(format) = parameter.format else { return };
    let Some(text) = form.text(parameter.name) else { return };
    let is_null = parameter.nullable && text.is_empty();
    let text = range::plain(parameter, text);
    if !is_null && !format.accepts(&text) {
        form.error(parameter.name, format!("not {}", parameter.format_in_words));
    }
}

fn check_condition(form: &mut FormReader, operation: &Descriptor, parameter: &Parameter) {
    let Some(condition) = parameter.required_when else { return };
    if form.has(parameter.name) {
        return;
    }
    // The listed value is the description's, not the caller's.
    let decisive = operation.parameters.iter().find(|known| known.name == condition.parameter);
    let text = form
        .text(condition.parameter)
        .map(|text| decisive.map_or(text.into(), |known| range::plain(known, text)));
    let met = text.and_then(|text| condition.values.iter().find(|it| **it == text));
    if let Some(value) = met {
        form.error(parameter.name, format!("missing, and required when {} is {value}", condition.parameter));
    }
}

fn check_choice(form: &mut FormReader, choice: &Choice) {
    let names = choice.parameters.join(", ");
    let mut sent = choice.parameters.iter().copied().filter(|name| form.has(name));
    let (first, second) = (sent.next(), sent.next());
    drop(sent);
    match (choice.takes, first, second) {
        (Takes::ExactlyOne, None, _) => {
            let missing = choice.parameters.first().copied().unwrap_or_default();
            form.error(missing, format!("missing: exactly one of {names} is required"));
        }
        (Takes::AtLeastOne, None, _) => {
            let missing = choice.parameters.first().copied().unwrap_or_default();
            form.error(missing, format!("missing: at least one of {names} is required"));
        }
        (Takes::ExactlyOne | Takes::AtMostOne, Some(first), Some(second)) => {
            form.error(second, format!("not together with {first}: only one of {names} is allowed"));
        }
        (Takes::ExactlyOne | Takes::AtLeastOne, Some(_), _) | (Takes::AtMostOne, _, _) => {}
    }
}

fn swap_reversed(form: &mut FormReader, first: &str, second: &str) {
    let number = |name| form.text(name)?.parse::<i64>().ok();
    if let (Some(earlier), Some(later)) = (number(first), number(second))
        && earlier > later
    {
        form.set(first, &later.to_string());
        form.set(second, &earlier.to_string());
    }
}
