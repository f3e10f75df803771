//! The content types of what an operation responds with.

#[cfg(feature = "cli")]
use super::Encoding;
use super::{Descriptor, ReturnKind, StatusResult};

/// The type of bytes of which nothing is known.
pub(crate) const BYTES: &str = "application/octet-stream";

/// The row of a response among results or failures: all that decides it, for clients, servers and tests.
/// Of several that have its status, those of the fewest statuses count; of these, the one with its content
/// type, or else the first.
pub(crate) fn row_of(rows: &[StatusResult], status: u16, content_type: Option<&str>) -> Option<usize> {
    let statuses = |row: &StatusResult| row.to - row.from;
    let found =
        rows.iter().filter(|row| (row.from..=row.to).contains(&status)).min_by_key(|row| statuses(row))?;
    let is_like = |row: &StatusResult| (row.from, row.to) == (found.from, found.to);
    let has = |row: &StatusResult, fits: fn(&str, &str) -> bool| {
        content_type.is_some_and(|given| types_of(row.content_type).any(|listed| fits(listed, given)))
    };
    let by = |fits| rows.iter().position(|row| is_like(row) && has(row, fits));
    let is_same = |listed: &str, given: &str| essence(listed).eq_ignore_ascii_case(essence(given));
    by(is_same).or_else(|| by(includes)).or_else(|| rows.iter().position(is_like))
}

impl Descriptor {
    /// The row of a response that isn't a failure, if the operation lists its results.
    pub(crate) fn result_of(&self, status: u16, content_type: Option<&str>) -> Option<usize> {
        row_of(self.results, status, content_type)
    }

    /// The failure with a status.
    #[cfg(feature = "server")]
    pub(crate) fn failure_of(
        &self,
        status: u16,
        content_type: Option<&str>,
    ) -> Option<&'static StatusResult> {
        self.failures.get(row_of(self.failures, status, content_type)?)
    }

    /// Returns whether one of its results is a stream of bytes.
    pub(crate) fn is_streamed(&self) -> bool {
        self.returns.is_streamed() || self.results.iter().any(|result| result.kind.is_streamed())
    }

    /// The content types of the first result, among which a caller chooses: the first is the usual one.
    pub(crate) fn choice(&self) -> impl Iterator<Item = &'static str> + use<> {
        let first = self.results.first().map(|first| (first.from, first.to));
        let own = self.results.is_empty().then_some(self.content_type);
        let alike = self.results.iter().filter(move |row| Some((row.from, row.to)) == first);
        own.into_iter().chain(alike.map(|row| row.content_type)).flat_map(types_of)
    }

    /// Returns whether the first result is of another kind or type by its content type.
    pub(crate) fn has_choice(&self) -> bool {
        matches!(self.results, [first, second, ..] if (first.from, first.to) == (second.from, second.to))
    }

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
        let is_one = self.parameters.iter().all(|known| known.content_type.is_empty());
        self.encoding == Encoding::Body && self.body_type.contains([',', '*']) && is_one
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
