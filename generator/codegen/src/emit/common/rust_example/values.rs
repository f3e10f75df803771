//! Values of parameters as Rust expressions.

use super::bodies;
use super::imports::Imports;
use super::leaves::{json, sample, spelled, variant};
use crate::emit::common::rust::ident;
use crate::emit::common::{sample_parameters, samples, spelling};
use generator_spec::model::{
    Api, Field, Parameter, Place, Presence, ReturnKind, Returns, Scalar, Shape, Type, TypeKind,
};

/// A value that the setter or the constructor takes.
pub fn argument(api: &Api, parameter: &Parameter, imports: &mut Imports) -> String {
    let value = value(api, parameter, imports);
    if !(parameter.nullable && parameter.presence == Presence::Required) {
        return value;
    }
    // The constructor takes an `Option`, or a value of exactly the type in it.
    let ty = spelled(&spelling::parameter(api, parameter));
    match (ty.as_str(), parameter.values) {
        (_, Some(_)) => value,
        ("i64", _) => format!("{value}_i64"),
        ("String", _) => format!("{value}.to_owned()"),
        ("bool", _) => value,
        (other, _) => {
            imports.used_in(other);
            let items = bodies::items(api, &parameter.ty.shape, &samples::text(parameter), imports);
            format!("{}::from({})", other.replacen('<', "::<", 1), items.unwrap_or(value))
        }
    }
}

fn value(api: &Api, parameter: &Parameter, imports: &mut Imports) -> String {
    if let Some(content) = &parameter.content {
        imports.used(&content.enum_rust);
        let own = match &parameter.ty.shape {
            // A variant has exactly its type, without conversion.
            shape @ (Shape::List(_) | Shape::Map(_)) => {
                bodies::owned(api, shape, &samples::text(parameter), imports)
            }
            Shape::Scalar(_) | Shape::Named(_) | Shape::Nullable(_) => own_value(api, parameter, imports),
        };
        let ty = spelled(&spelling::parameter_field(api, parameter));
        let own = if own.starts_with('"') && ty == "String" { format!("{own}.to_owned()") } else { own };
        return format!("{}::{}({own})", content.enum_rust, content.variant_rust);
    }
    own_value(api, parameter, imports)
}

fn own_value(api: &Api, parameter: &Parameter, imports: &mut Imports) -> String {
    if let Some(listed) = parameter.values.and_then(|id| samples::listed(api, id)) {
        return variant(listed, imports);
    }
    if parameter.secret && parameter.format.is_none() {
        return format!("{:?}", sample_parameters::secret(parameter));
    }
    let word = samples::text(parameter);
    match (&parameter.ty.shape, parameter.place) {
        (Shape::Scalar(Scalar::Int | Scalar::Number), _) => samples::number(&parameter.limits().range),
        (shape, Place::Body | Place::Field) => bodies::argument(api, shape, &word, imports),
        (
            shape,
            Place::Path
            | Place::PathRest
            | Place::Query
            | Place::Header
            | Place::Cookie
            | Place::Form
            | Place::Part,
        ) => self::shape(api, shape, &word, imports),
    }
}

fn shape(api: &Api, ty: &Shape, word: &str, imports: &mut Imports) -> String {
    match ty {
        Shape::Scalar(scalar) => sample(*scalar, imports).map_or_else(|| format!("{word:?}"), str::to_owned),
        Shape::List(item) => format!("[{}]", inner(api, item, word, imports)),
        Shape::Map(item) => format!("[(\"name\", {})]", inner(api, item, word, imports)),
        Shape::Nullable(item) => shape(api, item, word, imports),
        Shape::Named(id) => match (samples::listed(api, *id), api.ty(*id)) {
            (Some(listed), _) => variant(listed, imports),
            (None, Some(ty)) if ty.has_constructor() || ty.kind.is_union() => {
                bodies::argument(api, &Shape::Named(*id), word, imports)
            }
            (None, Some(Type { rust, kind: TypeKind::Fields { .. }, .. })) => {
                imports.used(rust);
                format!("{rust}::default()")
            }
            (None, _) => json(imports),
        },
    }
}

/// An item of a list or a map. A list in a list must have exactly its type, without conversion.
fn inner(api: &Api, ty: &Shape, word: &str, imports: &mut Imports) -> String {
    match ty {
        Shape::List(_) | Shape::Map(_) => {
            let ty = spelled(&spelling::shape(api, ty));
            imports.used_in(&ty);
            let (name, arguments) = ty.split_once('<').unwrap_or((&ty, ""));
            format!("{name}::<{arguments}::new()")
        }
        Shape::Nullable(item) => inner(api, item, word, imports),
        Shape::Scalar(_) | Shape::Named(_) => shape(api, ty, word, imports),
    }
}

/// Lines that return the response of a handler, unless it is a file.
pub fn response(api: &Api, returns: &Returns, imports: &mut Imports) -> Vec<String> {
    match (returns.kind, &returns.ty) {
        (ReturnKind::Nothing, _) => vec!["Ok(())".to_owned()],
        (ReturnKind::Text | ReturnKind::Redirect(_), _) => vec!["Ok(\"text\".to_owned())".to_owned()],
        (ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope, Some(ty)) => {
            match returns.values.and_then(|id| samples::listed(api, id)) {
                Some(listed) => vec![format!("Ok({})", variant(listed, imports))],
                None => typed_response(api, &ty.shape, imports),
            }
        }
        (
            ReturnKind::Described
            | ReturnKind::Bytes
            | ReturnKind::Message
            | ReturnKind::Json
            | ReturnKind::Envelope,
            _,
        ) => vec![format!("Ok({}.into())", json(imports))],
    }
}

/// Lines that return a value of a type. An object is built field by field.
fn typed_response(api: &Api, shape: &Shape, imports: &mut Imports) -> Vec<String> {
    let Some(ty) = shape.named().and_then(|id| api.ty(id)) else {
        return vec![format!("Ok({})", owned(shape, imports, ""))];
    };
    match &ty.kind {
        TypeKind::Fields { .. } if ty.has_constructor() => {
            let named = shape.named().map(Shape::Named);
            let value = named.map(|named| bodies::argument(api, &named, "text", imports)).unwrap_or_default();
            vec![format!("let response = {value};"), format!("Ok({})", owned(shape, imports, "response"))]
        }
        TypeKind::Fields { fields, .. } => {
            imports.used(&ty.rust);
            let sent = fields.iter().filter(|field| field.in_responses());
            let setters = sent.filter_map(|field| setter(api, ty, field)).take(2);
            let response = format!("{}::default(){}", ty.rust, setters.collect::<String>());
            vec![format!("let response = {response};"), format!("Ok({})", owned(shape, imports, "response"))]
        }
        TypeKind::Enum { variants, .. } => {
            let value = variants.first().map(|first| variant((ty, first), imports)).unwrap_or_default();
            vec![format!("Ok({})", owned(shape, imports, &value))]
        }
        TypeKind::Union { .. } => {
            let value = shape.named().map(|id| bodies::argument(api, &Shape::Named(id), "text", imports));
            vec![format!("Ok({})", owned(shape, imports, &value.unwrap_or_default()))]
        }
        TypeKind::Opaque | TypeKind::Alias { .. } => {
            imports.used("json");
            vec![format!("Ok({})", owned(shape, imports, "json!({}).into()"))]
        }
    }
}

/// An owned value; `named` is the value of the named type in it.
fn owned(shape: &Shape, imports: &mut Imports, named: &str) -> String {
    match shape {
        Shape::Scalar(scalar) => match sample(*scalar, imports) {
            None => "\"text\".to_owned()".to_owned(),
            Some(sample) if scalar.row().is_converted => format!("{sample}.into()"),
            Some(sample) => sample.to_owned(),
        },
        Shape::List(item) => format!("vec![{}]", owned(item, imports, named)),
        Shape::Map(item) => format!("[(\"name\".to_owned(), {})].into()", owned(item, imports, named)),
        Shape::Nullable(item) => format!("Some({})", owned(item, imports, named)),
        Shape::Named(_) => named.to_owned(),
    }
}

/// The call that sets a field, if its value is simple.
fn setter(api: &Api, ty: &Type, field: &Field) -> Option<String> {
    let value = match &field.ty.shape {
        _ if field.secret => return None,
        Shape::Scalar(Scalar::String) => format!("{:?}", samples::field_text(api, ty, field)),
        Shape::Scalar(Scalar::Int | Scalar::Number) => samples::field_number(api, ty, field),
        Shape::Scalar(Scalar::Bool) => "true".to_owned(),
        Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) | Shape::Named(_) => {
            return None;
        }
    };
    Some(format!(".{}({value})", ident(&field.rust)))
}
