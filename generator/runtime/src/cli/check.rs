//! Validation before anything is sent, by the rules that a server applies.

use super::{
    confirm::Question,
    problem::{Invalid, Problem},
    sources::Sources,
    values::{Form, Of, typed},
};
use crate::codec::{FormWriter, ParameterError, Upload, validate};
use crate::core::{Misfit, Place, Step, Version};

/// Checks the forms, asking the user the question and for the secrets that are
/// missing if the rest is valid. The last form comes first there: it is the
/// credential. The user is shown `account`, which the secrets are for.
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
        forms.iter_mut().for_each(|form| form.miss(sources));
    }
    accept(forms, version, sources)?;
    question.map_or(Ok(()), Question::ask)?;
    for form in forms.iter_mut().rev() {
        form.fill(sources, account)?;
    }
    accept(forms, version, sources)
}

fn accept(forms: &mut [&mut Form], version: Option<Version>, sources: &Sources<'_>) -> Result<(), Problem> {
    let invalid = forms.iter_mut().flat_map(|form| form.invalid(version, sources.is_dry()));
    let invalid: Vec<Invalid> = invalid.collect();
    if invalid.is_empty() { Ok(()) } else { Err(Problem::Invalid(invalid)) }
}

impl Form {
    /// Returns the errors, apart from what the user will be asked for, and
    /// from secrets that nobody has to know.
    fn invalid(&mut self, version: Option<Version>, is_dry: bool) -> Vec<Invalid> {
        let mut form = self.reader(|_| Upload::default());
        if let Of::Operation(command) = self.of {
            validate::prepare(&mut form, command.operation, version);
        }
        self.recode(&mut form, &mut FormWriter::new(self.of.parameters()));
        let errors = validate::finish(form, self.of.parameters()).err().unwrap_or_default();
        let mut invalid = self.invalid.clone();
        let known: Vec<String> = invalid.iter().map(|it| it.option.clone()).collect();
        let errors = errors.iter().flat_map(|error| self.described(error));
        invalid.extend(errors.filter(|it| {
            let is_asked = self.ask.iter().any(|slot| slot.name == it.option);
            let mut secret = self.slots.iter().filter(|slot| slot.parameter.secret);
            let is_secret = secret.any(|slot| slot.name == it.option);
            !(known.contains(&it.option) || is_asked || is_dry && is_secret)
        }));
        invalid.extend(self.newer(version));
        invalid
    }

    /// The errors of a parameter: of JSON, all that is wrong in it.
    fn described(&self, error: &ParameterError) -> Vec<Invalid> {
        let of_slot =
            self.slots.iter().find(|slot| slot.parameter.name == error.name && slot.field_of.is_none());
        let option = of_slot.map_or(error.name.as_str(), |slot| &slot.name);
        let Some(misfit) = &error.misfit else {
            let has_fields = of_slot.is_some_and(|slot| slot.parameter.place == Place::Body)
                && self.slots.iter().any(|slot| slot.field_of.is_some());
            let hint = if has_fields { ": give it as JSON, or its fields as options" } else { "" };
            let what = format!("{}{hint}", error.what);
            return vec![Invalid { option: option.to_owned(), name: error.name.clone(), what }];
        };
        let each = misfit.all().into_iter().map(|misfit| {
            let pointer = misfit.pointer();
            let field = self.slots.iter().find_map(|slot| {
                slot.field_of.filter(|_| self.fields.is_some())?;
                let own = Misfit::new("").at(&[Step::Field(slot.parameter.wire_name().into())]);
                let rest = pointer.strip_prefix(own.pointer())?;
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
        each.collect()
    }

    /// The fields of a body that the server doesn't have yet.
    fn newer(&self, has: Option<Version>) -> Vec<Invalid> {
        let newer = self.fields.iter().flatten().filter_map(|field| {
            let slot = self.slot_of(field)?;
            Some(slot.invalid(validate::newer(slot.parameter, has)?))
        });
        newer.collect()
    }

    fn fill(&mut self, sources: &mut Sources<'_>, account: &str) -> Result<(), Problem> {
        for slot in std::mem::take(&mut self.ask) {
            let secret = sources.ask(&slot, account, slot.parameter.new_password);
            let secret = secret.map_err(|what| Problem::Invalid(vec![slot.invalid(what)]))?;
            match typed(secret.expose(), &slot) {
                Ok(value) => self.add(&slot, value),
                Err(what) => self.error(&slot, what),
            }
        }
        Ok(())
    }

    /// Nobody can be asked: what is not given is missing.
    fn miss(&mut self, sources: &Sources<'_>) {
        for slot in std::mem::take(&mut self.ask) {
            let what = format!("missing: pass --{}-file, or set {}", slot.name, sources.variable_of(&slot));
            self.error(&slot, what);
        }
    }
}
