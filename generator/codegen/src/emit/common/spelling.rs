//! The spelling of a type in Rust: as a field, and as an argument.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::ident;
use generator_spec::model::{
    Api, Auth, Field, ListStyle, Operation, Parameter, Presence, ReturnKind, Returns, Shape, TypeId,
};

/// A type as the field of a struct.
pub fn shape(api: &Api, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Scalar(scalar) => match scalar.row().rust {
            [] => quote! { () },
            path => {
                let path = path.iter().map(|part| ident(part));
                quote! { #(#path)::* }
            }
        },
        Shape::List(item) => {
            let item = self::shape(api, item);
            quote! { Vec<#item> }
        }
        Shape::Map(value) => {
            let value = self::shape(api, value);
            quote! { std::collections::BTreeMap<String, #value> }
        }
        Shape::Nullable(inner) => option(self::shape(api, inner)),
        Shape::Named(id) => named(api, *id),
    }
}

fn named(api: &Api, id: TypeId) -> TokenStream {
    api.ty(id).map_or_else(|| quote! { rt::Json }, |ty| own(&ty.rust))
}

/// A type of the crate.
fn own(name: &str) -> TokenStream {
    let name = ident(name);
    quote! { crate::#name }
}

/// The type of a parameter's value, without `Option`.
pub fn parameter(api: &Api, parameter: &Parameter) -> TokenStream {
    match (parameter.values, parameter.secret) {
        (Some(id), _) => named(api, id),
        (None, true) => quote! { rt::Secret },
        (None, false) => shape(api, &parameter.ty.shape),
    }
}

/// The type of a parameter's field.
pub fn parameter_field(api: &Api, parameter: &Parameter) -> TokenStream {
    let inner = self::parameter(api, parameter);
    if is_option(parameter) { option(inner) } else { inner }
}

/// `Option<T>`
pub fn option(inner: TokenStream) -> TokenStream {
    quote! { Option<#inner> }
}

/// Returns whether a parameter's field is an `Option`.
pub fn is_option(parameter: &Parameter) -> bool {
    parameter.presence == Presence::Optional || parameter.nullable
}

/// The type of a type's field.
pub fn field(api: &Api, field: &Field) -> TokenStream {
    let inner = match field.boxed {
        true => {
            let inner = field_value(api, field);
            quote! { Box<#inner> }
        }
        false => field_value(api, field),
    };
    if field.is_option { option(inner) } else { inner }
}

/// The type of a field's value, without `Option`.
fn field_value(api: &Api, field: &Field) -> TokenStream {
    match (&field.ty.shape, field.list) {
        (Shape::List(item), Some(style)) => joined(shape(api, item), style),
        _ if field.secret => quote! { rt::Secret },
        (shape, _) => self::shape(api, shape),
    }
}

/// A list that is sent as one text: `rt::Joined<T, ','>`.
fn joined(item: TokenStream, style: ListStyle) -> TokenStream {
    let between = style.between().unwrap_or(',');
    quote! { rt::Joined<#item, #between> }
}

/// An argument, and the code that converts it to the type of its field.
pub struct Argument {
    /// Type of the argument.
    pub ty: TokenStream,
    /// The expression of the field's value.
    pub value: TokenStream,
}

/// A parameter's value as the argument `name`.
pub fn argument(api: &Api, parameter: &Parameter, name: &str) -> Argument {
    match (parameter.values, parameter.secret) {
        (None, false) => shape_argument(api, &parameter.ty.shape, name),
        _ => converted(self::parameter(api, parameter), name),
    }
}

/// The value of a required parameter's field as an argument of its name.
pub fn required(api: &Api, parameter: &Parameter) -> Argument {
    if parameter.nullable {
        converted(parameter_field(api, parameter), &parameter.rust)
    } else {
        argument(api, parameter, &parameter.rust)
    }
}

/// A field's value as the argument `name`.
pub fn field_argument(api: &Api, field: &Field, name: &str) -> Argument {
    let Argument { ty, value } = match field.secret {
        true => converted(quote! { rt::Secret }, name),
        false => shape_argument(api, &field.ty.shape, name),
    };
    Argument {
        ty,
        value: if field.boxed {
            quote! { Box::new(#value) }
        } else {
            value
        },
    }
}

/// The value of a field as an argument of a constructor, with the field's name.
pub fn required_field(api: &Api, field: &Field) -> Argument {
    if !field.nullable {
        let Argument { ty, value } = field_argument(api, field, &field.rust);
        return Argument {
            ty,
            value: if field.is_option {
                quote! { Some(#value) }
            } else {
                value
            },
        };
    }
    let Argument { ty, value } = converted(option(field_value(api, field)), &field.rust);
    Argument {
        ty,
        value: if field.boxed {
            quote! { #value.map(Box::new) }
        } else {
            value
        },
    }
}

fn converted(ty: TokenStream, name: &str) -> Argument {
    let name = ident(name);
    Argument { ty: quote! { impl Into<#ty> }, value: quote! { #name.into() } }
}

fn shape_argument(api: &Api, shape: &Shape, name: &str) -> Argument {
    let (inner, variable) = (self::shape(api, shape), ident(name));
    match shape {
        Shape::Scalar(scalar) if !scalar.row().is_converted => {
            Argument { ty: inner, value: quote! { #variable } }
        }
        Shape::Scalar(_) | Shape::Nullable(_) | Shape::Named(_) => converted(inner, name),
        Shape::List(item) => {
            let item = self::shape(api, item);
            Argument {
                ty: quote! { impl IntoIterator<Item = impl Into<#item>> },
                value: quote! { #variable.into_iter().map(Into::into).collect() },
            }
        }
        Shape::Map(item) => {
            let item = self::shape(api, item);
            Argument {
                ty: quote! { impl IntoIterator<Item = (impl Into<String>, impl Into<#item>)> },
                value: quote! {
                    #variable.into_iter().map(|(key, value)| (key.into(), value.into())).collect()
                },
            }
        }
    }
}

/// The type of an operation's caller in a handler.
pub fn caller(api: &Api, operation: &Operation) -> String {
    let owner = api.block_of(&operation.auth).map(|block| &api.owner(block).caller);
    match (&operation.auth, owner) {
        (Auth::Required(_), Some(caller)) => format!("Self::{caller}"),
        (Auth::Optional(_), Some(caller)) => format!("Option<Self::{caller}>"),
        (Auth::Required(_) | Auth::Optional(_) | Auth::None | Auth::NotShown, _) => "()".to_owned(),
    }
}

/// The type that a handler returns: the client's, except for a file instead of a download.
pub fn given(api: &Api, operation: &Operation) -> TokenStream {
    match &operation.results_rust {
        Some(name) => own(name),
        None => with_headers(&operation.returns, value(api, &operation.returns)),
    }
}

fn value(api: &Api, returns: &Returns) -> TokenStream {
    match returns.kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope => result(api, returns),
        ReturnKind::Text | ReturnKind::Redirect(_) => quote! { String },
        ReturnKind::Bytes => quote! { rt::server::File },
        ReturnKind::Described => quote! { rt::Json },
        ReturnKind::Nothing => quote! { () },
    }
}

fn result(api: &Api, returns: &Returns) -> TokenStream {
    match (returns.values, &returns.ty) {
        (Some(id), _) => named(api, id),
        (None, Some(ty)) => shape(api, &ty.shape),
        (None, None) => quote! { rt::Json },
    }
}

/// The type that a client returns, except for a download: the handler's, wrapped if it is a secret.
pub fn received(api: &Api, operation: &Operation) -> TokenStream {
    if let Some(name) = &operation.results_rust {
        return own(name);
    }
    let returns = &operation.returns;
    let value = value(api, returns);
    let value = if returns.is_sealed() {
        quote! { rt::Sensitive<#value> }
    } else {
        value
    };
    with_headers(returns, value)
}

fn with_headers(returns: &Returns, value: TokenStream) -> TokenStream {
    match &returns.headers_rust {
        Some(name) => {
            let headers = own(name);
            quote! { rt::WithHeaders<#value, #headers> }
        }
        None => value,
    }
}

/// The marker that reads the results of an operation.
pub fn returns_of(api: &Api, operation: &Operation) -> TokenStream {
    match &operation.results_rust {
        Some(name) => {
            let results = own(name);
            quote! { rt::returns::ByStatus<#results> }
        }
        None => returns(api, &operation.returns),
    }
}

/// The marker that reads a result.
pub fn returns(api: &Api, returns: &Returns) -> TokenStream {
    let marker = marker(api, returns);
    let marker = if returns.is_sealed() {
        quote! { rt::returns::Sensitive<#marker> }
    } else {
        marker
    };
    match &returns.headers_rust {
        Some(name) => {
            let headers = own(name);
            quote! { rt::returns::WithHeaders<#marker, #headers> }
        }
        None => marker,
    }
}

fn marker(api: &Api, returns: &Returns) -> TokenStream {
    let result = result(api, returns);
    match returns.kind {
        ReturnKind::Message => quote! { rt::returns::Message<#result> },
        ReturnKind::Json => quote! { rt::returns::Json<#result> },
        ReturnKind::Envelope => quote! { rt::returns::Envelope<#result> },
        ReturnKind::Text => quote! { rt::returns::Text },
        ReturnKind::Bytes => quote! { rt::returns::Bytes },
        ReturnKind::Redirect(_) => quote! { rt::returns::Redirect },
        ReturnKind::Described => quote! { rt::returns::Described },
        ReturnKind::Nothing => quote! { rt::returns::Nothing },
    }
}
