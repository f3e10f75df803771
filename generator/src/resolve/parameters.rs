//! Parameters of operations and authentication blocks.

use indexmap::IndexMap;

use crate::diagnostics::{At, Faults};
use crate::load::source::{FormatSource, ParameterSource, Terse};
use crate::model::{
    EnumOf, Format, Literal, Parameter, Presence, RequestEncoding, Scalar, Shape, Type, TypeKind, Wire,
};
use crate::naming;

use super::names::{Names, is_renamed};
use super::notation::Notation;
use super::scope::{Scope, did_you_mean, optional_version};
use super::{literals, types};

/// Parameters by name, each with its place.
pub type Written<'a> = IndexMap<&'a str, (&'a ParameterSource, At<'a>)>;

/// The parameters of one map, each with its place.
pub fn written<'a>(source: &'a IndexMap<String, Terse<ParameterSource>>, at: At<'a>) -> Written<'a> {
    let entries = source.iter().enumerate();
    entries.map(|(index, (name, Terse(parameter)))| (name.as_str(), (parameter, at.item(index)))).collect()
}

/// An operation's parameters: the inherited ones it keeps, then its own; one
/// that it lists again stands where it lists it.
pub fn inherit<'a>(
    inherited: &Written<'a>,
    own: Written<'a>,
    without: &[String],
    at: At<'_>,
    faults: &mut Faults,
) -> Written<'a> {
    for (index, name) in without.iter().enumerate() {
        if !inherited.contains_key(name.as_str()) {
            let help = did_you_mean(name, inherited.keys().copied(), "take it out of `without`");
            faults.push(at.get("without").item(index), format!("`{name}` is not inherited"), help);
        }
    }
    let is_kept = |name: &&str| !without.iter().any(|left| left == name) && !own.contains_key(*name);
    let kept = inherited.iter().filter(|(name, _)| is_kept(name)).map(|(name, entry)| (*name, *entry));
    kept.collect::<Written<'a>>().into_iter().chain(own.clone()).collect()
}

/// Resolves parameters in their order.
pub fn resolve(
    written: &Written<'_>,
    scope: &Scope<'_>,
    encoding: RequestEncoding,
    rust_names: &mut Names,
    faults: &mut Faults,
) -> Vec<Parameter> {
    let parameters: Vec<_> = written
        .iter()
        .map(|(name, (source, at))| parameter(name, source, scope, rust_names, *at, faults))
        .collect();
    for (parameter, (source, at)) in parameters.iter().zip(written.values()) {
        check_file(parameter, encoding, *at, faults);
        check_condition(parameter, source, &parameters, *at, faults);
    }
    parameters
}

fn parameter(
    name: &str,
    source: &ParameterSource,
    scope: &Scope<'_>,
    rust_names: &mut Names,
    at: At<'_>,
    faults: &mut Faults,
) -> Parameter {
    let Notation { ty, json, presence, nullable } =
        scope.type_names.read(&source.notation, at.get("type"), faults);
    types::check_secret(source.secret, &ty.shape, at, faults);
    let rust = match check_name(name, at, faults) {
        true => rust_names.take(name, source.rust.as_deref(), naming::field, (at, at.key()), faults),
        false => String::new(),
    };
    let values =
        source.values.as_ref().and_then(|values| scope.enumeration(values, at.get("values"), faults));
    let default =
        source.default.as_ref().map(|default| literals::typed(default, &ty, at.get("default"), faults));
    if let Some(listed) = values.and_then(|id| scope.types.get(id.0)) {
        check_values(source, listed, &ty.shape, default.as_ref(), at, faults);
    }
    if nullable && presence == Presence::Optional {
        let help = "a form tells absent from null only where it is always sent: keep `?` or `or null`";
        faults.push(at.get("type"), "a parameter that is optional and nullable", help);
    }
    let wire = wire(json, &ty.shape, scope);
    if nullable && presence == Presence::Required && wire == Wire::Json {
        let help = "write it as optional: `?` in place of ` or null`";
        faults.push(at.get("type"), "a nullable parameter that travels as JSON text", help);
    }
    if default.is_some() && presence == Presence::Required {
        let help = "write `?` behind the type, or take the default out";
        faults.push(at.get("default"), "a required parameter with a default", help);
    }
    Parameter {
        name: name.to_owned(),
        rust,
        renamed: is_renamed(source.rust.as_deref(), &naming::field(name)),
        wire,
        ty,
        values,
        constant: source.value.clone(),
        json,
        presence,
        nullable,
        doc: source.doc.clone(),
        since: optional_version(source.since.as_ref(), at.get("since"), faults),
        default,
        format: source.format.as_ref().map(|Terse(format)| self::format(format, at.get("format"), faults)),
        required_when: source.required_when.clone(),
        top_level_only: source.top_level_only,
        secret: source.secret,
        one_time: source.one_time,
    }
}

/// Listed values stand for a text or a number, in the open.
fn check_values(
    source: &ParameterSource,
    listed: &Type,
    shape: &Shape,
    default: Option<&Literal>,
    at: At<'_>,
    faults: &mut Faults,
) {
    let TypeKind::Enum { of, variants } = &listed.kind else { return };
    let (name, at_values) = (&listed.name, at.get("values"));
    let fits = match of {
        EnumOf::String => *shape == Shape::Scalar(Scalar::String),
        EnumOf::Number => matches!(shape, Shape::Scalar(Scalar::Int | Scalar::Number)),
    };
    if !fits {
        let title = format!("the values of `{name}` are none of type `{}`", source.notation);
        faults.push(at_values, title, "write `string` or `int`, as the values are, or take `values` out");
    }
    if source.secret {
        faults.push(at.get("secret"), "a secret with listed values", "take one of the two out");
    }
    if let Some(default) = default
        && !variants.iter().any(|variant| variant.value == *default)
    {
        let title = format!("`{}` is none of the values of `{name}`", default.text());
        faults.push(at.get("default"), title, "write one of them, or add it to that type");
    }
}

fn wire(json: bool, shape: &Shape, scope: &Scope<'_>) -> Wire {
    match shape {
        Shape::Scalar(Scalar::File) => Wire::File,
        Shape::Scalar(Scalar::String | Scalar::Int | Scalar::Number | Scalar::Bool) if !json => Wire::Text,
        Shape::Named(id) if !json && scope.types.get(id.0).is_some_and(Type::is_enum) => Wire::Text,
        Shape::Scalar(_) | Shape::Named(_) | Shape::List(_) | Shape::Map(_) => Wire::Json,
    }
}

/// A name travels in forms and headers, and stands in quotes and tables.
fn check_name(name: &str, at: At<'_>, faults: &mut Faults) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_sound = !name.is_empty() && name.chars().all(is_plain);
    if !is_sound {
        faults.push(
            at.key(),
            format!("`{name}` is no parameter name"),
            "use letters, digits, `_`, `-` and `.`",
        );
    }
    is_sound
}

fn format(source: &FormatSource, at: At<'_>, faults: &mut Faults) -> Format {
    match source.name.as_deref() {
        Some("six_digits") => return Format::SixDigits,
        Some(other) => {
            let help = "write `six_digits`, or a map such as `{min_length: 8, digit: true}`";
            faults.push(at, format!("unknown format `{other}`"), help);
        }
        None => {}
    }
    Format::Password {
        min_length: source.min_length.unwrap_or_default(),
        uppercase: source.uppercase,
        lowercase: source.lowercase,
        digit: source.digit,
    }
}

fn check_file(parameter: &Parameter, encoding: RequestEncoding, at: At<'_>, faults: &mut Faults) {
    let is_file = parameter.ty.shape == Shape::Scalar(Scalar::File);
    if is_file && encoding != RequestEncoding::Multipart {
        faults.push(
            at.get("type"),
            "a file outside a multipart form",
            "say `encoding: multipart` in the operation",
        );
    }
    if is_file && (parameter.presence == Presence::Optional || parameter.nullable || parameter.json) {
        let help = "a file is always sent, and as it is: write `file` alone";
        faults.push(at.get("type"), "a file that is optional, nullable or JSON", help);
    }
}

fn check_condition(
    parameter: &Parameter,
    source: &ParameterSource,
    all: &[Parameter],
    at: At<'_>,
    faults: &mut Faults,
) {
    let Some(condition) = &source.required_when else { return };
    let at = at.get("required_when");
    if parameter.presence == Presence::Required {
        faults.push(at, "a condition on a parameter that is always required", "write `?` behind its type");
    }
    if !all.iter().any(|other| other.name == condition.parameter) {
        let names = all.iter().map(|other| other.name.as_str());
        let help = did_you_mean(&condition.parameter, names, "name another parameter of this operation");
        faults.push(at.get("parameter"), format!("unknown parameter `{}`", condition.parameter), help);
    }
}
