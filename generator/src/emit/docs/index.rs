//! What the pages of one API look up: made once, so that no page searches.

use std::collections::HashMap;

use super::markdown::{code, link, text};
use crate::model::{
    Api, AuthBlock, Gate, Group, Limit, Note, Operation, Parameter, Shape, Type, TypeId, TypeKind, TypeRef,
    VersionChange,
};

/// Where a page stands, which its links depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the API's folder.
    Top,
    /// In the folder of the groups.
    Group,
}

impl Place {
    fn to(self, path: &str) -> String {
        match self {
            Self::Top => path.to_owned(),
            Self::Group => format!("../{path}"),
        }
    }

    fn to_group(self, group: &Group) -> String {
        match self {
            Self::Top => group_page(group),
            Self::Group => format!("{}.md", group.rust),
        }
    }
}

/// Who uses a type.
#[derive(Default)]
pub struct Uses<'a> {
    /// Operations that take it.
    pub takes: Vec<&'a str>,
    /// Operations that return it.
    pub gives: Vec<&'a str>,
    /// Types with a field of it.
    pub holds: Vec<&'a Type>,
    /// Authentication blocks with a parameter of it.
    pub proves: Vec<&'a str>,
}

/// Lookups of one API.
pub struct Index<'a> {
    /// The API.
    pub api: &'a Api,
    operations: HashMap<&'a str, (&'a Group, &'a Operation)>,
    gates: HashMap<&'a str, &'a Gate>,
    blocks: HashMap<&'a str, &'a AuthBlock>,
    changes: HashMap<&'a str, Vec<&'a VersionChange>>,
    limits: HashMap<&'a str, Vec<&'a Limit>>,
    types: HashMap<&'a str, &'a Type>,
    uses: Vec<Uses<'a>>,
}

impl<'a> Index<'a> {
    /// The lookups of an API.
    pub fn new(api: &'a Api) -> Self {
        let with_group = |group: &'a Group| group.operations().map(move |it| (it.name.as_str(), (group, it)));
        let mut index = Self {
            api,
            operations: api.groups.iter().flat_map(with_group).collect(),
            gates: api.gates.iter().map(|gate| (gate.code.as_str(), gate)).collect(),
            blocks: api.blocks.iter().map(|block| (block.name.as_str(), block)).collect(),
            changes: HashMap::new(),
            limits: HashMap::new(),
            types: api.types.iter().map(|ty| (ty.name.as_str(), ty)).collect(),
            uses: uses(api),
        };
        for change in &api.version_changes {
            for name in &change.operations {
                index.changes.entry(name).or_default().push(change);
            }
        }
        for limit in &api.limits {
            index.limits.entry(&limit.applies_to).or_default().push(limit);
        }
        index
    }

    /// The block of that name.
    pub fn block(&self, name: &str) -> Option<&'a AuthBlock> {
        self.blocks.get(name).copied()
    }

    /// The gate of that code.
    pub fn gate(&self, code: &str) -> Option<&'a Gate> {
        self.gates.get(code).copied()
    }

    /// The type of that index.
    pub fn ty(&self, id: TypeId) -> Option<&'a Type> {
        self.api.ty(id)
    }

    /// The type of that name.
    pub fn type_named(&self, name: &str) -> Option<&'a Type> {
        self.types.get(name).copied()
    }

    /// What changed in that operation.
    pub fn changes(&self, operation: &str) -> &[&'a VersionChange] {
        self.changes.get(operation).map_or(&[], Vec::as_slice)
    }

    /// The limits of that operation.
    pub fn limits(&self, operation: &str) -> &[&'a Limit] {
        self.limits.get(operation).map_or(&[], Vec::as_slice)
    }

    /// Who uses that type.
    pub fn uses(&self, id: TypeId) -> Option<&Uses<'a>> {
        self.uses.get(id.0)
    }

    /// The name of an operation as a link to its section; other words stay words.
    pub fn operation_link(&self, from: Place, name: &str) -> String {
        match self.operations.get(name) {
            Some((group, operation)) => {
                let page = from.to_group(group);
                link(&text(name), &format!("{page}#{}", id(&operation.name, &operation.rust)))
            }
            None => text(name),
        }
    }

    /// A text of the spec in which the names of operations are links.
    pub fn prose(&self, from: Place, text: &str) -> String {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let text = self::text(text);
        let pieces = text.split_inclusive(|c| !is_word(c)).map(|piece| {
            let word = piece.trim_end_matches(|c| !is_word(c));
            if self.operations.contains_key(word) {
                format!("{}{}", self.operation_link(from, word), &piece.replacen(word, "", 1))
            } else {
                piece.to_owned()
            }
        });
        pieces.collect()
    }

    /// An ambiguity and its decision.
    pub fn note(&self, from: Place, note: &Note) -> String {
        format!(
            "> **Ambiguous.** {} **Decided:** {} **Why:** {}",
            self.prose(from, &note.read),
            self.prose(from, &note.decided),
            self.prose(from, &note.why)
        )
    }

    /// A use of a type as a link to the type that is in it.
    pub fn type_link(&self, from: Place, ty: &TypeRef) -> String {
        let label = code(&ty.notation);
        match ty.shape.named().and_then(|id| self.ty(id)) {
            Some(named) => link(&label, &type_target(from, named)),
            None => label,
        }
    }

    /// The name of a type as a link to its section.
    pub fn named_link(&self, from: Place, ty: &Type) -> String {
        link(&code(&ty.name), &type_target(from, ty))
    }

    /// The title of an authentication block as a link to its section.
    pub fn block_link(&self, from: Place, name: &str) -> String {
        match self.block(name) {
            Some(block) => link(&text(&block.title), &from.to(&format!("index.md#{}", block.constant))),
            None => text(name),
        }
    }

    /// A gate's code as a link to the table of gates.
    pub fn gate_link(&self, from: Place, code: &str) -> String {
        link(&self::code(code), &from.to("index.md#gates"))
    }
}

fn type_target(from: Place, ty: &Type) -> String {
    from.to(&format!("types.md#{}", id(&ty.name, &ty.rust)))
}

/// The page of a group, from the API's folder.
pub fn group_page(group: &Group) -> String {
    format!("operations/{}.md", group.rust)
}

/// The anchor of an operation or a type: its name, where that can be one.
pub fn id<'n>(name: &'n str, rust: &'n str) -> &'n str {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name } else { rust }
}

fn uses(api: &Api) -> Vec<Uses<'_>> {
    let mut uses: Vec<Uses<'_>> = api.types.iter().map(|_| Uses::default()).collect();
    uses_of_operations(api, &mut uses);
    uses_of_types(api, &mut uses);
    for block in &api.blocks {
        for id in block.parameters.iter().filter_map(parameter_type) {
            uses.get_mut(id.0).into_iter().for_each(|uses| uses.proves.push(&block.name));
        }
    }
    uses
}

fn uses_of_operations<'a>(api: &'a Api, uses: &mut [Uses<'a>]) {
    for operation in api.operations() {
        let name = operation.name.as_str();
        for id in operation.parameters.iter().filter_map(parameter_type) {
            let takes = uses.get_mut(id.0).map(|uses| &mut uses.takes);
            takes.into_iter().filter(|takes| takes.last() != Some(&name)).for_each(|takes| takes.push(name));
        }
        let returns = &operation.returns;
        let given = returns.values.or_else(|| returns.ty.as_ref().and_then(|ty| ty.shape.named()));
        if let Some(uses) = given.and_then(|id| uses.get_mut(id.0)) {
            uses.gives.push(name);
        }
    }
}

fn uses_of_types<'a>(api: &'a Api, uses: &mut [Uses<'a>]) {
    for ty in &api.types {
        let TypeKind::Fields { fields, .. } = &ty.kind else { continue };
        for id in fields.iter().filter_map(|field| field.ty.shape.named()) {
            let holds = uses.get_mut(id.0).map(|uses| &mut uses.holds);
            let is_new = |holds: &&mut Vec<&Type>| holds.last().is_none_or(|last| last.name != ty.name);
            holds.into_iter().filter(is_new).for_each(|holds| holds.push(ty));
        }
    }
}

/// The named type of a parameter.
pub fn parameter_type(parameter: &Parameter) -> Option<TypeId> {
    parameter.values.or_else(|| Shape::named(&parameter.ty.shape))
}
