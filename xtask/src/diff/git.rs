//! Specs as they are in a revision of git.

use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output, Stdio};

use generator::Spec;
use generator::text::counted;

use crate::Failure;
use crate::args::usage;
use crate::scratch::Scratch;

/// The spec folder of a revision, in a temporary folder.
pub struct Checkout {
    revision: String,
    /// Where the files are for now.
    temporary: Scratch,
    /// Where they are in the working tree.
    folder: PathBuf,
    is_empty: bool,
}

impl Checkout {
    /// Reads the specs; a revision without the folder has none.
    pub fn open(&self) -> Result<Spec, Failure> {
        if self.is_empty {
            return Ok(Spec { sources: Vec::new(), apis: Vec::new() });
        }
        Spec::open(self.temporary.path()).map_err(|faults| {
            let faults = faults.sorted();
            let lines = faults.iter().map(|fault| format!("\n  {}", self.shown(&fault.to_string())));
            Failure::of(format!(
                "this generator cannot read the spec of `{}`: it has {}\n{}\n\n\
                 If that revision has an older spec language, compare with a later one.",
                self.revision,
                counted(faults.len(), "fault"),
                lines.collect::<String>(),
            ))
        })
    }

    /// A text that names a file, as if that were in the working tree.
    pub fn shown(&self, text: &str) -> String {
        text.replace(&*self.temporary.path().to_string_lossy(), &self.folder.to_string_lossy())
    }
}

/// Reads the spec folder of a revision.
pub fn read(revision: &OsStr, folder: &Path) -> Result<Checkout, Failure> {
    let shown = revision.to_string_lossy().into_owned();
    if shown.starts_with('-') {
        return Err(usage(format!("invalid revision `{shown}`: it starts with `-`")));
    }
    let known_as = folder.to_owned();
    // A revision has no folder `..`.
    let folder = &folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let tree = tree(revision, &shown, folder)?;
    let name = folder.file_name().unwrap_or(OsStr::new("."));
    let blobs = blobs(&tree, name, parent(folder))?;
    let checkout = Checkout {
        revision: shown,
        temporary: Scratch::new("diff")?,
        folder: known_as,
        is_empty: blobs.is_empty(),
    };
    let ids: String = blobs.iter().map(|blob| format!("{}\n", blob.id)).collect();
    let contents = git(parent(folder), &["cat-file".into(), "--batch".into()], &ids)?;
    let mut rest = contents.stdout.as_slice();
    for blob in &blobs {
        let (content, after) = next_content(rest).ok_or_else(|| unreadable(&checkout.revision))?;
        write(checkout.temporary.path(), Path::new(name), &blob.path, content)?;
        rest = after;
    }
    Ok(checkout)
}

fn unreadable(revision: &str) -> Failure {
    Failure::of(format!("git cannot read the files of `{revision}`: is the clone complete?"))
}

fn parent(folder: &Path) -> &Path {
    folder.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The id of what a revision holds.
fn tree(revision: &OsStr, shown: &str, folder: &Path) -> Result<String, Failure> {
    let mut object = revision.to_owned();
    object.push("^{tree}");
    let args = ["rev-parse", "--verify", "--quiet", "--end-of-options"].map(OsString::from);
    let args: Vec<OsString> = args.into_iter().chain([object]).collect();
    let found = output(parent(folder), &args, "")?;
    if !found.status.success() {
        return Err(Failure::of(format!(
            "`{shown}` is neither a folder nor a git revision\n\n\
             If this clone lacks the revision, run `git fetch`; a shallow clone has few revisions."
        )));
    }
    Ok(String::from_utf8_lossy(&found.stdout).trim().to_owned())
}

/// A file of a revision.
struct Blob {
    id: String,
    path: PathBuf,
}

fn blobs(tree: &str, name: &OsStr, parent: &Path) -> Result<Vec<Blob>, Failure> {
    let prefix = git(parent, &["rev-parse".into(), "--show-prefix".into()], "")?;
    let prefix = String::from_utf8_lossy(&prefix.stdout).trim_end_matches('\n').to_owned();
    let folder = format!("{prefix}{}/", name.to_string_lossy());
    let args = ["ls-tree", "-r", "-z", "--full-tree", tree, "--", &folder].map(OsString::from);
    let listed = git(parent, &args, "")?;
    let entries = listed.stdout.split(|byte| *byte == 0);
    // `mode type id<TAB>path`
    let blob = |entry: &[u8]| {
        let entry = String::from_utf8_lossy(entry).into_owned();
        let (head, path) = entry.split_once('\t')?;
        let mut head = head.split(' ').skip(1);
        let id = (head.next()? == "blob").then(|| head.next())??.to_owned();
        Some(Blob { id, path: path.strip_prefix(&prefix)?.into() })
    };
    Ok(entries.filter_map(blob).collect())
}

/// `id type size<LF>content<LF>`
fn next_content(batch: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = batch.iter().position(|byte| *byte == b'\n')?;
    let size = std::str::from_utf8(batch.get(..end)?).ok()?.rsplit(' ').next()?.parse::<usize>().ok()?;
    let content = batch.get(end + 1..)?;
    Some((content.get(..size)?, content.get(size + 1..)?))
}

fn write(temporary: &Path, folder: &Path, path: &Path, content: &[u8]) -> Result<(), Failure> {
    let below = path.strip_prefix(folder).unwrap_or(path);
    let is_plain = below.components().all(|part| matches!(part, Component::Normal(_)));
    if !is_plain {
        return Err(Failure::of(format!("{} is not below the spec folder", path.display())));
    }
    let target = temporary.join(below);
    let parent = target.parent().unwrap_or(temporary);
    std::fs::create_dir_all(parent).and_then(|()| std::fs::write(&target, content)).map_err(Failure::of)
}

/// Runs git; it fails if that fails.
fn git(folder: &Path, args: &[OsString], input: &str) -> Result<Output, Failure> {
    let output = output(folder, args, input)?;
    if output.status.success() {
        return Ok(output);
    }
    Err(Failure::of(format!("git: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn output(folder: &Path, args: &[OsString], input: &str) -> Result<Output, Failure> {
    let missing =
        |error| Failure::of(format!("cannot run git: {error}; compare two folders instead of revisions"));
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(args);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(missing)?;
    let stdin = child.stdin.take();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(input.as_bytes())));
        child.wait_with_output().map_err(Failure::of)
    })
}
