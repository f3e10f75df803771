//! The traits that generated types implement.

use crate::{ApiDescriptor, AuthBlock, Descriptor, FormReader, FormWriter, returns::Returns};

/// An API. A type without values that names it.
pub trait Api: Send + Sync + 'static {
    /// What it is.
    const DESCRIPTOR: &'static ApiDescriptor;
}

/// One request of an API.
pub trait Operation: Send + 'static {
    /// The API that it belongs to.
    type Api: Api;
    /// The kind of its result, a marker of [`crate::returns`].
    type Returns: Returns;
    /// What it is.
    const DESCRIPTOR: &'static Descriptor;
}

/// What an operation gives.
pub type Output<O> = <<O as Operation>::Returns as Returns>::Output;

/// The client's half of an operation: writes its parameters.
pub trait Encode {
    /// Puts every parameter that is set, in the documents' order.
    fn encode(self, form: &mut FormWriter);
}

/// The server's half of an operation: reads its parameters.
pub trait Decode: Sized {
    /// Takes every parameter. Faults are kept by the reader, which then gives
    /// placeholders: the value only counts if [`FormReader::finish`] is `Ok`.
    fn decode(form: &mut FormReader) -> Self;
}

/// What a client proves itself with.
pub trait Credential: Send + Sync + 'static {
    /// The API that it belongs to.
    type Api: Api;
    /// How it travels, unless an operation says otherwise.
    const BLOCK: &'static AuthBlock;

    /// Puts every field that is set, under the names of the block.
    fn encode(&self, form: &mut FormWriter);

    /// Whether the block or the bearer header carries it.
    fn carrier(&self) -> Carrier {
        Carrier::Block
    }
}

/// What carries a credential.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carrier {
    /// The fields of its block.
    #[default]
    Block,
    /// The header `Authorization: Bearer`; then nothing goes into the form.
    Bearer,
}
