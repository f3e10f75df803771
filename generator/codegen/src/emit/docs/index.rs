//! Lookups of one API, built once so that no page searches.

use std::borrow::Cow;
use std::sync::OnceLock;

use super::related::Related;
use crate::emit::common::markdown::{code, link, text, wrapped};
use crate::emit::common::mentions;
use generator_spec::gaps::{self, Gaps};
use generator_spec::model::{Api, AuthBlock, Group, Operation, Type};

/// The table of gates, from the API's folder.
pub const GATES: &str = "gates.md#gates";

/// The folder of a page; its links depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PageFolder {
    /// In the API's folder.
    Top,
    /// In a folder of pages that are not a group's: guides, gaps.
    Guide,
    /// In the folder of the groups.
    Group,
    /// In the folder of a group's operations.
    Operation,
}

impl PageFolder {
    /// Turns a path from the API's folder into one from here.
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

/// Lookups of one API.
pub struct Index<'a> {
    /// The API.
    pub api: &'a Api,
    /// The related operations of each operation.
    pub related: Related<'a>,
    gaps: OnceLock<Gaps<'a>>,
}

impl<'a> Index<'a> {
    /// The lookups of an API.
    pub fn new(api: &'a Api) -> Self {
        Self { api, related: Related::new(api), gaps: OnceLock::new() }
    }

    /// The API's gaps.
    pub fn gaps(&self) -> &Gaps<'a> {
        self.gaps.get_or_init(|| gaps::gaps(self.api))
    }

    /// The name of an operation as a link to its page; other words stay words.
    pub fn operation_link(&self, from: PageFolder, name: &str) -> String {
        match self.api.operation_in_group(name) {
            Some((group, operation)) => link(&text(name), &from.to_operation(group, operation)),
            None => text(name),
        }
    }

    /// A text of the spec in which names of operations and types are links.
    pub fn prose(&self, from: PageFolder, text: &str) -> String {
        mentions::linked(self::text(text), |name| {
            let operation = self.api.operation(name).map(|_| self.operation_link(from, name));
            operation.or_else(|| self.api.type_named(name).map(|ty| self.named_link(from, ty)))
        })
    }

    /// Links to the pages above one. Pages of two APIs can have the same title.
    pub fn above(&self, from: PageFolder, parent: Option<(&str, &str)>) -> String {
        let api = link(&text(&self.api.title), &from.to("index.md"));
        let parent = parent.map(|(title, page)| link(&text(title), &from.to(page)));
        wrapped("above", [[api].into_iter().chain(parent).collect::<Vec<_>>().join(" › ")])
    }

    /// The name of a type as a link to its section.
    pub fn named_link(&self, from: PageFolder, ty: &Type) -> String {
        link(&code(&ty.name), &type_target(from, ty))
    }

    /// A gate's code as a link to the table of gates.
    pub fn gate_link(&self, from: PageFolder, code: &str) -> String {
        link(&self::code(code), &from.to(GATES))
    }
}

/// The title of an authentication block as a link to its section.
pub fn block_link(from: PageFolder, block: &AuthBlock) -> String {
    link(&text(&block.title), &from.to(&format!("index.md#{}", block.constant)))
}

/// The section of a type.
pub fn type_target(from: PageFolder, ty: &Type) -> String {
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

/// The longest name of a file, in bytes, that every file system accepts with an extension, or as the name
/// of a temporary file.
const LONGEST: usize = 200;

/// A name as part of a file's name. A long name is cut, and gets a checksum (FNV-1a) that distinguishes it
/// from others with the same beginning. A character has at most four bytes.
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

/// The anchor of an operation or a type: its name, if that can be an anchor, or else its Rust name.
pub fn id<'n>(name: &'n str, rust: &'n str) -> &'n str {
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if is_plain { name } else { rust }
}
