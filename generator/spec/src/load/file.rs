//! One file -> its text, its places, and what it says.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use serde::de::DeserializeOwned;

use super::{Loaded, decode, tree};
use crate::diagnostics::{Diagnostic, Errors, SpecFile};
use crate::{program, text};

/// The greatest size of a file in bytes: a hundred times the largest of the real specs.
const MAX_SIZE: u64 = 4 << 20;

/// The number of errors of shape that are reported for one file.
const MAX_ERRORS: usize = 50;

/// Reads a file that a user wrote.
///
/// # Errors
/// It is not a regular file, cannot be read, is too large, or is not UTF-8; or it is a link that
/// leads out of its folder and of the repository.
pub fn read(path: &Path) -> Result<String, Diagnostic> {
    read_below(path.parent().unwrap_or(path), path)
}

/// Reads a file below a folder that a user wrote.
///
/// # Errors
/// It is not a regular file, cannot be read, is too large, or is not UTF-8; or it is a link that
/// leads out of the folder and of the repository.
pub fn read_below(folder: &Path, path: &Path) -> Result<String, Diagnostic> {
    let failed =
        |title: String, help: &str| Diagnostic { file: None, span: 0..0, title, help: help.to_owned() };
    let shown = text::path(path);
    let unreadable = |error| {
        failed(format!("cannot read {shown}: {error}"), "name a file that exists; see the language reference")
    };
    let place = fs::canonicalize(path).map_err(unreadable)?;
    // Opening a FIFO waits until something writes to it, and a device may never end.
    if !fs::metadata(&place).map_err(unreadable)?.is_file() {
        return Err(failed(format!("{shown} is not a regular file"), "write a text file in its place"));
    }
    let is_below =
        |folder: &Path| fs::canonicalize(folder.join(".")).is_ok_and(|folder| place.starts_with(folder));
    if !is_below(folder) && !program::root().is_some_and(is_below) {
        let title = format!("{shown} is a link that leads out of the repository");
        return Err(failed(title, "write the file here, or link to one of the repository"));
    }
    let mut bytes = Vec::new();
    let read = File::open(place).and_then(|file| file.take(MAX_SIZE + 1).read_to_end(&mut bytes));
    if read.map_err(unreadable)? as u64 > MAX_SIZE {
        let title = format!("{shown} is larger than {} MiB", MAX_SIZE >> 20);
        return Err(failed(title, "shorten it; operations and types can be in several files"));
    }
    String::from_utf8(bytes).map_err(|error| not_utf8(path, &error))
}

fn not_utf8(path: &Path, error: &std::string::FromUtf8Error) -> Diagnostic {
    let at = error.utf8_error().valid_up_to();
    let length = error.utf8_error().error_len().unwrap_or(error.as_bytes().len() - at);
    let bytes = error.as_bytes().get(at..at + length).unwrap_or_default();
    let bytes: Vec<String> = bytes.iter().map(|byte| format!("0x{byte:02X}")).collect();
    let text = String::from_utf8_lossy(error.as_bytes());
    Diagnostic {
        file: Some(Arc::new(SpecFile::new(path.display().to_string(), text))),
        span: at..at + char::REPLACEMENT_CHARACTER.len_utf8(),
        title: format!("invalid UTF-8: {}", bytes.join(" ")),
        help: "save the file as UTF-8".to_owned(),
    }
}

/// Removes byte order marks: YAML lets one begin any line before the first value.
pub fn without_byte_order_mark(text: &str) -> Cow<'_, str> {
    const MARK: char = '\u{feff}';
    if !text.contains(MARK) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        rest = rest.strip_prefix(MARK).unwrap_or(rest);
        let (line, next) = rest.split_at(rest.find('\n').map_or(rest.len(), |end| end + 1));
        let is_before_values = line.trim().is_empty() || line.starts_with('#');
        if !is_before_values || next.is_empty() {
            return Cow::Owned(out + rest);
        }
        out.push_str(line);
        rest = next;
    }
}

/// The tree of a file of the spec language. A file that cannot be read is reported and marked as poisoned.
pub(super) fn load<T: Default>(folder: &Path, path: &Path, errors: &Errors) -> Loaded<T> {
    match read_below(folder, path) {
        Ok(text) => tree(SpecFile::new(path.display().to_string(), without_byte_order_mark(&text)), errors),
        Err(error) => {
            errors.add(error);
            Loaded::poisoned(Arc::new(SpecFile::new(path.display().to_string(), "")))
        }
    }
}

/// The tree of a text of the spec language.
pub(super) fn tree<T: Default>(file: SpecFile, errors: &Errors) -> Loaded<T> {
    let file = Arc::new(file);
    match tree::read(&file, errors) {
        Ok(root) => Loaded { file, root, value: T::default() },
        Err(refusal) => {
            errors.add(refusal.at(&file));
            Loaded::poisoned(file)
        }
    }
}

/// Reads the text of a file of the spec language.
pub fn parse<T: DeserializeOwned + Default>(file: SpecFile, errors: &Errors) -> Loaded<T> {
    let mut loaded = tree(file, errors);
    loaded.decode(errors);
    loaded
}

impl<T: DeserializeOwned + Default> Loaded<T> {
    /// Reads its values. What does not fit is reported and marked as poisoned.
    pub(super) fn decode(&mut self, errors: &Errors) {
        let own = Errors::default();
        self.value = decode::decode(&mut self.root, &own);
        if own.len() >= MAX_ERRORS {
            own.truncate(MAX_ERRORS);
            self.root.is_poisoned = false;
            let title = format!("this file has at least {MAX_ERRORS} errors");
            own.push(self.at(), title, "fix these first: the rest was not read");
            *self = Self::poisoned(self.file.clone());
        }
        errors.append(own);
    }
}
