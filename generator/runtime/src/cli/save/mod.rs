//! Saves results: to a file, which gets its name when it is complete, or to standard output.

pub(super) mod name;

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    pin::pin,
};

use self::name::file_name;
use super::{problem::Problem, progress::Progress, screen::Screen, stream::Scanner};
use crate::codec::Download;
use crate::core::ReturnKind;
use crate::core::partial::{Partial, folder};

/// The destination of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    destination: Destination,
    /// True with `--force`: an existing file is replaced when the result is complete.
    replaces: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Destination {
    /// A file in this folder, with the name that the server states or that the operation has.
    Folder(PathBuf),
    /// This file.
    File(PathBuf),
    /// A device or a pipe.
    Device(PathBuf),
    /// Standard output.
    Stdout,
}

impl Target {
    /// Returns the target that `--output` names: a file, a folder, or `-`. Without the option, a file
    /// goes to the current folder, and text to standard output. Called before anything is sent, so
    /// that no operation is carried out whose result can't be saved.
    ///
    /// # Errors
    /// If the file exists and is to be kept, if its folder does not exist or can't
    /// be written to, or if a terminal would get the bytes of a file.
    pub(super) fn of(
        output: Option<&Path>,
        replaces: bool,
        returns: ReturnKind,
        screen: Screen,
    ) -> Result<Self, Problem> {
        let is_file = returns.is_streamed();
        let destination = match output {
            Some(path) if path == Path::new("-") => Destination::Stdout,
            Some(path) => destination(path)?,
            None if is_file => Destination::Folder(PathBuf::new()),
            None => Destination::Stdout,
        };
        match &destination {
            // With any name, since the file is removed at once.
            Destination::Folder(folder) => drop(partial(&folder.join("result"))?),
            Destination::File(path) => {
                check(path, replaces).map_err(Problem::Usage)?;
                drop(partial(path)?);
            }
            Destination::Stdout if is_file && screen.is_terminal() && !replaces => {
                let text = "refusing to print a binary file to the terminal; use `--output FILE`, a pipe, or `--force`";
                return Err(Problem::Usage(text.to_owned()));
            }
            Destination::Device(_) | Destination::Stdout => {}
        }
        Ok(Self { destination, replaces })
    }

    /// Returns the screen that shows the text.
    pub(super) fn screen(&self) -> Screen {
        if self.destination == Destination::Stdout { Screen::of_stdout() } else { Screen::NONE }
    }

    /// Writes a text; returns the path of the file, if it is one.
    /// The file is named after `command`.
    ///
    /// # Errors
    /// If it can't be written.
    pub(super) fn write(self, text: &str, command: &str) -> Result<Option<PathBuf>, Problem> {
        let content = if text.starts_with(['{', '[']) { "application/json" } else { "text/plain" };
        let mut sink = self.open(&file_name(None, Some(content), command))?;
        sink.write(text.as_bytes())?;
        sink.finish()
    }

    /// Saves a download; returns the path of the file, if it is one. The file is named after `command`
    /// if the server states no name.
    ///
    /// # Errors
    /// If the connection breaks, the scanned JSON has no end, the file can't be written or was created
    /// meanwhile, or the user interrupts it. Then no file is left.
    pub(super) async fn save(
        self,
        mut download: Download,
        mut scanner: Option<Scanner>,
        command: &str,
    ) -> Result<Option<PathBuf>, Problem> {
        // The reader of standard output may use the terminal itself.
        let progress = (self.destination != Destination::Stdout).then(|| Progress::new(download.size()));
        let mut sink = self.open(&file_name(download.file_name(), download.content_type(), command))?;
        if let Some(progress) = &progress {
            download = download.on_progress(progress.counter());
        }
        let mut stop = pin!(signal());
        // Only for a new file, which has to be removed. Otherwise a signal ends the program as usual,
        // even while a write blocks.
        let stops = matches!(sink, Sink::New { .. });
        let mut ends_line = false;
        loop {
            let chunk = tokio::select! {
                chunk = download.chunk() => chunk?,
                stopped = &mut stop, if stops => {
                    return Err(stopped.map_or_else(|error| Problem::local("signals", &error), |()| Problem::Interrupted));
                }
            };
            let Some(chunk) = chunk else { break };
            match &mut scanner {
                Some(scanner) => {
                    let passed = scanner.pass(&chunk);
                    ends_line = passed.last().map_or(ends_line, |last| *last == b'\n');
                    sink.write(&passed)?;
                }
                None => sink.write(&chunk)?,
            }
        }
        if let Some(scanner) = scanner {
            sink.write(if ends_line { b"" } else { b"\n" })?;
            scanner.check()?;
        }
        sink.finish()
    }

    pub(super) fn open(self, name: &str) -> Result<Sink, Problem> {
        let path = match self.destination {
            Destination::Folder(folder) => folder.join(name),
            Destination::File(path) => path,
            Destination::Device(path) => {
                let file = fs::OpenOptions::new().write(true).open(&path);
                let file = file.map_err(|error| Problem::local(path.display(), &error))?;
                return Ok(Sink::Open(Box::new(file), path.display().to_string()));
            }
            Destination::Stdout => {
                return Ok(Sink::Open(Box::new(io::stdout()), "standard output".to_owned()));
            }
        };
        // Not a usage error: the file was not there before the call.
        check(&path, self.replaces).map_err(Problem::Local)?;
        Ok(Sink::New { partial: partial(&path)?, path, replaces: self.replaces })
    }
}

/// The file that is being written, or standard output.
pub(super) enum Sink {
    New {
        partial: Partial,
        /// The final path.
        path: PathBuf,
        /// True if it replaces a file that exists by then.
        replaces: bool,
    },
    /// A device, a pipe or standard output, and its name.
    Open(Box<dyn Write>, String),
}

impl Sink {
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        match self {
            Self::New { partial, path, .. } => {
                partial.write(bytes).map_err(|error| Problem::local(path.display(), &error))
            }
            Self::Open(out, name) => out.write_all(bytes).map_err(|error| Problem::local(name, &error)),
        }
    }

    /// Gives a new file its name and returns it.
    pub(super) fn finish(self) -> Result<Option<PathBuf>, Problem> {
        let (named, path) = match self {
            Self::New { partial, path, replaces: true } => (partial.finish(), path),
            Self::New { partial, path, replaces: false } => (partial.finish_new(), path),
            Self::Open(mut out, name) => {
                return out.flush().map(|()| None).map_err(|error| Problem::local(name, &error));
            }
        };
        match named {
            Ok(()) => Ok(Some(path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                let text = "appeared during the download and was left alone; use `--force` to replace it";
                Err(Problem::Local(format!("{} {text}", path.display())))
            }
            Err(error) => Err(Problem::local(path.display(), &error)),
        }
    }
}

/// Waits for Ctrl-C, or another signal to end the program. From the first poll on, such signals no
/// longer end the program by themselves.
#[cfg(unix)]
async fn signal() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let [mut one, mut two, mut three] =
        [signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?];
    tokio::select! { _ = one.recv() => Ok(()), _ = two.recv() => Ok(()), _ = three.recv() => Ok(()) }
}

#[cfg(not(unix))]
async fn signal() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}

fn destination(path: &Path) -> Result<Destination, Problem> {
    let is_folder =
        || path.file_name().is_none() || path.to_string_lossy().ends_with(std::path::is_separator);
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Ok(Destination::Folder(path.to_owned())),
        Ok(found) if !found.is_file() => Ok(Destination::Device(path.to_owned())),
        Err(_) if is_folder() => Err(Problem::Usage(format!("there is no folder {}", path.display()))),
        Ok(_) | Err(_) => Ok(Destination::File(path.to_owned())),
    }
}

/// A new file with the usual permissions.
fn partial(path: &Path) -> Result<Partial, Problem> {
    Partial::with_mode(path, 0o666).map_err(|error| {
        let folder = std::path::absolute(folder(path));
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        Problem::Local(format!(
            "no file can be made in {folder}: {error}; choose another place with `--output`"
        ))
    })
}

/// Checks that a file can be created at a path.
pub(super) fn check(path: &Path, replaces: bool) -> Result<(), String> {
    // Metadata of the link itself: it exists even if its target doesn't.
    if !replaces && path.symlink_metadata().is_ok() {
        return Err(format!("{} exists; use `--force` to replace it, or another name", path.display()));
    }
    match folder(path) {
        folder if folder.is_dir() => Ok(()),
        folder => Err(format!("there is no folder {}", folder.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(output: &Path, replaces: bool) -> Result<Destination, String> {
        let screen = Screen { width: Some(80) };
        let target = Target::of(Some(output), replaces, ReturnKind::Bytes, screen);
        target.map(|target| target.destination).map_err(|problem| format!("{problem:?}"))
    }

    #[test]
    fn a_target_is_a_file_a_folder_a_device_or_standard_output() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("old"), "old").unwrap();
        #[cfg(unix)]
        std::os::unix::fs::symlink(path("none"), path("link")).unwrap();
        let at = |name: &str| Ok(Destination::File(path(name)));
        for (name, replaces, expected) in [
            ("file", false, at("file")),
            ("old", false, Err("exists; use `--force`")),
            ("old", true, at("old")),
            ("", false, Ok(Destination::Folder(path("")))),
            ("none/file", true, Err("there is no folder")),
            ("none/..", false, Err("there is no folder")),
            ("none/", false, Err("there is no folder")),
            #[cfg(unix)]
            ("link", false, Err("exists")),
            #[cfg(unix)]
            ("/dev/null", false, Ok(Destination::Device("/dev/null".into()))),
        ] {
            match (target(&path(name), replaces), expected) {
                (Err(problem), Err(expected)) => assert!(problem.contains(expected), "{name}: {problem}"),
                (found, expected) => assert_eq!(found, expected.map_err(str::to_owned), "{name}"),
            }
        }
        assert!(target(Path::new("-"), false).unwrap_err().contains("refusing to print"));
        assert_eq!(target(Path::new("-"), true), Ok(Destination::Stdout));
    }

    fn sink(path: &Path, replaces: bool) -> Sink {
        Sink::New { partial: partial(path).unwrap(), path: path.to_owned(), replaces }
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        drop(sink(&path, true));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let mut late = sink(&path, false);
        late.write(b"new").unwrap();
        assert!(!path.exists());
        fs::write(&path, "other").unwrap();
        assert!(format!("{:?}", late.finish().unwrap_err()).contains("appeared during the download"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "other");
        let mut forced = sink(&path, true);
        forced.write(b"new").unwrap();
        forced.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_as_readable_as_any_new_one_or_as_the_old_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let [usual, path, link] = ["b", "a", "link"].map(|name| folder.path().join(name));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&usual, "").unwrap();
        sink(&path, false).finish().unwrap();
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        sink(&link, true).finish().unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(mode(&path), 0o600);
    }
}
