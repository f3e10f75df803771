//! `http::Request` -> operation -> `http::Response`, behind gates.
//!
//! A generated crate has one trait per group of operations and a `Gatekeeper`.
//! Implement them to get an [`axum::Router`]. A request passes, in this order:
//!
//! ```text
//! endpoint     does the path exist, does it take the HTTP method, is there one `Host`?
//! body         do its headers state a size and a type that the operation takes?
//! credential   the fields of the credential, if it is sent in headers
//! gates        who is it, is the role on, may this caller do that?
//! body         a form, a multipart form or a query, within limits
//! gates        may this caller send these parameters?
//! endpoint     does the operation have a handler, and may one more run?
//! route        are the parameters valid? They go to the handler, with the proof of it all
//! response     output or refusal, in the API's shape
//! ```
//!
//! Where the form carries the credential, it is read before credential and gates.
//!
//! A handler takes a [`Context`], and only the gates make one, so they can't be
//! bypassed.
//!
//! ```compile_fail,E0451
//! use api_runtime::server::{Call, Context};
//! fn around_the_gates(call: Call) -> Context<()> {
//!     Context { caller: (), call }
//! }
//! ```
//!
//! A group's trait has the `Gatekeeper` as supertrait, so that a handler's context has
//! the type of its caller. Gates are checked synchronously, credentials are not: what
//! else must be looked up goes into the caller, and nothing can happen between two
//! gates. If a credential is optional, any of its fields makes it count as given.
//!
//! Only decoding and awaiting the handler are generic over the operation
//! ([`Route`]), and only the tables of functions are generic over the
//! implementor: everything else is compiled with this crate.
//!
//! `admission` limits what callers can take before they are known, `body_timeout`
//! how slow they may be, and `serve` their connections.

mod accept;
mod admission;
mod body;
mod body_timeout;
mod builder;
mod call;
mod connection;
mod credential;
mod endpoint;
mod file;
mod gates;
mod headers;
mod inputs;
mod limits;
mod multipart;
mod pattern;
mod peers;
mod place;
mod places;
mod policy;
mod refusal;
mod response;
mod route;
mod routes;
mod serve;
mod state;
mod target;

pub use axum;
pub use builder::{BuildError, Builder};
pub use call::{Call, Context, RequestId};
pub use file::File;
pub use policy::{AnyCaller, Credentials, Policy, Verified, caller_as};
pub use refusal::Refusal;
pub use response::{Given, Respond, Success};
pub use route::{Admitted, Group, Handled, Route, not_implemented};
pub use serve::{Peer, Serve};
pub use state::HttpStatus;
