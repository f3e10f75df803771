//! Parameters <-> `application/x-www-form-urlencoded`, headers, multipart.

mod elsewhere;
mod multipart;
#[cfg(any(feature = "cassette", feature = "server"))]
pub(crate) mod places;
mod reader;
mod text;
mod value;
mod writer;
mod written;

#[cfg(feature = "cassette")]
pub(crate) use elsewhere::PathCopy;
pub(crate) use elsewhere::{Elsewhere, Whole, header};
pub(crate) use multipart::Multipart;
#[cfg(feature = "cassette")]
pub(crate) use multipart::{FileCopy, MultipartCopy};
pub use reader::{FormReader, ParameterError};
pub use value::FormValue;
pub use writer::FormWriter;
pub(crate) use writer::Target;
pub(crate) use written::Written;
