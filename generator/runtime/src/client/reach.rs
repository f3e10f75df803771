//! The effect that a call may have at a path: its operation's, or that of a worse operation that a
//! server may run for the path.

use http::uri::PathAndQuery;
use percent_encoding::percent_decode_str;

use crate::codec::FormReader;
use crate::core::{ApiDescriptor, Descriptor, Effect, ErrorKind, Parameter};

/// The number of times that a path may be decoded, as servers and proxies may each do.
const DECODED: usize = 4;

/// A segment with a variable, which stands for any segment.
const VARIABLE: &str = "{}";

/// A variable that is the rest of a path.
const REST: &str = "{+}";

/// The effect that a call at a path may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) effect: Effect,
    /// The other operation with this effect, if it is not the call's own.
    pub(crate) other: Option<&'static str>,
    /// True if the API has the path.
    known: bool,
}

impl Reach {
    /// The reach of an operation at its own path.
    pub(crate) fn at_own(operation: &Descriptor) -> Self {
        Self { effect: operation.effect, other: None, known: true }
    }

    /// The reach of an operation at a path under a base URL, or under its path.
    pub(crate) fn of(api: &ApiDescriptor, operation: &Descriptor, base: &str, path: &str) -> Self {
        let has_path = |known: &Descriptor| known.paths().any(|known| known == path);
        if api.operations.iter().any(|known| known.name == operation.name && has_path(known)) {
            return Self::at_own(operation);
        }
        let (relative, whole) = (segments(path), segments(&format!("{base}{path}")));
        let is_at = |known: &str| match known_segments(known) {
            root if root.is_empty() => relative.is_empty(),
            // The beginning of the path may be in the base URL.
            known => ends_with(&whole, &known),
        };
        let worst = worst(api, operation, |other| may_be(other, operation) && other.paths().any(is_at));
        Self {
            effect: worst.map_or(operation.effect, |other| other.effect),
            other: worst.map(|other| other.name),
            known: api.operations.iter().any(|known| has_path(known)),
        }
    }

    /// The reach of an operation at its path with values. A server prefers another operation whose path
    /// fits, too, and has fewer variables.
    pub(crate) fn of_filled(api: &ApiDescriptor, operation: &Descriptor, template: &str, path: &str) -> Self {
        let variables = |path: &str| path.matches('{').count();
        let (count, whole) = (variables(template), segments(path));
        let is_at = |known: &str| variables(known) < count && ends_with(&whole, &known_segments(known));
        worst(api, operation, |other| may_be(other, operation) && other.paths().any(is_at))
            .map_or(Self::at_own(operation), Self::of_other)
    }

    /// The reach of an operation at the URL of another page of its list. If its path isn't the
    /// operation's, or if its query has what another operation needs or lacks what its own does, a server
    /// may run that one.
    pub(crate) fn of_page(
        api: &ApiDescriptor,
        operation: &Descriptor,
        template: &str,
        page: &PathAndQuery,
    ) -> Self {
        let path = page.path();
        if !ends_with(&segments(path), &known_segments(template)) {
            return Self::of(api, operation, "", path);
        }
        let query = FormReader::new(page.query().unwrap_or_default().as_bytes());
        let is_sent = |known: &Parameter| match known.constant {
            Some(value) => query.values(known.wire_name()).any(|text| text == Some(value)),
            None => query.values(known.wire_name()).next().is_some(),
        };
        let needs = |one: &Descriptor| {
            let all = one.choosing().filter(|(encoding, known)| known.place.is_in_query(*encoding));
            all.map(|(_, known)| known)
        };
        let lacks = needs(operation).any(|known| !is_sent(known));
        let is_own = |known: &Parameter| {
            needs(operation).any(|own| (own.wire_name(), own.constant) == (known.wire_name(), known.constant))
        };
        let is_chosen = |other: &Descriptor| {
            needs(other).any(|known| is_sent(known) && !is_own(known))
                || lacks && other.method == operation.method && needs(other).all(is_sent)
        };
        let is_at = |known: &str| ends_with(&segments(path), &known_segments(known));
        worst(api, operation, |other| is_chosen(other) && other.paths().any(is_at))
            .map_or_else(|| Self::of_filled(api, operation, template, path), Self::of_other)
    }

    fn of_other(other: &Descriptor) -> Self {
        Self { effect: other.effect, other: Some(other.name), known: true }
    }

    /// Rejects calls that a read-only client doesn't send. A path that the API doesn't have must be
    /// trusted.
    pub(crate) fn check_read_only(self, is_trusted: bool) -> Result<(), ErrorKind> {
        match self {
            Self { effect: Effect::Reads, known, .. } if known || is_trusted => Ok(()),
            Self { effect: Effect::Reads, .. } => Err(ErrorKind::UntrustedPath),
            Self { effect, other, .. } => Err(ErrorKind::ReadOnly { effect, other }),
        }
    }
}

/// The operation with the worst effect among those that do more than `operation` and fit.
fn worst(
    api: &ApiDescriptor,
    operation: &Descriptor,
    fits: impl Fn(&Descriptor) -> bool,
) -> Option<&'static Descriptor> {
    let others = api.operations.iter().copied();
    others.filter(|other| other.effect > operation.effect && fits(other)).max_by_key(|other| other.effect)
}

/// Returns whether a server may take a request of `operation` for one of `other`. Some servers ignore
/// the method if the paths have no variables.
fn may_be(other: &Descriptor, operation: &Descriptor) -> bool {
    let have_no_variables = !other.has_path_parameters() && !operation.has_path_parameters();
    have_no_variables || other.method == operation.method
}

/// Returns whether the segments of a path end with those of a known one, whose variables fit any segment.
fn ends_with(whole: &[String], known: &[String]) -> bool {
    let fits = |(one, known): (&String, &String)| known == VARIABLE || one == known;
    if let Some((rest, known)) = known.split_last()
        && rest == REST
    {
        let starts = 0..(whole.len() + 1).saturating_sub(known.len());
        return known.is_empty()
            || starts.into_iter().any(|start| whole.iter().skip(start).zip(known).all(fits));
    }
    let start = whole.len().checked_sub(known.len());
    start.is_some_and(|start| whole.iter().skip(start).zip(known).all(fits))
}

/// The segments of a path in a canonical form, which is equal for all paths that a server may take for
/// the same one: decoded, without empty segments, dots and parameters, and of each segment only the
/// letters and digits, in lower case.
fn segments(path: &str) -> Vec<String> {
    let decode = |path: String| percent_decode_str(&path).decode_utf8_lossy().into_owned();
    let path = (0..DECODED).fold(path.to_owned(), |path, _| decode(path));
    let mut segments = Vec::new();
    for segment in path.split(['?', '#']).next().unwrap_or_default().split(['/', '\\']) {
        let name = segment.split(';').next().unwrap_or_default();
        if name == ".." {
            segments.pop();
            continue;
        }
        let plain: String = name.chars().filter(|character| character.is_alphanumeric()).collect();
        if !plain.is_empty() {
            segments.push(plain.to_lowercase());
        }
    }
    segments
}

/// The canonical segments of a path of the API, with a mark for each segment that has a variable.
fn known_segments(path: &str) -> Vec<String> {
    let mut all = Vec::new();
    for segment in path.split('/') {
        match segment {
            rest if rest.starts_with("{+") => all.push(REST.to_owned()),
            variable if variable.contains('{') => all.push(VARIABLE.to_owned()),
            fixed => all.extend(segments(fixed)),
        }
    }
    all
}
