//! Facts of types and their fields.

use std::iter;

use super::list::Facts;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{Api, Deprecation, Field, Only, Status, Type, TypeKind, Variant};

use Piece::{Code, Prose, Text};

/// The facts about a type.
#[must_use]
pub fn of_type<'a>(api: &'a Api, ty: &'a Type) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    // Of all types at once, it is a fact of the API.
    let is_ours = api.names == Status::Inferred && !ty.unnamed && ty.part_of.is_none();
    let (origin, after) = match (ty.unnamed || ty.part_of.is_some(), &ty.source) {
        _ if is_ours => (Origin::Inferred, "."),
        (true, _) => (Origin::Usual, "."),
        (false, Some(_)) => (Origin::Documented, "."),
        (false, None) => (Origin::Documented, " in the documents."),
    };
    facts.add_from(Key::Name, origin, Value::Model(&ty.name), Words::new("", [Code(&ty.name)], after));
    facts.named_in_rust(&ty.rust, ty.renamed);
    facts.add_each(Key::Doc, &ty.doc, |doc| Words::prose(doc));
    facts.deprecated(ty.deprecated.as_ref());
    let (origin, words) = match (ty.unnamed, &ty.part_of) {
        _ if is_ours => (Origin::Usual, Words::default()),
        (true, _) => (
            Origin::NotShown,
            Words::text("The documents list these values but don't name the type; the name is ours."),
        ),
        (false, Some(whole)) => {
            let whole = api.type_named(whole).map_or(Code(whole), Piece::named);
            let after = ": what isn't set stays as it is. The name is ours.";
            (Origin::Documented, Words::new("A part of a ", [whole], after))
        }
        (false, None) => (Origin::Usual, Words::default()),
    };
    let is_named = !ty.unnamed && ty.part_of.is_none() && !is_ours;
    facts.add_from(Key::NamedByDocuments, origin, Value::Bool(is_named), words);
    if let Some(source) = &ty.source {
        facts.added(source);
    }
    facts.kind(&ty.kind);
    match &ty.kind {
        TypeKind::Opaque => {}
        TypeKind::Union { tag, content, closed, is_first, members } => {
            facts.add_each(Key::Tag, tag, |tag| Words::new("The field ", [Code(tag)], " says which."));
            facts.add_each(Key::Content, content, |name| Words::new("The field ", [Code(name)], " has it."));
            for member in members {
                let value = member.value.as_deref().map(|value| [Code(value), Text(" = ")]);
                let words = value.into_iter().flatten().chain([Piece::of(api, &member.ty)]);
                facts.add(Key::Members, Value::Model(member), Words::new("", words, ""));
            }
            if *is_first {
                let words =
                    Words::new("Of several types that a value fits, the ", [Text("first")], " is chosen.");
                facts.add(Key::Match, Value::Word("first"), words);
            }
            facts.closed(*closed, "Servers refuse other values.");
        }
        TypeKind::Alias { ty, keys, range } => {
            facts.add(Key::Of, Value::Model(ty), Words::new("Another name of ", [Piece::of(api, ty)], "."));
            facts.add_each(Key::Keys, keys, |ty| Words::new("Its keys are ", [Piece::of(api, ty)], "."));
            facts.range(range);
        }
        TypeKind::Fields { status, fields, extends, additional, range, closed } => {
            facts.range(range);
            facts.status(*status);
            facts.add_each(Key::Extends, extends, |name| {
                let base = api.type_named(name).map_or(Code(name), Piece::named);
                Words::new("It has the fields of ", [base], ", too.")
            });
            facts.add_each(Key::Additional, additional, |ty| {
                Words::new("Other fields have the type ", [Piece::of(api, ty)], ".")
            });
            facts.closed(*closed, "Servers refuse other fields.");
            for field in fields {
                facts.add(Key::Fields, Value::Nothing, Words::new("", [Code(&field.name)], ""));
            }
        }
        TypeKind::Enum { closed, variants, .. } => {
            facts.closed(*closed, "Servers refuse other values.");
            variants
                .iter()
                .filter(|variant| variant.deprecated.is_some())
                .for_each(|variant| facts.deprecated_value(variant));
            facts.add_each(Key::Variants, variants, |variant| {
                let constant = variant.constant.as_deref().map(|name| [Code(name), Text(" = ")]);
                let value = constant.into_iter().flatten().chain([Piece::Literal(&variant.value)]);
                Words::new("", value, "")
            })
        }
    }
    facts.0
}

impl<'a> Facts<'a> {
    fn closed(&mut self, is_closed: bool, sentence: &'static str) {
        self.flag(Key::Closed, is_closed, sentence);
    }

    fn deprecated_value(&mut self, variant: &'a Variant) {
        let Some(deprecated) = &variant.deprecated else { return };
        let Deprecation { replacement, since, removed_after, removed } = deprecated;
        let details = [
            (", replaced by ", replacement.as_deref().map(Code)),
            (", since server ", since.as_deref().map(Prose)),
            (", to be removed after ", removed_after.as_deref().map(Prose)),
            (", removed in server ", removed.as_deref().map(Prose)),
        ];
        let details = details.into_iter().filter_map(|(before, detail)| Some([Text(before), detail?]));
        let value = iter::once(Piece::Literal(&variant.value)).chain(details.flatten());
        self.add(Key::DeprecatedValues, Value::Model(variant), Words::new("Deprecated: ", value, "."));
    }

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
            TypeKind::Alias { .. } => ("It is an ", "alias", Origin::Documented, " of another type."),
            TypeKind::Union { .. } => {
                ("It is a ", "union", Origin::Documented, ": it has one of these types.")
            }
        };
        self.add_from(Key::Kind, origin, Value::Word(word), Words::new(before, [Text(word)], after));
    }
}

/// The facts about a field.
#[must_use]
pub fn of_field<'a>(api: &'a Api, field: &'a Field) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&field.name), Words::new("", [Code(&field.name)], ""));
    facts.typed(Piece::of(api, &field.ty), Value::Model(&field.ty), false, field.nullable);
    if field.required {
        let origin = if field.required_inferred { Origin::Inferred } else { Origin::Documented };
        facts.add_from(Key::Required, origin, Value::Flag, Words::new("", [Text("required")], ""));
        if field.required_inferred {
            facts.add_from(Key::RequiredInferred, origin, Value::Flag, Words::default());
        }
    }
    facts.named_in_rust(&field.rust, field.renamed);
    facts.add_each(Key::Doc, &field.doc, |doc| Words::prose(doc));
    facts.add_each(Key::SentAs, &field.sent_as, |name| Words::new("Sent as ", [Code(name)], "."));
    facts.add_each(Key::Constant, &field.constant, |value| {
        Words::new("Always ", [Piece::Literal(value)], ".")
    });
    facts.range(&field.range);
    facts.range(&field.ty.limits.range);
    facts.list(field.list);
    facts.add_each(Key::Only, &field.only, |only| Words::new("", [Text(direction(*only))], "."));
    facts.since(field.since.as_ref());
    facts.deprecated(field.deprecated.as_ref());
    facts.default_value(field.default.as_ref());
    facts.secret(field.secret);
    facts.overlaid(field.source.as_ref());
    facts.0
}

/// The direction in which a field is sent, in words.
fn direction(only: Only) -> &'static str {
    match only {
        Only::Read => "Only in responses",
        Only::Write => "Only in requests",
    }
}
