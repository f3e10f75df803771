//! Spec -> files, in one straight line.
//!
//! ```text
//! load     YAML text      -> Source     what the files say, each value with its place
//! resolve  Source         -> Api        what that means: names looked up, defaults applied, every rule checked
//! emit     &Api           -> Vec<File>  one pure function per target
//! write    Vec<File>      -> disk       only what differs
//! ```

pub mod diagnostics;
pub mod load;
pub mod model;
mod resolve;

pub use resolve::resolve;
