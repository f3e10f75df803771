//! Facts of types and their fields.

use super::list::Facts;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{Api, Field, Type, TypeKind};

use Piece::{Code, Own};

/// The facts about a type.
#[must_use]
pub fn of_type(it: &Type) -> Vec<Fact<'_>> {
    let mut facts = Facts::default();
    let (origin, after) = match (it.unnamed, &it.source) {
        (true, _) => (Origin::Usual, "."),
        (false, Some(_)) => (Origin::Documented, "."),
        (false, None) => (Origin::Documented, " in the documents."),
    };
    facts.of(Key::Name, origin, Value::Model(&it.name), Words::new("", [Code(&it.name)], after));
    facts.named_in_rust(&it.rust, it.renamed);
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    let (origin, words) = match it.unnamed {
        true => (
            Origin::NotShown,
            Words::own("The documents list these values but don't name the type; the name is ours."),
        ),
        false => (Origin::Usual, Words::default()),
    };
    facts.of(Key::NamedByDocuments, origin, Value::Bool(!it.unnamed), words);
    if let Some(source) = &it.source {
        facts.added(source);
    }
    facts.kind(&it.kind);
    match &it.kind {
        TypeKind::Opaque | TypeKind::Union { .. } => {}
        TypeKind::Fields { status, fields, .. } => {
            facts.status(*status);
            for field in fields {
                facts.add(Key::Fields, Value::Nothing, Words::new("", [Code(&field.name)], ""));
            }
        }
        TypeKind::Enum { variants, .. } => facts.each(Key::Variants, variants, |it| {
            let constant = it.constant.as_deref().map(|name| [Code(name), Own(" = ")]);
            let value = constant.into_iter().flatten().chain([Piece::Literal(&it.value)]);
            Words::new("", value, "")
        }),
    }
    facts.0
}

impl Facts<'_> {
    fn kind(&mut self, kind: &TypeKind) {
        let (before, word, origin, after) = match kind {
            TypeKind::Opaque => (
                "It is ",
                "opaque",
                Origin::NotShown,
                ": the documents don't show its fields. Any JSON is kept as it is.",
            ),
            TypeKind::Fields { status, .. } => ("It has these ", "fields", Origin::from(*status), "."),
            TypeKind::Enum { .. } => ("It lists ", "values", Origin::Documented, "."),
            TypeKind::Union { .. } => {
                ("It is a ", "union", Origin::Documented, ": it has one of these types.")
            }
        };
        self.of(Key::Kind, origin, Value::Word(word), Words::new(before, [Own(word)], after));
    }
}

/// The facts about a field.
#[must_use]
pub fn of_field<'a>(api: &'a Api, it: &'a Field) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&it.name), Words::new("", [Code(&it.name)], ""));
    facts.typed(Piece::of(api, &it.ty), Value::Model(&it.ty), false, it.nullable);
    facts.named_in_rust(&it.rust, it.renamed);
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    facts.since(it.since.as_ref());
    facts.secret(it.secret);
    facts.overlaid(it.source.as_ref());
    facts.0
}
