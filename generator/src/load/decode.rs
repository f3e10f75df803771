//! YAML text -> the structs of `source`, with every fault of shape.
//!
//! serde stops at the first fault. To find them all, the value at fault is
//! taken out and the rest is read again, until it reads or nothing can be
//! taken out any more.

use serde::de::DeserializeOwned;
use serde_path_to_error::{Path, Segment};
use serde_yaml::Value;

/// So many faults of one file are told: each costs a reading of the whole.
pub const MOST: usize = 50;

/// A fault of shape: where, and what serde says of it.
pub struct Misfit {
    /// Keys and positions from the root of the file.
    pub path: Vec<Step>,
    /// serde's words.
    pub reason: String,
}

/// One step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into a map.
    Key(String),
    /// Into a list.
    Item(usize),
}

/// What could be read of a file, and every fault of its shape.
pub struct Decoded<T> {
    /// The value; `None` where something that it needs is at fault.
    pub value: Option<T>,
    /// The faults, in the order of the file.
    pub misfits: Vec<Misfit>,
    /// There may be more: reading stopped at so many.
    pub is_cut: bool,
}

/// Reads `text` as a `T`.
///
/// # Errors
/// A fault of YAML's syntax, in serde_yaml's words.
pub fn decode<T: DeserializeOwned>(text: &str) -> Result<Decoded<T>, serde_yaml::Error> {
    if let Ok(value) = serde_yaml::from_str(text) {
        return Ok(Decoded { value: Some(value), misfits: Vec::new(), is_cut: false });
    }
    Ok(repair(serde_yaml::from_str(text)?))
}

fn repair<T: DeserializeOwned>(mut root: Value) -> Decoded<T> {
    let mut misfits = Vec::new();
    let mut taken = Taken::default();
    loop {
        let error = match serde_path_to_error::deserialize::<_, T>(root.clone()) {
            Ok(value) => {
                let value = Some(value).filter(|_| !taken.from_list);
                return Decoded { value, misfits, is_cut: false };
            }
            Err(error) => error,
        };
        let here = steps(error.path());
        let reason = error.inner().to_string();
        if read_as_text(&mut root, &here, &reason) {
            continue;
        }
        let path = taken.as_written(&here);
        if !(reason.starts_with("missing field") && taken.is_inside(&path)) {
            misfits.push(Misfit { path: path.clone(), reason });
        }
        if misfits.len() == MOST {
            return Decoded { value: None, misfits, is_cut: true };
        }
        if !take_out(&mut root, &here) {
            return Decoded { value: None, misfits, is_cut: false };
        }
        taken.note(path);
    }
}

/// What has been taken out so far, as it was written.
#[derive(Default)]
struct Taken {
    paths: Vec<Vec<Step>>,
    from_list: bool,
}

impl Taken {
    fn note(&mut self, path: Vec<Step>) {
        self.from_list |= matches!(path.last(), Some(Step::Item(_)));
        self.paths.push(path);
        self.paths.sort_by_key(|path| item(path));
    }

    fn is_inside(&self, path: &[Step]) -> bool {
        self.paths.iter().any(|taken| taken.len() > path.len() && taken.starts_with(path))
    }

    /// Items behind one that was taken out stood further back in the file.
    fn as_written(&self, path: &[Step]) -> Vec<Step> {
        let mut written: Vec<Step> = Vec::with_capacity(path.len());
        for step in path {
            let step = match step {
                Step::Key(key) => Step::Key(key.clone()),
                Step::Item(index) => Step::Item(self.shift(&written, *index)),
            };
            written.push(step);
        }
        written
    }

    fn shift(&self, list: &[Step], index: usize) -> usize {
        self.paths.iter().filter_map(|path| path.split_last()).filter(|(_, parents)| *parents == list).fold(
            index,
            |index, (last, _)| match last {
                Step::Item(taken) if *taken <= index => index + 1,
                _ => index,
            },
        )
    }
}

fn item(path: &[Step]) -> Option<usize> {
    match path.last() {
        Some(Step::Item(index)) => Some(*index),
        _ => None,
    }
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

/// `1.5` is a text where a text is wanted, as serde_yaml reads it from a file.
fn read_as_text(root: &mut Value, path: &[Step], reason: &str) -> bool {
    if !reason.ends_with("expected a string") {
        return false;
    }
    let text = match find(root, path) {
        Some(Value::Number(number)) => number.to_string(),
        Some(Value::Bool(flag)) => flag.to_string(),
        _ => return false,
    };
    find(root, path).map(|value| *value = Value::String(text)).is_some()
}

fn find<'a>(value: &'a mut Value, path: &[Step]) -> Option<&'a mut Value> {
    path.iter().try_fold(value, |value, step| match step {
        Step::Key(key) => value.as_mapping_mut()?.get_mut(key.as_str()),
        Step::Item(index) => value.as_sequence_mut()?.get_mut(*index),
    })
}

fn take_out(root: &mut Value, path: &[Step]) -> bool {
    let Some((last, parents)) = path.split_last() else { return false };
    match (find(root, parents), last) {
        (Some(Value::Mapping(map)), Step::Key(key)) => map.shift_remove(key.as_str()).is_some(),
        (Some(Value::Sequence(list)), Step::Item(index)) if *index < list.len() => {
            list.remove(*index);
            true
        }
        _ => false,
    }
}
