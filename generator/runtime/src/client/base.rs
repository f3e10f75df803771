//! The base URL of a server.

use std::num::NonZeroU16;

use http::uri::{Authority, Parts, PathAndQuery, Scheme, Uri};

/// The base URL: paths of operations are relative to it.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    scheme: Scheme,
    authority: Authority,
    /// Without a slash at the end.
    path: String,
}

impl Base {
    /// Reads a base URL. The reason why one is invalid never repeats it: it
    /// may contain a password.
    pub(super) fn parse(url: &str) -> Result<Self, &'static str> {
        if url.contains(['?', '#']) {
            return Err("it has a query or a fragment");
        }
        let parts = Uri::try_from(url).map_err(|_| problem(url))?.into_parts();
        let scheme = parts
            .scheme
            .filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme))
            .ok_or("it starts with neither http:// nor https://")?;
        let authority = parts.authority.ok_or("it has no host")?;
        if authority.as_str().contains('@') {
            return Err("it contains a user, which belongs in a credential");
        }
        if !has_possible_port(&authority) {
            return Err("its port is not a number from 1 to 65535");
        }
        let path = parts.path_and_query.map(|path| path.path().trim_end_matches('/').to_owned());
        Ok(Self { scheme, authority, path: path.unwrap_or_default() })
    }

    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// The URL of a path, which has to begin with the path of the base URL, and a query.
    pub(super) fn url(&self, path_and_query: impl TryInto<PathAndQuery>) -> Option<Uri> {
        let mut parts = Parts::default();
        parts.scheme = Some(self.scheme.clone());
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(path_and_query.try_into().ok()?);
        Uri::from_parts(parts).ok()
    }
}

/// Returns the reason why a text isn't a URL.
fn problem(url: &str) -> &'static str {
    if url.contains(|character: char| character.is_whitespace() || character.is_control()) {
        return "it contains white space or a control character";
    }
    if !url.is_ascii() {
        return "its host is not ASCII: write it in its `xn--` form";
    }
    "it is not a URL"
}

/// Returns whether the port is absent or valid. [`Authority::port`] is `None` for an
/// invalid one, too.
fn has_possible_port(authority: &Authority) -> bool {
    let after_host = authority.as_str().get(authority.host().len()..).unwrap_or_default();
    match after_host.strip_prefix(':').unwrap_or_default() {
        "" => true,
        port => port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<NonZeroU16>().is_ok(),
    }
}
