//! `api.yaml`.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::{
    AuthBlockSource, ByStatus, EffectConvention, GateSource, HttpMethod, Literal, ParametersSource,
    RequestEncoding, Short, Shorthand,
};
use crate::naming;
use crate::text::named;

/// Facts of a whole API.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiFile {
    /// Title.
    pub title: String,
    /// Version of the generated crate, `0.1.0` if absent.
    pub crate_version: Option<String>,
    /// The purpose of the service, in paragraphs. The first is on the front page of the book.
    #[serde(default)]
    pub about: Vec<String>,
    /// Placeholder of the base URL, if the documents have one.
    pub base_url: Option<String>,
    /// The addresses of servers, by our names.
    #[serde(default)]
    pub servers: IndexMap<String, Shorthand<ServerSource>>,
    /// Titles of the documents by number.
    pub documents: IndexMap<u32, String>,
    /// The description that the files were written from, by a program.
    pub imported: Option<Imported>,
    /// The origin of the names of operations and types: documented or inferred.
    #[serde(default)]
    pub names: Status,
    /// The origin of what types call required: documented or inferred.
    #[serde(default)]
    pub required: Status,
    /// HTTP method of every operation that names no other.
    pub method: Option<HttpMethod>,
    /// Request encoding.
    pub encoding: Encoding,
    /// Failures by status, of every operation.
    #[serde(default)]
    pub failures: ByStatus,
    /// Block of an operation whose gates don't name one.
    pub default_auth: Option<String>,
    /// Authentication blocks.
    #[serde(default)]
    pub auth: IndexMap<String, AuthBlockSource>,
    /// Gates by code.
    #[serde(default)]
    pub gates: IndexMap<String, GateSource>,
    /// The groups of operations, in the order of the docs: topics that users would name. A group
    /// that isn't listed has the title of its file.
    #[serde(default)]
    pub groups: IndexMap<String, GroupSource>,
    /// Words that people type for those in names, beside the usual ones: each finds the others of its line.
    #[serde(default)]
    pub synonyms: Vec<Vec<String>>,
    /// The message that `returns: message` stands for.
    pub message: Option<MessageSource>,
    /// The envelope that `returns: {envelope: T}` stands for.
    pub envelope: Option<Envelope>,
    /// The rules for inferring paths that are not shown.
    pub path_convention: Option<PathConvention>,
    /// The rules for inferring what operations do to the server.
    pub effect_convention: Option<EffectConvention>,
    /// Sets of parameters that operations have in common: `with` names them.
    #[serde(default)]
    pub parameter_sets: IndexMap<String, ParametersSource>,
    /// Constants.
    #[serde(default)]
    pub constants: IndexMap<String, ConstantSource>,
    /// Resources.
    #[serde(default)]
    pub resources: Vec<Resource>,
    /// States and transitions.
    #[serde(default)]
    pub states: Vec<Transition>,
    /// Limits.
    #[serde(default)]
    pub limits: Vec<Limit>,
    /// Behavior that changed with a server version.
    #[serde(default)]
    pub version_changes: Vec<VersionChangeSource>,
    /// All other rules by heading, a paragraph each.
    #[serde(default)]
    pub topics: IndexMap<String, Vec<String>>,
    /// Open questions of the documents.
    #[serde(default)]
    pub not_shown: Vec<NotShown>,
    /// Ambiguities and decisions.
    #[serde(default)]
    pub notes: Vec<Note>,
}

named! {
    /// The origin of a fact: documented or not.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(rename_all = "snake_case")]
    pub enum Status {
        /// The documents show it.
        #[default]
        Documented = "documented",
        /// Derived, and marked as such.
        Inferred = "inferred",
        /// An overlay sets it; a spec file cannot.
        #[serde(skip)]
        Elsewhere = "elsewhere",
    }
}

/// Request encoding.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Encoding {
    /// The encoding.
    pub kind: RequestEncoding,
    /// Its origin: documented or inferred.
    #[serde(default)]
    pub status: Status,
    /// The encoding of values.
    #[serde(default)]
    pub rules: Vec<String>,
}

/// The address of a server: a URL, or a map with more.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ServerSource {
    /// The URL, with variables in braces.
    pub url: String,
    /// Its purpose.
    pub doc: Option<String>,
    /// The variables, by name.
    #[serde(default)]
    pub variables: IndexMap<String, Shorthand<VariableSource>>,
}

impl Short for ServerSource {}

impl From<String> for ServerSource {
    fn from(url: String) -> Self {
        Self { url, ..Self::default() }
    }
}

/// A variable of a URL: its usual value, or a map with more.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VariableSource {
    /// Its usual value.
    pub default: String,
    /// The values that it can have; any, if none are listed.
    #[serde(default)]
    pub values: Vec<String>,
    /// Its meaning.
    pub doc: Option<String>,
}

impl Short for VariableSource {}

impl From<String> for VariableSource {
    fn from(default: String) -> Self {
        Self { default, ..Self::default() }
    }
}

/// The description that a spec was written from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Imported {
    /// Its file or URL.
    pub from: String,
    /// The SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
}

/// A group of operations.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupSource {
    /// Heading.
    pub title: String,
    /// Its operations, in one sentence.
    pub about: String,
}

/// The message type and the roles of its fields.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MessageSource {
    /// A type with fields.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Field that holds the status code; without it, the HTTP status counts.
    #[serde(default)]
    pub status: Option<String>,
    /// Field that holds the text.
    pub text: String,
}

/// The envelope and the roles of its fields.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Envelope {
    /// Name of the envelope in the documents.
    #[serde(rename = "type")]
    pub name: String,
    /// Field that distinguishes success from failure.
    pub status: String,
    /// Its value on success.
    pub ok: String,
    /// Its value on failure.
    pub error: String,
    /// Field that holds the HTTP status code.
    pub code: String,
    /// Field that holds the data, or the message of a failure.
    pub data: String,
}

/// The rules for inferring paths that are not shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathConvention {
    /// Start of every path.
    pub prefix: String,
    /// Words whose kebab case is different.
    #[serde(default)]
    pub words: IndexMap<String, String>,
    /// The places of `/` in a path.
    pub rules: Vec<PathRule>,
    /// Documented paths that don't follow the rules, with the reason.
    #[serde(default)]
    pub exceptions: IndexMap<String, String>,
}

impl PathConvention {
    /// The path of an operation: the words of its name in kebab case, `/` after a namespace.
    #[must_use]
    pub fn infer(&self, name: &str) -> String {
        let words = naming::path_words(name);
        let namespaces = self.rules.iter().flat_map(|rule| &rule.namespaces);
        let ends: Vec<usize> = namespaces.filter_map(|namespace| length(namespace, &words)).collect();
        let mut path = self.prefix.clone();
        for (index, word) in words.iter().enumerate() {
            if index > 0 {
                path.push(if ends.contains(&index) { '/' } else { '-' });
            }
            path.push_str(self.words.get(word).unwrap_or(word));
        }
        path
    }
}

/// The number of words of a namespace, if the name begins with it.
fn length(namespace: &str, words: &[String]) -> Option<usize> {
    let mut parts = namespace.split(['/', '-']);
    parts.try_fold(0, |count, part| (words.get(count)? == part).then_some(count + 1))
}

/// One rule of the path convention.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PathRule {
    /// The rule in words.
    pub rule: String,
    /// A documented path that supports it.
    pub as_in: String,
    /// Namespaces that it defines.
    pub namespaces: Vec<String>,
}

/// A constant.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConstantSource {
    /// Type in the documents' notation.
    #[serde(rename = "type")]
    pub notation: String,
    /// Its value.
    pub value: Literal,
    /// Its purpose.
    pub doc: Option<String>,
}

/// A row of the resources table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resource {
    /// Resource.
    pub name: String,
    /// Its identifier.
    pub identified_by: String,
    /// The facts that the documents give.
    pub given: Option<String>,
}

/// A row of the states table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Transition {
    /// The thing that has the state.
    pub subject: String,
    /// State before; absent if only the trigger is known.
    pub state: Option<String>,
    /// The cause of the transition: an operation or words.
    #[serde(default)]
    pub trigger: Option<String>,
    /// Condition.
    pub condition: Option<String>,
    /// State after.
    pub next: Option<String>,
    /// Other effects.
    pub also: Option<String>,
}

/// A row of the limits table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limit {
    /// The limit.
    pub limit: String,
    /// An operation or words.
    pub applies_to: String,
}

/// Behavior that changed with a server version.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionChangeSource {
    /// First version with the new behavior.
    pub version: String,
    /// The operations concerned.
    pub operations: Vec<String>,
    /// The change.
    pub change: String,
}

/// Something that the documents leave open.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NotShown {
    /// The fact that is not shown.
    pub what: String,
    /// The place in the documents.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

/// An ambiguity of the documents and what was decided.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Note {
    /// The documents' statement.
    pub read: String,
    /// The decision that the spec follows.
    pub decided: String,
    /// The reason.
    pub why: String,
}
