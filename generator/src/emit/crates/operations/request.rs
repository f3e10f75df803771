//! The request struct of an operation and its impls.

use proc_macro2::TokenStream;
use quote::quote;

use super::{descriptor, docs};
use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::ident;
use crate::emit::common::spelling::{self, Argument};
use crate::model::{Api, Group, Operation, Parameter, Presence, Wire};

/// The items of one operation.
pub fn items(api: &Api, group: &Group, operation: &Operation) -> Vec<TokenStream> {
    vec![
        request(api, group, operation),
        constructor(api, operation),
        description(api, group, operation),
        encode(operation),
        decode(operation),
    ]
}

fn request(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let docs = docs::operation(api, group, operation).outer();
    let deprecated = operation.deprecated.as_ref().map(|deprecation| {
        let note = docs::deprecation(api, deprecation);
        quote! { #[deprecated(note = #note)] }
    });
    let derives = match Derives::of(operation) {
        Derives::Debug => quote! { Debug },
        Derives::Value => quote! { Clone, Debug, PartialEq },
        Derives::ValueWithDefault => quote! { Clone, Debug, Default, PartialEq },
    };
    let fields = operation.parameters.iter().map(|parameter| {
        let docs = docs::parameter(api, parameter).outer();
        let name = ident(&parameter.rust);
        let ty = spelling::parameter_field(api, parameter);
        quote! { #docs pub #name: #ty }
    });
    quote! {
        #docs
        #deprecated
        #[derive(#derives)]
        #[non_exhaustive]
        pub struct #name {
            #(#fields),*
        }
    }
}

/// What a request derives.
#[derive(PartialEq)]
enum Derives {
    /// Only that: a stream can be sent once only.
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

fn constructor(api: &Api, operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let new = new(api, operation);
    let optional = operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Optional);
    let setters = optional.map(|parameter| setter(api, parameter));
    quote! {
        impl #name {
            #new
            #(#setters)*
        }
    }
}

fn new(api: &Api, operation: &Operation) -> TokenStream {
    let required: Vec<&Parameter> =
        operation.parameters.iter().filter(|parameter| parameter.presence == Presence::Required).collect();
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
    let fields = operation.parameters.iter().map(|parameter| {
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
    });
    let what = if required.is_empty() { "A request." } else { "A request with all that is required." };
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
    quote! {
        #docs
        #[must_use]
        pub fn new(#(#arguments),*) -> Self {
            Self { #(#fields),* }
        }
    }
}

fn setter(api: &Api, parameter: &Parameter) -> TokenStream {
    let name = ident(&parameter.rust);
    let docs = Doc::default().markdown(format!("Sets {}.", code(&parameter.name))).outer();
    let Argument { ty, value } = spelling::argument(api, parameter, &quote! { value });
    quote! {
        #docs
        #[must_use]
        pub fn #name(mut self, value: #ty) -> Self {
            self.#name = Some(#value);
            self
        }
    }
}

fn description(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let marker = ident(&api.rust.marker);
    let returns = spelling::returns(api, &operation.returns);
    let descriptor = descriptor::descriptor(api, group, operation);
    quote! {
        impl Operation for #name {
            type Api = #marker;
            type Returns = #returns;
            const DESCRIPTOR: &'static Descriptor = &#descriptor;
        }
    }
}

fn encode(operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let puts = operation.parameters.iter().map(put);
    let form = unused_marked(operation);
    quote! {
        impl Encode for #name {
            fn encode(self, #form: &mut FormWriter) {
                #(#puts)*
            }
        }
    }
}

/// `form.put("TargetUser", &self.target_user);`
pub fn put(parameter: &Parameter) -> TokenStream {
    let (name, field) = (&parameter.name, ident(&parameter.rust));
    let value = if spelling::is_option(parameter) {
        quote! { self.#field.as_ref() }
    } else {
        quote! { &self.#field }
    };
    match (parameter.wire, parameter.presence) {
        (Wire::File, _) => quote! { form.put_file(#name, self.#field); },
        (Wire::Text, Presence::Required) if parameter.nullable => {
            quote! { form.put_nullable(#name, #value); }
        }
        (Wire::Text, _) => quote! { form.put(#name, #value); },
        (Wire::Json, _) => quote! { form.put_json(#name, #value); },
    }
}

fn decode(operation: &Operation) -> TokenStream {
    let name = ident(&operation.rust);
    let takes = operation.parameters.iter().map(|parameter| {
        let field = ident(&parameter.rust);
        let take = take(parameter);
        quote! { #field: #take }
    });
    let form = unused_marked(operation);
    quote! {
        #[cfg(feature = "server")]
        impl Decode for #name {
            fn decode(#form: &mut FormReader) -> Self {
                Self { #(#takes),* }
            }
        }
    }
}

/// `form.take("TargetUser")`
pub fn take(parameter: &Parameter) -> TokenStream {
    let name = &parameter.name;
    match (parameter.wire, parameter.presence) {
        (Wire::File, _) => quote! { form.take_file(#name) },
        (Wire::Text, Presence::Required) if parameter.nullable => quote! { form.take_nullable(#name) },
        (Wire::Text, Presence::Required) => quote! { form.take(#name) },
        (Wire::Text, Presence::Optional) => quote! { form.take_optional(#name) },
        (Wire::Json, Presence::Required) => quote! { form.take_json(#name) },
        (Wire::Json, Presence::Optional) => quote! { form.take_json_optional(#name) },
    }
}

fn unused_marked(operation: &Operation) -> TokenStream {
    if operation.parameters.is_empty() {
        quote! { _ }
    } else {
        quote! { form }
    }
}
