//! The contents of spec files, as written: one struct per map of the spec language.
//!
//! The guide explains every key. Nothing
//! is looked up or checked here beyond the shape; that is `resolve`'s job.

mod api;
mod auth;
mod effect;
mod http;
mod operations;
mod overlay;
mod parameters;
mod returns;
mod search;
mod shorthand;
mod types;

pub use api::*;
pub use auth::*;
pub use effect::*;
pub use http::*;
pub use operations::*;
pub use overlay::*;
pub use parameters::*;
pub use returns::*;
pub use search::*;
pub use shorthand::{NOTATION, SHORTHAND, Short, Shorthand};
pub use types::*;
