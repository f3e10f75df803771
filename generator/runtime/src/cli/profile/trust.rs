//! Who else can change the profiles: they name servers that get credentials,
//! and commands to run.

use std::{
    collections::BTreeSet,
    fs::{self, File, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use crate::cli::problem::Problem;

/// What another user can do with a file or a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Risk {
    /// It is theirs.
    Owner,
    /// It is writable for a group or for all.
    Writable,
}

/// Refuses a file that another user can change or replace, as ssh does: the
/// file and its folders, except those above the home folder, must belong to
/// this user or to root, and only the owner may write.
///
/// # Errors
/// Names what is at risk, and the command that repairs it.
pub(super) fn check(file: &File, path: &Path) -> Result<(), Problem> {
    let me = rustix::process::geteuid().as_raw();
    let found = risks(file, path, me);
    let found = found.map_err(|error| Problem::Usage(format!("{}: {error}", path.display())))?;
    match refusal(path, &found) {
        Some(text) => Err(Problem::Usage(text)),
        None => Ok(()),
    }
}

fn risks(file: &File, path: &Path, me: u32) -> io::Result<Vec<(PathBuf, Risk)>> {
    let real = fs::canonicalize(path)?;
    let own = risk(&file.metadata()?, me).map(|risk| (real.clone(), risk));
    let mut found: Vec<_> = own.into_iter().collect();
    for folder in folders(path, &real)? {
        let risk = risk(&fs::metadata(&folder)?, me);
        found.extend(risk.map(|risk| (folder, risk)));
    }
    Ok(found)
}

/// The folders of a file, and of the link that leads to it.
fn folders(path: &Path, real: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let link = fs::canonicalize(path.parent().filter(|parent| *parent != "").unwrap_or(Path::new(".")))?;
    let home = etcetera::home_dir().ok().and_then(|home| fs::canonicalize(home).ok());
    // Above the home folder nothing can be done about it.
    let is_above =
        |folder: &Path| home.as_ref().is_some_and(|home| home != folder && home.starts_with(folder));
    let all = link.ancestors().chain(real.ancestors().skip(1));
    Ok(all.filter(|folder| !is_above(folder)).map(Path::to_owned).collect())
}

fn risk(metadata: &Metadata, me: u32) -> Option<Risk> {
    // In a sticky folder, such as /tmp, only owners replace their files.
    let is_sticky = metadata.is_dir() && metadata.mode() & 0o1000 != 0;
    if ![0, me].contains(&metadata.uid()) {
        Some(Risk::Owner)
    } else if metadata.mode() & 0o022 != 0 && !is_sticky {
        Some(Risk::Writable)
    } else {
        None
    }
}

fn refusal(path: &Path, found: &[(PathBuf, Risk)]) -> Option<String> {
    let of = |wanted| found.iter().filter(move |(_, risk)| *risk == wanted).map(|(path, _)| path);
    let list = |risk| of(risk).map(|path| path.display().to_string()).collect::<Vec<_>>();
    let remedy = match (list(Risk::Owner), list(Risk::Writable)) {
        (owned, _) if !owned.is_empty() => {
            format!("these must belong to you or to root: {}", owned.join(", "))
        }
        (_, writable) if !writable.is_empty() => format!("run `chmod go-w {}`", writable.join(" ")),
        _ => return None,
    };
    let path = path.display();
    Some(format!("other users can change {path}, and the program runs commands from it; {remedy}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// What is refused in `DIR/folder/file` with these modes, for this user.
    fn refused(folder: u32, file: u32, me: u32) -> String {
        let temporary = tempfile::tempdir().unwrap();
        let dir = fs::canonicalize(temporary.path()).unwrap();
        let path = dir.join("folder/file");
        fs::create_dir(dir.join("folder")).unwrap();
        fs::write(&path, "").unwrap();
        set_mode(&path, file);
        set_mode(&dir.join("folder"), folder);
        let found = risks(&File::open(&path).unwrap(), &path, me).unwrap();
        refusal(&path, &found).unwrap_or_default().replace(&dir.display().to_string(), "DIR")
    }

    #[test]
    fn only_the_owner_may_write() {
        let me = rustix::process::geteuid().as_raw();
        let begin = "other users can change DIR/folder/file, and the program runs commands from it; ";
        for (folder, file, remedy) in [
            (0o755, 0o644, ""),
            (0o700, 0o600, ""),
            (0o1777, 0o600, ""),
            (0o700, 0o620, "DIR/folder/file"),
            (0o700, 0o602, "DIR/folder/file"),
            (0o1777, 0o666, "DIR/folder/file"),
            (0o777, 0o600, "DIR/folder"),
            (0o775, 0o664, "DIR/folder/file DIR/folder"),
        ] {
            let expected =
                if remedy.is_empty() { String::new() } else { format!("{begin}run `chmod go-w {remedy}`") };
            assert_eq!(refused(folder, file, me), expected, "{folder:o} {file:o}");
        }
    }

    #[test]
    fn it_belongs_to_the_user_or_to_root() {
        let metadata = fs::metadata("/").unwrap();
        assert_eq!((metadata.uid(), risk(&metadata, 1000)), (0, None), "root's");
        let file = tempfile::NamedTempFile::new().unwrap();
        let metadata = file.as_file().metadata().unwrap();
        assert_eq!(risk(&metadata, metadata.uid()), None);
        let text = refusal(Path::new("/a/b"), &[("/a".into(), Risk::Owner), ("/a/b".into(), Risk::Writable)]);
        let text = text.unwrap();
        assert!(text.ends_with("; these must belong to you or to root: /a"), "{text}");
    }

    /// A link to a file of the user is only as safe as its own folder.
    #[test]
    fn a_link_is_in_a_folder_too() {
        let temporary = tempfile::tempdir().unwrap();
        let dir = fs::canonicalize(temporary.path()).unwrap();
        let [open, link] = ["open", "open/link"].map(|name| dir.join(name));
        fs::create_dir(&open).unwrap();
        set_mode(&open, 0o777);
        let file = tempfile::NamedTempFile::new_in(&dir).unwrap();
        symlink(file.path(), &link).unwrap();
        let found = risks(&File::open(&link).unwrap(), &link, rustix::process::geteuid().as_raw()).unwrap();
        assert_eq!(found, [(open, Risk::Writable)]);
    }
}
