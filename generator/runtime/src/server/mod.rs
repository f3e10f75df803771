//! `http::Request` -> operation -> `http::Response`, behind gates.
//!
//! A generated crate has one trait per group of operations and a `Gatekeeper`.
//! Implement them to get an [`axum::Router`]. A request passes, in this order:
//!
//! ```text
//! target       does the path exist, does it take the HTTP method, is there one `Host`?
//! body         do its headers state a size and a type that the operation takes?
//! accept       does the caller take what the operation returns?
//! credential   the fields of the credential, if the head of the request has it
//! gates        who is it, is the role on, may this caller do that?
//! inputs       the body (a form, parts, JSON, text or bytes, within limits) and the query are read,
//!              and `take_apart` finds the parameters at their places
//! parameters   may this caller send them?
//! endpoint     does the operation have a handler, and may one more run?
//! route        are the parameters valid? They go to the handler, with the proof of it all
//! shapes       output or refusal, in the API's shape
//! ```
//!
//! Where the form carries the credential, it is read before credential and gates.
//!
//! `routes` gives axum's router one route for all paths that differ only in their variables, and
//! `target` chooses the operation by the whole path: axum decodes nothing, so an encoded slash
//! never ends a segment. A request has one form, [`FormReader`](crate::FormReader), whatever its
//! places: a part of the path is a field of it, and so is a field of a JSON body.
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
mod build_error;
mod builder;
mod call;
mod choice;
mod connection;
mod connections;
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
mod phase;
mod policy;
mod refusal;
mod response;
mod route;
mod routes;
mod serve;
mod shapes;
mod state;
mod target;

pub use axum;
pub use build_error::BuildError;
pub use builder::Builder;
pub use call::{Call, Context, RequestId};
pub use file::File;
pub use policy::{AnyCaller, Credentials, Policy, Verified, caller_as};
pub use refusal::Refusal;
pub use response::{Given, Respond, RespondByStatus, Success};
pub use route::{Admitted, Group, Handled, Route, not_implemented};
pub use serve::{Peer, Serve};
pub use state::HttpStatus;
