//! The lookups of every step of resolving and the place for its errors.

use std::collections::HashSet;

use crate::diagnostics::{At, Errors, did_you_mean};
use crate::keywords::ROOT;
use crate::load::ApiSource;
use crate::load::source::{ApiFile, Shorthand, TypeSource, TypesFile};
use crate::model::{AuthBlock, Gate, Type, TypeId, Version};

use super::names::RustNames;

/// An API as far as it is resolved.
pub struct Scope<'a> {
    /// Its files.
    pub source: &'a ApiSource,
    /// The errors so far.
    pub errors: &'a Errors,
    /// Rust names in the root of its crate.
    pub rust: RustNames<'a>,
    /// Types.
    pub types: Vec<Type>,
    /// Gates.
    pub gates: Vec<Gate>,
    /// Authentication blocks.
    pub blocks: Vec<AuthBlock>,
}

impl<'a> Scope<'a> {
    /// An API of which nothing is resolved yet.
    pub fn new(source: &'a ApiSource, errors: &'a Errors) -> Self {
        let rust = RustNames::new(ROOT, errors);
        Self { source, errors, rust, types: Vec::new(), gates: Vec::new(), blocks: Vec::new() }
    }

    /// `api.yaml`.
    pub fn api(&self) -> &'a ApiFile {
        &self.source.api.value
    }

    /// The place of `api.yaml`.
    pub fn at(&self) -> At<'a> {
        self.source.api.at()
    }

    fn types_file(&self) -> Option<&'a TypesFile> {
        self.source.types.as_ref().map(|types| &types.value)
    }

    /// The names of types.yaml.
    pub fn type_names(&self) -> impl Iterator<Item = &'a str> {
        self.types_file().into_iter().flat_map(TypesFile::keys).map(String::as_str)
    }

    /// A type of types.yaml.
    pub fn type_id(&self, name: &str) -> Option<TypeId> {
        self.types_file()?.get_index_of(name).map(TypeId)
    }

    /// A type of types.yaml as it is written.
    pub fn type_source(&self, id: TypeId) -> Option<&'a TypeSource> {
        self.types_file()?.get_index(id.0).map(|(_, Shorthand(source))| source)
    }

    /// A type, once types are resolved.
    pub fn ty(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0)
    }

    /// A type of types.yaml that lists values.
    pub fn listed(&self, name: &str, at: At<'_>) -> Option<TypeId> {
        let id = self.type_id(name).filter(|id| self.ty(*id).is_some_and(Type::is_enum));
        if id.is_none() {
            let listed = self.types.iter().filter(|ty| ty.is_enum()).map(|ty| ty.name.as_str());
            let help = did_you_mean(name, listed, "list the values in types.yaml, and use that type here");
            let at = at.poisoned_if(self.source.loses_type(name));
            self.errors.push(at, format!("`{name}` is not a type with listed values"), help);
        }
        id
    }

    /// The name of an authentication block.
    pub fn block(&self, name: &str, at: At<'_>) -> Option<String> {
        let known = &self.api().auth;
        if !known.contains_key(name) {
            let names = known.keys().map(String::as_str);
            let help = "add the block to `auth` in api.yaml";
            let at = at.poisoned_if(self.at().get("auth").poisons(name));
            self.errors.unknown(at, "authentication block", name, names, help);
        }
        known.contains_key(name).then(|| name.to_owned())
    }

    /// A version that may be absent.
    pub fn version(&self, text: Option<&String>, at: At<'_>) -> Option<Version> {
        let text = text?;
        let version = Version::parse(text);
        if version.is_none() {
            self.errors.push(at, format!("`{text}` is not a version"), "write three numbers: `18.3.9`");
        }
        version
    }

    /// Reports the keys of a map that a thing of this kind doesn't have.
    pub fn refuse(&self, keys: &[&str], kind: &str, help: &str, at: At<'_>) {
        for at in keys.iter().filter_map(|key| at.find(key)) {
            self.errors.push(at.key(), format!("this key does not apply to {kind}"), help);
        }
    }

    /// Reports the items that a list has twice.
    pub fn check_once(&self, list: &[String], at: At<'_>) {
        let mut seen = HashSet::new();
        for (item, at) in list.iter().zip(at.items()) {
            if !seen.insert(item) {
                self.errors.push(at, format!("`{item}` is listed twice"), "remove one");
            }
        }
    }
}
