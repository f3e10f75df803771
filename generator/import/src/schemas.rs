//! Schemas -> types.

use serde_json::{Map, Value, json};

use crate::document::At;
use crate::importer::Importer;
use crate::typed::{Typed, is_binary};
use crate::{limits, names, text};

/// Schemas that are in each other, at most.
const DEEPEST: usize = 200;

/// The place of a schema: among the components, by this name, or inline, with words for its name.
#[derive(Clone, Copy, Debug)]
pub enum Named<'n> {
    /// It has this name.
    As(&'n str),
    /// A name of it has these words.
    By(&'n str),
}

impl Named<'_> {
    /// The words of the name.
    pub fn words(&self) -> &str {
        match self {
            Self::As(words) | Self::By(words) => words,
        }
    }
}

impl Importer<'_> {
    /// The type of a schema, whose name, if it needs one, has these words.
    pub fn typed(&mut self, at: &At<'_>, words: &str) -> Typed {
        self.typed_as(at, Named::By(words))
    }

    /// The type of a schema with a name.
    pub fn typed_as(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        if self.depth > DEEPEST {
            self.lose(at, "schemas nested too deep", "");
            return Typed::of("any");
        }
        self.depth += 1;
        let mut typed = self.shape(at, named);
        self.depth -= 1;
        describe(at, &mut typed);
        typed
    }

    fn shape(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        if at.value == &Value::Bool(false) {
            self.lose(at, "a schema that no value fits", "");
        }
        if at.reference().is_some() {
            return match self.has_siblings(at) {
                true => self.all_of(at, named),
                false => self.reference(at, named.words()),
            };
        }
        if self.is_base(at) && matches!(named, Named::As(_)) {
            return self.base(at, named);
        }
        let has_one =
            |key: &str| at.value.get(key).and_then(Value::as_array).is_some_and(|it| !it.is_empty());
        if has_one("allOf") {
            return self.all_of(at, named);
        }
        if has_one("oneOf") || has_one("anyOf") {
            return self.one_of(at, named);
        }
        if at.has("patternProperties") {
            self.lose(at, "fields by the pattern of their names", "");
        }
        let is_list = types(at).0 == ["array"];
        if is_list && has_one("enum") {
            self.remark(at, "listed values of a list", "");
        }
        if has_one("enum") && !is_list || at.has("const") {
            return self.enumeration(at, named);
        }
        self.plain(at, named)
    }

    /// A schema that is written elsewhere.
    pub fn reference(&mut self, at: &At<'_>, words: &str) -> Typed {
        let Some(target) = self.doc.follow(at) else {
            self.lose(at, "a reference that leads nowhere", self.doc.reference(at));
            return Typed::of("any");
        };
        let key = target.key();
        if let Some(known) = self.known.get(&key) {
            if known.is_named() {
                self.referenced.insert(known.notation.clone());
            }
            return known.clone();
        }
        let has_name = is_component(&target) || target.is_elsewhere();
        let own = if has_name { self.doc.name(&target) } else { names::camel(words) };
        let name = self.reserve(&own, &target);
        let unknown = Typed { nullable: types(&target).1, ..Typed::of(name.clone()) };
        self.known.insert(key.clone(), unknown.clone());
        if self.has_only_fields(&target) {
            self.waiting.push_back((key, name));
            return unknown;
        }
        let typed = self.typed_as(&target, Named::As(&name));
        let outer = self.named(&name, &target, typed);
        self.known.insert(key, outer.clone());
        outer
    }

    /// A schema with a name may be a text, a list or another type after all: the name is an alias.
    fn named(&mut self, name: &str, at: &At<'_>, mut typed: Typed) -> Typed {
        let doc = typed.doc.take();
        let is_deprecated = std::mem::take(&mut typed.deprecated);
        if typed.notation == name || self.types.get(name).is_none_or(|it| !it.is_null()) {
            return typed;
        }
        if self.referenced.contains(name) {
            self.lose(at, "a list or a dictionary of itself", name);
            self.define(name, Map::from_iter([("opaque".to_owned(), json!(doc.unwrap_or_default()))]));
        } else if let Some(mut alias) = typed.alias().filter(|_| is_component(at) && !typed.is_binary) {
            doc.into_iter().for_each(|it| drop(alias.shift_insert(0, "doc".to_owned(), json!(it))));
            if is_deprecated {
                alias.insert("deprecated".to_owned(), json!({}));
            }
            self.define(name, alias);
            name.clone_into(&mut typed.notation);
            typed.limits.clear();
        } else {
            self.types.shift_remove(name);
        }
        typed
    }

    /// The notation that an alias is another name of.
    pub fn plain_of(&self, notation: &str) -> String {
        let ty = self.types.get(notation).filter(|it| it.get("values").is_none());
        let text = |key: &str| ty.and_then(|it| it.get(key)).and_then(Value::as_str);
        match (text("of"), text("list"), text("map")) {
            (Some(of), ..) => of.to_owned(),
            (_, Some(item), _) => format!("List<{item}>"),
            (.., Some(value)) => format!("Dictionary<string, {value}>"),
            (None, None, None) => notation.to_owned(),
        }
    }

    /// Types with fields can refer to each other: they are read one after another.
    fn has_only_fields(&self, at: &At<'_>) -> bool {
        let others = ["allOf", "oneOf", "anyOf", "enum", "const", "$ref"];
        let has_fields = at.get("properties").is_some_and(|it| it.entries().next().is_some());
        has_fields && !others.iter().any(|key| at.has(key)) && is_object(at) && !self.is_base(at)
    }

    /// Reads the schemas that were put off.
    pub fn finish(&mut self) {
        while let Some((key, name)) = self.waiting.pop_front() {
            if let Some(at) = self.doc.find(&key) {
                self.typed_as(&at, Named::As(&name));
            }
        }
        let unknown: Vec<_> =
            self.types.iter().filter(|(_, ty)| ty.is_null()).map(|(name, _)| name.clone()).collect();
        unknown.iter().for_each(|name| drop(self.types.shift_remove(name)));
    }

    /// Defines the type of a schema; the notation is its name.
    pub fn defined(&mut self, named: Named<'_>, at: &At<'_>, mut ty: Map<String, Value>) -> Typed {
        if let Some(doc) = doc(at) {
            ty.shift_insert(0, "doc".to_owned(), json!(doc));
        }
        if at.flag("deprecated") && matches!(named, Named::As(_)) {
            ty.insert("deprecated".to_owned(), json!({}));
        }
        match named {
            Named::As(name) => {
                self.define(name, ty);
                Typed::of(name)
            }
            Named::By(words) => Typed::of(self.define_inline(words, at, ty)),
        }
    }

    fn plain(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let (types, nullable) = types(at);
        let mut typed = match types[..] {
            ["string"] => self.text(at),
            ["integer"] => Typed::of("int"),
            ["number"] => Typed::of("number"),
            ["boolean"] => Typed::of("bool"),
            ["null"] => Typed::of("null"),
            ["array"] => self.list(at, named),
            ["object"] => self.object(at, named),
            [] => Typed::of("any"),
            [unknown] => {
                self.lose(at, "an unknown type", unknown);
                Typed::of("any")
            }
            _ => self.several(at, &types, named),
        };
        typed.nullable |= nullable;
        limits::read(self, at, &mut typed);
        typed
    }

    /// `type: [string, integer]`
    fn several(&mut self, at: &At<'_>, types: &[&str], named: Named<'_>) -> Typed {
        let alone = |ty: &&str| {
            let mut value = at.value.clone();
            value["type"] = json!(ty);
            value
        };
        let alternatives: Vec<Value> = types.iter().map(alone).collect();
        let value = json!({"anyOf": alternatives});
        self.one_of(&at.with(&value), named)
    }

    fn list(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let item = match at.get("items") {
            Some(items) if items.value.is_object() => self.inner(&items, &format!("{} item", named.words())),
            _ => "any".to_owned(),
        };
        if at.has("prefixItems") || at.get("items").is_some_and(|it| it.value.is_array()) {
            self.lose(at, "a tuple", "");
        }
        Typed::of(format!("List<{item}>"))
    }

    /// The notation of a type inside another.
    pub fn inner(&mut self, at: &At<'_>, words: &str) -> String {
        let typed = self.typed(at, words);
        self.bare(at, typed, words)
    }

    /// The notation of a type at a place that has nothing else: what has limits gets a name.
    pub fn bare(&mut self, at: &At<'_>, mut typed: Typed, words: &str) -> String {
        if typed.default.is_some() {
            self.remark(at, "a default of what is in a list, a map, a union or a body", "");
        }
        if typed.secret {
            self.remark(at, "a secret in a list, a map, a union or a body", "");
        }
        if let Some(value) = &typed.constant {
            return self.listed(at, std::slice::from_ref(value), Named::By(words), typed.nullable).written();
        }
        if let Some(alias) = typed.alias().filter(|_| !typed.limits.is_empty()) {
            typed.notation = self.define_inline(words, at, alias);
        }
        typed.written()
    }
}

/// Formats of texts that say nothing about their characters, or that the language has.
const FORMATS: [&str; 4] = ["", "binary", "string", "password"];

impl Importer<'_> {
    fn text(&mut self, at: &At<'_>) -> Typed {
        let typed = string(at);
        let format = at.text("format").filter(|it| typed.notation == "string" && !FORMATS.contains(it));
        if let Some(format) = format {
            self.count(at, "a format of texts that isn't checked".to_owned(), format);
        }
        typed
    }
}

fn string(at: &At<'_>) -> Typed {
    let format = at.text("format").unwrap_or_default();
    let notation = match format {
        "date-time" | "google-datetime" => "timestamp",
        "date" | "google-date" => "date",
        "time" => "time",
        "duration" => "duration",
        "date-time-rfc1123" | "http-date" => "http_date",
        "byte" | "base64" => "base64",
        "base64url" => "base64url",
        "int64" => "int_text",
        _ => "string",
    };
    Typed { is_binary: is_binary(at), secret: format == "password", ..Typed::of(notation) }
}

/// The types of a schema, and whether null is one.
pub fn types<'v>(at: &At<'v>) -> (Vec<&'v str>, bool) {
    let of = at.value.get("type");
    let mut found: Vec<&str> = match of {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(all)) => all.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is_null = found.len() > 1 && found.contains(&"null");
    if is_null {
        found.retain(|it| *it != "null");
    }
    if found.is_empty() {
        let by_key = [("properties", "object"), ("additionalProperties", "object"), ("items", "array")];
        let by_key = by_key.iter().find(|(key, _)| at.has(key)).map(|(_, ty)| *ty);
        let has_required = at.value.get("required").is_some_and(Value::is_array);
        found.extend(by_key.or(has_required.then_some("object")));
    }
    (found, is_null || at.flag("nullable") || at.flag("x-nullable"))
}

/// Returns whether a schema is one of objects.
pub fn is_object(at: &At<'_>) -> bool {
    types(at).0 == ["object"]
}

/// Adds what is said about a value beside its type.
fn describe(at: &At<'_>, typed: &mut Typed) {
    typed.nullable |= at.flag("nullable") || at.flag("x-nullable");
    typed.deprecated |= at.flag("deprecated");
    if let Some(only) = only(at) {
        typed.only = Some(only);
    }
    if let Some(default) = at.value.get("default").filter(|it| !it.is_null()) {
        typed.default = Some(default.clone());
    }
    if let Some(doc) = doc(at) {
        typed.doc = Some(doc);
    }
}

fn only(at: &At<'_>) -> Option<&'static str> {
    match (at.flag("readOnly"), at.flag("writeOnly")) {
        (true, false) => Some("read"),
        (false, true) => Some("write"),
        (true, true) | (false, false) => None,
    }
}

/// The description of a schema, or its title if that says more than its name.
pub fn doc(at: &At<'_>) -> Option<String> {
    let name = at.pointer.rsplit('/').next().unwrap_or_default();
    let title = at.text("title").filter(|title| !names::repeats(title, name));
    text::line(at.text("description").or(title)?)
}

/// Returns whether a schema is one of the components, and so has a name.
pub fn is_component(at: &At<'_>) -> bool {
    let parent = at.pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
    matches!(parent, "/components/schemas" | "/definitions" | "/$defs") || at.pointer.is_empty()
}
