//! Groups and which operations are the same before and now.

use super::SubjectKind;
use super::differ::{Differ, Spot, both};
use super::pairing::{is_reordered, pair};
use super::rule::row;
use generator_spec::facts::{Key, Plain, Print, of_parameter, of_unnamed};
use generator_spec::model::{Api, Group, Operation, Row, Unnamed};

/// An operation and where it is.
pub struct Placed<'a> {
    pub operation: &'a Operation,
    pub group: &'a Group,
    /// The operation before it.
    before: Option<&'a str>,
}

impl<'a> Differ<'a> {
    /// Compares the groups and the operations in them.
    pub fn groups(&mut self) {
        let (base, head) = (self.base, self.head);
        let mut matched = pair(&base.groups, &head.groups, |group| &group.rust);
        matched.recognize(|_, group| Some(group.source()), |_, _| true);
        matched.recognize(|_, group| Some(&group.title), |_, _| true);
        self.entries(
            &matched,
            |_| [row!("group-added"), row!("group-removed")],
            |names, it| Spot::of(SubjectKind::Group, names(&it.rust)),
            |_| None,
        );
        for (base, head) in &matched.both {
            self.group(base, head);
        }
        let is_pair = |base: &Group, head: &Group| {
            matched.both.iter().any(|(was, is)| was.rust == base.rust && is.rust == head.rust)
        };
        self.rows(is_pair);
    }

    fn group(&mut self, base: &'a Group, head: &'a Group) {
        let spot = Spot::of(SubjectKind::Group, both(&base.rust, &head.rust));
        let text = |it: &Group| format!("{} ({})", it.rust, it.trait_name);
        self.values(row!("group-renamed"), spot.key("group"), [base, head].map(text));
        let texts = [("title", base.title != head.title), ("about", base.about != head.about)];
        self.texts(spot, texts);
        let [was, is] = [base, head].map(|it| it.operations().map(|it| it.name.as_str()).collect::<Vec<_>>());
        self.texts(spot, [("order of operations", is_reordered(&was, &is))]);
        self.unnamed(spot, base, head);
    }

    fn unnamed(&mut self, spot: Spot<'a>, base: &'a Group, head: &'a Group) {
        let rule = row!("unnamed-row-changed");
        let (rows, now): (Vec<_>, Vec<_>) = (unnamed(base).collect(), unnamed(head).collect());
        let matched = pair(&rows, &now, |row| &row.place);
        self.entries(&matched, |_| [rule; 2], |_, _| spot, |row| Some(row.place.clone()));
        for (row, now) in &matched.both {
            if sentences(self.base, base, row) != sentences(self.head, head, now) {
                self.report(rule, spot.member("", both(&row.place, &now.place)), None, None);
            }
        }
    }

    /// A renamed operation has the same path; or it is in the same place
    /// of its group and does the same.
    fn rows(&mut self, stays: impl Fn(&Group, &Group) -> bool) {
        let (base, head) = (placed(&self.base.groups), placed(&self.head.groups));
        let mut matched = pair(&base, &head, |it| &it.operation.name);
        matched.recognize(|_, it| Some((it.operation.path.text()?, it.operation.http_method)), |_, _| true);
        matched.recognize(|_, it| it.operation.path.text(), |_, _| true);
        let is_alike = |base: &Placed<'_>, head: &Placed<'_>| is_alike(base.operation, head.operation);
        matched.recognize(|_, it| Some((&it.group.rust, &it.operation.summary)), is_alike);
        matched.recognize(|_, it| Some((&it.group.rust, it.before)), is_alike);
        self.entries(
            &matched,
            |_| [row!("operation-added"), row!("operation-removed")],
            |names, it| Spot::of(SubjectKind::Operation, names(&it.operation.name)),
            |it| it.operation.path.text().map(str::to_owned),
        );
        for (base, head) in &matched.both {
            if !stays(base.group, head.group) {
                let names = both(&base.operation.name, &head.operation.name);
                let spot = Spot::of(SubjectKind::Operation, names);
                let [was, is] = [base, head].map(|it| it.group.rust.clone());
                self.report(row!("operation-moved"), spot, was, is);
            }
            self.operation((base.group, base.operation), (head.group, head.operation));
        }
    }
}

fn placed(groups: &[Group]) -> Vec<Placed<'_>> {
    let of_group = |group| {
        let operations = Group::operations(group);
        let before = std::iter::once(None).chain(Group::operations(group).map(|it| Some(it.name.as_str())));
        operations.zip(before).map(move |(operation, before)| Placed { operation, group, before })
    };
    groups.iter().flat_map(of_group).collect()
}

fn is_alike(base: &Operation, head: &Operation) -> bool {
    let names = |operation: &Operation| -> Vec<String> {
        operation.parameters.iter().map(|parameter| parameter.name.clone()).collect()
    };
    names(base) == names(head)
        && base.returns.kind == head.returns.kind
        && base.auth == head.auth
        && base.gates == head.gates
}

fn unnamed(group: &Group) -> impl Iterator<Item = &Unnamed> {
    group.rows.iter().filter_map(|row| match row {
        Row::Named(_) => None,
        Row::Unnamed(row) => Some(&**row),
    })
}

/// Everything that is known about a row, except where it is.
fn sentences(api: &Api, group: &Group, row: &Unnamed) -> Vec<String> {
    let mut facts = of_unnamed(api, group, row);
    facts.retain(|fact| !matches!(fact.key, Key::Group | Key::Source));
    facts.extend(row.parameters.iter().flat_map(|parameter| of_parameter(api, parameter)));
    facts.iter().map(|fact| Plain.sentence(fact)).collect()
}
