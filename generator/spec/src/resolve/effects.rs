//! Effects of operations on the server: an entry has one, or the effect convention gives it.

use crate::diagnostics::{At, Errors};
use crate::load::source::OperationSource;
use crate::model::{Api, Effect, EffectConvention, EffectRule, HttpMethod, Operation, Status};

use super::scope::Scope;

/// The effect of an operation on the server.
pub struct Effects {
    pub effect: Effect,
    /// Its origin; `None` if neither the entry nor a convention gives it.
    pub status: Option<Status>,
    pub repeatable: bool,
}

/// The effects of a row. `rust` is the name in Rust, which an overlay that renames an operation keeps.
pub fn of(
    source: &OperationSource,
    rust: &str,
    method: HttpMethod,
    scope: &Scope<'_>,
    at: At<'_>,
) -> Effects {
    let convention = scope.api().effect_convention.as_ref();
    let rule = convention.and_then(|it| it.rule(rust, method));
    let said = said(source, scope, at);
    if said.is_none() && convention.is_some() && rule.is_none() && at.overlay().is_none() {
        let title = format!("no rule of `effect_convention` covers `{rust}`");
        let help = "add `effect:` if the documents show what it does, `inferred_effect:` if not, or a rule";
        let at_convention = scope.at().get("effect_convention");
        let at = at.lacking(&["effect", "inferred_effect"]).poisoned_if(at_convention.poisons_any());
        scope.errors.push(at, title, help);
    }
    let by_method = method.is_safe().then_some(Effect::Reads);
    let (effect, status) = match (said, rule) {
        (Some((effect, status)), _) => (effect, Some(status)),
        (None, Some(rule)) => (rule.effect, Some(Status::Inferred)),
        (None, None) if convention.is_some() => {
            (by_method.unwrap_or(Effect::Destroys), Some(Status::Inferred))
        }
        (None, None) => (by_method.unwrap_or(Effect::Changes), None),
    };
    let by_rule = rule.filter(|rule| rule.effect == effect).map(|rule| rule.repeatable);
    let repeatable = source.repeatable.or(by_rule).unwrap_or(effect == Effect::Reads);
    Effects { effect, status, repeatable }
}

fn said(source: &OperationSource, scope: &Scope<'_>, at: At<'_>) -> Option<(Effect, Status)> {
    if source.effect.is_some() && source.inferred_effect.is_some() {
        let help = "keep `effect` if the documents show it, otherwise `inferred_effect`";
        let title = "an effect cannot be both documented and inferred";
        scope.errors.push(at.get("inferred_effect").key(), title, help);
    }
    let inferred = source.inferred_effect.map(|effect| (effect, Status::Inferred));
    source.effect.map(|effect| (effect, Status::Documented)).or(inferred)
}

/// The convention, its place, and what else its checks need.
pub struct Convention<'a> {
    pub api: &'a Api,
    pub rules: &'a EffectConvention,
    /// Poisoned if anything in it is, since every effect follows from all of it.
    pub at: At<'a>,
    /// There may be operations that are not there, or whose effects aren't.
    pub loses_operations: bool,
    pub errors: &'a Errors,
}

impl Convention<'_> {
    /// An operation follows its rule, or is listed as an exception.
    pub fn operation(&self, operation: &Operation, at: At<'_>) {
        let Some(rule) = self.rules.rule(&operation.rust, operation.http_method) else { return };
        let at = at.poisoned_if(self.at.is_poisoned());
        if let Some(said) = at.find("inferred_effect").filter(|_| operation.effect == rule.effect) {
            let title = format!("the convention gives the effect `{}` too", rule.effect.name());
            return self.errors.push(said.key(), title, "remove the key");
        }
        if is_exception(operation, rule) && !self.rules.exceptions.contains_key(&operation.name) {
            let keys = ["effect", "inferred_effect", "repeatable"];
            let at = keys.into_iter().find_map(|key| at.find(key)).unwrap_or(at);
            let title = format!("`{}` does not follow the effect convention", operation.name);
            let help = format!(
                "its rule, as in `{}`, gives {}: list the operation in the `exceptions` of `effect_convention`",
                rule.as_in,
                in_words(rule)
            );
            self.errors.push(at, title, help);
        }
    }

    /// Checks the convention itself.
    pub fn check(&self) {
        self.conditions();
        self.exceptions();
        self.support();
    }

    /// A rule is about names or about methods.
    fn conditions(&self) {
        for (rule, at) in self.rules.rules.iter().zip(self.at.get("rules").items()) {
            if rule.words.is_empty() && rule.methods.is_empty() {
                let help = "add `words:` of names, or `methods:` such as `[GET, HEAD]`";
                let title = "the rule doesn't say which operations it decides";
                self.errors.push(at.lacking(&["words", "methods"]), title, help);
            }
        }
    }

    /// An exception that no longer applies misleads.
    fn exceptions(&self) {
        let at = self.at.get("exceptions").poisoned_if(self.loses_operations);
        for (name, at) in self.rules.exceptions.keys().zip(at.items().map(At::key)) {
            let Some(operation) = self.api.operation(name) else {
                let known = self.api.operations().map(|it| it.name.as_str());
                self.errors.unknown(at, "operation", name, known, "remove it");
                continue;
            };
            let rule = self.rules.rule(&operation.rust, operation.http_method);
            if !is_overlaid(operation) && !rule.is_some_and(|rule| is_exception(operation, rule)) {
                let help = match rule {
                    Some(_) => "remove it: its effect is what the rules give",
                    None => "remove it: no rule has a word of its name",
                };
                self.errors.push(at, format!("`{name}` needs no exception"), help);
            }
        }
    }

    /// Each rule names an operation that it decides, and whose effect is documented.
    fn support(&self) {
        for (rule, at) in self.rules.rules.iter().zip(self.at.get("rules").items()) {
            let at = at.get("as_in").poisoned_if(self.loses_operations);
            let Some(operation) = self.api.operation(&rule.as_in) else {
                // An overlay may have dropped it.
                if !self.api.overlays.is_empty() {
                    continue;
                }
                let known = self.api.operations().map(|it| it.name.as_str());
                self.errors.unknown(at, "operation", &rule.as_in, known, "cite an operation of this API");
                continue;
            };
            let is_documented = operation.effect_status == Some(Status::Documented);
            let own = self.rules.rule(&operation.rust, operation.http_method);
            let is_own = own == Some(rule) && !is_exception(operation, rule);
            if !(is_overlaid(operation) || is_documented && is_own) {
                let title = format!("`{}` doesn't support the rule", rule.as_in);
                let help = "cite an operation that the rule decides, and whose `effect` the documents show";
                self.errors.push(at, title, help);
            }
        }
    }
}

fn is_exception(operation: &Operation, rule: &EffectRule) -> bool {
    !is_overlaid(operation) && (operation.effect, operation.repeatable) != (rule.effect, rule.repeatable)
}

fn is_overlaid(operation: &Operation) -> bool {
    operation.source.is_some()
        || ["effect", "repeatable"].iter().any(|key| operation.overlaid.contains_key(*key))
}

fn in_words(rule: &EffectRule) -> String {
    let repeatable = if rule.repeatable { "repeatable" } else { "not repeatable" };
    format!("`{}`, {repeatable}", rule.effect.name())
}
