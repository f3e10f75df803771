//! The file of a cassette.

use std::{
    fs::{self, File},
    io::{self, Read as _},
    path::Path,
};

use super::exchange::{Line, lines};

/// A new file in the place of whatever has its name.
pub(super) fn created(path: &Path) -> io::Result<File> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    // Only its owner can read a temporary file.
    let file = tempfile::Builder::new().prefix(".").tempfile_in(folder.unwrap_or(Path::new(".")))?;
    Ok(file.persist(path)?)
}

/// A cassette to be continued, with what it has; a new file if there is none.
pub(super) fn continued(path: &Path, api: &str) -> io::Result<(File, String)> {
    let mut options = fs::OpenOptions::new();
    options.read(true).append(true);
    match path.symlink_metadata() {
        Ok(found) if !found.is_file() => return Err(io::Error::other("not a file that can be continued")),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.create_new(true);
        }
        Err(error) => return Err(error),
    }
    let (mut file, mut text) = (options.open(path)?, String::new());
    file.read_to_string(&mut text)?;
    let not_one = |why: &str| io::Error::other(format!("not a cassette of {api}: {why}"));
    for (_, line) in lines(&text).map_err(|error| not_one(&error.to_string()))? {
        match line {
            Line::Head(kept) if kept.api != api => {
                return Err(not_one(&format!("it is one of {}", kept.api)));
            }
            Line::Head(_) | Line::Exchange(_) => {}
        }
    }
    match text.is_empty() || text.ends_with('\n') {
        true => Ok((file, text)),
        false => Err(not_one("its last line is cut off")),
    }
}
