//! The hand-written code that generated API crates lean on.
//!
//! A generated crate is declarations: request structs, types, credentials and
//! a [`Descriptor`] per operation. Everything that *happens* is here, once:
//!
//! ```text
//! descriptor   what an operation is: plain static data
//! operation    the traits that generated types implement
//! form         parameters <-> application/x-www-form-urlencoded, headers, multipart
//! json         JSON <-> types that keep what they do not know
//! client       operation -> http::Request, http::Response -> output (no I/O in between)
//! outcome      is this answer a failure?
//! returns      the kinds of output
//! transport    who carries the request: reqwest, any tower service
//! server       http::Request -> operation -> http::Response, behind gates
//! ```
//!
//! No module knows a name of an API: all names come from descriptors.
//!
//! Secrets ([`Secret`], and parameters marked secret) never show in `Debug`,
//! in errors or in `tracing` output. Nothing is retried and no redirect is
//! followed: every operation is a POST, and a code that works once must not
//! travel twice.

#[cfg(feature = "blocking")]
pub mod blocking;
mod buffer;
mod client;
mod descriptor;
mod download;
#[cfg(feature = "blocking")]
mod driver;
mod error;
mod failure;
mod form;
mod json;
mod operation;
mod outcome;
mod percent;
mod reply;
pub mod returns;
mod scrub;
mod secret;
#[cfg(feature = "server")]
pub mod server;
mod text;
pub mod transport;
mod upload;
mod version;

pub use client::{Client, ClientBuilder, Pending};
pub use descriptor::{
    Alias, ApiDescriptor, Asks, Auth, AuthBlock, Deprecation, Descriptor, Encoding, EnvelopeShape, Format,
    Gate, MessageShape, Parameter, PathStatus, Place, RequiredWhen, ReturnKind,
};
pub use download::Download;
pub use error::{Error, ErrorKind, Newer};
pub use failure::{Failure, Undecoded};
pub use form::{Fault, FormReader, FormValue, FormWriter};
pub use json::{Extra, Json, JsonReader, JsonValue, JsonWriter, Misfit, Object, ObjectReader, ObjectWriter};
pub use operation::{Api, Carrier, Credential, Decode, Encode, Operation, Output};
pub use reply::Reply;
pub use secret::Secret;
/// A JSON number of any size: `as_i64`, `as_u64` and `as_f64` read it,
/// `From` makes it from an integer and [`Number::from_f64`] from a float.
pub use serde_json::Number;
#[cfg(feature = "reqwest")]
pub use transport::Reqwest;
pub use transport::{Body, BoxError, Tower, Transport};
pub use upload::Upload;
pub use version::{InvalidVersion, Version};

/// For the macros of this crate only.
#[doc(hidden)]
pub mod __private {
    pub use crate::json::{from_serde, object_from, object_into, to_serde};
    pub use serde;
    pub use serde_json;
}
