//! Changes of an operation's parameters.

use std::collections::HashMap;

use generator_spec::model::{Operation, Parameter, Presence, Scalar, Shape, Wire};
use tests::random::Random;

use crate::learn::added::Added;
use crate::learn::made::Made;
use crate::learn::server::Change;

const OTHER_NAMES: &[&str] = &["Zebra", "Quux", "Marker", "Subject9", "handle"];

/// Changes some of them, and adds others.
pub fn change(
    operation: &Operation,
    changes: &mut HashMap<String, Change>,
    added: &mut Vec<Added>,
    random: &mut Random,
) {
    let mut own: Vec<&Parameter> = operation.parameters.iter().collect();
    if !own.is_empty() && random.percent(20) {
        let parameter = own.swap_remove(random.below(own.len()));
        let change = match random.below(4) {
            0 if parameter.presence == Presence::Required => Some(Change::Dropped),
            // The spec language has no words for one that can be null and missing.
            1 if parameter.presence == Presence::Required && !parameter.nullable => Some(Change::Optional),
            _ => renamed(operation, parameter, random).map(Change::Renamed),
        };
        changes.extend(change.map(|change| (parameter.name.clone(), change)));
    }
    for parameter in own {
        let is_bool = parameter.ty.shape == Shape::Scalar(Scalar::Bool)
            && parameter.wire == Wire::Text
            && !parameter.nullable;
        if is_bool && random.percent(20) {
            changes.insert(parameter.name.clone(), Change::Bit);
        }
        if is_text(parameter) && random.percent(5) {
            let object = Made::object(random, 2, false);
            let made = if random.percent(50) { object } else { Made::List(Box::new(object)) };
            changes.insert(parameter.name.clone(), Change::Json(made));
        }
        if parameter.secret && parameter.wire == Wire::Text && random.percent(5) {
            changes.insert(parameter.name.clone(), Change::Unwritable(Made::object(random, 2, false)));
        }
    }
    if random.percent(20) {
        let new = Added::any(random);
        // One that is missing and one of its type that is new are a renamed one.
        let is_gone =
            |it: &&Parameter| matches!(changes.get(&it.name), Some(Change::Dropped | Change::Renamed(_)));
        let is_known = operation.parameters.iter().any(|it| it.name == new.name);
        if !is_known && !operation.parameters.iter().filter(is_gone).any(|it| new.is_like(it)) {
            added.push(new);
        }
    }
}

/// Returns whether a parameter is any text.
fn is_text(parameter: &Parameter) -> bool {
    let Parameter { wire, nullable, format, values, secret, .. } = parameter;
    let is_plain = !nullable && !secret && format.is_none() && values.is_none();
    is_plain && *wire == Wire::Text && parameter.ty.shape == Shape::Scalar(Scalar::String)
}

/// Another name for a parameter. That an optional one is missing says nothing,
/// so its name has a word in common with the old one.
fn renamed(operation: &Operation, parameter: &Parameter, random: &mut Random) -> Option<String> {
    let is_typed = !parameter.nullable && parameter.format.is_none() && parameter.values.is_none();
    let is_required = parameter.presence == Presence::Required;
    let name = match is_required && random.percent(50) {
        true => (*random.one(OTHER_NAMES)).to_owned(),
        false => format!("{}Value", parameter.name),
    };
    let is_taken = operation.parameters.iter().any(|it| it.name == name);
    (is_typed && !is_taken).then_some(name)
}
