//! `lib.rs` and `api.rs`: the crate's root, the API's marker and its client.

use std::collections::BTreeSet;

use quote::quote;
use syn::{Expr, parse_quote};

use super::features::FEATURES;
use super::types::literal;
use crate::emit::File;
use crate::emit::common::doc::{Doc, code, escape};
use crate::emit::common::rust::{self, Printed, ident};
use crate::emit::common::rust_example;
use crate::emit::common::tree::{boolean, list, option, path, record, text};
use crate::model::{Api, AsksKind, Constant, Envelope, Gate, Literal, RequestEncoding, Status, TypeKind};
use crate::text::counted;

/// The crate's root and what belongs to the API as a whole.
pub fn emit(api: &Api) -> Vec<File> {
    vec![root(api), self::api(api)]
}

fn root(api: &Api) -> File {
    let head = vec![
        Printed::text(&crate_docs(api)),
        Printed::block(parse_quote! {
            mod api;
            pub mod auth;
            #[cfg(feature = "cli")]
            pub mod cli;
            #[cfg(feature = "mock")]
            pub mod mock;
            pub mod operations;
            #[cfg(feature = "server")]
            pub mod server;
            pub mod types;
            #[cfg(all(doctest, feature = "client", feature = "server"))]
            #[doc = include_str!("../README.md")]
            mod readme {}
        }),
        exports(api),
    ];
    rust::file(api, "lib.rs", "api.yaml", head, Vec::new())
}

/// The docs of the crate, and the attributes behind them.
fn crate_docs(api: &Api) -> String {
    let comment = |docs: Doc| docs.comment("//!");
    let start = start(api).unwrap_or_default();
    // A request takes as many arguments as the documents ask for, and a link has the same target anywhere.
    let attributes = "#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n\
        #![cfg_attr(docsrs, feature(doc_cfg))]\n\
        #![allow(clippy::too_many_arguments, rustdoc::redundant_explicit_links)]";
    format!("{}{start}//!\n{}{attributes}", comment(introduction(api)), comment(reference(api)))
}

fn exports(api: &Api) -> Printed {
    let auth = (!api.blocks.is_empty()).then(|| quote! { pub use auth::*; });
    let types = (!api.types.is_empty()).then(|| quote! { pub use types::*; });
    Printed::block(parse_quote! {
        pub use api::*;
        pub use api_runtime as runtime;
        pub use api_runtime::{
            Api, Body, BoxError, CallBuilder, Carrier, ClientBuilder, Credential, Descriptor, Download, Encode, Error,
            ErrorKind, Extra, Failure, FullResponse, Json, Newer, Number, Operation, Output, Pending, Secret, Tower, Transport, Upload, Version,
        };
        #[cfg(feature = "cassette")]
        pub use api_runtime::cassette;
        #[cfg(feature = "client")]
        pub use api_runtime::Reqwest;
        #[cfg(any(feature = "cli", feature = "server"))]
        pub use api_runtime::Decode;
        #auth
        pub use operations::*;
        #types
    })
}

/// The example of the front page: it needs the client.
fn start(api: &Api) -> Option<String> {
    let (imports, body) = rust_example::program(api)?;
    let code = format!(
        "{imports}\n\n# async fn run() -> Result<(), Box<dyn std::error::Error>> {{\n{body}\n# Ok(())\n# }}\n```"
    );
    let code = Doc::default().markdown(code).comment("//!");
    Some(format!(
        r#"//!
//! # Getting started
//!
#![cfg_attr(feature = "client", doc = " ```no_run")]
#![cfg_attr(not(feature = "client"), doc = " ```ignore")]
{code}"#
    ))
}

/// What the API is.
fn introduction(api: &Api) -> Doc {
    let doc = Doc::default().text(&format!("{}.", api.title.trim_end_matches('.')));
    let doc = api.about.iter().fold(doc, |doc, text| doc.text(text));
    let overlays = api.overlays.iter().map(|it| format!("{}: {}", escape(&it.name), escape(&it.source)));
    let heading = (!api.overlays.is_empty()).then(|| {
        "Not everything here is in the documents: overlays changed it, with facts from other sources:"
            .to_owned()
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
        .markdown("Each operation is a struct: make one with `new`, set optional parameters, and pass it to [`Client::send`](api_runtime::Client::send).")
        .markdown_list(groups)
        .markdown("Everything else is in [`runtime`].")
        .markdown("# Features")
        .markdown_list(FEATURES.iter().map(|feature| format!("`{}`: {}", feature.name, feature.about)))
        .markdown("# Request encoding")
        .markdown(match api.usual_encoding() {
            RequestEncoding::Form => "Requests are sent as `application/x-www-form-urlencoded`.",
            RequestEncoding::Multipart => "Requests are sent as `multipart/form-data`.",
            RequestEncoding::Query => "Parameters are sent in the query of the URL.",
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
    // The list of operations mentions the deprecated ones.
    let allow = rust::allow_deprecated(api.operations());
    let head = vec![Printed::module_docs(&Doc::default().markdown("The API as a whole.")), allow];
    rust::file(api, "api.rs", "api.yaml", head, items)
}

fn marker(api: &Api) -> Vec<Printed> {
    let docs = Doc::default().text(&format!("{}.", api.title.trim_end_matches('.')));
    let marker = ident(&api.rust.marker);
    let (name, title) = (&api.name, &api.title);
    let message = option(api.message.as_ref().map(|message| {
        record(&["rt", "MessageShape"], [("status", text(&message.status)), ("text", text(&message.text))])
    }));
    let envelope = option(api.envelope.as_ref().map(|envelope| {
        let Envelope { name: _, status, ok, error, code, data } = envelope;
        let fields = [("status", status), ("ok", ok), ("error", error), ("code", code), ("data", data)];
        record(&["rt", "EnvelopeShape"], fields.map(|(name, field)| (name, text(field))))
    }));
    let gates = list(api.gates.iter().map(gate));
    let secret_fields = list(secret_fields(api).into_iter().map(text));
    let definition = parse_quote! {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct #marker;
    };
    let description = parse_quote! {
        impl rt::Api for #marker {
            const DESCRIPTOR: &'static rt::ApiDescriptor = &rt::ApiDescriptor {
                name: #name,
                title: #title,
                message: #message,
                envelope: #envelope,
                gates: #gates,
                secret_fields: #secret_fields,
                operations: OPERATIONS,
            };
        }
    };
    vec![Printed::documented(&docs, definition), Printed::item(description)]
}

fn secret_fields(api: &Api) -> BTreeSet<&str> {
    let fields = api.types.iter().flat_map(|ty| match &ty.kind {
        TypeKind::Fields { fields, .. } => fields.as_slice(),
        TypeKind::Opaque | TypeKind::Enum { .. } => &[],
    });
    fields.filter(|field| field.secret).map(|field| field.name.as_str()).collect()
}

fn gate(gate: &Gate) -> Expr {
    let asks = gate.asks.as_ref().map(|asks| match asks.kind {
        AsksKind::Server => "Server",
        AsksKind::Anonymous => "Anonymous",
        AsksKind::Caller => "Caller",
        AsksKind::TopLevel => "TopLevel",
        AsksKind::Operation => "Operation",
    });
    let fields = [
        ("code", text(&gate.code)),
        ("doc", text(&gate.doc)),
        ("credential", boolean(gate.auth.is_some())),
        ("asks", option(asks.map(|asks| path(&["rt", "Asks", asks])))),
    ];
    record(&["rt", "Gate"], fields)
}

fn client(api: &Api) -> [Printed; 2] {
    let marker = ident(&api.rust.marker);
    let docs = Doc::default().text(&format!("Sends operations of the {}.", api.title));
    let client = parse_quote! {
        #[cfg(feature = "client")]
        pub type Client<T = rt::Reqwest> = rt::Client<#marker, T>;
    };
    let blocking = parse_quote! {
        /// Sends operations and waits for the answer on the calling thread.
        #[cfg(feature = "blocking")]
        pub type BlockingClient<T = rt::Reqwest> = rt::blocking::Client<#marker, T>;
    };
    [Printed::documented(&docs, client), Printed::item(blocking)]
}

fn constant(constant: &Constant) -> Printed {
    let name = ident(&constant.rust);
    let docs = Doc::default()
        .maybe(constant.doc.as_deref())
        .markdown(format!("{} in the documents.", code(&constant.name)));
    let value = literal(&constant.value);
    let ty = match constant.value {
        Literal::Bool(_) => quote! { bool },
        Literal::Int(_) => quote! { i64 },
        Literal::Float(_) => quote! { f64 },
        Literal::Text(_) => quote! { &str },
    };
    Printed::documented(&docs, parse_quote! { pub const #name: #ty = #value; })
}

fn operations(api: &Api) -> [Printed; 2] {
    let names: Vec<_> = api.operations().map(|operation| ident(&operation.rust)).collect();
    let table = parse_quote! {
        /// Every operation, in the order of the documents.
        pub static OPERATIONS: &[&rt::Descriptor] =
            &[#(<crate::#names as rt::Operation>::DESCRIPTOR),*];
    };
    let for_each = parse_quote! {
        /// Calls a macro with the name of every operation's type, in the order
        /// of the documents: for tables, and for tests that cover them all.
        #[macro_export]
        macro_rules! for_each_operation {
            ($callback:ident) => {
                $callback! { #(#names,)* }
            };
        }
    };
    [Printed::item(table), Printed::item(for_each)]
}
