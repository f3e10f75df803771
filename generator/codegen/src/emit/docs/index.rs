//! Lookups of one API, built once so that no page searches.

use std::borrow::Cow;
use std::collections::HashMap;

use super::markdown::{code, link, text, wrapped};
use super::related::Related;
use crate::emit::common::mentions;
use generator_spec::model::{Api, AuthBlock, Group, Operation, Parameter, Shape, Type, TypeId, TypeKind};

/// The table of gates, from the API's folder.
pub const GATES: &str = "gates.md#gates";

/// The folder of a page; its links depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In the API's folder.
    Top,
    /// In a folder of pages that are not a group's: guides, gaps.
    Guide,
    /// In the folder of the groups.
    Group,
    /// In the folder of a group's operations.
    Operation,
}

impl Place {
    /// A path from the API's folder as one from here.
    pub fn to(self, path: &str) -> String {
        match self {
            Self::Top => path.to_owned(),
            Self::Guide | Self::Group => format!("../{path}"),
            Self::Operation => format!("../../{path}"),
        }
    }

    fn to_operation(self, group: &Group, operation: &Operation) -> String {
        match self {
            Self::Top | Self::Guide => self.to(&operation_page(group, operation)),
            Self::Group => format!("{}/{}.md", group.rust, file_name(&operation.method)),
            Self::Operation => format!("../{}/{}.md", group.rust, file_name(&operation.method)),
        }
    }
}

/// The users of a type.
#[derive(Default)]
pub struct Uses<'a> {
    /// Operations that take it.
    pub taken_by: Vec<&'a str>,
    /// Operations that return it.
    pub returned_by: Vec<&'a str>,
    /// Types with a field of it.
    pub field_of: Vec<&'a Type>,
    /// Authentication blocks with a parameter of it.
    pub part_of: Vec<&'a AuthBlock>,
}

/// Lookups of one API.
pub struct Index<'a> {
    /// The API.
    pub api: &'a Api,
    /// The operations that are related to each.
    pub related: Related<'a>,
    operations: HashMap<&'a str, (&'a Group, &'a Operation)>,
    types: HashMap<&'a str, &'a Type>,
    uses: Vec<Uses<'a>>,
}

impl<'a> Index<'a> {
    /// The lookups of an API.
    pub fn new(api: &'a Api) -> Self {
        Self {
            api,
            related: Related::new(api),
            operations: api.operations_in_groups().map(|it| (it.1.name.as_str(), it)).collect(),
            types: api.types.iter().map(|ty| (ty.name.as_str(), ty)).collect(),
            uses: uses(api),
        }
    }

    /// The type of that name.
    pub fn type_named(&self, name: &str) -> Option<&'a Type> {
        self.types.get(name).copied()
    }

    /// The users of that type.
    pub fn uses(&self, id: TypeId) -> &Uses<'a> {
        &self.uses[id.0]
    }

    /// The name of an operation as a link to its page; other words stay words.
    pub fn operation_link(&self, from: Place, name: &str) -> String {
        match self.operations.get(name) {
            Some((group, operation)) => link(&text(name), &from.to_operation(group, operation)),
            None => text(name),
        }
    }

    /// A text of the spec in which names of operations and types are links.
    pub fn prose(&self, from: Place, text: &str) -> String {
        mentions::linked(self::text(text), |name| {
            let operation = self.operations.contains_key(name).then(|| self.operation_link(from, name));
            operation.or_else(|| self.type_named(name).map(|ty| self.named_link(from, ty)))
        })
    }

    /// Links to the pages above one. Pages of two APIs can have the same title.
    pub fn above(&self, from: Place, parent: Option<(&str, &str)>) -> String {
        let api = link(&text(&self.api.title), &from.to("index.md"));
        let parent = parent.map(|(title, page)| link(&text(title), &from.to(page)));
        wrapped("above", [[api].into_iter().chain(parent).collect::<Vec<_>>().join(" › ")])
    }

    /// The name of a type as a link to its section.
    pub fn named_link(&self, from: Place, ty: &Type) -> String {
        link(&code(&ty.name), &type_target(from, ty))
    }

    /// A gate's code as a link to the table of gates.
    pub fn gate_link(&self, from: Place, code: &str) -> String {
        link(&self::code(code), &from.to(GATES))
    }
}

/// The title of an authentication block as a link to its section.
pub fn block_link(from: Place, block: &AuthBlock) -> String {
    link(&text(&block.title), &from.to(&format!("index.md#{}", block.constant)))
}

/// The section of a type.
pub fn type_target(from: Place, ty: &Type) -> String {
    from.to(&format!("types.md#{}", id(&ty.name, &ty.rust)))
}

/// The page of a group, from the API's folder.
pub fn group_page(group: &Group) -> String {
    format!("operations/{}.md", group.rust)
}

/// The page of an operation, from the API's folder: no two methods of a group
/// differ in case only.
pub fn operation_page(group: &Group, operation: &Operation) -> String {
    format!("operations/{}/{}.md", group.rust, file_name(&operation.method))
}

/// The longest name of a file, in bytes, that every file system takes, less
/// room for extensions and for names of temporary files.
const LONGEST: usize = 200;

/// A name as part of a file's name. One that is too long is cut, and a checksum
/// (FNV-1a) distinguishes it from others that begin alike. A character has at most
/// four bytes.
fn file_name(name: &str) -> Cow<'_, str> {
    if name.len() <= LONGEST {
        return name.into();
    }
    let start: String = name.chars().take(LONGEST / 5).collect();
    let sum = name
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    format!("{start}_{sum:016x}").into()
}

/// The anchor of an operation or a type: its name, where that can be one.
pub fn id<'n>(name: &'n str, rust: &'n str) -> &'n str {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name } else { rust }
}

fn uses(api: &Api) -> Vec<Uses<'_>> {
    let mut uses: Vec<Uses<'_>> = api.types.iter().map(|_| Uses::default()).collect();
    for operation in api.operations() {
        let (name, returns) = (operation.name.as_str(), &operation.returns);
        for id in operation.parameters.iter().filter_map(parameter_type) {
            let takes = &mut uses[id.0].taken_by;
            if takes.last() != Some(&name) {
                takes.push(name);
            }
        }
        let given = returns.values.or_else(|| returns.ty.as_ref().and_then(|ty| ty.shape.named()));
        given.into_iter().for_each(|id| uses[id.0].returned_by.push(name));
    }
    for ty in &api.types {
        let TypeKind::Fields { fields, .. } = &ty.kind else { continue };
        for id in fields.iter().filter_map(|field| field.ty.shape.named()) {
            let holds = &mut uses[id.0].field_of;
            if holds.last().is_none_or(|last| last.name != ty.name) {
                holds.push(ty);
            }
        }
    }
    for block in &api.blocks {
        block.parameters.iter().filter_map(parameter_type).for_each(|id| uses[id.0].part_of.push(block));
    }
    uses
}

/// The named type of a parameter.
pub fn parameter_type(parameter: &Parameter) -> Option<TypeId> {
    parameter.values.or_else(|| Shape::named(&parameter.ty.shape))
}
