//! The examples in the pages of a book. The build script includes this too.

pub mod pages;
pub mod program;
