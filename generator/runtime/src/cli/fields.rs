//! A JSON body that is given by its fields, each an option.

use super::{
    names::Slot,
    sources::Sources,
    values::{Form, constant_of},
};
use crate::core::Parameter;

/// The error of a field of a body that is given as a whole, too.
const BOTH: &str = "a field of the body, which is given as a whole too: give one of the two";

impl Form {
    /// Reads the body from the options of its fields, unless it is given as a whole.
    pub(super) fn read_fields(
        &mut self,
        body: &'static Parameter,
        slots: &[Slot],
        sources: &mut Sources<'_>,
    ) {
        if self.has(body) {
            return slots
                .iter()
                .filter(|slot| sources.is_option(slot))
                .for_each(|slot| self.error(slot, BOTH));
        }
        let (constant, slots): (Vec<Slot>, Vec<Slot>) =
            slots.iter().cloned().partition(|slot| slot.parameter.constant.is_some());
        // The fields of an optional body are required only if there is a body.
        let has_body = body.required || slots.iter().any(|slot| sources.is_option(slot));
        if !has_body {
            return;
        }
        let mut fields = self.read_slots(&slots, sources);
        let is_asked = self.ask.iter().any(|slot| slot.field_of.is_some());
        if is_asked || !fields.is_empty() || slots.iter().any(Slot::is_required) {
            fields.extend(constant.iter().filter(|slot| slot.is_required()).filter_map(constant_of));
            self.fields = Some(fields);
        }
    }

    fn has(&self, parameter: &Parameter) -> bool {
        self.values.iter().any(|placed| placed.name == parameter.name)
            || self.invalid.iter().any(|invalid| invalid.name == parameter.name)
    }
}
