//! Overlays: changes to a spec, between loading and resolving.
//!
//! An overlay changes the source structs and their places. The result is an
//! ordinary spec, and whatever is wrong with a value of an overlay is reported
//! at the overlay's own line. Drops and renames come last, so that all overlays
//! use the names of the spec.

mod facts;
mod fields;
mod operations;
mod parameters;
mod renames;
mod rows;
mod types;

use std::sync::Arc;

use self::facts::Facts;
use super::graft::Step;
use super::source::{OperationChange, OperationSource, OverlayFile, ReturnsSource, Terse, TypesFile};
use super::{ApiSource, Loaded, Overlay};
use crate::diagnostics::{At, Faults, SpecFile};
use crate::place::{Children, Place};

/// Applies overlays to the APIs that they name.
pub fn apply(files: &[Loaded<OverlayFile>], apis: &mut [ApiSource], faults: &Faults) {
    let known: Vec<String> = apis.iter().map(|api| api.name.clone()).collect();
    for file in files {
        check_name(file, faults);
        let api = &file.value.api;
        if !known.contains(api) {
            let names = known.iter().map(String::as_str);
            faults.unknown(file.at().get("api"), "API", api, names, "use the name of a folder of the spec");
        }
    }
    // What is at fault might add anything.
    let lacks_overlay = files.iter().any(|file| file.at().loses_any());
    for api in apis {
        api.lacks_overlay |= lacks_overlay;
        let own: Vec<_> = files.iter().filter(|file| file.value.api == api.name).collect();
        let mut work = Work { api, facts: Facts::default(), drops: Vec::new(), renames: Vec::new(), faults };
        own.into_iter().for_each(|file| work.apply(file));
        work.finish();
    }
}

/// The name appears in manifests.
fn check_name(file: &Loaded<OverlayFile>, faults: &Faults) {
    let name = &file.value.overlay;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_plain) {
        let title = format!("the overlay name `{name}` is invalid");
        faults.push(file.at().get("overlay"), title, "use letters, digits, `-`, `_` and `.`");
    }
}

/// A result that replaces another, with where it is from. What is secret stays
/// secret unless the overlay says otherwise.
fn sourced(
    returns: &Terse<ReturnsSource>,
    before: Option<&Terse<ReturnsSource>>,
    source: &str,
) -> Terse<ReturnsSource> {
    let secret = returns.0.secret.or_else(|| before?.0.secret);
    Terse(ReturnsSource { source: Some(source.to_owned()), secret, ..returns.0.clone() })
}

/// The overlays of one API at work.
struct Work<'a, 'b> {
    api: &'b mut ApiSource,
    facts: Facts<'a>,
    drops: Vec<(Named<'a>, At<'a>)>,
    renames: Vec<Rename<'a>>,
    faults: &'b Faults,
}

/// Another name for a thing.
struct Rename<'a> {
    what: Named<'a>,
    to: &'a str,
    at: At<'a>,
}

/// A thing that is dropped or gets another name.
#[derive(Clone, Copy)]
enum Named<'a> {
    Operation(&'a str),
    Type(&'a str),
    Parameter { operation: &'a str, name: &'a str },
    Field { ty: &'a str, name: &'a str },
}

impl Named<'_> {
    /// What is part of another thing comes before it: it is found by the other's name.
    fn order(&self) -> u8 {
        match self {
            Self::Parameter { .. } | Self::Field { .. } => 0,
            Self::Operation(_) | Self::Type(_) => 1,
        }
    }
}

/// The row of an operation: its file, and its position there.
#[derive(Clone, Copy)]
struct RowAt {
    file: usize,
    row: usize,
}

impl RowAt {
    /// The way to its place.
    fn path(self) -> [Step; 2] {
        [Step::Key("operations".to_owned()), Step::Item(self.row)]
    }

    /// The way to the place of one of its parameters.
    fn parameter(self, name: &str) -> [Step; 4] {
        let [list, row] = self.path();
        [list, row, Step::Key("parameters".to_owned()), Step::Key(name.to_owned())]
    }
}

impl<'a> Work<'a, '_> {
    fn apply(&mut self, file: &'a Loaded<OverlayFile>) {
        let (overlay, at) = (&file.value, file.at());
        let before = self.api.overlays.len();
        self.api.overlays.push(Overlay { name: overlay.overlay.clone(), source: overlay.source.clone() });
        if self.api.overlays.iter().take(before).any(|other| other.name == overlay.overlay) {
            let title = format!("duplicate overlay `{}`", overlay.overlay);
            self.faults.push(at.get("overlay"), title, "apply each overlay once, and give each its own name");
            return;
        }
        self.add(overlay, at.get("add"));
        self.name_rows(overlay, at.get("unnamed"));
        for (name, Terse(change)) in &overlay.operations {
            self.operation(name, change, &overlay.source, at.get("operations").get(name));
        }
        for (name, change) in &overlay.types {
            self.named_type(name, change, &overlay.source, at.get("types").get(name));
        }
        for (name, change) in &overlay.auth {
            self.auth(name, change, at.get("auth").get(name));
        }
        self.message(overlay, at);
        self.envelope(overlay, at);
        let OverlayFile { operations, unnamed, types, auth, message, envelope, add, .. } = overlay;
        let is_empty = !at.loses_any()
            && operations.is_empty()
            && unnamed.is_empty()
            && types.is_empty()
            && auth.is_empty();
        let is_empty = is_empty && message.is_none() && envelope.is_none();
        if is_empty && add.types.is_empty() && add.operations.is_empty() {
            self.nothing(at.get("overlay"));
        }
    }

    fn finish(mut self) {
        let mut drops = self.drops.clone();
        drops.sort_by_key(|(what, _)| what.order());
        for (what, at) in drops {
            self.drop(what, at);
        }
        let mut renames = std::mem::take(&mut self.renames);
        renames.sort_by_key(|rename| rename.what.order());
        for rename in renames {
            self.rename(&rename);
        }
    }

    fn drop(&mut self, what: Named<'_>, at: At<'_>) {
        match what {
            Named::Operation(name) => self.drop_operation(name, at),
            Named::Parameter { operation, name } => self.drop_parameter(operation, name, at),
            Named::Field { ty, name } => self.drop_field(ty, name, at),
            // No overlay drops one.
            Named::Type(_) => {}
        }
    }

    /// Reports an entry that changes nothing.
    fn nothing(&mut self, at: At<'_>) {
        if !at.loses_any() {
            self.faults.push(at, "this changes nothing", "remove it, or write what differs from the spec");
        }
    }

    /// Reports a thing that should be new.
    fn exists(&mut self, name: &str, at: At<'_>) {
        let help = "choose another name, or change what exists instead of adding it";
        self.faults.push(at, format!("`{name}` already exists"), help);
    }

    /// Reports a thing that is new, so that there is nothing to change.
    fn adds_and_changes(&mut self, name: &str, at: At<'_>) {
        let help = "put everything about it into the map of `add`";
        self.faults.push(at, format!("`{name}` is both added and changed"), help);
    }

    fn claim(&mut self, thing: &str, key: &str, at: At<'a>) -> bool {
        self.facts.claim(thing, key, at, self.faults)
    }

    /// A value that a change has, and its place; `None` if another overlay sets it too.
    fn claimed<'c, T>(
        &mut self,
        thing: &str,
        key: &str,
        value: Option<&'c T>,
        at: At<'a>,
    ) -> Option<(&'c T, At<'a>)> {
        let (value, at) = (value?, at.get(key));
        self.claim(thing, key, at).then_some((value, at))
    }

    /// The row of an operation; an unknown one is reported.
    fn find(&mut self, name: &str, at: At<'_>) -> Option<RowAt> {
        let found = self.row(|row| row.operation.as_deref() == Some(name));
        if found.is_none() {
            let rows = self.api.operations.iter().flat_map(|file| &file.value.operations);
            let names = rows.filter_map(|row| row.operation.as_deref());
            let at = at.lost_if(self.api.loses_operations());
            self.faults.unknown(
                at,
                "operation",
                name,
                names,
                "use a name of the spec, or add it under `add`",
            );
        }
        found
    }

    fn row(&self, is_it: impl Fn(&OperationSource) -> bool) -> Option<RowAt> {
        self.api.operations.iter().enumerate().find_map(|(file, loaded)| {
            let row = loaded.value.operations.iter().position(&is_it)?;
            Some(RowAt { file, row })
        })
    }

    /// A row, and the file that holds its place.
    fn row_mut(&mut self, at: RowAt) -> Option<(&mut OperationSource, &mut Arc<SpecFile>)> {
        let Loaded { file, value } = self.api.operations.get_mut(at.file)?;
        Some((value.operations.get_mut(at.row)?, file))
    }

    /// The types; in a new file if the spec has none.
    fn types_mut(&mut self, at: At<'_>) -> &mut Loaded<TypesFile> {
        self.api.types.get_or_insert_with(|| {
            let root = Place { children: Children::Map(Vec::new()), ..Place::default() };
            let SpecFile { path, text, .. } = &**at.file();
            let mut file = SpecFile::new(path, text);
            file.root = root;
            Loaded { file: Arc::new(file), value: TypesFile::new() }
        })
    }
}

impl OperationChange {
    fn is_empty(&self) -> bool {
        let Self { word, path, method, encoding, rename, rust, parameters, returns } = self;
        let is_said = [word, path, rename, rust].into_iter().any(Option::is_some);
        let is_sent = method.is_some() || encoding.is_some();
        !is_said && !is_sent && returns.is_none() && parameters.is_empty()
    }
}
