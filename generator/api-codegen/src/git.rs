//! Queries of git: folders as they are in a revision, tags, and changes that aren't committed.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

use generator_spec::Spec;
use generator_spec::text::counted;

use crate::Failure;
use crate::args::usage;
use crate::command::{self, Common, root};
use crate::scratch::Scratch;
use crate::settings;

/// The folder of the files in the temporary folder.
const FILES: &str = "files";

/// The specs of a revision, in a temporary folder.
pub struct Checkout {
    revision: String,
    temporary: Scratch,
    /// The folder in the working tree.
    folder: PathBuf,
    is_empty: bool,
    /// The overlays, each with its path in the working tree.
    overlays: Vec<(PathBuf, PathBuf)>,
}

impl Checkout {
    /// The files; an empty folder if the revision does not have the folder.
    pub fn path(&self) -> PathBuf {
        self.temporary.path().join(FILES)
    }

    /// Reads the specs; a revision without the folder has none.
    pub fn open(&self) -> Result<Spec, Failure> {
        if self.is_empty {
            return Ok(Spec { sources: Vec::new(), apis: Vec::new() });
        }
        let overlays: Vec<PathBuf> = self.overlays.iter().map(|(copy, _)| copy.clone()).collect();
        Spec::open_with(&self.path(), &overlays).map_err(|errors| {
            let errors = errors.sorted();
            let lines = errors.iter().map(|error| format!("\n  {}", self.shown(&error.to_string())));
            Failure::of(format!(
                "this generator cannot read the spec of `{}`: it has {}\n{}\n\n\
                 If that revision has an older spec language, compare with a later one.",
                self.revision,
                counted(errors.len(), "error"),
                lines.collect::<String>(),
            ))
        })
    }

    /// A text that names a file, as if that were in the working tree.
    pub fn shown(&self, text: &str) -> String {
        let of_spec = [(self.path(), self.folder.clone())];
        let places = of_spec.iter().chain(&self.overlays);
        places.fold(text.to_owned(), |text, (copy, place)| {
            text.replace(&*copy.to_string_lossy(), &place.to_string_lossy())
        })
    }

    /// Adds the overlays that the revision's settings name, as they are in the revision.
    fn with_overlays(mut self, overlays: &[String]) -> Result<Self, Failure> {
        for (number, overlay) in overlays.iter().enumerate() {
            let text = file(&root(), &self.revision, overlay).map_err(|_| {
                Failure::of(format!(
                    "{} of `{}` names the overlay {overlay}, which that revision lacks\n\
                     help: compare with another revision",
                    settings::FILE,
                    self.revision
                ))
            })?;
            let copy = self.temporary.path().join(format!("overlay-{number}.yaml"));
            std::fs::write(&copy, text).map_err(Failure::of)?;
            self.overlays.push((copy, command::folder(overlay)));
        }
        Ok(self)
    }
}

/// Reads the specs of a revision: the folder of `--spec`, or the one that the revision's settings name.
pub fn read(revision: &OsStr, common: &Common) -> Result<Checkout, Failure> {
    let name = revision.to_string_lossy();
    let settings = match &common.spec {
        None if !name.starts_with('-') => file(&root(), &name, settings::FILE).ok(),
        _ => None,
    };
    let Some(text) = settings else { return checkout(revision, &common.folder()) };
    let (spec, overlays) = settings::inputs(&text)
        .map_err(|error| Failure::of(format!("{} of `{name}`: {error}", settings::FILE)))?;
    checkout(revision, &command::folder(&spec))?.with_overlays(&overlays)
}

/// Reads a folder of a revision.
fn checkout(revision: &OsStr, folder: &Path) -> Result<Checkout, Failure> {
    let shown = revision.to_string_lossy().into_owned();
    if shown.starts_with('-') {
        return Err(usage(format!("invalid revision `{shown}`: it starts with `-`")));
    }
    // A revision has no folder `..`.
    let path = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name().unwrap_or(OsStr::new("."));
    let tree = tree(parent, [revision, OsStr::new("^{tree}")])?.ok_or_else(|| {
        Failure::of(format!(
            "`{shown}` is neither a folder nor a git revision\n\n\
             A new repository has no revision before its first commit. If this clone lacks the revision,\n\
             run `git fetch`; a shallow clone has few revisions."
        ))
    })?;
    let tree = self::tree(parent, [OsStr::new(&format!("{tree}:./")), name])?;
    let temporary = Scratch::new("diff")?;
    match &tree {
        Some(tree) => unpack(parent, tree, temporary.path())?,
        None => std::fs::create_dir(temporary.path().join(FILES)).map_err(Failure::of)?,
    }
    let (folder, is_empty) = (folder.to_owned(), tree.is_none());
    Ok(Checkout { revision: shown, temporary, folder, is_empty, overlays: Vec::new() })
}

/// The names of the tags that the current commit contains.
pub fn tags(folder: &Path) -> Result<Vec<String>, Failure> {
    let tags = run(folder, ["tag", "--list", "--no-column", "--merged", "HEAD"])?;
    Ok(tags.lines().map(str::to_owned).collect())
}

/// Counts the files below these paths that differ from a revision.
pub fn changed(folder: &Path, revision: &str, paths: &[&str]) -> Result<usize, Failure> {
    let args = ["diff", "--name-only", "--no-renames", revision, "--"];
    Ok(run(folder, args.iter().chain(paths))?.lines().count())
}

/// A file of a revision.
pub fn file(folder: &Path, revision: &str, path: &str) -> Result<String, Failure> {
    run(folder, ["cat-file", "blob", &format!("{revision}:./{path}")])
}

/// The id of a folder in a revision, if it is there.
fn tree(parent: &Path, name: [&OsStr; 2]) -> Result<Option<String>, Failure> {
    let mut git = git(parent, ["rev-parse", "--verify", "--quiet", "--end-of-options"]);
    let found = git.arg(name.join(OsStr::new(""))).output().map_err(|error| no_git(error, INSTEAD))?;
    match found.status.success() {
        true => Ok(Some(text(&found.stdout).trim().to_owned())),
        false if found.stderr.is_empty() => Ok(None),
        false => Err(failed(&found.stderr, INSTEAD)),
    }
}

/// Writes the files of a folder into another one, links as files.
fn unpack(parent: &Path, tree: &str, temporary: &Path) -> Result<(), Failure> {
    let (files, index) = (temporary.join(FILES), temporary.join("index"));
    std::fs::create_dir(&files).map_err(Failure::of)?;
    let repository = run(parent, ["rev-parse", "--absolute-git-dir"])?;
    let repository = repository.trim_end();
    let options = ["-c", "core.symlinks=false", "-c", "core.autocrlf=false"];
    for args in [&["read-tree", tree][..], &["checkout-index", "--all"]] {
        let mut git = git(&files, options.iter().chain(args));
        git.env("GIT_DIR", repository).env("GIT_WORK_TREE", &files).env("GIT_INDEX_FILE", &index);
        printed(&mut git)?;
    }
    Ok(())
}

fn git(folder: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new("git");
    // Its errors are recognized by their text.
    command.env("LC_ALL", "C").arg("-C").arg(folder).args(args);
    command
}

/// Returns the output of git; fails if git fails.
pub fn run(folder: &Path, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, Failure> {
    printed(&mut git(folder, args))
}

fn printed(git: &mut Command) -> Result<String, Failure> {
    let output = git.output().map_err(|error| no_git(error, ""))?;
    if output.status.success() {
        return Ok(text(&output.stdout));
    }
    Err(failed(&output.stderr, ""))
}

/// The way to compare specs without git.
const INSTEAD: &str = "; `diff` can compare two folders without it";

/// The failure of git; `instead` is what can be done without it.
fn failed(stderr: &[u8], instead: &str) -> Failure {
    let stderr = text(stderr);
    let help = match stderr.contains("not a git repository") {
        true => format!("\nhelp: run `git init` and commit the specs{instead}"),
        false => String::new(),
    };
    Failure::of(format!("git: {}{help}", stderr.trim()))
}

fn text(output: &[u8]) -> String {
    String::from_utf8_lossy(output).into_owned()
}

fn no_git(error: std::io::Error, instead: &str) -> Failure {
    Failure::of(format!("cannot run git: {error}\nhelp: install it{instead}"))
}
