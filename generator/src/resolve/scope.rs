//! The names that the operations of an API can use.

use std::collections::HashMap;

use crate::diagnostics::{At, Faults, suggest};
use crate::load::source::{ApiFile, TypesFile};
use crate::model::{AuthBlock, Gate, PathConvention, RequestEncoding, Type, TypeId, Version};

use super::notation::{self, Notation};

/// The names of types.yaml.
#[derive(Default)]
pub struct TypeNames {
    ids: HashMap<String, TypeId>,
    in_order: Vec<String>,
}

impl TypeNames {
    /// Numbers the types in the order of the file.
    pub fn new(file: Option<&TypesFile>) -> Self {
        let in_order: Vec<String> = file.into_iter().flat_map(TypesFile::keys).cloned().collect();
        let ids = in_order.iter().enumerate().map(|(id, name)| (name.clone(), TypeId(id))).collect();
        Self { ids, in_order }
    }

    /// A type by its name.
    pub fn find(&self, name: &str) -> Option<TypeId> {
        self.ids.get(name).copied()
    }

    /// All names, in the order of the file.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        self.in_order.iter().map(String::as_str)
    }

    /// Reads a type in the documents' notation.
    pub fn read(&self, text: &str, at: At<'_>, faults: &mut Faults) -> Notation {
        notation::read(text, self, at, faults)
    }
}

/// Everything that an operation can name.
pub struct Scope<'a> {
    /// `api.yaml`.
    pub api: &'a ApiFile,
    /// Names of types.
    pub type_names: TypeNames,
    /// Types.
    pub types: Vec<Type>,
    /// Authentication blocks.
    pub blocks: Vec<AuthBlock>,
    /// Gates.
    pub gates: Vec<Gate>,
    /// How paths that are not shown are inferred.
    pub convention: Option<PathConvention>,
    /// Request encoding.
    pub encoding: RequestEncoding,
}

impl Scope<'_> {
    /// An enum of types.yaml by its name.
    pub fn enumeration(&self, name: &str, at: At<'_>, faults: &mut Faults) -> Option<TypeId> {
        let id = self.type_names.find(name);
        let is_enum = id.and_then(|id| self.types.get(id.0)).is_some_and(Type::is_enum);
        if is_enum {
            return id;
        }
        let help = did_you_mean(
            name,
            self.types.iter().filter(|ty| ty.is_enum()).map(|ty| ty.name.as_str()),
            "list the values in types.yaml and give that type's name here",
        );
        faults.push(at, format!("`{name}` is no type with listed values"), help);
        None
    }
}

/// `did you mean ...?`, or another remedy where no name is close.
pub fn did_you_mean<'n>(name: &str, names: impl IntoIterator<Item = &'n str>, otherwise: &str) -> String {
    suggest(name, names).map_or_else(|| otherwise.to_owned(), |name| format!("did you mean `{name}`?"))
}

/// Reads a version, `x.y.z`.
pub fn version(text: &str, at: At<'_>, faults: &mut Faults) -> Option<Version> {
    // `parse` takes a sign, and zeros before a number.
    let is_plain = |part: &str| part == "0" || part.starts_with(|c: char| matches!(c, '1'..='9'));
    let mut parts = text.split('.').map(|part| part.parse().ok().filter(|_| is_plain(part)));
    let version = match (parts.next(), parts.next(), parts.next(), parts.next()) {
        (Some(Some(major)), Some(Some(minor)), Some(Some(patch)), None) => Some(Version(major, minor, patch)),
        _ => None,
    };
    if version.is_none() {
        faults.push(at, format!("`{text}` is no version"), "write three numbers: `18.3.9`");
    }
    version
}

/// Reads a version that may be absent.
pub fn optional_version(text: Option<&String>, at: At<'_>, faults: &mut Faults) -> Option<Version> {
    text.and_then(|text| version(text, at, faults))
}

/// Whether a text is `YYYY-MM`.
pub fn is_month(text: &str) -> bool {
    let is_number =
        |text: &str, digits: usize| text.len() == digits && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('-').is_some_and(|(year, month)| {
        is_number(year, 4) && is_number(month, 2) && ("01"..="12").contains(&month)
    })
}
