//! Types, their fields and their listed values.

use super::compare::{changed, value};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::types as rules;
use super::{Kind, Rule};
use generator_spec::facts::{Key, of_type};
use generator_spec::model::{EnumOf, Field, Type, TypeKind, Variant};

impl<'a> Differ<'a> {
    /// Compares the types.
    pub fn types(&mut self) {
        let mut matched = pair(&self.base.types, &self.head.types, |ty| &ty.name);
        matched.recognise(|_, ty| Some(&ty.rust), |_, _| true);
        // In its place, and the same except for its name.
        matched.recognise(|at, _| Some(at), is_alike);
        for (base, head) in matched.both.iter().filter(|(base, head)| base.name != head.name) {
            self.renames(&base.name, &head.name);
        }
        let entries = [&rules::ADDED, &rules::REMOVED];
        self.entries(&matched, |_| entries, |names, ty| Spot::of(Kind::Type, names(&ty.name)), kind_text);
        for (base, head) in &matched.both {
            self.named_type(base, head);
        }
    }

    fn named_type(&mut self, base: &'a Type, head: &'a Type) {
        // Whether it was renamed follows from the names.
        let Type { name, rust, renamed: _, doc, unnamed, kind, source } = base;
        let spot = Spot::of(Kind::Type, Names::both(name, &head.name));
        self.names(
            [&rules::RENAMED, &rules::RENAMED_IN_DOCUMENTS],
            spot,
            (name, rust),
            (&head.name, &head.rust),
        );
        match (kind, &head.kind) {
            (TypeKind::Opaque, TypeKind::Opaque) => {}
            (TypeKind::Fields { status, fields }, TypeKind::Fields { status: is, fields: now }) => {
                self.status(&rules::STATUS_CHANGED, spot, *status, *is);
                self.fields(spot, fields, now);
            }
            (TypeKind::Enum { of, variants }, TypeKind::Enum { of: is, variants: now }) => {
                self.values(spot, (*of, variants), (*is, now), base);
            }
            (TypeKind::Opaque, TypeKind::Fields { .. }) => self.kind(&rules::FIELDS_SHOWN, spot, base, head),
            (TypeKind::Fields { .. }, TypeKind::Opaque) => self.kind(&rules::FIELDS_HIDDEN, spot, base, head),
            (TypeKind::Opaque | TypeKind::Fields { .. }, TypeKind::Enum { .. })
            | (TypeKind::Enum { .. }, TypeKind::Opaque | TypeKind::Fields { .. }) => {
                self.kind(&rules::KIND_CHANGED, spot, base, head);
            }
        }
        self.texts(spot, &changed!(head; doc unnamed source));
    }

    fn kind(&mut self, rule: &'static Rule, spot: Spot<'a>, base: &Type, head: &Type) {
        self.report(rule, spot, kind_text(base), kind_text(head));
    }

    fn fields(&mut self, spot: Spot<'a>, base: &'a [Field], head: &'a [Field]) {
        let mut matched = pair(base, head, |field| &field.name);
        matched.recognise(|_, field| Some(&field.rust), |_, _| true);
        matched.recognise(
            |at, _| Some(at),
            |base, head| base.ty.notation == head.ty.notation && base.secret == head.secret,
        );
        let entries = [&rules::FIELD_ADDED, &rules::FIELD_REMOVED];
        self.entries(
            &matched,
            |_| entries,
            |names, it| spot.member("fields", names(&it.name)),
            |it| Some(it.ty.notation.clone()),
        );
        for (base, head) in &matched.both {
            self.field(spot.member("fields", Names::both(&base.name, &head.name)), base, head);
        }
    }

    fn field(&mut self, spot: Spot<'a>, base: &'a Field, head: &'a Field) {
        let Field { name, rust, renamed: _, ty, nullable, doc, secret, source, boxed } = base;
        let names =
            [&rules::FIELD_RENAMED, &rules::FIELD_RENAMED_ON_THE_WIRE, &rules::FIELD_RUST_NAME_CHANGED];
        self.wire_names(names, spot, (name, rust), (&head.name, &head.rust));
        let types =
            [&rules::FIELD_TYPE_CHANGED, &rules::FIELD_JSON_SHAPE_CHANGED, &rules::FIELD_TYPE_RESPELT];
        match self.type_rule(types, ty, &head.ty) {
            Some(rule) => self.report(rule, spot, ty.notation.clone(), head.ty.notation.clone()),
            None => {
                let text = |is_boxed: bool| is_boxed.then(|| "Box".to_owned());
                self.value(&rules::FIELD_BOXED, spot, text(*boxed), text(head.boxed));
            }
        }
        let null = [&rules::FIELD_BECAME_NULLABLE, &rules::FIELD_BECAME_NON_NULLABLE];
        self.flag(null, spot, *nullable, head.nullable);
        self.flag([&rules::FIELD_SECRET_MARKED, &rules::FIELD_SECRET_UNMARKED], spot, *secret, head.secret);
        self.texts(spot, &changed!(head; doc source));
    }

    fn values(
        &mut self,
        spot: Spot<'a>,
        (was, base): (EnumOf, &'a [Variant]),
        (is, head): (EnumOf, &'a [Variant]),
        ty: &Type,
    ) {
        let spot = spot.key("values");
        if was != is {
            return self.report(&rules::VALUES_BASE_CHANGED, spot, of_text(was), of_text(is));
        }
        let entries = match self.base.is_closed(ty) {
            true => [&rules::CLOSED_VALUE_ADDED, &rules::CLOSED_VALUE_REMOVED],
            false => [&rules::VALUE_ADDED, &rules::VALUE_REMOVED],
        };
        let (base, head) = (keyed(base), keyed(head));
        let mut matched = pair(&base, &head, |(text, _)| text);
        matched.recognise(|_, (_, variant)| Some(&variant.rust), |_, _| true);
        self.entries(&matched, |_| entries, |_, _| spot, |(text, _)| Some(text.clone()));
        for ((was, base), (is, head)) in &matched.both {
            let Variant { constant, rust, value: _ } = base;
            self.value(&rules::VALUE_CHANGED, spot, was.clone(), is.clone());
            self.value(&rules::VALUE_RENAMED, spot, rust.clone(), head.rust.clone());
            self.texts(spot, &changed!(head; constant));
        }
    }
}

fn keyed(variants: &[Variant]) -> Vec<(String, &Variant)> {
    variants.iter().map(|variant| (variant.value.text(), variant)).collect()
}

/// Whether two types are the same except for their name.
fn is_alike(base: &Type, head: &Type) -> bool {
    let fields = |fields: &[Field]| -> Vec<_> {
        fields.iter().map(|field| (field.name.clone(), field.ty.notation.clone())).collect()
    };
    let values = |variants: &[Variant]| -> Vec<_> { variants.iter().map(|it| it.value.text()).collect() };
    match (&base.kind, &head.kind) {
        (TypeKind::Opaque, TypeKind::Opaque) => true,
        (TypeKind::Fields { fields: was, .. }, TypeKind::Fields { fields: is, .. }) => {
            fields(was) == fields(is)
        }
        (TypeKind::Enum { of: base, variants: was }, TypeKind::Enum { of: head, variants: is }) => {
            base == head && values(was) == values(is)
        }
        (TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Enum { .. }, _) => false,
    }
}

/// Its fields or values, or that it is opaque.
fn kind_text(ty: &Type) -> Option<String> {
    let facts = of_type(ty);
    let parts = value(&facts, Key::Fields).or_else(|| value(&facts, Key::Variants));
    parts.or_else(|| value(&facts, Key::Kind))
}

fn of_text(of: EnumOf) -> String {
    match of {
        EnumOf::String => "strings",
        EnumOf::Number => "numbers",
    }
    .to_owned()
}
