//! Parts that several outputs share.

pub mod doc;
pub mod file;
pub mod markdown;
pub mod mentions;
pub mod responses;
pub mod rust;
pub mod rust_example;
pub mod sample_body;
pub mod sample_parameters;
pub mod sample_request;
pub mod samples;
pub mod shell;
pub mod spelling;
