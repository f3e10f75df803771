//! `http::Request` -> operation -> `http::Response`, behind gates.
//!
//! A generated crate gives one trait per group of operations and a
//! `Gatekeeper`; whoever implements them gets an [`axum::Router`]. What happens
//! with a request, in this order:
//!
//! ```text
//! endpoint     does the path exist, and is it a POST?
//! credential   the fields of the credential, wherever they travel
//! body         a form or a multipart form, within limits
//! gates        who is it, is the role on, may this caller do that?
//! validate     every invalid parameter, in one answer
//! route        the request struct and its proof of admission go to the handler
//! answer       output or refusal, in the API's shape
//! ```
//!
//! A handler takes a [`Context`], and only the gates make one: there is no way
//! around them.
//!
//! ```compile_fail,E0451
//! use api_runtime::server::{Call, Context};
//! fn around_the_gates(call: Call) -> Context<()> {
//!     Context { caller: (), call }
//! }
//! ```
//!
//! Nothing here is generic over an operation but `decode` and the awaiting of
//! its handler ([`Route`]), and nothing over the implementor but the tables
//! that hold its functions: the rest is compiled with this crate.

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
mod intake;
mod keeper;
mod pace;
mod refusal;
mod route;
mod serve;
mod upload;
mod validate;
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
