//! The values of a request: `placed` before a client sends them, `reader` after a server got them.

#[cfg(any(feature = "cassette", feature = "server"))]
pub(crate) mod apart;
mod multipart;
pub(crate) mod object;
mod placed;
mod reader;
mod value;
mod writer;

pub(crate) use multipart::Multipart;
pub(crate) use placed::{Placed, Value, quoted};
pub use reader::{FormReader, ParameterError};
pub use value::FormValue;
pub use writer::FormWriter;
