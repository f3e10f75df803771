//! Bodies of several kinds: an enum by content type, which is one field of the request.

use proc_macro2::TokenStream;
use quote::quote;

use super::fields::{for_servers, initial, input, setter_of};
use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling::{self, Argument};
use generator_spec::model::{Api, Content, Operation, Parameter, Presence, Wire};

/// The field of a request that has one of several bodies.
#[derive(Clone, Copy)]
pub struct Choice<'a> {
    /// The first body.
    pub first: &'a Parameter,
    /// Rust name of the enum.
    pub name: &'a str,
}

impl Choice<'_> {
    pub fn is_required(self) -> bool {
        self.first.presence == Presence::Required
    }

    fn ty(self) -> TokenStream {
        let name = ident(self.name);
        quote! { crate::#name }
    }

    pub fn field(self) -> TokenStream {
        let (name, ty) = (ident(&self.first.rust), self.ty());
        let ty = if self.is_required() { ty } else { spelling::option(ty) };
        quote! {
            /// The body.
            pub #name: #ty
        }
    }

    pub fn input(self) -> Option<TokenStream> {
        self.is_required().then(|| input(&self.first.rust, self.ty()))
    }

    pub fn initial(self) -> TokenStream {
        let name = ident(&self.first.rust);
        initial(
            &self.first.rust,
            if self.is_required() {
                quote! { #name }
            } else {
                quote! { None }
            },
        )
    }

    pub fn setter(self) -> Option<TokenStream> {
        let given = Argument { ty: self.ty(), value: quote! { value } };
        let rust = &self.first.rust;
        (!self.is_required()).then(|| setter_of(&self.first.name, (rust, rust), given, None))
    }

    pub fn encode(self) -> TokenStream {
        let name = ident(&self.first.rust);
        if self.is_required() {
            quote! { self.#name.encode(form); }
        } else {
            quote! { self.#name.into_iter().for_each(|body| body.encode(form)); }
        }
    }

    pub fn decode(self) -> TokenStream {
        let (name, ty) = (ident(&self.first.rust), self.ty());
        if self.is_required() {
            quote! { #name: rt::Decode::decode(form) }
        } else {
            quote! { #name: #ty::decode_optional(form) }
        }
    }
}

/// The enum of an operation's bodies, if there are several.
pub fn items(api: &Api, operation: &Operation) -> Vec<Printed> {
    let all: Vec<_> = operation.parameters.iter().filter_map(|it| Some((it, it.content.as_ref()?))).collect();
    let Some((first, content)) = all.first() else { return Vec::new() };
    let name = ident(&content.enum_rust);
    let docs = format!("The bodies of [`{0}`](crate::{0}), by content type.", operation.rust);
    let derives = match all.iter().any(|(it, _)| it.wire == Wire::File) {
        true => quote! { Debug },
        false => quote! { Clone, Debug, PartialEq },
    };
    let variants = all.iter().map(|(it, content)| variant(api, it, content));
    let puts = all.iter().map(|(it, content)| put(it, content));
    let (others, usual) =
        (all.iter().skip(1).map(|(it, content)| take_other(it, content)), take(first, content));
    let item = quote! {
        #[derive(#derives)]
        #[non_exhaustive]
        pub enum #name {
            #(#variants,)*
        }
    };
    let encode = quote! {
        impl rt::Encode for #name {
            fn encode(self, form: &mut rt::FormWriter) {
                match self { #(#puts,)* }
            }
        }
    };
    let servers = for_servers();
    let decode = quote! {
        #servers
        impl rt::Decode for #name {
            fn decode(form: &mut rt::FormReader) -> Self {
                #(#others)*
                #usual
            }
        }
    };
    let optional = (first.presence == Presence::Optional).then(|| {
        let names = all.iter().map(|(it, _)| &it.name);
        Printed::items(quote! {
            #servers
            impl #name {
                fn decode_optional(form: &mut rt::FormReader) -> Option<Self> {
                    [#(#names),*].iter().any(|name| form.has(name)).then(|| rt::Decode::decode(form))
                }
            }
        })
    });
    let item = Printed::documented(&Doc::default().markdown(docs), item);
    [item, Printed::items(encode), Printed::items(decode)].into_iter().chain(optional).collect()
}

/// `Csv(String)`
fn variant(api: &Api, it: &Parameter, content: &Content) -> TokenStream {
    let (name, ty) = (ident(&content.variant_rust), spelling::parameter(api, it));
    let ty = if it.nullable { spelling::option(ty) } else { ty };
    let docs = Doc::default().markdown(format!("As {}.", code(&content.content_type))).outer();
    quote! { #docs #name(#ty) }
}

/// `Self::Csv(body) => form.put("body_csv", &body)`
fn put(it: &Parameter, content: &Content) -> TokenStream {
    let (variant, name) = (ident(&content.variant_rust), &it.name);
    let put = match it.wire {
        Wire::File => quote! { form.put_file(#name, body) },
        Wire::Json => quote! { form.put_json(#name, Some(&body)) },
        Wire::Text | Wire::List => quote! { form.put(#name, &body) },
    };
    quote! { Self::#variant(body) => #put }
}

/// `if form.has("body_csv") { return Self::Csv(form.take("body_csv")); }`
fn take_other(it: &Parameter, content: &Content) -> TokenStream {
    let (name, take) = (&it.name, take(it, content));
    quote! {
        if form.has(#name) {
            return #take;
        }
    }
}

fn take(it: &Parameter, content: &Content) -> TokenStream {
    let (variant, name) = (ident(&content.variant_rust), &it.name);
    let take = ident(match it.wire {
        Wire::File => "take_file",
        Wire::Json => "take_json",
        Wire::Text | Wire::List => "take",
    });
    quote! { Self::#variant(form.#take(#name)) }
}
