//! Parameters, types, their fields and their listed values.

use super::SubjectKind;
use super::entity::{self, Chain, Entity, Kind, Trait, is, listed, maybe, value};
use super::rules::{parameter, types};
use super::spot::Half;
use generator_spec::facts::{
    Key, Piece, Plain, Print as _, line, of_deprecation, of_field, of_parameter, of_type,
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
const FIELD: Kind =
    Kind { name: "entry", section: &types::SECTION, position: entity::Position::Member("fields") };
const VALUE: Kind =
    Kind { name: "listed_value", section: &types::SECTION, position: entity::Position::Item("values") };

/// Parameters of an operation or of a credential.
pub fn parameters<'a>(half: &Half<'a>, all: &'a [Parameter]) -> Vec<Entity<'a>> {
    all.iter().enumerate().map(|(at, it)| parameter(half, at, it)).collect()
}

fn parameter<'a>(half: &Half<'a>, at: usize, it: &'a Parameter) -> Entity<'a> {
    let facts = of_parameter(half.api, it);
    let (sort, mark) = match (it.presence, it.nullable) {
        (Presence::Optional, _) => ("optional", "?"),
        (Presence::Required, true) => ("nullable", " or null"),
        // The one value is always sent.
        (Presence::Required, false) if it.constant.is_some() => ("constant", ""),
        (Presence::Required, false) => ("required", ""),
    };
    let listed = value(&facts, Key::Values).map(|listed| format!(", one of {listed}"));
    let shown = value(&facts, Key::Type).unwrap_or_default() + &listed.unwrap_or_default();
    let wire = match it.wire {
        Wire::Text => "plain text",
        Wire::Json => "JSON text",
        Wire::List => "a list of plain texts",
        Wire::File => "a file",
    };
    let json = (it.wire == Wire::Json && it.json).then_some("(JSON)");
    Entity {
        wire: Some(match it.place {
            // There is nothing but its value.
            Place::Path | Place::PathRest | Place::Body => "".into(),
            Place::Header => it.wire_name().to_ascii_lowercase().into(),
            Place::Query | Place::Cookie | Place::Form | Place::Part | Place::Field => it.wire_name().into(),
        }),
        rust: &it.rust,
        sort,
        text: Some(format!("{}{mark}", it.ty.notation)),
        clues: vec![format!("{at} {sort} {} {}", it.ty.notation, it.secret)],
        // `new` takes what is required in the order of the list.
        is_ordered: matches!(sort, "required" | "nullable"),
        traits: vec![
            typed(half, &it.ty, it.values.map(|id| half.type_name(id)), &shown),
            vec![is("wire", wire), maybe("json_mark", json)],
            vec![is("entry", sort)],
            vec![maybe("partial", part_of(half, it).map(|_| "partial")).shown(String::new())],
            inside(&it.ty),
            vec![deprecation(it.deprecated.as_ref())],
        ],
        facts,
        ..Entity::new(PARAMETER, &it.name)
    }
}

/// The type of which a partial body has some of the fields.
fn part_of<'a>(half: &Half<'a>, it: &Parameter) -> Option<&'a String> {
    half.api.ty(it.ty.shape.named()?)?.part_of.as_ref()
}

/// The deprecation of a parameter, a field or a type.
fn deprecation(it: Option<&Deprecation>) -> Trait {
    maybe("deprecation", it.map(|it| deprecation_text(it, Piece::Code))).at("deprecated")
}

/// The documents' text about a deprecation.
pub fn deprecation_text<'a>(it: &'a Deprecation, named: fn(&'a str) -> Piece<'a>) -> String {
    let texts: Vec<String> =
        of_deprecation(it, named).iter().skip(1).map(|fact| Plain.sentence(fact)).collect();
    texts.join(" ").trim_end_matches('.').to_owned()
}

/// Parameters as one value, without their texts.
pub fn together(name: &'static str, all: &[Entity<'_>]) -> Trait {
    let more = |it: &Entity<'_>, without: &[Key]| {
        let facts = it.facts.iter().filter(|fact| !without.contains(&fact.key));
        line(&facts.cloned().collect::<Vec<_>>())
    };
    let on_the_wire = |it: &Entity<'_>| {
        let values = it.traits.iter().flatten().filter(|it| it.name != "spelling");
        let more = more(it, &[Key::Type, Key::Required, Key::Values]);
        format!("{} {:?} {more}", it.name, values.map(|it| &it.is).collect::<Vec<_>>())
    };
    let shown = |it: &Entity<'_>| {
        let (ty, more) = (it.text.as_deref().unwrap_or_default(), more(it, &[Key::Type, Key::Required]));
        let more = if more.is_empty() { more } else { format!(" ({more})") };
        format!("{}: {ty}{more}", it.name)
    };
    let compared = (!all.is_empty()).then(|| all.iter().map(on_the_wire).collect::<String>());
    maybe(name, compared).shown(listed(&all.iter().map(shown).collect::<Vec<_>>()))
}

/// The uses of a type: in Rust, in JSON, and as it is spelled.
fn typed(half: &Half<'_>, ty: &TypeRef, values: Option<&str>, shown: &str) -> Chain {
    // A type that was renamed reports that itself.
    let spelling = if ty.types().next().is_some() { "" } else { &*ty.notation };
    let all = [
        is("shape", format!("{} {values:?}", half.shape(&ty.shape, Scalar::Object))),
        is("json_shape", half.shape(&ty.shape, Scalar::Any)),
        is("spelling", spelling),
    ];
    all.map(|it| it.shown(shown.to_owned())).into()
}

/// The limits of what is in a value.
fn inside(ty: &TypeRef) -> Chain {
    let inside = [&ty.limits.inner, &ty.limits.keys].map(|it| it.as_deref().map(ranges));
    vec![is("limits_inside", format!("{inside:?}")).shown(String::new())]
}

/// Limits without the names of the types that have them.
fn ranges(Limits { range, inner, keys, .. }: &Limits) -> String {
    format!("{range:?} {:?} {:?}", inner.as_deref().map(ranges), keys.as_deref().map(ranges))
}

/// The types of an API.
pub fn types<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    half.api.types.iter().enumerate().map(|(at, it)| named(half, at, it)).collect()
}

fn named<'a>(half: &Half<'a>, at: usize, it: &'a Type) -> Entity<'a> {
    let facts = of_type(half.api, it);
    // The base of its listed values, and its parts.
    let (of, parts) = match &it.kind {
        TypeKind::Opaque | TypeKind::Union { .. } | TypeKind::Alias { .. } => (None, Vec::new()),
        TypeKind::Fields { fields, .. } => {
            (None, vec![("fields", fields.iter().enumerate().map(|(at, it)| field(half, at, it)).collect())])
        }
        TypeKind::Enum { of, variants, .. } => {
            let (of, comparable) = match of {
                EnumOf::String => ("strings", "strings"),
                EnumOf::Number if it.has_fractions() => ("fractions", "numbers"),
                EnumOf::Number | EnumOf::Int => ("whole numbers", "numbers"),
            };
            let sort = if half.api.is_closed(it) { "closed" } else { "open" };
            (Some(of), vec![(comparable, variants.iter().map(|it| variant(sort, it)).collect())])
        }
    };
    let kind = value(&facts, Key::Kind);
    let text = value(&facts, Key::Fields).or_else(|| value(&facts, Key::Variants)).or_else(|| kind.clone());
    let members = value(&facts, Key::Members);
    let kinds = vec![maybe("kind", kind.clone()).shown(text.clone()), maybe("values_of", of).at("values")];
    // Of an alias: what it is. Its keys are a fact of their own.
    let target =
        it.named().next().into_iter().flat_map(|ty| [typed(half, ty, None, &ty.notation), inside(ty)]);
    Entity {
        rust: &it.rust,
        uses: half.uses[at],
        text: text.clone(),
        clues: vec![format!("{at} {kind:?} {of:?} {text:?} {members:?}")],
        traits: [
            vec![Trait { name: "type_deprecation", ..deprecation(it.deprecated.as_ref()) }],
            vec![maybe("values_int", is_int(it).then_some("a whole number")).at("of")],
            kinds,
        ]
        .into_iter()
        .chain(target)
        .collect(),
        facts,
        parts,
        ..Entity::new(if it.is_alias() { ALIAS } else { TYPE }, &it.name)
    }
}

/// Returns whether it lists whole numbers, and unlisted ones are whole, too.
fn is_int(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Enum { of: EnumOf::Int, .. })
}

fn field<'a>(half: &Half<'a>, at: usize, it: &'a Field) -> Entity<'a> {
    let mut traits = typed(half, &it.ty, None, &it.ty.notation);
    traits.push(maybe("boxing", it.boxed.then_some("Box")));
    let held = if it.is_option { "an `Option`" } else { "always there" };
    traits.push(maybe("held", it.required.then_some(held)));
    let sort = match (it.required, it.constant.is_some()) {
        (false, _) => "optional",
        (true, false) => "required",
        (true, true) => "constant",
    };
    Entity {
        wire: Some(it.wire_name().into()),
        rust: &it.rust,
        uses: it.uses(),
        sort,
        text: Some(it.ty.notation.clone()),
        clues: vec![format!("{at} {} {}", it.ty.notation, it.secret)],
        traits: vec![traits, inside(&it.ty), vec![deprecation(it.deprecated.as_ref())]],
        facts: of_field(half.api, it),
        ..Entity::new(FIELD, &it.name)
    }
}

fn variant<'a>(sort: &'static str, it: &'a Variant) -> Entity<'a> {
    Entity {
        rust: &it.rust,
        sort,
        text: Some(it.value.text()),
        traits: vec![vec![maybe("constant", it.constant.as_ref()).at("values")]],
        ..Entity::new(VALUE, it.value.text())
    }
}
