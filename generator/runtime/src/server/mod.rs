//! `http::Request` -> operation -> `http::Response`, behind gates.
//!
//! A generated crate has one trait per group of operations and a `Gatekeeper`.
//! Implement them to get an [`axum::Router`]. A request passes, in this order:
//!
//! ```text
//! endpoint     does the path exist, and does it take the HTTP method?
//! credential   the fields of the credential, wherever they travel
//! body         a form, a multipart form or a query, within limits
//! gates        who is it, is the role on, may this caller do that?
//! route        the request struct and its proof of admission go to the handler
//! answer       output or refusal, in the API's shape
//! ```
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
//! Only decoding and awaiting the handler are generic over the operation
//! ([`Route`]), and only the tables of functions are generic over the
//! implementor: everything else is compiled with this crate.
//!
//! `intake` and `pace` limit what callers can take before and after
//! they are known; `serve`, `head_timer` and `write_timeout` limit connections.

mod answer;
mod body;
mod builder;
mod call;
mod core;
mod credential;
mod endpoint;
mod fault;
mod file;
mod gates;
mod head_timer;
mod headers;
mod intake;
mod keeper;
mod multipart;
mod pace;
mod refusal;
mod route;
mod serve;
mod write_timeout;

pub use answer::{Answer, Answers, Given};
pub use axum;
pub use builder::{BuildError, Builder};
pub use call::{Call, Context, RequestId};
pub use core::HttpStatus;
pub use file::File;
pub use keeper::{AnyCaller, Credentials, Keeper, Login, Question, Verified, caller_as};
pub use refusal::Refusal;
pub use route::{Admitted, Group, Handled, Route, not_implemented};
pub use serve::{Peer, Serve};
