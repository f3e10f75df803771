//! The description of an operation, as plain static data.
//!
//! The client's request line, a server's routes, gates and validation, and any
//! tool that lists operations are all derived from it.

/// Defines a struct that is built in constants: on each line a field, its
/// default, and how the setter of the same name sets it, if there is one.
macro_rules! description {
    (
        $(#[$meta:meta])*
        pub struct $struct:ident {
            $(
                $(#[$doc:meta])*
                $field:ident: $type:ty = $default:expr $(, set($($value:ident: $value_type:ty)?) = $set:expr)?;
            )*
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub struct $struct {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl $struct {
            const DEFAULT: Self = Self { $($field: $default),* };

            $($(
                #[doc = concat!("Sets the field `", stringify!($field), "`.")]
                #[must_use]
                pub const fn $field(mut self $(, $value: $value_type)?) -> Self {
                    self.$field = $set;
                    self
                }
            )?)*
        }
    };
}

mod api;
mod offered;
mod parameter;
mod place;

pub use api::{
    ApiDescriptor, Asks, Auth, AuthBlock, EnvelopeShape, Gate, MessageShape, PageStep, Pages, ReturnKind,
    StatusResult, TypeShape, Waits,
};
#[cfg(feature = "cli")]
pub(crate) use description;
#[cfg(feature = "cassette")]
pub(crate) use offered::row_of;
#[cfg(feature = "server")]
pub(crate) use offered::stars;
pub(crate) use offered::{BYTES, essence, first_of, includes, types_of};
pub use parameter::{Choice, Fill, Format, Parameter, Range, RequiredWhen, Takes, ValueKind};
pub use place::{Encoding, ListStyle, ObjectStyle, Place};

use std::fmt;

use super::version::Version;

description! {
    /// One operation: its name, its path, who may call it, its parameters and its
    /// result.
    ///
    /// Built in a `const` with [`Descriptor::new`] and the setters, most of which
    /// have the name of their field.
    pub struct Descriptor {
        /// Name of the operation, as the documents write it.
        name: &'static str = "";
        /// Group of the operation: the Rust module.
        group: &'static str = "", set(group: &'static str) = group;
        /// Part of the documents.
        part: &'static str = "", set(part: &'static str) = part;
        /// HTTP method.
        method: &'static str = "POST", set(method: &'static str) = method;
        /// Path under the base URL; `None` if only aliases exist.
        path: Option<&'static str> = None;
        /// The origin of the path.
        path_status: PathStatus = PathStatus::AliasOnly;
        /// First server version that has the path; `None` if unknown.
        since: Option<Version> = None, set(version: Version) = Some(version);
        /// Other paths of the operation, in the documents' order.
        aliases: &'static [Alias] = &[], set(aliases: &'static [Alias]) = aliases;
        /// The operation's effect on the server.
        effect: Effect = Effect::Changes, set(effect: Effect) = effect;
        /// True if sending it twice leaves the server as sending it once does.
        repeatable: bool = false, set() = true;
        /// Credentials of the operation.
        auth: Auth = Auth::None, set(auth: Auth) = auth;
        /// The blocks that can be sent instead of the one in `auth`.
        also_auth: &'static [&'static AuthBlock] = &[], set(blocks: &'static [&'static AuthBlock]) = blocks;
        /// The credential is always sent in the `Authorization: Bearer` header,
        /// because a parameter of the operation has the name of one of its fields.
        bearer_only: bool = false, set() = true;
        /// Name of the server that the operation is at, if that isn't the usual one.
        server: Option<&'static str> = None, set(name: &'static str) = Some(name);
        /// Gate codes, in the documents' order.
        gates: &'static [&'static str] = &[], set(gates: &'static [&'static str]) = gates;
        /// The encoding of the parameters.
        encoding: Encoding = Encoding::Form;
        /// The parameters, without those of the credential, in the documents' order.
        parameters: &'static [Parameter] = &[], set(parameters: &'static [Parameter]) = parameters;
        /// The fields of a body that is JSON of a type, and the content type, by which servers know requests
        /// of the operation, or those of others with its method and path.
        marks: &'static [Parameter] = &[], set(marks: &'static [Parameter]) = marks;
        /// Content types of a body that is one value, separated by commas: the usual one comes first.
        body_type: &'static str = "application/json";
        /// True if fields of the body that its type requires may be absent.
        partial_body: bool = false, set() = true;
        /// Kind of the result.
        returns: ReturnKind = ReturnKind::Described;
        /// Type of the result, in the documents' notation.
        return_type: &'static str = "";
        /// True if the result is kept out of `Debug`, errors, logs and cassettes.
        secret_result: bool = false, set() = true;
        /// Content types of the result, separated by commas.
        content_type: &'static str = "application/json", set(content_type: &'static str) = content_type;
        /// The HTTP status of the result, if the documents give it.
        status: Option<u16> = None, set(status: u16) = Some(status);
        /// All results by status, if there are several.
        results: &'static [StatusResult] = &[], set(results: &'static [StatusResult]) = results;
        /// Failures by status.
        failures: &'static [StatusResult] = &[], set(failures: &'static [StatusResult]) = failures;
        /// The headers of its results.
        headers: &'static [&'static [Parameter]] = &[], set(headers: &'static [&'static [Parameter]]) = headers;
        /// The way to the rest of its list.
        pages: Option<Pages> = None, set(pages: Pages) = Some(pages);
        /// The time that a server may take before it responds.
        waits: Option<Waits> = None, set(waits: Waits) = Some(waits);
        /// A rule for how many of some optional parameters are sent.
        choices: &'static [Choice] = &[], set(choices: &'static [Choice]) = choices;
        /// Two parameters that the server swaps if the first is greater.
        swapped_if_reversed: Option<(&'static str, &'static str)> = None;
        /// First version of the device client that the operation works with.
        device_since: Option<Version> = None, set(version: Version) = Some(version);
        /// Set if the operation is deprecated.
        deprecated: Option<Deprecation> = None, set(deprecation: Deprecation) = Some(deprecation);
        /// First server version that doesn't have the operation.
        removed: Option<Version> = None, set(version: Version) = Some(version);
        /// Name of the permission that the caller needs.
        permission: Option<&'static str> = None, set(permission: &'static str) = Some(permission);
    }
}

impl Descriptor {
    /// Creates an operation that has only a name: a POST of an empty form, without
    /// credentials, whose result is unknown.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, ..Self::DEFAULT }
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

    /// Sends the parameters, and a credential that is sent with them, in the
    /// query of the URL.
    #[must_use]
    pub const fn query(mut self) -> Self {
        self.encoding = Encoding::Query;
        self
    }

    /// Sends the parameters as the fields of a JSON object.
    #[must_use]
    pub const fn json(mut self) -> Self {
        self.encoding = Encoding::Json;
        self
    }

    /// Sends the parameter at [`Place::Body`] as the body, and the others in the query.
    #[must_use]
    pub const fn body(mut self, content_type: &'static str) -> Self {
        self.encoding = Encoding::Body;
        self.body_type = content_type;
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

    /// Returns the blocks that a request can have: one of them is enough.
    pub fn auth_blocks(&self) -> impl Iterator<Item = &'static AuthBlock> + use<> {
        self.auth.block().into_iter().chain(self.also_auth.iter().copied())
    }

    /// Makes the server swap two parameters if the first is greater.
    #[must_use]
    pub const fn swapped_if_reversed(mut self, first: &'static str, second: &'static str) -> Self {
        self.swapped_if_reversed = Some((first, second));
        self
    }
}

impl Descriptor {
    /// Returns all its paths under the base URL.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.path.into_iter().chain(self.aliases.iter().map(|alias| alias.path))
    }

    /// Returns its parameters and its marks, each with the encoding of those beside it.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (Encoding, &'static Parameter)> + use<> {
        let encoding = self.encoding;
        let parameters = self.parameters.iter().map(move |known| (encoding, known));
        parameters.chain(self.marks.iter().map(|known| (Encoding::Json, known)))
    }

    /// Returns those that tell it apart from others with its method and path.
    pub(crate) fn choosing(&self) -> impl Iterator<Item = (Encoding, &'static Parameter)> + use<> {
        self.placed().filter(|(_, known)| known.chooses)
    }

    /// Returns whether a parameter is in the path.
    pub(crate) fn has_path_parameters(&self) -> bool {
        self.parameters.iter().any(|known| known.place == Place::Path)
    }

    /// Returns whether all parameters are in one form, under their own names.
    #[cfg(feature = "server")]
    pub(crate) fn is_one_form(&self) -> bool {
        let is_form = match self.encoding {
            Encoding::Form | Encoding::Multipart | Encoding::Query => true,
            Encoding::Json | Encoding::Body => false,
        };
        is_form
            && self.parameters.iter().all(|parameter| {
                let has_style = parameter.list.is_some() || parameter.object.is_some() || parameter.flag;
                parameter.place == Place::Form && parameter.sent_as.is_none() && !has_style
            })
    }

    /// Returns whether a request can have more than one file.
    #[cfg(feature = "server")]
    pub(crate) fn has_several_files(&self) -> bool {
        let mut files = self.parameters.iter().filter(|parameter| parameter.file);
        files.next().is_some_and(|first| first.items.is_some()) || files.next().is_some()
    }
}

/// The effect of an operation on the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Effect {
    /// Nothing that a user of the server would notice: no session, no token, nothing started on a device.
    Reads,
    /// Something changes, and nothing is lost that the API can't simply undo.
    Changes,
    /// Something is lost or interrupted that the API can't simply undo.
    Destroys,
}

impl Effect {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reads, Self::Changes, Self::Destroys];

    /// Returns its name in the spec: `reads`, `changes` or `destroys`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reads => "reads",
            Self::Changes => "changes",
            Self::Destroys => "destroys",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The origin of a path.
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

description! {
    /// Another path of an operation.
    pub struct Alias {
        /// The path under the base URL.
        path: &'static str = "";
        /// Name of the operation at this path; `None` if the documents don't show it.
        name: Option<&'static str> = None, set(name: &'static str) = Some(name);
        /// First server version that has it; `None` if unknown.
        since: Option<Version> = None, set(version: Version) = Some(version);
    }
}

impl Alias {
    /// Creates an alias without a name and a version.
    #[must_use]
    pub const fn new(path: &'static str) -> Self {
        Self { path, ..Self::DEFAULT }
    }
}

/// The deprecation of an operation, from the documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deprecation {
    /// The operation to use instead.
    pub replacement: Option<&'static str>,
    /// Month after which it is removed, such as `2025-06`.
    pub removed_after: Option<&'static str>,
}

/// Returns whether a text is a path without a query or a fragment.
pub(crate) fn is_path(path: &str) -> bool {
    path.starts_with('/') && !path.contains(['?', '#']) && http::uri::PathAndQuery::try_from(path).is_ok()
}
