//! Schemas with alternatives -> unions.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::schemas::{Named, types};
use crate::typed::Typed;

/// The reason for a schema whose type its parts or alternatives haven't.
pub const A_TYPE_THAT_ISNT: &str = "a type that its alternatives or parts haven't";

impl Importer<'_> {
    /// `oneOf` and `anyOf`: one of several types.
    pub fn one_of(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let key = if at.has("oneOf") { "oneOf" } else { "anyOf" };
        if key == "oneOf" && at.has("anyOf") {
            self.lose(at, "anyOf beside oneOf", "");
        }
        let all: Vec<At<'_>> = at.get(key).into_iter().flat_map(|it| it.items()).collect();
        let is_null = |it: &At<'_>| types(it).0 == ["null"] || it.value.get("enum") == Some(&json!([null]));
        let (nulls, others): (Vec<_>, Vec<_>) = all.into_iter().partition(is_null);
        // One without any of these is any value.
        let says_more = |it: &At<'_>| {
            let limits = ["required", "not", "minProperties"];
            let is_bare = |key: &String| {
                ["description", "title"].contains(&key.as_str()) || limits.contains(&key.as_str())
            };
            let map = it.value.as_object();
            !map.is_some_and(|map| map.keys().all(is_bare) && limits.iter().any(|key| map.contains_key(*key)))
        };
        let (others, bare): (Vec<_>, Vec<_>) = others.into_iter().partition(says_more);
        if !bare.is_empty() {
            self.remark(at, "alternatives of required fields", "");
        }
        let rest = without(at, &["oneOf", "anyOf"]);
        let has_required = rest.get("required").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
        let has_rest =
            has_required || ["properties", "enum", "items"].iter().any(|key| rest.get(*key).is_some());
        let other = rest.get("additionalProperties").filter(|it| **it != json!(true) && **it != json!({}));
        if other.is_some() && !has_rest {
            self.remark(at, "other fields beside alternatives", "");
        }
        let own = rest.get("type").and_then(Value::as_str);
        let is_other = |it: &At<'_>| {
            let found = self.doc.follow(it).map(|it| types(&it).0).unwrap_or_default();
            !found.is_empty() && own.is_some_and(|own| !found.contains(&own))
        };
        if others.iter().any(is_other) {
            self.remark(at, A_TYPE_THAT_ISNT, "");
        }
        let mut typed = match &others[..] {
            [] => self.typed_as(&at.with(&rest), named),
            _ if has_rest => self.with_rest(at, &others, &rest, named),
            [one] if nulls.is_empty() || one.reference().is_some() => match one.reference() {
                Some(_) => self.reference(one, named.words()),
                None => self.typed_as(one, named),
            },
            [one] => self.typed_as(one, named),
            several => self.union(at, several, named),
        };
        typed.nullable |= !nulls.is_empty() || at.flag("nullable") || own == Some("null");
        typed
    }

    /// Alternatives that all have the fields beside them.
    fn with_rest(&mut self, at: &At<'_>, others: &[At<'_>], rest: &Value, named: Named<'_>) -> Typed {
        let mut own = rest.clone();
        if let Some(map) = own.as_object_mut() {
            map.retain(|key, _| {
                !["discriminator", "description", "title", "nullable"].contains(&key.as_str())
            });
        }
        let alternative = |it: &At<'_>| {
            let mut own = own.clone();
            let found = self.doc.follow(it).map(|it| types(&it).0).unwrap_or_default();
            let is = |ty: &str| found.is_empty() || found.contains(&ty);
            if let Some(map) = own.as_object_mut() {
                map.retain(|key, _| match key.as_str() {
                    "type" => found.is_empty(),
                    "items" => is("array"),
                    "properties" | "required" | "additionalProperties" => is("object"),
                    "enum" => !is("array") && !is("object") || found.is_empty(),
                    _ => true,
                });
            }
            json!({"allOf": [self.referring(it), own]})
        };
        let alternatives = others.iter().map(alternative);
        let mut value = json!({"oneOf": alternatives.collect::<Vec<_>>()});
        if let Some(doc) = at.text("description") {
            value["description"] = json!(doc);
        }
        self.one_of(&at.with(&value), named)
    }

    fn union(&mut self, at: &At<'_>, alternatives: &[At<'_>], named: Named<'_>) -> Typed {
        let mut members: Vec<(String, String)> = Vec::new();
        let mut nullable = false;
        for (index, it) in alternatives.iter().enumerate() {
            let words = format!(
                "{} {}",
                named.words(),
                it.text("title").map_or_else(|| format!("option {}", index + 1), str::to_owned)
            );
            let typed = self.typed(it, &words);
            nullable |= typed.nullable;
            let notation = self.bare(it, Typed { nullable: false, ..typed }, &words);
            members.push((it.key(), notation));
        }
        let mut typed = match self.tagged(at, alternatives, &members) {
            Some(ty) => self.defined(named, at, ty),
            None => {
                let mut seen = HashSet::new();
                let all: Vec<&str> =
                    members.iter().map(|(_, it)| it.as_str()).filter(|it| seen.insert(*it)).collect();
                match all[..] {
                    [one] => Typed::of(one),
                    _ if all.contains(&"any") => {
                        self.remark(at, "a union of any value and others", "");
                        Typed::of("any")
                    }
                    _ => self.defined(named, at, Map::from_iter([("union".to_owned(), json!(all))])),
                }
            }
        };
        typed.nullable |= nullable;
        typed
    }

    /// A union by the value of a field.
    fn tagged(
        &mut self,
        at: &At<'_>,
        alternatives: &[At<'_>],
        members: &[(String, String)],
    ) -> Option<Map<String, Value>> {
        let tag = at.get("discriminator")?.text("propertyName")?;
        let mapping = at.path(&["discriminator", "mapping"]);
        let mut by_value: Map<String, Value> = Map::new();
        for (it, (_, notation)) in alternatives.iter().zip(members) {
            let plain = self.plain_of(notation);
            if plain.contains('<') || generator_spec::model::Scalar::named(&plain).is_some() {
                return None;
            }
            let target = self.doc.follow(it)?;
            let mapped = mapping.iter().flat_map(|it| it.entries());
            let mut values: Vec<String> = mapped
                .filter(|(_, to)| self.is_mapped(to, &target))
                .map(|(value, _)| value.to_owned())
                .collect();
            if values.is_empty() {
                values.extend(self.tag_value(&target, tag).or_else(|| it.reference().map(|_| target.name())));
            }
            if values.is_empty() {
                return None;
            }
            for value in values {
                by_value.insert(value, json!(notation));
            }
        }
        Some(Map::from_iter([("union".to_owned(), Value::Object(by_value)), ("tag".to_owned(), json!(tag))]))
    }

    /// Returns whether an entry of a discriminator's mapping leads to a schema.
    fn is_mapped(&self, to: &At<'_>, target: &At<'_>) -> bool {
        let Some(to) = to.value.as_str() else { return false };
        let name = to.rsplit('/').next().unwrap_or_default();
        name == target.name()
    }

    /// The one value that an object has for its tag.
    fn tag_value(&self, target: &At<'_>, tag: &str) -> Option<String> {
        let field = target.path(&["properties", tag])?;
        let listed = field
            .value
            .get("enum")
            .and_then(Value::as_array)
            .filter(|it| it.len() == 1)
            .and_then(|it| it.first());
        listed.or(field.value.get("const")).and_then(Value::as_str).map(str::to_owned)
    }

    /// Finds the schemas that have the fields of others.
    pub fn find_subtypes(&mut self) {
        let root = self.doc.root();
        for (_, schema) in root.path(&["components", "schemas"]).into_iter().flat_map(|it| it.entries()) {
            let parts = schema.get("allOf").into_iter().flat_map(|it| it.items());
            for base in parts.filter_map(|part| part.reference()) {
                self.subtypes.entry(base.to_owned()).or_default().push(schema.key());
            }
        }
    }

    /// Returns whether a schema is one of its subtypes wherever it is used.
    pub fn is_base(&self, at: &At<'_>) -> bool {
        let tag = at.get("discriminator").and_then(|it| it.text("propertyName"));
        tag.is_some() && !at.has("oneOf") && !at.has("anyOf") && self.subtypes.contains_key(&at.key())
    }

    /// Returns whether a schema is one of those that another is the union of.
    pub fn is_subtype(&self, at: &At<'_>, base: &At<'_>) -> bool {
        self.is_base(base) && self.subtypes.get(&base.key()).is_some_and(|all| all.contains(&at.key()))
    }

    /// The name of the type with the fields of a schema.
    pub fn base_name(&mut self, base: &At<'_>) -> String {
        let value = json!({"$ref": base.key()});
        let name = self.reference(&base.with(&value), &base.name()).notation;
        if !self.is_base(base) {
            return name;
        }
        self.bases.get(&base.key()).cloned().unwrap_or(name)
    }

    /// A base with a tag: the union of its subtypes. Its fields are a type of their own.
    pub fn base(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let name = self.reserve(&format!("{}Fields", named.words()), at);
        self.bases.insert(at.key(), name.clone());
        let rest = without(at, &["discriminator", "description"]);
        self.typed_as(&at.with(&rest), Named::As(&name));
        let tag = at.get("discriminator").and_then(|it| it.text("propertyName")).unwrap_or_default();
        let mapping = at.path(&["discriminator", "mapping"]);
        let mut by_value = Map::new();
        for key in self.all_subtypes(&at.key()) {
            let Some(target) = self.doc.find(&key) else { continue };
            let value = json!({"$ref": key});
            let notation = self.reference(&at.with(&value), &target.name()).notation;
            let mapped = mapping.iter().flat_map(|it| it.entries());
            let mut values: Vec<String> = mapped
                .filter(|(_, to)| self.is_mapped(to, &target))
                .map(|(value, _)| value.to_owned())
                .collect();
            if values.is_empty() {
                let own = target.text("x-ms-discriminator-value").map(str::to_owned);
                values.push(own.or_else(|| self.tag_value(&target, tag)).unwrap_or_else(|| target.name()));
            }
            values.into_iter().for_each(|value| drop(by_value.insert(value, json!(notation))));
        }
        let ty =
            Map::from_iter([("union".to_owned(), Value::Object(by_value)), ("tag".to_owned(), json!(tag))]);
        self.defined(named, at, ty)
    }

    /// The subtypes of a schema, and theirs.
    fn all_subtypes(&self, key: &str) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        let mut next = vec![key.to_owned()];
        while let Some(key) = next.pop() {
            for sub in self.subtypes.get(&key).into_iter().flatten() {
                if !all.contains(sub) {
                    all.push(sub.clone());
                    next.push(sub.clone());
                }
            }
        }
        all
    }
}

/// The value of a place without some of its keys.
pub fn without(at: &At<'_>, keys: &[&str]) -> Value {
    let mut value = at.value.clone();
    if let Some(map) = value.as_object_mut() {
        map.retain(|key, _| !keys.contains(&key.as_str()));
    }
    value
}
