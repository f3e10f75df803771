//! Schemas with alternatives -> unions.

use std::collections::HashSet;

use generator_spec::model::Scalar;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::map;
use crate::enums::is_of;
use crate::importer::Importer;
use crate::schemas::Named;
use crate::typed::Typed;

/// The reason for a schema whose type its parts or alternatives haven't.
pub const A_TYPE_THAT_ISNT: &str = "a type that its alternatives or parts haven't";

/// Alternatives with what is said beside them, at most.
const MOST: usize = 3_000;

impl Importer<'_> {
    /// `oneOf` and `anyOf`: one of several types.
    pub fn one_of(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let key = if at.has("oneOf") { "oneOf" } else { "anyOf" };
        if key == "oneOf" && at.has("anyOf") {
            self.lose(at, "anyOf beside oneOf", "");
        }
        let (nulls, others): (Vec<_>, Vec<_>) = at.items_of(key).partition(is_null);
        let (bare, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_bare);
        if !bare.is_empty() {
            self.remark(at, "alternatives of required fields", "");
        }
        let rest = at.without(&["oneOf", "anyOf"]);
        let rest = at.with(&rest);
        let has_rest = !rest.list("required").is_empty()
            || ["properties", "enum", "items"].iter().any(|it| rest.has(it));
        let other = rest.value.get("additionalProperties").filter(|it| **it != true && **it != json!({}));
        if other.is_some() && !has_rest {
            self.remark(at, "other fields beside alternatives", "");
        }
        let own = rest.text("type");
        let is_other = |it: &At<'_>| {
            let found = self.doc.follow(it).map(|it| it.types()).unwrap_or_default();
            !found.is_empty() && own.is_some_and(|own| !found.contains(&own))
        };
        if others.iter().any(is_other) {
            self.remark(at, A_TYPE_THAT_ISNT, "");
        }
        let mut typed = match &others[..] {
            [] => self.typed_as(&rest, named),
            _ if has_rest && self.may_extend(at, others.len()) => {
                let value = self.with_rest(at, &rest, &others);
                self.one_of(&at.with(&value), named)
            }
            [one] if one.reference().is_some() => self.reference(one, named.words()),
            [one] => self.typed_as(one, named),
            several => match self.known_values(several) {
                Some((_, Some(known))) => self.reference(&known, named.words()),
                Some((values, None)) => self.listed(at, &values, named, false),
                None => self.union(at, several, named),
            },
        };
        typed.nullable |= !nulls.is_empty() || at.flag("nullable") || own == Some("null");
        typed
    }

    /// Returns whether so many alternatives may get what is said beside them: where each has alternatives
    /// of its own, their number doubles at each level.
    pub fn may_extend(&mut self, at: &At<'_>, more: usize) -> bool {
        self.extended += more;
        if self.extended > MOST {
            self.lose(at, "too many alternatives of alternatives", "");
        }
        self.extended <= MOST
    }

    /// Alternatives that all have the fields beside them.
    fn with_rest(&self, at: &At<'_>, rest: &At<'_>, others: &[At<'_>]) -> Value {
        let own = rest.without(&["discriminator", "description", "title", "nullable"]);
        let alternative = |it: &At<'_>| {
            if self.is_of(it, at) {
                return self.referring(it);
            }
            let found = self.doc.follow(it).map(|it| it.types()).unwrap_or_default();
            let is = |ty: &str| found.is_empty() || found.contains(&ty);
            let mut own = own.as_object().cloned().unwrap_or_default();
            own.retain(|key, _| match key.as_str() {
                "type" => found.is_empty(),
                "items" => is("array"),
                "properties" | "required" | "additionalProperties" => is("object"),
                "enum" => !is("array") && !is("object") || found.is_empty(),
                _ => true,
            });
            json!({"allOf": [self.referring(it), own]})
        };
        let alternatives: Vec<Value> = others.iter().map(alternative).collect();
        Value::Object(map(json!({
            "oneOf": alternatives,
            "discriminator": rest.value.get("discriminator"),
            "description": rest.text("description"),
        })))
    }

    fn union(&mut self, at: &At<'_>, alternatives: &[At<'_>], named: Named<'_>) -> Typed {
        let mut members: Vec<String> = Vec::new();
        let mut nullable = false;
        for (index, it) in alternatives.iter().enumerate() {
            let title = it.text("title").map_or_else(|| format!("option {}", index + 1), str::to_owned);
            let words = format!("{} {title}", named.words());
            let typed = self.typed(it, &words);
            nullable |= typed.nullable;
            members.push(self.bare(it, Typed { nullable: false, ..typed }, &words));
        }
        let mut typed = match self.tagged(at, alternatives, &members) {
            Some(ty) => self.defined(named, at, ty),
            None => self.untagged(at, &members, named),
        };
        typed.nullable |= nullable;
        typed
    }

    /// The values that alternatives list beside their bare type, of which others are values, too; and the
    /// only alternative that lists them, if it has a name.
    fn known_values<'v>(&self, alternatives: &[At<'v>]) -> Option<(Vec<Value>, Option<At<'v>>)>
    where
        Self: 'v,
    {
        let doc = self.doc;
        let targets: Vec<At<'_>> = alternatives.iter().map(|it| doc.follow(it)).collect::<Option<_>>()?;
        let bare = targets.iter().find_map(bare_type)?;
        let mut values: Vec<Value> = Vec::new();
        for it in targets.iter().filter(|it| bare_type(it) != Some(bare)) {
            let known = it.value.get("enum").and_then(Value::as_array).map(Vec::as_slice);
            let known = known.or_else(|| it.value.get("const").map(std::slice::from_ref))?;
            if it.types() != [bare] && !it.types().is_empty() || known.iter().any(|it| !is_of(it, &[bare])) {
                return None;
            }
            values.extend(known.iter().filter(|it| !values.contains(it)).cloned().collect::<Vec<_>>());
        }
        if values.is_empty() {
            return None;
        }
        let [one, other] = alternatives else { return Some((values, None)) };
        let listing = if bare_type(&targets[0]).is_some() { other } else { one };
        let has_name = listing.reference().is_some() && values.len() > 1;
        Some((values, has_name.then(|| listing.clone())))
    }

    fn untagged(&mut self, at: &At<'_>, members: &[String], named: Named<'_>) -> Typed {
        let mut seen = HashSet::new();
        let all: Vec<&str> = members.iter().map(String::as_str).filter(|it| seen.insert(*it)).collect();
        match all[..] {
            [one] => Typed::of(one),
            _ if all.contains(&"any") => {
                self.remark(at, "a union of any value and others", "");
                Typed::of("any")
            }
            _ => self.defined(named, at, map(json!({"union": all}))),
        }
    }

    /// A union by the value of a field.
    fn tagged(&self, at: &At<'_>, alternatives: &[At<'_>], members: &[String]) -> Option<Map<String, Value>> {
        let tag = at.tag()?;
        let mut by_value: Map<String, Value> = Map::new();
        for (it, notation) in alternatives.iter().zip(members) {
            let plain = self.plain_of(notation);
            if plain.contains('<') || Scalar::named(&plain).is_some() {
                return None;
            }
            let target = self.doc.follow(it)?;
            let usual = || tag_value(&target, tag).or_else(|| it.reference().map(|_| target.name()));
            let values = mapped(at, &target).or_else(|| Some(vec![usual()?]))?;
            by_value.extend(values.into_iter().map(|value| (value, json!(notation))));
        }
        Some(map(json!({"union": by_value, "tag": tag})))
    }

    /// Finds the schemas that have the fields of others.
    pub fn find_subtypes(&mut self) {
        let schemas = self.doc.root().path(&["components", "schemas"]);
        for (_, schema) in schemas.into_iter().flat_map(|it| it.entries()) {
            for base in schema.items_of("allOf").filter_map(|part| part.reference()) {
                self.subtypes.entry(base.to_owned()).or_default().push(schema.key());
            }
        }
    }

    /// Returns whether a schema is one of its subtypes wherever it is used.
    pub fn is_base(&self, at: &At<'_>) -> bool {
        at.tag().is_some() && !at.has_alternatives() && self.subtypes.contains_key(&at.key())
    }

    /// Returns whether a schema is one of those that another is the union of.
    pub fn is_subtype(&self, at: &At<'_>, base: &At<'_>) -> bool {
        self.is_base(base) && self.subtypes.get(&base.key()).is_some_and(|all| all.contains(&at.key()))
    }

    /// The name of the type with the fields of a schema.
    pub fn base_name(&mut self, base: &At<'_>) -> String {
        let name = self.referred(base, base);
        if !self.is_base(base) {
            return name;
        }
        self.bases.get(&base.key()).cloned().unwrap_or(name)
    }

    /// The notation of a schema that one at another place refers to.
    fn referred(&mut self, at: &At<'_>, target: &At<'_>) -> String {
        self.reference(&at.with(&json!({"$ref": target.key()})), &target.name()).notation
    }

    /// A base with a tag: the union of its subtypes. Its fields are a type of their own.
    pub fn base(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let name = self.reserve(&format!("{}Fields", named.words()), at);
        self.bases.insert(at.key(), name.clone());
        let rest = at.without(&["discriminator", "description"]);
        self.typed_as(&at.with(&rest), Named::As(&name));
        let tag = at.tag().unwrap_or_default();
        let mut by_value = Map::new();
        for key in self.all_subtypes(&at.key()) {
            let Some(target) = self.doc.find(&key) else { continue };
            let notation = self.referred(at, &target);
            let of_azure = target.text("x-ms-discriminator-value").map(str::to_owned);
            let usual = || of_azure.or_else(|| tag_value(&target, tag)).unwrap_or_else(|| target.name());
            let values = mapped(at, &target).unwrap_or_else(|| vec![usual()]);
            by_value.extend(values.into_iter().map(|value| (value, json!(notation))));
        }
        self.defined(named, at, map(json!({"union": by_value, "tag": tag})))
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

fn is_null(at: &At<'_>) -> bool {
    at.types() == ["null"] || at.value.get("enum") == Some(&json!([null]))
}

/// Returns whether an alternative only says which fields there are: without these, it is any value.
fn is_bare(at: &At<'_>) -> bool {
    let limits = ["required", "not", "minProperties"];
    let is_word = |key: &str| ["description", "title"].contains(&key) || limits.contains(&key);
    limits.iter().any(|key| at.has(key)) && at.entries().all(|(key, _)| is_word(key))
}

/// The type of a schema that says no more than that, and words.
fn bare_type<'v>(at: &At<'v>) -> Option<&'v str> {
    let is_word = |key: &str| ["type", "title", "description", "example", "examples"].contains(&key);
    let is_bare = at.entries().all(|(key, _)| is_word(key) || key.starts_with("x-"));
    at.text("type").filter(|it| is_bare && ["string", "integer", "number"].contains(it))
}

/// The values of the tag that a discriminator's mapping has for a schema.
fn mapped(at: &At<'_>, target: &At<'_>) -> Option<Vec<String>> {
    let name = target.name();
    let is_mapped = |to: &At<'_>| to.value.as_str().is_some_and(|it| it.rsplit('/').next() == Some(&name));
    let mapping = at.get("discriminator")?;
    let values = mapping.entries_of("mapping").filter(|(_, to)| is_mapped(to));
    Some(values.map(|(value, _)| value.to_owned()).collect()).filter(|it: &Vec<_>| !it.is_empty())
}

/// The one value that an object has for its tag.
fn tag_value(target: &At<'_>, tag: &str) -> Option<String> {
    let field = target.path(&["properties", tag])?;
    let value = match field.list("enum") {
        [one] => one,
        _ => field.value.get("const")?,
    };
    value.as_str().map(str::to_owned)
}
