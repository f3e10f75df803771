//! The files of a spec before they are written.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use crate::left_out::{LeftOut, Loss};
use crate::{reasons, yaml};

/// The files of a spec, as trees.
#[derive(Debug, Default)]
pub struct SpecFiles {
    /// `api.yaml`.
    pub api: Map<String, Value>,
    /// `types.yaml`.
    pub types: Map<String, Value>,
    /// `operations/*.yaml` by path.
    pub groups: Vec<(String, Map<String, Value>)>,
    /// The places of types and operations in the description.
    pub origins: HashMap<String, String>,
    /// The comments before types.
    pub comments: HashMap<String, Vec<String>>,
}

/// The bytes of a file after which the next begins.
const MOST: usize = 3 << 20;

/// Keys without which a parameter or a field is still what it is.
const SOFT: [&str; 18] = [
    "default",
    "deprecated",
    "value",
    "values",
    "min",
    "max",
    "exclusive_min",
    "exclusive_max",
    "multiple_of",
    "min_length",
    "max_length",
    "min_items",
    "max_items",
    "unique",
    "pattern",
    "list",
    "only",
    "additional",
];

impl SpecFiles {
    /// All operations.
    pub fn operations(&self) -> impl Iterator<Item = &Value> {
        self.groups.iter().flat_map(|(_, file)| file.get("operations").and_then(Value::as_array)).flatten()
    }

    /// The texts of the files, by path.
    pub fn texts(&self) -> Vec<(String, String)> {
        let none = |_: &str| Vec::new();
        let mut texts = vec![("api.yaml".to_owned(), yaml::file(&self.api, none))];
        if !self.types.is_empty() {
            let comments = |name: &str| self.comments.get(name).cloned().unwrap_or_default();
            texts.push(("types.yaml".to_owned(), yaml::file(&self.types, comments)));
        }
        let has_some = |file: &Map<String, Value>| {
            file.get("operations").and_then(Value::as_array).is_some_and(|it| !it.is_empty())
        };
        let groups = self.groups.iter().filter(|(_, file)| has_some(file));
        texts.extend(groups.map(|(path, file)| (path.clone(), yaml::file(file, none))));
        texts
    }

    /// The texts as they are written: what is too long for one file is in several.
    pub fn parts(&mut self) -> Vec<(String, String)> {
        for (_, file) in self.groups.iter().filter(|(_, file)| yaml::file(file, |_| Vec::new()).len() > MOST)
        {
            let group = file.get("group").and_then(Value::as_str).unwrap_or_default();
            let groups = self.api.entry("groups").or_insert_with(|| json!({}));
            if groups.get(group).is_none() {
                groups[group] = json!({"title": file.get("title"), "about": file.get("title")});
            }
        }
        let mut parts = Vec::new();
        for (path, text) in self.texts() {
            match (text.len() > MOST, path.strip_suffix(".yaml")) {
                (true, Some("types")) => {
                    let chunks = chunks(&text, |line| !line.starts_with(' '));
                    parts.extend(
                        chunks.enumerate().map(|(index, it)| (format!("types/{}.yaml", index + 1), it)),
                    );
                }
                (true, Some(start)) if path.starts_with("operations/") => {
                    let (head, rows) = text.split_once("operations:\n").unwrap_or(("", &text));
                    let chunks = chunks(rows, |line| line.starts_with("  - operation:"));
                    let whole = |rows: String| format!("{head}operations:\n{rows}");
                    parts.extend(
                        chunks
                            .enumerate()
                            .map(|(index, it)| (format!("{start}-{}.yaml", index + 1), whole(it))),
                    );
                }
                _ => parts.push((path, text)),
            }
        }
        parts
    }

    /// The keys of what is taken out for an error at these keys; all of an entry if `whole`.
    pub fn unit(&self, keys: &[String], whole: bool) -> Vec<String> {
        let names: Vec<&str> = keys.iter().map(String::as_str).collect();
        let end = match names[..] {
            ["operations", _, "parameters", _, key, ..] if SOFT.contains(&key) && !whole => 5,
            ["operations", _, "parameters", _, ..] if !whole => 4,
            ["operations", _, "returns", _, "headers", _, ..] if !whole => 6,
            ["operations", _, "returns", _, ..] if !whole => 4,
            ["operations", _, "auth" | "pages" | "server", ..] if !whole => 3,
            ["operations", _, ..] => 2,
            [_, "fields", _, key, ..] if SOFT.contains(&key) && !whole => 4,
            [_, "fields", _, ..] if !whole => 3,
            [_, "additional" | "closed" | "deprecated" | "extends", ..] if !whole => 2,
            ["auth" | "gates" | "groups" | "servers", _, ..] => 2,
            [_, ..] => 1,
            [] => 0,
        };
        keys[..end].to_vec()
    }

    /// Takes something out, and lists it. Returns whether anything changed.
    pub fn cut(&mut self, file: &str, keys: &[String], reason: &str, left: &mut Vec<LeftOut>) -> bool {
        let names: Vec<&str> = keys.iter().map(String::as_str).collect();
        let (of, changed) = match (file, &names[..]) {
            ("types.yaml", [name, rest @ ..]) => ((*name).to_owned(), self.cut_type(name, rest, reason)),
            ("api.yaml", _) => (names.join(" "), self.cut_api(&names)),
            (_, ["operations", index, rest @ ..]) => self.cut_operation(file, index, rest),
            _ => (String::new(), false),
        };
        if changed {
            let pointer = self.origins.get(&of).cloned().unwrap_or_else(|| "#".to_owned());
            // The credential sends it.
            let is_sent = reason.contains("of the authentication block");
            let is_name = matches!(names[..], [_, "fields", _] | [_, _, "parameters", _]);
            let is_soft = !is_name
                && names.last().is_some_and(|key| SOFT.contains(key) || ["pages", "servers"].contains(key));
            let loss = if is_soft || is_sent || is_alike(reason) || names[0] == "servers" {
                Loss::Words
            } else {
                Loss::Part
            };
            let of_what = names.iter().skip(1).filter(|it| it.parse::<usize>().is_err());
            let of_what = of_what.copied().collect::<Vec<_>>().join(".");
            let plain = if names.contains(&"pages") {
                Some("pages that the result hasn't")
            } else {
                reasons::plain(reason)
            };
            let (plain, detail) = match plain {
                Some(plain) if of_what.is_empty() => (plain, reason.to_owned()),
                Some(plain) => (plain, format!("{of_what}: {reason}")),
                None => (reason, of_what),
            };
            let it = LeftOut { pointer, reason: plain.to_owned(), detail, loss };
            self.note(file, &names, &of, &it);
            left.push(it);
        }
        changed
    }

    /// Notes what is taken out of an operation there, and an operation that is taken out in api.yaml.
    fn note(&mut self, file: &str, keys: &[&str], of: &str, it: &LeftOut) {
        let ["operations", index, rest @ ..] = keys else { return };
        let group = self.groups.iter_mut().find(|(path, _)| path == file).map(|(_, file)| file);
        let all = group.and_then(|file| file.get_mut("operations"));
        let index = index.parse::<usize>().unwrap_or(usize::MAX);
        let operation = all.and_then(|all| all.get_mut(index)).and_then(Value::as_object_mut);
        let (map, what) = match operation.filter(|it| !rest.is_empty() && of.ends_with(name_of(it))) {
            Some(operation) => (operation, String::new()),
            None => (&mut self.api, format!("The {of} isn't in the spec: ")),
        };
        let notes = map.entry("notes").or_insert_with(|| json!([]));
        notes.as_array_mut().into_iter().for_each(|notes| notes.push(it.note(&what)));
    }

    fn cut_type(&mut self, name: &str, rest: &[&str], reason: &str) -> bool {
        let Some(Value::Object(ty)) = self.types.get_mut(name) else { return false };
        match rest {
            ["fields", field, key] => soften(ty.get_mut("fields"), field, key),
            ["fields", field] => {
                let Some(Value::Object(fields)) = ty.get_mut("fields") else { return false };
                let Some(entry) = fields.get_mut(*field) else { return false };
                let mut map = as_map(entry);
                map.retain(|key, _| ["rust", "doc"].contains(&key.as_str()));
                map.shift_insert(0, "type".to_owned(), json!("any"));
                let is_new = *entry != Value::Object(map.clone());
                *entry = Value::Object(map);
                is_new
            }
            [key] => ty.shift_remove(*key).is_some(),
            _ if is_alike(reason) && !ty.contains_key("match") && !ty.contains_key("tag") => {
                ty.insert("match".to_owned(), json!("first"));
                true
            }
            _ => {
                let doc = ty.get("doc").cloned().unwrap_or_else(|| json!(""));
                let rust = ty.get("rust").cloned();
                let mut opaque = Map::from_iter([("opaque".to_owned(), doc)]);
                opaque.extend(rust.map(|rust| ("rust".to_owned(), rust)));
                let is_new = *ty != opaque;
                *ty = opaque;
                is_new
            }
        }
    }

    fn cut_api(&mut self, keys: &[&str]) -> bool {
        match keys {
            [key, name] => {
                let is_cut = removed(self.api.get_mut(*key), name);
                if self.api.get("servers") == Some(&json!({})) {
                    self.api.shift_remove("servers");
                    self.api.insert("base_url".to_owned(), json!("{base_url}"));
                }
                is_cut
            }
            [key] if !["title", "base_url", "documents", "encoding"].contains(key) => {
                self.api.shift_remove(*key).is_some()
            }
            _ => false,
        }
    }

    fn cut_operation(&mut self, file: &str, index: &str, rest: &[&str]) -> (String, bool) {
        let group = self.groups.iter_mut().find(|(path, _)| path == file);
        let Some(Value::Array(all)) = group.and_then(|(_, file)| file.get_mut("operations")) else {
            return (String::new(), false);
        };
        let Some(index) = index.parse::<usize>().ok().filter(|index| *index < all.len()) else {
            return (String::new(), false);
        };
        let operation = &mut all[index];
        let name = format!("operation {}", operation.as_object().map_or("", name_of));
        let is_in_path = |parameter: &str, operation: &Value| {
            let path = operation.get("path").and_then(Value::as_str).unwrap_or_default();
            path.contains(&format!("{{{parameter}}}")) || path.contains(&format!("{{+{parameter}}}"))
        };
        let changed = match rest {
            ["parameters", parameter, key] => soften(operation.get_mut("parameters"), parameter, key),
            ["parameters", parameter] if !is_in_path(parameter, operation) => {
                removed(operation.get_mut("parameters"), parameter)
            }
            ["returns", status, "headers", header] => {
                let result = operation.get_mut("returns").and_then(|it| it.get_mut(*status));
                removed(result.and_then(|it| it.get_mut("headers")), header)
            }
            [key @ ("pages" | "server")] => removed(Some(operation), key),
            ["auth"] => {
                operation["auth"] = json!("not_shown");
                true
            }
            ["returns", status] => removed(operation.get_mut("returns"), status),
            _ => {
                all.remove(index);
                true
            }
        };
        (name, changed)
    }
}

/// A text in parts that begin with such lines and fit into a file.
fn chunks(text: &str, begins: impl Fn(&str) -> bool) -> impl Iterator<Item = String> {
    let mut all = vec![String::new()];
    for line in text.split_inclusive('\n') {
        match all.last_mut() {
            Some(last) if last.len() < MOST || !begins(line) => last.push_str(line),
            _ => all.push(line.to_owned()),
        }
    }
    all.into_iter()
}

/// Returns whether an error says that the shapes of a union's types are alike.
fn is_alike(reason: &str) -> bool {
    reason.contains("cannot be told apart by their shapes") || reason.contains("which comes before it")
}

fn name_of(operation: &Map<String, Value>) -> &str {
    operation.get("operation").and_then(Value::as_str).unwrap_or_default()
}

/// An entry as a map.
fn as_map(value: &Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map.clone(),
        other => Map::from_iter([("type".to_owned(), json!(other))]),
    }
}

fn removed(map: Option<&mut Value>, key: &str) -> bool {
    map.and_then(Value::as_object_mut).is_some_and(|map| map.shift_remove(key).is_some())
}

fn soften(map: Option<&mut Value>, name: &str, key: &str) -> bool {
    let entry = map.and_then(|it| it.get_mut(name));
    removed(entry, key)
}
