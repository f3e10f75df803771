//! The request struct of an operation and its impls.

use proc_macro2::TokenStream;
use quote::quote;

use super::bodies::Choice;
use super::fields::{for_servers, initial, input, setter_of};
use super::{descriptor, docs, pages};
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling;
use crate::emit::crates::aliases;
use generator_spec::facts::{self, Piece};
use generator_spec::model::{Api, Group, Operation, Parameter, Place, Presence, Scalar, Shape, Wire};

/// The items of the request of an operation.
pub fn items(api: &Api, group: &Group, operation: &Operation) -> Vec<Printed> {
    let fields = Fields { name: &operation.rust, parameters: &operation.parameters, what: "a request" };
    let own = [
        request(api, group, operation, fields),
        fields.constructor(api, Rustdoc::of_operation(api, operation)),
        description(api, group, operation),
        fields.encode(),
        fields.decode(for_servers()),
    ];
    own.into_iter().chain(pages::implementation(api, operation)).collect()
}

fn request(api: &Api, group: &Group, operation: &Operation, fields: Fields<'_>) -> Printed {
    let structure = fields.structure(api, Rustdoc::of_operation(api, operation));
    let deprecated = docs::deprecated(api, operation.deprecated.as_ref(), Piece::Operation);
    let docs = docs::operation(api, group, operation).aliases(aliases::of_operation(operation));
    Printed::documented(&docs, quote! { #deprecated #structure })
}

/// A struct whose fields are parameters.
#[derive(Clone, Copy)]
pub struct Fields<'a> {
    /// Its Rust name.
    pub name: &'a str,
    /// The parameters.
    pub parameters: &'a [Parameter],
    /// The words for what its constructor creates.
    pub what: &'static str,
}

impl<'a> Fields<'a> {
    /// The parameters that are fields: a constant is only sent, and one of several bodies is in their enum.
    fn held(self) -> impl Iterator<Item = &'a Parameter> {
        let is_held = |it: &&Parameter| it.constant.is_none() && it.content.is_none();
        self.parameters.iter().filter(is_held)
    }

    /// The field of several bodies.
    fn body(self) -> Option<Choice<'a>> {
        let mut all = self.parameters.iter();
        all.find_map(|first| Some(Choice { first, name: &first.content.as_ref()?.enum_rust }))
    }

    /// The struct.
    pub fn structure(self, api: &Api, words: Rustdoc<'_>) -> TokenStream {
        let name = ident(self.name);
        let derives = self.derives().iter().map(|name| ident(name));
        let fields = self.held().map(|parameter| field(api, words, parameter));
        let fields = fields.chain(self.body().map(Choice::field));
        quote! {
            #[derive(#(#derives),*)]
            #[non_exhaustive]
            pub struct #name {
                #(#fields,)*
            }
        }
    }

    /// The traits that it derives: a stream cannot be cloned, and what is required has no default.
    fn derives(self) -> &'static [&'static str] {
        let has = |wanted: fn(&Parameter) -> bool| self.parameters.iter().any(wanted);
        if has(|parameter| parameter.wire == Wire::File) {
            &["Debug"]
        } else if has(|it| it.presence == Presence::Required && it.constant.is_none()) {
            &["Clone", "Debug", "PartialEq"]
        } else {
            &["Clone", "Debug", "Default", "PartialEq"]
        }
    }

    /// Its constructor and its setters.
    pub fn constructor(self, api: &Api, words: Rustdoc<'_>) -> Printed {
        let (name, creator) = (ident(self.name), self.creator(api, words));
        let optional = self.held().filter(|parameter| parameter.presence == Presence::Optional);
        let setters = optional.map(|parameter| setter(api, parameter, &parameter.rust));
        let setters = setters.chain(self.body().and_then(Choice::setter));
        Printed::items(quote! {
            impl #name {
                #creator
                #(#setters)*
            }
        })
    }

    fn creator(self, api: &Api, words: Rustdoc<'_>) -> TokenStream {
        let required: Vec<&Parameter> =
            self.held().filter(|parameter| parameter.presence == Presence::Required).collect();
        let described = required.iter().filter(|it| it.doc.is_some());
        let meanings = described.map(|it| (it, docs::meaning(words, &facts::of_parameter(api, it))));
        let docs = Doc::default()
            .markdown(match required.is_empty() && !self.body().is_some_and(Choice::is_required) {
                true => format!("Creates {}.", self.what),
                false => format!("Creates {} with the required parameters.", self.what),
            })
            .markdown_list(meanings.map(|(it, meaning)| format!("{}:{meaning}", code(&it.rust))))
            .outer();
        let inputs = required.iter().map(|it| input(&it.rust, spelling::required(api, it).ty));
        let inputs = inputs.chain(self.body().and_then(Choice::input));
        let made = if self.derives().contains(&"Default") {
            quote! { Self::default() }
        } else {
            let fields = self.held().map(|it| initial(&it.rust, initial_value(api, it)));
            let fields = fields.chain(self.body().map(Choice::initial));
            quote! { Self { #(#fields),* } }
        };
        quote! {
            #docs
            #[must_use]
            pub fn new(#(#inputs),*) -> Self {
                #made
            }
        }
    }

    /// `impl rt::Encode for AddLamp { … }`
    pub fn encode(self) -> Printed {
        let (name, form) = (ident(self.name), form(self.parameters.is_empty()));
        let puts = self.parameters.iter().filter(|it| it.content.is_none()).map(put_any);
        let puts = puts.chain(self.body().map(Choice::encode));
        Printed::items(quote! {
            impl rt::Encode for #name {
                fn encode(self, #form: &mut rt::FormWriter) {
                    #(#puts)*
                }
            }
        })
    }

    /// `impl rt::Decode for AddLamp { … }`
    pub fn decode(self, attributes: TokenStream) -> Printed {
        decoder(self.name, self.held().map(take).chain(self.body().map(Choice::decode)).collect(), attributes)
    }
}

/// The name of an argument that may not be used.
fn form(is_unused: bool) -> TokenStream {
    if is_unused {
        quote! { _ }
    } else {
        quote! { form }
    }
}

/// The field of a parameter.
pub fn field(api: &Api, words: Rustdoc<'_>, parameter: &Parameter) -> TokenStream {
    let docs = docs::parameter(api, words, parameter).outer();
    let alias = aliases::of_name(&parameter.rust, &parameter.name);
    let (name, ty) = (ident(&parameter.rust), spelling::parameter_field(api, parameter));
    let deprecated = docs::deprecated(api, parameter.deprecated.as_ref(), Piece::Code);
    quote! { #docs #alias #deprecated pub #name: #ty }
}

/// A field in `new`, of the argument of that name if it is required.
fn initial_value(api: &Api, parameter: &Parameter) -> TokenStream {
    match parameter.presence {
        Presence::Optional => quote! { None },
        Presence::Required => spelling::required(api, parameter).value,
    }
}

/// Sets an optional parameter.
pub fn setter(api: &Api, parameter: &Parameter, method: &str) -> TokenStream {
    let given = spelling::argument(api, parameter, "value");
    let deprecated = docs::deprecated(api, parameter.deprecated.as_ref(), Piece::Code);
    setter_of(&parameter.name, (&parameter.rust, method), given, deprecated)
}

fn description(api: &Api, group: &Group, operation: &Operation) -> Printed {
    let (name, marker) = (ident(&operation.rust), ident(&api.rust.marker));
    let returns = spelling::returns_of(api, operation);
    let descriptor = descriptor::descriptor(api, group, operation);
    Printed::items(quote! {
        impl rt::Operation for #name {
            type Api = crate::#marker;
            type Returns = #returns;
            const DESCRIPTOR: &'static rt::Descriptor = #descriptor;
        }
    })
}

/// `form.put("LampRoom", &self.lamp_room);`
pub fn put(parameter: &Parameter) -> TokenStream {
    let (name, field) = (&parameter.name, ident(&parameter.rust));
    let given = if spelling::is_option(parameter) {
        quote! { self.#field.as_ref() }
    } else {
        quote! { &self.#field }
    };
    match parameter.wire {
        Wire::File => put_file(parameter),
        Wire::Text if parameter.nullable => quote! { form.put_nullable(#name, #given); },
        Wire::Text => quote! { form.put(#name, #given); },
        // Null is written, too, unless it means the same as nothing.
        Wire::Json if parameter.nullable && parameter.presence == Presence::Required => {
            quote! { form.put_json(#name, Some(&self.#field)); }
        }
        Wire::Json => quote! { form.put_json(#name, #given); },
        Wire::List => quote! { form.put_list(#name, #given); },
    }
}

/// `form.put_files("LampPictures", self.lamp_pictures);`
fn put_file(parameter: &Parameter) -> TokenStream {
    let (name, field) = (&parameter.name, ident(&parameter.rust));
    match (&parameter.ty.shape, parameter.presence) {
        (Shape::List(_), Presence::Optional) => {
            quote! { form.put_files(#name, self.#field.into_iter().flatten()); }
        }
        (Shape::List(_), Presence::Required) | (_, Presence::Optional) => {
            quote! { form.put_files(#name, self.#field); }
        }
        (_, Presence::Required) => quote! { form.put_file(#name, self.#field); },
    }
}

/// The same, of a constant or of a field.
fn put_any(parameter: &Parameter) -> TokenStream {
    let Some(constant) = &parameter.constant else { return put(parameter) };
    if parameter.place != Place::Field {
        return put_constant(parameter, constant);
    }
    let is_text = parameter.ty.shape == Shape::Scalar(Scalar::String);
    let json = if is_text { serde_json::Value::from(&**constant).to_string() } else { constant.clone() };
    let name = &parameter.name;
    quote! { form.put_json(#name, &#json.parse::<rt::Json>().unwrap_or_default()); }
}

/// `form.put("Version", "2");`
pub fn put_constant(Parameter { name, .. }: &Parameter, value: &str) -> TokenStream {
    quote! { form.put(#name, #value); }
}

/// `impl rt::Decode for AddLamp { … }`, of the fields.
pub fn decoder(name: &str, fields: Vec<TokenStream>, attributes: TokenStream) -> Printed {
    let (name, form) = (ident(name), form(fields.is_empty()));
    Printed::items(quote! {
        #attributes
        impl rt::Decode for #name {
            fn decode(#form: &mut rt::FormReader) -> Self {
                Self { #(#fields),* }
            }
        }
    })
}

/// `lamp_room: form.take("LampRoom")`
pub fn take(parameter: &Parameter) -> TokenStream {
    let has_many = matches!(parameter.ty.shape, Shape::List(_));
    let take = ident(match (parameter.wire, parameter.presence) {
        (Wire::File, Presence::Required) if has_many => "take_files",
        (Wire::File, Presence::Optional) if has_many => "take_files_optional",
        (Wire::File, Presence::Required) => "take_file",
        (Wire::File, Presence::Optional) => "take_file_optional",
        (Wire::Text, Presence::Required) if parameter.nullable => "take_nullable",
        (Wire::Text, Presence::Required) => "take",
        (Wire::Text, Presence::Optional) => "take_optional",
        (Wire::Json, Presence::Required) => "take_json",
        (Wire::Json, Presence::Optional) => "take_json_optional",
        (Wire::List, Presence::Required) => "take_list",
        (Wire::List, Presence::Optional) => "take_list_optional",
    });
    let (field, name) = (ident(&parameter.rust), &parameter.name);
    quote! { #field: form.#take(#name) }
}
