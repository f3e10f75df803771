//! The effect of a call whose path was set: that of its operation, or a worse one of the
//! operations that a server may take the path for.

use http::uri::PathAndQuery;
use percent_encoding::percent_decode_str;

use crate::codec::FormReader;
use crate::core::{ApiDescriptor, Descriptor, Effect, ErrorKind, Parameter};

/// Servers and proxies may each decode a path.
const DECODED: usize = 4;

/// A segment with a variable, which may be any.
const VARIABLE: &str = "{}";

/// A variable that is the rest of a path.
const REST: &str = "{+}";

/// The effects that a call at a path may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reach {
    pub(crate) effect: Effect,
    /// The other operation that the effect is of.
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
        let has = |it: &Descriptor| it.paths().any(|known| known == path);
        if api.operations.iter().any(|it| it.name == operation.name && has(it)) {
            return Self::at_own(operation);
        }
        let (own, whole) = (segments(path), segments(&format!("{base}{path}")));
        let is_at = |known: &str| match known_segments(known) {
            root if root.is_empty() => own.is_empty(),
            // A base URL may have the beginning of the path.
            known => ends_with(&whole, &known),
        };
        let worse = api.operations.iter().filter(|it| it.effect > operation.effect);
        let worse = worse.filter(|it| may_be(it, operation) && it.paths().any(is_at));
        let worst = worse.max_by_key(|it| it.effect);
        Self {
            effect: worst.map_or(operation.effect, |it| it.effect),
            other: worst.map(|it| it.name),
            known: api.operations.iter().any(|it| has(it)),
        }
    }

    /// The reach of an operation at its path with values: another operation that has the path, too, and
    /// has fewer variables in it, is what a server would take it for.
    pub(crate) fn of_filled(api: &ApiDescriptor, operation: &Descriptor, template: &str, path: &str) -> Self {
        let variables = |path: &str| path.matches('{').count();
        let (own, whole) = (variables(template), segments(path));
        let is_at = |known: &str| variables(known) < own && ends_with(&whole, &known_segments(known));
        let worse = api.operations.iter().filter(|it| it.effect > operation.effect);
        let worse = worse.filter(|it| may_be(it, operation) && it.paths().any(is_at));
        let worst = worse.max_by_key(|it| it.effect);
        worst.map_or(Self::at_own(operation), |it| Self::of_other(it))
    }

    /// The reach of an operation at the URL of another page of its list: a server that names another
    /// path than the operation's may have another operation there, and so may one whose query has what
    /// another one needs, or lacks what its own needs.
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
        let needs = |it: &Descriptor| {
            let encoding = it.encoding;
            it.choosing().filter(move |known| known.place.is_in_query(encoding))
        };
        let lacks = needs(operation).any(|known| !is_sent(known));
        let is_own = |known: &Parameter| {
            needs(operation).any(|own| (own.wire_name(), own.constant) == (known.wire_name(), known.constant))
        };
        let is_chosen = |it: &Descriptor| {
            needs(it).any(|known| is_sent(known) && !is_own(known))
                || lacks && it.method == operation.method && needs(it).all(is_sent)
        };
        let is_at = |known: &str| ends_with(&segments(path), &known_segments(known));
        let worse = api.operations.iter().filter(|it| it.effect > operation.effect);
        let worse = worse.filter(|it| is_chosen(it) && it.paths().any(is_at));
        let worst = worse.max_by_key(|it| it.effect);
        worst.map_or_else(|| Self::of_filled(api, operation, template, path), |it| Self::of_other(it))
    }

    fn of_other(it: &Descriptor) -> Self {
        Self { effect: it.effect, other: Some(it.name), known: true }
    }

    /// Rejects what a client that only reads doesn't send. A path that the API doesn't have
    /// must be trusted.
    pub(crate) fn check_read_only(self, is_trusted: bool) -> Result<(), ErrorKind> {
        match self {
            Self { effect: Effect::Reads, known, .. } if known || is_trusted => Ok(()),
            Self { effect: Effect::Reads, .. } => Err(ErrorKind::UntrustedPath),
            Self { effect, other, .. } => Err(ErrorKind::ReadOnly { effect, other }),
        }
    }
}

/// Returns whether a server may take a request of an operation for one of another. Without
/// variables in paths, methods don't tell operations apart in some servers.
fn may_be(other: &Descriptor, operation: &Descriptor) -> bool {
    let is_form = !other.has_path_parameters() && !operation.has_path_parameters();
    is_form || other.method == operation.method
}

/// Returns whether the segments of a path end with those of a known one, whose variables are any.
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

/// The segments of a path in a form that is the same for all paths that some server may
/// take for one: decoded, without empty ones, dots and parameters, and of each only the
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
        let plain: String = name.chars().filter(|it| it.is_alphanumeric()).collect();
        if !plain.is_empty() {
            segments.push(plain.to_lowercase());
        }
    }
    segments
}

/// The same of a path of the API, with a mark for each segment that has a variable.
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
