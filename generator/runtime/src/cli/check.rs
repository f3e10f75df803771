//! Validation before anything is sent, by the rules that a server applies.

use super::{
    confirm::Question,
    names::Slot,
    problem::{Invalid, Problem},
    sources::Sources,
    values::{Form, Owner, typed},
};
use crate::codec::{FormWriter, ParameterError, Upload, validate};
use crate::core::{Misfit, Place, Step, Version};

/// Checks the forms. If they are valid, asks the question, and prompts for the missing secrets:
/// first for those of the last form, which is the credential. `account` is shown in the prompts.
///
/// # Errors
/// All errors at once.
pub(super) fn check(
    forms: &mut [&mut Form],
    version: Option<Version>,
    sources: &mut Sources<'_>,
    account: &str,
    question: Option<&Question>,
) -> Result<(), Problem> {
    if !sources.can_ask() {
        forms.iter_mut().for_each(|form| form.report_missing(sources));
    }
    accept(forms, version, sources)?;
    question.map_or(Ok(()), Question::ask)?;
    for form in forms.iter_mut().rev() {
        form.ask_for_secrets(sources, account)?;
    }
    accept(forms, version, sources)
}

fn accept(forms: &mut [&mut Form], version: Option<Version>, sources: &Sources<'_>) -> Result<(), Problem> {
    let invalid: Vec<Invalid> =
        forms.iter_mut().flat_map(|form| form.invalid(version, sources.is_dry())).collect();
    if invalid.is_empty() { Ok(()) } else { Err(Problem::Invalid(invalid)) }
}

impl Form {
    /// Returns the errors, except of values that the user will be asked for, and of secrets in a dry
    /// run.
    fn invalid(&mut self, version: Option<Version>, is_dry: bool) -> Vec<Invalid> {
        let mut form = self.reader(|_| Upload::default());
        if let Owner::Operation(command) = self.owner {
            validate::prepare(&mut form, command.operation, version);
        }
        self.recode(&mut form, &mut FormWriter::new(self.owner.parameters()));
        let errors = validate::finish(form, self.owner.parameters()).err().unwrap_or_default();
        let mut invalid = self.invalid.clone();
        let reported: Vec<String> = invalid.iter().map(|invalid| invalid.option.clone()).collect();
        let errors = errors.iter().flat_map(|error| self.errors_of(error));
        invalid.extend(errors.filter(|invalid| {
            let is_asked = self.ask.iter().any(|slot| slot.name == invalid.option);
            let is_secret = |slot: &Slot| slot.parameter.secret && slot.name == invalid.option;
            !(reported.contains(&invalid.option) || is_asked || is_dry && self.slots.iter().any(is_secret))
        }));
        invalid.extend(self.newer(version));
        invalid
    }

    /// The errors of a parameter: of JSON, an error for each misfit in it.
    fn errors_of(&self, error: &ParameterError) -> Vec<Invalid> {
        let parameter_slot =
            self.slots.iter().find(|slot| slot.parameter.name == error.name && slot.field_of.is_none());
        let option = parameter_slot.map_or(error.name.as_str(), |slot| &slot.name);
        let Some(misfit) = &error.misfit else {
            let has_fields = parameter_slot.is_some_and(|slot| slot.parameter.place == Place::Body)
                && self.slots.iter().any(|slot| slot.field_of.is_some());
            let hint = if has_fields { ": give it as JSON, or its fields as options" } else { "" };
            let what = format!("{}{hint}", error.what);
            return vec![Invalid { option: option.to_owned(), name: error.name.clone(), what }];
        };
        let invalid = misfit.all().into_iter().map(|misfit| {
            let pointer = misfit.pointer();
            let field = self.slots.iter().find_map(|slot| {
                slot.field_of.filter(|_| self.fields.is_some())?;
                let start = Misfit::new("").at(&[Step::Field(slot.parameter.wire_name().into())]);
                let rest = pointer.strip_prefix(start.pointer())?;
                (rest.is_empty() || rest.starts_with('/')).then_some((slot, rest))
            });
            let (option, pointer) =
                field.map_or((option, pointer), |(slot, rest)| (slot.name.as_str(), rest));
            let what = match pointer {
                "" => misfit.reason().to_owned(),
                pointer => format!("{pointer}: {}", misfit.reason()),
            };
            Invalid { option: option.to_owned(), name: error.name.clone(), what }
        });
        invalid.collect()
    }

    /// The errors of fields of a body that the server is too old for.
    fn newer(&self, has: Option<Version>) -> Vec<Invalid> {
        let slots = self.fields.iter().flatten().filter_map(|field| self.slot_of(field));
        slots.filter_map(|slot| Some(slot.invalid(validate::newer(slot.parameter, has)?))).collect()
    }

    fn ask_for_secrets(&mut self, sources: &mut Sources<'_>, account: &str) -> Result<(), Problem> {
        for slot in std::mem::take(&mut self.ask) {
            let secret = sources
                .ask(&slot, account, slot.parameter.new_password)
                .map_err(|what| Problem::Invalid(vec![slot.invalid(what)]))?;
            match typed(secret.expose(), &slot) {
                Ok(value) => self.add(&slot, value),
                Err(what) => self.error(&slot, what),
            }
        }
        Ok(())
    }

    /// Reports the secrets that the user can't be asked for as missing.
    fn report_missing(&mut self, sources: &Sources<'_>) {
        for slot in std::mem::take(&mut self.ask) {
            let what = format!("missing: pass --{}-file, or set {}", slot.name, sources.variable_of(&slot));
            self.error(&slot, what);
        }
    }
}
