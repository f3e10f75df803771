//! A schema as the values that fit it: its alternatives, each without references and `allOf`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::place::{At, Document};

/// Schemas in each other by `allOf` and alternatives, at most.
const DEEPEST: usize = 40;
/// Combinations of alternatives, at most.
const MOST: usize = 500;

/// What several schemas say of one value.
pub type All<'d> = Vec<At<'d>>;

/// The values that fit a schema.
#[derive(Debug, Default)]
pub struct View<'d> {
    pub nullable: bool,
    /// Values are listed, and others are possible.
    pub open: bool,
    pub shapes: Vec<Shape<'d>>,
    /// The places of what no value fits.
    pub empty: Vec<String>,
}

/// The values that fit an alternative.
#[derive(Debug, Default)]
pub struct Shape<'d> {
    /// The type; empty for any.
    pub ty: &'d str,
    pub values: BTreeSet<String>,
    pub fields: BTreeMap<&'d str, All<'d>>,
    pub required: BTreeSet<&'d str>,
    pub is_closed: bool,
    is_object: bool,
    /// Other fields.
    pub additional: All<'d>,
    /// The places of the schemas that say it.
    pub places: Vec<String>,
    pub items: All<'d>,
    /// The field that tells alternatives apart.
    pub tag: Option<&'d str>,
}

/// A level of a schema, with one of its types.
#[derive(Clone)]
struct Level<'d> {
    at: At<'d>,
    ty: &'d str,
    /// It says that null is possible.
    null: bool,
    /// What is beside a reference: `nullable` only, which many mean there.
    is_reference: bool,
}

type Alternatives<'d> = Vec<Vec<Level<'d>>>;

/// The schemas of a document.
pub struct Schemas<'d> {
    pub document: Document<'d>,
    /// Those that have the fields of a schema by `allOf`, by its address.
    subtypes: HashMap<usize, Vec<At<'d>>>,
}

impl<'d> Schemas<'d> {
    pub fn of(document: Document<'d>) -> Self {
        let root = document.at(&[]).into_iter();
        let components = document.at(&["components"]);
        let all = root
            .flat_map(|it| it.entries("definitions"))
            .chain(components.into_iter().flat_map(|it| it.entries("schemas")));
        let mut subtypes: HashMap<usize, Vec<At<'d>>> = HashMap::new();
        for (_, schema) in all {
            for base in schema.items("allOf").filter(|it| it.text("$ref").is_some()) {
                subtypes.entry(document.follow(&base).address()).or_default().push(schema.clone());
            }
        }
        Self { document, subtypes }
    }

    pub fn view(&self, all: &[At<'d>]) -> View<'d> {
        let start = vec![Vec::new()];
        let alternatives = all.iter().fold(start, |found, at| product(found, &self.used(at, 0)));
        let mut view = View::default();
        for levels in alternatives {
            // A field of a subtype can say that it isn't null, though that of the base can be.
            let says_null = |it: &&Level<'_>| it.null || it.at.value["nullable"] == false;
            view.nullable |= levels.iter().rfind(says_null).is_some_and(|it| it.null);
            match shape(&levels, &mut view.nullable) {
                Some(shape) => view.shapes.push(shape),
                None => view.empty.extend(levels.iter().map(|it| it.at.pointer.clone())),
            }
        }
        view.merge();
        view
    }

    /// The alternatives of a schema where it is used: a base with a tag is any of its subtypes.
    fn used(&self, at: &At<'d>, depth: usize) -> Alternatives<'d> {
        let target = self.document.follow(at);
        let is_base = target.value["discriminator"]["propertyName"].is_string()
            || target.value["discriminator"].is_string();
        let has_own = ["oneOf", "anyOf"].iter().any(|it| target.value.get(it).is_some());
        if !is_base || has_own || !self.subtypes.contains_key(&target.address()) {
            return self.alternatives(at, depth);
        }
        let mut all = vec![target];
        let mut next = 0;
        while let Some(it) = all.get(next).cloned() {
            let more = self.subtypes.get(&it.address()).into_iter().flatten();
            let more: Vec<_> =
                more.filter(|it| all.iter().all(|known| known.address() != it.address())).cloned().collect();
            all.extend(more);
            next += 1;
        }
        let is_itself = |it: &&At<'d>| {
            it.value.get("discriminator").is_none() || !self.subtypes.contains_key(&it.address())
        };
        all.iter().filter(is_itself).flat_map(|it| self.alternatives(it, depth)).collect()
    }

    fn alternatives(&self, at: &At<'d>, depth: usize) -> Alternatives<'d> {
        if depth > DEEPEST {
            return vec![Vec::new()];
        }
        let mut all = vec![Vec::new()];
        if at.text("$ref").is_some() {
            all = self.document.target(at).map_or(all, |it| self.alternatives(&it, depth + 1));
            if !self.document.has_siblings {
                return product(vec![vec![Level::of(at, "", true)]], &all);
            }
        }
        let parts: Vec<At<'d>> = at.items("allOf").collect();
        let is_alone = parts.iter().chain([at]).filter(|it| says_more(it)).count() == 1;
        for part in parts {
            let mut levels = self.alternatives(&part, depth + 1);
            // That one of several types can be null doesn't mean that all of them can.
            if part.text("$ref").is_some() && !is_alone {
                levels.iter_mut().flatten().for_each(|it| it.null = false);
            }
            all = product(all, &levels);
        }
        // What it says itself counts more than what its parts say.
        all = product(all, &own(at));
        for key in ["oneOf", "anyOf"] {
            let members: Alternatives<'d> = at.items(key).flat_map(|it| self.used(&it, depth + 1)).collect();
            if !members.is_empty() {
                all = product(all, &members);
            }
        }
        all
    }
}

/// Returns whether a schema says more than words, null, and what its parts say.
fn says_more(at: &At<'_>) -> bool {
    const WORDS: [&str; 9] = [
        "allOf",
        "default",
        "deprecated",
        "description",
        "example",
        "nullable",
        "readOnly",
        "title",
        "writeOnly",
    ];
    let map = at.value.as_object();
    map.is_some_and(|it| it.keys().any(|key| !WORDS.contains(&key.as_str()) && !key.starts_with("x-")))
}

impl<'d> Level<'d> {
    fn of(at: &At<'d>, ty: &'d str, is_reference: bool) -> Self {
        let null = at.flag("nullable") || at.flag("x-nullable");
        Self { at: at.clone(), ty, null, is_reference }
    }
}

/// A level for each of its types.
fn own<'d>(at: &At<'d>) -> Alternatives<'d> {
    let level = |ty: &'d str| vec![Level::of(at, ty, false)];
    match &at.value["type"] {
        // A file of Swagger 2.0.
        Value::String(ty) => vec![level(if ty == "file" { "string" } else { ty })],
        Value::Array(all) if !all.is_empty() => all.iter().filter_map(Value::as_str).map(level).collect(),
        _ => vec![level("")],
    }
}

fn product<'d>(all: Alternatives<'d>, with: &Alternatives<'d>) -> Alternatives<'d> {
    // A base can have many subtypes: only combinations are too many.
    let most = MOST.max(all.len()).max(with.len());
    let both = all.iter().flat_map(|one| with.iter().map(move |other| [&one[..], &other[..]].concat()));
    both.take(most).collect()
}

/// What the levels say together; nothing if it is null, or if no value has all of their types.
fn shape<'d>(levels: &[Level<'d>], nullable: &mut bool) -> Option<Shape<'d>> {
    let mut it = Shape::default();
    let mut listed: Vec<&Value> = Vec::new();
    let mut constant = None;
    for Level { at, ty, .. } in levels.iter().filter(|it| !it.is_reference) {
        match (it.ty, *ty) {
            ("", _) | ("number", "integer") => it.ty = ty,
            (known, ty) if known == ty || ty.is_empty() || [known, ty] == ["integer", "number"] => {}
            _ => return None,
        }
        constant = constant.or(at.value.get("const"));
        // Of several lists, the values that all have; or else the last.
        let own: Vec<&Value> = at.value["enum"].as_array().into_iter().flatten().collect();
        let both: Vec<&Value> = own.iter().copied().filter(|it| listed.contains(it)).collect();
        listed = [both, own, listed].into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        it.places.push(at.pointer.clone());
        it.level(at);
    }
    let values: Vec<&Value> = constant.map_or(listed, |it| vec![it]);
    let known: Vec<&Value> = values.iter().copied().filter(|it| !it.is_null()).collect();
    *nullable |= it.ty == "null" || known.len() < values.len();
    if it.ty == "null" || known.is_empty() && !values.is_empty() {
        return None;
    }
    it.finish(&known);
    Some(it)
}

impl<'d> Shape<'d> {
    fn level(&mut self, at: &At<'d>) {
        self.is_object |= ["properties", "additionalProperties"].iter().any(|it| at.value.get(it).is_some());
        for (name, field) in at.entries("properties") {
            let known = self.fields.entry(name).or_default();
            if known.iter().all(|it| it.address() != field.address()) {
                known.push(field);
            }
        }
        let discriminator = &at.value["discriminator"];
        self.tag = self.tag.or(discriminator["propertyName"].as_str()).or(discriminator.as_str());
        let required = at.value["required"].as_array().into_iter().flatten();
        self.required.extend(required.filter_map(Value::as_str));
        match at.get("additionalProperties") {
            Some(it) if it.value == &Value::Bool(false) => self.is_closed = true,
            Some(it) if it.value.as_object().is_some_and(|it| !it.is_empty()) => self.additional.push(it),
            _ => {}
        }
        self.items.extend(at.get("items").filter(|it| it.value.is_object()));
    }

    fn finish(&mut self, values: &[&Value]) {
        // What is required and isn't described is any value.
        for name in &self.required {
            self.fields.entry(name).or_insert_with(|| self.additional.clone());
        }
        let are = |is: fn(&Value) -> bool| !values.is_empty() && values.iter().all(|it| is(it));
        let by_values = [
            ("string", are(Value::is_string)),
            ("boolean", are(Value::is_boolean)),
            ("number", are(Value::is_number)),
        ];
        let is_object = self.is_object || !self.fields.is_empty() || !self.additional.is_empty();
        let by_keys = [("object", is_object), ("array", !self.items.is_empty())];
        let mut known = by_keys.into_iter().chain(by_values);
        if self.ty.is_empty() {
            self.ty = known.find(|(_, is_it)| *is_it).map_or("", |(ty, _)| ty);
        }
        // What is said of another type says nothing.
        if self.ty != "object" {
            (self.is_closed, self.fields, self.required, self.additional) = Default::default();
        }
        if self.ty != "array" {
            self.items.clear();
        }
        let has_values =
            !matches!(self.ty, "object" | "array") && !(self.ty == "boolean" && values.len() == 2);
        let text = |it: &&Value| it.as_str().map_or_else(|| it.to_string(), str::to_owned);
        self.values = values.iter().filter(|_| has_values).map(text).collect();
        if self.ty == "number" && are(|it| it.is_i64()) {
            self.ty = "integer";
        }
    }

    /// Gives the fields that are lists their names without `[]`.
    pub fn remove_brackets(&mut self, lists: &[&str]) {
        let bare = |name: &'d str| name.strip_suffix("[]").filter(|it| lists.contains(it)).unwrap_or(name);
        self.fields =
            std::mem::take(&mut self.fields).into_iter().map(|(name, it)| (bare(name), it)).collect();
        self.required = std::mem::take(&mut self.required).into_iter().map(bare).collect();
    }

    /// Makes other fields of the entries of a map.
    pub fn spread(&mut self, map: &str) {
        let of_map = |field: &All<'d>| field.iter().find_map(|it| it.get("additionalProperties"));
        if let Some(values) = self.fields.get(map).and_then(of_map) {
            self.fields.remove(map);
            self.additional
                .extend(Some(values).filter(|it| it.value.as_object().is_some_and(|it| !it.is_empty())));
        }
    }

    /// The name of its component, in letters and digits.
    pub fn name(&self) -> String {
        let split =
            |it: &'_ String| it.rsplit_once('/').map(|(parent, name)| (parent.to_owned(), name.to_owned()));
        let is_component = |(parent, _): &(String, String)| {
            ["#/components/schemas", "#/definitions"].contains(&parent.as_str())
        };
        let (_, last) = self.places.iter().filter_map(split).rfind(is_component).unwrap_or_default();
        last.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
    }

    pub fn is_scalar(&self) -> bool {
        !matches!(self.ty, "object" | "array" | "")
    }

    /// What tells alternatives apart.
    pub fn signature(&self) -> (&str, &BTreeSet<String>, Vec<&str>) {
        (self.ty, &self.values, self.fields.keys().copied().collect())
    }

    fn addresses(&self) -> Vec<usize> {
        let parts = self.fields.values().flatten().chain(&self.additional).chain(&self.items);
        parts.map(At::address).collect()
    }
}

impl View<'_> {
    /// Returns whether any value fits.
    pub fn is_any(&self) -> bool {
        self.shapes.len() == 1 && self.has_any()
    }

    /// Returns whether any value fits an alternative.
    pub fn has_any(&self) -> bool {
        self.shapes.iter().any(|it| it.ty.is_empty() && it.values.is_empty())
    }

    /// Returns whether any text or any value fits.
    pub fn is_bytes(&self) -> bool {
        self.is_any() || matches!(&self.shapes[..], [one] if one.ty == "string" && one.values.is_empty())
    }

    /// Makes one of alternatives that are the same, or are values of one type.
    fn merge(&mut self) {
        let mut shapes: Vec<Shape<'_>> = Vec::new();
        for it in std::mem::take(&mut self.shapes) {
            let known =
                shapes.iter_mut().find(|known| known.ty == it.ty && (it.is_scalar() || same(known, &it)));
            match known {
                Some(known) if known.is_scalar() => {
                    self.open |= known.values.is_empty() != it.values.is_empty();
                    known.values.extend(it.values);
                }
                Some(_) => {}
                None => shapes.push(it),
            }
        }
        self.shapes = shapes;
    }
}

fn same(one: &Shape<'_>, other: &Shape<'_>) -> bool {
    one.signature() == other.signature()
        && one.required == other.required
        && one.addresses() == other.addresses()
}
