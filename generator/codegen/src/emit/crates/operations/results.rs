//! Results by status, and the headers of results.

use proc_macro2::TokenStream;
use quote::quote;

use super::descriptor::{self, all};
use super::request::Fields;
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling;
use generator_spec::model::{Api, Operation, Place, Returns};

/// The types of the results of an operation: an enum if there are several, and their headers.
pub fn items(api: &Api, operation: &Operation) -> Vec<Printed> {
    let headers = descriptor::with_headers(operation);
    let headers = headers.into_iter().flat_map(|(name, it)| headers_items(api, operation, name, it));
    operation
        .results_rust
        .as_ref()
        .map(|name| enumeration(api, operation, name))
        .into_iter()
        .chain(headers)
        .collect()
}

fn enumeration(api: &Api, operation: &Operation, name: &str) -> Printed {
    let docs =
        Doc::default().markdown(format!("The results of [`{0}`](crate::{0}).", operation.rust)).outer();
    let variants = all(operation).map(|it| variant(api, it));
    let name = ident(name);
    let item = quote! {
        #docs
        pub enum #name {
            #(#variants,)*
        }
    };
    Printed::in_macro("results", item)
}

/// `Created(rt::returns::Json<crate::Lamp>)`, or `NoContent`
fn variant(api: &Api, it: &Returns) -> TokenStream {
    let status = it.status.map(|status| format!("HTTP status {}", code(&status.to_string())));
    let media = it.by_content.then(|| code(&it.content_type));
    let when: Vec<_> = status.into_iter().chain(media).collect();
    let doc = it.doc.as_deref().map(|doc| format!(" {}", Rustdoc::of(api).prose(doc))).unwrap_or_default();
    let docs = Doc::default().markdown(format!("{}.{doc}", when.join(", "))).outer();
    let name = ident(it.variant_rust.as_deref().unwrap_or("Ok"));
    let marker = it.has_value().then(|| spelling::returns(api, it)).map(|marker| quote! { (#marker) });
    quote! { #docs #name #marker }
}

/// The headers of a result: a struct with the traits of a request.
fn headers_items(api: &Api, operation: &Operation, name: &str, returns: &Returns) -> Vec<Printed> {
    let fields = Fields { name, parameters: &returns.headers, what: "headers" };
    let docs =
        Doc::default().markdown(format!("Headers of the response to [`{0}`](crate::{0}).", operation.rust));
    let words = Rustdoc::of_operation(api, operation);
    let name = ident(name);
    let parameters = returns.headers.iter().map(|it| descriptor::parameter(api, it, Place::Header));
    let described = quote! {
        impl rt::Headers for #name {
            const PARAMETERS: &'static [rt::Parameter] = &[#(#parameters),*];
        }
    };
    vec![
        Printed::documented(&docs, fields.structure(api, words)),
        fields.constructor(api, words),
        Printed::items(described),
        fields.encode(),
        fields.decode(quote! {}),
    ]
}
