//! `operations/*.yaml`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{
    ByStatus, ContentSource, ContentTypes, Effect, HttpMethod, Literal, NOTATION, Note, ObjectStyle,
    ParameterSource, RequestEncoding, Short, Shorthand, WrittenReturns,
};

/// One file of operations: one part of a document.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperationsFile {
    /// Key of `documents` in api.yaml.
    pub document: u32,
    /// The document's name of this part.
    pub part: String,
    /// Heading of the part.
    pub title: String,
    /// Group of the operations that name no other; it is their Rust module.
    pub group: String,
    /// Defaults for every operation.
    #[serde(default)]
    pub defaults: DefaultsSource,
    /// The rows.
    pub operations: Vec<OperationSource>,
}

/// Defaults for every operation of a file.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct DefaultsSource {
    /// Gate codes.
    pub gates: Option<Vec<String>>,
    /// Authentication block, `none` or `not_shown`.
    pub auth: Option<String>,
    /// The place where the credential must be sent, if only one works.
    pub auth_in: Option<AuthIn>,
    /// The server of api.yaml that these are at.
    pub server: Option<String>,
    /// Sets of parameters of api.yaml, which come before these.
    pub with: Vec<String>,
    /// Parameters that come before an operation's own.
    pub parameters: IndexMap<String, Shorthand<ParameterSource>>,
    /// The result.
    pub returns: Option<WrittenReturns>,
    /// Failures by status.
    pub failures: ByStatus,
    /// Sentences that hold for every operation.
    pub rules: Vec<String>,
    /// First server version of the paths.
    pub since: Option<String>,
    /// Minimum version of the device client.
    pub device_since: Option<String>,
    /// Deprecation of the whole part.
    pub deprecated: Option<Deprecation>,
}

/// One row. Its keys are written in this order.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OperationSource {
    /// The name; absent in an unnamed entry.
    pub operation: Option<String>,
    /// The place of an unnamed operation in the documents.
    pub unnamed: Option<String>,
    /// Rust name, if the documents' name can't be one.
    pub rust: Option<String>,
    /// Group, if it differs from the file's.
    pub group: Option<String>,
    /// One sentence, verb first, with a full stop.
    pub summary: String,
    /// Further sentences of the row, one per item.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Its effect on the server, if the documents show it.
    pub effect: Option<Effect>,
    /// Its effect on the server, if the documents don't show it and the convention of api.yaml
    /// gives another.
    pub inferred_effect: Option<Effect>,
    /// True if sending it twice leaves the server as sending it once does; only if the convention
    /// gives something else.
    pub repeatable: Option<bool>,
    /// The path that the documents show.
    #[serde(default)]
    pub path: Option<String>,
    /// Path by the convention of api.yaml, if the documents show none.
    #[serde(default)]
    pub inferred_path: Option<String>,
    /// First server version of the path.
    pub since: Option<String>,
    /// Other paths; `name` and `since` only if the documents show them.
    #[serde(default)]
    pub aliases: Vec<AliasSource>,
    /// Permission that the caller's token needs.
    pub permission: Option<String>,
    /// Gate codes in the documents' order.
    pub gates: Option<Vec<String>>,
    /// Authentication block, `none` or `not_shown`.
    pub auth: Option<String>,
    /// The place where the credential must be sent, if only one works.
    pub auth_in: Option<AuthIn>,
    /// The server of api.yaml that it is at, if it isn't at the others.
    pub server: Option<String>,
    /// HTTP method, if it differs from the API's.
    pub method: Option<HttpMethod>,
    /// Request encoding, if it differs from the API's.
    pub encoding: Option<RequestEncoding>,
    /// Minimum version of the device client.
    pub device_since: Option<String>,
    /// Inherited parameters that this operation does not have.
    #[serde(default)]
    pub without: Vec<String>,
    /// Sets of parameters of api.yaml, which come before its own.
    #[serde(default)]
    pub with: Vec<String>,
    /// Parameters in the documents' order; inherited ones come first unless listed again.
    #[serde(default)]
    pub parameters: IndexMap<String, Shorthand<ParameterSource>>,
    /// Rules for how many of some optional parameters are sent.
    #[serde(default)]
    pub choices: Vec<ChoiceSource>,
    /// The body, if it is one value.
    pub body: Option<Shorthand<BodySource>>,
    /// The result.
    pub returns: Option<WrittenReturns>,
    /// The way to the rest of a list.
    pub pages: Option<PagesSource>,
    /// The time that a server may take before it responds: a parameter in seconds, or seconds.
    #[serde(default)]
    pub waits: Option<Literal>,
    /// Two parameters that the server swaps when the first is greater.
    #[serde(default)]
    pub swapped_if_reversed: Option<(String, String)>,
    /// The operation whose behavior this one has.
    #[serde(default)]
    pub matches: Option<String>,
    /// Related operations.
    #[serde(default)]
    pub see_also: Vec<String>,
    /// Deprecation; `{}` if nothing more is known.
    pub deprecated: Option<Deprecation>,
    /// Open questions of the documents.
    #[serde(default)]
    pub not_shown: Vec<String>,
    /// Ambiguities and decisions.
    #[serde(default)]
    pub notes: Vec<Note>,
}

/// Another path of an operation.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AliasSource {
    /// The path.
    pub path: String,
    /// The alias's own operation name.
    pub name: Option<String>,
    /// First server version of the alias.
    pub since: Option<String>,
}

/// The place where a credential must be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuthIn {
    /// Only as `Authorization: Bearer`.
    Bearer,
}

/// A rule for how many of some optional parameters are sent.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ChoiceSource {
    /// One of these, and no other.
    pub exactly_one: Option<Vec<String>>,
    /// One of these, or more.
    pub at_least_one: Option<Vec<String>>,
    /// One of these, or none.
    pub at_most_one: Option<Vec<String>>,
}

/// The body of a request that is one value: exactly one of the kinds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct BodySource {
    /// JSON of a type.
    pub json: Option<String>,
    /// Text.
    pub text: Option<String>,
    /// Bytes.
    pub bytes: Option<String>,
    /// A form whose fields are those of a type.
    pub form: Option<String>,
    /// The kinds by content type; the first is the usual one.
    pub content: IndexMap<String, Shorthand<ContentSource>>,
    /// The way objects in the form are sent.
    pub object: Option<ObjectStyle>,
    /// Content type, if it is not the usual one, or several to choose from.
    pub content_type: Option<ContentTypes>,
    /// It may be left out.
    pub optional: bool,
    /// Fields that the type requires may be absent.
    pub partial: bool,
    /// Rust name, if a parameter has the name `body`.
    pub rust: Option<String>,
    /// Never shown in Debug, errors and logs.
    pub secret: bool,
    /// The documents' description.
    pub doc: Option<String>,
}

impl Short for BodySource {
    const MARK: &'static str = NOTATION;
}

impl From<String> for BodySource {
    fn from(notation: String) -> Self {
        Self { json: Some(notation), ..Self::default() }
    }
}

/// The way to the rest of a list: exactly one of `page`, `offset`, `cursor`, `next_url` and `link`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct PagesSource {
    /// Parameter with the number of the page.
    pub page: Option<String>,
    /// Number of the first page; 1 if it isn't said.
    pub first: Option<u32>,
    /// Parameter with the number of items before the page.
    pub offset: Option<String>,
    /// Parameter with the text that the page before has.
    pub cursor: Option<String>,
    /// Field of the result, or header, with the text of the next page.
    pub next: Option<String>,
    /// Response header with the text of the next page.
    pub next_header: Option<String>,
    /// Field of the result with the URL of the next page.
    pub next_url: Option<String>,
    /// Relation of the header `Link` that has the URL of the next page.
    pub link: Option<String>,
    /// Parameter that says how many items a page may have.
    pub size: Option<String>,
    /// Field of the result that is the list, if it isn't the result itself.
    pub items: Option<String>,
    /// Field of the result with the number of items in all pages.
    pub total: Option<String>,
}

/// Deprecation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Deprecation {
    /// The operation, parameter, field, type or value to use instead.
    pub replacement: Option<String>,
    /// First server version that deprecates it.
    pub since: Option<String>,
    /// Month after which it is removed, `YYYY-MM`.
    pub removed_after: Option<String>,
    /// First server version that doesn't have it.
    pub removed: Option<String>,
}
