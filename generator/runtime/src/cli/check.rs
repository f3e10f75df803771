//! Validation before anything is sent, by the rules that a server applies.

use super::{
    confirm::Question,
    names::{Slot, option_of},
    problem::{Invalid, Problem},
    secrets::Sources,
    table::Recode,
    values::{self, Given, Value, Values},
};
use crate::codec::{FormWriter, ParameterError, Upload, validate};
use crate::core::{Descriptor, Parameter, Version};

/// A form and what it has to be.
pub(super) struct Form {
    pub(super) recode: Recode,
    pub(super) parameters: &'static [Parameter],
    /// The operation; `None` if it is the form of a credential.
    pub(super) operation: Option<&'static Descriptor>,
    pub(super) slots: Vec<Slot>,
    pub(super) values: Values,
}

/// Checks the forms, asking the user the question and for the secrets that are
/// missing if the rest is valid. The last form comes first there: it is the
/// credential. The user is shown `account`, which the secrets are for.
///
/// # Errors
/// All errors at once.
pub(super) fn check(
    forms: &mut [&mut Form],
    version: Option<Version>,
    sources: &Sources<'_>,
    account: &str,
    question: Option<&Question>,
) -> Result<(), Problem> {
    if !sources.can_ask() {
        forms.iter_mut().for_each(|form| form.values.miss(sources));
    }
    accept(forms, version, sources)?;
    question.map_or(Ok(()), Question::ask)?;
    for form in forms.iter_mut().rev() {
        form.fill(sources, account)?;
    }
    accept(forms, version, sources)
}

fn accept(forms: &[&mut Form], version: Option<Version>, sources: &Sources<'_>) -> Result<(), Problem> {
    let invalid = forms.iter().flat_map(|form| form.invalid(version, sources.is_dry()));
    let invalid: Vec<Invalid> = invalid.collect();
    if invalid.is_empty() { Ok(()) } else { Err(Problem::Invalid(invalid)) }
}

impl Form {
    /// Returns the errors, apart from what the user will be asked for, and
    /// from secrets that nobody has to know.
    fn invalid(&self, version: Option<Version>, is_dry: bool) -> Vec<Invalid> {
        let given = &self.values.given;
        let files = values::files(given).map(|(name, _)| name);
        let mut form = files.fold(values::form(given), |form, name| form.with_file(name, Upload::default()));
        if let Some(operation) = self.operation {
            validate::prepare(&mut form, operation, version);
        }
        (self.recode)(&mut form, &mut FormWriter::new(self.parameters));
        let errors = validate::finish(form, self.parameters).err().unwrap_or_default();
        let mut invalid = self.values.invalid.clone();
        for ParameterError { name, what, .. } in errors {
            let is_known = invalid.iter().any(|known| known.name == name);
            let is_asked = self.values.ask.iter().any(|slot| slot.parameter.name == name);
            let is_secret = self.parameters.iter().any(|known| known.secret && known.name == name);
            if !(is_known || is_asked || is_dry && is_secret) {
                invalid.push(Invalid { option: option_of(&self.slots, &name).to_owned(), name, what });
            }
        }
        invalid
    }

    fn fill(&mut self, sources: &Sources<'_>, account: &str) -> Result<(), Problem> {
        for slot in std::mem::take(&mut self.values.ask) {
            let secret = sources.ask(&slot, account, slot.parameter.new_password);
            let secret = secret.map_err(|what| Problem::Invalid(vec![slot.invalid(what)]))?;
            self.values.given.push(Given { parameter: slot.parameter, value: Value::Secret(secret) });
        }
        Ok(())
    }
}

impl Values {
    /// Nobody can be asked: what is not given is missing.
    fn miss(&mut self, sources: &Sources<'_>) {
        for slot in std::mem::take(&mut self.ask) {
            let what = format!("missing: pass --{}-file, or set {}", slot.name, sources.variable_of(&slot));
            self.error(&slot, what);
        }
    }
}
