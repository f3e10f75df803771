//! Types, their fields and their listed values.

use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::types as rules;
use super::shapes::Likeness;
use super::{Kind, Rule};
use crate::model::{EnumOf, Field, Type, TypeKind, Variant};

impl<'a> Differ<'a> {
    /// Compares the types.
    pub fn types(&mut self) {
        let mut matched = pair(&self.base.types, &self.head.types, |ty| &ty.name);
        matched.recognise(|_, ty| Some(&ty.rust), |_, _| true);
        // In its place, and the same but for its name.
        matched.recognise(|at, _| Some(at), is_alike);
        for (base, head) in matched.both.iter().filter(|(base, head)| base.name != head.name) {
            self.renames(&base.name, &head.name);
        }
        for (_, ty) in &matched.gone {
            self.tell(&rules::REMOVED, Spot::of(Kind::Type, Names::gone(&ty.name)), kind_text(ty), None);
        }
        for (_, ty) in &matched.new {
            self.tell(&rules::ADDED, Spot::of(Kind::Type, Names::new(&ty.name)), None, kind_text(ty));
        }
        for (base, head) in &matched.both {
            self.named_type(base, head);
        }
    }

    fn named_type(&mut self, base: &'a Type, head: &'a Type) {
        // Whether it was renamed follows from the names.
        let Type { name, rust, renamed: _, doc, unnamed, kind, source } = base;
        let spot = Spot::of(Kind::Type, Names::both(name, &head.name));
        if *rust != head.rust {
            self.tell(&rules::RENAMED, spot, rust.clone(), head.rust.clone());
        } else if *name != head.name {
            self.tell(&rules::RENAMED_IN_DOCUMENTS, spot, name.clone(), head.name.clone());
        }
        match (kind, &head.kind) {
            (TypeKind::Opaque, TypeKind::Opaque) => {}
            (TypeKind::Fields { status, fields }, TypeKind::Fields { status: is, fields: now }) => {
                if status != is {
                    self.tell(&rules::STATUS_CHANGED, spot, status.name().to_owned(), is.name().to_owned());
                }
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
        let texts = [
            ("doc", *doc == head.doc),
            ("unnamed", *unnamed == head.unnamed),
            ("source", *source == head.source),
        ];
        self.tell_texts(spot, &texts);
    }

    fn kind(&mut self, rule: &'static Rule, spot: Spot<'a>, base: &Type, head: &Type) {
        self.tell(rule, spot, kind_text(base), kind_text(head));
    }

    fn fields(&mut self, spot: Spot<'a>, base: &'a [Field], head: &'a [Field]) {
        let mut matched = pair(base, head, |field| &field.name);
        matched.recognise(|_, field| Some(&field.rust), |_, _| true);
        matched.recognise(
            |at, _| Some(at),
            |base, head| base.ty.notation == head.ty.notation && base.secret == head.secret,
        );
        for (_, field) in &matched.gone {
            let spot = spot.gone("fields", &field.name);
            self.tell(&rules::FIELD_REMOVED, spot, field.ty.notation.clone(), None);
        }
        for (_, field) in &matched.new {
            let spot = spot.added("fields", &field.name);
            self.tell(&rules::FIELD_ADDED, spot, None, field.ty.notation.clone());
        }
        for (base, head) in &matched.both {
            self.field(spot.member("fields", Names::both(&base.name, &head.name)), base, head);
        }
    }

    fn field(&mut self, spot: Spot<'a>, base: &'a Field, head: &'a Field) {
        let Field { name, rust, renamed: _, ty, nullable, doc, secret, boxed } = base;
        match (*name == head.name, *rust == head.rust) {
            (true, true) => {}
            (false, false) => self.tell(&rules::FIELD_RENAMED, spot, name.clone(), head.name.clone()),
            (false, true) => {
                self.tell(&rules::FIELD_RENAMED_ON_THE_WIRE, spot, name.clone(), head.name.clone());
            }
            (true, false) => {
                self.tell(&rules::FIELD_RUST_NAME_CHANGED, spot, rust.clone(), head.rust.clone());
            }
        }
        let rule = match self.likeness(&ty.shape, &head.ty.shape) {
            Likeness::Different => Some(&rules::FIELD_TYPE_CHANGED),
            Likeness::SameInRust => Some(&rules::FIELD_JSON_SHAPE_CHANGED),
            Likeness::Same if ty.notation != head.ty.notation && ty.shape.named().is_none() => {
                Some(&rules::FIELD_TYPE_RESPELT)
            }
            Likeness::Same if *boxed != head.boxed => Some(&rules::FIELD_BOXED),
            Likeness::Same => None,
        };
        if let Some(rule) = rule {
            self.tell(rule, spot, ty.notation.clone(), head.ty.notation.clone());
        }
        let nullable_rules = (&rules::FIELD_BECAME_NULLABLE, &rules::FIELD_BECAME_NON_NULLABLE);
        self.flag(spot, (*nullable, head.nullable), nullable_rules);
        self.flag(spot, (*secret, head.secret), (&rules::FIELD_SECRET_MARKED, &rules::FIELD_SECRET_UNMARKED));
        self.tell_texts(spot, &[("doc", *doc == head.doc)]);
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
            return self.tell(&rules::VALUES_BASE_CHANGED, spot, of_text(was), of_text(is));
        }
        let is_closed = self.base.is_closed(ty);
        let text = |variant: &Variant| variant.value.text();
        let (base, head) = (keyed(base), keyed(head));
        let mut matched = pair(&base, &head, |(text, _)| text);
        matched.recognise(|_, (_, variant)| Some(&variant.rust), |_, _| true);
        for (_, (_, variant)) in &matched.gone {
            let rule = if is_closed { &rules::CLOSED_VALUE_REMOVED } else { &rules::VALUE_REMOVED };
            self.tell(rule, spot, text(variant), None);
        }
        for (_, (_, variant)) in &matched.new {
            let rule = if is_closed { &rules::CLOSED_VALUE_ADDED } else { &rules::VALUE_ADDED };
            self.tell(rule, spot, None, text(variant));
        }
        for ((_, base), (_, head)) in &matched.both {
            let Variant { constant, rust, value } = base;
            if *value != head.value {
                self.tell(&rules::VALUE_CHANGED, spot, text(base), text(head));
            }
            if *rust != head.rust {
                self.tell(&rules::VALUE_RENAMED, spot, rust.clone(), head.rust.clone());
            }
            self.tell_texts(spot, &[("constant", *constant == head.constant)]);
        }
    }
}

fn keyed(variants: &[Variant]) -> Vec<(String, &Variant)> {
    variants.iter().map(|variant| (variant.value.text(), variant)).collect()
}

/// Whether two types are the same but for their name.
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

fn kind_text(ty: &Type) -> String {
    match &ty.kind {
        TypeKind::Opaque => "opaque".to_owned(),
        TypeKind::Fields { fields, .. } => format!("{} fields", fields.len()),
        TypeKind::Enum { of, variants } => format!("{} {}", variants.len(), of_text(*of)),
    }
}

fn of_text(of: EnumOf) -> String {
    match of {
        EnumOf::String => "texts",
        EnumOf::Number => "numbers",
    }
    .to_owned()
}
