//! The question that a server asks at each gate, and about which caller: this follows from the
//! operations that have the gate.

use std::collections::BTreeSet;

use crate::diagnostics::{At, Errors};
use crate::keywords::CHECKS;
use crate::load::ApiSource;
use crate::load::source::{AsksKind, GateSource};
use crate::model::{Api, Asks, Operation};

use super::names::RustNames;

/// Gives every gate its question.
pub fn complete(api: &mut Api, source: &ApiSource, errors: &Errors) {
    let at = source.api.at();
    let methods = RustNames::new(CHECKS, errors);
    let blocks = api.blocks.iter().zip(at.get("auth").items());
    for (block, at) in blocks.filter(|(block, _)| block.is_own_credential()) {
        methods.claim(&block.name, block.method.clone(), "rename the block", at.key());
    }
    let gates = source.api.value.gates.iter().zip(at.get("gates").items());
    let questions = gates.map(|((code, gate), at)| question(api, code, gate, &methods, at, errors));
    let questions: Vec<Option<Asks>> = questions.collect();
    for (gate, asks) in api.gates.iter_mut().zip(questions) {
        gate.asks = asks;
    }
    let permitted = credentials(api, |operation| operation.permission.is_some());
    if permitted.len() > 1 {
        let help = "use `permission` with the callers of one credential only";
        errors.push(at.get("auth"), "`permission` is used by operations with different credentials", help);
    }
    api.permission_credential = permitted.into_iter().next();
}

fn question(
    api: &Api,
    code: &str,
    source: &GateSource,
    methods: &RustNames<'_>,
    at: At<'_>,
    errors: &Errors,
) -> Option<Asks> {
    let kind = source.asks?;
    let at_asks = at.get("asks");
    let Some(rust) = &source.rust else {
        let title = format!("the gate `{code}` has `asks` but no `rust` method");
        errors.push(
            at_asks.poisoned_if(at.poisons("rust")),
            title,
            "name the method that decides: `rust: allows_changes`",
        );
        return None;
    };
    let method = methods.claim(code, rust.clone(), "choose another name in `rust:`", at.get("rust"));
    if kind == AsksKind::Anonymous && !source.auth_optional {
        let title = format!("gate `{code}` has `asks: anonymous`, but its credential is not optional");
        errors.push(
            at_asks.poisoned_if(at.poisons("auth_optional")),
            title,
            "set `auth:` to the optional block, and `auth_optional: true`",
        );
    }
    if !kind.is_about_callers() {
        return Some(Asks { kind, method, credential: None });
    }
    let found = credentials(api, |operation| operation.gates.iter().any(|gate| gate == code));
    if found.len() > 1 {
        let names: Vec<String> = found.iter().map(|name| format!("`{name}`")).collect();
        let title = format!("the gate `{code}` asks about callers of {}", names.join(" and "));
        errors.push(at_asks, title, "use a separate gate for each credential");
    }
    Some(Asks { kind, method, credential: Some(found.into_iter().next()?) })
}

/// The credentials of the callers of some operations.
fn credentials(api: &Api, takes: impl Fn(&Operation) -> bool) -> BTreeSet<String> {
    let blocks = api.operations().filter(|operation| takes(operation)).filter_map(|it| it.auth.block());
    blocks.filter_map(|name| api.block(name)).map(|block| block.credential.clone()).collect()
}
