//! The spelling of a type in Rust: as a field, and as an argument.

use syn::{Expr, Type, parse_quote};

use super::tree::{call, generic, into, like, method, ty, variable};
use generator_spec::model::{
    Api, Auth, Field, ListStyle, Operation, Parameter, Presence, ReturnKind, Returns, Shape, TypeId,
};

/// A type as the field of a struct.
pub fn shape(api: &Api, shape: &Shape) -> Type {
    match shape {
        Shape::Scalar(scalar) => match scalar.row().rust {
            [] => like!(Type, ()),
            path => ty(path),
        },
        Shape::List(item) => generic(&["Vec"], [self::shape(api, item)]),
        Shape::Map(value) => {
            generic(&["std", "collections", "BTreeMap"], [ty(&["String"]), self::shape(api, value)])
        }
        Shape::Nullable(inner) => option(self::shape(api, inner)),
        Shape::Named(id) => named(api, *id),
    }
}

fn named(api: &Api, id: TypeId) -> Type {
    api.ty(id).map_or_else(|| ty(&["rt", "Json"]), |it| ty(&["crate", &it.rust]))
}

/// The type of a parameter's value, whether or not it must be there.
pub fn parameter(api: &Api, parameter: &Parameter) -> Type {
    match (parameter.values, parameter.secret) {
        (Some(id), _) => named(api, id),
        (None, true) => ty(&["rt", "Secret"]),
        (None, false) => shape(api, &parameter.ty.shape),
    }
}

/// The type of a parameter's field.
pub fn parameter_field(api: &Api, parameter: &Parameter) -> Type {
    let inner = self::parameter(api, parameter);
    if is_option(parameter) { option(inner) } else { inner }
}

/// `Option<T>`
pub fn option(inner: Type) -> Type {
    generic(&["Option"], [inner])
}

/// Returns whether a parameter's field is an `Option`.
pub fn is_option(parameter: &Parameter) -> bool {
    parameter.presence == Presence::Optional || parameter.nullable
}

/// The type of a type's field: the documents don't say which are always there.
pub fn field(api: &Api, field: &Field) -> Type {
    let inner = match (&field.ty.shape, field.list) {
        (Shape::List(item), Some(style)) => joined(shape(api, item), style),
        _ if field.secret => ty(&["rt", "Secret"]),
        (it, _) => shape(api, it),
    };
    option(if field.boxed { generic(&["Box"], [inner]) } else { inner })
}

/// A list that is one text: `rt::Joined<T, ','>`.
fn joined(item: Type, style: ListStyle) -> Type {
    let between = style.between().unwrap_or(',');
    parse_quote! { rt::Joined<#item, #between> }
}

/// An argument and the code that turns it into its field.
pub struct Argument {
    /// Type of the argument.
    pub ty: Type,
    /// The field's value, of an argument with this name.
    pub value: Expr,
}

/// A parameter's value as the argument `name`.
pub fn argument(api: &Api, parameter: &Parameter, name: &str) -> Argument {
    match (parameter.values, parameter.secret) {
        (None, false) => shape_argument(api, &parameter.ty.shape, name),
        _ => converted(self::parameter(api, parameter), name),
    }
}

/// A field's value as the argument `name`.
pub fn field_argument(api: &Api, field: &Field, name: &str) -> Argument {
    let Argument { ty, value } = match field.secret {
        true => converted(self::ty(&["rt", "Secret"]), name),
        false => shape_argument(api, &field.ty.shape, name),
    };
    Argument { ty, value: if field.boxed { call(&["Box", "new"], [value]) } else { value } }
}

fn converted(ty: Type, name: &str) -> Argument {
    Argument { ty: into(ty), value: method(variable(name), "into", []) }
}

fn shape_argument(api: &Api, shape: &Shape, name: &str) -> Argument {
    let inner = self::shape(api, shape);
    match shape {
        Shape::Scalar(scalar) if !scalar.row().is_converted => Argument { ty: inner, value: variable(name) },
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => converted(inner, name),
        Shape::List(item) => {
            let (name, item) = (variable(name), self::shape(api, item));
            Argument {
                ty: parse_quote! { impl IntoIterator<Item = impl Into<#item>> },
                value: parse_quote! { #name.into_iter().map(Into::into).collect() },
            }
        }
        Shape::Map(item) => {
            let (name, item) = (variable(name), self::shape(api, item));
            Argument {
                ty: parse_quote! { impl IntoIterator<Item = (impl Into<String>, impl Into<#item>)> },
                value: parse_quote! {
                    #name.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
                },
            }
        }
    }
}

/// The caller of an operation as a handler knows it.
pub fn caller(api: &Api, operation: &Operation) -> String {
    let owner = api.block_of(&operation.auth).map(|block| &api.owner(block).caller);
    match (&operation.auth, owner) {
        (Auth::Required(_), Some(caller)) => format!("Self::{caller}"),
        (Auth::Optional(_), Some(caller)) => format!("Option<Self::{caller}>"),
        (Auth::Required(_) | Auth::Optional(_) | Auth::None | Auth::NotShown, _) => "()".to_owned(),
    }
}

/// The type that a handler returns: that of the client's result, but a file instead of a download.
pub fn given(api: &Api, operation: &Operation) -> Type {
    match &operation.results_rust {
        Some(name) => ty(&["crate", name]),
        None => with_headers(&operation.returns, value(api, &operation.returns)),
    }
}

fn value(api: &Api, returns: &Returns) -> Type {
    match returns.kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope => result(api, returns),
        ReturnKind::Text | ReturnKind::Redirect(_) => ty(&["String"]),
        ReturnKind::Bytes => ty(&["rt", "server", "File"]),
        ReturnKind::Described => ty(&["rt", "Json"]),
        ReturnKind::Nothing => like!(Type, ()),
    }
}

fn result(api: &Api, returns: &Returns) -> Type {
    match (returns.values, &returns.ty) {
        (Some(id), _) => named(api, id),
        (None, Some(ty)) => shape(api, &ty.shape),
        (None, None) => ty(&["rt", "Json"]),
    }
}

/// The type that a client returns, except for a download: the handler's, wrapped if it is secret.
pub fn received(api: &Api, operation: &Operation) -> Type {
    if let Some(name) = &operation.results_rust {
        return ty(&["crate", name]);
    }
    let returns = &operation.returns;
    let value = value(api, returns);
    let value = if returns.is_sealed() { generic(&["rt", "Sensitive"], [value]) } else { value };
    with_headers(returns, value)
}

fn with_headers(returns: &Returns, value: Type) -> Type {
    match &returns.headers_rust {
        Some(name) => generic(&["rt", "WithHeaders"], [value, ty(&["crate", name])]),
        None => value,
    }
}

/// The marker that reads the results of an operation.
pub fn returns_of(api: &Api, operation: &Operation) -> Type {
    match &operation.results_rust {
        Some(name) => generic(&["rt", "returns", "ByStatus"], [ty(&["crate", name])]),
        None => returns(api, &operation.returns),
    }
}

/// The marker that reads a result.
pub fn returns(api: &Api, returns: &Returns) -> Type {
    let marker = marker(api, returns);
    let marker =
        if returns.is_sealed() { generic(&["rt", "returns", "Sensitive"], [marker]) } else { marker };
    match &returns.headers_rust {
        Some(name) => generic(&["rt", "returns", "WithHeaders"], [marker, ty(&["crate", name])]),
        None => marker,
    }
}

fn marker(api: &Api, returns: &Returns) -> Type {
    let of_result = |name| generic(&["rt", "returns", name], [result(api, returns)]);
    let plain = |name| ty(&["rt", "returns", name]);
    match returns.kind {
        ReturnKind::Message => of_result("Message"),
        ReturnKind::Json => of_result("Json"),
        ReturnKind::Envelope => of_result("Envelope"),
        ReturnKind::Text => plain("Text"),
        ReturnKind::Bytes => plain("Bytes"),
        ReturnKind::Redirect(_) => plain("Redirect"),
        ReturnKind::Described => plain("Described"),
        ReturnKind::Nothing => plain("Nothing"),
    }
}
