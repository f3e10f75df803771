//! What a path means, and under which paths an item is public.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::{Crate, Module, Path, Use};

/// What a path means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// An item of the crate, by the module and the name that define it.
    Item(Path),
    /// A module of the crate.
    Module(Path),
    /// Something that the crate doesn't define.
    Elsewhere(Path),
}

/// Uses of uses end somewhere, unless they go round in circles.
const MOST_STEPS: usize = 16;

impl Crate {
    /// What a path means in a module; two things if a module and an item have the same name.
    pub fn resolve(&self, module: &[String], path: &[String]) -> Vec<Target> {
        self.follow(module, path, MOST_STEPS)
    }

    fn follow(&self, module: &[String], path: &[String], steps: usize) -> Vec<Target> {
        let Some((first, rest)) = path.split_first().filter(|_| steps > 0) else { return Vec::new() };
        let start = match first.as_str() {
            "crate" => vec![Target::Module(Vec::new())],
            "self" => vec![Target::Module(module.to_vec())],
            "super" => {
                vec![Target::Module(module.split_last().map_or(&[][..], |(_, parent)| parent).to_vec())]
            }
            name => self.named(module, name, steps),
        };
        let start = if start.is_empty() { vec![Target::Elsewhere(vec![first.clone()])] } else { start };
        rest.iter().fold(start, |found, name| {
            let inner = through(found).into_iter().flat_map(|target| self.inside(target, name, steps));
            inner.collect()
        })
    }

    /// What a name means in a module.
    fn named(&self, module: &[String], name: &str, steps: usize) -> Vec<Target> {
        let Some(content) = self.modules.get(module) else { return Vec::new() };
        let own = joined(module, name);
        let mut found = Vec::new();
        if content.items.iter().any(|item| item.name.as_deref() == Some(name)) {
            found.push(Target::Item(own.clone()));
        }
        if self.modules.contains_key(&own) {
            found.push(Target::Module(own));
        }
        let uses = content.uses.iter().filter(|it| it.name.as_deref() == Some(name));
        for it in uses.filter(|it| it.path.as_slice() != [name.to_owned()]) {
            found.extend(self.follow(module, &it.path, steps - 1));
        }
        if found.is_empty() {
            let globs = content.uses.iter().filter(|it| it.name.is_none());
            let modules = globs.flat_map(|it| self.follow(module, &it.path, steps - 1));
            let inner = modules.filter_map(|target| match target {
                Target::Module(path) => Some(self.named(&path, name, steps - 1)),
                Target::Item(_) | Target::Elsewhere(_) => None,
            });
            found.extend(inner.flatten());
        }
        found
    }

    fn inside(&self, target: Target, name: &str, steps: usize) -> Vec<Target> {
        match target {
            Target::Module(path) => self.named(&path, name, steps),
            // A variant or an associated item.
            Target::Item(path) | Target::Elsewhere(path) => vec![Target::Elsewhere(joined(&path, name))],
        }
    }
}

/// What a path can go on from: where there is a module, a function of the same
/// name has nothing inside.
fn through(mut found: Vec<Target>) -> Vec<Target> {
    let is_module = |target: &Target| matches!(target, Target::Module(_));
    if found.iter().any(is_module) {
        found.retain(is_module);
    }
    found
}

/// A path with one more name.
pub fn joined(path: &[String], name: &str) -> Path {
    path.iter().cloned().chain([name.to_owned()]).collect()
}

/// What is public.
#[derive(Default)]
pub struct Exports {
    /// The public paths of an item, by where it is defined.
    pub paths: BTreeMap<Path, BTreeSet<String>>,
    /// Lines of what is not defined in the crate, and of second paths.
    pub others: BTreeSet<String>,
}

impl Exports {
    /// Follows modules and uses from the root.
    pub fn of(krate: &Crate) -> Self {
        let mut exports = Self::default();
        exports.module(krate, "crate", &[], &mut Vec::new());
        exports.macros(krate);
        let second: Vec<String> = exports.paths.values().flat_map(second_paths).collect();
        exports.others.extend(second);
        exports
    }

    /// The path by which an item is known: the shortest.
    pub fn path(&self, item: &[String]) -> Option<&str> {
        shortest(self.paths.get(item)?)
    }

    fn module(&mut self, krate: &Crate, prefix: &str, path: &[String], around: &mut Vec<Path>) {
        let Some(module) = krate.modules.get(path).filter(|_| !around.iter().any(|it| it == path)) else {
            return;
        };
        around.push(path.to_vec());
        self.items(module, prefix, path);
        for (inner, _) in krate.modules.iter().filter(|(inner, it)| it.is_public && is_child(inner, path)) {
            let name = inner.last().map_or("", String::as_str);
            self.others.insert(format!("mod {prefix}::{name}"));
            self.module(krate, &format!("{prefix}::{name}"), inner, around);
        }
        for it in module.uses.iter().filter(|it| it.is_public) {
            for target in krate.resolve(path, &it.path) {
                self.reexport(krate, prefix, it, target, around);
            }
        }
        around.pop();
    }

    fn items(&mut self, module: &Module, prefix: &str, path: &[String]) {
        for item in module.items.iter().filter(|item| item.is_public) {
            if let Some(name) = &item.name {
                self.paths.entry(joined(path, name)).or_default().insert(format!("{prefix}::{name}"));
            }
        }
    }

    fn reexport(&mut self, krate: &Crate, prefix: &str, it: &Use, target: Target, around: &mut Vec<Path>) {
        let name = it.name.as_deref();
        match (target, name) {
            (Target::Item(item), Some(name)) => {
                if !it.cfgs.is_empty() {
                    self.others.insert(format!("use {prefix}::{name}{}", conditions(&it.cfgs)));
                }
                self.paths.entry(item).or_default().insert(format!("{prefix}::{name}"));
            }
            (Target::Module(module), None) => self.module(krate, prefix, &module, around),
            // A name that only a private module has is that of the item beside it.
            (Target::Module(module), Some(name)) => {
                if krate.modules.get(&module).is_some_and(|it| it.is_public) {
                    self.module(krate, &format!("{prefix}::{name}"), &module, around);
                }
            }
            (Target::Elsewhere(path), name) => {
                let conditions = conditions(&it.cfgs);
                let name = name.unwrap_or("*");
                self.others.insert(format!("use {prefix}::{name} = {}{conditions}", path.join("::")));
            }
            (Target::Item(_), None) => {}
        }
    }

    /// Exported macros are at the root, wherever they are defined.
    fn macros(&mut self, krate: &Crate) {
        for (path, module) in &krate.modules {
            for item in module.items.iter().filter(|item| item.is_public) {
                if let (Some(name), super::modules::Kind::Written(written)) = (&item.name, &item.kind)
                    && matches!(&**written, syn::Item::Macro(_))
                {
                    self.paths.insert(joined(path, name), BTreeSet::from([format!("crate::{name}")]));
                }
            }
        }
    }
}

fn is_child(path: &[String], parent: &[String]) -> bool {
    path.split_last().is_some_and(|(_, around)| around == parent)
}

fn shortest(paths: &BTreeSet<String>) -> Option<&str> {
    paths.iter().map(String::as_str).min_by_key(|path| (path.matches("::").count(), path.len()))
}

fn second_paths(paths: &BTreeSet<String>) -> Vec<String> {
    let first = shortest(paths).unwrap_or_default();
    paths.iter().filter(|path| *path != first).map(|path| format!("use {path} = {first}")).collect()
}

/// ` if feature = "server"`
pub fn conditions(cfgs: &[String]) -> String {
    let mut cfgs: Vec<&str> = cfgs.iter().map(String::as_str).collect();
    cfgs.sort_unstable();
    cfgs.dedup();
    if cfgs.is_empty() { String::new() } else { format!(" if {}", cfgs.join(", ")) }
}
