//! The content types of an operation's responses.

#[cfg(feature = "cli")]
use super::Encoding;
use super::{Descriptor, ReturnKind, StatusResult};

/// The content type of bytes of any kind.
pub(crate) const BYTES: &str = "application/octet-stream";

/// The index of the row for a response among results or failures: the one place where clients, servers
/// and tests decide it. Of the rows with its status, those with the fewest statuses count; of these, the
/// one with its content type, the one with the narrowest range that has it, or else the first.
pub(crate) fn row_of(rows: &[StatusResult], status: u16, content_type: Option<&str>) -> Option<usize> {
    let narrowest = rows
        .iter()
        .filter(|row| (row.from..=row.to).contains(&status))
        .min_by_key(|row| row.to - row.from)?;
    let has_status = |row: &StatusResult| (row.from, row.to) == (narrowest.from, narrowest.to);
    let width = |row: &StatusResult| {
        let fitting =
            types_of(row.content_type).filter(|listed| includes(listed, content_type.unwrap_or_default()));
        fitting.map(stars).min().unwrap_or(usize::MAX)
    };
    (0..rows.len()).filter(|index| has_status(&rows[*index])).min_by_key(|index| width(&rows[*index]))
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
        let statuses = self.results.first().map(|first| (first.from, first.to));
        let only = self.results.is_empty().then_some(self.content_type);
        let first = self.results.iter().filter(move |row| Some((row.from, row.to)) == statuses);
        only.into_iter().chain(first.map(|row| row.content_type)).flat_map(types_of)
    }

    /// Returns whether the kind or type of the first result depends on its content type.
    pub(crate) fn has_choice(&self) -> bool {
        matches!(self.results, [first, second, ..] if (first.from, first.to) == (second.from, second.to))
    }

    /// The content types of all results that have one.
    pub(crate) fn offered(&self) -> impl Iterator<Item = &'static str> + use<> {
        let only = self.results.is_empty().then_some((self.returns, self.content_type));
        only.into_iter()
            .chain(types(self.results))
            .filter(|(kind, _)| has_body(*kind))
            .flat_map(|(_, ty)| types_of(ty))
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

/// The first of a list that isn't a range such as `image/*`: that of a value for which none is chosen.
pub(crate) fn first_of(list: &'static str) -> Option<&'static str> {
    types_of(list).find(|ty| stars(ty) == 0)
}

/// The width of a range: 1 of `image/*`, and 0 of a content type.
pub(crate) fn stars(range: &str) -> usize {
    essence(range).matches('*').count()
}

/// Returns whether a range, or a content type, includes one.
pub(crate) fn includes(range: &str, content_type: &str) -> bool {
    let fits = |pattern: &str, name: &str| pattern == "*" || pattern.eq_ignore_ascii_case(name);
    match (essence(range).split_once('/'), essence(content_type).split_once('/')) {
        (Some((range_type, range_subtype)), Some((name, subtype))) => {
            fits(range_type, name) && fits(range_subtype, subtype)
        }
        // The default header `Accept` of Java has a lone `*`.
        _ => essence(range) == "*",
    }
}

/// A content type without its parameters.
pub(crate) fn essence(content_type: &str) -> &str {
    content_type.split(';').next().unwrap_or_default().trim()
}
