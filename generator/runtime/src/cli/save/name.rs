//! File names that a server may choose, and the content types of their extensions.

use std::path::Path;

use crate::core::{essence, text::inert};

/// Maximum length of a name, in bytes. Most file systems have 255; a temporary
/// name is longer than the final one.
const LONGEST: usize = 200;

/// Names that Windows gives to devices, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The usual extensions of contents.
const EXTENSIONS: [(&str, &str); 19] = [
    ("application/gzip", "gz"),
    ("application/json", "json"),
    ("application/pdf", "pdf"),
    ("application/xml", "xml"),
    ("application/yaml", "yaml"),
    ("application/zip", "zip"),
    ("audio/mpeg", "mp3"),
    ("audio/wav", "wav"),
    ("image/gif", "gif"),
    ("image/jpeg", "jpg"),
    ("image/jpeg", "jpeg"),
    ("image/png", "png"),
    ("image/svg+xml", "svg"),
    ("image/webp", "webp"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    ("text/markdown", "md"),
    ("text/plain", "txt"),
    ("video/mp4", "mp4"),
];

/// The content type of a file, by its extension.
pub(in crate::cli) fn content_type(path: &Path) -> Option<&'static str> {
    let extension = path.extension()?.to_str()?;
    let known = EXTENSIONS.iter().find(|(_, known)| known.eq_ignore_ascii_case(extension));
    known.map(|(content_type, _)| *content_type)
}

/// The name that the server states, made harmless, or else the command's, with the usual extension of
/// the content type.
pub(super) fn file_name(stated: Option<&str>, content_type: Option<&str>, command: &str) -> String {
    stated.and_then(harmless).unwrap_or_else(|| {
        let essence = essence(content_type.unwrap_or_default());
        let known = EXTENSIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(essence));
        format!("{command}.{}", known.map_or("bin", |(_, extension)| extension))
    })
}

/// A name without leading dots, which would hide the file, and without characters that separate
/// folders, control a terminal, or have a meaning on Windows.
fn harmless(stated: &str) -> Option<String> {
    let replaced = stated.replace(['/', '\\', '<', '>', ':', '"', '|', '?', '*'], "_");
    let printable: String = replaced.chars().map(inert).collect();
    // A leading `-` would be an option to the next program.
    let name = printable.trim_start_matches(['.', '-', ' ']).trim_end_matches(['.', ' ']);
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let is_device = DEVICES.contains(&stem.trim_end_matches(|end: char| end.is_ascii_digit()));
    (!name.is_empty() && name.len() <= LONGEST && !is_device).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_harmless() {
        for (stated, name) in [
            ("backup 1.zip", "backup 1.zip"),
            ("ünïcödé.bin", "ünïcödé.bin"),
            ("../../etc/passwd", "_.._etc_passwd"),
            ("..\\x", "_x"),
            (".bashrc", "bashrc"),
            ("--force", "force"),
            ("a\x1b[1m\u{202e}b", "a [1m\u{fffd}b"),
            ("a:b|c?", "a_b_c_"),
            ("a. .", "a"),
            ("...", "own.zip"),
            ("", "own.zip"),
            ("COM1.txt", "own.zip"),
            ("nul", "own.zip"),
            ("console.log", "console.log"),
        ] {
            assert_eq!(file_name(Some(stated), Some("Application/Zip; x=y"), "own"), name, "{stated}");
        }
        assert_eq!(file_name(Some(&"a".repeat(201)), None, "own"), "own.bin");
        assert_eq!(file_name(None, Some("text/plain"), "own"), "own.txt");
    }
}
