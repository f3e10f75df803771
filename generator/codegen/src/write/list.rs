//! The list of the files in an output folder that codegen wrote.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use super::place::{BANNER, at, is_below, look};

/// Its name.
pub const LIST: &str = "FILES";

/// The owner of a file. A run changes no files of owners that it does not write.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Owner {
    /// Name of the API, or of the folder that all APIs share.
    pub api: String,
    /// Name of the target.
    pub target: String,
}

/// Files and their owners.
pub type Files = BTreeMap<String, Owner>;

/// The list as text.
pub fn text(files: &Files) -> String {
    let lines = files.iter().map(|(path, owner)| format!("{path} {} {}\n", owner.api, owner.target));
    format!("# {BANNER}: what it wrote here, and what for.\n{}", lines.collect::<String>())
}

/// The list of the last run, without lines that name no file below the folder.
pub fn read(root: &Path) -> io::Result<Files> {
    if look(root, LIST)?.is_none() {
        return Ok(Files::new());
    }
    let place = root.join(LIST);
    let text = fs::read(&place).map_err(|error| at(&place, error))?;
    let text = String::from_utf8_lossy(&text);
    let entries = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split(' ');
        let (path, api, target) = (words.next()?, words.next()?, words.next()?);
        let owner = Owner { api: api.to_owned(), target: target.to_owned() };
        (is_below(path) && path != LIST).then(|| (path.to_owned(), owner))
    });
    Ok(entries.collect())
}
