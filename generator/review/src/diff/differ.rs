//! Two APIs that are compared, and how a change is reported.

use std::collections::HashMap;

use super::{Change, ChangePlace, Rule, Side, Subject, SubjectKind};
use generator_spec::diagnostics::At;
use generator_spec::load::{ApiSource, Locator, Said};
use generator_spec::model::{Api, Type, TypeId};

/// Two APIs and what was found so far.
pub struct Differ<'a> {
    /// The API before.
    pub base: &'a Api,
    /// The API now.
    pub head: &'a Api,
    places: [Locator<'a>; 2],
    /// The name now of each type that was renamed.
    renamed: HashMap<&'a str, &'a str>,
    changes: Vec<Change>,
}

/// A name before and now; one is missing where something was added or removed.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    base: Option<&'a str>,
    head: Option<&'a str>,
}

impl<'a> Names<'a> {
    /// The names of something that is still there.
    pub fn both(base: &'a str, head: &'a str) -> Self {
        Self { base: Some(base), head: Some(head) }
    }

    /// The names of something that is gone.
    pub fn gone(base: &'a str) -> Self {
        Self { base: Some(base), head: None }
    }

    /// The names of something new.
    pub fn new(head: &'a str) -> Self {
        Self { base: None, head: Some(head) }
    }

    fn shown(self) -> &'a str {
        self.head.or(self.base).expect("it is on one side at least")
    }
}

/// A subject of comparison, with its place.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    pub kind: SubjectKind,
    names: Names<'a>,
    key: &'static str,
    member: Option<Names<'a>>,
}

impl<'a> Spot<'a> {
    /// A subject as a whole.
    pub fn of(kind: SubjectKind, names: Names<'a>) -> Self {
        Self { kind, names, key: "", member: None }
    }

    /// The subject's part under a key.
    pub fn key(self, key: &'static str) -> Self {
        Self { key, ..self }
    }

    /// An entry as it is; of anything else, what it says under a key.
    pub fn or_key(self, key: &'static str) -> Self {
        if self.member.is_some() { self } else { self.key(key) }
    }

    /// An entry under a key.
    pub fn member(self, key: &'static str, names: Names<'a>) -> Self {
        Self { key, member: Some(names), ..self }
    }
}

impl<'a> Differ<'a> {
    /// Two APIs before they are compared.
    pub fn new(base: (&'a ApiSource, &'a Api), head: (&'a ApiSource, &'a Api)) -> Self {
        Self {
            base: base.1,
            head: head.1,
            places: [Locator::new(base.0), Locator::new(head.0)],
            renamed: HashMap::new(),
            changes: Vec::new(),
        }
    }

    /// The API itself.
    pub fn whole(&self) -> Spot<'a> {
        Spot::of(SubjectKind::Api, Names::both(&self.base.name, &self.head.name))
    }

    /// Notes that a type has another name now.
    pub fn renames(&mut self, base: &'a str, head: &'a str) {
        self.renamed.insert(base, head);
    }

    /// Returns whether two uses name the same type.
    pub fn is_same_type(&self, base: TypeId, head: TypeId) -> bool {
        let name = |api: &'a Api, id: TypeId| api.ty(id).map(|ty: &Type| ty.name.as_str());
        let was = name(self.base, base);
        was.map(|was| self.renamed.get(was).copied().unwrap_or(was)) == name(self.head, head)
    }

    /// Reports a change.
    pub fn report(
        &mut self,
        rule: &'static Rule,
        spot: Spot<'a>,
        before: impl Into<Option<String>>,
        after: impl Into<Option<String>>,
    ) {
        let place = self.place(spot);
        self.changes.push(Change {
            rule,
            api: self.head.name.clone(),
            subject: Subject { kind: spot.kind, name: spot.names.shown().to_owned() },
            member: spot.member.map(|names| names.shown().to_owned()),
            before: before.into(),
            after: after.into(),
            place,
        });
    }

    /// Returns the reports of a piece of work, kept apart.
    pub fn apart(&mut self, work: impl FnOnce(&mut Self)) -> Vec<Change> {
        let reported = self.changes.len();
        work(self);
        self.changes.split_off(reported)
    }

    /// Reports what was kept apart.
    pub fn append(&mut self, changes: Vec<Change>) {
        self.changes.extend(changes);
    }

    /// Everything that was reported.
    pub fn finish(self) -> Vec<Change> {
        self.changes
    }

    fn place(&self, spot: Spot<'a>) -> Option<ChangePlace> {
        let is_there = spot.member.unwrap_or(spot.names).head.is_some();
        let (side, [base, head]) = (if is_there { Side::Head } else { Side::Base }, &self.places);
        let locator = match side {
            Side::Base => base,
            Side::Head => head,
        };
        let name = |names: Names<'a>| match side {
            Side::Base => names.base,
            Side::Head => names.head,
        };
        let at = locate(locator, spot, name(spot.names)?, spot.member.and_then(name))?;
        Some(ChangePlace { side, path: at.path().to_owned(), line: at.line() })
    }
}

fn locate<'a>(locator: &Locator<'a>, spot: Spot<'_>, name: &str, member: Option<&str>) -> Option<At<'a>> {
    let entry = |key| locator.api().find(key).and_then(|at| at.find(name));
    let root = match spot.kind {
        SubjectKind::Operation => return of_operation(locator, spot, name, member),
        SubjectKind::Group => locator.group(name),
        SubjectKind::Type => locator.named_type(name),
        SubjectKind::Credential => entry("auth"),
        SubjectKind::Gate => entry("gates"),
        SubjectKind::Constant => entry("constants"),
        SubjectKind::Api => Some(locator.api()),
    }?;
    let at_key = root.find(spot.key);
    let at_member = member.and_then(|member| at_key?.find(member));
    Some(at_member.or(at_key).unwrap_or(root).key())
}

fn of_operation<'a>(
    locator: &Locator<'a>,
    spot: Spot<'_>,
    name: &str,
    member: Option<&str>,
) -> Option<At<'a>> {
    let said = match member {
        Some(member) if spot.key == "parameters" => locator.parameter(name, member),
        Some(_) | None => locator.key(name, spot.key),
    };
    said.map(Said::at).map(At::key).or_else(|| locator.operation(name))
}
