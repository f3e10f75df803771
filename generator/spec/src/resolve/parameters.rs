//! Parameters of operations and authentication blocks.

use indexmap::IndexMap;
use serde_json::Value;

use crate::diagnostics::{At, did_you_mean};
use crate::facts::ToJson as _;
use crate::load::source::{FormatSource, ParameterSource, Shorthand};
use crate::model::{
    EnumOf, Format, JsonKind, Parameter, Place, Presence, Range, RequestEncoding, Scalar, Shape, Type,
    TypeKind, TypeRef, Wire, plain_text,
};
use crate::naming;

use super::names::RustNames;
use super::notation::Notation;
use super::places::Owner;
pub use super::places::Sent;
use super::scope::Scope;
use super::together::{self, Map};
use super::{defaults, deprecations, places, ranges, styles, types};

/// Parameters by name, each with its place.
pub type WrittenParameters<'a> = IndexMap<&'a str, (&'a ParameterSource, At<'a>)>;

/// The parameters of one map, each with its place.
pub fn written<'a>(
    source: &'a IndexMap<String, Shorthand<ParameterSource>>,
    at: At<'a>,
) -> WrittenParameters<'a> {
    let entries = source.iter().zip(at.items());
    entries.map(|((name, Shorthand(parameter)), at)| (name.as_str(), (parameter, at))).collect()
}

/// An operation's parameters: the inherited ones it keeps, then its own; one
/// that it lists again is where it lists it.
pub fn inherit<'a>(
    inherited: &WrittenParameters<'a>,
    own: WrittenParameters<'a>,
    without: &[String],
    scope: &Scope<'_>,
    (at, inherited_at): (At<'_>, At<'_>),
) -> WrittenParameters<'a> {
    for (name, at) in without.iter().zip(at.get("without").items()) {
        if !inherited.contains_key(name.as_str()) {
            let help = did_you_mean(name, inherited.keys().copied(), "remove it from `without`");
            let at = at.poisoned_if(inherited_at.poisons(name));
            scope.errors.push(at, format!("`{name}` is not inherited"), help);
        }
    }
    let is_kept = |name: &&str| !without.iter().any(|left| left == name) && !own.contains_key(*name);
    let kept = inherited.iter().filter(|(name, _)| is_kept(name)).map(|(name, entry)| (*name, *entry));
    kept.collect::<WrittenParameters<'a>>().into_iter().chain(own.clone()).collect()
}

/// Resolves parameters in their order; `maps` are the places of the maps that they are in.
pub fn resolve(
    written: &WrittenParameters<'_>,
    maps: &[At<'_>],
    scope: &Scope<'_>,
    sent: &Sent<'_>,
    rust_names: &RustNames<'_>,
) -> Vec<Parameter> {
    let parameters =
        written.iter().map(|(name, (source, at))| parameter(name, source, sent, (scope, rust_names), *at));
    let parameters: Vec<_> = parameters.collect();
    for (parameter, (_, at)) in parameters.iter().zip(written.values()) {
        check_file(parameter, sent.encoding, scope, *at);
        check_marks(parameter, &parameters, scope, *at);
        check_condition(parameter, &parameters, maps, scope, *at);
    }
    let places: Vec<At<'_>> = written.values().map(|(_, at)| *at).collect();
    places::check_names(&parameters, &places, scope);
    deprecations::check_parameters(&parameters, &places, maps, scope);
    parameters
}

fn parameter(
    name: &str,
    source: &ParameterSource,
    sent: &Sent<'_>,
    (scope, rust_names): (&Scope<'_>, &RustNames<'_>),
    at: At<'_>,
) -> Parameter {
    let Notation { ty, json, presence, nullable, is_lost } = scope.read(&source.notation, at.get("type"));
    types::check_secret(source.secret, &ty.shape, scope, at.poisoned_if(is_lost));
    let usual = naming::field(name);
    let (rust, renamed) = match is_wire_name(name) {
        true => rust_names.take(name, source.rust.as_ref(), usual, (at, at.key())),
        false => {
            let title = format!("`{name}` is not a parameter name");
            scope.errors.push(
                at.key(),
                title,
                "use letters, digits, `_`, `-` and `.`; any other name on the wire is its `sent_as`",
            );
            (usual, false)
        }
    };
    let place = sent.place(name, source, scope, at);
    let list = styles::list_style((name, source), place, (&ty.shape, json), scope, at.poisoned_if(is_lost));
    let object = styles::object_style(source, place, (&ty.shape, json), scope, at.poisoned_if(is_lost));
    let parameter = Parameter {
        name: name.to_owned(),
        sent_as: source.sent_as.clone(),
        rust,
        renamed,
        place,
        moved: source.place.is_some(),
        list,
        object,
        object_inferred: source.object_inferred,
        flag: source.flag,
        reserved: source.reserved,
        wire: match (place, list) {
            (Place::Field, _) if !ty.shape.is_file() => Wire::Json,
            (_, Some(_)) => Wire::List,
            (_, None) => wire(json, &ty.shape, scope),
        },
        range: ranges::resolve(source.limits(), &ty, scope, at.poisoned_if(is_lost)),
        ty,
        holds: None,
        values: source.values.as_ref().and_then(|values| scope.listed(values, at.get("values"))),
        constant: source.value.clone(),
        chooses: false,
        json,
        presence,
        nullable,
        content: None,
        doc: source.doc.clone(),
        since: scope.version(source.since.as_ref(), at.get("since")),
        deprecated: deprecations::resolve(source.deprecated.as_ref(), scope, at.get("deprecated")),
        default: source.default.clone(),
        format: source.format.as_ref().map(|Shorthand(format)| self::format(format, scope, at.get("format"))),
        required_when: source.required_when.clone(),
        fill: source.fill,
        top_level_only: source.top_level_only,
        secret: source.secret,
        one_time: source.one_time,
        new_password: source.new_password,
        subject: source.subject,
        source: at.overlaid(),
    };
    together::check(Map::Parameter, at, scope);
    check_presence(&parameter, scope, at.poisoned_if(is_lost));
    check_constant(&parameter, scope, at.poisoned_if(is_lost));
    check_fill(&parameter, sent, scope, at.poisoned_if(is_lost));
    places::check(&parameter, sent.of, scope, at.poisoned_if(is_lost));
    check_values(&parameter, scope, at.poisoned_if(is_lost));
    parameter
}

impl Parameter {
    /// A required text in a form.
    pub fn new(name: String, (rust, renamed): (String, bool), ty: TypeRef) -> Self {
        Self {
            name,
            sent_as: None,
            rust,
            renamed,
            place: Place::Form,
            moved: false,
            list: None,
            object: None,
            object_inferred: false,
            flag: false,
            reserved: false,
            ty,
            holds: None,
            values: None,
            constant: None,
            chooses: false,
            json: false,
            wire: Wire::Text,
            presence: Presence::Required,
            content: None,
            nullable: false,
            doc: None,
            since: None,
            deprecated: None,
            default: None,
            format: None,
            range: Range::default(),
            required_when: None,
            fill: None,
            top_level_only: false,
            secret: false,
            one_time: false,
            new_password: false,
            subject: false,
            source: None,
        }
    }
}

/// Checks the marks that only texts have, and the one that only one parameter has.
fn check_marks(parameter: &Parameter, all: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    if parameter.ty.shape != Shape::Scalar(Scalar::String) {
        // A secret that is no text is reported as one.
        let keys: &[&str] = if parameter.secret { &["format"] } else { &["format", "new_password"] };
        scope.refuse(keys, "this type", "write `string`, or remove it", at);
    }
    let first = all.iter().find(|it| it.subject);
    if let Some(first) = first.filter(|first| parameter.subject && first.name != parameter.name) {
        let title = format!("`{}` is already what the operation is about", first.name);
        scope.errors.push(at.get("subject").key(), title, "keep the mark at one parameter");
    }
}

/// The one value of a parameter is always sent.
fn check_constant(parameter: &Parameter, scope: &Scope<'_>, at: At<'_>) {
    let Some(value) = &parameter.constant else { return };
    let kind = match &parameter.ty.shape {
        Shape::Scalar(scalar) => scalar.row().json,
        Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) | Shape::Named(_) => JsonKind::Any,
    };
    let fits = match kind {
        JsonKind::String => true,
        JsonKind::Boolean => value.parse::<bool>().is_ok(),
        JsonKind::Integer => value.parse::<i64>().is_ok(),
        JsonKind::Number => value.parse::<f64>().is_ok_and(f64::is_finite),
        JsonKind::Any | JsonKind::Null | JsonKind::Object => false,
    };
    if !fits {
        let title = format!("`{value}` is not a value of type `{}`", parameter.ty.notation);
        scope.errors.push(at.get("value"), title, "write a value of that type, or correct the type");
    }
    if parameter.presence == Presence::Optional || parameter.nullable {
        let help = "write the type alone: the value is always sent";
        scope.errors.push(at.get("type"), "a parameter with one value cannot be left out", help);
    }
}

fn check_presence(parameter: &Parameter, scope: &Scope<'_>, at: At<'_>) {
    let is_optional = parameter.presence == Presence::Optional;
    let at_type = at.get("type");
    if parameter.nullable && is_optional {
        let help = "keep `?` or `or null`: a form shows null only in a parameter that is always sent";
        scope.errors.push(at_type, "a parameter cannot be both optional and nullable", help);
    } else if parameter.nullable && parameter.place != Place::Field {
        let what = match parameter.wire {
            Wire::Json => Some("a parameter that is sent as JSON text cannot be nullable"),
            Wire::List => Some("a list that is not JSON cannot be nullable"),
            Wire::Text | Wire::File => None,
        };
        if let Some(what) = what {
            let help = "make it optional: `?` instead of ` or null`";
            scope.errors.push(at_type, what, help);
        }
    }
    if let Some(default) = &parameter.default {
        defaults::check(default, (&parameter.ty, &parameter.range), scope, at.get("default"));
    }
}

/// Listed values are texts or numbers, and never secret.
fn check_values(parameter: &Parameter, scope: &Scope<'_>, at: At<'_>) {
    let Some(Type { name, kind: TypeKind::Enum { of, variants, .. }, .. }) =
        parameter.values.and_then(|id| scope.ty(id))
    else {
        return;
    };
    let shape = &parameter.ty.shape;
    let fits = match of {
        EnumOf::String => *shape == Shape::Scalar(Scalar::String),
        EnumOf::Number | EnumOf::Int => matches!(shape, Shape::Scalar(Scalar::Int | Scalar::Number)),
    };
    if !fits {
        let title = format!("the values of `{name}` are not of type `{}`", parameter.ty.notation);
        let help = "write `string` or `int`, as the values are, or remove `values`";
        scope.errors.push(at.get("values"), title, help);
    }
    if parameter.secret {
        let help = "remove `secret` or `values`";
        scope.errors.push(at.get("secret"), "a secret cannot have listed values", help);
    }
    let is_listed = |default: &&Value| variants.iter().any(|variant| variant.value.to_json() == **default);
    if let Some(default) = parameter.default.as_ref().filter(|default| !is_listed(default)) {
        let title = format!("`{}` is not one of the values of `{name}`", plain_text(default));
        scope.errors.push(at.get("default"), title, "write one of them, or add it to that type");
    }
}

fn wire(json: bool, shape: &Shape, scope: &Scope<'_>) -> Wire {
    match shape {
        shape if shape.is_file() => Wire::File,
        Shape::Scalar(scalar) if !json => scalar.row().wire,
        Shape::Named(id) if !json && scope.ty(*id).is_some_and(Type::is_enum) => Wire::Text,
        Shape::Scalar(_) | Shape::Named(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) => {
            Wire::Json
        }
    }
}

/// A name is sent in forms and headers, and appears in quotes and tables.
fn is_wire_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    !name.is_empty() && name.chars().all(is_plain)
}

/// Examples have passwords of the minimum length.
const LONGEST_MINIMUM: u32 = 1_000;

fn format(source: &FormatSource, scope: &Scope<'_>, at: At<'_>) -> Format {
    match source.name.as_deref() {
        Some("six_digits") => return Format::SixDigits,
        Some(other) => {
            let help = "write `six_digits`, or a map such as `{min_length: 8, digit: true}`";
            scope.errors.push(at, format!("unknown format `{other}`"), help);
        }
        None => {}
    }
    let min_length = source.min_length.unwrap_or_default();
    if min_length > LONGEST_MINIMUM {
        let help = format!("write a number up to {LONGEST_MINIMUM}");
        scope.errors.push(at.get("min_length"), format!("a password of {min_length} characters"), help);
    }
    Format::Password {
        min_length,
        uppercase: source.uppercase,
        lowercase: source.lowercase,
        digit: source.digit,
    }
}

fn check_file(parameter: &Parameter, encoding: RequestEncoding, scope: &Scope<'_>, at: At<'_>) {
    if parameter.wire != Wire::File {
        return;
    }
    scope.refuse(&["in"], "a file", "remove it: a file is a part of the form", at);
    let at = at.get("type");
    match encoding {
        RequestEncoding::Multipart => {}
        RequestEncoding::Form => {
            let help = "set `encoding: multipart` in the operation";
            scope.errors.push(at, "a file needs a multipart form", help);
        }
        RequestEncoding::Json | RequestEncoding::Body => {
            let help = "set `encoding: multipart` in the operation, or use `body: {bytes: any}`";
            scope.errors.push(at, "a file cannot be sent in JSON", help);
        }
        RequestEncoding::Query => {
            let help = "set `method: POST` and `encoding: multipart` in the operation";
            scope.errors.push(at, "a file cannot be sent in a query", help);
        }
    }
    if parameter.nullable || parameter.json {
        let help = "write `file`, or `file?` if it may be left out";
        scope.errors.push(at, "a file cannot be nullable or JSON", help);
    }
}

/// Only a text that may be left out can be filled in.
fn check_fill(it: &Parameter, sent: &Sent<'_>, scope: &Scope<'_>, at: At<'_>) {
    let is_text = it.ty.shape == Shape::Scalar(Scalar::String) && it.presence == Presence::Optional;
    if it.fill.is_some() && !(is_text && sent.of == Owner::Operation) {
        let help = "write `type: string?`: clients send it, whatever the program leaves out";
        scope.errors.push(
            at.get("fill").key(),
            "only an optional text of an operation can be filled in",
            help,
        );
    }
}

fn check_condition(parameter: &Parameter, all: &[Parameter], maps: &[At<'_>], scope: &Scope<'_>, at: At<'_>) {
    let Some(condition) = &parameter.required_when else { return };
    let at = at.get("required_when");
    if parameter.presence == Presence::Required {
        let title = "`required_when` on a parameter that is always required";
        scope.errors.push(at, title, "add `?` to its type, or remove `required_when`");
    }
    if !all.iter().any(|other| other.name == condition.parameter) {
        let names = all.iter().map(|other| other.name.as_str());
        let help = "use another parameter of this operation";
        let at = at.get("parameter").poisoned_if(maps.iter().any(|map| map.poisons(&condition.parameter)));
        scope.errors.unknown(at, "parameter", &condition.parameter, names, help);
    }
}
