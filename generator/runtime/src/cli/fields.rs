//! A JSON body that is given by its fields, each an option.

use super::{
    names::Slot,
    sources::{Origin, Sources},
    values::{Form, Given, Value},
};
use crate::core::Parameter;

/// A field of a body that is given as a whole too.
const BOTH: &str = "a field of the body, which is given as a whole too: give one of the two";

impl Form {
    /// Reads the body from the options of its fields, unless it is given as a whole.
    pub(super) fn read_fields(
        &mut self,
        body: &'static Parameter,
        slots: &[Slot],
        sources: &mut Sources<'_>,
    ) {
        let is_given = |slot: &&Slot| sources.origin(slot) == Some(Origin::Option);
        if self.has(body) {
            let twice: Vec<&Slot> = slots.iter().filter(is_given).collect();
            return twice.into_iter().for_each(|slot| self.error(slot, BOTH));
        }
        let (constant, slots): (Vec<Slot>, Vec<Slot>) =
            slots.iter().cloned().partition(|slot| slot.parameter.constant.is_some());
        // What is required of a body that may be left out is only so if it isn't.
        let is_meant = body.required || slots.iter().any(|slot| is_given(&slot));
        if !is_meant {
            return;
        }
        let mut fields = self.each(&slots, sources);
        let is_asked = self.ask.iter().any(|slot| slot.field_of.is_some());
        let is_object = is_asked || !fields.is_empty() || slots.iter().any(Slot::is_required);
        if is_object {
            fields.extend(constant.iter().filter(|slot| slot.is_required()).filter_map(constant_of));
            self.given.push(Given { parameter: body, value: Value::Object(fields) });
        }
    }

    /// The fields of the body, if it is given by them.
    pub(super) fn fields(&self) -> Option<&[Given]> {
        self.given.iter().find_map(|given| match &given.value {
            Value::Object(fields) => Some(fields.as_slice()),
            Value::Text(_) | Value::Items(_) | Value::Secret(_) | Value::Files(_) => None,
        })
    }

    pub(super) fn has(&self, parameter: &Parameter) -> bool {
        let is_it = |name: &str| name == parameter.name;
        self.given.iter().any(|given| is_it(given.parameter.name))
            || self.invalid.iter().any(|it| is_it(&it.name))
    }
}

/// The only value of a field.
fn constant_of(slot: &Slot) -> Option<Given> {
    let json = slot.parameter.constant?.to_owned();
    Some(Given { parameter: slot.parameter, value: Value::Text(json) })
}
