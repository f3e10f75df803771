//! Pages of lists, and operations that wait.

use quote::quote;
use syn::{Expr, parse_quote};

use crate::emit::common::rust::{Printed, ident};
use crate::emit::common::spelling;
use crate::emit::common::tree::{call, list, number, record, text};
use generator_spec::model::{Api, Operation, PageStep, Pages, Shape, TypeKind, Waits};

/// `rt::Pages { … }`
pub fn described(pages: &Pages) -> Expr {
    record(
        &["rt", "Pages"],
        [("step", step(&pages.step)), ("items", names(&pages.items)), ("total", names(&pages.total))],
    )
}

fn names(fields: &[String]) -> Expr {
    list(fields.iter().map(|name| text(name)))
}

fn step(step: &PageStep) -> Expr {
    match step {
        PageStep::Page { parameter, first } => {
            record(&["rt", "PageStep", "Page"], [("parameter", text(parameter)), ("first", number(*first))])
        }
        PageStep::Offset(parameter) => call(&["rt", "PageStep", "Offset"], [text(parameter)]),
        PageStep::Cursor { parameter, next } => {
            record(&["rt", "PageStep", "Cursor"], [("parameter", text(parameter)), ("next", names(next))])
        }
        PageStep::CursorHeader { parameter, header } => {
            let fields = [("parameter", text(parameter)), ("header", text(header))];
            record(&["rt", "PageStep", "CursorHeader"], fields)
        }
        PageStep::Url(fields) => call(&["rt", "PageStep", "Url"], [names(fields)]),
        PageStep::Link(relation) => call(&["rt", "PageStep", "Link"], [text(relation)]),
    }
}

/// `rt::Waits::Parameter("timeout")`
pub fn waits(waits: &Waits) -> Expr {
    match waits {
        Waits::Parameter(name) => call(&["rt", "Waits", "Parameter"], [text(name)]),
        Waits::Seconds(seconds) => call(&["rt", "Waits", "Seconds"], [number(*seconds)]),
    }
}

/// `impl rt::Paged for ListLamps { … }`, if the operation has pages.
pub fn implementation(api: &Api, operation: &Operation) -> Option<Printed> {
    let pages = operation.pages.as_ref()?;
    let (name, item) = (ident(&operation.rust), spelling::shape(api, &pages.item.shape));
    let items = items(api, operation, pages)?;
    Some(Printed::item(parse_quote! {
        impl rt::Paged for #name {
            type Item = #item;

            fn items(output: rt::Output<Self>) -> Vec<Self::Item> {
                #items
            }
        }
    }))
}

/// The list in an output: each field around it may be absent.
fn items(api: &Api, operation: &Operation, pages: &Pages) -> Option<Expr> {
    let output = match operation.returns.headers_rust {
        Some(_) => quote! { output.value },
        None => quote! { output },
    };
    let fields = fields(api, operation, &pages.items)?;
    Some(match fields.as_slice() {
        [] => parse_quote! { #output },
        [field] => parse_quote! { #output.#field.unwrap_or_default() },
        [around @ .., field] => parse_quote! { (|| #output #(.#around?)*.#field)().unwrap_or_default() },
    })
}

/// The Rust names of fields, each in the type of the one before.
fn fields(api: &Api, operation: &Operation, names: &[String]) -> Option<Vec<proc_macro2::Ident>> {
    let mut shape = &operation.returns.ty.as_ref()?.shape;
    let mut found = Vec::new();
    for name in names {
        let Shape::Named(id) = shape else { return None };
        let TypeKind::Fields { fields, .. } = &api.ty(*id)?.kind else { return None };
        let field = fields.iter().find(|field| field.name == *name)?;
        found.push(ident(&field.rust));
        shape = &field.ty.shape;
    }
    Some(found)
}
