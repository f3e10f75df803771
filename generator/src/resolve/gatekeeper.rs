//! What a server asks at the gates, and about whom: that shows in the
//! operations that have the gate.

use std::collections::BTreeSet;

use crate::diagnostics::{At, Faults};
use crate::load::source::{ApiFile, AsksKind, GateSource};
use crate::model::{Api, Asks, Operation};

use super::names::Names;

/// Gives every gate its question.
pub fn complete(api: &mut Api, file: &ApiFile, at: At<'_>, faults: &mut Faults) {
    let mut methods = Names::gatekeeper();
    for (index, block) in api.blocks.iter().enumerate().filter(|(_, block)| block.is_own_credential()) {
        let at = at.get("auth").item(index).key();
        methods.claim(&block.name, block.method.clone(), "rename the block", at, faults);
    }
    let questions = file.gates.iter().enumerate().map(|(index, (code, source))| {
        question(api, code, source, &mut methods, at.get("gates").item(index), faults)
    });
    let questions: Vec<Option<Asks>> = questions.collect();
    for (gate, asks) in api.gates.iter_mut().zip(questions) {
        gate.asks = asks;
    }
    let permitted = credentials(api, |operation| operation.permission.is_some());
    if permitted.len() > 1 {
        let help = "give permissions to the callers of one credential only";
        faults.push(at.get("auth"), "callers of more than one credential need permissions", help);
    }
    api.permission_credential = permitted.into_iter().next();
}

fn question(
    api: &Api,
    code: &str,
    source: &GateSource,
    methods: &mut Names,
    at: At<'_>,
    faults: &mut Faults,
) -> Option<Asks> {
    let kind = source.asks?;
    let Some(rust) = &source.rust else {
        let help = "name the method that answers it: `rust: is_top_level`";
        faults.push(at.get("asks"), format!("the gate `{code}` asks nobody"), help);
        return None;
    };
    let method = methods.claim(code, rust.clone(), "give it another name in `rust:`", at.get("rust"), faults);
    if kind == AsksKind::Anonymous && !source.auth_optional {
        let title = format!("the gate `{code}` asks about callers without a credential, and lets none in");
        let help = "name the block that may be left out, and say `auth_optional: true`";
        faults.push(at.get("asks"), title, help);
    }
    let credential = if kind.is_about_callers() { Some(credential(api, code, at, faults)?) } else { None };
    Some(Asks { kind, method, credential })
}

/// The one credential of the callers that come to a gate.
fn credential(api: &Api, code: &str, at: At<'_>, faults: &mut Faults) -> Option<String> {
    let found = credentials(api, |operation| operation.gates.iter().any(|gate| gate == code));
    if found.len() > 1 {
        let names: Vec<&str> = found.iter().map(String::as_str).collect();
        let title = format!("the gate `{code}` asks about callers of {}", names.join(" and "));
        faults.push(at.get("asks"), title, "make a gate of its own for each credential");
    }
    found.into_iter().next()
}

fn credentials(api: &Api, takes: impl Fn(&Operation) -> bool) -> BTreeSet<String> {
    let blocks = api.operations().filter(|operation| takes(operation)).filter_map(|it| it.auth.block());
    blocks.filter_map(|name| api.block(name)).map(|block| block.credential.clone()).collect()
}
