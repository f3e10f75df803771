//! The differences of two descriptions. Each pair of schemas is compared once, and its differences are
//! reported for every place that refers to it.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;

use serde_json::Value;

use super::operations::{self, Operation, Parameter, constant, contents, fits, is_structured, schema_of};
use super::place::{At, Document};
use super::schemas::{All, Schemas, Shape};

/// What is said of values that are listed, and aren't all.
pub const OPEN: &str = "other values";
/// The statuses of an operation of which no success is described.
pub const NO_SUCCESS: &str = "status without a success";

/// A difference.
#[derive(Debug)]
pub struct Difference {
    /// The operation, or the pair of schemas.
    pub node: usize,
    pub kind: &'static str,
    /// The place in the source, and where it is used.
    pub places: Vec<String>,
    pub says: String,
    /// The place in what was written.
    pub written: String,
}

impl Difference {
    pub fn text(&self) -> String {
        format!("{}: {}: {} ({})", self.kind, self.places.join(" of "), self.says, self.written)
    }
}

pub struct Comparison<'d> {
    schemas: [Schemas<'d>; 2],
    pub found: Vec<Difference>,
    pub operations: usize,
    /// Those that have a node; the first nodes are the operations.
    parents: Vec<Vec<usize>>,
    pairs: HashMap<[Vec<usize>; 2], usize>,
    waiting: Vec<(usize, All<'d>, All<'d>)>,
    /// The lists of forms whose names are sent with brackets, by the addresses of their schemas.
    lists: HashMap<usize, Vec<&'d str>>,
    /// The maps of forms whose entries are fields, by the addresses of their schemas.
    maps: HashMap<usize, Vec<&'d str>>,
}

impl<'d> Comparison<'d> {
    pub fn of(source: &'d Value, written: &'d Value) -> Self {
        let documents = [source, written].map(Document::new);
        let schemas = documents.map(Schemas::of);
        let theirs = operations::all(documents[0], &schemas[0], |_| false);
        let is_one = |key: &str| theirs.iter().filter(|it| it.key == key).count() == 1;
        let ours = operations::all(documents[1], &schemas[1], is_one);
        let mut ours: Vec<Option<Operation<'d>>> = ours.into_iter().map(Some).collect();
        let mut by_key: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, it) in ours.iter().flatten().enumerate() {
            by_key.entry(it.key.clone()).or_default().push(index);
        }
        let operations = theirs.len();
        let mut it = Self {
            schemas,
            found: Vec::new(),
            operations,
            parents: vec![Vec::new(); operations],
            pairs: HashMap::new(),
            waiting: Vec::new(),
            lists: HashMap::new(),
            maps: HashMap::new(),
        };
        // Of operations with the same method and path, the one of the same name goes first.
        let ids: HashSet<&String> = ours.iter().flatten().map(|it| &it.id).collect();
        let ids: HashSet<String> = ids.into_iter().cloned().collect();
        let names: HashSet<String> = ours.iter().flatten().map(|it| it.name.clone()).collect();
        let mut in_order: Vec<(usize, &Operation<'d>)> = theirs.iter().enumerate().collect();
        in_order.sort_by_key(|(_, it)| (!ids.contains(&it.id), !names.contains(&it.name.replace("{+", "{"))));
        for (node, theirs) in in_order {
            let fitting = by_key.get(&theirs.key).into_iter().flatten().copied();
            let fitting: Vec<usize> =
                fitting.filter(|index| ours[*index].as_ref().is_some_and(|it| fits(theirs, it))).collect();
            let same =
                fitting.iter().find(|index| ours[**index].as_ref().is_some_and(|it| it.id == theirs.id));
            let fitting = same.or(fitting.first()).copied();
            match fitting.and_then(|index| ours[index].take()) {
                Some(ours) => it.operation(node, theirs, &ours),
                None => {
                    it.add(node, "operation", [&theirs.at, &theirs.at], format!("{} is missing", theirs.name))
                }
            }
        }
        for extra in ours.iter().flatten() {
            it.found.push(Difference {
                node: 0,
                kind: "operation",
                places: vec!["#/paths".to_owned()],
                says: format!("{} is not in the source", extra.name),
                written: extra.at.pointer.clone(),
            });
        }
        while let Some((node, theirs, ours)) = it.waiting.pop() {
            it.pair(node, &theirs, &ours);
        }
        it
    }

    /// The operations that have these nodes.
    pub fn operations_of(&self, nodes: Vec<usize>) -> HashSet<usize> {
        let mut seen: HashSet<usize> = nodes.iter().copied().collect();
        let mut next = nodes;
        while let Some(node) = next.pop() {
            next.extend(self.parents[node].iter().copied().filter(|it| seen.insert(*it)));
        }
        seen.retain(|it| *it < self.operations);
        seen
    }

    fn add(&mut self, node: usize, kind: &'static str, [theirs, ours]: [&At<'d>; 2], says: String) {
        let places = [theirs.pointer.clone()].into_iter().chain(theirs.via.clone()).collect();
        self.found.push(Difference { node, kind, places, says, written: ours.pointer.clone() });
    }

    fn same<T: PartialEq + Debug>(
        &mut self,
        node: usize,
        kind: &'static str,
        at: [&At<'d>; 2],
        values: [T; 2],
    ) {
        if values[0] != values[1] {
            self.add(node, kind, at, format!("{:?}, written {:?}", values[0], values[1]));
        }
    }

    /// Compares what both have, and which keys they have.
    fn keys<V>(
        &mut self,
        node: usize,
        kind: &'static str,
        at: [&At<'d>; 2],
        [theirs, ours]: [&BTreeMap<String, V>; 2],
        place: impl Fn(&V) -> At<'d>,
        around: impl Fn(&str) -> Option<At<'d>>,
        each: impl Fn(&mut Self, &V, &V),
    ) {
        for (key, value) in theirs {
            match ours.get(key) {
                Some(other) => each(self, value, other),
                None => self.add(node, kind, [&place(value), at[1]], format!("{key} is missing")),
            }
        }
        for (key, value) in ours.iter().filter(|(key, _)| !theirs.contains_key(*key)) {
            let around = around(key).unwrap_or_else(|| at[0].clone());
            self.add(node, kind, [&around, &place(value)], format!("{key} is not in the source"));
        }
    }

    fn operation(&mut self, node: usize, theirs: &Operation<'d>, ours: &Operation<'d>) {
        let at = [&theirs.at, &ours.at];
        let place = |it: &Parameter<'d>| it.at.clone();
        // The fields of an object are parameters of their own.
        let whole = |key: &str| {
            let name = key.split('[').next()?;
            theirs.written.get(name).cloned().or_else(|| Some(theirs.parameters.get(name)?.at.clone()))
        };
        self.keys(
            node,
            "parameter",
            at,
            [&theirs.parameters, &ours.parameters],
            place,
            whole,
            |this, a, b| this.parameter(node, [a, b]),
        );
        match (&theirs.body, &ours.body) {
            (None, None) => {}
            (Some(body), None) => self.add(node, "body", [body, at[1]], "is missing".to_owned()),
            (None, Some(body)) => self.add(node, "body", [at[0], body], "is not in the source".to_owned()),
            (Some(a), Some(b)) => {
                self.same(node, "body required", [a, b], [a.flag("required"), b.flag("required")]);
                self.contents(node, "body content", [a, b]);
            }
        }
        let is_success = |status: &String| status.starts_with(['2', '3']) || status == "DEFAULT";
        let status = if theirs.responses.keys().any(is_success) { "status" } else { NO_SUCCESS };
        self.keys(
            node,
            status,
            at,
            [&theirs.responses, &ours.responses],
            At::clone,
            |_| None,
            |this, a, b| this.response(node, [a, b]),
        );
        self.same(node, "deprecated", at, at.map(|it| it.flag("deprecated")));
        if theirs.security != ours.security {
            let says = format!("{:?}, written {:?}", theirs.security, ours.security);
            let root = theirs.at.get("security").is_none().then(|| "#/security".to_owned());
            let places = [theirs.at.pointer.clone()].into_iter().chain(root).chain(theirs.schemes.clone());
            let places = places.collect();
            self.found.push(Difference { node, kind: "security", places, says, written: String::new() });
        }
    }

    fn parameter(&mut self, node: usize, [theirs, ours]: [&Parameter<'d>; 2]) {
        let at = [&theirs.at, &ours.at];
        self.same(node, "required", at, [theirs.required, ours.required]);
        self.same(node, "style", at, [&theirs.style, &ours.style]);
        let is_deprecated = |it: &Parameter<'d>| {
            it.at.flag("deprecated") || it.schema.first().is_some_and(|it| it.flag("deprecated"))
        };
        self.same(node, "deprecated", at, [is_deprecated(theirs), is_deprecated(ours)]);
        match theirs.schema.is_empty() {
            true => self.same(node, "enum", at, [&theirs.constant, &ours.constant]),
            false => self.schema(node, &theirs.schema, &ours.schema),
        }
    }

    fn contents(&mut self, node: usize, kind: &'static str, at: [&At<'d>; 2]) {
        let all = at.map(contents);
        self.keys(
            node,
            kind,
            at,
            [&all[0], &all[1]],
            At::clone,
            |_| None,
            |this, a, b| {
                let of = |it: &At<'d>| it.get("schema").into_iter().collect::<Vec<_>>();
                let (theirs, ours) = (of(a), of(b));
                let styled = |it: &At<'d>, style: &str| -> Vec<&'d str> {
                    let all = it.entries("encoding");
                    all.filter(|(_, it)| it.text("style") == Some(style)).map(|(name, _)| name).collect()
                };
                for schema in &theirs {
                    let address = this.schemas[0].document.follow(schema).address();
                    this.lists.insert(address, styled(a, "deepObject"));
                }
                for schema in &ours {
                    this.maps.insert(schema.address(), styled(b, "form"));
                }
                // Bytes are any value or a text, by the version.
                let both_bytes = !is_structured(&b.pointer)
                    && this.schemas[0].view(&theirs).is_bytes()
                    && this.schemas[1].view(&ours).is_bytes();
                // A form is an object, whatever is said of it.
                let is_form = b.pointer.contains("form") && this.schemas[0].view(&theirs).is_any();
                if !both_bytes && !is_form {
                    this.schema(node, &theirs, &ours);
                }
            },
        );
    }

    fn response(&mut self, node: usize, at: [&At<'d>; 2]) {
        self.contents(node, "response content", at);
        let documents = [self.schemas[0].document, self.schemas[1].document];
        let headers = [0, 1].map(|side| -> BTreeMap<String, At<'d>> {
            let all = at[side].entries("headers");
            let all = all.map(|(name, it)| (name.to_ascii_lowercase(), documents[side].follow(&it)));
            all.filter(|(name, _)| name != "content-type").collect()
        });
        self.keys(
            node,
            "header",
            at,
            [&headers[0], &headers[1]],
            At::clone,
            |_| None,
            |this, a, b| {
                let of = |it: &At<'d>| schema_of(it).into_iter().collect::<Vec<_>>();
                this.schema(node, &of(a), &of(b));
            },
        );
    }

    /// Compares two schemas, once.
    fn schema(&mut self, parent: usize, theirs: &[At<'d>], ours: &[At<'d>]) {
        let addresses = |all: &[At<'d>], schemas: &Schemas<'d>| {
            all.iter().map(|it| schemas.document.meant(it).address()).collect()
        };
        let key = [addresses(theirs, &self.schemas[0]), addresses(ours, &self.schemas[1])];
        let next = self.parents.len();
        let node = *self.pairs.entry(key).or_insert(next);
        if node == next {
            self.parents.push(Vec::new());
            // Only the last reference before it is a place of it.
            let near = |it: &At<'d>| At { via: it.via.last().into_iter().cloned().collect(), ..it.clone() };
            self.waiting.push((node, theirs.iter().map(near).collect(), ours.to_vec()));
        }
        self.parents[node].push(parent);
    }

    fn pair(&mut self, node: usize, theirs: &[At<'d>], ours: &[At<'d>]) {
        let nothing = At { value: &Value::Null, pointer: String::new(), via: Vec::new() };
        let place = |all: &[At<'d>], of: &Schemas<'d>| all.first().map(|it| of.document.follow(it));
        let mut a = place(theirs, &self.schemas[0]).unwrap_or(nothing.clone());
        let b = place(ours, &self.schemas[1]).unwrap_or(nothing);
        let [mut theirs, mut ours] = [self.schemas[0].view(theirs), self.schemas[1].view(ours)];
        let lists = self.lists.get(&a.address()).cloned().unwrap_or_default();
        ours.shapes.iter_mut().for_each(|it| it.remove_brackets(&lists));
        let maps = self.maps.get(&b.address()).into_iter().flatten();
        maps.for_each(|name| ours.shapes.iter_mut().for_each(|it| it.spread(name)));
        a.via.extend(theirs.shapes.iter().flat_map(|it| it.places.iter().cloned()));
        a.via.append(&mut theirs.empty);
        let at = [&a, &b];
        // Any value can be null.
        if !(theirs.has_any() && ours.has_any()) {
            self.same(node, "null", at, [theirs.nullable, ours.nullable]);
        }
        if ours.open && !theirs.open {
            self.add(node, OPEN, at, "possible".to_owned());
        }
        let types = |all: &[Shape<'d>]| all.iter().map(|it| it.ty).collect::<Vec<_>>();
        if theirs.shapes.len() != ours.shapes.len() {
            let has_all = |of: &[Shape<'d>], within: &[Shape<'d>]| {
                of.iter().all(|it| within.iter().any(|other| other.signature() == it.signature()))
            };
            if !has_all(&theirs.shapes, &ours.shapes) || !has_all(&ours.shapes, &theirs.shapes) {
                return self.same(node, "type", at, [types(&theirs.shapes), types(&ours.shapes)]);
            }
            // Types with the same fields are one in a notation, and several in another.
            for shape in &ours.shapes {
                if let Some(index) = self.likest(shape, &theirs.shapes, [1, 0]) {
                    self.shape(node, at, [&theirs.shapes[index], shape]);
                }
            }
            return;
        }
        // What is the same goes first: the others are compared in their order.
        theirs.shapes.sort_by_key(|shape| !ours.shapes.iter().any(|it| it.signature() == shape.signature()));
        for shape in theirs.shapes {
            let same = self.likest(&shape, &ours.shapes, [0, 1]);
            let other = ours.shapes.remove(same.unwrap_or_default());
            self.shape(node, at, [&shape, &other]);
        }
    }

    /// The shape with the same fields, and the most fields that require or say the same.
    fn likest(&self, shape: &Shape<'d>, all: &[Shape<'d>], [own, other]: [usize; 2]) -> Option<usize> {
        let constants = |it: &Shape<'d>, schemas: &Schemas<'d>| -> BTreeSet<String> {
            let fields = it.fields.iter();
            fields
                .filter_map(|(name, all)| Some(format!("{name}: {}", constant(&schemas.view(all))?)))
                .collect()
        };
        let mut same = all.iter().enumerate().filter(|(_, it)| it.signature() == shape.signature());
        let first = same.next()?;
        let mut same = same.peekable();
        if same.peek().is_none() {
            return Some(first.0);
        }
        let own = constants(shape, &self.schemas[own]);
        let likeness = |it: &Shape<'d>| {
            let required = it.required.intersection(&shape.required).count();
            let others = it.required.len() + shape.required.len() - 2 * required;
            let constants = constants(it, &self.schemas[other]).intersection(&own).count();
            (constants, std::cmp::Reverse(others), it.name() == shape.name())
        };
        same.chain([first])
            .max_by_key(|(index, it)| (likeness(it), std::cmp::Reverse(*index)))
            .map(|(index, _)| index)
    }

    fn shape(&mut self, node: usize, at: [&At<'d>; 2], [theirs, ours]: [&Shape<'d>; 2]) {
        if theirs.ty != ours.ty {
            return self.same(node, "type", at, [theirs.ty, ours.ty]);
        }
        self.same(node, "enum", at, [&theirs.values, &ours.values]);
        for (name, field) in &theirs.fields {
            let place = field.first().unwrap_or(at[0]);
            let Some(other) = ours.fields.get(name) else {
                self.add(node, "field", [place, at[1]], format!("{name} is missing"));
                continue;
            };
            // Which values it has, the alternatives say.
            if theirs.tag.or(ours.tag) == Some(*name) {
                continue;
            }
            if theirs.required.contains(name) != ours.required.contains(name) {
                let says = if ours.required.contains(name) { "not " } else { "" };
                self.add(node, "required", [place, at[1]], format!("{name} is {says}required"));
            }
            self.schema(node, field, other);
        }
        // A tag needn't be described.
        let is_known = |name: &&&str| theirs.fields.contains_key(**name) || theirs.tag == Some(**name);
        for name in ours.fields.keys().filter(|name| !is_known(name)) {
            self.add(node, "field", at, format!("{name} is not in the source"));
        }
        let others =
            [(theirs, &self.schemas[0]), (ours, &self.schemas[1])].map(|(it, schemas)| match it.is_closed {
                true => "closed",
                false if schemas.view(&it.additional).is_any() => "any",
                false => "typed",
            });
        let place = theirs.additional.first().unwrap_or(at[0]);
        let place = At { via: at[0].via.clone(), ..place.clone() };
        self.same(node, "additional", [&place, at[1]], others);
        if others == ["typed"; 2] {
            self.schema(node, &theirs.additional, &ours.additional);
        }
        self.schema(node, &theirs.items, &ours.items);
    }
}
