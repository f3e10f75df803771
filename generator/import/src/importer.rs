//! The state of an import, which all steps share.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use generator_spec::keywords::ROOT;
use serde_json::{Map, Value};

use crate::at::At;
use crate::document::Document;
use crate::left_out::{LeftOut, Loss};
use crate::names::{self, RustNames};
use crate::typed::Typed;

/// An import at work.
pub struct Importer<'a> {
    pub doc: &'a Document,
    pub left_out: Vec<LeftOut>,
    /// The types by name; null until one is known.
    pub types: Map<String, Value>,
    /// The places in the description that types come from.
    pub origins: HashMap<String, String>,
    /// Names of types, in lowercase.
    pub type_names: HashSet<String>,
    /// Names in the root of the crate.
    pub rust: RustNames,
    /// Schemas that have a type, by place.
    pub known: HashMap<String, Typed>,
    /// Names that were used before it was known what they are.
    pub referenced: HashSet<String>,
    /// Schemas whose types have names, and are not known yet.
    pub waiting: VecDeque<(String, String)>,
    /// Inline types by what they say.
    pub inline: HashMap<String, String>,
    /// Schemas that have the fields of another by `allOf`, by its place.
    pub subtypes: HashMap<String, Vec<String>>,
    /// The types with the fields of schemas that are the union of their subtypes.
    pub bases: HashMap<String, String>,
    /// The depth of schemas in each other.
    pub depth: usize,
    /// Of an operation that is two, whether this is the one with the form.
    pub is_form: Option<bool>,
    /// Credentials by the requirements that they meet.
    pub blocks: Blocks,
    /// The addresses of servers, by name.
    pub servers: Map<String, Value>,
    /// Reasons and things of which there are many: the first place, and the number of places.
    pub counted: BTreeMap<(String, String), (String, usize)>,
}

/// Credentials, and what they were made of.
#[derive(Default)]
pub struct Blocks {
    /// The blocks of api.yaml.
    pub all: Map<String, Value>,
    /// The gates of api.yaml.
    pub gates: Map<String, Value>,
    /// Names of blocks by requirements.
    pub known: Map<String, Value>,
    /// The other credentials that can be sent instead of those of a block.
    pub alternatives: Map<String, Value>,
}

impl<'a> Importer<'a> {
    pub fn new(doc: &'a Document) -> Self {
        let mut importer = Self {
            doc,
            left_out: Vec::new(),
            types: Map::new(),
            origins: HashMap::new(),
            type_names: HashSet::new(),
            rust: RustNames::new(ROOT),
            known: HashMap::new(),
            referenced: HashSet::new(),
            waiting: VecDeque::new(),
            inline: HashMap::new(),
            subtypes: HashMap::new(),
            bases: HashMap::new(),
            depth: 0,
            is_form: None,
            blocks: Blocks::default(),
            servers: Map::new(),
            counted: BTreeMap::new(),
        };
        importer.find_subtypes();
        importer
    }

    /// Notes that something is missing, or something else is there instead.
    pub fn lose(&mut self, at: &At<'_>, reason: &str, detail: impl Into<String>) {
        self.leave_out(at, reason, detail.into(), Loss::Part);
    }

    /// Notes what calls don't show: something is checked less, or said in fewer words.
    pub fn remark(&mut self, at: &At<'_>, reason: &str, detail: impl Into<String>) {
        self.leave_out(at, reason, detail.into(), Loss::Words);
    }

    /// Notes that something is left out, and what that means.
    pub fn leave_out(&mut self, at: &At<'_>, reason: &str, detail: String, loss: Loss) {
        let pointer = self.doc.shown(at);
        self.left_out.push(LeftOut { pointer, reason: reason.to_owned(), detail, loss });
    }

    /// Takes a name for a type; null holds its place.
    pub fn reserve(&mut self, wanted: &str, at: &At<'_>) -> String {
        let wanted = names::word(wanted, &[]);
        let is_scalar = generator_spec::model::Scalar::named(&wanted).is_some();
        let wanted = if is_scalar { format!("{wanted}_type") } else { wanted };
        let name = names::unique(&wanted, &mut self.type_names);
        self.types.insert(name.clone(), Value::Null);
        self.origins.insert(name.clone(), self.doc.shown(at));
        name
    }

    /// Says what a type with a name is.
    pub fn define(&mut self, name: &str, mut ty: Map<String, Value>) {
        // An alias is no type in Rust.
        let is_alias =
            ["of", "list", "map"].iter().any(|key| ty.contains_key(*key)) && !ty.contains_key("values");
        if let Some(rust) = self.rust.take(name, "type").filter(|_| !is_alias) {
            ty.shift_insert(0, "rust".to_owned(), rust.into());
        }
        self.types.insert(name.to_owned(), Value::Object(ty));
    }

    /// The name of a type that is written in another place than among the components.
    pub fn define_inline(&mut self, hint: &str, at: &At<'_>, ty: Map<String, Value>) -> String {
        let text = format!("{}{}", hint.rsplit(' ').next().unwrap_or_default(), Value::Object(ty.clone()));
        if let Some(name) = self.inline.get(&text) {
            return name.clone();
        }
        let name = self.reserve(&names::camel(hint), at);
        self.inline.insert(text, name.clone());
        self.define(&name, ty);
        name
    }
}
