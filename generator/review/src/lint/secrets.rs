//! Names that look like secrets, and secrets in URLs.

use std::collections::HashSet;

use super::{Findings, Rule, Severity, Subject};
use generator_spec::diagnostics::At;
use generator_spec::model::{BlockPlace, Operation, Place, RequestEncoding};
use generator_spec::secret_names;

pub const UNMARKED: Rule = Rule {
    name: "unmarked-secret",
    severity: Severity::Warning,
    reason: "A parameter or a field whose name mentions a password, a token or a key is probably a secret. \
             Unless it has `secret: true`, its value appears in Debug output, errors and logs, which a \
             review does not show. Mark it, or allow it with the reason why anyone may see it. A `key` in a path \
             identifies something, and isn't reported.",
    check: unmarked,
};

pub const IN_QUERY: Rule = Rule {
    name: "secret-in-query",
    severity: Severity::Warning,
    reason: "The parameters of a GET, HEAD or DELETE are in the URL unless `in` says otherwise, and so is a \
             credential with `in: form` there, or with `in: query`. Servers and proxies write URLs to \
             their logs, and with them these secrets. Use POST; for a credential, use a block with \
             `in: header`, or `auth_in: bearer`. If the server takes nothing else, allow it.",
    check: in_query,
};

fn unmarked(subject: &Subject<'_>, findings: &mut Findings) {
    let parameters = subject
        .parameters()
        .filter(|(name, _, at)| !is_identifier(subject, name, *at))
        .map(|(name, parameter, at)| (name, parameter.notation.as_str(), parameter.secret, at));
    let fields = subject.fields().map(|(name, field, at)| (name, field.notation.as_str(), field.secret, at));
    for (name, notation, is_secret, at) in parameters.chain(fields) {
        if !is_secret && is_text(notation) && secret_names::names_a_secret(name) {
            let title = format!("`{name}` is probably a secret");
            findings.push(at.key(), title, "add `secret: true`, or allow it with the reason");
        }
    }
}

/// Returns whether a parameter is the `key` in the path of the operation that declares it.
fn is_identifier(subject: &Subject<'_>, name: &str, at: At<'_>) -> bool {
    let is_same =
        |other: At<'_>| other.file().path == at.file().path && other.key().span() == at.key().span();
    let is_here = |row: At<'_>| row.get("parameters").find(name).is_some_and(is_same);
    name == "key"
        && subject.operations().any(|(_, operation, row)| {
            let mut parameters = operation.parameters.iter();
            is_here(row)
                && parameters.any(|parameter| parameter.name == name && parameter.place == Place::Path)
        })
}

fn in_query(subject: &Subject<'_>, findings: &mut Findings) {
    let mut inherited = HashSet::new();
    for (_, operation, row) in subject.operations() {
        for parameter in
            operation.parameters.iter().filter(|parameter| parameter.secret && is_in_url(parameter.place))
        {
            let own = row.get("parameters").find(&parameter.name).map(|at| at.key());
            let at = own.unwrap_or_else(|| declared(subject, row, &parameter.name));
            if own.is_none() && !inherited.insert((at.file().path.clone(), at.span().start)) {
                continue;
            }
            let title = format!("the secret `{}` is sent in the URL", parameter.name);
            findings.push(
                at,
                title,
                "send it in the body (`method: POST`) or in a header (`in`), or allow it",
            );
        }
        if is_credential_in_url(subject, operation) {
            let title = format!("the credential of `{}` is sent in the URL", operation.name);
            let help = "use `method: POST`, `auth_in: bearer` or a block with `in: header`, or allow it";
            // The method may come from an overlay.
            let at = row.find("method").map_or(row.get("operation"), |at| at.key());
            findings.push(at, title, help);
        }
    }
    for block in subject.api.blocks.iter().filter(|block| block.place == BlockPlace::Query) {
        let senders = subject.api.operations().filter(|operation| !operation.bearer_only);
        let count = senders.filter(|operation| operation.auth.block() == Some(block.name.as_str())).count();
        if count > 0 {
            let title =
                format!("the credential `{}` is sent in the URL ({count} of the operations)", block.name);
            let at = subject.source.api.at().get("auth").get(&block.name).get("in");
            findings.push(at, title, "use `in: header`, or `auth_in: bearer` for operations, or allow it");
        }
    }
}

/// Returns whether the credential is part of a form that is sent in the URL.
fn is_credential_in_url(subject: &Subject<'_>, operation: &Operation) -> bool {
    let block = subject.api.block_of(&operation.auth);
    operation.encoding == RequestEncoding::Query
        && !operation.bearer_only
        && block.is_some_and(|block| block.place == BlockPlace::Form)
}

/// The place of a parameter that an entry inherits: in the defaults of its file, or else the entry.
fn declared<'a>(subject: &Subject<'a>, row: At<'a>, name: &str) -> At<'a> {
    let mut defaults = subject.defaults().filter(|(_, at)| at.file().path == row.file().path);
    let declared = defaults.find_map(|(_, at)| at.find("parameters")?.find(name));
    declared.map_or(row.get("operation"), |at| at.key())
}

fn is_in_url(place: Place) -> bool {
    match place {
        Place::Path | Place::PathRest | Place::Query => true,
        Place::Header | Place::Cookie | Place::Form | Place::Part | Place::Field | Place::Body => false,
    }
}

/// Returns whether values are strings or lists of strings; opaque values are never shown.
fn is_text(notation: &str) -> bool {
    let notation = notation.trim_end_matches('?').trim_end_matches(" or null").trim_end_matches(" (JSON)");
    notation == "string" || notation.ends_with("<string>")
}
