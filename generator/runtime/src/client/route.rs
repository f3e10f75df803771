//! Chooses the path of a request and rejects calls that the server is too old for.

use std::borrow::Cow;

use super::{options::Options, reach::Reach, settings::Settings};
use crate::codec::values::Placed;
use crate::core::{
    Alias, ApiDescriptor, Descriptor, ErrorKind, Newer, Parameter, PathStatus, Version, descriptor::is_path,
    version::is_in,
};

/// The path of a call.
pub(super) struct Route {
    /// Under the base URL, with its variables.
    pub(super) path: Cow<'static, str>,
    /// The path, if it is inferred.
    pub(super) inferred: Option<&'static str>,
}

impl Settings {
    /// Returns the route of an operation, unless the client is read-only and the operation is not.
    pub(super) fn route(
        &self,
        api: &ApiDescriptor,
        descriptor: &'static Descriptor,
        options: &Options,
    ) -> Result<Route, ErrorKind> {
        if self.read_only {
            Reach::at_own(descriptor).check_read_only(true)?;
        }
        let (path, status) = match &options.path {
            Some(path) if is_path(path) => (path.clone().into(), PathStatus::Elsewhere),
            Some(_) => return Err(ErrorKind::Path { operation: descriptor.name.to_owned() }),
            None => self.path(descriptor)?,
        };
        if self.read_only {
            let is_trusted = options.path.is_none() || options.trusts_path;
            Reach::of(api, descriptor, self.base_of(descriptor).path(), &path).check_read_only(is_trusted)?;
        }
        Ok(Route { path, inferred: descriptor.path.filter(|_| status == PathStatus::Inferred) })
    }

    /// The path that was set, or the first one that the server's version has; and
    /// where it comes from.
    fn path(&self, descriptor: &'static Descriptor) -> Result<(Cow<'static, str>, PathStatus), ErrorKind> {
        if let Some(path) = self.paths.get(descriptor.name) {
            return Ok((path.clone().into(), PathStatus::Elsewhere));
        }
        if let (Some(version), Some(has)) = (descriptor.removed, self.server_version)
            && has >= version
        {
            return Err(ErrorKind::Removed { version, has });
        }
        let own = descriptor.path.filter(|_| self.has(descriptor.since));
        let own = own.map(|path| (path, descriptor.path_status));
        let alias = self.alias(descriptor.aliases).map(|alias| (alias.path, PathStatus::Documented));
        let path = if self.prefer_alias { alias.or(own) } else { own.or(alias) };
        path.map(|(path, status)| (path.into(), status)).ok_or_else(|| self.no_path(descriptor))
    }

    /// The first alias that the server has. If its version is known, aliases
    /// whose version is known come first.
    fn alias<'a>(&self, aliases: &'a [Alias]) -> Option<&'a Alias> {
        let mut fitting = aliases.iter().filter(|alias| self.has(alias.since));
        let first = fitting.clone().next();
        if self.server_version.is_none() {
            return first;
        }
        fitting.find(|alias| alias.since.is_some()).or(first)
    }

    fn has(&self, since: Option<Version>) -> bool {
        is_in(since, self.server_version)
    }

    fn no_path(&self, descriptor: &Descriptor) -> ErrorKind {
        let aliases = descriptor.aliases.iter().filter_map(|alias| alias.since);
        let oldest = aliases.chain(descriptor.path.and(descriptor.since)).min();
        match (oldest, self.server_version) {
            (Some(needs), Some(has)) => ErrorKind::TooNew { what: Newer::Operation, needs, has },
            _ => ErrorKind::NoPath,
        }
    }

    /// Rejects a parameter that the server is too old for.
    pub(super) fn reject_newer(&self, values: &[Placed]) -> Result<(), ErrorKind> {
        let Some(has) = self.server_version else {
            return Ok(());
        };
        let mut known = values.iter().filter_map(|placed| placed.parameter);
        match known.find(|known| known.since > Some(has)) {
            Some(Parameter { name, since: Some(needs), .. }) => {
                Err(ErrorKind::TooNew { what: Newer::Parameter(name), needs: *needs, has })
            }
            _ => Ok(()),
        }
    }
}
