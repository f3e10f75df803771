//! Results: to a file under a name that appears when all of it is there, or to
//! standard output.

mod name;
mod stop;

use std::{
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use self::{name::file_name, stop::Stop};
use super::{problem::Problem, progress::Progress, screen::Screen, stream::Scanner};
use crate::{
    Download,
    partial::{Partial, folder},
};

/// Where a result goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    place: Place,
    existing: Existing,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A file with the name that the server states, or that the operation has, in
    /// this folder.
    In(PathBuf),
    /// This file.
    At(PathBuf),
    /// A device or a pipe.
    Into(PathBuf),
    /// Standard output.
    Stdout,
}

/// What to do with a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Existing {
    /// Leave it alone and fail.
    Keep,
    /// Replace it when the download is complete: `--force`.
    Replace,
}

impl Target {
    /// The target that `--output` names for a file: a file, a folder, or `-`.
    /// Without it, a file in the current folder. Called before anything is sent,
    /// so that an operation isn't carried out for nothing.
    ///
    /// # Errors
    /// If the file exists and is to be kept, if its folder does not exist or can't
    /// be written to, or if a terminal would get the bytes.
    pub(super) fn of_file(
        output: Option<OsString>,
        existing: Existing,
        screen: Screen,
    ) -> Result<Self, Problem> {
        let place = match output {
            Some(dash) if dash == "-" => Place::Stdout,
            Some(path) => writable(place(path.into())?)?,
            None => writable(Place::In(PathBuf::new()))?,
        };
        match &place {
            Place::At(path) => check(path, existing)?,
            Place::Stdout if screen.is_terminal() && existing == Existing::Keep => {
                let text = "a file is not for the terminal; use `--output FILE`, a pipe, or `--force`";
                return Err(Problem::Usage(text.to_owned()));
            }
            Place::In(_) | Place::Into(_) | Place::Stdout => {}
        }
        Ok(Self { place, existing })
    }

    /// The same for text, which is for the terminal: standard output without
    /// `--output`.
    ///
    /// # Errors
    /// See [`Target::of_file`].
    pub(super) fn of_text(output: Option<OsString>, existing: Existing) -> Result<Self, Problem> {
        match output.filter(|path| path != "-") {
            Some(path) => Self::of_file(Some(path), existing, Screen::NONE),
            None => Ok(Self { place: Place::Stdout, existing }),
        }
    }

    /// What shows the text.
    pub(super) fn screen(&self) -> Screen {
        if self.place == Place::Stdout { Screen::of_stdout() } else { Screen::NONE }
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

    /// Saves what arrives; returns the path of the file, if it is one.
    /// The file is named after `command` if the server states no name.
    ///
    /// # Errors
    /// If the connection breaks, the JSON that is scanned has no end, the file
    /// can't be written or exists by now, or the user stops it. Nothing is left of
    /// the file then.
    pub(super) async fn save(
        self,
        mut download: Download,
        mut scanner: Option<Scanner>,
        command: &str,
    ) -> Result<Option<PathBuf>, Problem> {
        let name = file_name(download.file_name(), download.content_type(), command);
        let mut sink = self.open(&name)?;
        // What reads standard output may use the terminal.
        let progress = (!matches!(sink, Sink::Stdout)).then(|| Progress::new(download.size()));
        if let Some(progress) = &progress {
            download = download.on_progress(progress.counter());
        }
        let mut stop = sink.stop()?;
        let mut ends_line = false;
        loop {
            let chunk = tokio::select! {
                chunk = download.chunk() => chunk?,
                () = stop.requested() => return Err(Problem::Interrupted),
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

    fn open(self, name: &str) -> Result<Sink, Problem> {
        let path = match self.place {
            Place::In(folder) => folder.join(name),
            Place::At(path) => path,
            Place::Into(path) => return Sink::existing(path),
            Place::Stdout => return Ok(Sink::Stdout),
        };
        // It was not wrong to ask for the file.
        check(&path, self.existing).map_err(|problem| match problem {
            Problem::Usage(text) => Problem::Local(text),
            other => other,
        })?;
        Ok(Sink::New(partial(&path)?, path, self.existing))
    }
}

/// What is being written.
enum Sink {
    /// A new file, its path at the end, and what to do if that exists by then.
    New(Partial, PathBuf, Existing),
    /// A device or a pipe.
    Existing(fs::File, PathBuf),
    Stdout,
}

impl Sink {
    fn existing(path: PathBuf) -> Result<Self, Problem> {
        let file = fs::OpenOptions::new().write(true).open(&path);
        let file = file.map_err(|error| Problem::local(path.display(), &error))?;
        Ok(Self::Existing(file, path))
    }

    /// Only a new file has to be removed; elsewhere, a signal ends the program
    /// even if nobody reads what it writes.
    fn stop(&self) -> Result<Stop, Problem> {
        match self {
            Self::New(..) => Stop::new().map_err(|error| Problem::local("signals", &error)),
            Self::Existing(..) | Self::Stdout => Ok(Stop::never()),
        }
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let failed = |path: &Path| {
            let path = path.display().to_string();
            move |error| Problem::local(path, &error)
        };
        match self {
            Self::New(partial, path, _) => partial.write(bytes).map_err(failed(path)),
            Self::Existing(file, path) => file.write_all(bytes).map_err(failed(path)),
            Self::Stdout => {
                let written = io::stdout().write_all(bytes);
                written.map_err(|error| Problem::local("standard output", &error))
            }
        }
    }

    /// Gives a new file its name, and returns it.
    fn finish(self) -> Result<Option<PathBuf>, Problem> {
        match self {
            Self::New(partial, path, existing) => finish(partial, &path, existing).map(|()| Some(path)),
            Self::Existing(..) => Ok(None),
            Self::Stdout => {
                let flushed = io::stdout().flush();
                flushed.map(|()| None).map_err(|error| Problem::local("standard output", &error))
            }
        }
    }
}

fn place(path: PathBuf) -> Result<Place, Problem> {
    match fs::metadata(&path) {
        Ok(found) if found.is_dir() => Ok(Place::In(path)),
        Ok(found) if found.is_file() => Ok(Place::At(path)),
        Ok(_) => Ok(Place::Into(path)),
        Err(_) if path.file_name().is_none() || is_folder(&path) => {
            Err(Problem::Usage(format!("there is no folder {}", path.display())))
        }
        Err(_) => Ok(Place::At(path)),
    }
}

/// A place where a file can be made.
fn writable(place: Place) -> Result<Place, Problem> {
    let file = match &place {
        // Any name: nothing is left of it.
        Place::In(folder) => Some(folder.join("result")),
        Place::At(path) => Some(path.clone()).filter(|path| folder(path).is_dir()),
        Place::Into(_) | Place::Stdout => None,
    };
    file.map(|path| partial(&path)).transpose()?;
    Ok(place)
}

/// A file that others may read, as any new file.
fn partial(path: &Path) -> Result<Partial, Problem> {
    Partial::with_mode(path, 0o666).map_err(|error| {
        let folder = std::path::absolute(folder(path));
        let folder = folder.map(|folder| folder.display().to_string()).unwrap_or_default();
        Problem::Local(format!(
            "no file can be made in {folder}: {error}; choose another place with `--output`"
        ))
    })
}

fn finish(partial: Partial, path: &Path, existing: Existing) -> Result<(), Problem> {
    let named = match existing {
        Existing::Keep => partial.finish_new(),
        Existing::Replace => partial.finish(),
    };
    named.map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            let text = "appeared during the download and was left alone; use `--force` to replace it";
            Problem::Local(format!("{} {text}", path.display()))
        }
        _ => Problem::local(path.display(), &error),
    })
}

/// Whether it can only be the path of a folder.
fn is_folder(path: &Path) -> bool {
    path.to_string_lossy().ends_with(std::path::is_separator)
}

/// Whether a file can be made here.
fn check(path: &Path, existing: Existing) -> Result<(), Problem> {
    // A link that points nowhere is there as well.
    if existing == Existing::Keep && path.symlink_metadata().is_ok() {
        let text = format!("{} exists; use `--force` to replace it, or another `--output`", path.display());
        return Err(Problem::Usage(text));
    }
    let folder = folder(path);
    if !folder.is_dir() {
        return Err(Problem::Usage(format!("there is no folder {}", folder.display())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TERMINAL: Screen = Screen { width: Some(80), colours: false };

    fn target(output: &Path, existing: Existing) -> Result<Place, String> {
        let target = Target::of_file(Some(output.into()), existing, TERMINAL);
        target.map(|target| target.place).map_err(|problem| format!("{problem:?}"))
    }

    #[test]
    fn keeps_what_exists() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        assert_eq!(target(&file, Existing::Keep), Ok(Place::At(file.clone())));
        fs::write(&file, "old").unwrap();
        assert!(target(&file, Existing::Keep).unwrap_err().contains("exists; use `--force`"));
        assert_eq!(target(&file, Existing::Replace), Ok(Place::At(file)));
        assert_eq!(target(folder.path(), Existing::Keep), Ok(Place::In(folder.path().to_owned())));
        let nowhere = folder.path().join("none/file");
        assert!(target(&nowhere, Existing::Replace).unwrap_err().contains("there is no folder"));
        assert!(target(Path::new("-"), Existing::Keep).unwrap_err().contains("not for the terminal"));
        assert_eq!(target(Path::new("-"), Existing::Replace), Ok(Place::Stdout));
        assert!(target(&folder.path().join("none/.."), Existing::Keep).is_err());
        assert!(target(&folder.path().join("none/"), Existing::Keep).unwrap_err().contains("no folder"));
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.zip");
        let new = || partial(&path).unwrap();
        drop(new());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let mut late = new();
        late.write(b"new").unwrap();
        assert!(!path.exists());
        fs::write(&path, "other").unwrap();
        let problem = finish(late, &path, Existing::Keep).unwrap_err();
        assert!(format!("{problem:?}").contains("appeared during the download"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "other");
        let mut partial = new();
        partial.write(b"new").unwrap();
        finish(partial, &path, Existing::Replace).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_as_readable_as_any_new_one_or_as_the_old_one() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (usual, path, link) =
            (folder.path().join("b"), folder.path().join("a"), folder.path().join("link"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(&usual, "").unwrap();
        finish(partial(&path).unwrap(), &path, Existing::Keep).unwrap();
        assert_eq!(mode(&path), mode(&usual));
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        finish(partial(&link).unwrap(), &link, Existing::Replace).unwrap();
        assert!(link.symlink_metadata().unwrap().is_symlink());
        assert_eq!(mode(&path), 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_a_link_is_not_replaced_unasked() {
        let null = Path::new("/dev/null");
        assert_eq!(target(null, Existing::Keep), Ok(Place::Into(null.to_owned())));
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(folder.path().join("none"), &link).unwrap();
        assert!(target(&link, Existing::Keep).unwrap_err().contains("exists"));
    }
}
