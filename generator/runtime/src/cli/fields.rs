//! A JSON body that is given by its fields, each an option.

use super::{
    names::Slot,
    sources::Sources,
    values::{Form, constant_of},
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
        if self.has(body) {
            let twice = slots.iter().filter(|slot| sources.is_option(slot));
            return twice.for_each(|slot| self.error(slot, BOTH));
        }
        let (constant, slots): (Vec<Slot>, Vec<Slot>) =
            slots.iter().cloned().partition(|slot| slot.parameter.constant.is_some());
        // What is required of a body that may be left out is only so if it isn't.
        let is_meant = body.required || slots.iter().any(|slot| sources.is_option(slot));
        if !is_meant {
            return;
        }
        let mut fields = self.each(&slots, sources);
        let is_asked = self.ask.iter().any(|slot| slot.field_of.is_some());
        if is_asked || !fields.is_empty() || slots.iter().any(Slot::is_required) {
            fields.extend(constant.iter().filter(|slot| slot.is_required()).filter_map(constant_of));
            self.fields = Some(fields);
        }
    }

    fn has(&self, parameter: &Parameter) -> bool {
        self.values.iter().any(|placed| placed.name == parameter.name)
            || self.invalid.iter().any(|it| it.name == parameter.name)
    }
}
