//! Facts of types and their fields.

use std::iter;

use super::list::Facts;
use super::{Fact, Key, Origin, Piece, Value, Words};
use crate::model::{Api, Deprecation, Field, Only, Status, Type, TypeKind, Variant};

use Piece::{Code, Own, Said};

/// The facts about a type.
#[must_use]
pub fn of_type<'a>(api: &'a Api, it: &'a Type) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    // Of all types at once, it is a fact of the API.
    let is_ours = api.names == Status::Inferred && !it.unnamed && it.part_of.is_none();
    let (origin, after) = match (it.unnamed || it.part_of.is_some(), &it.source) {
        _ if is_ours => (Origin::Inferred, "."),
        (true, _) => (Origin::Usual, "."),
        (false, Some(_)) => (Origin::Documented, "."),
        (false, None) => (Origin::Documented, " in the documents."),
    };
    facts.of(Key::Name, origin, Value::Model(&it.name), Words::new("", [Code(&it.name)], after));
    facts.named_in_rust(&it.rust, it.renamed);
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    facts.deprecated(it.deprecated.as_ref());
    let (origin, words) = match (it.unnamed, &it.part_of) {
        _ if is_ours => (Origin::Usual, Words::default()),
        (true, _) => (
            Origin::NotShown,
            Words::own("The documents list these values but don't name the type; the name is ours."),
        ),
        (false, Some(whole)) => {
            let whole = api.type_named(whole).map_or(Code(whole), Piece::named);
            let words = "A part of a ";
            (
                Origin::Documented,
                Words::new(words, [whole], ": what isn't set stays as it is. The name is ours."),
            )
        }
        (false, None) => (Origin::Usual, Words::default()),
    };
    let is_named = !it.unnamed && it.part_of.is_none() && !is_ours;
    facts.of(Key::NamedByDocuments, origin, Value::Bool(is_named), words);
    if let Some(source) = &it.source {
        facts.added(source);
    }
    facts.kind(&it.kind);
    match &it.kind {
        TypeKind::Opaque => {}
        TypeKind::Union { tag, content, closed, is_first, members } => {
            facts.each(Key::Tag, tag, |tag| Words::new("The field ", [Code(tag)], " says which."));
            facts.each(Key::Content, content, |name| Words::new("The field ", [Code(name)], " has it."));
            for member in members {
                let value = member.value.as_deref().map(|value| [Code(value), Own(" = ")]);
                let words = value.into_iter().flatten().chain([Piece::of(api, &member.ty)]);
                facts.add(Key::Members, Value::Model(member), Words::new("", words, ""));
            }
            if *is_first {
                let words =
                    Words::new("Of several types that a value fits, the ", [Own("first")], " is chosen.");
                facts.add(Key::Match, Value::Word("first"), words);
            }
            facts.closed(*closed, "Servers refuse other values.");
        }
        TypeKind::Alias { ty, keys, range } => {
            facts.add(Key::Of, Value::Model(ty), Words::new("Another name of ", [Piece::of(api, ty)], "."));
            facts.each(Key::Keys, keys, |ty| Words::new("Its keys are ", [Piece::of(api, ty)], "."));
            facts.range(range);
        }
        TypeKind::Fields { status, fields, extends, additional, range, closed } => {
            facts.range(range);
            facts.status(*status);
            facts.each(Key::Extends, extends, |name| {
                let base = api.type_named(name).map_or(Code(name), Piece::named);
                Words::new("It has the fields of ", [base], ", too.")
            });
            facts.each(Key::Additional, additional, |ty| {
                Words::new("Other fields have the type ", [Piece::of(api, ty)], ".")
            });
            facts.closed(*closed, "Servers refuse other fields.");
            for field in fields {
                facts.add(Key::Fields, Value::Nothing, Words::new("", [Code(&field.name)], ""));
            }
        }
        TypeKind::Enum { closed, variants, .. } => {
            facts.closed(*closed, "Servers refuse other values.");
            variants.iter().filter(|it| it.deprecated.is_some()).for_each(|it| facts.deprecated_value(it));
            facts.each(Key::Variants, variants, |it| {
                let constant = it.constant.as_deref().map(|name| [Code(name), Own(" = ")]);
                let value = constant.into_iter().flatten().chain([Piece::Literal(&it.value)]);
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

    fn deprecated_value(&mut self, it: &'a Variant) {
        let Some(deprecated) = &it.deprecated else { return };
        let Deprecation { replacement, since, removed_after, removed } = deprecated;
        let known = [
            (", replaced by ", replacement, Code as fn(&'a str) -> Piece<'a>),
            (", since server ", since, Said),
            (", to be removed after ", removed_after, Said),
            (", removed in server ", removed, Said),
        ];
        let known =
            known.into_iter().filter_map(|(before, said, of)| Some([Own(before), of(said.as_ref()?)]));
        let value = iter::once(Piece::Literal(&it.value)).chain(known.flatten());
        self.add(Key::DeprecatedValues, Value::Model(it), Words::new("Deprecated: ", value, "."));
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
        self.of(Key::Kind, origin, Value::Word(word), Words::new(before, [Own(word)], after));
    }
}

/// The facts about a field.
#[must_use]
pub fn of_field<'a>(api: &'a Api, it: &'a Field) -> Vec<Fact<'a>> {
    let mut facts = Facts::default();
    facts.add(Key::Name, Value::Model(&it.name), Words::new("", [Code(&it.name)], ""));
    facts.typed(Piece::of(api, &it.ty), Value::Model(&it.ty), false, it.nullable);
    if it.required {
        let origin = if it.required_inferred { Origin::Inferred } else { Origin::Documented };
        facts.of(Key::Required, origin, Value::Flag, Words::new("", [Own("required")], ""));
        if it.required_inferred {
            facts.of(Key::RequiredInferred, origin, Value::Flag, Words::default());
        }
    }
    facts.named_in_rust(&it.rust, it.renamed);
    facts.each(Key::Doc, &it.doc, |doc| Words::said(doc));
    facts.each(Key::SentAs, &it.sent_as, |name| Words::new("Sent as ", [Code(name)], "."));
    facts.each(Key::Constant, &it.constant, |value| Words::new("Always ", [Piece::Literal(value)], "."));
    facts.range(&it.range);
    facts.range(&it.ty.limits.range);
    facts.list(it.list);
    facts.each(Key::Only, &it.only, |only| Words::new("", [Own(direction(*only))], "."));
    facts.since(it.since.as_ref());
    facts.deprecated(it.deprecated.as_ref());
    facts.default_value(it.default.as_ref());
    facts.secret(it.secret);
    facts.overlaid(it.source.as_ref());
    facts.0
}

/// The direction in which a field is sent, in words.
fn direction(only: Only) -> &'static str {
    match only {
        Only::Read => "Only in responses",
        Only::Write => "Only in requests",
    }
}
