//! Parameters, types, their fields and their listed values.

use super::SubjectKind;
use super::entity::{self, Chain, Entity, Kind, Trait, is, listed, maybe, value};
use super::location::Half;
use super::rules::{parameter, types};
use generator_spec::facts::{
    Key, Piece, Plain, Print, line, of_deprecation, of_field, of_parameter, of_type,
};
use generator_spec::model::{
    Deprecation, EnumOf, Field, Limits, Parameter, Place, Presence, Scalar, Type, TypeKind, TypeRef, Variant,
    Wire,
};

const PARAMETER: Kind =
    Kind { name: "entry", section: &parameter::SECTION, position: entity::Position::Member("parameters") };
const TYPE: Kind =
    Kind { name: "type", section: &types::SECTION, position: entity::Position::Subject(SubjectKind::Type) };
const ALIAS: Kind = Kind {
    name: "type_alias",
    section: &types::SECTION,
    position: entity::Position::Subject(SubjectKind::Type),
};
const HELD: Kind = Kind {
    name: "held_type",
    section: &types::SECTION,
    position: entity::Position::Subject(SubjectKind::Type),
};
const FIELD: Kind =
    Kind { name: "entry", section: &types::SECTION, position: entity::Position::Member("fields") };
const VALUE: Kind =
    Kind { name: "listed_value", section: &types::SECTION, position: entity::Position::Item("values") };

/// Parameters of an operation or of a credential.
pub fn parameters<'a>(half: &Half<'a>, all: &'a [Parameter]) -> Vec<Entity<'a>> {
    all.iter().enumerate().map(|(at, parameter)| self::parameter(half, at, parameter)).collect()
}

fn parameter<'a>(half: &Half<'a>, at: usize, parameter: &'a Parameter) -> Entity<'a> {
    let facts = of_parameter(half.api, parameter);
    let (sort, mark) = match (parameter.presence, parameter.nullable) {
        (Presence::Optional, _) => ("optional", "?"),
        (Presence::Required, true) => ("nullable", " or null"),
        // A constant is always sent.
        (Presence::Required, false) if parameter.constant.is_some() => ("constant", ""),
        (Presence::Required, false) => ("required", ""),
    };
    let listed = value(&facts, Key::Values).map(|listed| format!(", one of {listed}"));
    let shown = value(&facts, Key::Type).unwrap_or_default() + &listed.unwrap_or_default();
    let wire = match parameter.wire {
        Wire::Text => "plain text",
        Wire::Json => "JSON text",
        Wire::List => "a list of plain texts",
        Wire::File => "a file",
    };
    let json = (parameter.wire == Wire::Json && parameter.json).then_some("(JSON)");
    Entity {
        wire: Some(match parameter.place {
            // Only its value is sent.
            Place::Path | Place::PathRest | Place::Body => "".into(),
            Place::Header => parameter.wire_name().to_ascii_lowercase().into(),
            Place::Query | Place::Cookie | Place::Form | Place::Part | Place::Field => {
                parameter.wire_name().into()
            }
        }),
        rust: &parameter.rust,
        sort,
        text: Some(format!("{}{mark}", parameter.ty.notation)),
        clues: vec![format!("{at} {sort} {} {}", parameter.ty.notation, parameter.secret)],
        // `new` takes what is required in the order of the list.
        is_ordered: matches!(sort, "required" | "nullable"),
        traits: vec![
            typed(half, &parameter.ty, parameter.values.map(|id| half.type_name(id)), &shown),
            vec![is("wire", wire), maybe("json_mark", json)],
            vec![is("entry", sort)],
            vec![maybe("partial", part_of(half, parameter).map(|_| "partial")).shown(String::new())],
            inside(&parameter.ty),
            vec![deprecation(parameter.deprecated.as_ref())],
        ],
        facts,
        ..Entity::new(PARAMETER, &parameter.name)
    }
}

/// The name of the type whose fields a partial body may leave out.
fn part_of<'a>(half: &Half<'a>, parameter: &Parameter) -> Option<&'a String> {
    half.api.ty(parameter.ty.shape.named()?)?.part_of.as_ref()
}

/// The deprecation of a parameter, a field or a type.
fn deprecation(deprecation: Option<&Deprecation>) -> Trait {
    maybe("deprecation", deprecation.map(|deprecation| deprecation_text(deprecation, Piece::Code)))
        .at("deprecated")
}

/// The documents' text about a deprecation.
pub fn deprecation_text<'a>(deprecation: &'a Deprecation, named: fn(&'a str) -> Piece<'a>) -> String {
    let texts: Vec<String> =
        of_deprecation(deprecation, named).iter().skip(1).map(|fact| Plain.sentence(fact)).collect();
    texts.join(" ").trim_end_matches('.').to_owned()
}

/// Parameters as one value, without their texts.
pub fn together(name: &'static str, parameters: &[Entity<'_>]) -> Trait {
    let compared = (!parameters.is_empty()).then(|| parameters.iter().map(on_the_wire).collect::<String>());
    maybe(name, compared).shown(listed(&parameters.iter().map(in_words).collect::<Vec<_>>()))
}

/// Everything about a parameter that matters on the wire.
fn on_the_wire(parameter: &Entity<'_>) -> String {
    let values = parameter.traits.iter().flatten().filter(|value| value.name != "spelling");
    let values: Vec<_> = values.map(|value| &value.is).collect();
    let facts = facts_without(parameter, &[Key::Type, Key::Required, Key::Values]);
    format!("{} {values:?} {facts}", parameter.name)
}

/// `Name: type (other facts)`
fn in_words(parameter: &Entity<'_>) -> String {
    let facts = facts_without(parameter, &[Key::Type, Key::Required]);
    let facts = if facts.is_empty() { facts } else { format!(" ({facts})") };
    format!("{}: {}{facts}", parameter.name, parameter.text.as_deref().unwrap_or_default())
}

fn facts_without(parameter: &Entity<'_>, keys: &[Key]) -> String {
    let facts = parameter.facts.iter().filter(|fact| !keys.contains(&fact.key));
    line(&facts.cloned().collect::<Vec<_>>())
}

/// A type: in Rust, in JSON, and as the documents spell it.
fn typed(half: &Half<'_>, ty: &TypeRef, values: Option<&str>, shown: &str) -> Chain {
    // A type that was renamed reports that itself.
    let spelling = if ty.types().next().is_some() { "" } else { &*ty.notation };
    let all = [
        is("shape", format!("{} {values:?}", half.shape(&ty.shape, Scalar::Object))),
        is("json_shape", half.shape(&ty.shape, Scalar::Any)),
        is("spelling", spelling),
    ];
    all.map(|value| value.shown(shown.to_owned())).into()
}

/// The limits of the items, values or keys in a value.
fn inside(ty: &TypeRef) -> Chain {
    let inside = [&ty.limits.inner, &ty.limits.keys].map(|limits| limits.as_deref().map(ranges));
    vec![is("limits_inside", format!("{inside:?}")).shown(String::new())]
}

/// Limits as a text to compare, without the names of the types that they are from.
fn ranges(Limits { range, inner, keys, .. }: &Limits) -> String {
    format!("{range:?} {:?} {:?}", inner.as_deref().map(ranges), keys.as_deref().map(ranges))
}

/// The types of an API.
pub fn types<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    let all = half.api.types.iter().enumerate().filter(|(_, ty)| ty.in_rust);
    all.map(|(at, ty)| named(half, at, ty)).collect()
}

/// The types of what is only in bytes and texts: no code has them.
pub fn held<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    let all = half.api.types.iter().filter(|ty| !ty.in_rust);
    let entity = |ty: &'a Type| {
        let fields = ty.fields().iter().flat_map(|field| of_field(half.api, field));
        let facts = of_type(half.api, ty).into_iter().chain(fields);
        let facts = facts.filter(|fact| fact.key != Key::Doc && fact.key != Key::Rust);
        let sentences: String = facts.map(|fact| half.sentence(&fact)).collect();
        Entity { traits: vec![vec![is("held_type", sentences).shown(None)]], ..Entity::new(HELD, &ty.name) }
    };
    all.map(entity).collect()
}

fn named<'a>(half: &Half<'a>, at: usize, ty: &'a Type) -> Entity<'a> {
    let facts = of_type(half.api, ty);
    // The base of its listed values, and its parts.
    let (of, parts) = match &ty.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => (None, Vec::new()),
        TypeKind::Fields { fields, .. } => (
            None,
            vec![(
                "fields",
                fields.iter().enumerate().map(|(at, field)| self::field(half, at, field)).collect(),
            )],
        ),
        TypeKind::Enum { of, variants, .. } => {
            let (of, comparable) = match of {
                EnumOf::String => ("strings", "strings"),
                EnumOf::Number if ty.has_fractions() => ("fractions", "numbers"),
                EnumOf::Number | EnumOf::Int => ("whole numbers", "numbers"),
            };
            let sort = if half.api.is_closed(ty) { "closed" } else { "open" };
            (
                Some(of),
                vec![(comparable, variants.iter().map(|variant| self::variant(sort, variant)).collect())],
            )
        }
    };
    let kind = value(&facts, Key::Kind);
    let text = value(&facts, Key::Fields).or_else(|| value(&facts, Key::Variants)).or_else(|| kind.clone());
    let members = value(&facts, Key::Members);
    let kinds = vec![maybe("kind", kind.clone()).shown(text.clone()), maybe("values_of", of).at("values")];
    // The target of an alias. The type of its keys is a fact.
    let target = ty
        .named()
        .next()
        .into_iter()
        .flat_map(|named| [typed(half, named, None, &named.notation), inside(named)]);
    Entity {
        rust: &ty.rust,
        uses: half.uses[at],
        text: text.clone(),
        clues: vec![format!("{at} {kind:?} {of:?} {text:?} {members:?}")],
        traits: [
            vec![Trait { name: "type_deprecation", ..deprecation(ty.deprecated.as_ref()) }],
            vec![maybe("values_int", is_int(ty).then_some("a whole number")).at("of")],
            kinds,
        ]
        .into_iter()
        .chain(target)
        .collect(),
        facts,
        parts,
        ..Entity::new(if ty.is_alias() { ALIAS } else { TYPE }, &ty.name)
    }
}

/// Returns whether a type lists whole numbers, and unlisted ones are whole, too.
fn is_int(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Enum { of: EnumOf::Int, .. })
}

fn field<'a>(half: &Half<'a>, at: usize, field: &'a Field) -> Entity<'a> {
    let mut traits = typed(half, &field.ty, None, &field.ty.notation);
    traits.push(maybe("boxing", field.boxed.then_some("Box")));
    let held = if field.is_option { "an `Option`" } else { "always there" };
    traits.push(maybe("held", field.required.then_some(held)));
    let sort = match (field.required, field.constant.is_some()) {
        (false, _) => "optional",
        (true, false) => "required",
        (true, true) => "constant",
    };
    Entity {
        wire: Some(field.wire_name().into()),
        rust: &field.rust,
        uses: field.uses(),
        sort,
        text: Some(field.ty.notation.clone()),
        clues: vec![format!("{at} {} {}", field.ty.notation, field.secret)],
        traits: vec![traits, inside(&field.ty), vec![deprecation(field.deprecated.as_ref())]],
        facts: of_field(half.api, field),
        ..Entity::new(FIELD, &field.name)
    }
}

fn variant<'a>(sort: &'static str, variant: &'a Variant) -> Entity<'a> {
    Entity {
        rust: &variant.rust,
        sort,
        text: Some(variant.value.text()),
        traits: vec![vec![maybe("constant", variant.constant.as_ref()).at("values")]],
        ..Entity::new(VALUE, variant.value.text())
    }
}
