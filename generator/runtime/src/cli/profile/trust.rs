//! Checks that no other user can change the profiles, which name servers that get credentials, and
//! commands to run.

use std::{
    collections::BTreeSet,
    fs::{self, Metadata},
    io,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use crate::cli::problem::Problem;

/// Refuses a file that another user can change or replace, as ssh does: the
/// file and its folders, except those above the home folder, must belong to
/// this user or to root, and only the owner may write.
///
/// # Errors
/// Names what is at risk, and the command that repairs it.
pub(in crate::cli) fn check(path: &Path) -> Result<(), Problem> {
    check_as_user(path, |user| refusal(path, fs::canonicalize(path)?, user))
}

/// Checks the folder of a file that doesn't exist yet.
pub(in crate::cli) fn check_folder(path: &Path) -> Result<(), Problem> {
    check_as_user(path, |user| refusal(path, fs::canonicalize(crate::core::partial::folder(path))?, user))
}

fn check_as_user(
    path: &Path,
    refusal: impl FnOnce(u32) -> io::Result<Option<String>>,
) -> Result<(), Problem> {
    match refusal(rustix::process::geteuid().as_raw()) {
        Ok(None) => Ok(()),
        Ok(Some(text)) => Err(Problem::Usage(text)),
        Err(error) => Err(Problem::Usage(format!("{}: {error}", path.display()))),
    }
}

/// The reason why a path is refused. `real` is its file or folder, without links.
fn refusal(path: &Path, real: PathBuf, user: u32) -> io::Result<Option<String>> {
    let link = fs::canonicalize(crate::core::partial::folder(path))?;
    // The folders in which another user could create a file with the name.
    let direct = [real.parent().filter(|_| !real.is_dir()), Some(&link)];
    let checked: Vec<(PathBuf, Metadata)> = [real.clone()]
        .into_iter()
        .chain(folders(&link, &real))
        .map(|path| fs::metadata(&path).map(|metadata| (path, metadata)))
        .collect::<io::Result<_>>()?;
    let paths = |is_at_risk: &dyn Fn(&Path, &Metadata) -> bool| {
        let at_risk = checked.iter().filter(|(path, metadata)| is_at_risk(path, metadata));
        at_risk.map(|(path, _)| path.display().to_string()).collect::<BTreeSet<_>>()
    };
    let foreign = paths(&|_, metadata| is_foreign(metadata.uid(), user));
    let writable = paths(&|path, metadata| {
        metadata.mode() & 0o022 != 0 && (direct.contains(&Some(path)) || !is_sticky(metadata))
    });
    let listed = |paths: BTreeSet<String>, between| paths.into_iter().collect::<Vec<_>>().join(between);
    let remedy = match (foreign.is_empty(), writable.is_empty()) {
        (true, true) => return Ok(None),
        (true, false) => format!("run `chmod go-w {}`", listed(writable, " ")),
        (false, _) => format!("these must belong to you or to root: {}", listed(foreign, ", ")),
    };
    Ok(Some(format!("other users can change {}, so it isn't used; {remedy}", path.display())))
}

/// The folders of a file and of the link that leads to it.
fn folders(link: &Path, real: &Path) -> BTreeSet<PathBuf> {
    let home = etcetera::home_dir().ok().and_then(|home| fs::canonicalize(home).ok());
    // The user can't change the folders above the home folder.
    let is_above =
        |folder: &Path| home.as_ref().is_some_and(|home| home != folder && home.starts_with(folder));
    let all = link.ancestors().chain(real.ancestors().skip(1));
    all.filter(|folder| !is_above(folder)).map(Path::to_owned).collect()
}

fn is_foreign(owner: u32, user: u32) -> bool {
    ![0, user].contains(&owner)
}

/// Returns whether a folder is sticky, as /tmp is: only owners can replace their files, but all users
/// can create one.
fn is_sticky(metadata: &Metadata) -> bool {
    metadata.is_dir() && metadata.mode() & 0o1000 != 0
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    /// The reason why a file is refused, with `DIR` for the folder.
    fn refused(dir: &Path, path: &Path) -> String {
        let me = rustix::process::geteuid().as_raw();
        let text = refusal(path, fs::canonicalize(path).unwrap(), me).unwrap().unwrap_or_default();
        text.replace(&dir.display().to_string(), "DIR")
    }

    #[test]
    fn only_the_owner_may_write() {
        for (folder, file, remedy) in [
            (0o755, 0o644, ""),
            (0o700, 0o600, ""),
            (0o1777, 0o600, "DIR/folder"),
            (0o700, 0o620, "DIR/folder/file"),
            (0o700, 0o602, "DIR/folder/file"),
            (0o1777, 0o666, "DIR/folder DIR/folder/file"),
            (0o777, 0o600, "DIR/folder"),
            (0o775, 0o664, "DIR/folder DIR/folder/file"),
        ] {
            let temporary = tempfile::tempdir().unwrap();
            let dir = fs::canonicalize(temporary.path()).unwrap();
            let path = dir.join("folder/file");
            fs::create_dir(dir.join("folder")).unwrap();
            fs::write(&path, "").unwrap();
            set_mode(&path, file);
            set_mode(&dir.join("folder"), folder);
            let refused = refused(&dir, &path);
            assert_eq!(refused.is_empty(), remedy.is_empty(), "{refused}");
            let text = "other users can change DIR/folder/file, so it isn't used; run";
            assert!(remedy.is_empty() || refused == format!("{text} `chmod go-w {remedy}`"), "{refused}");
        }
    }

    #[test]
    fn it_belongs_to_the_user_or_to_root() {
        assert!(!is_foreign(0, 1000) && !is_foreign(1000, 1000) && is_foreign(1001, 1000));
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
        assert!(refused(&dir, &link).ends_with("`chmod go-w DIR/open`"));
    }
}
