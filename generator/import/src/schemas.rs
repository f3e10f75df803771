//! Schemas -> types.

use serde_json::{Map, Value, json};

use crate::at::At;
use crate::entry::{add, deprecated, map};
use crate::importer::Importer;
use crate::typed::Typed;
use crate::{limits, names};

/// Schemas that are in each other, at most.
const DEEPEST: usize = 200;

/// Formats of texts that say nothing about their characters, or that the language has.
const FORMATS: [&str; 4] = ["", "binary", "string", "password"];

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
        let typed = self.shape(at, named);
        self.depth -= 1;
        let default = at.value.get("default").filter(|it| !it.is_null()).cloned();
        Typed {
            nullable: typed.nullable || at.has_nullable(),
            deprecated: typed.deprecated || at.flag("deprecated"),
            only: at.only().or(typed.only),
            secret: typed.secret || at.text("format") == Some("password"),
            default: default.or(typed.default),
            doc: at.doc_or_title().or(typed.doc),
            ..typed
        }
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
        let has_one = |key: &str| !at.list(key).is_empty();
        if has_one("allOf") {
            return self.all_of(at, named);
        }
        if has_one("oneOf") || has_one("anyOf") {
            return self.one_of(at, named);
        }
        if at.has("patternProperties") {
            self.lose(at, "fields by the pattern of their names", "");
        }
        if at.is_list() && has_one("enum") {
            self.remark(at, "listed values of a list", "");
        }
        if has_one("enum") && !at.is_list() || at.has("const") {
            return self.enumeration(at, named);
        }
        self.plain(at, named)
    }

    fn plain(&mut self, at: &At<'_>, named: Named<'_>) -> Typed {
        let types = at.types();
        let mut typed = match types[..] {
            ["string"] => self.text(at),
            ["integer"] => Typed::of("int"),
            ["number"] => Typed::of("number"),
            ["boolean"] => Typed::of("bool"),
            ["null"] => Typed::of("null"),
            ["array"] => self.list(at, named),
            ["object"] => self.object(at, named, None),
            [] => Typed::of("any"),
            [unknown] => {
                self.lose(at, "an unknown type", unknown);
                Typed::of("any")
            }
            _ => self.several(at, &types, named),
        };
        typed.nullable |= at.is_nullable();
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
        self.one_of(&at.with(&json!({"anyOf": alternatives})), named)
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

    fn text(&mut self, at: &At<'_>) -> Typed {
        let format = at.text("format").unwrap_or_default();
        let encoding = at.text("contentEncoding").unwrap_or_default();
        let notation = match format {
            "date-time" | "google-datetime" => "timestamp",
            "date" | "google-date" => "date",
            "time" => "time",
            "duration" => "duration",
            "date-time-rfc1123" | "http-date" => "http_date",
            "byte" | "base64" => "base64",
            "base64url" => "base64url",
            "" if ["base64", "base64url"].contains(&encoding) => encoding,
            "int64" => "int_text",
            _ => "string",
        };
        if notation == "string" && !FORMATS.contains(&format) {
            self.count(at, "a format of texts that isn't checked".to_owned(), format);
        }
        Typed { is_binary: at.is_binary(), ..Typed::of(notation) }
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

    /// Defines the type of a schema; the notation is its name.
    pub fn defined(&mut self, named: Named<'_>, at: &At<'_>, ty: Map<String, Value>) -> Typed {
        let mut all = map(json!({"doc": at.doc_or_title()}));
        all.extend(ty);
        match named {
            Named::As(name) => {
                add(&mut all, json!({"deprecated": deprecated(at.flag("deprecated"))}));
                self.define(name, all);
                Typed::of(name)
            }
            Named::By(words) => Typed::of(self.define_inline(words, at, all)),
        }
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
        let has_name = target.is_component() || target.file != 0;
        let own = if has_name { self.doc.name(&target) } else { names::camel(words) };
        let name = self.reserve(&own, &target);
        let unknown = Typed { nullable: target.is_nullable(), ..Typed::of(name.clone()) };
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
            self.define(name, map(json!({"opaque": doc.unwrap_or_default()})));
        } else if let Some(alias) = typed.alias().filter(|_| at.is_component() && !typed.is_binary) {
            let mut ty = map(json!({"doc": doc}));
            ty.extend(alias);
            add(&mut ty, json!({"deprecated": deprecated(is_deprecated)}));
            self.define(name, ty);
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
        let others = ["enum", "const", "$ref"].iter().any(|key| at.has(key)) || at.has_parts();
        at.has_fields() && !others && at.is_object() && !self.is_base(at)
    }

    /// Reads the schemas that were put off.
    pub fn finish(&mut self) {
        while let Some((key, name)) = self.waiting.pop_front() {
            if let Some(at) = self.doc.find(&key) {
                self.typed_as(&at, Named::As(&name));
            }
        }
        self.types.retain(|_, ty| !ty.is_null());
    }
}
