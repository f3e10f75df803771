//! An operation, except for its parameters and its result.

use super::compare::{changed, status_text};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::operation as rules;
use super::{Kind, Rule};
use crate::model::{Alias, Api, Auth, Deprecation, Operation, Path, RequestEncoding, Status};

impl<'a> Differ<'a> {
    /// Compares an operation.
    pub fn operation(&mut self, base: &'a Operation, head: &'a Operation) {
        let Operation {
            name,
            rust,
            // Follow from the names.
            renamed: _,
            method: _,
            summary,
            rules,
            path,
            since,
            aliases,
            gates,
            auth,
            bearer_only,
            encoding,
            parameters,
            returns,
            device_since,
            swapped_if_reversed,
            matches,
            deprecated,
            permission,
            not_shown,
            notes,
            source,
        } = base;
        let spot = Spot::of(Kind::Operation, Names::both(name, &head.name));
        self.names(
            [&rules::RENAMED, &rules::RENAMED_IN_DOCUMENTS],
            spot,
            (name, rust),
            (&head.name, &head.rust),
        );
        self.path(spot, path, &head.path);
        self.since([&rules::SINCE_RAISED, &rules::SINCE_LOWERED], spot.key("since"), *since, head.since);
        self.aliases(spot.key("aliases"), aliases, &head.aliases);
        self.gates_of(spot.key("gates"), gates, &head.gates);
        self.auth(spot.key("auth"), auth, &head.auth);
        let bearer = [&rules::BEARER_ONLY, &rules::BEARER_ANY];
        self.flag(bearer, spot.key("auth_in"), *bearer_only, head.bearer_only);
        let (was, is) = (encoding_text(*encoding), encoding_text(head.encoding));
        self.value(&rules::ENCODING_CHANGED, spot.key("encoding"), was, is);
        self.parameters(spot, parameters, &head.parameters);
        self.returns(spot.key("returns"), returns, &head.returns);
        let device = [&rules::DEVICE_SINCE_RAISED, &rules::DEVICE_SINCE_LOWERED];
        self.since(device, spot.key("device_since"), *device_since, head.device_since);
        let pair = |pair: &Option<(String, String)>| pair.as_ref().map(|(a, b)| format!("{a}, {b}"));
        let (was, is) = (pair(swapped_if_reversed), pair(&head.swapped_if_reversed));
        self.value(&rules::SWAP_CHANGED, spot.key("swapped_if_reversed"), was, is);
        self.deprecation(spot.key("deprecated"), deprecated.as_ref(), head.deprecated.as_ref());
        let needed = [&rules::PERMISSION_ADDED, &rules::PERMISSION_REMOVED, &rules::PERMISSION_ADDED];
        self.option(needed, spot.key("permission"), permission.clone(), head.permission.clone());
        self.texts(spot, &changed!(head; summary rules matches not_shown notes source));
    }

    fn path(&mut self, spot: Spot<'a>, base: &Path, head: &Path) {
        let spot = spot.key(match head {
            Path::Documented(_) | Path::Elsewhere { .. } => "path",
            Path::Inferred(_) => "inferred_path",
            Path::AliasOnly => "aliases",
        });
        if base.text() == head.text() {
            self.value(&rules::PATH_STATUS_CHANGED, spot, path_status(base), path_status(head));
            let source = path_source(base).zip(path_source(head)).is_some_and(|(was, is)| was != is);
            return self.texts(spot, &[("source of the path", source)]);
        }
        let paths = [&rules::PATH_ADDED, &rules::PATH_REMOVED, &rules::PATH_CHANGED];
        self.option(paths, spot, path_text(base), path_text(head));
    }

    fn aliases(&mut self, spot: Spot<'a>, base: &'a [Alias], head: &'a [Alias]) {
        let matched = pair(base, head, |alias| &alias.path);
        let entries = [&rules::ALIAS_ADDED, &rules::ALIAS_REMOVED];
        self.entries(&matched, |_| entries, |_, _| spot, |alias| Some(alias.path.clone()));
        for (base, head) in &matched.both {
            let Alias { path, name, since } = base;
            let spot = spot.member("aliases", Names::both(path, &head.path));
            let since_rules = [&rules::ALIAS_SINCE_RAISED, &rules::ALIAS_SINCE_LOWERED];
            self.since(since_rules, spot, *since, head.since);
            self.value(&rules::ALIAS_NAME_CHANGED, spot, name.clone(), head.name.clone());
        }
        let [base, head] =
            [base, head].map(|list| list.iter().map(|alias| alias.path.as_str()).collect::<Vec<_>>());
        self.order(&rules::ALIASES_REORDERED, spot, &base, &head);
    }

    fn gates_of(&mut self, spot: Spot<'a>, base: &'a [String], head: &'a [String]) {
        let matched = pair(base, head, String::as_str);
        let entries = [&rules::GATE_ADDED, &rules::GATE_REMOVED];
        self.entries(&matched, |_| entries, |_, _| spot, |code| Some(code.clone()));
        let [base, head] = [base, head].map(|list| list.iter().map(String::as_str).collect::<Vec<_>>());
        self.order(&rules::GATES_REORDERED, spot, &base, &head);
    }

    fn auth(&mut self, spot: Spot<'a>, base: &Auth, head: &Auth) {
        if base != head {
            let credential = |api: &'a Api, auth: &Auth| {
                auth.block().and_then(|name| api.block(name)).map(|block| block.credential.as_str())
            };
            let is_same = credential(self.base, base) == credential(self.head, head);
            self.tell(auth_rule(base, head, is_same), spot, auth_text(base), auth_text(head));
        }
    }

    fn deprecation(&mut self, spot: Spot<'a>, base: Option<&Deprecation>, head: Option<&Deprecation>) {
        let rule = match (base, head) {
            (None, Some(_)) => &rules::DEPRECATED,
            (Some(_), None) => &rules::UNDEPRECATED,
            (Some(base), Some(head)) if base != head => &rules::DEPRECATION_CHANGED,
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.tell(rule, spot, base.and_then(deprecation_text), head.and_then(deprecation_text));
    }
}

fn auth_rule(base: &Auth, head: &Auth, is_same_credential: bool) -> &'static Rule {
    use Auth::{None, NotShown, Optional, Required};
    match (base, head) {
        (Required(_) | Optional(_), Required(_) | Optional(_)) if !is_same_credential => {
            &rules::CREDENTIAL_CHANGED
        }
        (Required(_), Required(_)) | (Optional(_), Optional(_)) => &rules::CREDENTIAL_MOVED,
        (Optional(_) | None | NotShown, Required(_)) => &rules::CREDENTIAL_REQUIRED,
        (Required(_) | None | NotShown, Optional(_)) => &rules::CREDENTIAL_OPTIONAL,
        (Required(_) | Optional(_), None) => &rules::CREDENTIAL_DROPPED,
        (Required(_) | Optional(_), NotShown) => &rules::CREDENTIAL_HIDDEN,
        (NotShown, None | NotShown) => &rules::OPENED,
        (None, NotShown | None) => &rules::CLOSED,
    }
}

fn path_text(path: &Path) -> Option<String> {
    match path {
        Path::Documented(path) => Some(path.clone()),
        Path::Inferred(path) => Some(format!("{path} (inferred)")),
        Path::Elsewhere { path, source } => Some(format!("{path} ({source})")),
        Path::AliasOnly => None,
    }
}

fn path_status(path: &Path) -> Option<String> {
    let status = match path {
        Path::Documented(_) => Status::Documented,
        Path::Inferred(_) => Status::Inferred,
        Path::Elsewhere { .. } => Status::Elsewhere,
        Path::AliasOnly => return None,
    };
    Some(status_text(status))
}

fn path_source(path: &Path) -> Option<&str> {
    match path {
        Path::Elsewhere { source, .. } => Some(source),
        Path::Documented(_) | Path::Inferred(_) | Path::AliasOnly => None,
    }
}

fn auth_text(auth: &Auth) -> String {
    match auth {
        Auth::Required(block) => block.clone(),
        Auth::Optional(block) => format!("{block} (optional)"),
        Auth::None => "none".to_owned(),
        Auth::NotShown => "not shown".to_owned(),
    }
}

fn encoding_text(encoding: RequestEncoding) -> String {
    match encoding {
        RequestEncoding::Form => "form",
        RequestEncoding::Multipart => "multipart",
    }
    .to_owned()
}

/// `None` if it says nothing but that it is deprecated.
fn deprecation_text(deprecation: &Deprecation) -> Option<String> {
    let Deprecation { replacement, removed_after } = deprecation;
    let replacement = replacement.as_ref().map(|name| format!("use {name}"));
    let removed_after = removed_after.as_ref().map(|month| format!("removed after {month}"));
    let texts: Vec<String> = replacement.into_iter().chain(removed_after).collect();
    super::compare::listed(&texts)
}
