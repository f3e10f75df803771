//! Which path a request goes to.

use std::{fmt, num::NonZeroU16};

use http::uri::{Authority, Parts, PathAndQuery, Scheme, Uri};

use super::prepare::{Core, too_new};
use crate::{Alias, Descriptor, ErrorKind, Newer, Version};

/// Where the paths of the operations begin.
#[derive(Clone)]
pub(crate) struct Base {
    scheme: Scheme,
    authority: Authority,
    /// Without a slash at its end.
    path: String,
}

impl Base {
    /// A base URL. The reason why it is none never repeats it: it may have a
    /// password in it.
    pub(super) fn parse(url: &str) -> Result<Self, &'static str> {
        if url.contains(['?', '#']) {
            return Err("it has a query or a fragment");
        }
        let parts = Uri::try_from(url).map_err(|_| "it is no URL")?.into_parts();
        let web = parts.scheme.filter(|scheme| [Scheme::HTTP, Scheme::HTTPS].contains(scheme));
        let scheme = web.ok_or("it begins with neither http:// nor https://")?;
        let authority = parts.authority.ok_or("it has no host")?;
        if authority.as_str().contains('@') {
            return Err("it has a user in it, which belongs into a credential");
        }
        if !has_possible_port(&authority) {
            return Err("its port is none: a port is a number from 1 to 65535");
        }
        let path = parts.path_and_query.map(|path| path.path().trim_end_matches('/').to_owned());
        Ok(Self { scheme, authority, path: path.unwrap_or_default() })
    }

    fn join(&self, path: &str) -> Option<Uri> {
        let mut parts = Parts::default();
        parts.scheme = Some(self.scheme.clone());
        parts.authority = Some(self.authority.clone());
        parts.path_and_query = Some(PathAndQuery::try_from(format!("{}{path}", self.path)).ok()?);
        Uri::from_parts(parts).ok()
    }
}

/// Whether there is no port or one that can be. [`Authority::port`] does not
/// tell the one that can't be from none.
fn has_possible_port(authority: &Authority) -> bool {
    let after_host = authority.as_str().get(authority.host().len()..).unwrap_or_default();
    match after_host.strip_prefix(':').unwrap_or_default() {
        "" => true,
        port => port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<NonZeroU16>().is_ok(),
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}{}", self.scheme, self.authority, self.path)
    }
}

impl Core {
    pub(super) fn uri(&self, descriptor: &Descriptor) -> Result<Uri, ErrorKind> {
        let path = self.path(descriptor)?;
        let uri = self.settings.base.join(path);
        uri.ok_or_else(|| ErrorKind::Path { operation: descriptor.name.to_owned() })
    }

    /// A path that was set, or the first that the server's version has.
    fn path<'a>(&'a self, descriptor: &'a Descriptor) -> Result<&'a str, ErrorKind> {
        if let Some(path) = self.settings.paths.get(descriptor.name) {
            return Ok(path);
        }
        let own = || descriptor.path.filter(|_| self.has(descriptor.since));
        let alias = || self.alias(descriptor.aliases).map(|alias| alias.path);
        let path = match self.settings.prefer_alias {
            true => alias().or_else(own),
            false => own().or_else(alias),
        };
        path.ok_or_else(|| self.no_path(descriptor))
    }

    /// The first alias that the server has; while its version is known, one
    /// whose own version is known first.
    fn alias<'a>(&self, aliases: &'a [Alias]) -> Option<&'a Alias> {
        let mut fitting = aliases.iter().filter(|alias| self.has(alias.since));
        let first = fitting.clone().next();
        if self.settings.server_version.is_none() {
            return first;
        }
        fitting.find(|alias| alias.since.is_some()).or(first)
    }

    fn has(&self, since: Option<Version>) -> bool {
        match (since, self.settings.server_version) {
            (Some(since), Some(has)) => since <= has,
            _ => true,
        }
    }

    fn no_path(&self, descriptor: &Descriptor) -> ErrorKind {
        let own = descriptor.path.and(descriptor.since);
        let aliases = descriptor.aliases.iter().map(|alias| alias.since);
        let oldest = aliases.flatten().chain(own).min();
        match (oldest, self.settings.server_version) {
            (Some(needs), Some(has)) => too_new(Newer::Operation, needs, has),
            _ => ErrorKind::NoPath,
        }
    }
}
