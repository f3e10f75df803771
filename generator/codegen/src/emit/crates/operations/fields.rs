//! Pieces of a field of a request: an argument, a value, a setter.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::ident;
use crate::emit::common::spelling::Argument;

/// `room: impl Into<String>`
pub fn input(name: &str, ty: TokenStream) -> TokenStream {
    let name = ident(name);
    quote! { #name: #ty }
}

/// `room: room.into()`, or `room` if the value is the variable of that name.
pub fn initial(name: &str, value: TokenStream) -> TokenStream {
    let name = ident(name);
    if name == value.to_string() {
        value
    } else {
        quote! { #name: #value }
    }
}

/// Sets a field that is an `Option`; `name` is what the documents call it.
pub fn setter_of(
    name: &str,
    (field, method): (&str, &str),
    Argument { ty, value }: Argument,
    deprecated: Option<TokenStream>,
) -> TokenStream {
    let docs = Doc::default().markdown(format!("Sets [{}](field@Self::{field}).", code(name))).outer();
    let (field, method) = (ident(field), ident(method));
    quote! {
        #docs
        #deprecated
        #[must_use]
        pub fn #method(mut self, value: #ty) -> Self {
            self.#field = Some(#value);
            self
        }
    }
}

/// The condition of what only servers and the CLI need.
pub fn for_servers() -> TokenStream {
    quote! { #[cfg(any(feature = "cli", feature = "server"))] }
}
