//! What an operation is, as plain static data.
//!
//! The one source for the client's request line, for a server's routes, gates
//! and validation, and for any tool that lists operations.

mod api;
mod parameter;

pub use api::{
    ApiDescriptor, Asks, Auth, AuthBlock, Encoding, EnvelopeShape, Gate, MessageShape, Place, ReturnKind,
};
pub use parameter::{Format, Parameter, RequiredWhen};

use crate::Version;

/// One operation: its name, where it is, who may call it, what it takes and
/// gives.
///
/// Made in a `const` with [`Descriptor::new`] and the setters of the same
/// names as the fields.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Descriptor {
    /// Name of the operation, as the documents write it.
    pub name: &'static str,
    /// Group of the operation: the Rust module.
    pub group: &'static str,
    /// Part of the documents.
    pub part: &'static str,
    /// HTTP method.
    pub method: &'static str,
    /// Path under the base URL; `None` if only aliases exist.
    pub path: Option<&'static str>,
    /// Where the path comes from.
    pub path_status: PathStatus,
    /// First server version that has the path; `None` if not said.
    pub since: Option<Version>,
    /// Other paths of the operation, in the documents' order.
    pub aliases: &'static [Alias],
    /// Credentials of the operation.
    pub auth: Auth,
    /// The credential always travels in the `Authorization: Bearer` header,
    /// because a parameter of the operation has the name of one of its fields.
    pub bearer_only: bool,
    /// Gate codes, in the documents' order.
    pub gates: &'static [&'static str],
    /// How the parameters travel.
    pub encoding: Encoding,
    /// The parameters, without those of the credential, in the documents' order.
    pub parameters: &'static [Parameter],
    /// Kind of the result.
    pub returns: ReturnKind,
    /// Type of the result, in the documents' notation.
    pub return_type: &'static str,
    /// Content type of the result, where it is not the usual one of its kind.
    pub content_type: &'static str,
    /// Two parameters that the server swaps when the first is greater.
    pub swapped_if_reversed: Option<(&'static str, &'static str)>,
    /// First version of the device client that the operation works with.
    pub device_since: Option<Version>,
    /// Set if the operation is deprecated.
    pub deprecated: Option<Deprecation>,
    /// Name of the permission that the caller needs.
    pub permission: Option<&'static str>,
}

impl Descriptor {
    /// An operation with a name and nothing else: a POST of a form without
    /// fields, without credentials, whose result is not known.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self {
            name,
            group: "",
            part: "",
            method: "POST",
            path: None,
            path_status: PathStatus::AliasOnly,
            since: None,
            aliases: &[],
            auth: Auth::None,
            bearer_only: false,
            gates: &[],
            encoding: Encoding::Form,
            parameters: &[],
            returns: ReturnKind::Described,
            return_type: "",
            content_type: "application/json",
            swapped_if_reversed: None,
            device_since: None,
            deprecated: None,
            permission: None,
        }
    }

    /// Sets the group.
    #[must_use]
    pub const fn group(mut self, group: &'static str) -> Self {
        self.group = group;
        self
    }

    /// Sets the part of the documents.
    #[must_use]
    pub const fn part(mut self, part: &'static str) -> Self {
        self.part = part;
        self
    }

    /// Sets the HTTP method.
    #[must_use]
    pub const fn method(mut self, method: &'static str) -> Self {
        self.method = method;
        self
    }

    /// Sets a path that the documents show.
    #[must_use]
    pub const fn documented_path(mut self, path: &'static str) -> Self {
        self.path = Some(path);
        self.path_status = PathStatus::Documented;
        self
    }

    /// Sets a path that follows from the path convention only.
    #[must_use]
    pub const fn inferred_path(mut self, path: &'static str) -> Self {
        self.path = Some(path);
        self.path_status = PathStatus::Inferred;
        self
    }

    /// Sets a path that is known from elsewhere than the documents.
    #[must_use]
    pub const fn elsewhere_path(mut self, path: &'static str) -> Self {
        self.path = Some(path);
        self.path_status = PathStatus::Elsewhere;
        self
    }

    /// Sets the first server version that has the path.
    #[must_use]
    pub const fn since(mut self, version: Version) -> Self {
        self.since = Some(version);
        self
    }

    /// Sets the other paths.
    #[must_use]
    pub const fn aliases(mut self, aliases: &'static [Alias]) -> Self {
        self.aliases = aliases;
        self
    }

    /// Sets the credentials.
    #[must_use]
    pub const fn auth(mut self, auth: Auth) -> Self {
        self.auth = auth;
        self
    }

    /// Makes the credential travel in the bearer header always.
    #[must_use]
    pub const fn bearer_only(mut self) -> Self {
        self.bearer_only = true;
        self
    }

    /// Sets the gate codes.
    #[must_use]
    pub const fn gates(mut self, gates: &'static [&'static str]) -> Self {
        self.gates = gates;
        self
    }

    /// Makes the parameters travel as parts of a multipart form.
    #[must_use]
    pub const fn multipart(mut self) -> Self {
        self.encoding = Encoding::Multipart;
        self
    }

    /// Sets the parameters.
    #[must_use]
    pub const fn parameters(mut self, parameters: &'static [Parameter]) -> Self {
        self.parameters = parameters;
        self
    }

    /// Sets kind and type of the result; `return_type` is in the documents'
    /// notation.
    #[must_use]
    pub const fn returns(mut self, kind: ReturnKind, return_type: &'static str) -> Self {
        self.returns = kind;
        self.return_type = return_type;
        self
    }

    /// Sets the content type of the result.
    #[must_use]
    pub const fn content_type(mut self, content_type: &'static str) -> Self {
        self.content_type = content_type;
        self
    }

    /// Makes the server swap two parameters when the first is greater.
    #[must_use]
    pub const fn swapped_if_reversed(mut self, first: &'static str, second: &'static str) -> Self {
        self.swapped_if_reversed = Some((first, second));
        self
    }

    /// Sets the first version of the device client.
    #[must_use]
    pub const fn device_since(mut self, version: Version) -> Self {
        self.device_since = Some(version);
        self
    }

    /// Marks the operation as deprecated.
    #[must_use]
    pub const fn deprecated(mut self, deprecation: Deprecation) -> Self {
        self.deprecated = Some(deprecation);
        self
    }

    /// Sets the permission that the caller needs.
    #[must_use]
    pub const fn permission(mut self, permission: &'static str) -> Self {
        self.permission = Some(permission);
        self
    }
}

/// Where a path comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStatus {
    /// The documents show it.
    Documented,
    /// The documents don't show it; it follows the path convention.
    Inferred,
    /// The documents don't show it; an overlay of the spec gives it.
    Elsewhere,
    /// There is none: only aliases exist.
    AliasOnly,
}

/// Another path of an operation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Alias {
    /// The path under the base URL.
    pub path: &'static str,
    /// Name of the operation at this path; `None` if not shown.
    pub name: Option<&'static str>,
    /// First server version that has it; `None` if not said.
    pub since: Option<Version>,
}

impl Alias {
    /// An alias without a name or a version of its own.
    #[must_use]
    pub const fn new(path: &'static str) -> Self {
        Self { path, name: None, since: None }
    }

    /// Sets the name of the operation at this path.
    #[must_use]
    pub const fn name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// Sets the first server version that has it.
    #[must_use]
    pub const fn since(mut self, version: Version) -> Self {
        self.since = Some(version);
        self
    }
}

/// That an operation should no longer be used, and what the documents say of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The operation to use instead.
    pub replacement: Option<&'static str>,
    /// Month after which it is removed, such as `2025-06`.
    pub removed_after: Option<&'static str>,
}
