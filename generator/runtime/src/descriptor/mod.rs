//! What an operation is, as plain static data.
//!
//! The client's request line, a server's routes, gates and validation, and any
//! tool that lists operations are all derived from it.

/// Setters that work in constants: `name(value: Type) = expression of the field;`.
macro_rules! setters {
    ($($(#[$doc:meta])* $name:ident($($value:ident: $type:ty)?) = $field:expr;)*) => {$(
        $(#[$doc])*
        #[must_use]
        pub const fn $name(mut self $(, $value: $type)?) -> Self {
            self.$name = $field;
            self
        }
    )*};
}

mod api;
mod parameter;

pub use api::{
    ApiDescriptor, Asks, Auth, AuthBlock, Encoding, EnvelopeShape, Gate, MessageShape, Place, ReturnKind,
};
pub use parameter::{Format, Parameter, RequiredWhen};

use crate::Version;

/// One operation: its name, its path, who may call it, its parameters and its
/// result.
///
/// Built in a `const` with [`Descriptor::new`] and the setters, most of which
/// have the name of their field.
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
    /// First server version that has the path; `None` if unknown.
    pub since: Option<Version>,
    /// Other paths of the operation, in the documents' order.
    pub aliases: &'static [Alias],
    /// Credentials of the operation.
    pub auth: Auth,
    /// The credential is always sent in the `Authorization: Bearer` header,
    /// because a parameter of the operation has the name of one of its fields.
    pub bearer_only: bool,
    /// Gate codes, in the documents' order.
    pub gates: &'static [&'static str],
    /// How the parameters are sent.
    pub encoding: Encoding,
    /// The parameters, without those of the credential, in the documents' order.
    pub parameters: &'static [Parameter],
    /// Kind of the result.
    pub returns: ReturnKind,
    /// Type of the result, in the documents' notation.
    pub return_type: &'static str,
    /// Content type of the result.
    pub content_type: &'static str,
    /// Two parameters that the server swaps if the first is greater.
    pub swapped_if_reversed: Option<(&'static str, &'static str)>,
    /// First version of the device client that the operation works with.
    pub device_since: Option<Version>,
    /// Set if the operation is deprecated.
    pub deprecated: Option<Deprecation>,
    /// Name of the permission that the caller needs.
    pub permission: Option<&'static str>,
}

impl Descriptor {
    /// An operation that has only a name: a POST of an empty form, without
    /// credentials, whose result is unknown.
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

    setters! {
        /// Sets the group.
        group(group: &'static str) = group;
        /// Sets the part of the documents.
        part(part: &'static str) = part;
        /// Sets the HTTP method.
        method(method: &'static str) = method;
        /// Sets the first server version that has the path.
        since(version: Version) = Some(version);
        /// Sets the other paths.
        aliases(aliases: &'static [Alias]) = aliases;
        /// Sets the credentials.
        auth(auth: Auth) = auth;
        /// Always sends the credential in the bearer header.
        bearer_only() = true;
        /// Sets the gate codes.
        gates(gates: &'static [&'static str]) = gates;
        /// Sets the parameters.
        parameters(parameters: &'static [Parameter]) = parameters;
        /// Sets the content type of the result.
        content_type(content_type: &'static str) = content_type;
        /// Sets the first version of the device client.
        device_since(version: Version) = Some(version);
        /// Marks the operation as deprecated.
        deprecated(deprecation: Deprecation) = Some(deprecation);
        /// Sets the permission that the caller needs.
        permission(permission: &'static str) = Some(permission);
    }

    /// Sets a path that the documents show.
    #[must_use]
    pub const fn documented_path(self, path: &'static str) -> Self {
        self.path(path, PathStatus::Documented)
    }

    /// Sets a path that only follows from the path convention.
    #[must_use]
    pub const fn inferred_path(self, path: &'static str) -> Self {
        self.path(path, PathStatus::Inferred)
    }

    /// Sets a path that does not come from the documents.
    #[must_use]
    pub const fn elsewhere_path(self, path: &'static str) -> Self {
        self.path(path, PathStatus::Elsewhere)
    }

    const fn path(mut self, path: &'static str, status: PathStatus) -> Self {
        self.path = Some(path);
        self.path_status = status;
        self
    }

    /// Sends the parameters as parts of a multipart form.
    #[must_use]
    pub const fn multipart(mut self) -> Self {
        self.encoding = Encoding::Multipart;
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

    /// Makes the server swap two parameters if the first is greater.
    #[must_use]
    pub const fn swapped_if_reversed(mut self, first: &'static str, second: &'static str) -> Self {
        self.swapped_if_reversed = Some((first, second));
        self
    }
}

/// Where a path comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathStatus {
    /// The documents show it.
    Documented,
    /// The documents don't show it; it follows from the path convention.
    Inferred,
    /// The documents don't show it; an overlay of the spec adds it.
    Elsewhere,
    /// The operation has only aliases.
    AliasOnly,
}

/// Another path of an operation.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Alias {
    /// The path under the base URL.
    pub path: &'static str,
    /// Name of the operation at this path; `None` if the documents don't show it.
    pub name: Option<&'static str>,
    /// First server version that has it; `None` if unknown.
    pub since: Option<Version>,
}

impl Alias {
    /// An alias without a name and a version.
    #[must_use]
    pub const fn new(path: &'static str) -> Self {
        Self { path, name: None, since: None }
    }

    setters! {
        /// Sets the name of the operation at this path.
        name(name: &'static str) = Some(name);
        /// Sets the first server version that has it.
        since(version: Version) = Some(version);
    }
}

/// What the documents say about a deprecated operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The operation to use instead.
    pub replacement: Option<&'static str>,
    /// Month after which it is removed, such as `2025-06`.
    pub removed_after: Option<&'static str>,
}
