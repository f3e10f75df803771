//! Security schemes and requirements -> credentials.

use serde_json::{Map, Value, json};

use crate::document::At;
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
            let wanted = generator_spec::naming::field(&names::word(&key, &[]));
            let mut name = if matches!(wanted.as_str(), "none" | "not_shown") {
                format!("{wanted}_auth")
            } else {
                wanted
            };
            while self.blocks.all.contains_key(&name) {
                name.push('2');
            }
            self.rust.add(generator_spec::naming::constant(&name));
            self.blocks.all.insert(name.clone(), Value::Object(block));
            let place = schemes.first().map(|(_, at)| self.doc.shown(at)).unwrap_or_default();
            self.origins.insert(format!("auth {name}"), place);
            name
        });
        self.blocks.known.insert(key, json!(name));
        name
    }

    fn one(&mut self, name: &str, at: &At<'_>) -> Option<Map<String, Value>> {
        let title = text::line(name).unwrap_or_else(|| name.to_owned());
        let rules: Vec<String> = at.text("description").map(text::paragraphs).unwrap_or_default();
        let mut block = Map::from_iter([("title".to_owned(), json!(title))]);
        match (at.text("type"), at.text("scheme").map(str::to_lowercase).as_deref()) {
            (Some("apiKey"), _) if !is_token(at) => {
                let (sent, key) = self.key(at, name)?;
                block.insert("in".to_owned(), json!(key_place(at)));
                block.insert("parameters".to_owned(), json!({(sent.clone()): key}));
                block.insert("schemes".to_owned(), json!({"key": {"takes": [sent]}}));
            }
            (Some("http"), Some("basic")) => {
                block.insert("in".to_owned(), json!("basic"));
                block.insert(
                    "parameters".to_owned(),
                    json!({"user": "string", "password": {"type": "string", "secret": true}}),
                );
                block.insert("schemes".to_owned(), json!({"password": {"takes": ["user", "password"]}}));
            }
            _ if is_token(at) => {
                if matches!(at.text("type"), Some("oauth2" | "openIdConnect")) {
                    self.remark(at, "OAuth flows: a token is sent", name);
                }
                block.insert("in".to_owned(), json!("bearer"));
                block.insert("parameters".to_owned(), json!({"token": {"type": "string", "secret": true}}));
                block.insert("schemes".to_owned(), json!({"token": {"takes": ["token"]}}));
            }
            (_, scheme) => {
                self.remark(at, "a security scheme of another kind", scheme.unwrap_or(name));
                return None;
            }
        }
        if !rules.is_empty() {
            block.insert("rules".to_owned(), json!(rules));
        }
        Some(block)
    }

    /// Keys in one request, perhaps beside what the header `Authorization` has: one token, whatever flow it
    /// is from, or a user and a password.
    fn at_once(&mut self, requirement: &At<'_>, schemes: &[(String, At<'_>)]) -> Option<Map<String, Value>> {
        let (keys, others): (Vec<_>, Vec<_>) =
            schemes.iter().partition(|(_, at)| at.text("type") == Some("apiKey") && !is_token(at));
        let mut block = Map::from_iter([
            ("title".to_owned(), json!("")),
            ("in".to_owned(), json!("header")),
            ("parameters".to_owned(), json!({})),
            ("schemes".to_owned(), json!({"keys": {"takes": []}})),
        ]);
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
        let mut name = format!("{first}_or_{}", kept.join("_or_"));
        while self.blocks.all.contains_key(&name) {
            name.push('2');
        }
        block.insert("credential_of".to_owned(), json!(first));
        block.insert("alternatives".to_owned(), json!(kept));
        block.shift_remove("schemes");
        self.rust.add(generator_spec::naming::constant(&name));
        self.blocks.all.insert(name.clone(), Value::Object(block));
        self.origins.insert(format!("auth {name}"), self.doc.shown(at));
        self.blocks.known.insert(key, json!(name));
        name
    }

    /// The gate of operations that can be called with a credential, and without.
    pub fn optional(&mut self, block: &str) -> String {
        let code = format!("{block}_optional");
        let gate = json!({"doc": "The credential may be left out.", "auth": block, "auth_optional": true});
        self.blocks.gates.entry(code.clone()).or_insert(gate);
        code
    }
}

impl Importer<'_> {
    /// The parameter of an API key.
    fn key(&mut self, at: &At<'_>, scheme: &str) -> Option<(String, Value)> {
        let Some(name) = at.text("name") else {
            self.lose(at, "a security scheme without the name of its key", scheme);
            return None;
        };
        let sent = names::word(name, &['-', '.']);
        let mut key = json!({"type": "string", "secret": true});
        if sent != name {
            key = json!({"type": "string", "sent_as": name, "secret": true});
        }
        Some((sent, key))
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
