//! The trait of a group, and its routes as data.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::File;
use crate::emit::common::doc::{Doc, code};
use crate::emit::common::rust::{self, Home, ident};
use crate::emit::common::spelling;
use crate::emit::crates::operations::docs;
use crate::model::{Api, Auth, Group, Operation};

/// The file of a group.
pub fn file(api: &Api, group: &Group) -> File {
    let items = rust::printed([definition(api, group), routes(api, group)]);
    let docs = Doc::default().text(&format!("{}.", group.title.trim_end_matches('.'))).inner();
    let allow = group.operations().any(|operation| operation.deprecated.is_some()).then(|| {
        // A server still answers what clients should no longer send.
        quote! { #![allow(deprecated)] }
    });
    let imports = rust::imports(api, Home::Server, &items);
    let module = ident(&group.rust);
    let uses = group.operations().next().is_some().then(|| {
        quote! {
            use api_runtime::Operation as _;
            use api_runtime::server::{Answer, Context, File, Handled, Refusal, Route, not_implemented};
            use std::future::Future;
            use crate::operations::#module::*;
        }
    });
    let head = quote! { #docs #allow #![allow(unused_imports)] };
    let uses = quote! {
        #imports
        #uses
        use api_runtime::server::Group;
        use super::Gatekeeper;
    };
    let source = format!("operations/{}", group.file);
    rust::file(api, &path(group), &source, [head, uses], &items)
}

fn definition(api: &Api, group: &Group) -> TokenStream {
    let title = group.title.trim_end_matches('.');
    let docs = Doc::default()
        .text(&format!("{title}."))
        .markdown("What is not implemented answers 501, behind its gates.")
        .outer();
    let name = ident(&group.trait_name);
    let methods = group.operations().map(|operation| method(api, group, operation));
    quote! {
        #docs
        pub trait #name: Gatekeeper {
            #(#methods)*
        }
    }
}

fn method(api: &Api, group: &Group, operation: &Operation) -> TokenStream {
    let docs = docs::operation(api, group, operation).outer();
    let (method, request) = (ident(&operation.method), ident(&operation.rust));
    let output = spelling::given(api, &operation.returns);
    let caller = caller_of(api, operation);
    quote! {
        #docs
        fn #method(&self, request: #request, context: Context<#caller>) -> impl Future<Output = Result<#output, Refusal>> + Send {
            let _ = (request, context);
            not_implemented()
        }
    }
}

/// The method of one operation in its trait, and the file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let (name, method) = (ident(&group.trait_name), method(api, group, operation));
    let items = rust::printed([quote! { pub trait #name: Gatekeeper { #method } }]);
    rust::piece(api, &path(group), &items)
}

fn path(group: &Group) -> String {
    format!("server/{}.rs", group.rust)
}

/// The type of the caller of an operation.
pub fn caller_of(api: &Api, operation: &Operation) -> TokenStream {
    match &operation.auth {
        Auth::Required(block) => caller(api, block),
        Auth::Optional(block) => {
            let caller = caller(api, block);
            quote! { Option<#caller> }
        }
        Auth::None | Auth::NotShown => quote! { () },
    }
}

fn caller(api: &Api, block: &str) -> TokenStream {
    let owner = api.block(block).and_then(|block| api.block(&block.credential));
    owner.map_or_else(
        || quote! { () },
        |owner| {
            let caller = ident(&owner.caller);
            quote! { Self::#caller }
        },
    )
}

fn routes(api: &Api, group: &Group) -> TokenStream {
    let docs = Doc::default().markdown(format!("The routes of {}.", code(&group.trait_name))).outer();
    let (function, name) = (ident(&group.rust), ident(&group.trait_name));
    let routes = group.operations().map(|operation| route(api, operation));
    quote! {
        #docs
        #[must_use]
        pub fn #function<S: #name>() -> Group<S> {
            Group::new(const { &[#(#routes),*] })
        }
    }
}

fn route(api: &Api, operation: &Operation) -> TokenStream {
    let (method, request) = (ident(&operation.method), ident(&operation.rust));
    let returns = spelling::returns(api, &operation.returns);
    let context = match operation.auth {
        Auth::Required(_) => quote! { context },
        Auth::Optional(_) => quote! { optional_context },
        Auth::None | Auth::NotShown => quote! { anonymous_context },
    };
    quote! {
        Route::new(#request::DESCRIPTOR, |server, mut admitted| {
            let request = admitted.decode();
            Handled::new(async move {
                server.#method(request, admitted.#context()?).await.map(Answer::of::<#returns>)
            })
        })
    }
}
