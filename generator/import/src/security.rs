//! Security schemes and requirements -> credentials.

use generator_spec::naming;
use generator_spec::text::any_of;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, map, some};
use crate::importer::Importer;
use crate::names;
use crate::text;

/// The credential of an operation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needed {
    /// The block, if it needs one.
    pub block: Option<String>,
    /// It can be called without one.
    pub optional: bool,
    /// Scopes of OAuth.
    pub scopes: Vec<String>,
}

impl Needed {
    /// Words of an operation about the scopes.
    pub fn rule(&self) -> Option<String> {
        let scopes = any_of(self.scopes.iter().map(String::as_str)).replace('`', "");
        (!self.scopes.is_empty()).then(|| format!("Scopes of the token: {scopes}."))
    }
}

impl Importer<'_> {
    /// The credential that requirements ask for.
    pub fn needed(&mut self, security: Option<At<'_>>) -> Needed {
        let Some(security) = security else { return Needed::default() };
        let mut all = Vec::new();
        let mut needed = Needed::default();
        for requirement in security.items() {
            let names: Vec<_> = requirement.entries().collect();
            for (_, scopes) in &names {
                needed.scopes.extend(scopes.items().filter_map(|it| Some(it.value.as_str()?.to_owned())));
            }
            match names[..] {
                [] => needed.optional = true,
                _ => all.extend(self.block(&requirement).filter(|it| !all.contains(it))),
            }
        }
        needed.scopes.sort();
        needed.scopes.dedup();
        let mut all = all.into_iter();
        let Some(first) = all.next() else { return needed };
        let others: Vec<String> = all.filter(|it| *it != first).collect();
        needed.block = Some(self.with_alternatives(&security, first, &others));
        needed
    }

    /// The block for one requirement: one scheme, or several at once.
    fn block(&mut self, requirement: &At<'_>) -> Option<String> {
        let key = requirement.entries().map(|(name, _)| name).collect::<Vec<_>>().join(" ");
        if let Some(known) = self.blocks.known.get(&key) {
            return known.as_str().map(str::to_owned);
        }
        let schemes: Vec<(String, At<'_>)> = requirement
            .entries()
            .filter_map(|(name, _)| {
                let at = self.doc.root().path(&["components", "securitySchemes", name])?;
                Some((name.to_owned(), self.doc.follow(&at)?))
            })
            .collect();
        let block = match &schemes[..] {
            [] => {
                self.lose(requirement, "a security scheme that isn't there", key.clone());
                None
            }
            [(name, scheme)] => self.one(name, scheme),
            several => self.at_once(requirement, several),
        };
        let name = block.map(|block| {
            let wanted = naming::field(&names::word(&key, &[]));
            let is_word = matches!(wanted.as_str(), "none" | "not_shown");
            let place = schemes.first().map(|(_, at)| self.doc.shown(at)).unwrap_or_default();
            self.add_block(if is_word { format!("{wanted}_auth") } else { wanted }, block, place)
        });
        self.blocks.known.insert(key, json!(name));
        name
    }

    fn one(&mut self, name: &str, at: &At<'_>) -> Option<Map<String, Value>> {
        let secret = json!({"type": "string", "secret": true});
        let (place, parameters, schemes) = match at.text("type") {
            _ if is_token(at) => {
                if at.text("type") != Some("http") && at.text("type") != Some("apiKey") {
                    self.remark(at, "OAuth flows: a token is sent", name);
                }
                ("bearer", json!({"token": secret}), json!({"token": {"takes": ["token"]}}))
            }
            Some("apiKey") => {
                let (sent, key) = self.key(at, name)?;
                (key_place(at), json!({sent.as_str(): key}), json!({"key": {"takes": [sent]}}))
            }
            Some("http") if at.text("scheme").is_some_and(|it| it.eq_ignore_ascii_case("basic")) => (
                "basic",
                json!({"user": "string", "password": secret}),
                json!({"password": {"takes": ["user", "password"]}}),
            ),
            _ => {
                let scheme = at.text("scheme").map_or(name.to_owned(), str::to_lowercase);
                self.remark(at, "a security scheme of another kind", scheme);
                return None;
            }
        };
        Some(map(json!({
            "title": text::line(name).unwrap_or_else(|| name.to_owned()),
            "in": place,
            "parameters": parameters,
            "schemes": schemes,
            "rules": some(at.text("description").map(text::paragraphs).unwrap_or_default()),
        })))
    }

    /// Keys in one request, perhaps beside what the header `Authorization` has: one token, whatever flow it
    /// is from, or a user and a password.
    fn at_once(&mut self, requirement: &At<'_>, schemes: &[(String, At<'_>)]) -> Option<Map<String, Value>> {
        let (keys, others): (Vec<_>, Vec<_>) =
            schemes.iter().partition(|(_, at)| at.text("type") == Some("apiKey") && !is_token(at));
        let keys_alone =
            json!({"title": "", "in": "header", "parameters": {}, "schemes": {"keys": {"takes": []}}});
        let mut block = map(keys_alone);
        let mut title: Vec<&str> = Vec::new();
        if let [(name, at), rest @ ..] = &others[..] {
            block = self.one(name, at).unwrap_or(block);
            title.push(name);
            for (name, _) in rest.iter().filter(|(_, other)| !is_token(at) || !is_token(other)) {
                self.lose(requirement, "two credentials in the header `Authorization` at once", name.clone());
            }
        }
        let has_header = block["in"] != "header";
        for (name, at) in keys {
            let Some((mut sent, mut key)) = self.key(at, name) else { continue };
            let place = key_place(at);
            if has_header && place == "header" && sent.eq_ignore_ascii_case("authorization") {
                self.lose(requirement, "two credentials in the header `Authorization` at once", name.clone());
                continue;
            }
            if block["parameters"].get(&sent).is_some() {
                key["sent_as"] = json!(at.text("name"));
                sent.push_str("_key");
            }
            key["in"] = json!(place);
            title.push(name);
            let takes = block["schemes"].as_object_mut().and_then(|it| it.values_mut().next());
            takes?["takes"].as_array_mut()?.push(json!(sent));
            block["parameters"][sent] = key;
        }
        block["title"] = json!(title.join(" and "));
        (block["parameters"] != json!({})).then_some(block)
    }

    /// A block that others can be sent instead of: handlers get one type for all of them.
    fn with_alternatives(&mut self, at: &At<'_>, first: String, others: &[String]) -> String {
        if others.is_empty() {
            return first;
        }
        let key = format!("{first} or {}", others.join(" or "));
        if let Some(known) = self.blocks.known.get(&key).and_then(Value::as_str) {
            return known.to_owned();
        }
        let mut kept = Vec::new();
        for other in others {
            let owner = self.blocks.alternatives.get(other).and_then(Value::as_str);
            let is_free = owner.is_none_or(|owner| owner == first)
                && self.blocks.all.get(other).is_some_and(|it| it.get("alternatives").is_none())
                && !self.blocks.alternatives.contains_key(&first);
            if is_free {
                kept.push(other.clone());
            } else {
                self.lose(at, "an alternative of several credentials", other.clone());
            }
        }
        let Some(mut block) =
            self.blocks.all.get(&first).and_then(Value::as_object).cloned().filter(|_| !kept.is_empty())
        else {
            return first;
        };
        kept.iter().for_each(|it| drop(self.blocks.alternatives.insert(it.clone(), json!(first))));
        add(&mut block, json!({"credential_of": first, "alternatives": kept}));
        block.shift_remove("schemes");
        let name = format!("{first}_or_{}", kept.join("_or_"));
        let name = self.add_block(name, block, self.doc.shown(at));
        self.blocks.known.insert(key, json!(name));
        name
    }

    /// Adds a block with this name, or a similar one.
    fn add_block(&mut self, mut name: String, block: Map<String, Value>, place: String) -> String {
        while self.blocks.all.contains_key(&name) {
            name.push('2');
        }
        self.rust.add(naming::constant(&name));
        self.blocks.all.insert(name.clone(), Value::Object(block));
        self.origins.insert(format!("auth {name}"), place);
        name
    }

    /// The keys of an operation: its block, or the gate of those that can be called without it, too.
    pub fn credential(&mut self, needed: &Needed) -> Map<String, Value> {
        match &needed.block {
            Some(block) if needed.optional => {
                let code = format!("{block}_optional");
                let gate =
                    json!({"doc": "The credential may be left out.", "auth": block, "auth_optional": true});
                self.blocks.gates.entry(code.clone()).or_insert(gate);
                map(json!({"gates": [code]}))
            }
            Some(block) => map(json!({"auth": block})),
            None => map(json!({"auth": "none"})),
        }
    }

    /// The parameter of an API key.
    fn key(&mut self, at: &At<'_>, scheme: &str) -> Option<(String, Value)> {
        let Some(name) = at.text("name") else {
            self.lose(at, "a security scheme without the name of its key", scheme);
            return None;
        };
        let sent = names::word(name, &['-', '.']);
        let sent_as = Some(name).filter(|name| *name != sent);
        let key = map(json!({"type": "string", "sent_as": sent_as, "secret": true}));
        Some((sent, Value::Object(key)))
    }
}

/// Returns whether a credential is a token in the header `Authorization`.
fn is_token(at: &At<'_>) -> bool {
    let is = |key: &str, text: &str| at.text(key).is_some_and(|it| it.eq_ignore_ascii_case(text));
    match at.text("type") {
        Some("oauth2" | "openIdConnect") => true,
        Some("http") => is("scheme", "bearer"),
        // go-swagger's way to say that it is one.
        Some("apiKey") => is("in", "header") && is("name", "Authorization: Bearer"),
        _ => false,
    }
}

/// The place of an API key.
fn key_place<'v>(at: &At<'v>) -> &'v str {
    at.text("in").filter(|it| ["header", "query", "cookie"].contains(it)).unwrap_or("header")
}
