//! The files of an imported spec on disk: whether somebody edited them, and what they came from.

use std::fs;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::document::hex;
use crate::{Imported, read};

/// The words before the hash of what was imported.
const MARK: &str = "# Hash of what was imported: ";

/// The files of an imported spec.
#[derive(Debug)]
pub struct Files {
    /// The hash that they say.
    said: Option<String>,
    /// The description, and its hash.
    source: Option<(String, String)>,
    /// The hash of what they are.
    is: String,
}

impl Files {
    /// The entries of the folder of an API that an import writes.
    pub const ENTRIES: [&str; 4] = ["operations", "types", "types.yaml", "api.yaml"];

    /// Those in a folder; none if nothing is there that an import would write.
    ///
    /// # Errors
    /// A file can't be read.
    pub fn of(folder: &Path) -> Result<Option<Self>, String> {
        let mut texts = Vec::new();
        for entry in Self::ENTRIES {
            collect(&folder.join(entry), entry, &mut texts)?;
        }
        if texts.is_empty() {
            return Ok(None);
        }
        let api = texts.iter().find(|(path, _)| path == "api.yaml").map_or("", |(_, text)| text);
        let said = api.lines().find_map(|line| line.strip_prefix(MARK)).map(str::to_owned);
        let imported = read::read(api).ok().and_then(|mut it| Some(it.get_mut("imported")?.take()));
        let text = |key: &str| Some(imported.as_ref()?.get(key)?.as_str()?.to_owned());
        Ok(Some(Self { said, source: text("from").zip(text("sha256")), is: hash_of(&texts) }))
    }

    /// Returns whether they are as an import wrote them.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.said.as_ref() == Some(&self.is)
    }

    /// The description that they came from.
    #[must_use]
    pub fn source(&self) -> Option<&str> {
        self.source.as_ref().map(|(from, _)| from.as_str())
    }

    /// Returns whether they came from the same description.
    #[must_use]
    pub fn is_from(&self, imported: &Imported) -> bool {
        self.source.as_ref().is_some_and(|(_, hash)| *hash == imported.sha256)
    }
}

fn collect(path: &Path, name: &str, texts: &mut Vec<(String, String)>) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", path.display());
    if path.is_dir() {
        for entry in fs::read_dir(path).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            collect(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()), texts)?;
        }
    } else if path.exists() {
        texts.push((name.to_owned(), fs::read_to_string(path).map_err(failed)?));
    }
    Ok(())
}

/// The files, with the header of api.yaml.
pub fn headed(mut texts: Vec<(String, String)>) -> Vec<(String, String)> {
    let own = hash_of(&texts);
    if let Some((_, text)) = texts.iter_mut().find(|(path, _)| path == "api.yaml") {
        *text = format!(
            "# Imported: write corrections into an overlay, since another import replaces these files.\n\
             {MARK}{own}\n{text}"
        );
    }
    texts
}

/// The hash of files, without the lines that an import begins with.
fn hash_of(texts: &[(String, String)]) -> String {
    let mut sorted: Vec<&(String, String)> = texts.iter().collect();
    sorted.sort();
    let mut hash = Sha256::new();
    for (path, text) in sorted {
        let after =
            text.split_once(MARK).filter(|_| path == "api.yaml").and_then(|(_, it)| it.split_once('\n'));
        for part in [path.as_str(), after.map_or(text, |(_, rest)| rest)] {
            hash.update(part);
            hash.update([0]);
        }
    }
    hex(hash)
}
