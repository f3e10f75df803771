//! Schemas of objects -> types with fields.

use std::collections::{HashMap, HashSet};

use generator_spec::keywords::TYPE_FIELDS;
use generator_spec::naming;
use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::limits;
use crate::names::RustNames;
use crate::schemas::{Named, is_component, is_object, types};
use crate::typed::{Typed, short};
use crate::unions::{A_TYPE_THAT_ISNT, without};

/// Schemas that one is of by `allOf`, at most.
const MOST: usize = 300;

impl Importer<'_> {
    /// An object: fields, a dictionary, or anything.
    pub fn object(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let ty = self.fields(at, named, None);
        match ty {
            Ok(ty) => self.defined(named, at, ty),
            Err(typed) => *typed,
        }
    }

    /// The type with the fields of an object; or else the notation of one without known fields.
    fn fields(
        &mut self,
        at: &At<'_>,
        named: Named<'_>,
        base: Option<(String, HashSet<&str>)>,
    ) -> Result<Map<String, Value>, Box<Typed>> {
        let properties: Vec<_> = at.get("properties").into_iter().flat_map(|it| it.entries()).collect();
        let additional = at.get("additionalProperties");
        let is_closed = additional.as_ref().is_some_and(|it| it.value == &Value::Bool(false));
        let additional = additional.filter(|it| it.value.is_object());
        let has_required =
            at.value.get("required").and_then(Value::as_array).is_some_and(|it| !it.is_empty());
        let is_bare = properties.is_empty() && base.is_none();
        if is_bare && is_closed && !has_required {
            let limits = Map::from_iter([("max_items".to_owned(), json!(0))]);
            return Err(Box::new(Typed { limits, ..Typed::of("object") }));
        }
        if is_bare && !has_required {
            let value = additional.map(|it| self.inner(&it, &format!("{} value", named.words())));
            return Err(Box::new(Typed::of(
                value.map_or("object".to_owned(), |it| format!("Dictionary<string, {it}>")),
            )));
        }
        let mut ty = Map::new();
        let (base, inherited) = base.unzip();
        let inherited = inherited.unwrap_or_default();
        ty.extend(base.map(|base| ("extends".to_owned(), json!(base))));
        let mut names = RustNames::new(TYPE_FIELDS);
        let mut fields = Map::new();
        for (name, property) in properties {
            let words = format!("{} {name}", named.words());
            let typed = self.typed(&property, &words);
            let field = self.field(&property, name, typed, &words, &mut names);
            fields.insert(name.to_owned(), field);
        }
        let mut required: Vec<&str> = Vec::new();
        let listed = at.value.get("required").and_then(Value::as_array).into_iter().flatten();
        for name in listed.filter_map(Value::as_str) {
            if !required.contains(&name) {
                required.push(name);
            }
            if !fields.contains_key(name) && !inherited.contains(name) {
                let typed = match &additional {
                    Some(additional) => self.typed(additional, &format!("{} value", named.words())),
                    None => Typed::of("any"),
                };
                let field = self.field(at, name, typed, name, &mut names);
                fields.insert(name.to_owned(), field);
            }
        }
        if !fields.is_empty() {
            ty.insert("fields".to_owned(), Value::Object(fields));
        }
        if !required.is_empty() {
            ty.insert("required".to_owned(), json!(required));
        }
        limits::counts(self, at, &mut ty, limits::ENTRIES);
        if is_closed {
            ty.insert("closed".to_owned(), json!(true));
        } else if let Some(additional) = additional {
            let value = self.inner(&additional, &format!("{} value", named.words()));
            ty.insert("additional".to_owned(), json!(value));
        }
        Ok(ty)
    }

    fn field(
        &mut self,
        at: &At<'_>,
        name: &str,
        mut typed: Typed,
        words: &str,
        names: &mut RustNames,
    ) -> Value {
        let mut entry = Map::new();
        let constant = typed.constant.take();
        if constant.is_some() && typed.nullable {
            typed.constant = constant.clone();
            typed.notation = self.bare(at, Typed { nullable: false, ..typed.clone() }, words);
        }
        entry.insert("type".to_owned(), json!(typed.written()));
        let usual = naming::field(name);
        let rust = names.take(name, "field");
        if typed.nullable {
            names.add(naming::null_setter(rust.as_ref().unwrap_or(&usual)));
        }
        entry.extend(rust.map(|rust| ("rust".to_owned(), json!(rust))));
        if let Some(constant) = constant.filter(|_| !typed.nullable) {
            typed.limits.clear();
            entry.insert("value".to_owned(), constant);
        }
        entry.extend(std::mem::take(&mut typed.limits));
        let has_value = entry.contains_key("value");
        entry.extend(typed.default.filter(|_| !has_value).map(|it| ("default".to_owned(), it)));
        if typed.secret && !has_value {
            entry.insert("secret".to_owned(), json!(true));
        }
        if typed.deprecated {
            entry.insert("deprecated".to_owned(), json!({}));
        }
        entry.extend(typed.only.map(|only| ("only".to_owned(), json!(only))));
        entry.extend(typed.doc.map(|doc| ("doc".to_owned(), json!(doc))));
        short(entry, "type")
    }

    /// `allOf`: what all of its schemas say.
    pub fn all_of(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let parts = self.parts(at);
        if parts.len() > MOST {
            self.lose(at, "allOf of too many schemas", "");
        }
        let others = parts.iter().map(|part| types(&part.target).0).filter(|it| !it.is_empty());
        if is_object(at) && others.flatten().any(|it| it != "object") {
            self.remark(at, A_TYPE_THAT_ISNT, "");
        }
        let says = |part: &Part<'_>| is_structural(&part.target);
        let saying: Vec<Part<'_>> = parts.iter().filter(|part| says(part)).cloned().collect();
        let mut direct = at.get("allOf").into_iter().flat_map(|it| it.items());
        let nullable = direct.any(|it| it.flag("nullable") && it.reference().is_none());
        let typed = match &saying[..] {
            [] => Typed::of("any"),
            // The part says it: the others only describe it, unless this is one of its subtypes.
            [one] if one.is_reference && !self.is_subtype(at, &one.target) => {
                self.reference(&one.written, named.words())
            }
            [one] if one.is_reference => self.joined(at, &parts, named),
            [one] => {
                let mut value = one.target.value.clone();
                if let Some(map) = value.as_object_mut() {
                    map.shift_remove("allOf");
                }
                self.typed_as(&one.target.with(&value), named)
            }
            all if all.iter().all(|part| is_object(&part.target) && !part.has_alternatives()) => {
                self.joined(at, &parts, named)
            }
            several => self.contradicting(at, several, named),
        };
        Typed { nullable: typed.nullable || nullable, ..typed }
    }

    /// Types of which one has alternatives, or that aren't objects.
    fn contradicting(&mut self, at: &At<'_>, parts: &[Part<'_>], named: Named<'_>) -> Typed {
        let (several, others): (Vec<_>, Vec<_>) = parts.iter().partition(|part| part.has_alternatives());
        if let ([one], true) = (&several[..], others.iter().all(|part| is_object(&part.target))) {
            let key = if one.target.has("oneOf") { "oneOf" } else { "anyOf" };
            // The parts of its `allOf` are among them.
            let own = |part: &&Part<'_>| match part.target.has("allOf") {
                true => without(&part.target, &["allOf"]),
                false => self.referring(&part.target),
            };
            let others: Vec<Value> = others.iter().map(own).collect();
            let mut rest = one.target.value.clone();
            if let Some(map) = rest.as_object_mut() {
                let kept = ["properties", "required", "type", "additionalProperties"];
                map.retain(|name, _| kept.contains(&name.as_str()));
            }
            let says_more = rest.as_object().is_some_and(|it| it.keys().any(|key| key != "type"));
            let alternatives = one.target.get(key).into_iter().flat_map(|it| it.items());
            let alternatives = alternatives.map(|it| {
                let mut all = others.clone();
                all.extend(says_more.then(|| rest.clone()));
                all.push(self.referring(&it));
                json!({"allOf": all})
            });
            let value = json!({"oneOf": alternatives.collect::<Vec<_>>()});
            return self.one_of(&at.with(&value), named);
        }
        // Parts of one text or number: what all of them say.
        let kinds: HashSet<&str> = parts.iter().flat_map(|part| types(&part.target).0).collect();
        let is_number = kinds.iter().all(|it| matches!(*it, "integer" | "number"));
        if (kinds.len() == 1 || is_number) && several.is_empty() {
            let said = parts.iter().filter_map(|part| part.target.value.as_object());
            let mut merged = Map::new();
            for (key, value) in said.flatten().filter(|(key, _)| *key != "allOf") {
                let known = merged.get(key).filter(|known| *known != value);
                let value = known.and_then(|known| both(key, known, value)).unwrap_or_else(|| value.clone());
                merged.insert(key.clone(), value);
            }
            if kinds.contains("integer") {
                merged.insert("type".to_owned(), json!("integer"));
            }
            return self.typed_as(&at.with(&Value::Object(merged)), named);
        }
        let place = parts.last().map_or(at, |part| &part.target);
        self.lose(place, "allOf of schemas that aren't objects", "");
        match parts.first() {
            Some(first) if first.is_reference => self.reference(&first.written, named.words()),
            Some(first) if !first.target.has("allOf") => self.typed_as(&first.target.clone(), named),
            Some(_) | None => Typed::of("any"),
        }
    }

    /// A reference to a schema; or the schema, if it is one itself or isn't written in a file.
    pub fn referring(&self, at: &At<'_>) -> Value {
        let key = at.key();
        let is_written = self.doc.find(&key).is_some_and(|it| std::ptr::eq(it.value, at.value));
        if is_written && at.reference().is_none() { json!({"$ref": key}) } else { at.value.clone() }
    }

    /// An object with the fields of several: those of the first that is a type of its own are inherited.
    fn joined(&mut self, at: &At<'_>, parts: &[Part<'_>], named: Named<'_>) -> Typed {
        let direct =
            at.get("allOf").into_iter().flat_map(|it| it.items()).filter(|it| it.reference().is_some());
        let base =
            direct.filter_map(|it| self.doc.follow(&it)).find(|it| is_component(it) && self.can_extend(it));
        let base = base.map(|base| (self.base_name(&base), base));
        // It isn't a type if schemas are nested too deep.
        let base = base.filter(|(name, _)| self.types.contains_key(name));
        // What the base has itself is inherited.
        let inherited = base.as_ref().map(|(_, base)| self.parts(base)).unwrap_or_default();
        let known: HashSet<*const Value> =
            inherited.iter().map(|part| std::ptr::from_ref(part.target.value)).collect();
        let own = parts.iter().filter(|part| !known.contains(&std::ptr::from_ref(part.target.value)));
        let mut before: HashMap<&str, At<'_>> = HashMap::new();
        let (mut properties, mut required, mut additional) = (Map::new(), Vec::new(), None);
        for part in own {
            for (name, property) in part.target.get("properties").into_iter().flat_map(|it| it.entries()) {
                let inherited =
                    || inherited.iter().filter_map(|part| part.target.path(&["properties", name]));
                let before = before.insert(name, property.clone()).or_else(|| inherited().next_back());
                let value = match before {
                    Some(before) => self.narrowed(&before, &property),
                    None => self.referring(&property),
                };
                properties.insert(name.to_owned(), value);
            }
            required.extend(
                part.target.value.get("required").and_then(Value::as_array).into_iter().flatten().cloned(),
            );
            let more = part.target.get("additionalProperties").filter(|it| it.value != &Value::Bool(true));
            let more =
                more.map(|it| if it.value.is_object() { self.referring(&it) } else { it.value.clone() });
            additional = additional.or(more);
        }
        let is_closed = inherited.iter().any(Part::is_closed).then_some(json!(false));
        let additional = additional.or(is_closed);
        let fields = inherited.iter().filter_map(|part| part.target.value.get("properties")?.as_object());
        let fields: HashSet<&str> = fields.flat_map(|all| all.keys().map(String::as_str)).collect();
        let base = base.map(|(name, _)| (name, fields));
        let mut value = json!({"type": "object", "properties": properties, "required": required});
        if let Some(additional) = additional {
            value["additionalProperties"] = additional;
        }
        let described =
            parts.iter().find_map(|part| part.target.text("description").filter(|_| !part.is_reference));
        if let Some(doc) = at.text("description").or(described) {
            value["description"] = json!(doc);
        }
        let place = at.with(&value);
        match self.fields(&place, named, base) {
            Ok(ty) => self.defined(named, &place, ty),
            Err(typed) => *typed,
        }
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
        parts.iter().any(Part::has_fields)
            && parts.iter().all(|part| is_object(&part.target) || !is_structural(&part.target))
    }

    /// Returns whether more than words is beside a reference, where that counts.
    pub fn has_siblings(&self, at: &At<'_>) -> bool {
        let version = self.doc.root().text("openapi").unwrap_or_default();
        !version.starts_with("3.0") && is_structural(at)
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
        for part in target.get("allOf").into_iter().flat_map(|it| it.items()) {
            self.add_parts(&part, parts, seen);
        }
        let is_reference = written.reference().is_some();
        let beside = (is_reference && self.has_siblings(written)).then(|| written.clone());
        parts.push(Part { written: written.clone(), target, is_reference });
        parts.extend(beside.map(|it| Part { written: it.clone(), target: it, is_reference: false }));
    }
}

/// A schema of `allOf`.
#[derive(Clone)]
pub struct Part<'v> {
    written: At<'v>,
    /// The place that its reference leads to.
    pub target: At<'v>,
    is_reference: bool,
}

impl Part<'_> {
    /// Returns whether it has fields.
    pub fn has_fields(&self) -> bool {
        self.target.get("properties").is_some_and(|it| it.entries().next().is_some())
    }

    /// Returns whether it has no other fields.
    fn is_closed(&self) -> bool {
        self.target.value["additionalProperties"] == Value::Bool(false)
    }

    /// Returns whether it is one of several types.
    pub fn has_alternatives(&self) -> bool {
        self.target.has("oneOf") || self.target.has("anyOf")
    }
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

/// Returns whether a schema says more than words.
fn is_structural(at: &At<'_>) -> bool {
    let keys = [
        "properties",
        "items",
        "enum",
        "const",
        "oneOf",
        "anyOf",
        "additionalProperties",
        "required",
        "format",
        "pattern",
    ];
    keys.iter().any(|key| at.has(key)) || !(types(at).0.is_empty() || at.has("allOf") && is_object(at))
}

/// Returns whether objects have no field, and can't have any.
pub fn is_empty(parts: &[Part<'_>]) -> bool {
    parts.iter().any(Part::is_closed) && !parts.iter().any(Part::has_fields)
}
