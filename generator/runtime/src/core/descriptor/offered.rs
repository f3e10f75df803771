//! The content types of what an operation responds with.

use super::{Descriptor, ReturnKind, StatusResult};

/// The type of bytes of which nothing is known.
pub(crate) const BYTES: &str = "application/octet-stream";

impl Descriptor {
    /// The content types of all results that have one.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &'static str> + use<> {
        let own = self.results.is_empty().then_some((self.returns, self.content_type));
        own.into_iter().chain(types(self.results)).filter(|(kind, _)| has_body(*kind)).map(|(_, ty)| ty)
    }

    /// The content types of all failures that have one.
    pub(crate) fn refused_as(&self) -> impl Iterator<Item = &'static str> + use<> {
        types(self.failures).filter(|(kind, _)| has_body(*kind)).map(|(_, ty)| ty)
    }
}

fn types(results: &'static [StatusResult]) -> impl Iterator<Item = (ReturnKind, &'static str)> {
    results.iter().map(|result| (result.kind, result.content_type))
}

fn has_body(kind: ReturnKind) -> bool {
    match kind {
        ReturnKind::Redirect(_) | ReturnKind::Nothing => false,
        ReturnKind::Message
        | ReturnKind::Json
        | ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Described => true,
    }
}

/// A content type without its parameters.
pub(crate) fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}
