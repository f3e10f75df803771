//! The comparison: entries are paired, and what each pair says is looked up in the table.

use std::collections::HashMap;

use super::entity::{Chain, ELSEWHERE, Entity};
use super::order::order;
use super::pairing::{Matched, pair};
use super::rule::{Section, When};
use super::rules::row;
use super::spot::{Half, Spot, shown};
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

/// Pairs entries by their names, or else by their Rust names, or by what else recognizes them.
fn paired<'e, 'a>(lists: Lists<'e, 'a>) -> Matched<&'e Entity<'a>> {
    let lists = lists.map(|list| list.iter().collect::<Vec<_>>());
    let mut matched = pair(lists.each_ref().map(Vec::as_slice), |it| &it.name);
    matched.recognize(|it| it.rust);
    // No kind has more clues.
    for weight in 0..4 {
        matched.recognize(|it| it.clues.get(weight).map_or("", String::as_str));
    }
    matched
}

/// The names of entries now, by those that they had.
pub fn names(lists: Lists<'_, '_>) -> HashMap<String, String> {
    paired(lists).both.into_iter().map(|pair| pair.map(|(_, it)| it.name.to_string()).into()).collect()
}

/// A value that only one side has.
pub fn only<T>(side: usize, value: T) -> [Option<T>; 2] {
    let mut sides = [Some(value), None];
    sides.rotate_right(side);
    sides
}

impl<'a> Differ<'a> {
    /// Compares two lists of entries.
    pub fn list<'e>(&mut self, spot: Spot<'e>, lists: Lists<'e, 'a>) {
        let matched = paired(lists);
        for (side, left) in matched.left.iter().enumerate() {
            for (_, it) in left {
                if let Some(row) = it.kind.row(only(side, it.sort), When::Any) {
                    let text = only(side, it.text.clone()).map(Option::flatten);
                    let spot = spot.entry(it.kind.position, only(side, &*it.name)).used(it.uses);
                    self.report(row, spot, text);
                }
            }
        }
        for [(_, base), (_, head)] in &matched.both {
            let spot = spot.entry(head.kind.position, [Some(&*base.name), Some(&*head.name)]);
            self.pair(spot.used(base.uses.or(head.uses)), [base, head]);
        }
        self.order(spot, matched.both);
    }

    /// Compares an entry before and now.
    pub fn pair<'e>(&mut self, spot: Spot<'e>, [base, head]: [&'e Entity<'a>; 2]) {
        self.names(spot, [base, head]);
        let mut texts = Texts::new();
        for (was, is) in base.traits.iter().zip(&head.traits) {
            self.chain(head.kind.section, spot, [was, is], &mut texts);
        }
        self.facts(spot, [base, head], &mut texts);
        for texts in texts.chunk_by(|(a, _), (b, _)| a == b) {
            let names: Vec<&str> = texts.iter().map(|(_, name)| &**name).collect();
            self.documentation(spot.key(texts[0].0), names.join(", "));
        }
        for (name, parts) in &base.parts {
            if let Some((_, now)) = head.parts.iter().find(|(it, _)| it == name) {
                self.list(spot, [parts, now]);
            }
        }
    }

    fn names(&mut self, spot: Spot<'_>, [base, head]: [&Entity<'_>; 2]) {
        let [documented, rust] = [[&*base.name, &*head.name], [base.rust, head.rust]];
        let names = [base, head].map(|it| it.wire.as_deref().unwrap_or(&it.name));
        let (how, values) = match (names[0] == names[1], rust[0] == rust[1]) {
            (true, true) if documented[0] == documented[1] => return,
            (true, true) => (When::Documented, documented),
            (true, false) => (When::InRust, rust),
            (false, true) => (When::Called, names),
            (false, false) if spot.member.is_some() => (When::Renamed, names),
            (false, false) => (When::Renamed, rust),
        };
        if let Some(row) = head.kind.row([None; 2], how) {
            self.report(row, spot, values.map(|name| Some(name.to_owned())));
        }
    }

    /// Compares values of an entry.
    fn chain(&mut self, section: &Section, spot: Spot<'_>, [was, is]: [&Chain; 2], texts: &mut Texts) {
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
                return self.report(row, spot.key(is.key), [was.reported(), is.reported()]);
            }
        }
    }

    /// The order of what two lists share, if there is a row about it.
    fn order(&mut self, spot: Spot<'_>, mut both: Vec<[(usize, &Entity<'a>); 2]>) {
        both.retain(|pair| pair.iter().all(|(_, it)| it.is_ordered));
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
            self.documentation(spot.list(kind.position), kind.name.to_owned());
        } else if let Some(row) = kind.row([None; 2], When::Reordered) {
            self.report(row, spot.list(kind.position), names);
        }
    }

    fn documentation(&mut self, spot: Spot<'_>, what: String) {
        self.report(row("documentation-changed"), spot, [None, Some(what)]);
    }

    /// Reports a change.
    pub fn report(&mut self, rule: &'static Rule, spot: Spot<'_>, [before, after]: [Option<String>; 2]) {
        let place = spot.place(&self.halves);
        self.changes.push(Change {
            rule,
            api: self.halves[1].api.name.clone(),
            subject: Subject { kind: spot.kind, name: shown(spot.names).to_owned() },
            member: spot.member.map(|names| shown(names).to_owned()),
            uses: spot.uses,
            before,
            after,
            place,
        });
    }
}
