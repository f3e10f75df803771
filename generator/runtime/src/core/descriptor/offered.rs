//! The content types of what an operation responds with.

#[cfg(feature = "cli")]
use super::Encoding;
use super::{Descriptor, ReturnKind, StatusResult};

/// The type of bytes of which nothing is known.
pub(crate) const BYTES: &str = "application/octet-stream";

impl Descriptor {
    /// The content types of all results that have one.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &'static str> + use<> {
        let own = self.results.is_empty().then_some((self.returns, self.content_type));
        own.into_iter()
            .chain(types(self.results))
            .filter(|(kind, _)| has_body(*kind))
            .flat_map(|(_, ty)| types_of(ty))
    }

    /// The content type of a body for which none is chosen; `None` if only ranges are listed.
    pub(crate) fn usual_body_type(&self) -> Option<&'static str> {
        types_of(self.body_type).find(|ty| !is_range(ty))
    }

    /// Returns whether a body can have one of several content types.
    #[cfg(feature = "cli")]
    pub(crate) fn has_body_types(&self) -> bool {
        self.encoding == Encoding::Body && self.body_type.contains([',', '*'])
    }

    /// The content types of all failures that have one.
    pub(crate) fn refused_as(&self) -> impl Iterator<Item = &'static str> + use<> {
        types(self.failures).filter(|(kind, _)| has_body(*kind)).flat_map(|(_, ty)| types_of(ty))
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

/// The content types of a list.
pub(crate) fn types_of(list: &'static str) -> impl Iterator<Item = &'static str> {
    list.split(',').map(str::trim)
}

/// Returns whether it is a range of content types, such as `image/*`.
pub(crate) fn is_range(content_type: &str) -> bool {
    essence(content_type).contains('*')
}

/// Returns whether a range, or a content type, includes one.
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) fn includes(range: &str, content_type: &str) -> bool {
    let is_same = |one: &str, other: &str| one == "*" || one.eq_ignore_ascii_case(other);
    match (essence(range).split_once('/'), essence(content_type).split_once('/')) {
        (Some((kind, form)), Some((own_kind, own_form))) => {
            is_same(kind, own_kind) && is_same(form, own_form)
        }
        // Java's default has it.
        _ => essence(range) == "*",
    }
}

/// A content type without its parameters.
pub(crate) fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}
