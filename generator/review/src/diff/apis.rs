//! An API as a whole, its groups and its constants.

use std::mem::discriminant;

use super::SubjectKind;
use super::credentials::{checks, credential, gate};
use super::entity::{Entity, Kind, Position, is, maybe, value};
use super::location::Half;
use super::operations::operations;
use super::rules::api::SECTION;
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
    let api = half.api;
    let facts = of_api(api);
    // The fields that it is recognized by; its name is only a text.
    let envelope = api.envelope.as_ref();
    let roles = envelope.map(|envelope| {
        [&*envelope.status, &envelope.ok, &envelope.error, &envelope.code, &envelope.data].join(" ")
    });
    Entity {
        traits: vec![
            // Its kind is part of every operation.
            vec![is("encoding_status", api.encoding.status.in_words()).at("encoding")],
            vec![is("rules", format!("{:?}", api.encoding.rules)).at("encoding")],
            vec![maybe("envelope", roles).at("envelope").shown(value(&facts, Key::Envelope))],
            vec![maybe("type", envelope.map(|envelope| &envelope.name)).at("envelope")],
        ],
        facts,
        parts: vec![
            ("constants", api.constants.iter().map(constant).collect()),
            ("credentials", api.blocks.iter().map(|block| credential(half, block)).collect()),
            ("gates", api.gates.iter().map(|gate| self::gate(half, gate)).collect()),
            ("checks", checks(half)),
            ("groups", groups(half)),
            ("operations", operations(half)),
        ],
        ..Entity::new(API, &api.name)
    }
}

/// An API that is in only one of two specs.
pub fn whole(api: &Api) -> Entity<'_> {
    let size = [counted(api.operations().count(), "operation"), counted(api.types.len(), "type")];
    Entity { text: Some(size.join(" and ")), ..Entity::new(API, &api.name) }
}

/// The groups of an API.
pub fn groups<'a>(half: &Half<'a>) -> Vec<Entity<'a>> {
    half.api.groups.iter().map(|group| self::group(half, group)).collect()
}

fn group<'a>(half: &Half<'a>, group: &'a Group) -> Entity<'a> {
    let unnamed = group.rows.iter().filter_map(|row| match row {
        Row::Named(_) => None,
        Row::Unnamed(row) => Some(unnamed(half, group, row)),
    });
    let order = group.operations().map(|operation| Entity::new(ORDER, &operation.name));
    let name = format!("{} ({})", group.rust, group.trait_name);
    Entity {
        clues: vec![group.source(), group.title.clone()],
        traits: vec![vec![is("group_name", name).at("group")]],
        facts: of_group(group),
        parts: vec![("unnamed", unnamed.collect()), ("order", order.collect())],
        ..Entity::new(GROUP, &group.rust)
    }
}

/// An entry without a name.
fn unnamed<'a>(half: &Half<'a>, group: &'a Group, unnamed: &'a Unnamed) -> Entity<'a> {
    // Everything that is known, except where it is.
    let sentences: String = of_unnamed(half.api, group, unnamed)
        .into_iter()
        .filter(|fact| !matches!(fact.key, Key::Group | Key::Source))
        .chain(unnamed.parameters.iter().flat_map(|parameter| of_parameter(half.api, parameter)))
        .map(|fact| half.sentence(&fact))
        .collect();
    Entity {
        text: Some(unnamed.place.clone()),
        traits: vec![vec![is("unnamed", sentences).shown(None)]],
        ..Entity::new(UNNAMED, &unnamed.place)
    }
}

fn constant(constant: &Constant) -> Entity<'_> {
    let (ty, text) = (&constant.ty.notation, constant.value.text());
    // The type in Rust is the value's.
    let rust = is("constant_type", format!("{:?}", discriminant(&constant.value)));
    Entity {
        traits: vec![
            vec![rust.shown(format!("{ty} = {text}")), is("constant_value", &text)],
            vec![is("type", ty)],
        ],
        text: Some(text),
        facts: of_constant(constant),
        ..Entity::new(CONSTANT, &constant.name)
    }
}
