//! How a type is spelled in Rust: as a field, and as an argument.

use proc_macro2::TokenStream;
use quote::quote;

use super::rust::ident;
use crate::model::{Api, Field, Parameter, Presence, ReturnKind, Returns, Scalar, Shape, TypeId};

/// A type as the field of a struct.
pub fn shape(api: &Api, shape: &Shape) -> TokenStream {
    match shape {
        Shape::Scalar(Scalar::String) => quote! { String },
        Shape::Scalar(Scalar::Int) => quote! { i64 },
        Shape::Scalar(Scalar::Number) => quote! { rt::Number },
        Shape::Scalar(Scalar::Bool) => quote! { bool },
        Shape::Scalar(Scalar::Any | Scalar::Object) => quote! { rt::Json },
        Shape::Scalar(Scalar::Null) => quote! { () },
        Shape::Scalar(Scalar::File) => quote! { rt::Upload },
        Shape::List(item) => {
            let item = self::shape(api, item);
            quote! { Vec<#item> }
        }
        Shape::Map(value) => {
            let value = self::shape(api, value);
            quote! { std::collections::BTreeMap<String, #value> }
        }
        Shape::Named(id) => named(api, *id),
    }
}

fn named(api: &Api, id: TypeId) -> TokenStream {
    match api.ty(id) {
        Some(ty) => {
            let name = ident(&ty.rust);
            quote! { crate::#name }
        }
        None => quote! { rt::Json },
    }
}

/// The type of a parameter's value, whether or not it must be there.
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
    if is_option(parameter) {
        quote! { Option<#inner> }
    } else {
        inner
    }
}

/// Whether a parameter's field is an `Option`.
pub fn is_option(parameter: &Parameter) -> bool {
    parameter.presence == Presence::Optional || parameter.nullable
}

/// The type of a type's field: the documents don't say which are always there.
pub fn field(api: &Api, field: &Field) -> TokenStream {
    let inner = if field.secret {
        quote! { rt::Secret }
    } else {
        shape(api, &field.ty.shape)
    };
    if field.boxed {
        return quote! { Option<Box<#inner>> };
    }
    quote! { Option<#inner> }
}

/// How an argument is taken and turned into its field.
pub struct Argument {
    /// Type of the argument.
    pub ty: TokenStream,
    /// The field's value, of an argument with this name.
    pub value: TokenStream,
}

/// A parameter's value as the argument `name`.
pub fn argument(api: &Api, parameter: &Parameter, name: &TokenStream) -> Argument {
    let inner = self::parameter(api, parameter);
    if parameter.values.is_some() || parameter.secret {
        return Argument { ty: quote! { impl Into<#inner> }, value: quote! { #name.into() } };
    }
    match &parameter.ty.shape {
        Shape::Scalar(Scalar::Int | Scalar::Bool | Scalar::Null) => {
            Argument { ty: inner, value: quote! { #name } }
        }
        Shape::Scalar(_) | Shape::Named(_) => {
            Argument { ty: quote! { impl Into<#inner> }, value: quote! { #name.into() } }
        }
        Shape::List(item) => {
            let item = shape(api, item);
            Argument {
                ty: quote! { impl IntoIterator<Item = impl Into<#item>> },
                value: quote! { #name.into_iter().map(Into::into).collect() },
            }
        }
        Shape::Map(item) => {
            let item = shape(api, item);
            Argument {
                ty: quote! { impl IntoIterator<Item = (impl Into<String>, impl Into<#item>)> },
                value: quote! { #name.into_iter().map(|(key, value)| (key.into(), value.into())).collect() },
            }
        }
    }
}

/// What a handler gives: what a client gets, but a file where that gets a
/// download.
pub fn given(api: &Api, returns: &Returns) -> TokenStream {
    match returns.kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope => result(api, returns),
        ReturnKind::Text | ReturnKind::Redirect(_) => quote! { String },
        ReturnKind::Bytes => quote! { rt::server::File },
        ReturnKind::Described => quote! { rt::Json },
    }
}

fn result(api: &Api, returns: &Returns) -> TokenStream {
    match (returns.values, &returns.ty) {
        (Some(id), _) => named(api, id),
        (None, Some(ty)) => shape(api, &ty.shape),
        (None, None) => quote! { rt::Json },
    }
}

/// The marker that reads a result.
pub fn returns(api: &Api, returns: &Returns) -> TokenStream {
    let ty = result(api, returns);
    match returns.kind {
        ReturnKind::Message => quote! { rt::returns::Message<#ty> },
        ReturnKind::Json => quote! { rt::returns::Json<#ty> },
        ReturnKind::Envelope => quote! { rt::returns::Envelope<#ty> },
        ReturnKind::Text => quote! { rt::returns::Text },
        ReturnKind::Bytes => quote! { rt::returns::Bytes },
        ReturnKind::Redirect(_) => quote! { rt::returns::Redirect },
        ReturnKind::Described => quote! { rt::returns::Described },
    }
}
