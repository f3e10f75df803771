//! The runtime of generated API crates.
//!
//! A generated crate contains declarations: request structs, types,
//! credentials and a [`Descriptor`] per operation. This crate does the work
//! for all of them. Use it through a generated crate, which re-exports what
//! you need.
//!
//! | module or type | job |
//! |---|---|
//! | [`Client`], `blocking` (feature) | sends operations and reads their output |
//! | [`CallBuilder`], [`FullResponse`] | options of one call; an output with its response |
//! | [`Paged`], [`Items`] | lists that come page by page |
//! | [`Transport`] | carries requests: reqwest or any [`Tower`] service |
//! | [`Operation`], [`Encode`], [`Decode`] | the traits of generated request structs |
//! | [`returns`], [`results!`] | the kinds of output; outputs by HTTP status |
//! | [`Error`], [`Failure`] | why a call has no output, and what the server said |
//! | [`Json`], [`JsonValue`], [`union!`], [`tagged_union!`] | JSON types that keep unknown fields and values |
//! | [`FormWriter`], [`FormReader`] | parameters in all places of a request: path, query, headers, cookies, forms, JSON |
//! | `server` (feature) | routes, gates and validation over axum |
//! | `cassette` (feature) | records exchanges and replays them |
//! | `mock` (feature) | a server for tests, with expectations by operation |
//! | `conformance` (feature `mock` or `cli`) | a test that a server refuses every caller that it must |
//! | `cli` (feature) | the CLI of an API |
//!
//! # Secrets
//!
//! A [`Secret`], a [`Sensitive`] output, and every parameter that is marked as
//! one, is kept out of `Debug`, errors and `tracing` output. If a server repeats
//! a secret in an error message, `[secret]` replaces it, however the server has
//! escaped it; a message with a secret among its words is not shown at all.
//! [`Failure::message`] says what is not recognized.
//!
//! # Calls
//!
//! A call is sent once, unless [`ClientBuilder::retry`] allows more: then an operation
//! that is [`repeatable`](Descriptor::repeatable) is sent again after temporary failures,
//! and any other only if nothing was sent. With [`ClientBuilder::credential_from`], a call
//! whose credential is refused is sent again with a new one. A one-time code is never
//! sent twice. A client that is [`read_only`](ClientBuilder::read_only) sends only
//! operations that read, whatever path is set. A redirect is never followed. A response
//! that pauses for 60 seconds fails ([`ClientBuilder::read_timeout`]).
//!
//! # Where the documents are silent
//!
//! - A field is an `Option`, unless the documents say that it is always there. A null
//!   that a type doesn't allow is kept as received, and so are opaque types and JSON of
//!   unknown shape, whose `Debug` shows only a size: what is unknown may be secret.
//! - A list of values is an open enum, even where the documents don't name it.
//! - In a form, a parameter is sent as JSON text if its type is `any`, `object`, a list
//!   without a `list` style, a dictionary, or a named type other than a list of values,
//!   whether or not the documents mark it `(JSON)`.
//! - In any output, a small JSON object with a status from 400 to 599 and a text is a
//!   failure, too; a stream is inspected only if it begins with `{`.
//! - GET, HEAD and DELETE without a `body` have none: the form's text goes into the URL.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![warn(missing_debug_implementations)]

#[cfg(feature = "cli")]
pub mod cli;
mod client;
mod codec;
mod core;
#[cfg(feature = "server")]
pub mod server;
#[cfg(any(feature = "cassette", feature = "cli"))]
mod testing;

/// Requests and responses, as a [`Transport`] carries them.
#[doc(no_inline)]
pub use http;
/// Writes JSON, which `into()` makes a [`Json`].
pub use serde_json::json;

#[cfg(any(feature = "cassette", feature = "cli"))]
pub use crate::testing::*;
pub use crate::{client::*, codec::*, core::*};

/// Used by the macros of this crate.
#[doc(hidden)]
pub mod __private {
    pub use crate::codec::json::{
        enum_fit, enum_from, from_serde, object_eq, object_fit, object_fmt, object_from, object_into,
        to_serde, union_best, union_field, union_fit, union_member, union_other, union_read, union_tag,
        union_tagged, union_tagged_fit, union_untagged_fit, union_with_content,
    };
    pub use serde;
    pub use serde_json;
}
