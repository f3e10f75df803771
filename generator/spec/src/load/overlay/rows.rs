//! Rows of operations: those that get a name, and those that are added.

use super::{Patch, Thing};
use crate::diagnostics::did_you_mean;
use crate::node::{At, Entry, Node, Value};

/// The row of an operation: its file, and its position there.
#[derive(Clone, Copy)]
pub struct RowAt {
    pub file: usize,
    pub row: usize,
}

impl<'a> Patch<'a, '_> {
    /// Gives a name to an entry without one.
    pub(super) fn name_row(&mut self, place: &'a str, at: At<'a>) {
        if let Some((_, other)) = self.named.iter().find(|(other, _)| *other == place) {
            let help = format!("{}:{} sets it too: remove one of the two", other.path(), other.line());
            return self.errors.push(at, format!("the unnamed entry `{place}` is set twice"), help);
        }
        self.named.push((place, at));
        let Some(row) = self.row_with("unnamed", place) else {
            let (names, help) = (self.names("unnamed"), "every entry of the spec has a name");
            let help = did_you_mean(place, names.iter().map(String::as_str), help);
            let title = format!("unknown unnamed entry `{place}`");
            return self.note_unknown(Thing::Operation(place), at.key(), title, help);
        };
        let Some(name) = at.get("operation").text() else { return };
        if self.is_taken(name, at.get("operation")) {
            return;
        }
        let source = at.overlay().expect("it is in an overlay").clone();
        let row = self.row_mut(row);
        let returns = row.get("returns").cloned();
        row.remove("unnamed");
        at.entries().for_each(|(key, at)| row.put(at.to_entry(key)));
        if at.find("returns").is_some() {
            keep_secret(row, returns.as_ref());
        }
        let texts = [
            ("read", "The documents do not show the name.".to_owned()),
            ("decided", format!("It is called {name}.")),
            ("why", source),
        ];
        let note = texts.map(|(key, text)| at.text_entry(key, text)).to_vec();
        push(row, "notes", at.node().with(Value::Map(note)));
    }

    pub(super) fn add_rows(&mut self, at: At<'a>) {
        let rows = at.get("rows");
        if at.node().get("rows").is_some_and(|rows| rows.items().is_empty()) {
            self.nothing(rows);
        }
        let Some((mut to, group)) = self.place_of(at) else { return };
        for at in rows.items().filter(|at| !at.is_poisoned()) {
            let thing = at.node().get("operation").and_then(Node::text).map(Thing::Operation);
            if let Some((thing, other)) = thing.and_then(|thing| Some((thing, self.node(thing)?))) {
                self.exists_or_twice(thing, At::root(other), at, at.get("operation"));
                continue;
            }
            let mut row = at.node().clone();
            if row.get("group").is_none() {
                group.iter().cloned().for_each(|group| row.put(group));
            }
            if let Some(rows) = self.rows_mut(to.file) {
                rows.insert(to.row, row);
            }
            to.row += 1;
        }
    }

    /// The place for added entries and the group that they must name there.
    fn place_of(&mut self, at: At<'a>) -> Option<(RowAt, Option<Entry>)> {
        let text = |key: &str| at.node().get(key).filter(|value| !value.is_poisoned).and_then(Node::text);
        let group = text("group")?;
        self.has(Thing::Group(group), at.get("group")).then_some(())?;
        let own = self.api.file_of_group(group)?;
        let place = match text("after") {
            None => RowAt { file: own, row: self.rows_of(own).iter().filter(|row| !row.is_poisoned).count() },
            Some(after) => self.after(after, group, at)?,
        };
        let is_group_of_file = self
            .api
            .operations
            .get(place.file)
            .is_some_and(|file| file.root.get("group").and_then(Node::text) == Some(group));
        Some((place, (!is_group_of_file).then(|| at.get("group").to_entry("group"))))
    }

    /// The place after an operation of a group.
    fn after(&mut self, name: &'a str, group: &str, at: At<'a>) -> Option<RowAt> {
        let place = self.row_with("operation", name).filter(|place| self.group(*place) == Some(group));
        if place.is_none() {
            let help = did_you_mean(name, self.names_in(group), "use an operation of that group");
            let title = format!("the group `{group}` has no operation `{name}`");
            self.note_unknown(Thing::Operation(name), at.get("after"), title, help);
        }
        place.map(|RowAt { file, row }| RowAt { file, row: row + 1 })
    }

    /// The names of the operations of a group.
    fn names_in(&self, group: &str) -> impl Iterator<Item = &str> {
        let files = 0..self.api.operations.len();
        let places = files.flat_map(|file| (0..self.rows_of(file).len()).map(move |row| RowAt { file, row }));
        let is_in = move |place: &RowAt| self.group(*place) == Some(group);
        places.filter(is_in).filter_map(|place| self.row(place).get("operation")?.text())
    }

    /// The group of a row.
    fn group(&self, at: RowAt) -> Option<&str> {
        let of_file = || self.api.operations.get(at.file)?.root.get("group")?.text();
        self.row(at).get("group").and_then(Node::text).or_else(of_file)
    }

    /// Returns whether there is an operation of that name, and reports it.
    pub(super) fn is_taken(&self, name: &str, at: At<'_>) -> bool {
        let is_taken = self.row_with("operation", name).is_some();
        if is_taken {
            self.exists(name, at);
        }
        is_taken
    }

    /// The names of all rows that have one.
    pub(super) fn names(&self, key: &str) -> Vec<String> {
        let rows = self.api.operations.iter().filter_map(|file| file.root.get("operations"));
        rows.flat_map(Node::items).filter_map(|row| row.get(key)?.text().map(str::to_owned)).collect()
    }

    /// The valid row with that name.
    pub(super) fn row_with(&self, key: &str, name: &str) -> Option<RowAt> {
        self.api.operations.iter().enumerate().find_map(|(file, loaded)| {
            let rows = loaded.root.get("operations")?.items();
            let has_name = |row: &Node| !row.is_poisoned && row.get(key).and_then(Node::text) == Some(name);
            Some(RowAt { file, row: rows.iter().position(has_name)? })
        })
    }

    pub(super) fn row(&self, at: RowAt) -> &Node {
        self.rows_of(at.file).get(at.row).expect("it was found")
    }

    fn rows_of(&self, file: usize) -> &[Node] {
        let rows = self.api.operations.get(file).and_then(|file| file.root.get("operations"));
        rows.map(Node::items).unwrap_or_default()
    }

    pub(super) fn row_mut(&mut self, at: RowAt) -> &mut Node {
        self.rows_mut(at.file).and_then(|rows| rows.get_mut(at.row)).expect("it was found")
    }

    pub(super) fn rows_mut(&mut self, file: usize) -> Option<&mut Vec<Node>> {
        self.api.operations.get_mut(file)?.root.get_mut("operations")?.items_mut()
    }
}

/// Adds an item to a list of a map.
pub fn push(map: &mut Node, key: &str, item: Node) {
    match map.get_mut(key).and_then(Node::items_mut) {
        Some(items) => items.push(item),
        None => {
            let list = At::root(&item).to_entry(key);
            map.put(Entry { value: item.with(Value::List(vec![item.clone()])), ..list });
        }
    }
}

/// Keeps a secret result secret, unless an overlay says otherwise.
pub fn keep_secret(row: &mut Node, before: Option<&Node>) {
    let mark = before.map(At::root).and_then(|before| Some(before.find("secret")?.to_entry("secret")));
    let (Some(mark), Some(returns)) = (mark, row.get_mut("returns")) else { return };
    match &returns.value {
        Value::Map(_) if returns.get("secret").is_none() => returns.put(mark),
        Value::Scalar { text, .. } if text == "not_shown" => returns.value = Value::Map(vec![mark]),
        _ => {}
    }
}
