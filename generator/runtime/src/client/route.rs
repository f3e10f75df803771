//! Which path a request goes to.

use http::Uri;

use super::prepare::{Core, too_new};
use crate::{Alias, Descriptor, ErrorKind, Newer, Version};

impl Core {
    pub(super) fn uri(&self, descriptor: &Descriptor) -> Result<Uri, ErrorKind> {
        let path = self.path(descriptor)?;
        let uri = format!("{}{path}", self.settings.base);
        Uri::try_from(uri).map_err(|_| ErrorKind::Path { operation: descriptor.name.to_owned() })
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
