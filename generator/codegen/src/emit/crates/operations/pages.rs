//! Pages of lists, and operations that wait.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::common::rust::{Printed, ident, number};
use crate::emit::common::spelling;
use generator_spec::model::{Api, Field, Operation, PageStep, Pages, Shape, TypeKind, Waits};

/// `rt::Pages { … }`
pub fn described(Pages { step, items, total, .. }: &Pages) -> TokenStream {
    let step = self::step(step);
    quote! { rt::Pages { step: #step, items: &[#(#items),*], total: &[#(#total),*] } }
}

fn step(step: &PageStep) -> TokenStream {
    match step {
        PageStep::Page { parameter, first } => {
            let first = number(*first);
            quote! { rt::PageStep::Page { parameter: #parameter, first: #first } }
        }
        PageStep::Offset(parameter) => quote! { rt::PageStep::Offset(#parameter) },
        PageStep::Cursor { parameter, next } => {
            quote! { rt::PageStep::Cursor { parameter: #parameter, next: &[#(#next),*] } }
        }
        PageStep::CursorHeader { parameter, header } => {
            quote! { rt::PageStep::CursorHeader { parameter: #parameter, header: #header } }
        }
        PageStep::Url(fields) => quote! { rt::PageStep::Url(&[#(#fields),*]) },
        PageStep::Link(relation) => quote! { rt::PageStep::Link(#relation) },
    }
}

/// `rt::Waits::Parameter("timeout")`
pub fn waits(waits: &Waits) -> TokenStream {
    match waits {
        Waits::Parameter(name) => quote! { rt::Waits::Parameter(#name) },
        Waits::Seconds(seconds) => {
            let seconds = number(*seconds);
            quote! { rt::Waits::Seconds(#seconds) }
        }
    }
}

/// `impl rt::Paged for ListLamps { … }`, if the operation has pages.
pub fn implementation(api: &Api, operation: &Operation) -> Option<Printed> {
    let pages = operation.pages.as_ref()?;
    let (name, item) = (ident(&operation.rust), spelling::shape(api, &pages.item.shape));
    let items = items(api, operation, pages)?;
    Some(Printed::items(quote! {
        impl rt::Paged for #name {
            type Item = #item;

            fn items(output: rt::Output<Self>) -> Vec<Self::Item> {
                #items
            }
        }
    }))
}

/// The list in an output: it and each field around it may be absent.
fn items(api: &Api, operation: &Operation, pages: &Pages) -> Option<TokenStream> {
    let output = match operation.returns.headers_rust {
        Some(_) => quote! { output.value },
        None => quote! { output },
    };
    let fields = fields(api, operation, &pages.items)?;
    let Some((last, around)) = fields.split_last() else { return Some(output) };
    let way = around.iter().map(|field| {
        let (name, mark) = (ident(&field.rust), field.is_option.then(|| quote! { ? }));
        quote! { .#name #mark }
    });
    let list = ident(&last.rust);
    let list = quote! { #output #(#way)*.#list };
    Some(match (around.iter().any(|field| field.is_option), last.is_option) {
        (false, false) => list,
        (false, true) => quote! { #list.unwrap_or_default() },
        (true, true) => quote! { (|| #list)().unwrap_or_default() },
        (true, false) => quote! { (|| Some(#list))().unwrap_or_default() },
    })
}

/// The fields by their names in JSON, each in the type of the one before.
fn fields<'a>(api: &'a Api, operation: &'a Operation, names: &[String]) -> Option<Vec<&'a Field>> {
    let mut shape = &operation.returns.ty.as_ref()?.shape;
    let mut found = Vec::new();
    for name in names {
        let Shape::Named(id) = shape else { return None };
        let TypeKind::Fields { fields, .. } = &api.ty(*id)?.kind else { return None };
        let field = fields.iter().find(|field| field.wire_name() == name)?;
        found.push(field);
        shape = &field.ty.shape;
    }
    Some(found)
}
