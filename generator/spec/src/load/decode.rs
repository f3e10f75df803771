//! YAML text -> the structs of `source`, with every fault of shape.
//!
//! serde stops at the first fault. To find them all, the value at fault is
//! taken out, or put in where it is missing, and the rest is read again. The
//! places change with the values, so that both stay in step, and what was
//! changed is marked as lost: nothing that follows from it is reported.

use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use serde_yaml::{Mapping, Value};

use super::Loaded;
use super::graft::{self, Step};
use crate::diagnostics::{At, Fault, Faults, SpecFile, suggest};
use crate::place::{Children, Place};

/// Faults reported per file, at most: each costs a reading of the whole.
const MOST: usize = 50;

/// Reads what a file says; `text` is that of the file where it can be read at all.
pub fn decode<T: DeserializeOwned + Default>(file: Arc<SpecFile>, text: &str, faults: &Faults) -> Loaded<T> {
    if let Ok(value) = serde_yaml::from_str(text) {
        return Loaded { file, value };
    }
    let root = match serde_yaml::from_str::<Value>(text) {
        Ok(root) => root,
        // It follows from what the pass for places found.
        Err(_) if !faults.is_empty() => return Loaded::lost(SpecFile::clone(&file)),
        Err(error) => {
            let at = error.location().map_or(0, |at| at.index());
            let (title, help) = (error.to_string(), "write valid YAML; see spec/README.md".to_owned());
            faults.add(Fault { file: Some(file.clone()), span: at..at, title, help });
            return Loaded::lost(SpecFile::clone(&file));
        }
    };
    let mut repair = Repair { root, file, guesses: Vec::new(), faults };
    match repair.run() {
        Some(value) => Loaded { file: repair.file, value },
        None => Loaded::lost(SpecFile::clone(&repair.file)),
    }
}

/// A file whose faults are taken out one by one.
struct Repair<'f> {
    root: Value,
    file: Arc<SpecFile>,
    /// Bytes of keys that were read as the ones that they resemble.
    guesses: Vec<usize>,
    faults: &'f Faults,
}

impl Repair<'_> {
    /// The value; `None` where it can't be repaired.
    fn run<T: DeserializeOwned>(&mut self) -> Option<T> {
        let before = self.faults.len();
        // A missing key costs several readings.
        for _ in 0..MOST * 8 {
            let error = match serde_path_to_error::deserialize(&self.root) {
                Ok(value) => return Some(value),
                Err(error) => error,
            };
            self.repair(&steps(error.path()), &error.inner().to_string())?;
            if self.faults.len() - before >= MOST {
                let title = format!("this file has at least {MOST} faults");
                self.faults.push(At::root(&self.file), title, "fix these first: the rest was not read");
                return None;
            }
        }
        None
    }

    fn repair(&mut self, path: &[Step], reason: &str) -> Option<()> {
        if let Some(key) = reason.strip_prefix("missing field ") {
            return self.fill(path, key.trim_matches('`'));
        }
        if let Some(known) = reason.strip_prefix("unknown field ") {
            return self.unknown_key(path, known);
        }
        let value = find(&mut self.root, path)?;
        // `1.5` is a text where a text is expected, as serde_yaml reads it from a file.
        if let Some(text) = unquoted(value).filter(|_| reason.ends_with("expected a string")) {
            *value = Value::String(text);
            return Some(());
        }
        if graft::at(&self.file, path).is_lost() {
            *value = next_guess(value, reason)?;
            return Some(());
        }
        self.misfit(path, reason)
    }

    /// Puts a value in for a key that is missing, so that the rest can be read.
    fn fill(&mut self, path: &[Step], key: &str) -> Option<()> {
        let map = find(&mut self.root, path)?;
        if map.is_null() {
            *map = Value::Mapping(Mapping::new());
        }
        map.as_mapping_mut()?.insert(key.into(), Value::Null);
        let at = graft::at(&self.file, path);
        if !at.loses(key) {
            let help = format!("add `{key}:` here; see spec/README.md");
            self.faults.push(at, format!("missing key `{key}`"), help);
            let place = at.graft_into(&self.file, key);
            let lost = Place { is_lost: true, children: Children::None, ..place };
            graft::put(&mut self.file, path, lost);
        }
        Some(())
    }

    /// Takes a key out, or reads it as the one that it resembles.
    fn unknown_key(&mut self, path: &[Step], rest: &str) -> Option<()> {
        let (Step::Key(key), parents) = path.split_last()? else { return None };
        let (_, known) = rest.split_once(", ").unwrap_or((rest, ""));
        let names = known.split('`').skip(1).step_by(2);
        let near = suggest(key, names);
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected {}", known.trim_start_matches("expected ")),
        };
        let at = graft::at(&self.file, path).key();
        self.faults.push(at, format!("unknown key `{key}`"), help);
        let map = find(&mut self.root, parents)?.as_mapping_mut()?;
        match near.filter(|near| !map.contains_key(*near)) {
            Some(near) => {
                let name = |it: Value| if it == key.as_str() { near.into() } else { it };
                *map = std::mem::take(map).into_iter().map(|(it, value)| (name(it), value)).collect();
                self.guesses.push(at.span().start);
                graft::call(&mut self.file, path, near);
            }
            None => {
                map.shift_remove(key.as_str())?;
                graft::remove(&mut self.file, path);
            }
        }
        Some(())
    }

    /// Takes a value out that has the wrong shape.
    fn misfit(&mut self, path: &[Step], reason: &str) -> Option<()> {
        let at = graft::at(&self.file, path);
        if !self.guesses.contains(&at.key().span().start) {
            let (title, help) = match unknown_variant(reason) {
                Some((value, known)) => (format!("unknown value {value}"), format!("write {known}")),
                None => (misfit_in_words(reason), "see spec/README.md for what is allowed here".to_owned()),
            };
            self.faults.push(at, title, help);
        }
        let (last, parents) = path.split_last()?;
        match (find(&mut self.root, parents)?, last) {
            (Value::Mapping(map), Step::Key(key)) => {
                map.retain(|it, _| !is_key(it, key));
            }
            (Value::Sequence(list), Step::Item(index)) if *index < list.len() => {
                list.remove(*index);
            }
            _ => return None,
        }
        graft::lose(&mut self.file, path);
        Some(())
    }
}

/// The next value to try for a missing one.
fn next_guess(value: &Value, reason: &str) -> Option<Value> {
    match (value, unknown_variant(reason)) {
        (Value::Null, _) => Some(Value::from("")),
        (Value::String(_), Some((_, known))) => known.split('`').nth(1).map(Value::from),
        (Value::String(_), None) => Some(Value::from(0)),
        _ => None,
    }
}

/// serde's `invalid type: sequence, expected a string` as `expected text, found a list`.
fn misfit_in_words(reason: &str) -> String {
    const FOUND: [(&str, &str); 7] = [
        ("sequence", "a list"),
        ("map", "a map"),
        ("string", "text"),
        ("integer", "a number"),
        ("floating point", "a number"),
        ("boolean", "`true` or `false`"),
        ("unit value", "nothing"),
    ];
    const EXPECTED: [(&str, &str); 8] = [
        ("a string", "text"),
        ("a sequence", "a list"),
        ("a tuple", "a list of two"),
        ("struct", "a map"),
        ("a boolean", "`true` or `false`"),
        ("u", "a whole number"),
        ("i", "a whole number"),
        ("a Value::Tagged enum", "a word"),
    ];
    let in_words = |table: &[(&str, &'static str)], text: &str| {
        table.iter().find(|(start, _)| text.starts_with(start)).map(|(_, words)| *words)
    };
    match reason.strip_prefix("invalid type: ").and_then(|it| it.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            let found = in_words(&FOUND, found).unwrap_or(found);
            format!("expected {}, found {found}", in_words(&EXPECTED, expected).unwrap_or(expected))
        }
        None if reason.ends_with("enum Scalar") => "expected text, a number, `true` or `false`".to_owned(),
        None if reason.ends_with("enum ValuesSource") => "expected a list, or a map of constants".to_owned(),
        None => reason.to_owned(),
    }
}

/// The value, and what is known in its place.
fn unknown_variant(reason: &str) -> Option<(&str, &str)> {
    reason.strip_prefix("unknown variant ")?.split_once(", expected ")
}

fn steps(path: &Path) -> Vec<Step> {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(Step::Item(*index)),
            Segment::Map { key } => Some(Step::Key(key.clone())),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}

/// The text of a number or a flag.
fn unquoted(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}

fn find<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => {
            value.as_mapping_mut()?.iter_mut().find(|(it, _)| is_key(it, key)).map(|(_, it)| it)
        }
        Step::Item(index) => value.as_sequence_mut()?.get_mut(*index),
    })
}

/// serde writes the keys of a path as texts, numbers too.
fn is_key(value: &Value, key: &str) -> bool {
    value.as_str() == Some(key) || unquoted(value).is_some_and(|text| text == key)
}
