//! Types, their fields and their listed values.

use super::SubjectKind;
use super::differ::{Differ, Spot, both};
use super::facts::value;
use super::pairing::pair;
use super::rule::row;
use super::rules::types::SECTION;
use generator_spec::facts::{Key, of_field, of_type};
use generator_spec::model::{Api, EnumOf, Field, Member, Type, TypeKind, Variant};

impl<'a> Differ<'a> {
    /// Compares the types.
    pub fn types(&mut self) {
        let mut matched = pair(&self.base.types, &self.head.types, |ty| &ty.name);
        matched.recognize(|_, ty| Some(&ty.rust), |_, _| true);
        // In its place and the same except for its name.
        matched.recognize(|at, _| Some(at), is_alike);
        for (base, head) in matched.both.iter().filter(|(base, head)| base.name != head.name) {
            self.renamed.insert(&base.name, &head.name);
        }
        let (base, head) = (self.base, self.head);
        let owner = |ty: &Type| if base.types.iter().any(|it| std::ptr::eq(it, ty)) { base } else { head };
        self.entries(
            &matched,
            |_| [row!("type-added"), row!("type-removed")],
            |names, ty| Spot::of(SubjectKind::Type, names(&ty.name)),
            |ty| kind_text(owner(ty), ty),
        );
        for (base, head) in &matched.both {
            self.named_type(base, head);
        }
    }

    fn named_type(&mut self, base: &'a Type, head: &'a Type) {
        let spot = Spot::of(SubjectKind::Type, both(&base.name, &head.name));
        let rows = [row!("type-renamed"), row!("type-renamed-in-documents")];
        self.names(rows, spot, [(&base.name, &base.rust), (&head.name, &head.rust)]);
        self.facts(&SECTION, spot, &[of_type(self.base, base), of_type(self.head, head)], |_| false);
        let row = match (&base.kind, &head.kind) {
            (TypeKind::Opaque, TypeKind::Opaque) => return,
            (TypeKind::Fields { fields, .. }, TypeKind::Fields { fields: now, .. }) => {
                return self.fields(spot, fields, now);
            }
            (TypeKind::Enum { of, variants, .. }, TypeKind::Enum { of: is, variants: now, .. }) => {
                return self.listed(spot.key("values"), (*of, variants), (*is, now), base);
            }
            // Its facts say all of it.
            (TypeKind::Union { .. }, TypeKind::Union { .. }) => return,
            (TypeKind::Opaque, TypeKind::Fields { .. }) => row!("type-fields-shown"),
            (TypeKind::Fields { .. }, TypeKind::Opaque) => row!("type-fields-hidden"),
            (TypeKind::Opaque | TypeKind::Fields { .. }, TypeKind::Enum { .. })
            | (TypeKind::Enum { .. }, TypeKind::Opaque | TypeKind::Fields { .. })
            | (_, TypeKind::Union { .. })
            | (TypeKind::Union { .. }, _) => {
                row!("type-kind-changed")
            }
        };
        self.report(row, spot, kind_text(self.base, base), kind_text(self.head, head));
    }

    fn fields(&mut self, spot: Spot<'a>, base: &'a [Field], head: &'a [Field]) {
        let mut matched = pair(base, head, |field| &field.name);
        matched.recognize(|_, field| Some(&field.rust), |_, _| true);
        matched.recognize(
            |at, _| Some(at),
            |base, head| base.ty.notation == head.ty.notation && base.secret == head.secret,
        );
        self.entries(
            &matched,
            |_| [row!("field-added"), row!("field-removed")],
            |names, it| spot.member("fields", names(&it.name)),
            |it| Some(it.ty.notation.clone()),
        );
        for (base, head) in &matched.both {
            self.field(spot.member("fields", both(&base.name, &head.name)), base, head);
        }
    }

    fn field(&mut self, spot: Spot<'a>, base: &'a Field, head: &'a Field) {
        let names =
            [row!("field-renamed"), row!("field-renamed-on-the-wire"), row!("field-rust-name-changed")];
        self.wire_names(names, spot, [(&base.name, &base.rust), (&head.name, &head.rust)]);
        let rows = [row!("field-type-changed"), row!("field-json-shape-changed"), row!("field-type-respelt")];
        match self.type_rule(rows, &base.ty, &head.ty) {
            Some(row) => self.values(row, spot, [base, head].map(|it| it.ty.notation.clone())),
            None => {
                let text = |it: &Field| it.boxed.then(|| "Box".to_owned());
                self.values(row!("field-boxing-changed"), spot, [base, head].map(text));
            }
        }
        self.facts(&SECTION, spot, &[of_field(self.base, base), of_field(self.head, head)], |_| false);
    }

    fn listed(
        &mut self,
        spot: Spot<'a>,
        (was, base): (EnumOf, &'a [Variant]),
        (is, head): (EnumOf, &'a [Variant]),
        ty: &Type,
    ) {
        if was != is {
            return self.values(row!("values-base-changed"), spot, [was, is].map(of_text));
        }
        let rows = match self.base.is_closed(ty) {
            true => [row!("closed-value-added"), row!("closed-value-removed")],
            false => [row!("value-added"), row!("value-removed")],
        };
        let (base, head) = (keyed(base), keyed(head));
        let mut matched = pair(&base, &head, |(text, _)| text);
        matched.recognize(|_, (_, variant)| Some(&variant.rust), |_, _| true);
        self.entries(&matched, |_| rows, |_, _| spot, |(text, _)| Some(text.clone()));
        for (base, head) in &matched.both {
            self.values(row!("value-changed"), spot, [base, head].map(|(text, _)| text.clone()));
            self.values(row!("value-renamed"), spot, [base, head].map(|(_, it)| it.rust.clone()));
            self.texts(spot, [("constant", base.1.constant != head.1.constant)]);
        }
    }
}

fn keyed(variants: &[Variant]) -> Vec<(String, &Variant)> {
    variants.iter().map(|variant| (variant.value.text(), variant)).collect()
}

/// Returns whether two types are the same except for their name.
fn is_alike(base: &Type, head: &Type) -> bool {
    let field = |it: &Field| (it.name.clone(), it.ty.notation.clone());
    let value = |it: &Variant| it.value.text();
    match (&base.kind, &head.kind) {
        (TypeKind::Opaque, TypeKind::Opaque) => true,
        (TypeKind::Fields { fields: was, .. }, TypeKind::Fields { fields: is, .. }) => {
            was.iter().map(field).eq(is.iter().map(field))
        }
        (TypeKind::Enum { of: base, variants: was, .. }, TypeKind::Enum { of: head, variants: is, .. }) => {
            base == head && was.iter().map(value).eq(is.iter().map(value))
        }
        (TypeKind::Union { tag: was, members: base, .. }, TypeKind::Union { tag: is, members: head, .. }) => {
            let member = |it: &Member| (it.value.clone(), it.ty.notation.clone());
            was == is && base.iter().map(member).eq(head.iter().map(member))
        }
        (TypeKind::Opaque | TypeKind::Fields { .. } | TypeKind::Enum { .. } | TypeKind::Union { .. }, _) => {
            false
        }
    }
}

/// Its fields or values, or that it is opaque.
fn kind_text(api: &Api, ty: &Type) -> Option<String> {
    let facts = of_type(api, ty);
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
