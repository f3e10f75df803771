//! The files of an imported spec on disk: whether somebody edited them, and what they came from.

use std::fs;
use std::path::Path;

use crate::Imported;

/// Words before the hash of a description, and before that of the files.
const MARKS: [&str; 2] = ["# Hash of the description: ", "# Hash of what was imported: "];

/// The files of an imported spec.
#[derive(Debug)]
pub struct Files {
    /// The hashes that they say.
    said: Option<[String; 2]>,
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
        let said = MARKS.map(|mark| api.lines().find_map(|line| line.strip_prefix(mark)).map(str::to_owned));
        let said = match said {
            [Some(one), Some(two)] => Some([one, two]),
            _ => None,
        };
        Ok(Some(Self { said, is: hash_of(&texts) }))
    }

    /// Returns whether they are as an import wrote them.
    #[must_use]
    pub fn is_untouched(&self) -> bool {
        self.said.as_ref().is_some_and(|[_, own]| *own == self.is)
    }

    /// Returns whether they came from the same description.
    #[must_use]
    pub fn is_from(&self, imported: &Imported) -> bool {
        let api = imported.files.iter().find(|(path, _)| path == "api.yaml");
        let hash = api.and_then(|(_, text)| text.lines().find_map(|line| line.strip_prefix(MARKS[0])));
        self.said.as_ref().map(|[source, _]| source.as_str()) == hash
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
pub fn headed(mut texts: Vec<(String, String)>, source: &str, hash: &str) -> Vec<(String, String)> {
    let own = hash_of(&texts);
    let source: String = source.chars().filter(|c| !c.is_control()).collect();
    if let Some((_, text)) = texts.iter_mut().find(|(path, _)| path == "api.yaml") {
        *text = format!(
            "# Imported from {source}. Write corrections into an overlay: another import replaces these files.\n\
             {}{hash}\n{}{own}\n{text}",
            MARKS[0], MARKS[1]
        );
    }
    texts
}

/// The hash of files, without the lines that an import begins with.
fn hash_of(texts: &[(String, String)]) -> String {
    let mut sorted: Vec<&(String, String)> = texts.iter().collect();
    sorted.sort();
    let mut all = Vec::new();
    for (path, text) in sorted {
        let start = MARKS.iter().filter_map(|mark| text.find(mark).map(|at| at + mark.len())).max();
        let after = start
            .filter(|_| path == "api.yaml")
            .and_then(|at| text[at..].split_once('\n'))
            .map(|(_, rest)| rest);
        all.extend([path.as_str(), after.unwrap_or(text)]);
    }
    hash(all)
}

/// A hash of texts that is the same on all machines: FNV-1a of 64 bits.
pub fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let bytes = texts.into_iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}
