//! The meaning of a spec: every name looked up, every default applied, every rule checked.
//!
//! Emitters read this and nothing else. All names are decided: the documents'
//! own (`name`) and the Rust ones (`rust`).

mod auth;
mod content_types;
mod guide;
mod index;
mod limits;
mod operation;
mod parameter;
mod returns;
mod scalar;
mod server;
mod template;
mod types;
mod uses;

pub use auth::*;
pub use content_types::{essence, includes};
pub use guide::*;
pub use index::Index;
pub use limits::*;
pub use operation::*;
pub use parameter::*;
pub use returns::*;
pub use scalar::*;
pub use server::{Server, Variable};
pub use template::{PathPiece, path_parameters, path_shape, pieces};
pub use types::*;
pub use uses::{Uses, reached};

// These mean what they say: no rule applies to them.
pub use crate::load::Overlay;
pub use crate::load::source::{
    AsksKind, Deprecation, Effect, EffectConvention, EffectRule, Encoding, EnumOf, Envelope, Fill,
    HttpMethod, Imported, Limit, ListStyle, Literal, NotShown, Note, ObjectStyle, Only, PathConvention,
    PathRule, RequestEncoding, RequiredWhen, Resource, Status, Transition,
};
pub use crate::node::Overlaid;

use indexmap::IndexMap;
use serde::Serialize;

use crate::naming;

/// One API.
#[derive(Clone, Debug)]
pub struct Api {
    /// Name of the spec folder, `lamps`.
    pub name: String,
    /// Rust names of the API itself.
    pub rust: ApiNames,
    /// Title.
    pub title: String,
    /// Version of the generated crate.
    pub crate_version: semver::Version,
    /// The crate's changelog, in Markdown.
    pub changelog: Option<String>,
    /// Guides of the book, in the order of their files.
    pub guides: Vec<Guide>,
    /// The purpose of the service.
    pub about: Vec<String>,
    /// Placeholder of the base URL.
    pub base_url: String,
    /// The addresses of servers.
    pub servers: Vec<Server>,
    /// Titles of the documents by number.
    pub documents: IndexMap<u32, String>,
    /// The description that its files were written from, by a program.
    pub imported: Option<Imported>,
    /// The origin of the names of operations and types.
    pub names: Status,
    /// HTTP method of every operation that names no other; `None` if each names its own.
    pub method: Option<HttpMethod>,
    /// Request encoding.
    pub encoding: Encoding,
    /// Authentication blocks.
    pub blocks: Vec<AuthBlock>,
    /// Gates in the spec's order.
    pub gates: Vec<Gate>,
    /// The block whose callers have permissions, if an operation needs one.
    pub permission_credential: Option<String>,
    /// The message type, if the API has one.
    pub message: Option<Message>,
    /// The envelope, if the API has one.
    pub envelope: Option<Envelope>,
    /// The rules for inferring paths that are not shown.
    pub convention: Option<PathConvention>,
    /// The rules for inferring what operations do.
    pub effect_convention: Option<EffectConvention>,
    /// The groups of operations, in the order of api.yaml.
    pub groups: Vec<Group>,
    /// Words that people type for those in names, a line each.
    pub synonyms: Vec<Vec<String>>,
    /// The phrases that people use for operations, with `, ` between them, by the names of these.
    pub search: IndexMap<String, String>,
    /// Types in the spec's order.
    pub types: Vec<Type>,
    /// The file of the types, or the folder, below that of the API.
    pub types_source: &'static str,
    /// Constants.
    pub constants: Vec<Constant>,
    /// Resources.
    pub resources: Vec<Resource>,
    /// States and transitions.
    pub states: Vec<Transition>,
    /// Limits.
    pub limits: Vec<Limit>,
    /// Behavior that changed with a server version.
    pub version_changes: Vec<VersionChange>,
    /// All other rules by heading.
    pub topics: IndexMap<String, Vec<String>>,
    /// Open questions of the documents.
    pub not_shown: Vec<NotShown>,
    /// Ambiguities and decisions.
    pub notes: Vec<Note>,
    /// The overlays that changed the spec.
    pub overlays: Vec<Overlay>,
    /// The package that the generated crate belongs to.
    pub packaging: Packaging,
    /// The positions of operations and types by name.
    pub index: Index,
}

/// The package that a generated crate belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Packaging {
    /// The workspace that also has the runtime.
    Member,
    /// None.
    Standalone {
        /// The keys of the runtime's dependency, as TOML.
        runtime: String,
        /// Its license.
        license: License,
    },
}

/// The license of a generated crate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum License {
    /// The generator's, with its files.
    Own,
    /// An SPDX expression, if its owner names one.
    Named(Option<String>),
}

impl Api {
    /// The encoding of every operation that names no other and no HTTP method.
    #[must_use]
    pub fn usual_encoding(&self) -> RequestEncoding {
        let has_body = self.method.unwrap_or_default().has_body();
        if has_body { self.encoding.kind } else { RequestEncoding::Query }
    }

    /// Every named operation, in the order of the spec.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.groups.iter().flat_map(Group::operations)
    }

    /// Every named operation, with its group.
    pub fn operations_in_groups(&self) -> impl Iterator<Item = (&Group, &Operation)> {
        self.groups.iter().flat_map(|group| group.operations().map(move |it| (group, it)))
    }

    /// Every entry of the documents, with its group.
    pub fn rows(&self) -> impl Iterator<Item = (&Group, &Row)> {
        self.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)))
    }

    /// The namespaces of the path convention: `user/web`.
    pub fn namespaces(&self) -> impl Iterator<Item = &str> {
        let rules = self.convention.iter().flat_map(|it| &it.rules);
        rules.flat_map(|rule| &rule.namespaces).map(String::as_str)
    }

    /// An operation, by its name in the documents.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operation_in_group(name).map(|(_, operation)| operation)
    }

    /// An operation, by its name in the documents, with its group.
    #[must_use]
    pub fn operation_in_group(&self, name: &str) -> Option<(&Group, &Operation)> {
        let (group, row) = self.index.of(name)?.row?;
        let group = self.groups.get(group)?;
        Some((group, group.rows.get(row)?.named()?))
    }

    /// The changes of an operation with server versions.
    pub fn changes_of(&self, name: &str) -> impl Iterator<Item = &VersionChange> {
        let found = self.index.of(name).into_iter().flat_map(|it| &it.version_changes);
        found.filter_map(|index| self.version_changes.get(*index))
    }

    /// The limits of an operation.
    pub fn limits_of(&self, name: &str) -> impl Iterator<Item = &Limit> {
        let found = self.index.of(name).into_iter().flat_map(|it| &it.limits);
        found.filter_map(|index| self.limits.get(*index))
    }

    /// The phrases that people use for an operation.
    pub fn phrases_of(&self, name: &str) -> impl Iterator<Item = &str> {
        self.search.get(name).into_iter().flat_map(|phrases| phrases.split(", "))
    }

    /// The transitions that an operation triggers.
    pub fn transitions_of(&self, name: &str) -> impl Iterator<Item = &Transition> {
        let found = self.index.of(name).into_iter().flat_map(|it| &it.states);
        found.filter_map(|index| self.states.get(*index))
    }

    /// The types that generated code has.
    pub fn types_in_rust(&self) -> impl Iterator<Item = &Type> {
        self.types.iter().filter(|ty| ty.in_rust)
    }

    /// A type.
    #[must_use]
    pub fn ty(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0)
    }

    /// A type, by its name in the documents.
    #[must_use]
    pub fn type_named(&self, name: &str) -> Option<&Type> {
        self.ty(self.index.type_id(name)?)
    }

    /// A gate, by its code.
    #[must_use]
    pub fn gate(&self, code: &str) -> Option<&Gate> {
        self.gates.iter().find(|gate| gate.code == code)
    }

    /// An authentication block, by its name.
    #[must_use]
    pub fn block(&self, name: &str) -> Option<&AuthBlock> {
        self.blocks.iter().find(|block| block.name == name)
    }

    /// The address that programs call unless they name another: the only one beside those of single
    /// operations.
    #[must_use]
    pub fn usual_server(&self) -> Option<&Server> {
        let is_own = |name: &String| self.operations().any(|it| it.server.as_ref() == Some(name));
        let mut usual = self.servers.iter().filter(|server| !is_own(&server.name));
        usual.next().filter(|_| usual.next().is_none())
    }

    /// The authentication block that an operation or a gate names.
    #[must_use]
    pub fn block_of(&self, auth: &Auth) -> Option<&AuthBlock> {
        self.block(auth.block()?)
    }

    /// The block that defines the credential of a block: often itself.
    #[must_use]
    pub fn owner<'a>(&'a self, block: &'a AuthBlock) -> &'a AuthBlock {
        self.block(&block.credential).unwrap_or(block)
    }

    /// The blocks that define a credential.
    pub fn owners(&self) -> impl Iterator<Item = &AuthBlock> {
        self.blocks.iter().filter(|block| block.is_own_credential())
    }

    /// The blocks whose callers have a type of their own: alternatives share it.
    pub fn callers(&self) -> impl Iterator<Item = &AuthBlock> {
        self.owners().filter(|block| !self.blocks.iter().any(|it| it.alternatives.contains(&block.name)))
    }

    /// Returns whether servers refuse values that the type doesn't list.
    #[must_use]
    pub fn is_closed(&self, ty: &Type) -> bool {
        matches!(ty.kind, TypeKind::Enum { closed: true, .. }) || self.is_credential_list(ty)
    }

    /// Returns whether a credential lists its values by the type: a server holds it to
    /// them, because an unknown scheme proves nothing.
    #[must_use]
    pub fn is_credential_list(&self, ty: &Type) -> bool {
        let mut listed = self.blocks.iter().flat_map(|block| &block.parameters).filter_map(|it| it.values);
        listed.any(|id| self.ty(id).is_some_and(|it| it.name == ty.name))
    }
}

/// Rust names of an API itself.
#[derive(Clone, Debug)]
pub struct ApiNames {
    /// Name of the generated package, `lamps-api`.
    pub package: String,
    /// Name of the generated library, `lamps_api`.
    pub library: String,
    /// Marker type of the API, `Lamps`.
    pub marker: String,
}

impl ApiNames {
    /// Name of the CLI: the package's without `-api`.
    #[must_use]
    pub fn program(&self) -> &str {
        /// Names that Cargo uses for folders beside programs.
        const TAKEN: &[&str] = &["build", "deps", "examples", "incremental"];
        let short = self.package.strip_suffix("-api").or_else(|| self.package.strip_suffix("_api"));
        short.filter(|name| !TAKEN.contains(name)).unwrap_or(&self.package)
    }
}

/// The message type and the roles of its fields.
#[derive(Clone, Debug)]
pub struct Message {
    /// Index in `types`.
    pub type_id: TypeId,
    /// Name in JSON of the field that holds the status code; without it, the HTTP status counts.
    pub status: Option<String>,
    /// Name in JSON of the field that holds the text.
    pub text: String,
}

impl Message {
    /// Returns whether the documents do not show its fields.
    #[must_use]
    pub fn is_inferred(&self, api: &Api) -> bool {
        let kind = api.ty(self.type_id).map(|ty| &ty.kind);
        matches!(kind, Some(TypeKind::Fields { status: Status::Inferred, .. }))
    }
}

/// Operations on one topic, which the authors of the spec chose.
#[derive(Clone, Debug)]
pub struct Group {
    /// Rust module of its operations.
    pub rust: String,
    /// Rust trait of its operations.
    pub trait_name: String,
    /// Heading.
    pub title: String,
    /// Its subject, if the spec says so.
    pub about: Option<String>,
    /// Its rows.
    pub rows: Vec<Row>,
}

impl Group {
    /// Its command in the program.
    #[must_use]
    pub fn command(&self) -> String {
        naming::option(&self.rust)
    }

    /// The named operations.
    pub fn operations(&self) -> impl Iterator<Item = &Operation> {
        self.rows.iter().filter_map(Row::named)
    }

    /// Its subject, in a sentence.
    #[must_use]
    pub fn in_a_sentence(&self) -> String {
        self.about.clone().unwrap_or_else(|| format!("{}.", self.title.trim_end_matches('.')))
    }

    /// The spec file of its rows, or the folder if there are several, relative to the API's folder.
    #[must_use]
    pub fn source(&self) -> String {
        let mut files = self.rows.iter().map(|row| row.part().file.as_str());
        let first = files.next().unwrap_or_default();
        let file = if files.all(|file| file == first) { first } else { "" };
        format!("operations/{file}")
    }
}

/// One part of the documents: a spec file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentPart {
    /// Number of the document.
    pub document: u32,
    /// The document's name for the part.
    pub name: String,
    /// Heading.
    pub title: String,
    /// Spec file, relative to the API's folder of operations.
    pub file: String,
}

impl DocumentPart {
    /// `part A`, or the heading in quotes if parts have no letters.
    #[must_use]
    pub fn in_words(&self) -> String {
        let (before, name, after) = self.in_pieces();
        format!("{before}{name}{after}")
    }

    /// The same in pieces: only the one in the middle is a text of the spec.
    pub fn in_pieces(&self) -> (&'static str, &str, &'static str) {
        if self.name.chars().count() == 1 { ("part ", &self.name, "") } else { ("\"", &self.name, "\"") }
    }
}

/// A row of the documents.
#[derive(Clone, Debug)]
pub enum Row {
    /// An operation.
    Named(Box<Operation>),
    /// A row whose operation name is not shown.
    Unnamed(Box<Unnamed>),
}

impl Row {
    /// The part of the documents that it is in.
    #[must_use]
    pub fn part(&self) -> &DocumentPart {
        match self {
            Self::Named(operation) => &operation.part,
            Self::Unnamed(row) => &row.part,
        }
    }

    /// The operation, if it is named, to be changed.
    pub(crate) fn named_mut(&mut self) -> Option<&mut Operation> {
        match self {
            Self::Named(operation) => Some(operation),
            Self::Unnamed(_) => None,
        }
    }

    /// The operation, if it is named.
    #[must_use]
    pub fn named(&self) -> Option<&Operation> {
        match self {
            Self::Named(operation) => Some(operation),
            Self::Unnamed(_) => None,
        }
    }
}

/// A constant.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Name in the documents.
    pub name: String,
    /// Rust name: the same in capitals.
    pub rust: String,
    /// Its type.
    pub ty: TypeRef,
    /// Its value.
    pub value: Literal,
    /// Its purpose.
    pub doc: Option<String>,
}

/// Behavior that changed with a server version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VersionChange {
    /// First version with the new behavior.
    pub version: Version,
    /// The operations concerned.
    pub operations: Vec<String>,
    /// The change.
    pub change: String,
}
