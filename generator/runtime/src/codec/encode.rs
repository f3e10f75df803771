//! The traits that write and read parameters.

use super::values::{FormReader, FormWriter};

/// The client side of an operation: writes its parameters.
pub trait Encode {
    /// Writes every parameter that is set, in the documents' order.
    fn encode(self, form: &mut FormWriter);
}

/// The server side of an operation: reads its parameters.
pub trait Decode: Sized {
    /// Reads every parameter. The reader records errors and returns
    /// placeholders: use the value only if `FormReader::finish` is `Ok`.
    fn decode(form: &mut FormReader) -> Self;
}
