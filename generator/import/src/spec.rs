//! The files of a spec before they are written.

use std::collections::HashMap;

use generator_spec::model::LIMITS;
use serde_json::{Map, Value, json};

use crate::entry::map;
use crate::left_out::{LeftOut, Loss};
use crate::reasons::{self, ALIKE};
use crate::yaml;

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

/// Keys without which a parameter or a field is still what it is, as without its limits.
const SOFT: [&str; 7] = ["default", "deprecated", "value", "values", "list", "only", "additional"];

fn is_soft_key(key: &str) -> bool {
    SOFT.contains(&key) || LIMITS.iter().any(|(limit, ..)| *limit == key)
}

impl SpecFiles {
    /// All operations.
    pub fn operations(&self) -> impl Iterator<Item = &Value> {
        self.groups.iter().flat_map(|(_, file)| rows(file))
    }

    /// The texts of the files, by path.
    pub fn texts(&self) -> Vec<(String, String)> {
        let none = |_: &str| Vec::new();
        let mut texts = vec![("api.yaml".to_owned(), yaml::file(&self.api, none))];
        if !self.types.is_empty() {
            let comments = |name: &str| self.comments.get(name).cloned().unwrap_or_default();
            texts.push(("types.yaml".to_owned(), yaml::file(&self.types, comments)));
        }
        let groups = self.groups.iter().filter(|(_, file)| !rows(file).is_empty());
        texts.extend(groups.map(|(path, file)| (path.clone(), yaml::file(file, none))));
        texts
    }

    /// The texts as they are written: what is too long for one file is in several.
    pub fn parts(&mut self) -> Vec<(String, String)> {
        let long = self.groups.iter().filter(|(_, file)| yaml::file(file, |_| Vec::new()).len() > MOST);
        for (_, file) in long {
            // Which of the files would say it?
            let group = file.get("group").and_then(Value::as_str).unwrap_or_default();
            let groups = self.api.entry("groups").or_insert_with(|| json!({}));
            if groups.get(group).is_none() {
                groups[group] = json!({"title": file.get("title"), "about": file.get("title")});
            }
        }
        self.texts().into_iter().flat_map(|(path, text)| split(path, text)).collect()
    }

    fn tree(&mut self, path: &str) -> Option<&mut Map<String, Value>> {
        match path {
            "api.yaml" => Some(&mut self.api),
            "types.yaml" => Some(&mut self.types),
            _ => self.groups.iter_mut().find(|(it, _)| it == path).map(|(_, file)| file),
        }
    }

    /// Takes something out, and lists it. Returns whether anything changed.
    pub fn cut(&mut self, file: &str, keys: &[String], reason: &str, left: &mut Vec<LeftOut>) -> bool {
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let Some(tree) = self.tree(file) else { return false };
        let (of, changed) = match (file, &keys[..]) {
            ("types.yaml", [name, ..]) => ((*name).to_owned(), cut_type(tree, &keys, reason)),
            ("api.yaml", [] | ["title" | "base_url" | "documents" | "encoding"]) => return false,
            ("api.yaml", _) => (keys.join(" "), removed(tree, &keys)),
            (_, ["operations", index, ..]) => {
                let name = format!("operation {}", name_of(tree, index).unwrap_or_default());
                (name, cut_operation(tree, &keys))
            }
            _ => return false,
        };
        if self.api.get("groups") == Some(&json!({})) {
            self.api.shift_remove("groups");
        }
        if self.api.get("servers") == Some(&json!({})) {
            self.api.shift_remove("servers");
            self.api.insert("base_url".to_owned(), json!("{base_url}"));
        }
        // Its operations are listed.
        if changed && keys[..1] != ["groups"] {
            let pointer = self.origins.get(&of).cloned().unwrap_or_else(|| "#".to_owned());
            let it = left_out(pointer, &keys, reason);
            self.note(file, &keys, &of, &it);
            left.push(it);
        }
        changed
    }

    /// Notes what is taken out of an operation there, and an operation that is taken out in api.yaml.
    fn note(&mut self, file: &str, keys: &[&str], of: &str, it: &LeftOut) {
        let ["operations", index, rest @ ..] = keys else { return };
        let is_there = |tree: &&mut Map<String, Value>| {
            !rest.is_empty() && name_of(tree, index).is_some_and(|name| of == format!("operation {name}"))
        };
        let operation = self.tree(file).filter(is_there).and_then(|tree| found(tree, &keys[..2]));
        let (map, what) = match operation.and_then(Value::as_object_mut) {
            Some(operation) => (operation, String::new()),
            None => (&mut self.api, format!("The {of} isn't in the spec: ")),
        };
        let notes = map.entry("notes").or_insert_with(|| json!([]));
        notes.as_array_mut().into_iter().for_each(|notes| notes.push(it.note(&what)));
    }
}

/// The keys of what is taken out for an error at these keys; all of an entry if `whole`.
pub fn unit(keys: &[String], whole: bool) -> Vec<String> {
    let names: Vec<&str> = keys.iter().map(String::as_str).collect();
    let end = match names[..] {
        ["operations", _, "parameters", _, key, ..] if is_soft_key(key) && !whole => 5,
        ["operations", _, "parameters", _, ..] if !whole => 4,
        ["operations", _, "returns", _, "headers", _, ..] if !whole => 6,
        ["operations", _, "returns", _, ..] if !whole => 4,
        ["operations", _, "auth" | "pages" | "server", ..] if !whole => 3,
        ["operations", _, ..] => 2,
        [_, "fields", _, key, ..] if is_soft_key(key) && !whole => 4,
        [_, "fields", _, ..] if !whole => 3,
        [_, "additional" | "closed" | "deprecated" | "extends", ..] if !whole => 2,
        ["auth" | "gates" | "groups" | "servers", _, ..] => 2,
        [_, ..] => 1,
        [] => 0,
    };
    keys[..end].to_vec()
}

/// Words of the list for something that is taken out.
fn left_out(pointer: String, keys: &[&str], reason: &str) -> LeftOut {
    let plain = match keys.contains(&"pages") {
        true => Some("pages that the result hasn't"),
        false => reasons::plain(reason),
    };
    let is_name = matches!(keys, [_, "fields", _] | [_, _, "parameters", _]);
    let is_soft = keys.last().is_some_and(|key| is_soft_key(key) || ["pages", "servers"].contains(key));
    // The credential sends it.
    let is_sent = reason.contains("of the authentication block");
    let is_words = is_soft && !is_name || is_sent || plain == Some(ALIKE) || keys[0] == "servers";
    let of_what: Vec<&str> = keys.iter().skip(1).copied().filter(|it| it.parse::<usize>().is_err()).collect();
    let of_what = of_what.join(".");
    let (reason, detail) = match plain {
        Some(plain) if of_what.is_empty() => (plain, reason.to_owned()),
        Some(plain) => (plain, format!("{of_what}: {reason}")),
        None => (reason, of_what),
    };
    let loss = if is_words { Loss::Words } else { Loss::Part };
    LeftOut { pointer, reason: reason.to_owned(), detail, loss }
}

/// A type, or what is in it.
fn cut_type(types: &mut Map<String, Value>, keys: &[&str], reason: &str) -> bool {
    let is_field = matches!(keys, [_, "fields", _]);
    if keys.len() > 1 && !is_field {
        return removed(types, keys);
    }
    let Some(entry) = found(types, keys) else { return false };
    let said = |key: &str| entry.get(key);
    let new = if is_field {
        json!({"type": "any", "rust": said("rust"), "doc": said("doc")})
    } else if reasons::plain(reason) == Some(ALIKE) && said("match").is_none() && said("tag").is_none() {
        entry["match"] = json!("first");
        return true;
    } else {
        json!({"opaque": said("doc").unwrap_or(&json!("")), "rust": said("rust")})
    };
    replaced(entry, Value::Object(map(new)))
}

/// An operation, or what is in it.
fn cut_operation(file: &mut Map<String, Value>, keys: &[&str]) -> bool {
    match keys {
        [_, _, "auth"] => found(file, keys).is_some_and(|auth| replaced(auth, json!("not_shown"))),
        [_, _, "parameters", name] => {
            let path = found(file, &[keys[0], keys[1], "path"]).and_then(|it| it.as_str());
            let is_in = |start: &str| path.is_some_and(|path| path.contains(&format!("{start}{name}}}")));
            let is_in_path = is_in("{") || is_in("{+");
            removed(file, if is_in_path { &keys[..2] } else { keys })
        }
        _ => removed(file, keys),
    }
}

/// The value at these keys.
fn found<'v>(tree: &'v mut Map<String, Value>, keys: &[&str]) -> Option<&'v mut Value> {
    let (first, rest) = keys.split_first()?;
    rest.iter().try_fold(tree.get_mut(*first)?, |value, key| match value {
        Value::Array(items) => items.get_mut(key.parse::<usize>().ok()?),
        other => other.get_mut(*key),
    })
}

fn removed(tree: &mut Map<String, Value>, keys: &[&str]) -> bool {
    let Some((last, around)) = keys.split_last() else { return false };
    if around.is_empty() {
        return tree.shift_remove(*last).is_some();
    }
    match found(tree, around) {
        Some(Value::Object(map)) => map.shift_remove(*last).is_some(),
        Some(Value::Array(items)) => {
            let index = last.parse().ok().filter(|index| *index < items.len());
            index.map(|index| items.remove(index)).is_some()
        }
        _ => false,
    }
}

fn replaced(value: &mut Value, new: Value) -> bool {
    let is_new = *value != new;
    *value = new;
    is_new
}

/// The operations of a file.
fn rows(file: &Map<String, Value>) -> &[Value] {
    file.get("operations").and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn name_of<'v>(file: &'v Map<String, Value>, index: &str) -> Option<&'v str> {
    rows(file).get(index.parse::<usize>().ok()?)?.get("operation")?.as_str()
}

/// A file in parts that are short enough.
fn split(path: String, text: String) -> Vec<(String, String)> {
    let Some(name) = path.strip_suffix(".yaml").filter(|name| text.len() > MOST && *name != "api") else {
        return vec![(path, text)];
    };
    let is_types = name == "types";
    let (head, body) = match text.split_once("operations:\n").filter(|_| !is_types) {
        Some((head, body)) => (format!("{head}operations:\n"), body),
        None => (String::new(), &text[..]),
    };
    let begins = |line: &str| match is_types {
        true => !line.starts_with(' '),
        false => line.starts_with("  - operation:"),
    };
    let mut all = vec![head.clone()];
    for line in body.split_inclusive('\n') {
        match all.last_mut() {
            Some(last) if last.len() < MOST + head.len() || !begins(line) => last.push_str(line),
            _ => all.push(format!("{head}{line}")),
        }
    }
    let path = |index: usize| format!("{name}{}{}.yaml", if is_types { '/' } else { '-' }, index + 1);
    all.into_iter().enumerate().map(|(index, text)| (path(index), text)).collect()
}
