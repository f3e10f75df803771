//! The comparison: pairs entries, and looks up the differences of each pair in the table.

use std::collections::HashMap;

use super::entity::{Chain, ELSEWHERE, Entity};
use super::location::{Half, Location, shown};
use super::order::order;
use super::pairing::{Matched, pair};
use super::rule::{Section, When};
use super::rules::row;
use super::{Change, Rule, Subject};

/// Two APIs that are compared.
pub struct Differ<'a> {
    /// The API before, and the API now.
    pub halves: [Half<'a>; 2],
    /// The changes found so far.
    pub changes: Vec<Change>,
}

/// Documentation that changed: its key in a spec, and its name.
pub type Texts = Vec<(&'static str, String)>;

/// Entries before and now.
pub type Lists<'e, 'a> = [&'e Vec<Entity<'a>>; 2];

/// Pairs entries by their names, then by their Rust names, then by their clues.
fn paired<'e, 'a>(lists: Lists<'e, 'a>) -> Matched<&'e Entity<'a>> {
    let lists = lists.map(|list| list.iter().collect::<Vec<_>>());
    let mut matched = pair(lists.each_ref().map(Vec::as_slice), |entry| &entry.name);
    matched.recognize(|entry| entry.rust);
    // No kind has more clues.
    for weight in 0..4 {
        matched.recognize(|entry| entry.clues.get(weight).map_or("", String::as_str));
    }
    matched
}

/// The new name of each entry by its old one.
pub fn names(lists: Lists<'_, '_>) -> HashMap<String, String> {
    paired(lists).both.into_iter().map(|pair| pair.map(|(_, entry)| entry.name.to_string()).into()).collect()
}

/// A value that only one side has.
pub fn only<T>(side: usize, value: T) -> [Option<T>; 2] {
    let mut sides = [Some(value), None];
    sides.rotate_right(side);
    sides
}

impl<'a> Differ<'a> {
    /// Compares two lists of entries.
    pub fn list<'e>(&mut self, location: Location<'e>, lists: Lists<'e, 'a>) {
        let matched = paired(lists);
        for (side, left) in matched.left.iter().enumerate() {
            for (_, entry) in left {
                if let Some(row) = entry.kind.row(only(side, entry.sort), When::Any) {
                    let text = only(side, entry.text.clone()).map(Option::flatten);
                    let location =
                        location.entry(entry.kind.position, only(side, &*entry.name)).used(entry.uses);
                    self.report(row, location, text);
                }
            }
        }
        for [(_, base), (_, head)] in &matched.both {
            let location = location.entry(head.kind.position, [Some(&*base.name), Some(&*head.name)]);
            self.pair(location.used(base.uses.or(head.uses)), [base, head]);
        }
        self.order(location, matched.both);
    }

    /// Compares an entry before and now.
    pub fn pair<'e>(&mut self, location: Location<'e>, [base, head]: [&'e Entity<'a>; 2]) {
        self.names(location, [base, head]);
        let mut texts = Texts::new();
        for (was, is) in base.traits.iter().zip(&head.traits) {
            self.chain(head.kind.section, location, [was, is], &mut texts);
        }
        self.facts(location, [base, head], &mut texts);
        for texts in texts.chunk_by(|(a, _), (b, _)| a == b) {
            let names: Vec<&str> = texts.iter().map(|(_, name)| &**name).collect();
            self.documentation(location.key(texts[0].0), names.join(", "));
        }
        for (name, parts) in &base.parts {
            if let Some((_, now)) = head.parts.iter().find(|(other, _)| other == name) {
                self.list(location, [parts, now]);
            }
        }
    }

    fn names(&mut self, location: Location<'_>, [base, head]: [&Entity<'_>; 2]) {
        let [documented, rust] = [[&*base.name, &*head.name], [base.rust, head.rust]];
        let names = [base, head].map(|entry| entry.wire.as_deref().unwrap_or(&entry.name));
        let (how, values) = match (names[0] == names[1], rust[0] == rust[1]) {
            (true, true) if documented[0] == documented[1] => return,
            (true, true) => (When::Documented, documented),
            (true, false) => (When::InRust, rust),
            (false, true) => (When::Called, names),
            (false, false) if location.member.is_some() => (When::Renamed, names),
            (false, false) => (When::Renamed, rust),
        };
        if let Some(row) = head.kind.row([None; 2], how) {
            self.report(row, location, values.map(|name| Some(name.to_owned())));
        }
    }

    /// Compares values of an entry.
    fn chain(
        &mut self,
        section: &Section,
        location: Location<'_>,
        [was, is]: [&Chain; 2],
        texts: &mut Texts,
    ) {
        for (was, is) in was.iter().zip(is).filter(|(was, is)| !was.is_same(is)) {
            if is.name == ELSEWHERE {
                return;
            }
            if !section.has_rows(is.name) {
                return texts.push((is.key, is.name.to_owned()));
            }
            let values = [&was.is, &is.is];
            let order = order(values.map(|value| value.as_deref().into()));
            if let Some(row) = section.row(is.name, values.map(Option::as_deref), order) {
                return self.report(row, location.key(is.key), [was.reported(), is.reported()]);
            }
        }
    }

    /// The order of what two lists share, if there is a row about it.
    fn order(&mut self, location: Location<'_>, mut both: Vec<[(usize, &Entity<'a>); 2]>) {
        both.retain(|pair| pair.iter().all(|(_, entry)| entry.is_ordered));
        both.sort_by_key(|[_, (at, _)]| *at);
        if both.is_sorted_by_key(|[(at, _), _]| *at) {
            return;
        }
        let kind = both[0][1].1.kind;
        let names = [0, 1].map(|side| {
            both.sort_by_key(|pair| pair[side].0);
            Some(both.iter().map(|pair| &*pair[side].1.name).collect::<Vec<_>>().join(", "))
        });
        if !kind.section.has_rows(kind.name) {
            self.documentation(location.list(kind.position), kind.name.to_owned());
        } else if let Some(row) = kind.row([None; 2], When::Reordered) {
            self.report(row, location.list(kind.position), names);
        }
    }

    fn documentation(&mut self, location: Location<'_>, what: String) {
        self.report(row("documentation-changed"), location, [None, Some(what)]);
    }

    /// Reports a change.
    pub fn report(
        &mut self,
        rule: &'static Rule,
        location: Location<'_>,
        [before, after]: [Option<String>; 2],
    ) {
        let place = location.place(&self.halves);
        self.changes.push(Change {
            rule,
            api: self.halves[1].api.name.clone(),
            subject: Subject { kind: location.kind, name: shown(location.names).to_owned() },
            member: location.member.map(|names| shown(names).to_owned()),
            uses: location.uses,
            before,
            after,
            place,
        });
    }
}
