//! Groups: api.yaml lists them, and files and rows name theirs.

use std::path::Path;
use std::sync::Arc;

use indexmap::IndexMap;

use crate::diagnostics::{At, suggest};
use crate::keywords::{METHODS, MODULES};
use crate::load::Loaded;
use crate::load::source::OperationsFile;
use crate::model::{DocumentPart, Group};
use crate::naming;

use super::names::RustNames;
use super::operations::RowSource;
use super::scope::Scope;

/// Resolves the files in their order.
pub fn groups(scope: &Scope<'_>) -> Vec<Group> {
    let mut groups = Groups::new(scope);
    scope.source.operations.iter().for_each(|file| groups.rows(file));
    groups.check_use();
    groups.all.into_values().map(|it| it.group).collect()
}

/// The groups of an API, by the names that the spec gives them.
struct Groups<'a> {
    scope: &'a Scope<'a>,
    all: IndexMap<&'a str, Named<'a>>,
}

/// A group and the names of its methods so far.
struct Named<'a> {
    group: Group,
    methods: RustNames<'a>,
}

impl<'a> Groups<'a> {
    /// The groups that api.yaml lists, then those that only a file names.
    fn new(scope: &'a Scope<'a>) -> Self {
        let modules = RustNames::new(MODULES, scope.errors);
        let mut groups = Self { scope, all: IndexMap::new() };
        let mut add = |name: &'a str, (title, about): (&str, Option<&String>), (help, at): (&str, At<'_>)| {
            let other = format!("write another name, such as `{name}_info`: generated code needs `{name}`");
            let help = if MODULES.has(name) { &other } else { help };
            let rust = modules.claim(name, name.to_owned(), help, at);
            let (trait_name, title, about) = (naming::type_name(&rust), title.to_owned(), about.cloned());
            let group = Group { rust, trait_name, title, about, rows: Vec::new() };
            groups.all.insert(name, Named { group, methods: RustNames::new(METHODS, scope.errors) });
        };
        let listed = &scope.api().groups;
        for (name, source) in listed {
            let at = scope.at().get("groups").get(name).key();
            add(name, (&source.title, Some(&source.about)), ("write it in snake_case", at));
        }
        let help = "list the group in `groups` of api.yaml, or give each file its own, in snake_case";
        for file in scope.source.operations.iter().filter(|file| !listed.contains_key(&file.value.group)) {
            let at = file.at().get("group").poisoned_if(scope.at().poisons("groups"));
            add(&file.value.group, (&file.value.title, None), (help, at));
        }
        groups
    }

    /// Resolves the rows of a file.
    fn rows(&mut self, file: &'a Loaded<OperationsFile>) {
        let part = Arc::new(part(file, self.scope));
        for (source, at) in file.value.operations.iter().zip(file.at().get("operations").items()) {
            let name =
                source.group.as_ref().filter(|name| self.is_known(name, at)).unwrap_or(&file.value.group);
            let to = self.all.get_mut(name.as_str()).expect("the group of each file is there");
            let row =
                RowSource { scope: self.scope, methods: &to.methods, file, source, at, part: &part }.row();
            to.group.rows.extend(row);
        }
    }

    fn is_known(&self, name: &str, at: At<'_>) -> bool {
        let is_known = self.all.contains_key(name);
        if !is_known {
            let at = at.get("group").poisoned_if(self.scope.at().get("groups").poisons(name));
            let help = "list the group in `groups` of api.yaml";
            self.scope.errors.unknown(at, "group", name, self.all.keys().copied(), help);
        }
        is_known
    }

    /// A group without operations would be an empty module. It may be the one that a file means.
    fn check_use(&self) {
        let mut rows =
            self.scope.source.operations.iter().flat_map(|file| file.at().get("operations").items());
        let is_lost = self.scope.source.loses_operations() || rows.any(|row| row.poisons("group"));
        let listed = self.all.iter().filter(|(name, _)| self.scope.api().groups.contains_key(**name));
        for (name, _) in listed.filter(|(_, it)| it.group.rows.is_empty()) {
            let all = &self.scope.api().groups;
            let near = |group: &str| suggest(group, all.keys().map(String::as_str));
            let mut files = self.scope.source.operations.iter();
            let meant = files.find(|file| {
                let group = &file.value.group;
                !all.contains_key(group) && near(group) == Some(*name)
            });
            if let Some(file) = meant {
                self.scope.errors.unknown(file.at().get("group"), "group", &file.value.group, [*name], "");
                continue;
            }
            let at = self.scope.at().get("groups").get(name).key().poisoned_if(is_lost);
            let help = format!("give operations `group: {name}`, or remove the group");
            self.scope.errors.push(at, format!("the group `{name}` has no operations"), help);
        }
    }
}

/// The part of the documents that a file holds.
fn part(file: &Loaded<OperationsFile>, scope: &Scope<'_>) -> DocumentPart {
    let (at, value) = (file.at(), &file.value);
    if !scope.api().documents.contains_key(&value.document) {
        let help = "use a number of `documents` in api.yaml";
        let at =
            at.get("document").poisoned_if(scope.at().get("documents").poisons(&value.document.to_string()));
        scope.errors.push(at, format!("unknown document {}", value.document), help);
    }
    let file = Path::new(at.path()).file_name().and_then(|name| name.to_str()).unwrap_or(at.path());
    DocumentPart {
        document: value.document,
        name: value.part.clone(),
        title: value.title.clone(),
        file: file.to_owned(),
    }
}
