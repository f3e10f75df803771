//! The request struct of an operation and its impls.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ImplItem, ImplItemConst, ReceiverKind, Stmt, parse_quote};

use super::{descriptor, docs};
use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling::{self, Argument};
use crate::emit::common::tree::{
    self, argument, function, implementation, method, mutable, of_self, path, receiver, reference, signature,
    text, ty,
};
use crate::model::{Api, Group, Operation, Parameter, Presence, Wire};

/// The items of one operation.
pub fn items(api: &Api, group: &Group, operation: &Operation) -> [Printed; 5] {
    [
        request(api, group, operation),
        constructor(api, operation),
        description(api, group, operation),
        encode(operation),
        decode(operation),
    ]
}

fn request(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let name = ident(&operation.rust);
    let deprecated = operation.deprecated.as_ref().map(|deprecation| {
        let note = docs::deprecation(api, deprecation);
        quote! { #[deprecated(note = #note)] }
    });
    let derives = match Derives::of(operation) {
        Derives::Debug => quote! { Debug },
        Derives::Value => quote! { Clone, Debug, PartialEq },
        Derives::ValueWithDefault => quote! { Clone, Debug, Default, PartialEq },
    };
    let fields = operation.parameters.iter().map(|parameter| field(api, parameter));
    let item = parse_quote! {
        #deprecated
        #[derive(#derives)]
        #[non_exhaustive]
        pub struct #name {
            #(#fields),*
        }
    };
    Printed::documented(&docs::operation(api, group, operation), item)
}

/// What a request derives.
#[derive(PartialEq)]
enum Derives {
    /// `Debug` only: a stream cannot be cloned.
    Debug,
    /// What a value does.
    Value,
    /// That, and a default, where nothing is required.
    ValueWithDefault,
}

impl Derives {
    fn of(operation: &Operation) -> Self {
        let has = |wanted: fn(&Parameter) -> bool| operation.parameters.iter().any(wanted);
        if has(|parameter| parameter.wire == Wire::File) {
            Self::Debug
        } else if has(|parameter| parameter.presence == Presence::Required) {
            Self::Value
        } else {
            Self::ValueWithDefault
        }
    }
}

/// The field of a parameter.
pub fn field(api: &Api, parameter: &Parameter) -> TokenStream {
    let docs = docs::parameter(api, parameter).outer();
    let name = ident(&parameter.rust);
    let ty = spelling::parameter_field(api, parameter);
    quote! { #docs pub #name: #ty }
}

fn constructor(api: &Api, operation: &Operation) -> Printed {
    let name = ident(&operation.rust);
    let new = new(api, operation);
    let optional = operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Optional);
    let setters = optional.map(|parameter| setter(api, parameter, &parameter.rust));
    Printed::item(parse_quote! {
        impl #name {
            #new
            #(#setters)*
        }
    })
}

fn new(api: &Api, operation: &Operation) -> TokenStream {
    let required: Vec<&Parameter> =
        operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Required).collect();
    let what = if required.is_empty() { "A request." } else { "A request with everything required." };
    let docs = Doc::default().markdown(what).outer();
    if Derives::of(operation) == Derives::ValueWithDefault {
        return quote! {
            #docs
            #[must_use]
            pub fn new() -> Self {
                Self::default()
            }
        };
    }
    let arguments = required.iter().map(|parameter| {
        let name = ident(&parameter.rust);
        let ty = if parameter.nullable {
            let inner = spelling::parameter(api, parameter);
            quote! { impl Into<Option<#inner>> }
        } else {
            spelling::argument(api, parameter, &quote! { #name }).ty
        };
        quote! { #name: #ty }
    });
    let fields = operation.parameters.iter().map(|parameter| initial(api, parameter));
    quote! {
        #docs
        #[must_use]
        pub fn new(#(#arguments),*) -> Self {
            Self { #(#fields),* }
        }
    }
}

/// A field in `new`, of the argument of that name if it is required.
fn initial(api: &Api, parameter: &Parameter) -> TokenStream {
    let name = ident(&parameter.rust);
    match parameter.presence {
        Presence::Optional => quote! { #name: None },
        Presence::Required if parameter.nullable => quote! { #name: #name.into() },
        Presence::Required => {
            let value = spelling::argument(api, parameter, &quote! { #name }).value;
            // A field that takes its argument as it is, is written in short.
            if name == value.to_string() {
                value
            } else {
                quote! { #name: #value }
            }
        }
    }
}

/// Sets an optional parameter.
pub fn setter(api: &Api, parameter: &Parameter, method: &str) -> TokenStream {
    let (method, field) = (ident(method), ident(&parameter.rust));
    let docs = Doc::default().markdown(format!("Sets {}.", code(&parameter.name))).outer();
    let Argument { ty, value } = spelling::argument(api, parameter, &quote! { value });
    quote! {
        #docs
        #[must_use]
        pub fn #method(mut self, value: #ty) -> Self {
            self.#field = Some(#value);
            self
        }
    }
}

fn description(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let marker = ident(&api.rust.marker);
    let returns = spelling::returns(api, &operation.returns);
    let mut constant: ImplItemConst = parse_quote! { const DESCRIPTOR: &'static rt::Descriptor = HERE; };
    constant.expr = descriptor::descriptor(api, group, operation);
    let items = [
        parse_quote! { type Api = crate::#marker; },
        parse_quote! { type Returns = #returns; },
        ImplItem::Const(constant),
    ];
    Printed::item(implementation(Vec::new(), &["rt", "Operation"], &operation.rust, items))
}

fn encode(operation: &Operation) -> Printed {
    let form = argument(form_name(operation), mutable(ty(&["rt", "FormWriter"])));
    let signature = signature("encode", [receiver(ReceiverKind::Value), form], None);
    let encode = function(signature, operation.parameters.iter().map(put).collect());
    Printed::item(implementation(Vec::new(), &["rt", "Encode"], &operation.rust, [encode]))
}

/// `form.put("TargetUser", &self.target_user);`
pub fn put(parameter: &Parameter) -> Stmt {
    let field = of_self(&parameter.rust);
    let is_nullable = parameter.presence == Presence::Required && parameter.nullable;
    let (put, value) = match parameter.wire {
        Wire::File => ("put_file", field),
        Wire::Text if is_nullable => ("put_nullable", as_given(parameter, field)),
        Wire::Text => ("put", as_given(parameter, field)),
        Wire::Json => ("put_json", as_given(parameter, field)),
    };
    put_as(put, parameter, value)
}

/// The same with another value.
pub fn put_as(put: &str, parameter: &Parameter, value: Expr) -> Stmt {
    tree::statement(method(path(&["form"]), put, [text(&parameter.name), value]))
}

/// A field by reference, whether or not it is an `Option`.
fn as_given(parameter: &Parameter, field: Expr) -> Expr {
    if spelling::is_option(parameter) { method(field, "as_ref", []) } else { reference(field) }
}

fn decode(operation: &Operation) -> Printed {
    let form = argument(form_name(operation), mutable(ty(&["rt", "FormReader"])));
    let taken = tree::record(&["Self"], operation.parameters.iter().map(take));
    let signature = signature("decode", [form], Some(ty(&["Self"])));
    let decode = function(signature, vec![Stmt::Expr(taken, None)]);
    let server = parse_quote! { #[cfg(feature = "server")] };
    Printed::item(implementation(vec![server], &["rt", "Decode"], &operation.rust, [decode]))
}

/// The form's name, where anything is put into it or taken out.
fn form_name(operation: &Operation) -> Option<&'static str> {
    (!operation.parameters.is_empty()).then_some("form")
}

/// `target_user: form.take("TargetUser")`
pub fn take(parameter: &Parameter) -> (&str, Expr) {
    let take = match (parameter.wire, parameter.presence) {
        (Wire::File, _) => "take_file",
        (Wire::Text, Presence::Required) if parameter.nullable => "take_nullable",
        (Wire::Text, Presence::Required) => "take",
        (Wire::Text, Presence::Optional) => "take_optional",
        (Wire::Json, Presence::Required) => "take_json",
        (Wire::Json, Presence::Optional) => "take_json_optional",
    };
    (&parameter.rust, method(path(&["form"]), take, [text(&parameter.name)]))
}
