//! `allOf` -> a type that has what all of its schemas say.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::map;
use crate::importer::Importer;
use crate::objects::Base;
use crate::schemas::Named;
use crate::typed::Typed;
use crate::unions::A_TYPE_THAT_ISNT;

/// Schemas that one is of by `allOf`, at most.
const MOST: usize = 300;

/// Keys that lead to other parts.
const LEADING: [&str; 2] = ["allOf", "$ref"];

/// A schema of `allOf`.
#[derive(Clone)]
pub struct Part<'v> {
    written: At<'v>,
    /// The place that its reference leads to.
    pub target: At<'v>,
    is_reference: bool,
}

impl Importer<'_> {
    /// `allOf`: what all of its schemas say.
    pub fn all_of(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let parts = self.parts(at);
        if parts.len() > MOST {
            self.lose(at, "allOf of too many schemas", "");
        }
        if at.is_object() && parts.iter().flat_map(|part| part.target.types()).any(|it| it != "object") {
            self.remark(at, A_TYPE_THAT_ISNT, "");
        }
        let saying: Vec<&Part<'_>> = parts.iter().filter(|part| part.target.is_structural()).collect();
        let typed = match &saying[..] {
            [] => Typed::of("any"),
            [one] if one.is_reference && self.is_subtype(at, &one.target) => self.joined(at, &parts, named),
            // The part says it: the others only describe it.
            [one] if one.is_reference => self.reference(&one.written, named.words()),
            [one] => self.typed_as(&one.target.with(&one.target.without(&LEADING)), named),
            all if all.iter().all(|part| part.target.is_object() && !part.target.has_alternatives()) => {
                self.joined(at, &parts, named)
            }
            several => self.unlike(at, several, named),
        };
        let nullable = at.items_of("allOf").any(|it| it.flag("nullable") && it.reference().is_none());
        Typed { nullable: typed.nullable || nullable, ..typed }
    }

    /// Schemas of which one has alternatives, or that aren't objects.
    fn unlike(&mut self, at: &At<'_>, parts: &[&Part<'_>], named: Named<'_>) -> Typed {
        let (several, others): (Vec<&Part<'_>>, Vec<_>) =
            parts.iter().copied().partition(|part| part.target.has_alternatives());
        if let ([one], true) = (&several[..], others.iter().all(|part| part.target.is_object())) {
            let value = self.distributed(&one.target, &others);
            return self.typed_as(&at.with(&value), named);
        }
        let kinds: HashSet<&str> = parts.iter().flat_map(|part| part.target.types()).collect();
        let is_number = kinds.iter().all(|it| matches!(*it, "integer" | "number"));
        if (kinds.len() == 1 || is_number) && several.is_empty() {
            let mut value = merged(parts);
            if kinds.contains("integer") {
                value["type"] = json!("integer");
            }
            return self.typed_as(&at.with(&value), named);
        }
        let place = parts.last().map_or(at, |part| &part.target);
        self.lose(place, "allOf of schemas that aren't objects", "");
        match parts.first() {
            Some(first) if first.is_reference => self.reference(&first.written, named.words()),
            Some(first) if !first.target.has("allOf") => self.typed_as(&first.target.clone(), named),
            Some(_) | None => Typed::of("any"),
        }
    }

    /// Alternatives that each have what the other parts say, and what is beside them.
    fn distributed(&self, one: &At<'_>, others: &[&Part<'_>]) -> Value {
        // The parts of its `allOf` are among them.
        let own = |part: &&Part<'_>| match LEADING.iter().any(|key| part.target.has(key)) {
            true => part.target.without(&LEADING),
            false => self.referring(&part.target),
        };
        let mut shared: Vec<Value> = others.iter().map(own).collect();
        let kept = ["properties", "required", "type", "additionalProperties"];
        let mut rest = one.value.as_object().cloned().unwrap_or_default();
        rest.retain(|name, _| kept.contains(&name.as_str()));
        if rest.keys().any(|key| key != "type") {
            shared.push(Value::Object(rest));
        }
        let alternatives = || one.items_of(if one.has("oneOf") { "oneOf" } else { "anyOf" });
        if alternatives().any(|it| self.is_of(&it, one)) {
            return json!({"allOf": shared});
        }
        let with_shared = |it: At<'_>| {
            let mut all = shared.clone();
            all.push(self.referring(&it));
            json!({"allOf": all})
        };
        json!({"oneOf": alternatives().map(with_shared).collect::<Vec<_>>()})
    }

    /// Returns whether a schema has what another says, by `allOf`: it is one of the other's alternatives, then.
    pub fn is_of(&self, at: &At<'_>, other: &At<'_>) -> bool {
        self.parts(at).iter().any(|part| std::ptr::eq(part.target.value, other.value))
    }

    /// A reference to a schema; or the schema, if it is one itself or isn't written in a file.
    pub fn referring(&self, at: &At<'_>) -> Value {
        let key = at.key();
        let is_written = self.doc.find(&key).is_some_and(|it| std::ptr::eq(it.value, at.value));
        if is_written && at.reference().is_none() { json!({"$ref": key}) } else { at.value.clone() }
    }

    /// An object with the fields of several: those of the first that is a type of its own are inherited.
    fn joined(&mut self, at: &At<'_>, parts: &[Part<'_>], named: Named<'_>) -> Typed {
        let references = at.items_of("allOf").filter(|it| it.reference().is_some());
        let base = references
            .filter_map(|it| self.doc.follow(&it))
            .find(|it| it.is_component() && self.can_extend(it))
            .map(|base| (self.base_name(&base), base))
            // It isn't a type if schemas are nested too deep.
            .filter(|(name, _)| self.types.contains_key(name));
        let inherited = base.as_ref().map(|(_, base)| self.parts(base)).unwrap_or_default();
        let known: HashSet<*const Value> =
            inherited.iter().map(|part| std::ptr::from_ref(part.target.value)).collect();
        let own = parts.iter().filter(|part| !known.contains(&std::ptr::from_ref(part.target.value)));
        let mut before: HashMap<&str, At<'_>> = HashMap::new();
        let (mut properties, mut required, mut additional) = (Map::new(), Vec::new(), None);
        for part in own.map(|part| &part.target) {
            for (name, property) in part.entries_of("properties") {
                let mut inherited =
                    inherited.iter().filter_map(|part| part.target.path(&["properties", name]));
                let before = before.insert(name, property.clone()).or_else(|| inherited.next_back());
                let value = match before {
                    Some(before) => self.narrowed(&before, &property),
                    None => self.referring(&property),
                };
                properties.insert(name.to_owned(), value);
            }
            required.extend_from_slice(part.list("required"));
            let more = part.others().filter(|it| it.value != &Value::Bool(true));
            additional = additional.or(more.map(|it| match it.value {
                Value::Object(_) => self.referring(&it),
                other => other.clone(),
            }));
        }
        let is_closed = inherited.iter().any(|part| part.target.is_closed());
        let additional = additional.or(is_closed.then_some(json!(false)));
        let described =
            parts.iter().filter(|part| !part.is_reference).find_map(|part| part.target.text("description"));
        let value = Value::Object(map(json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": additional,
            "description": at.text("description").or(described),
        })));
        let fields = inherited.iter().flat_map(|part| part.target.entries_of("properties"));
        let fields: HashSet<&str> = fields.map(|(name, _)| name).collect();
        self.object(&at.with(&value), named, base.map(|(name, _)| Base { name, fields }))
    }

    /// The schema of a field that a part before describes, too: both, unless this one has all of that.
    fn narrowed(&self, before: &At<'_>, now: &At<'_>) -> Value {
        let parts = self.parts(now);
        let target = self.doc.follow(before);
        let has_it =
            target.is_some_and(|it| parts.iter().any(|part| std::ptr::eq(part.target.value, it.value)));
        let [before, now] = [before, now].map(|it| self.referring(it));
        if has_it || before == now { now } else { json!({"allOf": [before, now]}) }
    }

    /// Returns whether a schema is a type with fields, so that another can have them.
    fn can_extend(&self, target: &At<'_>) -> bool {
        let parts = self.parts(target);
        parts.iter().any(|part| part.target.has_fields())
            && parts.iter().all(|part| part.target.is_object() || !part.target.is_structural())
    }

    /// Returns whether more than words is beside a reference, where that counts.
    pub fn has_siblings(&self, at: &At<'_>) -> bool {
        let version = self.doc.root().text("openapi").unwrap_or_default();
        !version.starts_with("3.0") && at.is_structural()
    }

    /// The schemas that an object is of: the parts of its `allOf`, theirs, and itself.
    pub fn parts<'v>(&self, written: &At<'v>) -> Vec<Part<'v>>
    where
        Self: 'v,
    {
        let mut parts = Vec::new();
        self.add_parts(written, &mut parts, &mut HashSet::new());
        parts
    }

    fn add_parts<'v>(&self, written: &At<'v>, parts: &mut Vec<Part<'v>>, seen: &mut HashSet<*const Value>)
    where
        Self: 'v,
    {
        let doc = self.doc;
        let Some(target) = doc.follow(written) else { return };
        if seen.len() > MOST || !seen.insert(target.value) {
            return;
        }
        target.items_of("allOf").for_each(|part| self.add_parts(&part, parts, seen));
        let is_reference = written.reference().is_some();
        parts.push(Part { written: written.clone(), target, is_reference });
        if is_reference && self.has_siblings(written) {
            parts.push(Part { written: written.clone(), target: written.clone(), is_reference: false });
        }
    }
}

/// Schemas of texts or numbers as one: what all of them say.
fn merged(parts: &[&Part<'_>]) -> Value {
    let mut merged = Map::new();
    let said = parts.iter().filter_map(|part| part.target.value.as_object());
    for (key, value) in said.flatten().filter(|(key, _)| !LEADING.contains(&key.as_str())) {
        let known = merged.get(key).filter(|known| *known != value);
        let value = known.and_then(|known| both(key, known, value)).unwrap_or_else(|| value.clone());
        merged.insert(key.clone(), value);
    }
    Value::Object(merged)
}

/// The value of a key that two schemas have, if it isn't that of the second.
fn both(key: &str, one: &Value, other: &Value) -> Option<Value> {
    match (key, one, other) {
        ("items", ..) => Some(json!({"allOf": [one, other]})),
        ("enum", Value::Array(one), Value::Array(other)) => {
            let listed: Vec<Value> = one.iter().filter(|it| other.contains(it)).cloned().collect();
            Some(Value::Array(listed)).filter(|it| *it != json!([]))
        }
        _ => None,
    }
}
