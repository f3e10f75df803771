//! The guides of a crate: modules that hold text only.

use proc_macro2::TokenStream;
use quote::quote;

use super::template::{mark, module_docs};
use crate::emit::File;
use crate::emit::common::doc::code;
use crate::emit::common::rust::{self, Printed};
use crate::emit::common::rust_example::first_call::FirstCall;
use crate::emit::crates::server::{self, Example};
use generator_spec::model::{Api, Path};

/// The guides.
pub fn emit(api: &Api) -> Vec<File> {
    let values = values(api);
    let page = |name: &str, template, items: TokenStream| {
        let head = vec![module_docs(template, &values), Printed::items(items)];
        rust::file(api, &format!("guide/{name}.rs"), "api.yaml", head, Vec::new())
    };
    let modules = quote! {
        pub mod errors;
        pub mod transports;
    };
    // The pages name items of the crate without their path.
    let names = quote! {
        #[allow(unused_imports)]
        use crate::*;
    };
    vec![
        page("mod", include_str!("guide.md"), modules),
        page("errors", include_str!("errors.md"), names.clone()),
        page("transports", include_str!("transports.md"), names),
    ]
}

fn values(api: &Api) -> Vec<(&'static str, String)> {
    let inferred = api.operations().any(|it| matches!(it.path, Path::Inferred(_)));
    let mut values =
        vec![("library", api.rust.library.clone()), ("failure", failure(api)), ("inferred", mark(inferred))];
    if let Some(call) = FirstCall::of(api) {
        values.extend(of_call(&call));
        values.extend(server::example(api).into_iter().flat_map(|example| of_server(&call, example)));
    }
    values
}

/// The sentence about the body of a refusal.
fn failure(api: &Api) -> String {
    let message = api.message.as_ref().and_then(|it| api.ty(it.type_id));
    let message = message.map(|ty| format!("a [`{0}`](crate::{0}) whose status is 400 or higher", ty.rust));
    let envelope = api.envelope.as_ref();
    let envelope =
        envelope.map(|it| format!("an {} whose {} is {}", code(&it.name), code(&it.status), code(&it.error)));
    let bodies: Vec<String> = message.into_iter().chain(envelope).collect();
    if bodies.is_empty() {
        return String::new();
    }
    format!("Whatever the HTTP status, a body counts as a refusal if it is {}.", bodies.join(" or "))
}

fn of_call(call: &FirstCall<'_>) -> [(&'static str, String); 7] {
    let (request, credential) = (&call.request, &call.credential);
    let failing = call.imports(&["BlockingClient"], &[request, credential]);
    let own = ["Body", "BoxError", "Client", "Reqwest", "Transport"];
    [
        ("name", call.operation.name.clone()),
        ("operation", call.operation.rust.clone()),
        ("request", request.code.clone()),
        ("credential", credential.code.clone()),
        ("use_kinds", call.imports(&["Client", "Error", "ErrorKind"], &[request])),
        ("use_failure", format!("{failing}\nuse {}::mock::Mock;", call.library)),
        ("use_own", format!("{}\nuse {}::runtime::http;", call.imports(&own, &[credential]), call.library)),
    ]
}

fn of_server(call: &FirstCall<'_>, server: Example) -> [(&'static str, String); 3] {
    let client = call.imports(&["BlockingClient", "Client", "Tower"], &[&call.request, &call.credential]);
    [
        ("use_router", format!("{}\n{client}", server.imports)),
        ("server", server.body),
        ("builder", server.builder),
    ]
}
