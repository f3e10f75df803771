//! An operation, except for its parameters and its result.

use super::compare::{changed, status_text, values};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::operation as rules;
use super::{Kind, Rule};
use generator_spec::facts::{Key, Plain, Print, of_deprecation, of_operation};
use generator_spec::model::{
    Alias, Api, Auth, Deprecation, Group, HttpMethod, Operation, Path, RequestEncoding, Status,
};

impl<'a> Differ<'a> {
    /// Compares an operation.
    pub fn operation(
        &mut self,
        (was, base): (&'a Group, &'a Operation),
        (is, head): (&'a Group, &'a Operation),
    ) {
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
            http_method,
            encoding,
            overlaid,
            parameters,
            returns,
            device_since,
            swapped_if_reversed,
            matches,
            see_also,
            deprecated,
            permission,
            not_shown,
            notes,
            source,
        } = base;
        let spot = Spot::of(Kind::Operation, Names::both(name, &head.name));
        let (was_in, is_in) = (self.base, self.head);
        let said = |key| values([of_operation(was_in, was, base), of_operation(is_in, is, head)], key);
        self.names(
            [&rules::RENAMED, &rules::RENAMED_IN_DOCUMENTS],
            spot,
            (name, rust),
            (&head.name, &head.rust),
        );
        self.path(spot, path, &head.path, said);
        self.since([&rules::SINCE_RAISED, &rules::SINCE_LOWERED], spot.key("since"), *since, head.since);
        self.aliases(spot.key("aliases"), aliases, &head.aliases);
        self.gates_of(spot.key("gates"), gates, &head.gates);
        let row = self.auth_rule(auth, &head.auth);
        self.key([row; 3], spot, Key::Auth, *auth != head.auth, said);
        let bearer = [&rules::BEARER_ONLY, &rules::BEARER_ANY];
        self.flag(bearer, spot.key("auth_in"), *bearer_only, head.bearer_only);
        self.http_method(spot, *http_method, head.http_method);
        // Into a query and out of it with the HTTP method.
        let is_changed =
            *encoding != head.encoding && ![*encoding, head.encoding].contains(&RequestEncoding::Query);
        self.key([&rules::ENCODING_CHANGED; 3], spot, Key::Encoding, is_changed, said);
        self.parameters(spot, parameters, &head.parameters);
        self.returns(spot.key("returns"), returns, &head.returns, said);
        let device = [&rules::DEVICE_SINCE_RAISED, &rules::DEVICE_SINCE_LOWERED];
        self.since(device, spot.key("device_since"), *device_since, head.device_since);
        let is_changed = *swapped_if_reversed != head.swapped_if_reversed;
        self.key([&rules::SWAP_CHANGED; 3], spot, Key::SwappedIfReversed, is_changed, said);
        self.deprecation(spot.key("deprecated"), deprecated.as_ref(), head.deprecated.as_ref());
        let needed = [&rules::PERMISSION_ADDED, &rules::PERMISSION_REMOVED, &rules::PERMISSION_ADDED];
        self.key(needed, spot, Key::Permission, *permission != head.permission, said);
        self.texts(spot, &changed!(head; summary rules matches see_also not_shown notes source));
        let method = overlaid.get("method") != head.overlaid.get("method");
        self.texts(spot.key("method"), &[("source of the HTTP method", method)]);
        let encoding = overlaid.get("encoding") != head.overlaid.get("encoding");
        self.texts(spot.key("encoding"), &[("source of the encoding", encoding)]);
    }

    /// A method that follows the API's is part of a change of the API.
    fn http_method(&mut self, spot: Spot<'a>, base: HttpMethod, head: HttpMethod) {
        if (base, head) != (self.base.method, self.head.method) {
            let name = |method: HttpMethod| Some(method.name().to_owned());
            self.value(&rules::METHOD_CHANGED, spot.key("method"), name(base), name(head));
        }
    }

    fn path(&mut self, spot: Spot<'a>, base: &Path, head: &Path, said: impl Fn(Key) -> [Option<String>; 2]) {
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
        let [was, is] = said(Key::Path);
        self.option(paths, spot, base.text().and(was), head.text().and(is));
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

    fn auth_rule(&self, base: &Auth, head: &Auth) -> &'static Rule {
        use Auth::{None, NotShown, Optional, Required};
        let credential =
            |api: &'a Api, auth: &Auth| api.block_of(auth).map(|block| block.credential.as_str());
        let is_same = credential(self.base, base) == credential(self.head, head);
        match (base, head) {
            (Required(_) | Optional(_), Required(_) | Optional(_)) if !is_same => &rules::CREDENTIAL_CHANGED,
            (Required(_), Required(_)) | (Optional(_), Optional(_)) => &rules::CREDENTIAL_MOVED,
            (Optional(_) | None | NotShown, Required(_)) => &rules::CREDENTIAL_REQUIRED,
            (Required(_) | None | NotShown, Optional(_)) => &rules::CREDENTIAL_OPTIONAL,
            (Required(_) | Optional(_), None) => &rules::CREDENTIAL_DROPPED,
            (Required(_) | Optional(_), NotShown) => &rules::CREDENTIAL_HIDDEN,
            (NotShown, None | NotShown) => &rules::OPENED,
            (None, NotShown | None) => &rules::CLOSED,
        }
    }

    fn deprecation(&mut self, spot: Spot<'a>, base: Option<&Deprecation>, head: Option<&Deprecation>) {
        let rule = match (base, head) {
            (None, Some(_)) => &rules::DEPRECATED,
            (Some(_), None) => &rules::UNDEPRECATED,
            (Some(base), Some(head)) if base != head => &rules::DEPRECATION_CHANGED,
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.report(rule, spot, base.and_then(deprecation_text), head.and_then(deprecation_text));
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

/// What it says besides that it is deprecated.
fn deprecation_text(deprecation: &Deprecation) -> Option<String> {
    let texts: Vec<String> =
        of_deprecation(deprecation).iter().skip(1).map(|fact| Plain.sentence(fact)).collect();
    (!texts.is_empty()).then(|| texts.join(" ").trim_end_matches('.').to_owned())
}
