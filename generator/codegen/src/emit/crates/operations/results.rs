//! Results by status, and the headers of results.

use proc_macro2::TokenStream;
use quote::quote;

use super::descriptor::{self, ANY_SUCCESS, all};
use super::request::Fields;
use crate::emit::common::doc::{Doc, Rustdoc, code};
use crate::emit::common::rust::{Printed, ident, number};
use crate::emit::common::spelling;
use generator_spec::model::{Api, Operation, Place, Returns};

/// The types of the results of an operation: an enum if there are several, and their headers.
pub fn items(api: &Api, operation: &Operation) -> Vec<Printed> {
    let headers = operation.successes().flat_map(|it| it.headers_rust.as_ref().map(|name| (name, it)));
    let headers = headers.flat_map(|(name, it)| headers_items(api, operation, name, it));
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

/// `Created(rt::returns::Json<crate::Lamp>) = 201..=201`, or `NoContent = 204..=204`
fn variant(api: &Api, it: &Returns) -> TokenStream {
    let status = it.status.unwrap_or(ANY_SUCCESS);
    let doc = it.doc.as_deref().map(|doc| format!(" {}", Rustdoc::of(api).said(doc))).unwrap_or_default();
    let docs = Doc::default().markdown(format!("HTTP status {}.{doc}", code(&status.to_string()))).outer();
    let name = ident(it.variant_rust.as_deref().unwrap_or("Ok"));
    let marker = it.has_value().then(|| spelling::returns(api, it)).map(|marker| quote! { (#marker) });
    let (from, to) = (number(status.from), number(status.to));
    quote! { #docs #name #marker = #from..=#to }
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
