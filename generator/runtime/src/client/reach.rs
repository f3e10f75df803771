//! The effect of a call whose path was set: that of its operation, or a worse one of the
//! operations that a server may take the path for.

use percent_encoding::percent_decode_str;

use crate::core::{ApiDescriptor, Descriptor, Effect, ErrorKind};

/// Servers and proxies may each decode a path.
const DECODED: usize = 4;

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
        let has = |it: &Descriptor| paths(it).any(|known| known == path);
        if api.operations.iter().any(|it| it.name == operation.name && has(it)) {
            return Self::at_own(operation);
        }
        let (own, whole) = (segments(path), segments(&format!("{base}{path}")));
        let is_at = |known: &str| match segments(known) {
            root if root.is_empty() => own.is_empty(),
            // A base URL may have the beginning of the path.
            known => whole.ends_with(&known),
        };
        let worse = api.operations.iter().filter(|it| it.effect > operation.effect && paths(it).any(is_at));
        let worst = worse.max_by_key(|it| it.effect);
        Self {
            effect: worst.map_or(operation.effect, |it| it.effect),
            other: worst.map(|it| it.name),
            known: api.operations.iter().any(|it| has(it)),
        }
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

fn paths(operation: &Descriptor) -> impl Iterator<Item = &'static str> {
    operation.path.into_iter().chain(operation.aliases.iter().map(|alias| alias.path))
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
