//! Only what the spec takes is written: a draft is applied, and what is at fault is taken out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use indexmap::IndexMap;

use super::draft::{Draft, NewOperation, OperationDraft, ParameterDraft, ReturnsDraft, TypeDraft};
use crate::Spec;
use crate::diagnostics::{Fault, Faults, SpecFile};

/// Applies a draft after the overlays, and takes out of it what doesn't fit.
/// Returns the spec with the rest, and what was taken out and why.
///
/// # Errors
/// Faults that are not the draft's.
pub fn fit(draft: &mut Draft, folder: &Path, overlays: &[PathBuf]) -> Result<(Spec, Vec<String>), Faults> {
    let mut taken = Vec::new();
    loop {
        let faults = match open(draft, folder, overlays) {
            Ok(spec) => return Ok((spec, taken)),
            Err(faults) => faults,
        };
        let before = taken.len();
        for fault in faults.clone().sorted() {
            let keys = keys(&fault);
            if let Some(what) = draft.take(&keys) {
                taken.push(format!("{what}: {} (not written)", fault.title));
            }
        }
        if taken.len() == before {
            return Err(faults);
        }
        draft.prune();
    }
}

fn open(draft: &Draft, folder: &Path, overlays: &[PathBuf]) -> Result<Spec, Faults> {
    if draft.is_empty() {
        return Spec::open_with(folder, overlays);
    }
    let yaml = draft.yaml().map_err(|fault| {
        let faults = Faults::default();
        faults.add(fault);
        faults
    })?;
    Spec::open_with_text(folder, overlays, SpecFile::new("the overlay", yaml))
}

/// The keys around a fault, the outermost first; a row has the key of its operation.
fn keys(fault: &Fault) -> Vec<String> {
    let text = fault.file.as_ref().map(|file| file.text.as_str()).unwrap_or_default();
    let lines: Vec<&str> = text.lines().take(fault.position().0).collect();
    let mut keys = Vec::new();
    let mut inner = usize::MAX;
    for line in lines.iter().rev().filter(|line| !line.trim().is_empty()) {
        let depth = line.len() - line.trim_start().len();
        let Some((key, value)) = line.trim().split_once(':').filter(|_| depth < inner) else { continue };
        let key = match key.strip_prefix("- ") {
            Some("operation" | "group") => value.split('#').next().unwrap_or_default(),
            Some(key) => key,
            None => key,
        };
        keys.push(key.trim().trim_matches('"').to_owned());
        inner = depth;
    }
    keys.reverse();
    keys
}

impl Draft {
    /// Takes the item out that has these keys; says which it was.
    fn take(&mut self, keys: &[String]) -> Option<String> {
        for (index, key) in keys.iter().enumerate() {
            let inside: Vec<&str> = keys.iter().skip(index + 1).map(String::as_str).collect();
            let what = match inside.as_slice() {
                ["parameters" | "fields", name, ..] => format!("`{name}` of {key}"),
                [name, ..] => format!("{name} of {key}"),
                [] => key.clone(),
            };
            let operation = self.operations.get_mut(key).map(|it| it.take(&inside));
            let is_taken = operation.unwrap_or_default()
                || self.new_operations.values_mut().flatten().any(|it| it.value.take(key, &inside))
                || self.types.get_mut(key).or(self.new_types.get_mut(key)).is_some_and(|it| it.take(&inside));
            if is_taken {
                return Some(what);
            }
            let is_whole = self.operations.shift_remove(key).is_some()
                || self.types.shift_remove(key).is_some()
                || self.new_types.shift_remove(key).is_some()
                || self.unnamed.shift_remove(key).is_some()
                || self.prefixes.shift_remove(key).is_some()
                || remove(&mut self.new_operations, key)
                || key == "message" && self.message.take().is_some()
                || key == "envelope" && self.envelope.take().is_some();
            if is_whole {
                return Some(key.clone());
            }
        }
        None
    }

    /// Takes out what is empty, and new types that nothing names.
    fn prune(&mut self) {
        self.operations.retain(|_, it| !it.is_empty());
        self.types.retain(|_, ty| !ty.fields.is_empty());
        self.new_operations.retain(|_, operations| !operations.is_empty());
        loop {
            let used = self.used();
            let before = self.new_types.len();
            self.new_types.retain(|name, _| used.contains(name));
            if self.new_types.len() == before {
                return;
            }
        }
    }

    /// The names in all types that are written.
    fn used(&self) -> BTreeSet<String> {
        let of_parameter = |it: &ParameterDraft| match it {
            ParameterDraft::Add(ty) | ParameterDraft::Type(ty) => ty.clone(),
            ParameterDraft::Drop | ParameterDraft::Rename(_) | ParameterDraft::Optional => String::new(),
        };
        let of_returns = |it: &ReturnsDraft| match it {
            ReturnsDraft::Message => String::new(),
            ReturnsDraft::Kind { of, .. } => of.clone(),
        };
        let operations = self.operations.values();
        let parameters = operations.clone().flat_map(|it| it.parameters.values());
        let new = || self.new_operations.values().flatten().chain(self.unnamed.values()).map(|it| &it.value);
        let returns = operations.map(|it| &it.returns).chain(new().map(|it| &it.returns)).flatten();
        let fields = self.types.values().chain(self.new_types.values()).flat_map(|it| it.fields.values());
        let notations = parameters.map(|it| of_parameter(&it.value));
        let notations = notations.chain(returns.map(|it| of_returns(&it.value)));
        let notations = notations.chain(fields.map(|it| it.value.notation.clone()));
        let notations =
            notations.chain(new().flat_map(|it| it.parameters.values()).map(|it| it.value.clone()));
        let notations = notations.chain(self.message.iter().map(|it| it.value.ty.clone()));
        let words = |text: String| {
            let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        notations.flat_map(words).collect()
    }
}

fn remove(operations: &mut IndexMap<String, Vec<super::draft::Fact<NewOperation>>>, name: &str) -> bool {
    let own = operations.values_mut().find(|all| all.iter().any(|it| it.value.name == name));
    own.map(|all| all.retain(|it| it.value.name != name)).is_some()
}

impl OperationDraft {
    fn take(&mut self, keys: &[&str]) -> bool {
        match keys {
            ["parameters", name, ..] => self.parameters.shift_remove(*name).is_some(),
            ["path", ..] => self.path.take().is_some(),
            ["method", ..] => self.method.take().is_some(),
            ["encoding", ..] => self.encoding.take().is_some(),
            ["returns", ..] => self.returns.take().is_some(),
            _ => false,
        }
    }
}

impl NewOperation {
    fn take(&mut self, name: &str, keys: &[&str]) -> bool {
        match keys {
            _ if self.name != name => false,
            ["parameters", name, ..] => self.parameters.shift_remove(*name).is_some(),
            ["returns", ..] => self.returns.take().is_some(),
            _ => false,
        }
    }
}

impl TypeDraft {
    fn take(&mut self, keys: &[&str]) -> bool {
        matches!(keys, ["fields", name, ..] if self.fields.shift_remove(*name).is_some())
    }
}
