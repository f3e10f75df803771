//! Parameters <-> `application/x-www-form-urlencoded`, headers, multipart.

#[cfg(any(feature = "cassette", feature = "server"))]
pub(crate) mod apart;
mod multipart;
mod placed;
mod reader;
mod value;
mod writer;

pub(crate) use multipart::Multipart;
pub(crate) use placed::{Placed, Value, quoted};
pub use reader::{FormReader, ParameterError};
pub use value::FormValue;
pub use writer::FormWriter;
