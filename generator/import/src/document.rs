//! A description: its file and those beside it.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::at::At;
use crate::{read, swagger};

/// The references that are followed in a row.
const LONGEST: usize = 32;

/// A description: the file itself, and those that it refers to.
#[derive(Debug, Default)]
pub struct Document {
    /// The files; the first is the description.
    files: Vec<Value>,
    /// Their names, relative to the folder of the first.
    names: Vec<String>,
    /// References that lead nowhere, and why.
    pub lost: Vec<(String, String)>,
    /// The places that references lead to.
    pub referred: HashSet<String>,
    /// The SHA-256 of the files, one after another.
    pub sha256: String,
    /// Set if it was Swagger 2.0, whose components are elsewhere.
    pub is_swagger: bool,
}

impl Document {
    /// A description; its references to other files lead into `folder`, if there is one. These may refer
    /// to it by its name, `own`.
    pub fn new(root: Value, text: &str, folder: Option<&Path>, own: Option<&Path>) -> Self {
        let known = own.into_iter().map(|own| (own.to_owned(), 0)).collect();
        let hash = Sha256::new_with_prefix(text);
        let mut reading = Reading { folder, known, hash, document: Self::default() };
        reading.add(root, "");
        Self { sha256: hex(reading.hash), ..reading.document }
    }

    /// Replaces the description.
    pub fn map(&mut self, change: impl FnOnce(Value) -> Value) {
        if let Some(root) = self.files.first_mut() {
            *root = change(std::mem::take(root));
        }
    }

    /// The root of the description.
    pub fn root(&self) -> At<'_> {
        At { file: 0, value: &self.files[0], pointer: String::new() }
    }

    /// Follows the references at a place; the siblings of a reference are not there.
    pub fn follow<'a>(&'a self, at: &At<'a>) -> Option<At<'a>> {
        let mut at = at.clone();
        for _ in 0..LONGEST {
            let Some(reference) = at.reference() else { return Some(at) };
            at = self.find(reference)?;
        }
        None
    }

    /// The place that a reference names.
    pub fn find<'a>(&'a self, reference: &str) -> Option<At<'a>> {
        let (file, pointer) = reference.split_once('#')?;
        let file: usize = if file.is_empty() { 0 } else { file.parse().ok()? };
        let value = self.files.get(file)?;
        let pointer = decoded(pointer);
        Some(At { file, value: value.pointer(&pointer)?, pointer })
    }

    /// The reference at a place, as a reader finds it in the source.
    pub fn reference(&self, at: &At<'_>) -> String {
        let reference = at.reference().unwrap_or_default();
        let Some((file, pointer)) = reference.split_once('#') else { return reference.to_owned() };
        let name = file.parse().ok().and_then(|file: usize| self.names.get(file));
        format!("{}#{pointer}", name.map_or(file, String::as_str))
    }

    /// The name that a place has in its file: its last key, or the file's own name.
    pub fn name(&self, at: &At<'_>) -> String {
        if !at.pointer.is_empty() {
            return at.name();
        }
        let file = Path::new(self.names.get(at.file).map_or("", String::as_str));
        file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// A place as a reader finds it in the source.
    pub fn shown(&self, at: &At<'_>) -> String {
        let name = self.names.get(at.file).map_or("", String::as_str);
        format!("{name}#{}", if self.is_swagger { swagger::place(&at.pointer) } else { at.pointer.clone() })
    }
}

/// `%7B` -> `{`.
fn decoded(pointer: &str) -> String {
    let Some((before, rest)) = pointer.split_once('%') else { return pointer.to_owned() };
    let byte = rest.get(..2).and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(u8::is_ascii);
    match byte {
        Some(byte) => format!("{before}{}{}", char::from(byte), decoded(&rest[2..])),
        None => format!("{before}%{}", decoded(rest)),
    }
}

/// A description while its files are read.
struct Reading<'a> {
    folder: Option<&'a Path>,
    /// The numbers of files.
    known: HashMap<PathBuf, usize>,
    hash: Sha256,
    document: Document,
}

/// A hash in hexadecimal.
pub fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

impl Reading<'_> {
    /// Adds a file, with the number of the file in each of its references, and the files that these lead to.
    fn add(&mut self, mut value: Value, name: &str) -> usize {
        let number = self.document.files.len();
        self.document.files.push(Value::Null);
        self.document.names.push(name.to_owned());
        self.anchor(&mut value, number);
        self.document.files[number] = value;
        number
    }

    fn anchor(&mut self, value: &mut Value, file: usize) {
        match value {
            Value::Object(map) => {
                if let Some(Value::String(reference)) = map.get_mut("$ref") {
                    match self.target(reference, file) {
                        Ok(target) => {
                            self.document.referred.insert(target.clone());
                            *reference = target;
                        }
                        Err(why) => self.document.lost.push((reference.clone(), why)),
                    }
                }
                map.values_mut().for_each(|value| self.anchor(value, file));
            }
            Value::Array(items) => items.iter_mut().for_each(|value| self.anchor(value, file)),
            _ => {}
        }
    }

    fn target(&mut self, reference: &str, file: usize) -> Result<String, String> {
        let (name, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        if name.is_empty() {
            return Ok(format!("{file}#{pointer}"));
        }
        if name.contains("://") {
            return Err(
                "it is not a file beside the description, and nothing is loaded from a network".to_owned()
            );
        }
        let base = Path::new(&self.document.names[file]).parent().unwrap_or(Path::new(""));
        let path = below(&base.join(decoded(name))).ok_or("it leads out of the folder of the description")?;
        Ok(format!("{}#{pointer}", self.load(&path)?))
    }

    fn load(&mut self, path: &Path) -> Result<usize, String> {
        if let Some(number) = self.known.get(path) {
            return Ok(*number);
        }
        let folder = self.folder.ok_or("the description is not a file, so nothing is beside it")?;
        let text = text_below(folder, path)?;
        let value = read::read(&text)?;
        self.hash.update(&text);
        self.known.insert(path.to_owned(), self.document.files.len());
        Ok(self.add(value, &path.to_string_lossy()))
    }
}

/// A path without `..`, if it stays below where it begins.
fn below(path: &Path) -> Option<PathBuf> {
    let mut found = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => found.push(name),
            Component::CurDir => {}
            Component::ParentDir => found.pop().then_some(())?,
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(found)
}

fn text_below(folder: &Path, path: &Path) -> Result<String, String> {
    let failed = |error: std::io::Error| format!("it cannot be read: {error}");
    let place = fs::canonicalize(folder.join(path)).map_err(failed)?;
    if !place.starts_with(fs::canonicalize(folder.join(".")).map_err(failed)?) {
        return Err("it is a link that leads out of the folder of the description".to_owned());
    }
    let known = fs::metadata(&place).map_err(failed)?;
    if !known.is_file() || known.len() > read::MOST {
        return Err("it is not a file, or too large".to_owned());
    }
    fs::read_to_string(place).map_err(failed)
}
