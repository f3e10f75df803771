//! `lib.rs` and `api.rs`: the crate's root, the API's marker and its client.

use proc_macro2::TokenStream;
use quote::quote;

use super::types::literal;
use crate::emit::File;
use crate::emit::common::doc::{Doc, code, escape};
use crate::emit::common::rust::{self, Home, ident};
use crate::emit::common::rust_example;
use crate::model::{Api, AsksKind, Constant, Gate, RequestEncoding, Status};
use crate::text::counted;

/// The crate's root and what belongs to the API as a whole.
pub fn emit(api: &Api) -> Vec<File> {
    vec![root(api), self::api(api)]
}

fn root(api: &Api) -> File {
    let (introduction, start, reference) = (introduction(api).inner(), start(api), reference(api).inner());
    // A request takes as many arguments as the documents ask for.
    let head = quote! {
        #introduction
        #start
        #![doc = ""]
        #reference
        #![forbid(unsafe_code)]
        #![warn(missing_docs)]
        #![allow(clippy::too_many_arguments)]
    };
    let modules = quote! {
        mod api;
        pub mod auth;
        pub mod operations;
        #[cfg(feature = "server")]
        pub mod server;
        pub mod types;
    };
    let auth = (!api.blocks.is_empty()).then(|| quote! { pub use auth::*; });
    let types = (!api.types.is_empty()).then(|| quote! { pub use types::*; });
    let exports = quote! {
        pub use api::*;
        pub use api_runtime as runtime;
        pub use api_runtime::{
            Api, Body, BoxError, Carrier, ClientBuilder, Credential, Descriptor, Download, Encode, Error, ErrorKind,
            Extra, Failure, Json, Newer, Number, Operation, Output, Pending, Secret, Tower, Transport, Upload, Version,
        };
        #[cfg(feature = "client")]
        pub use api_runtime::Reqwest;
        #[cfg(feature = "server")]
        pub use api_runtime::Decode;
        #auth
        pub use operations::*;
        #types
    };
    rust::file(api, "lib.rs", "api.yaml", [head, modules, exports], [])
}

/// The example of the front page: it needs the client.
fn start(api: &Api) -> Option<TokenStream> {
    let (imports, body) = rust_example::program(api)?;
    let code = format!(
        "{imports}\n\n# async fn run() -> Result<(), Box<dyn std::error::Error>> {{\n{body}\n# Ok(())\n# }}\n```"
    );
    let code = Doc::default().markdown(code).inner();
    Some(quote! {
        #![doc = ""]
        #![doc = " # How to start"]
        #![doc = ""]
        #![cfg_attr(feature = "client", doc = " ```no_run")]
        #![cfg_attr(not(feature = "client"), doc = " ```ignore")]
        #code
    })
}

/// What the API is.
fn introduction(api: &Api) -> Doc {
    let doc = Doc::default().text(&format!("{}.", api.title.trim_end_matches('.')));
    let doc = api.about.iter().fold(doc, |doc, text| doc.text(text));
    let overlays = api.overlays.iter().map(|it| format!("{}: {}", escape(&it.name), escape(&it.source)));
    let heading = (!api.overlays.is_empty()).then(|| {
        "Not all of this is in the documents: overlays changed it. Their facts are from elsewhere:".to_owned()
    });
    heading.into_iter().fold(doc, Doc::markdown).markdown_list(overlays)
}

/// What there is in the crate.
fn reference(api: &Api) -> Doc {
    let groups = api.groups.iter().map(|group| {
        let count = counted(group.operations().count(), "operation");
        format!("[{}](operations::{}): {count}", escape(&group.title), group.rust)
    });
    let doc = Doc::default()
        .markdown("# Operations")
        .markdown("Each operation is a struct: make one with `new`, set what is optional, give it to [`Client::send`](api_runtime::Client::send).")
        .markdown_list(groups)
        .markdown("Whatever else that takes is in [`runtime`].")
        .markdown("# How requests are written")
        .markdown(match api.encoding.kind {
            RequestEncoding::Form => "As `application/x-www-form-urlencoded`.",
            RequestEncoding::Multipart => "As `multipart/form-data`.",
        })
        .list(api.encoding.rules.iter().map(String::as_str));
    match api.encoding.status {
        Status::Documented | Status::Elsewhere => doc,
        Status::Inferred => doc.markdown("*The request encoding is inferred: the documents do not show it.*"),
    }
}

fn api(api: &Api) -> File {
    let mut items = marker(api);
    items.extend(client(api));
    items.extend(api.constants.iter().map(constant));
    items.extend(operations(api));
    let docs = Doc::default().markdown("The API as a whole.").inner();
    let deprecated = api.operations().any(|operation| operation.deprecated.is_some());
    // The list of operations mentions the deprecated ones.
    let allow = deprecated.then(|| quote! { #![allow(deprecated)] });
    let head = quote! { #docs #allow };
    let items = rust::printed(items);
    let imports = rust::imports(api, Home::Api, &items);
    let imports = quote! {
        use crate::operations::*;
        #imports
        use api_runtime::Operation as _;
    };
    rust::file(api, "api.rs", "api.yaml", [head, imports], &items)
}

fn marker(api: &Api) -> Vec<TokenStream> {
    let docs = Doc::default().text(&format!("{}.", api.title.trim_end_matches('.'))).outer();
    let marker = ident(&api.rust.marker);
    let (name, title) = (&api.name, &api.title);
    let message = option(api.message.as_ref().map(|message| {
        let (status, text) = (&message.status, &message.text);
        quote! { MessageShape { status: #status, text: #text } }
    }));
    let envelope = option(api.envelope.as_ref().map(|envelope| {
        let (status, ok, error) = (&envelope.status, &envelope.ok, &envelope.error);
        let (code, data) = (&envelope.code, &envelope.data);
        quote! { EnvelopeShape { status: #status, ok: #ok, error: #error, code: #code, data: #data } }
    }));
    let gates = api.gates.iter().map(gate);
    let definition = quote! {
        #docs
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct #marker;
    };
    let description = quote! {
        impl Api for #marker {
            const DESCRIPTOR: &'static ApiDescriptor = &ApiDescriptor {
                name: #name,
                title: #title,
                message: #message,
                envelope: #envelope,
                gates: &[#(#gates),*],
                operations: OPERATIONS,
            };
        }
    };
    vec![definition, description]
}

fn gate(gate: &Gate) -> TokenStream {
    let (code, doc, credential) = (&gate.code, &gate.doc, gate.auth.is_some());
    let asks = option(gate.asks.as_ref().map(|asks| match asks.kind {
        AsksKind::Server => quote! { Asks::Server },
        AsksKind::Anonymous => quote! { Asks::Anonymous },
        AsksKind::Caller => quote! { Asks::Caller },
        AsksKind::TopLevel => quote! { Asks::TopLevel },
        AsksKind::Operation => quote! { Asks::Operation },
    }));
    quote! { Gate { code: #code, doc: #doc, credential: #credential, asks: #asks } }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote! { Some(#value) },
        None => quote! { None },
    }
}

fn client(api: &Api) -> Vec<TokenStream> {
    let marker = ident(&api.rust.marker);
    let docs = Doc::default().text(&format!("Sends operations of the {}.", api.title)).outer();
    let client = quote! {
        #docs
        #[cfg(feature = "client")]
        pub type Client<T = api_runtime::Reqwest> = api_runtime::Client<#marker, T>;
    };
    let blocking = quote! {
        /// Sends operations and waits for the answer on the calling thread.
        #[cfg(feature = "blocking")]
        pub type BlockingClient = api_runtime::blocking::Client<#marker>;
    };
    vec![client, blocking]
}

fn constant(constant: &Constant) -> TokenStream {
    let name = ident(&constant.rust);
    let docs = Doc::default()
        .maybe(constant.doc.as_deref())
        .markdown(format!("{} in the documents.", code(&constant.name)))
        .outer();
    let value = literal(&constant.value);
    let ty = match constant.value {
        crate::model::Literal::Bool(_) => quote! { bool },
        crate::model::Literal::Int(_) => quote! { i64 },
        crate::model::Literal::Float(_) => quote! { f64 },
        crate::model::Literal::Text(_) => quote! { &str },
    };
    quote! {
        #docs
        pub const #name: #ty = #value;
    }
}

fn operations(api: &Api) -> Vec<TokenStream> {
    let names: Vec<_> = api.operations().map(|operation| ident(&operation.rust)).collect();
    let table = quote! {
        /// Every operation, in the order of the documents.
        pub static OPERATIONS: &[&Descriptor] = &[#(#names::DESCRIPTOR),*];
    };
    let for_each = quote! {
        /// Calls a macro with the name of every operation's type, in the order
        /// of the documents: for tables and for tests that miss none.
        #[macro_export]
        macro_rules! for_each_operation {
            ($callback:ident) => {
                $callback! { #(#names,)* }
            };
        }
    };
    vec![table, for_each]
}
