//! Schemas of objects -> types with fields.

use std::collections::HashSet;

use generator_spec::keywords::TYPE_FIELDS;
use generator_spec::naming;
use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, deprecated, map, short, some, yes};
use crate::importer::Importer;
use crate::limits;
use crate::names::RustNames;
use crate::schemas::Named;
use crate::typed::Typed;

/// The type whose fields another has, too.
pub struct Base<'v> {
    /// Its name.
    pub name: String,
    /// The names of its fields.
    pub fields: HashSet<&'v str>,
}

impl Importer<'_> {
    /// An object: fields, a dictionary, or anything.
    pub fn object(&mut self, at: &At<'_>, named: Named<'_>, base: Option<Base<'_>>) -> Typed {
        let is_open = base.is_none() && !at.has_fields() && !at.is_closed();
        let words = format!("{} value", named.words());
        if is_open && at.list("required").is_empty() {
            let value = at.additional().map(|it| self.inner(&it, &words));
            return Typed::of(
                value.map_or("object".to_owned(), |value| format!("Dictionary<string, {value}>")),
            );
        }
        let (name, inherited) = base.map(|it| (it.name, it.fields)).unzip();
        let mut names = RustNames::new(TYPE_FIELDS);
        let mut fields = Map::new();
        for (name, property) in at.entries_of("properties") {
            let words = format!("{} {name}", named.words());
            let typed = self.typed(&property, &words);
            fields.insert(name.to_owned(), self.field(&property, name, typed, &words, &mut names));
        }
        let mut required: Vec<&str> = Vec::new();
        for name in at.texts("required") {
            if !required.contains(&name) {
                required.push(name);
            }
            if !fields.contains_key(name) && !inherited.as_ref().is_some_and(|it| it.contains(name)) {
                let typed = at.additional().map_or_else(|| Typed::of("any"), |it| self.typed(&it, &words));
                fields.insert(name.to_owned(), self.field(at, name, typed, name, &mut names));
            }
        }
        // A type without a base says that it has no fields.
        let fields = Some(fields).filter(|it| name.is_none() || !it.is_empty());
        let mut ty = map(json!({"extends": name, "fields": fields, "required": some(required)}));
        limits::counts(self, at, &mut ty, limits::ENTRIES);
        let additional = at.additional().map(|it| self.inner(&it, &words));
        add(&mut ty, json!({"closed": yes(at.is_closed()), "additional": additional}));
        self.defined(named, at, ty)
    }

    fn field(
        &mut self,
        at: &At<'_>,
        name: &str,
        mut typed: Typed,
        words: &str,
        names: &mut RustNames,
    ) -> Value {
        if typed.constant.is_some() && typed.nullable {
            typed.notation = self.bare(at, Typed { nullable: false, ..typed.clone() }, words);
            typed.constant = None;
        }
        let usual = naming::field(name);
        let rust = names.take(name, "field");
        if typed.nullable {
            names.add(naming::null_setter(rust.as_ref().unwrap_or(&usual)));
        }
        let mut field = map(json!({"type": typed.written(), "rust": rust, "value": typed.constant}));
        if typed.constant.is_none() {
            field.extend(std::mem::take(&mut typed.limits));
            add(&mut field, json!({"default": typed.default, "secret": yes(typed.secret)}));
        }
        let is_deprecated = deprecated(typed.deprecated);
        add(&mut field, json!({"deprecated": is_deprecated, "only": typed.only, "doc": typed.doc}));
        short(field, "type")
    }
}
