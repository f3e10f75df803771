//! The traits that generated types implement.

use super::returns::Returns;
use super::values::FormWriter;
use crate::core::{ApiDescriptor, AuthBlock, Descriptor, ServerUrl};

/// An API: a type that only serves as its name.
pub trait Api: Send + Sync + 'static {
    /// Its description.
    const DESCRIPTOR: &'static ApiDescriptor;
    /// The addresses of its servers, if the spec has any.
    const SERVERS: &'static [ServerUrl] = &[];
}

/// One request of an API.
pub trait Operation: Send + 'static {
    /// The API it belongs to.
    type Api: Api;
    /// The kind of its output, a marker in [`returns`](crate::returns).
    type Returns: Returns;
    /// Its description.
    const DESCRIPTOR: &'static Descriptor;
}

/// The output of an operation.
pub type Output<O> = <<O as Operation>::Returns as Returns>::Output;

/// A credential, with which a client authenticates.
pub trait Credential: Send + Sync + 'static {
    /// The API it belongs to.
    type Api: Api;
    /// The fields and where they are sent unless an operation differs.
    const BLOCK: &'static AuthBlock;

    /// Writes every field that is set, under its name in the block. A client may call it once for
    /// several requests.
    fn encode(&self, form: &mut FormWriter);

    /// Returns the place of the credential: its block, or the bearer header.
    fn carrier(&self) -> Carrier {
        Carrier::Block
    }
}

/// The place of a credential in a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Carrier {
    /// The fields of its block.
    #[default]
    Block,
    /// The header `Authorization: Bearer`; the form then contains none of it.
    Bearer,
}
