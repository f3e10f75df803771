//! Pages of prose: the front pages of the crate and its operations, and the guides below `guide`.
//!
//! The text is in the templates beside this file; here is what depends on the API.

mod front;
mod guide;
mod program;
mod template;

pub use self::{
    front::{front, operations},
    guide::emit as guide,
    program::program,
};
