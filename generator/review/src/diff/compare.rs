//! Comparisons that every part of an API has in common. Each takes its rows of
//! the table first.

use super::Rule;
use super::differ::{Differ, NamePair, Spot};
use super::pairing::{Matched, is_reordered};
use super::rule::row;
use generator_spec::model::{Scalar, Shape, TypeRef};

/// A row of the table.
pub type Row = &'static Rule;

/// A name in the documents or on the wire and its Rust name.
type Called<'n> = (&'n str, &'n str);

/// The likeness of two types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Likeness {
    /// The same everywhere.
    Same,
    /// The same in Rust, where any JSON and a JSON object are one type.
    SameInRust,
    /// Different.
    Different,
}

impl<'a> Differ<'a> {
    /// A value before and now, which may be absent.
    pub fn values<T: Into<Option<String>>>(&mut self, changed: Row, spot: Spot<'a>, values: [T; 2]) {
        let [before, after] = values.map(Into::into);
        if before != after {
            self.report(changed, spot, before, after);
        }
    }

    /// The name in the documents and the Rust name.
    pub fn names(
        &mut self,
        [renamed, in_documents]: [Row; 2],
        spot: Spot<'a>,
        [(name, rust), (is, rust_now)]: [Called<'_>; 2],
    ) {
        if rust == rust_now {
            self.values(in_documents, spot, [name, is].map(str::to_owned));
        } else {
            self.values(renamed, spot, [rust, rust_now].map(str::to_owned));
        }
    }

    /// The name on the wire and the Rust name.
    pub fn wire_names(
        &mut self,
        [renamed, on_the_wire, in_rust]: [Row; 3],
        spot: Spot<'a>,
        [(name, rust), (is, rust_now)]: [Called<'_>; 2],
    ) {
        if name == is {
            self.values(in_rust, spot, [rust, rust_now].map(str::to_owned));
        } else {
            let rule = if rust == rust_now { on_the_wire } else { renamed };
            self.values(rule, spot, [name, is].map(str::to_owned));
        }
    }

    /// The rule for a change in the use of a type, if there is one.
    pub fn type_rule(
        &self,
        [changed, json_shape, respelt]: [Row; 3],
        base: &TypeRef,
        head: &TypeRef,
    ) -> Option<Row> {
        match self.likeness(&base.shape, &head.shape) {
            Likeness::Different => Some(changed),
            Likeness::SameInRust => Some(json_shape),
            // A type that was renamed reports that itself.
            Likeness::Same if base.shape.named().is_some() => None,
            Likeness::Same => (base.notation != head.notation).then_some(respelt),
        }
    }

    /// Compares two types.
    pub fn likeness(&self, base: &Shape, head: &Shape) -> Likeness {
        use Scalar::{Any, Object};
        match (base, head) {
            (Shape::Scalar(base), Shape::Scalar(head)) if base == head => Likeness::Same,
            (Shape::Scalar(Any | Object), Shape::Scalar(Any | Object)) => Likeness::SameInRust,
            (Shape::List(base), Shape::List(head))
            | (Shape::Map(base), Shape::Map(head))
            | (Shape::Nullable(base), Shape::Nullable(head)) => self.likeness(base, head),
            (Shape::Named(base), Shape::Named(head)) if self.is_same_type(*base, *head) => Likeness::Same,
            (Shape::Scalar(_) | Shape::List(_) | Shape::Map(_) | Shape::Nullable(_) | Shape::Named(_), _) => {
                Likeness::Different
            }
        }
    }

    /// Reports entries that are in only one of two lists.
    pub fn entries<'m, T>(
        &mut self,
        matched: &Matched<'m, T>,
        rows: impl Fn(&T) -> [Row; 2],
        spot: impl Fn(fn(&'a str) -> NamePair<'a>, &'m T) -> Spot<'a>,
        text: impl Fn(&T) -> Option<String>,
    ) {
        for (_, it) in &matched.gone {
            let [_, removed] = rows(it);
            self.report(removed, spot(|name| [Some(name), None], it), text(it), None);
        }
        for (_, it) in &matched.new {
            let [added, _] = rows(it);
            self.report(added, spot(|name| [None, Some(name)], it), None, text(it));
        }
    }

    /// The order of what two lists share.
    pub fn order<T>(
        &mut self,
        changed: Row,
        spot: Spot<'a>,
        [base, head]: [&[T]; 2],
        name: impl Fn(&T) -> &str,
    ) {
        let [base, head] = [base, head].map(|list| list.iter().map(&name).collect::<Vec<_>>());
        if is_reordered(&base, &head) {
            self.report(changed, spot, base.join(", "), head.join(", "));
        }
    }

    /// Texts, each with whether it changed.
    pub fn texts<'t>(&mut self, spot: Spot<'a>, texts: impl IntoIterator<Item = (&'t str, bool)>) {
        let changed = texts.into_iter().filter(|(_, is_changed)| *is_changed).map(|(name, _)| name);
        let changed: Vec<&str> = changed.collect();
        if !changed.is_empty() {
            self.report(row!("documentation-changed"), spot, None, changed.join(", "));
        }
    }
}
