//! Authentication blocks, gates, and which block an operation needs.

use crate::diagnostics::{At, did_you_mean};
use crate::keywords::{CREDENTIAL_FIELDS, FIELDS, SCHEMES};
use crate::load::source::{AuthBlockSource, BlockPlace as WrittenPlace};
use crate::model::{Auth, AuthBlock, BlockPlace, Gate, Parameter, Place, Presence, Scheme, Status};
use crate::naming;

use super::names::RustNames;
use super::parameters::{self, Sent};
use super::scope::Scope;

/// Resolves the blocks in the order of the spec.
pub fn blocks(scope: &Scope<'_>) -> Vec<AuthBlock> {
    let entries = scope.api().auth.iter().zip(scope.at().get("auth").items());
    let mut blocks: Vec<AuthBlock> =
        entries.map(|((name, source), at)| block(name, source, scope, at)).collect();
    share_callers(&mut blocks, scope);
    for index in 0..blocks.len() {
        let owner = blocks.iter().find(|it| it.name == blocks[index].credential);
        blocks[index].rust = owner.unwrap_or(&blocks[index]).rust.clone();
    }
    blocks
}

/// Gives the alternatives of a block its type of caller: a handler doesn't see which was sent.
fn share_callers(blocks: &mut [AuthBlock], scope: &Scope<'_>) {
    let mut shared: Vec<(String, String)> = Vec::new();
    for (block, at) in blocks.iter().zip(scope.at().get("auth").items()) {
        let at = at.get("alternatives");
        scope.check_once(&block.alternatives, at);
        for (name, at) in block.alternatives.iter().zip(at.items()) {
            let other = scope.block(name, at).and_then(|name| blocks.iter().find(|it| it.name == name));
            let is_free = |other: &AuthBlock| {
                other.name != block.name && other.is_own_credential() && other.alternatives.is_empty()
            };
            if other.is_some_and(|other| !is_free(other)) {
                let title = format!("`{name}` cannot be an alternative of `{}`", block.name);
                let help = "name another block that has neither `alternatives` nor `credential_of`";
                scope.errors.push(at, title, help);
            }
            // A credential in another place can be sent in its own, too.
            if *name == block.credential {
                continue;
            }
            // The type is that of the block that defines the credential.
            let owner = blocks.iter().find(|it| it.name == block.credential).unwrap_or(block);
            let before = shared.iter().find(|(own, _)| own == name);
            if before.is_some_and(|(_, caller)| *caller != owner.caller) {
                let help = "a handler gets one type of caller for all alternatives: list it once, or describe it \
                            in two blocks";
                scope.errors.push(at, format!("`{name}` is an alternative of another credential, too"), help);
            }
            shared.push((name.clone(), owner.caller.clone()));
        }
    }
    for (name, caller) in shared {
        blocks.iter_mut().filter(|it| it.name == name).for_each(|it| it.caller.clone_from(&caller));
    }
}

fn block(name: &str, source: &AuthBlockSource, scope: &Scope<'_>, at: At<'_>) -> AuthBlock {
    let written = parameters::written(&source.parameters, at.get("parameters"));
    let fields = match source.bearer {
        Some(_) => RustNames::new(CREDENTIAL_FIELDS, scope.errors),
        None => RustNames::new(FIELDS, scope.errors),
    };
    let sent = Sent::of_block(source.place);
    let parameters = parameters::resolve(&written, &[at.get("parameters")], scope, &sent, &fields);
    check_header(source, scope, at);
    if source.schemes.is_empty() && source.scheme.is_none() && source.credential_of.is_none() {
        let help = "add `schemes:`, or `scheme:` with the parameter that names the scheme";
        let at = at.lacking(&["schemes", "scheme", "credential_of"]);
        scope.errors.push(
            at,
            format!("credential `{name}` defines no schemes, so it can't be constructed"),
            help,
        );
    }
    let credential = source.credential_of.clone().unwrap_or_else(|| name.to_owned());
    check_credential(&credential, &parameters, scope, at);
    for (role, parameter) in [("scheme", &source.scheme), ("bearer", &source.bearer)] {
        if let Some(parameter) = parameter {
            let is_lost = at.get("parameters").poisons(parameter);
            check_known(parameter, &parameters, scope, at.get(role).poisoned_if(is_lost));
        }
    }
    let said = [Some(source), scope.api().auth.get(&credential)];
    let refused_with = said.iter().flatten().find_map(|it| it.refused_with.clone());
    check_statuses(source, scope, at);
    let before = scope.errors.len();
    let words = naming::type_name(&credential);
    let mut rust = if words.ends_with("Auth") { words } else { format!("{words}Auth") };
    if source.credential_of.is_none() {
        rust = scope.rust.derive(name, &rust, "rename the block", at.key());
    }
    let constant = match scope.errors.len() == before {
        true => scope.rust.constant(name, "rename the block", at.key()),
        false => naming::constant(name),
    };
    let block = AuthBlock {
        name: name.to_owned(),
        rust,
        caller: naming::type_name(name),
        method: naming::field(name),
        constant,
        title: source.title.clone(),
        credential,
        alternatives: source.alternatives.clone(),
        place: match source.place {
            WrittenPlace::Form => BlockPlace::Form,
            WrittenPlace::Header => BlockPlace::Header(source.prefix.clone().unwrap_or_default()),
            WrittenPlace::Query => BlockPlace::Query,
            WrittenPlace::Cookie => BlockPlace::Cookie,
            WrittenPlace::Basic => BlockPlace::Basic,
            WrittenPlace::Bearer => BlockPlace::Bearer,
        },
        bearer: source.bearer.clone(),
        scheme: source.scheme.clone(),
        refused_with_status: if refused_with.is_some() { Status::Documented } else { Status::Inferred },
        refused_with: refused_with.unwrap_or_else(|| vec![401]),
        checked_first: said.iter().flatten().any(|it| it.checked_first),
        schemes: schemes(source, &parameters, scope, at),
        parameters,
        status: source.status,
        rules: source.rules.clone(),
        notes: source.notes.clone(),
    };
    check_authorization(&block, scope, at);
    block
}

/// `Authorization: Basic` has a user and a password, `Authorization: Bearer` a token; what says its own
/// place is sent beside them.
fn check_authorization(block: &AuthBlock, scope: &Scope<'_>, at: At<'_>) {
    let (count, title, help) = match block.place {
        BlockPlace::Basic => (
            2,
            "basic credentials are a user and a password",
            "list two parameters without `in`: the user, and the password",
        ),
        BlockPlace::Bearer => {
            let help = "remove it: the token is sent there anyway";
            scope.refuse(&["bearer"], "a credential with `in: bearer`", help, at);
            (1, "a bearer header has one token", "list one parameter without `in`: the token")
        }
        BlockPlace::Form | BlockPlace::Header(_) | BlockPlace::Query | BlockPlace::Cookie => return,
    };
    if block.parameters.iter().filter(|it| !it.moved).count() != count {
        scope.errors.push(at.get("parameters").key(), title, help);
    }
    for (it, at) in block.parameters.iter().zip(at.get("parameters").items()).filter(|(it, _)| it.moved) {
        if it.place == Place::Header && it.wire_name().eq_ignore_ascii_case("authorization") {
            let help = "remove `in`, or give it another place or another name";
            scope.errors.push(at.key(), "the header `Authorization` has the rest of this credential", help);
        }
    }
}

fn check_header(source: &AuthBlockSource, scope: &Scope<'_>, at: At<'_>) {
    if source.place != WrittenPlace::Header {
        let help = "remove it, or write `in: header`";
        scope.refuse(&["prefix"], "a credential in another place", help, at);
    }
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if let Some(prefix) = source.prefix.as_ref().filter(|prefix| !prefix.chars().all(is_token)) {
        let title = format!("`{prefix}` cannot begin the name of a header");
        scope.errors.push(at.get("prefix"), title, "use letters, digits and `-`");
    }
}

fn check_statuses(source: &AuthBlockSource, scope: &Scope<'_>, at: At<'_>) {
    let (statuses, at) = (source.refused_with.iter().flatten(), at.get("refused_with"));
    for (status, at) in statuses.zip(at.items()).filter(|(status, _)| !(400..600).contains(*status)) {
        let help = "use statuses from 400 to 599";
        scope.errors.push(at, format!("`{status}` is not the status of a failure"), help);
    }
    if source.refused_with.as_ref().is_some_and(Vec::is_empty) {
        scope.errors.push(at, "no status is listed", "list one, or remove the key: the usual status is 401");
    }
}

/// A block that carries another's credential has parameters of the same names.
fn check_credential(owner: &str, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    let blocks = &scope.api().auth;
    let Some(source) = blocks.get(owner) else {
        let (known, help) = (blocks.keys().map(String::as_str), "use another block of `auth`");
        let at = at.get("credential_of").poisoned_if(scope.at().get("auth").poisons(owner));
        return scope.errors.unknown(at, "authentication block", owner, known, help);
    };
    for (Parameter { name, .. }, at) in parameters.iter().zip(at.get("parameters").items()) {
        if !source.parameters.contains_key(name) {
            let known = source.parameters.keys().map(String::as_str);
            let help = did_you_mean(name, known, format!("use the parameter names of `{owner}`"));
            let is_lost = scope.at().get("auth").get(owner).get("parameters").poisons(name);
            scope.errors.push(
                at.key().poisoned_if(is_lost),
                format!("`{owner}` has no parameter `{name}`"),
                help,
            );
        }
    }
}

fn check_known(name: &str, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) {
    if !parameters.iter().any(|parameter| parameter.name == name) {
        let names = parameters.iter().map(|parameter| parameter.name.as_str());
        scope.errors.unknown(at, "parameter", name, names, "use a parameter of this block");
    }
}

fn schemes(source: &AuthBlockSource, parameters: &[Parameter], scope: &Scope<'_>, at: At<'_>) -> Vec<Scheme> {
    let (at, written) = (at.get("schemes"), at.get("parameters"));
    let rust_names = RustNames::new(SCHEMES, scope.errors);
    if source.scheme.is_some() {
        rust_names.claim("the constructor for any scheme", "new".to_owned(), "", at);
    }
    let entries = source.schemes.iter().zip(at.items());
    entries
        .map(|((name, scheme), at)| {
            scope.check_once(&scheme.takes, at.get("takes"));
            for (taken, at) in scheme.takes.iter().zip(at.get("takes").items()) {
                check_known(taken, parameters, scope, at.poisoned_if(written.poisons(taken)));
            }
            let gets = |parameter: &Parameter| {
                scheme.takes.contains(&parameter.name)
                    || parameter.constant.is_some()
                    || scheme.value.is_some() && source.scheme.as_ref() == Some(&parameter.name)
            };
            let required = parameters.iter().filter(|parameter| parameter.presence == Presence::Required);
            for Parameter { name, .. } in required.filter(|parameter| !gets(parameter)) {
                let title = format!("the scheme lacks the required parameter `{name}`");
                scope.errors.push(
                    at.lacking(&["takes", "value"]),
                    title,
                    "add it to `takes`, or give it a `value`",
                );
            }
            let rust = rust_names.claim(name, naming::field(name), "rename the scheme", at.key());
            Scheme { rust, value: scheme.value.clone(), takes: scheme.takes.clone() }
        })
        .collect()
}

/// Resolves the gates in the order of the spec.
pub fn gates(scope: &Scope<'_>) -> Vec<Gate> {
    let entries = scope.api().gates.iter().zip(scope.at().get("gates").items());
    entries
        .map(|((code, gate), at)| {
            let auth = gate.auth.as_ref().and_then(|name| scope.block(name, at.get("auth")));
            Gate {
                code: code.clone(),
                doc: gate.doc.clone(),
                auth: auth.map(if gate.auth_optional { Auth::Optional } else { Auth::Required }),
                // Known only from the operations that have the gate: see `gatekeeper`.
                asks: None,
            }
        })
        .collect()
}

/// Reports an unknown default block.
pub fn check_default(scope: &Scope<'_>) {
    if let Some(name) = &scope.api().default_auth {
        scope.block(name, scope.at().get("default_auth"));
    }
}

/// The authentication of an operation: what it says itself, what its gates
/// ask for, or the API's default.
pub fn of_operation(
    said: Option<(&String, At<'_>)>,
    gates: &[String],
    scope: &Scope<'_>,
    at: At<'_>,
) -> Auth {
    if let Some((name, at)) = said {
        return match name.as_str() {
            "none" => Auth::None,
            "not_shown" => Auth::NotShown,
            name => scope.block(name, at).map_or(Auth::NotShown, Auth::Required),
        };
    }
    let mut asked = scope.gates.iter().filter(|gate| gates.contains(&gate.code));
    let by_gates = asked.find_map(|gate| gate.auth.clone());
    let is_lost = scope.at().poisons("default_auth") || gates.iter().any(|code| loses_auth(scope, code));
    if is_lost {
        return by_gates.unwrap_or(Auth::NotShown);
    }
    let by_default = || scope.api().default_auth.clone().map(Auth::Required);
    by_gates.or_else(by_default).unwrap_or_else(|| {
        let help = "use a gate that asks for a block, or set `auth:` to a block, `none` or `not_shown`";
        scope.errors.push(at, "the operation has no authentication", help);
        Auth::NotShown
    })
}

/// Returns whether it is not known which block a gate asks for, since the gate is invalid.
fn loses_auth(scope: &Scope<'_>, code: &str) -> bool {
    let Some(gate) = scope.gates.iter().find(|gate| gate.code == code) else { return true };
    let names_one = scope.api().gates.get(code).is_some_and(|gate| gate.auth.is_some());
    names_one && gate.auth.is_none() || scope.at().get("gates").get(code).poisons("auth")
}
