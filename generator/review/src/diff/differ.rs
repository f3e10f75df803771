//! Two APIs that are compared, and how a change is reported.

use std::collections::HashMap;

use super::{Change, ChangePlace, Rule, Side, Subject, SubjectKind};
use generator_spec::diagnostics::At;
use generator_spec::load::{ApiSource, Locator};
use generator_spec::model::{Api, Type, TypeId};

/// Two APIs at work.
pub struct Differ<'a> {
    /// The API before.
    pub base: &'a Api,
    /// The API now.
    pub head: &'a Api,
    /// The name now of each type that was renamed.
    pub renamed: HashMap<&'a str, &'a str>,
    /// The changes found so far.
    pub changes: Vec<Change>,
    places: [Locator<'a>; 2],
}

/// A name before and now; one is missing where something was added or removed.
pub type NamePair<'a> = [Option<&'a str>; 2];

/// The names of something that is still there.
pub fn both<'a>(base: &'a str, head: &'a str) -> NamePair<'a> {
    [Some(base), Some(head)]
}

fn shown([base, head]: NamePair<'_>) -> &str {
    head.or(base).expect("it is on one side at least")
}

/// A subject of comparison, with its place.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    pub kind: SubjectKind,
    names: NamePair<'a>,
    key: &'static str,
    member: Option<NamePair<'a>>,
}

impl<'a> Spot<'a> {
    /// A subject as a whole.
    pub fn of(kind: SubjectKind, names: NamePair<'a>) -> Self {
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
    pub fn member(self, key: &'static str, names: NamePair<'a>) -> Self {
        Self { key, member: Some(names), ..self }
    }
}

impl<'a> Differ<'a> {
    /// Two APIs before they are compared.
    pub fn new(base: (&'a ApiSource, &'a Api), head: (&'a ApiSource, &'a Api)) -> Self {
        Self {
            base: base.1,
            head: head.1,
            renamed: HashMap::new(),
            changes: Vec::new(),
            places: [Locator::new(base.0), Locator::new(head.0)],
        }
    }

    /// The API itself.
    pub fn whole(&self) -> Spot<'a> {
        Spot::of(SubjectKind::Api, both(&self.base.name, &self.head.name))
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
            subject: Subject { kind: spot.kind, name: shown(spot.names).to_owned() },
            member: spot.member.map(|names| shown(names).to_owned()),
            before: before.into(),
            after: after.into(),
            place,
        });
    }

    fn place(&self, spot: Spot<'a>) -> Option<ChangePlace> {
        let [_, head] = spot.member.unwrap_or(spot.names);
        let (side, index) = if head.is_some() { (Side::Head, 1) } else { (Side::Base, 0) };
        let member = spot.member.and_then(|names| names[index]);
        let at = locate(&self.places[index], spot, spot.names[index]?, member)?;
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
    said.map(|said| said.at.key()).or_else(|| locator.operation(name))
}
