//! An operation, beside its parameters and its result.

use super::Kind;
use super::differ::{Differ, Names, Spot};
use super::pairing::{is_reordered, pair};
use super::rules::operation as rules;
use crate::model::{Alias, Auth, Deprecation, Operation, Path, RequestEncoding, Version};

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
        self.names(spot, (name, rust), head);
        self.path(spot, path, &head.path);
        self.since(spot.key("since"), (*since, head.since), (&rules::SINCE_RAISED, &rules::SINCE_LOWERED));
        self.aliases(spot, aliases, &head.aliases);
        self.gates_of(spot.key("gates"), gates, &head.gates);
        self.auth(spot.key("auth"), auth, &head.auth);
        self.bearer_only(spot.key("auth_in"), *bearer_only, head.bearer_only);
        self.request_encoding(spot.key("encoding"), *encoding, head.encoding);
        self.parameters(spot, parameters, &head.parameters);
        self.returns(spot.key("returns"), returns, &head.returns);
        let device = (&rules::DEVICE_SINCE_RAISED, &rules::DEVICE_SINCE_LOWERED);
        self.since(spot.key("device_since"), (*device_since, head.device_since), device);
        if *swapped_if_reversed != head.swapped_if_reversed {
            let text = |swap: &Option<(String, String)>| swap.as_ref().map(|(a, b)| format!("{a}, {b}"));
            let (before, after) = (text(swapped_if_reversed), text(&head.swapped_if_reversed));
            self.tell(&rules::SWAP_CHANGED, spot.key("swapped_if_reversed"), before, after);
        }
        self.deprecation(spot.key("deprecated"), deprecated.as_ref(), head.deprecated.as_ref());
        self.permission(spot.key("permission"), permission.as_ref(), head.permission.as_ref());
        let texts = [
            ("summary", *summary == head.summary),
            ("rules", *rules == head.rules),
            ("matches", *matches == head.matches),
            ("not_shown", *not_shown == head.not_shown),
            ("notes", *notes == head.notes),
            ("source", *source == head.source),
        ];
        self.tell_texts(spot, &texts);
    }

    fn names(&mut self, spot: Spot<'a>, (name, rust): (&str, &str), head: &Operation) {
        if rust != head.rust {
            self.tell(&rules::RENAMED, spot, rust.to_owned(), head.rust.clone());
        }
        if name != head.name && rust == head.rust {
            self.tell(&rules::RENAMED_IN_DOCUMENTS, spot, name.to_owned(), head.name.clone());
        }
    }

    fn path(&mut self, spot: Spot<'a>, base: &Path, head: &Path) {
        let key = match head {
            Path::Documented(_) | Path::Elsewhere { .. } => "path",
            Path::Inferred(_) => "inferred_path",
            Path::AliasOnly => "aliases",
        };
        let rule = match (base.text(), head.text()) {
            (None, None) => return,
            (Some(was), Some(is)) if was != is => &rules::PATH_CHANGED,
            (Some(_), Some(_)) if base != head => &rules::PATH_STATUS_CHANGED,
            (Some(_), Some(_)) => return,
            (None, Some(_)) => &rules::PATH_ADDED,
            (Some(_), None) => &rules::PATH_REMOVED,
        };
        self.tell(rule, spot.key(key), path_text(base), path_text(head));
    }

    /// A first version: the older, the more there is.
    pub fn since(
        &mut self,
        spot: Spot<'a>,
        (base, head): (Option<Version>, Option<Version>),
        (raised, lowered): (&'static super::Rule, &'static super::Rule),
    ) {
        let text = |version: Option<Version>| version.map(|version| version.to_string());
        if base != head {
            self.tell(if head > base { raised } else { lowered }, spot, text(base), text(head));
        }
    }

    fn aliases(&mut self, spot: Spot<'a>, base: &'a [Alias], head: &'a [Alias]) {
        let spot = spot.key("aliases");
        let matched = pair(base, head, |alias| &alias.path);
        for (_, alias) in &matched.gone {
            self.tell(&rules::ALIAS_REMOVED, spot, alias.path.clone(), None);
        }
        for (_, alias) in &matched.new {
            self.tell(&rules::ALIAS_ADDED, spot, None, alias.path.clone());
        }
        for (base, head) in &matched.both {
            let Alias { path: _, name, since } = base;
            let since_rules = (&rules::ALIAS_SINCE_RAISED, &rules::ALIAS_SINCE_LOWERED);
            self.since(spot, (*since, head.since), since_rules);
            if *name != head.name {
                self.tell(&rules::ALIAS_NAME_CHANGED, spot, name.clone(), head.name.clone());
            }
        }
        let paths = |aliases: &'a [Alias]| aliases.iter().map(|alias| alias.path.as_str());
        if is_reordered(paths(base), paths(head)) {
            let text = |aliases| paths(aliases).collect::<Vec<_>>().join(", ");
            self.tell(&rules::ALIASES_REORDERED, spot, text(base), text(head));
        }
    }

    fn gates_of(&mut self, spot: Spot<'a>, base: &'a [String], head: &'a [String]) {
        for code in base.iter().filter(|code| !head.contains(code)) {
            self.tell(&rules::GATE_REMOVED, spot, code.clone(), None);
        }
        for code in head.iter().filter(|code| !base.contains(code)) {
            self.tell(&rules::GATE_ADDED, spot, None, code.clone());
        }
        if is_reordered(base.iter().map(String::as_str), head.iter().map(String::as_str)) {
            self.tell(&rules::GATES_REORDERED, spot, base.join(" "), head.join(" "));
        }
    }

    fn auth(&mut self, spot: Spot<'a>, base: &Auth, head: &Auth) {
        if base == head {
            return;
        }
        let owner =
            |api: &'a crate::model::Api, name: &str| api.block(name).map(|block| block.credential.as_str());
        let is_same_credential = |one: &str, other: &str| owner(self.base, one) == owner(self.head, other);
        let rule = match (base, head) {
            (Auth::Required(one) | Auth::Optional(one), Auth::Required(other) | Auth::Optional(other))
                if !is_same_credential(one, other) =>
            {
                &rules::CREDENTIAL_CHANGED
            }
            (Auth::Required(_), Auth::Required(_)) | (Auth::Optional(_), Auth::Optional(_)) => {
                &rules::CREDENTIAL_MOVED
            }
            (Auth::Optional(_) | Auth::None | Auth::NotShown, Auth::Required(_)) => {
                &rules::CREDENTIAL_REQUIRED
            }
            (Auth::Required(_) | Auth::None | Auth::NotShown, Auth::Optional(_)) => {
                &rules::CREDENTIAL_OPTIONAL
            }
            (Auth::Required(_) | Auth::Optional(_), Auth::None) => &rules::CREDENTIAL_DROPPED,
            (Auth::Required(_) | Auth::Optional(_), Auth::NotShown) => &rules::CREDENTIAL_HIDDEN,
            (Auth::NotShown, Auth::None | Auth::NotShown) => &rules::OPENED,
            (Auth::None, Auth::NotShown | Auth::None) => &rules::CLOSED,
        };
        self.tell(rule, spot, auth_text(base), auth_text(head));
    }

    fn bearer_only(&mut self, spot: Spot<'a>, base: bool, head: bool) {
        match (base, head) {
            (false, true) => self.tell(&rules::BEARER_ONLY, spot, None, "bearer".to_owned()),
            (true, false) => self.tell(&rules::BEARER_ANY, spot, "bearer".to_owned(), None),
            (false, false) | (true, true) => {}
        }
    }

    fn request_encoding(&mut self, spot: Spot<'a>, base: RequestEncoding, head: RequestEncoding) {
        let text = |encoding| match encoding {
            RequestEncoding::Form => "form".to_owned(),
            RequestEncoding::Multipart => "multipart".to_owned(),
        };
        if base != head {
            self.tell(&rules::ENCODING_CHANGED, spot, text(base), text(head));
        }
    }

    fn deprecation(&mut self, spot: Spot<'a>, base: Option<&Deprecation>, head: Option<&Deprecation>) {
        let rule = match (base, head) {
            (None, Some(_)) => &rules::DEPRECATED,
            (Some(_), None) => &rules::UNDEPRECATED,
            (Some(base), Some(head)) if base != head => &rules::DEPRECATION_CHANGED,
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.tell(rule, spot, base.map(deprecation_text), head.map(deprecation_text));
    }

    fn permission(&mut self, spot: Spot<'a>, base: Option<&String>, head: Option<&String>) {
        if base != head {
            let rule = if head.is_some() { &rules::PERMISSION_ADDED } else { &rules::PERMISSION_REMOVED };
            self.tell(rule, spot, base.cloned(), head.cloned());
        }
    }
}

fn path_text(path: &Path) -> String {
    match path {
        Path::Documented(path) => path.clone(),
        Path::Inferred(path) => format!("{path} (inferred)"),
        Path::Elsewhere { path, source } => format!("{path} ({source})"),
        Path::AliasOnly => "aliases only".to_owned(),
    }
}

fn auth_text(auth: &Auth) -> String {
    match auth {
        Auth::Required(block) => block.clone(),
        Auth::Optional(block) => format!("{block}, or none"),
        Auth::None => "none".to_owned(),
        Auth::NotShown => "not shown".to_owned(),
    }
}

fn deprecation_text(deprecation: &Deprecation) -> String {
    let Deprecation { replacement, removed_after } = deprecation;
    let replacement = replacement.as_ref().map(|name| format!("use {name}"));
    let removed_after = removed_after.as_ref().map(|month| format!("removed after {month}"));
    let texts: Vec<String> = replacement.into_iter().chain(removed_after).collect();
    if texts.is_empty() { "deprecated".to_owned() } else { texts.join(", ") }
}
