//! `lib.rs`: the crate's root.

use proc_macro2::Ident;
use quote::quote;

use super::{api, pages};
use crate::emit::File;
use crate::emit::common::rust::{self, Printed};
use generator_spec::model::{Api, Operation, Type, TypeKind, Variant};

/// The crate's root, its guides and what belongs to the API as a whole.
pub fn emit(api: &Api) -> Vec<File> {
    let mut files = vec![root(api), api::emit(api)];
    files.extend(pages::guide(api));
    files
}

fn root(api: &Api) -> File {
    // A request takes as many arguments as the documents ask for, and a link has the same target anywhere.
    let attributes = "#![forbid(unsafe_code)]\n#![warn(missing_docs)]\n\
        #![cfg_attr(docsrs, feature(doc_cfg))]\n\
        #![allow(clippy::too_many_arguments, rustdoc::redundant_explicit_links)]";
    let deprecated = if mentions_deprecated(api) { "#![allow(deprecated)]" } else { "" };
    let attributes = [attributes, deprecated].map(str::to_owned).join("\n");
    let modules = Printed::items(quote! {
        mod api;
        pub mod auth;
        #[cfg(feature = "cli")]
        pub mod cli;
        #[cfg(doc)]
        pub mod guide;
        #[cfg(feature = "mock")]
        pub mod mock;
        pub mod operations;
        #[cfg(feature = "server")]
        pub mod server;
        pub mod types;
        #[cfg(all(doctest, feature = "client", feature = "server"))]
        #[doc = include_str!("../README.md")]
        mod readme {}
    });
    let head = vec![pages::front(api), Printed::text(attributes.trim_end()), modules, exports(api)];
    rust::file(api, "lib.rs", "api.yaml", head, Vec::new())
}

/// Returns whether the crate uses deprecated things that any of its files may mention.
fn mentions_deprecated(api: &Api) -> bool {
    let parameters = || api.operations().flat_map(|it| &it.parameters);
    let credentials = || api.blocks.iter().flat_map(|it| &it.parameters);
    let is_in_type = |ty: &Type| {
        let is_value = |it: &Variant| it.deprecated.is_some();
        let has_value = matches!(&ty.kind, TypeKind::Enum { variants, .. } if variants.iter().any(is_value));
        ty.deprecated.is_some() || has_value || ty.fields().iter().any(|it| it.deprecated.is_some())
    };
    parameters().chain(credentials()).any(|it| it.deprecated.is_some()) || api.types_in_rust().any(is_in_type)
}

/// The runtime's items have pages here, too: a search of this crate's docs finds them.
fn exports(api: &Api) -> Printed {
    let auth = (!api.blocks.is_empty()).then(|| quote! { pub use auth::*; });
    let types = api.types_in_rust().next().map(|_| quote! { pub use types::*; });
    let more = more_exports(api);
    let more = (!more.is_empty()).then(|| {
        quote! {
            #[doc(inline)]
            pub use api_runtime::{#(#more),*};
        }
    });
    Printed::items(quote! {
        pub use api::*;
        #[doc(no_inline)]
        pub use api_runtime as runtime;
        #[doc(inline)]
        pub use api_runtime::{
            Api, Body, BoxError, CallBuilder, Carrier, ClientBuilder, Credential, Descriptor, Download, Effect, Encode, Error,
            ErrorKind, Extra, Failure, FullResponse, Json, Newer, Number, Operation, Output, Pending, Secret, Sensitive, Tower, Transport, Upload, Version,
        };
        #[doc(inline)]
        pub use api_runtime::json;
        #more
        #[cfg(feature = "cassette")]
        #[doc(inline)]
        pub use api_runtime::cassette;
        #[cfg(feature = "client")]
        #[doc(inline)]
        pub use api_runtime::{Reqwest, Retry};
        #[cfg(any(feature = "cli", feature = "server"))]
        #[doc(inline)]
        pub use api_runtime::Decode;
        #auth
        pub use operations::*;
        #types
    })
}

/// The runtime's types that only some APIs need.
fn more_exports(api: &Api) -> Vec<Ident> {
    let results = || api.operations().flat_map(Operation::successes);
    let names = [
        ("OtherStatus", api.operations().any(|it| it.results_rust.is_some())),
        ("Paged", api.operations().any(|it| it.pages.is_some())),
        ("WithHeaders", results().any(|it| it.headers_rust.is_some())),
    ];
    names.into_iter().filter(|(_, is_used)| *is_used).map(|(name, _)| rust::ident(name)).collect()
}
