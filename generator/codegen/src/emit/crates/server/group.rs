//! The trait of a group and its routes as data.

use proc_macro2::TokenStream;
use quote::quote;

use crate::emit::File;
use crate::emit::common::doc::{Doc, Rustdoc};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::spelling;
use generator_spec::model::{Api, Auth, Group, Operation};

/// The folder of the files.
const FOLDER: &str = "server";

/// The file of a group.
pub fn file(api: &Api, group: &Group) -> File {
    // A server still serves what clients should no longer send.
    rust::group_file(api, FOLDER, group, vec![definition(api, group), routes(group)])
}

fn definition(api: &Api, group: &Group) -> Printed {
    let docs = Doc::default()
        .text(&group.in_a_sentence())
        .markdown("Operations that you don't implement return 501 to callers that the gates admit.");
    Printed::documented(&docs, group_trait(api, group, group.operations()))
}

fn group_trait<'a>(api: &Api, group: &Group, operations: impl Iterator<Item = &'a Operation>) -> TokenStream {
    let name = ident(&group.trait_name);
    let methods = operations.map(|it| method(api, it));
    quote! {
        pub trait #name: super::Gatekeeper {
            #(#methods)*
        }
    }
}

fn method(api: &Api, operation: &Operation) -> TokenStream {
    let docs = Doc::default()
        .markdown(Rustdoc::of_operation(api, operation).prose(&operation.summary))
        .markdown(format!("See [`{0}`](crate::{0}).", operation.rust))
        .outer();
    let (method, request) = (ident(&operation.method), ident(&operation.rust));
    let caller: TokenStream = spelling::caller(api, operation).parse().expect("a type");
    let given = spelling::given(api, operation);
    quote! {
        #docs
        fn #method(
            &self,
            request: crate::#request,
            context: rt::server::Context<#caller>,
        ) -> impl Future<Output = Result<#given, rt::server::Refusal>> + Send {
            let _ = (request, context);
            rt::server::not_implemented()
        }
    }
}

/// The method of one operation in its trait and the file.
pub fn of_operation(api: &Api, group: &Group, operation: &Operation) -> File {
    let item = Printed::items(group_trait(api, group, std::iter::once(operation)));
    rust::piece(api, &rust::group_path(FOLDER, group), &[item])
}

fn routes(group: &Group) -> Printed {
    let routes = group.operations().map(|operation| {
        let context = match operation.auth {
            Auth::Required(_) => "context",
            Auth::Optional(_) => "optional_context",
            Auth::None | Auth::NotShown => "anonymous_context",
        };
        format!("        crate::{}: {}({context}),\n", operation.rust, ident(&operation.method))
    });
    let (function, name) = (ident(&group.rust), &group.trait_name);
    let routes: String = routes.collect();
    Printed::text(&format!("rt::routes! {{\n    {function} for {name} {{\n{routes}    }}\n}}"))
}
