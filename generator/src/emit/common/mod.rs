//! What several outputs share.

pub mod doc;
pub mod file;
mod mentions;
pub mod rust;
pub mod rust_example;
pub mod samples;
pub mod spelling;
