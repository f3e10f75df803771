//! The source files of a crate as a tree of modules.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::{Attribute, Item, ItemMod, ItemUse, UseTree, Visibility};

use super::made;

/// A path in the crate, from its root.
pub type Path = Vec<String>;

/// The modules of a crate, by their path.
#[derive(Default)]
pub struct Crate {
    pub modules: BTreeMap<Path, Module>,
}

/// A module.
#[derive(Default)]
pub struct Module {
    /// Whether its parent makes it public.
    pub is_public: bool,
    /// The `cfg`s that it needs, its own and those around it.
    pub cfgs: Vec<String>,
    pub items: Vec<Entry>,
    pub uses: Vec<Use>,
}

/// An item that is not a module or a `use`.
pub struct Entry {
    /// Its name; impls and calls of macros have none.
    pub name: Option<String>,
    pub is_public: bool,
    pub cfgs: Vec<String>,
    pub kind: Kind,
}

/// What an item is.
pub enum Kind {
    /// Written out.
    Written(Box<Item>),
    /// An item in the call of a macro, which can add to it.
    Made(Box<Item>),
    /// The call of a macro that is not made of items: its parts as text.
    Text(Vec<proc_macro2::TokenStream>),
}

/// A name from elsewhere.
pub struct Use {
    /// `None` for a glob.
    pub name: Option<String>,
    pub path: Path,
    pub is_public: bool,
    pub cfgs: Vec<String>,
}

impl Crate {
    /// Reads the files, by their path below `src`.
    pub fn read(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut krate = Self::default();
        let root = Module { is_public: true, ..Module::default() };
        Reader { files, krate: &mut krate }.file("lib.rs", "", Vec::new(), root)?;
        Ok(krate)
    }
}

struct Reader<'a> {
    files: &'a BTreeMap<String, String>,
    krate: &'a mut Crate,
}

impl Reader<'_> {
    /// A module that is a file; `folder` holds its modules.
    fn file(&mut self, file: &str, folder: &str, path: Path, module: Module) -> Result<(), String> {
        let text = self.files.get(file).ok_or_else(|| format!("src/{file} is missing"))?;
        let parsed = syn::parse_file(text).map_err(|error| format!("src/{file}: {error}"))?;
        self.items(parsed.items, folder, path, module)
    }

    fn items(
        &mut self,
        items: Vec<Item>,
        folder: &str,
        path: Path,
        mut module: Module,
    ) -> Result<(), String> {
        for item in items {
            let cfgs = cfgs(attributes(&item), &module.cfgs);
            if cfgs.iter().any(|cfg| is_for_tests_or_docs(cfg)) {
                continue;
            }
            match item {
                Item::Mod(item) => self.module(item, folder, &path, cfgs)?,
                Item::Use(item) => uses(&item, &cfgs, &mut module.uses),
                Item::Macro(item) if item.ident.is_none() => module.items.extend(made::entries(&item, &cfgs)),
                item => module.items.push(Entry::of(item, cfgs, Kind::Written)),
            }
        }
        self.krate.modules.insert(path, module);
        Ok(())
    }

    fn module(
        &mut self,
        item: ItemMod,
        folder: &str,
        parent: &[String],
        cfgs: Vec<String>,
    ) -> Result<(), String> {
        let name = item.ident.to_string();
        let path: Path = parent.iter().cloned().chain([name.clone()]).collect();
        let inner = format!("{folder}{name}/");
        let module = Module { is_public: is_public(&item.vis), cfgs, ..Module::default() };
        if let Some((_, items)) = item.content {
            return self.items(items, &inner, path, module);
        }
        let [file, index] = [format!("{folder}{name}.rs"), format!("{inner}mod.rs")];
        let file = if self.files.contains_key(&file) { file } else { index };
        self.file(&file, &inner, path, module)
    }
}

impl Entry {
    /// An item with its name.
    pub fn of(item: Item, cfgs: Vec<String>, kind: fn(Box<Item>) -> Kind) -> Self {
        let (name, is_public) = match &item {
            Item::Const(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Enum(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Fn(it) => (Some(&it.sig.ident), is_public(&it.vis)),
            Item::Static(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Struct(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Trait(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Type(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Union(it) => (Some(&it.ident), is_public(&it.vis)),
            Item::Macro(it) => {
                (it.ident.as_ref(), it.attrs.iter().any(|it| it.path().is_ident("macro_export")))
            }
            _ => (None, false),
        };
        Self { name: name.map(ToString::to_string), is_public, cfgs, kind: kind(Box::new(item)) }
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(it) => &it.attrs,
        Item::Enum(it) => &it.attrs,
        Item::Fn(it) => &it.attrs,
        Item::Impl(it) => &it.attrs,
        Item::Macro(it) => &it.attrs,
        Item::Mod(it) => &it.attrs,
        Item::Static(it) => &it.attrs,
        Item::Struct(it) => &it.attrs,
        Item::Trait(it) => &it.attrs,
        Item::Type(it) => &it.attrs,
        Item::Union(it) => &it.attrs,
        Item::Use(it) => &it.attrs,
        _ => &[],
    }
}

pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The conditions of some attributes, after those around them.
pub fn cfgs(attributes: &[Attribute], around: &[String]) -> Vec<String> {
    let own = attributes.iter().filter(|it| it.path().is_ident("cfg"));
    let own = own.filter_map(|it| Some(it.meta.require_list().ok()?.tokens.to_token_stream().to_string()));
    around.iter().cloned().chain(own).collect()
}

fn is_for_tests_or_docs(cfg: &str) -> bool {
    matches!(cfg, "doc" | "test") || cfg.contains("doctest")
}

fn uses(item: &ItemUse, cfgs: &[String], uses: &mut Vec<Use>) {
    let is_public = is_public(&item.vis);
    tree(&item.tree, Vec::new(), &mut |name, path| {
        uses.push(Use { name, path, is_public, cfgs: cfgs.to_vec() });
    });
}

fn tree(tree: &UseTree, mut path: Path, found: &mut impl FnMut(Option<String>, Path)) {
    match tree {
        UseTree::Path(it) => {
            path.push(it.ident.to_string());
            self::tree(&it.tree, path, found);
        }
        UseTree::Name(it) if it.ident == "self" => found(path.last().cloned(), path),
        UseTree::Name(it) => {
            path.push(it.ident.to_string());
            found(path.last().cloned(), path);
        }
        UseTree::Rename(it) => {
            if it.ident != "self" {
                path.push(it.ident.to_string());
            }
            found(Some(it.rename.to_string()), path);
        }
        UseTree::Glob(_) => found(None, path),
        UseTree::Group(it) => it.items.iter().for_each(|it| self::tree(it, path.clone(), found)),
    }
}
