//! Authentication blocks, gates, and which block an operation needs.

use crate::diagnostics::{At, Faults};
use crate::load::source::{ApiFile, AuthBlockSource, BlockPlace as Written};
use crate::model::{Auth, AuthBlock, BlockPlace, Gate, Parameter, Presence, RequestEncoding, Scheme};
use crate::naming;

use super::names::Names;
use super::parameters;
use super::scope::{Scope, did_you_mean};

/// Resolves the blocks in the order of the spec.
pub fn blocks(scope: &Scope<'_>, rust: &mut Names, at: At<'_>, faults: &mut Faults) -> Vec<AuthBlock> {
    let at = at.get("auth");
    let entries = scope.api.auth.iter().enumerate();
    entries.map(|(index, (name, source))| block(name, source, scope, rust, at.item(index), faults)).collect()
}

fn block(
    name: &str,
    source: &AuthBlockSource,
    scope: &Scope<'_>,
    rust: &mut Names,
    at: At<'_>,
    faults: &mut Faults,
) -> AuthBlock {
    let written = parameters::written(&source.parameters, at.get("parameters"));
    let mut fields = if source.bearer.is_some() { Names::credential_fields() } else { Names::fields() };
    let parameters = parameters::resolve(&written, scope, RequestEncoding::Form, &mut fields, faults);
    check_header(source, at, faults);
    if source.schemes.is_empty() && source.scheme.is_none() && source.credential_of.is_none() {
        let help = "add `schemes:`, or `scheme:` with the parameter that names the scheme";
        faults.push(at, format!("no credential of the block `{name}` can be made"), help);
    }
    let credential = source.credential_of.clone().unwrap_or_else(|| name.to_owned());
    check_credential(&credential, &parameters, scope, at, faults);
    for (role, parameter) in [("scheme", &source.scheme), ("bearer", &source.bearer)] {
        check_known(parameter.as_deref(), &parameters, at.get(role), faults);
    }
    let before = faults.len();
    let type_name = match &source.credential_of {
        None => {
            let type_name = format!("{}Auth", naming::type_name(name));
            rust.claim(name, type_name, "rename the block", at.key(), faults)
        }
        Some(owner) => format!("{}Auth", naming::type_name(owner)),
    };
    let constant = naming::constant(name);
    if faults.len() == before {
        rust.constant(name, constant.clone(), "rename the block", at.key(), faults);
    }
    AuthBlock {
        name: name.to_owned(),
        rust: type_name,
        caller: naming::type_name(name),
        method: naming::field(name),
        constant,
        title: source.title.clone(),
        credential,
        place: match source.place {
            Written::Form => BlockPlace::Form,
            Written::Header => BlockPlace::Header(source.prefix.clone().unwrap_or_default()),
        },
        bearer: source.bearer.clone(),
        scheme: source.scheme.clone(),
        schemes: schemes(source, &parameters, at.get("schemes"), faults),
        parameters,
        status: source.status,
        rules: source.rules.clone(),
        notes: source.notes.clone(),
    }
}

fn check_header(source: &AuthBlockSource, at: At<'_>, faults: &mut Faults) {
    let is_token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    if source.prefix.as_ref().is_some_and(|prefix| !prefix.chars().all(is_token)) {
        let help = "use letters, digits and `-`";
        faults.push(at.get("prefix"), "a prefix that no header's name can have", help);
    }
}

/// A block that carries another's credential has parameters of the same names.
fn check_credential(
    owner: &str,
    parameters: &[Parameter],
    scope: &Scope<'_>,
    at: At<'_>,
    faults: &mut Faults,
) {
    let Some(source) = scope.api.auth.get(owner) else {
        let help =
            did_you_mean(owner, scope.api.auth.keys().map(String::as_str), "name another block of `auth`");
        faults.push(at.get("credential_of"), format!("unknown authentication block `{owner}`"), help);
        return;
    };
    for (index, parameter) in parameters.iter().enumerate() {
        if !source.parameters.contains_key(&parameter.name) {
            let title = format!("`{owner}` has no parameter `{}`", parameter.name);
            let help =
                did_you_mean(&parameter.name, source.parameters.keys().map(String::as_str), "use its names");
            faults.push(at.get("parameters").item(index).key(), title, help);
        }
    }
}

fn check_known(name: Option<&str>, parameters: &[Parameter], at: At<'_>, faults: &mut Faults) {
    let Some(name) = name else { return };
    if !parameters.iter().any(|parameter| parameter.name == name) {
        let names = parameters.iter().map(|parameter| parameter.name.as_str());
        faults.push(
            at,
            format!("unknown parameter `{name}`"),
            did_you_mean(name, names, "name a parameter of this block"),
        );
    }
}

fn schemes(
    source: &AuthBlockSource,
    parameters: &[Parameter],
    at: At<'_>,
    faults: &mut Faults,
) -> Vec<Scheme> {
    let mut rust_names = Names::schemes();
    if source.scheme.is_some() {
        let any = "the constructor for any scheme";
        rust_names.claim(any, "new".to_owned(), "", at, faults);
    }
    let entries = source.schemes.iter().enumerate();
    entries
        .map(|(index, (name, scheme))| {
            let at = at.item(index);
            let rust = naming::field(name);
            for (index, taken) in scheme.takes.iter().enumerate() {
                check_known(Some(taken), parameters, at.get("takes").item(index), faults);
                check_once(&scheme.takes, index, at.get("takes"), faults);
            }
            let gets = |parameter: &Parameter| {
                scheme.takes.contains(&parameter.name)
                    || parameter.constant.is_some()
                    || scheme.value.is_some() && source.scheme.as_ref() == Some(&parameter.name)
            };
            for parameter in parameters
                .iter()
                .filter(|parameter| parameter.presence == Presence::Required && !gets(parameter))
            {
                let title = format!("the scheme leaves the required `{}` out", parameter.name);
                faults.push(at, title, "add it to `takes`, or give it a `value`");
            }
            let rust = rust_names.claim(name, rust, "rename the scheme", at.key(), faults);
            Scheme { rust, value: scheme.value.clone(), takes: scheme.takes.clone() }
        })
        .collect()
}

/// Reports an item that stands before it in its list too.
pub fn check_once(list: &[String], index: usize, at: At<'_>, faults: &mut Faults) {
    if let Some((item, before)) = list.get(..=index).and_then(<[String]>::split_last)
        && before.contains(item)
    {
        faults.push(at.item(index), format!("`{item}` stands in the list twice"), "take one out");
    }
}

/// Resolves the gates in the order of the spec.
pub fn gates(api: &ApiFile, at: At<'_>, faults: &mut Faults) -> Vec<Gate> {
    let entries = api.gates.iter().enumerate();
    entries
        .map(|(index, (code, gate))| {
            let at = at.get("gates").item(index);
            let auth = gate.auth.as_ref().and_then(|name| known(name, api, at.get("auth"), faults));
            Gate {
                code: code.clone(),
                doc: gate.doc.clone(),
                auth: auth.map(if gate.auth_optional { Auth::Optional } else { Auth::Required }),
                // Whom it asks about shows in the operations.
                asks: None,
            }
        })
        .collect()
}

/// Reports a default block that there is not.
pub fn check_default(api: &ApiFile, at: At<'_>, faults: &mut Faults) {
    if let Some(name) = &api.default_auth {
        known(name, api, at.get("default_auth"), faults);
    }
}

fn known(name: &str, api: &ApiFile, at: At<'_>, faults: &mut Faults) -> Option<String> {
    if api.auth.contains_key(name) {
        return Some(name.to_owned());
    }
    let names = api.auth.keys().map(String::as_str);
    let help = did_you_mean(name, names, "add the block to `auth` in api.yaml");
    faults.push(at, format!("unknown authentication block `{name}`"), help);
    None
}

/// The authentication of an operation: what it says itself, what its gates
/// ask for, or the API's default.
pub fn of_operation(
    said: Option<(&str, At<'_>)>,
    gates: &[String],
    scope: &Scope<'_>,
    at: At<'_>,
    faults: &mut Faults,
) -> Auth {
    let by_gates =
        || scope.gates.iter().filter(|gate| gates.contains(&gate.code)).find_map(|gate| gate.auth.clone());
    let by_default = || scope.api.default_auth.clone().map(Auth::Required);
    match said {
        Some(("none", _)) => Auth::None,
        Some(("not_shown", _)) => Auth::NotShown,
        Some((name, at)) => known(name, scope.api, at, faults).map_or(Auth::NotShown, Auth::Required),
        None => by_gates().or_else(by_default).unwrap_or_else(|| {
            let help =
                "name a gate that asks for a block, or say `auth:` with a block, `none` or `not_shown`";
            faults.push(at, "nothing says how the caller is authenticated", help);
            Auth::NotShown
        }),
    }
}
