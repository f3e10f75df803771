//! An API as a whole, its groups and its constants.

use std::mem::discriminant;

use super::SubjectKind;
use super::credentials::{checks, credential, gate};
use super::entity::{Entity, Kind, Position, is, maybe, value};
use super::operations::operations;
use super::rules::api::SECTION;
use super::spot::Half;
use generator_spec::facts::{Key, Print, of_api, of_constant, of_group, of_parameter, of_unnamed};
use generator_spec::model::{Api, Constant, Group, Row, Unnamed};
use generator_spec::text::counted;

const API: Kind = Kind { name: "api", section: &SECTION, position: Position::Subject(SubjectKind::Api) };
const GROUP: Kind =
    Kind { name: "group", section: &SECTION, position: Position::Subject(SubjectKind::Group) };
const UNNAMED: Kind = Kind { name: "unnamed", section: &SECTION, position: Position::Member("") };
const ORDER: Kind = Kind { name: "order of operations", section: &SECTION, position: Position::Item("") };
const CONSTANT: Kind =
    Kind { name: "constant", section: &SECTION, position: Position::Subject(SubjectKind::Constant) };

/// An API, except for its types.
pub fn api<'a>(half: &Half<'a>) -> Entity<'a> {
    let it = half.api;
    let facts = of_api(it);
    // The fields that it is recognized by; its name is only a text.
    let envelope = it.envelope.as_ref();
    let roles = envelope.map(|it| [&*it.status, &it.ok, &it.error, &it.code, &it.data].join(" "));
    Entity {
        traits: vec![
            // Its kind is part of every operation.
            vec![is("encoding_status", it.encoding.status.in_words()).at("encoding")],
            vec![is("rules", format!("{:?}", it.encoding.rules)).at("encoding")],
            vec![maybe("envelope", roles).at("envelope").shown(value(&facts, Key::Envelope))],
            vec![maybe("type", envelope.map(|it| &it.name)).at("envelope")],
        ],
        facts,
        parts: vec![
            ("constants", it.constants.iter().map(constant).collect()),
            ("credentials", it.blocks.iter().map(|it| credential(half, it)).collect()),
            ("gates", it.gates.iter().map(|it| gate(half, it)).collect()),
            ("checks", checks(half)),
            ("groups", groups(half)),
            ("operations", operations(half)),
        ],
        ..Entity::new(API, &it.name)
    }
}

/// An API that is in only one of two specs.
pub fn whole(it: &Api) -> Entity<'_> {
    let size = [counted(it.operations().count(), "operation"), counted(it.types.len(), "type")];
    Entity { text: Some(size.join(" and ")), ..Entity::new(API, &it.name) }
}

/// The groups of an API.
pub fn groups<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    half.api.groups.iter().map(|it| group(half, it)).collect()
}

fn group<'a>(half: &Half<'a>, it: &'a Group) -> Entity<'a> {
    let unnamed = it.rows.iter().filter_map(|row| match row {
        Row::Named(_) => None,
        Row::Unnamed(row) => Some(unnamed(half, it, row)),
    });
    let order = it.operations().map(|it| Entity::new(ORDER, &it.name));
    let name = format!("{} ({})", it.rust, it.trait_name);
    Entity {
        clues: vec![it.source(), it.title.clone()],
        traits: vec![vec![is("group_name", name).at("group")]],
        facts: of_group(it),
        parts: vec![("unnamed", unnamed.collect()), ("order", order.collect())],
        ..Entity::new(GROUP, &it.rust)
    }
}

/// An entry without a name.
fn unnamed<'a>(half: &Half<'a>, group: &'a Group, it: &'a Unnamed) -> Entity<'a> {
    // Everything that is known, except where it is.
    let own = of_unnamed(half.api, group, it).into_iter();
    let own = own.filter(|fact| !matches!(fact.key, Key::Group | Key::Source));
    let all = own.chain(it.parameters.iter().flat_map(|it| of_parameter(half.api, it)));
    let sentences: String = all.map(|fact| half.sentence(&fact)).collect();
    Entity {
        text: Some(it.place.clone()),
        traits: vec![vec![is("unnamed", sentences).shown(None)]],
        ..Entity::new(UNNAMED, &it.place)
    }
}

fn constant(it: &Constant) -> Entity<'_> {
    let (ty, text) = (&it.ty.notation, it.value.text());
    // The type in Rust is the value's.
    let rust = is("constant_type", format!("{:?}", discriminant(&it.value)));
    Entity {
        traits: vec![
            vec![rust.shown(format!("{ty} = {text}")), is("constant_value", &text)],
            vec![is("type", ty)],
        ],
        text: Some(text),
        facts: of_constant(it),
        ..Entity::new(CONSTANT, &it.name)
    }
}
