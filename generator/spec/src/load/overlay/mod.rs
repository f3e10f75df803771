//! Overlays: changes to a spec, between loading and resolving.
//!
//! An overlay changes the trees of the files before their values are read. Each value keeps its
//! place, so errors in an overlay's values name the overlay's line, and the file of a value says
//! whether it is from an overlay. Only keys whose absence means more than a default need code here.
//! Drops come last, so that all overlays see the names of the spec.

mod drops;
mod former;
mod parts;
mod rows;
mod types;

use std::fmt::{self, Display};

use super::source::OverlayFile;
use super::{ApiSource, Loaded, Overlay, sets};
use crate::diagnostics::{At, Errors, did_you_mean};
use crate::naming;
use crate::node::{Entry, Node, Value};

/// Reads overlays.
pub fn read(files: &mut [Loaded<OverlayFile>], apis: &[ApiSource], errors: &Errors) {
    for file in files {
        former::renames(&mut file.root, apis, errors);
        file.decode(errors);
        file.file.source.get_or_init(|| file.value.source.clone());
        check_name(file, errors);
        let (api, known) = (&file.value.api, apis.iter().map(|api| api.name.as_str()));
        if !known.clone().any(|name| name == api) {
            errors.unknown(file.at().get("api"), "API", api, known, "use the name of a folder of the spec");
        }
    }
}

/// Applies the overlays of an API to its trees, and reads their values.
pub fn apply(files: &[Loaded<OverlayFile>], api: &mut ApiSource, errors: &Errors) {
    // An invalid part might add anything.
    api.lacks_overlay = files.iter().any(|file| file.at().poisons_any());
    let name = api.name.clone();
    let mut patch = Patch { api, named: Vec::new(), drops: Vec::new(), unknown: Vec::new(), errors };
    files.iter().filter(|file| file.value.api == name).for_each(|file| patch.apply(file));
    patch.drop_all();
    // An overlay can name sets, too.
    sets::spread(patch.api, errors);
    patch.api.decode(errors);
    patch.report_unknown();
}

/// Checks the name of an overlay, which appears in manifests.
fn check_name(file: &Loaded<OverlayFile>, errors: &Errors) {
    let name = &file.value.overlay;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) {
        let title = format!("the overlay name `{name}` is invalid");
        errors.push(file.at().get("overlay"), title, "use letters, digits, `-`, `_` and `.`");
    }
}

/// Applies the overlays of one API.
struct Patch<'a, 'b> {
    api: &'b mut ApiSource,
    /// The unnamed entries that have a name now.
    named: Vec<(&'a str, At<'a>)>,
    drops: Vec<(Thing<'a>, At<'a>)>,
    /// Names that the spec does not seem to have. They are reported once the spec is read, since they may be misspelt there.
    unknown: Vec<Unknown<'a>>,
    errors: &'b Errors,
}

/// A thing that is not in the spec, the place that names it, and what to report.
struct Unknown<'a> {
    thing: Thing<'a>,
    at: At<'a>,
    title: String,
    help: String,
}

/// A thing that an overlay changes, by its name in the spec.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thing<'a> {
    Api,
    Group(&'a str),
    Operation(&'a str),
    Type(&'a str),
    Block(&'a str),
    Parameter { of: &'a str, name: &'a str },
    Field { of: &'a str, name: &'a str },
}

impl<'a> Thing<'a> {
    fn kind(self) -> &'static str {
        match self {
            Self::Api => "API",
            Self::Group(_) => "group",
            Self::Operation(_) => "operation",
            Self::Type(_) => "type",
            Self::Block(_) => "authentication block",
            Self::Parameter { .. } => "parameter",
            Self::Field { .. } => "field",
        }
    }

    fn name(self) -> &'a str {
        match self {
            Self::Api => "",
            Self::Group(name) | Self::Operation(name) | Self::Type(name) | Self::Block(name) => name,
            Self::Parameter { name, .. } | Self::Field { name, .. } => name,
        }
    }

    /// The thing that it is a part of, and the key of the map that holds it there.
    fn owner(self) -> Option<(Self, &'static str)> {
        match self {
            Self::Parameter { of, .. } => Some((Self::Operation(of), "parameters")),
            Self::Field { of, .. } => Some((Self::Type(of), "fields")),
            Self::Api | Self::Group(_) | Self::Operation(_) | Self::Type(_) | Self::Block(_) => None,
        }
    }

    /// The Rust name that it has if none is set.
    fn default_rust(self) -> String {
        match self {
            Self::Type(name) => naming::type_name(name.trim_end_matches("_*")),
            Self::Api | Self::Group(_) | Self::Block(_) | Self::Operation(_) => {
                naming::type_name(self.name())
            }
            Self::Parameter { .. } | Self::Field { .. } => naming::field(self.name()),
        }
    }
}

impl Display for Thing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.owner() {
            _ if *self == Self::Api => f.write_str("API"),
            Some((owner, _)) => write!(f, "{} `{}` of `{}`", self.kind(), self.name(), owner.name()),
            None => write!(f, "{} `{}`", self.kind(), self.name()),
        }
    }
}

impl<'a> Patch<'a, '_> {
    fn apply(&mut self, file: &'a Loaded<OverlayFile>) {
        let (overlay, at) = (&file.value, file.at());
        let before = self.api.overlays.len();
        self.api.overlays.push(Overlay { name: overlay.overlay.clone(), source: overlay.source.clone() });
        if self.api.overlays.iter().take(before).any(|other| other.name == overlay.overlay) {
            let title = format!("duplicate overlay `{}`", overlay.overlay);
            self.errors.push(at.get("overlay"), title, "apply each overlay once, and give each its own name");
            return;
        }
        let section = |key: &str| at.find(key).into_iter().flat_map(At::entries);
        for (key, at) in section("add") {
            match key {
                "types" => at.entries().for_each(|(name, at)| self.add_type(name, at)),
                _ => at.items().for_each(|at| self.add_rows(at)),
            }
        }
        section("unnamed").for_each(|(place, at)| self.name_row(place, at));
        section("operations").for_each(|(name, at)| self.change(Thing::Operation(name), at));
        section("types").for_each(|(name, at)| self.change(Thing::Type(name), at));
        section("auth").for_each(|(name, at)| self.change(Thing::Block(name), at));
        for (key, at) in at.entries().filter(|(key, _)| ["message", "envelope"].contains(key)) {
            self.set(Thing::Api, key, at);
        }
        let has_parts =
            |key: &&str| section(key).any(|(_, value)| *key != "add" || value.items().next().is_some());
        let sections = ["add", "unnamed", "operations", "types", "auth", "message", "envelope"];
        if !at.poisons_any() && !sections.iter().any(has_parts) {
            self.nothing(at.get("overlay"));
        }
    }

    /// Drops parts before the things that they are part of, by whose names they are found.
    fn drop_all(&mut self) {
        self.drops.sort_by_key(|(what, _)| what.owner().is_none());
        for (what, at) in std::mem::take(&mut self.drops) {
            self.drop(what, at);
        }
    }

    /// Reports unknown things, unless an error in the spec explains why they are missing.
    fn report_unknown(self) {
        let known = self
            .unknown
            .iter()
            .filter(|unknown| self.node(unknown.thing).is_none() && !self.is_lost(unknown.thing));
        known.for_each(|unknown| self.errors.push(unknown.at, &*unknown.title, &*unknown.help));
    }

    /// Returns whether a thing may only be missing since the spec is invalid.
    fn is_lost(&self, thing: Thing<'_>) -> bool {
        let api = &self.api;
        let is_guess = |node: &Node| node.entries().iter().any(|entry| entry.is_guess);
        let is_odd =
            |thing| self.node(thing).is_some_and(|node| is_guess(node) || At::root(node).poisons_any());
        match thing {
            Thing::Api => false,
            Thing::Group(_) => api.lacks_file || api.operations.iter().any(|file| file.at().poisons("group")),
            Thing::Operation(_) => api.loses_operations(),
            Thing::Type(name) => api.loses_type(name),
            Thing::Block(name) => api.api.at().get("auth").poisons(name),
            Thing::Field { of, .. } => is_odd(Thing::Type(of)),
            Thing::Parameter { of, name } => {
                let file = self.row_with("operation", of).and_then(|row| api.operations.get(row.file));
                let inherited = file.map(|file| file.at().get("defaults").get("parameters"));
                is_odd(Thing::Operation(of)) || inherited.is_some_and(|parameters| parameters.poisons(name))
            }
        }
    }

    /// Changes a thing: drops it, or sets its keys.
    fn change(&mut self, thing: Thing<'a>, at: At<'a>) {
        let is_part = thing.owner().is_some();
        let mut keys: Vec<(&str, At<'a>)> = match at.text() {
            _ if is_part && at.node().get("add").is_some() => return self.add_part(thing, at),
            Some(word) if word != "drop" && !is_part => {
                let help = "write `drop`, or a map such as `{path: /api/…}`";
                return self.errors.push(at, format!("unknown change `{word}`"), help);
            }
            _ if !self.has(thing, at.key()) => return,
            Some("drop") => return self.note_drop(thing, at),
            Some(_) => vec![("type", at)],
            None => at.entries().collect(),
        };
        let node = self.node_mut(thing).expect("it was looked for");
        match thing {
            Thing::Type(_) => types::spell_out(node),
            Thing::Parameter { .. } | Thing::Field { .. } => parts::spell_out(node, "type"),
            Thing::Api | Thing::Group(_) | Thing::Operation(_) | Thing::Block(_) => {}
        }
        if node.map_mut().is_none() {
            // It is reported when it is read.
            return;
        }
        let has_parts = |key: &str| ["parameters", "fields"].contains(&key);
        if keys.iter().all(|(key, at)| has_parts(key) && at.entries().next().is_none()) {
            self.nothing(at);
        }
        let own = keys.iter().find(|(key, _)| !has_parts(key));
        if own.is_some_and(|(key, at)| self.is_dropped(thing, Some(key), *at)) {
            keys.retain(|(key, _)| has_parts(key));
        }
        if is_part && !self.retype(thing, &keys) {
            keys.retain(|(key, _)| !parts::TYPE.contains(key));
        }
        for (key, at) in keys {
            match (thing, key) {
                (Thing::Operation(of), "parameters") => {
                    self.spell_out(of);
                    at.entries().for_each(|(name, at)| self.change(Thing::Parameter { of, name }, at));
                }
                (Thing::Type(name), "fields") => self.fields(name, at),
                (Thing::Type(name), "add_values") => self.add_values(name, at),
                (Thing::Parameter { .. } | Thing::Field { .. }, "type" | "optional") => {}
                _ => self.set(thing, key, at),
            }
        }
    }

    /// Sets a key of a thing, unless that is set already.
    fn set(&mut self, thing: Thing<'a>, key: &str, at: At<'a>) {
        let (default, errors) = (self.default_of(thing, key), self.errors);
        let node = self.node_mut(thing).expect("it was looked for");
        let old = At::root(node).find(key).filter(|old| !old.is_poisoned());
        if let Some(other) = old.filter(|old| old.overlay().is_some()) {
            return twice(thing, Some(key), at, other, errors);
        }
        let is_unchanged = match old {
            Some(old) => is_same(old.node(), at.node()),
            None => default.is_some() && at.text() == default.as_deref(),
        };
        if is_unchanged {
            return self.nothing(at);
        }
        if key == "prefix" && node.get("in").and_then(Node::text) != Some("header") {
            let help = "set a prefix only for a block with `in: header`";
            return errors.push(at, format!("`{}` is not sent in headers", thing.name()), help);
        }
        let old = node.get(key).cloned();
        node.put(at.to_entry(key));
        match key {
            "path" => {
                node.remove("inferred_path");
                self.api.retired_paths.extend(old.as_ref().and_then(Node::text).map(str::to_owned));
            }
            "effect" => drop(node.remove("inferred_effect")),
            "object" => drop(node.remove("object_inferred")),
            "returns" => rows::keep_secret(node, old.as_ref()),
            _ => {}
        }
    }

    /// The value that a key has if it is absent.
    fn default_of(&self, thing: Thing<'_>, key: &str) -> Option<String> {
        let api = &self.api.api.root;
        match key {
            "rust" => Some(thing.default_rust()),
            "method" => api.get("method")?.text().map(str::to_owned),
            "encoding" => api.get("encoding")?.get("kind")?.text().map(str::to_owned),
            "default" | "repeatable" => None,
            _ => Some("false".to_owned()),
        }
    }

    fn node(&self, thing: Thing<'_>) -> Option<&Node> {
        match thing {
            Thing::Api => Some(&self.api.api.root),
            Thing::Group(name) => Some(&self.api.operations.get(self.api.file_of_group(name)?)?.root),
            Thing::Operation(name) => self.row_with("operation", name).map(|row| self.row(row)),
            Thing::Type(name) => self.api.types.as_ref()?.root.get(name),
            Thing::Block(name) => self.api.api.root.get("auth")?.get(name),
            Thing::Parameter { .. } | Thing::Field { .. } => self.parts(thing)?.get(thing.name()),
        }
    }

    fn node_mut(&mut self, thing: Thing<'_>) -> Option<&mut Node> {
        match thing {
            Thing::Api => Some(&mut self.api.api.root),
            // No overlay changes one.
            Thing::Group(_) => None,
            Thing::Operation(name) => self.row_with("operation", name).map(|row| self.row_mut(row)),
            Thing::Type(name) => self.api.types.as_mut()?.root.get_mut(name),
            Thing::Block(name) => self.api.api.root.get_mut("auth")?.get_mut(name),
            Thing::Parameter { .. } | Thing::Field { .. } => self.parts_mut(thing)?.get_mut(thing.name()),
        }
    }

    /// Returns whether there is a thing; an unknown one is noted.
    fn has(&mut self, thing: Thing<'a>, at: At<'a>) -> bool {
        if self.node(thing).is_some_and(|node| !node.is_poisoned) {
            return true;
        }
        const NAME: &str = "use a name of the spec, or add it under `add`";
        let entries = |node: Option<&'_ Node>| -> Vec<String> {
            node.into_iter().flat_map(Node::entries).map(|entry| entry.name.clone()).collect()
        };
        let (names, help) = match thing {
            Thing::Api => return true,
            Thing::Group(_) => (self.api.groups().map(str::to_owned).collect(), "use a group of the spec"),
            Thing::Operation(_) => (self.names("operation"), NAME),
            Thing::Type(_) => (entries(self.api.types.as_ref().map(|types| &types.root)), NAME),
            Thing::Block(_) => (entries(self.api.api.root.get("auth")), "use a block of `auth` in api.yaml"),
            Thing::Field { .. } => {
                (entries(self.parts(thing)), "use one of the type's fields, or write `{add: TYPE}`")
            }
            Thing::Parameter { .. } => {
                (entries(self.parts(thing)), "use one of the operation's parameters, or write `{add: TYPE}`")
            }
        };
        let help = did_you_mean(thing.name(), names.iter().map(String::as_str), help);
        self.note_unknown(thing, at, format!("unknown {} `{}`", thing.kind(), thing.name()), help);
        false
    }

    /// Notes a thing that the spec does not seem to have.
    fn note_unknown(&mut self, thing: Thing<'a>, at: At<'a>, title: String, help: String) {
        self.unknown.push(Unknown { thing, at, title, help });
    }

    /// Returns whether a thing is dropped, so that nothing else of it can be set. Reports that.
    fn is_dropped(&self, thing: Thing<'_>, key: Option<&str>, at: At<'_>) -> bool {
        let dropped = self.drops.iter().find(|(other, _)| *other == thing);
        dropped.inspect(|(_, other)| twice(thing, key, at, *other, self.errors)).is_some()
    }

    /// Notes that a thing is dropped, unless an overlay has set something of it.
    fn note_drop(&mut self, thing: Thing<'a>, at: At<'a>) {
        let root = self.node(thing).map(At::root).expect("it was looked for");
        let is_set = |at: &At<'_>| at.overlay().is_some();
        let inside = root.entries().map(|(_, at)| at).find(is_set);
        if let Some(other) = Some(root).filter(is_set).or(inside) {
            twice(thing, None, at, other, self.errors);
        } else if !self.is_dropped(thing, None, at) {
            self.drops.push((thing, at));
        }
    }

    /// Reports an entry that changes nothing.
    fn nothing(&self, at: At<'_>) {
        if !at.poisons_any() {
            let help = "remove it, or write what differs from the spec";
            self.errors.push(at, "this changes nothing", help);
        }
    }

    /// Reports a thing that should be new.
    fn exists(&self, name: &str, at: At<'_>) {
        let help = "choose another name, or change what exists instead of adding it";
        self.errors.push(at, format!("`{name}` already exists"), help);
    }

    /// Reports a thing that should be new: another overlay adds it, or the spec has it.
    fn exists_or_twice(&self, thing: Thing<'_>, other: At<'_>, at: At<'_>, at_name: At<'_>) {
        match other.overlay() {
            Some(_) => twice(thing, None, at, other, self.errors),
            None => self.exists(thing.name(), at_name),
        }
    }
}

/// Reports what another overlay sets too: a key of a thing, or the whole of it.
fn twice(thing: Thing<'_>, key: Option<&str>, at: At<'_>, other: At<'_>, errors: &Errors) {
    let title = match key {
        Some(key) => format!("`{key}` of the {thing} is set twice"),
        None => format!("the {thing} is set twice"),
    };
    errors.push(at, title, format!("{}:{} sets it too: remove one of the two", other.path(), other.line()));
}

/// Returns whether two values say the same.
fn is_same(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Scalar { text: a, .. }, Value::Scalar { text: b, .. }) => a == b,
        (Value::List(a), Value::List(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b)),
        (Value::Map(entries), Value::Map(others)) => {
            let is_in_b =
                |entry: &Entry| b.get(&entry.name).is_some_and(|other| is_same(&entry.value, other));
            entries.len() == others.len() && entries.iter().all(is_in_b)
        }
        _ => false,
    }
}
