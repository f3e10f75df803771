//! `codegen --watch`

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use generator_spec::text;
use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::Failure;
use crate::command::{Common, root};
use crate::settings::{self, Settings, settings};
use crate::terminal::eprintln;

/// An editor that saves a file changes it several times, within less than this.
const PAUSE: Duration = Duration::from_millis(10);

/// The longest wait for further changes, for inputs that change all the time.
const PATIENCE: Duration = Duration::from_millis(40);

/// Runs this program without `option`, and again whenever an input changes. Each run is a process of
/// its own: it reads everything again, and its failures end only itself.
pub fn watch(common: &Common, option: &str) -> Result<(), Failure> {
    let (send, events) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(send).map_err(Failure::of)?;
    loop {
        let inputs = inputs(common);
        inputs.iter().try_for_each(|input| add(&mut watcher, input))?;
        clear();
        let args = std::env::args_os().skip(1).filter(|arg| arg != option);
        this_program()?.args(args).status().map_err(Failure::of)?;
        eprintln(&format!("watching {}: Ctrl-C ends it", text::path(common.folder())));
        wait(&events, &inputs)?;
    }
}

/// This program, for the same repository.
fn this_program() -> Result<Command, Failure> {
    let mut program = Command::new(std::env::current_exe().map_err(Failure::of)?);
    program.env(settings::ROOT, std::path::absolute(root()).map_err(Failure::of)?);
    Ok(program)
}

/// The specs, the overlays and the settings, which may name others by now.
fn inputs(common: &Common) -> Vec<PathBuf> {
    let read = Settings::find(Some(root())).ok();
    let settings = read.as_ref().unwrap_or_else(|| settings());
    let spec = common.spec.clone().unwrap_or_else(|| root().join(&settings.spec));
    let overlays = settings.overlays.iter().map(|(path, _)| root().join(path));
    let files = overlays.chain(common.overlays.clone()).chain([root().join(settings::FILE)]);
    // Events have canonical paths.
    let real = |path: PathBuf| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    files.chain([fs::canonicalize(&spec).unwrap_or(spec)]).filter_map(real).collect()
}

/// Watches an input, and its folder: it may be replaced, or not be there yet.
fn add(watcher: &mut RecommendedWatcher, input: &Path) -> Result<(), Failure> {
    let folder = input.parent().unwrap_or(input);
    watcher.watch(folder, RecursiveMode::NonRecursive).map_err(Failure::of)?;
    if input.is_dir() {
        watcher.watch(input, RecursiveMode::Recursive).map_err(Failure::of)?;
    }
    Ok(())
}

fn clear() {
    let mut terminal = std::io::stderr();
    if terminal.is_terminal() {
        let _ = write!(terminal, "\x1b[2J\x1b[H");
    }
}

/// Waits for a change of an input, and for the changes that follow at once.
fn wait(events: &Receiver<notify::Result<Event>>, inputs: &[PathBuf]) -> Result<(), Failure> {
    let is_input = |path: &PathBuf| inputs.iter().any(|input| path.starts_with(input));
    // Without details, anything may have changed.
    let is_change = |event: &notify::Result<Event>| {
        event.as_ref().map_or(true, |event| {
            event.need_rescan() || !event.kind.is_access() && event.paths.iter().any(is_input)
        })
    };
    while !is_change(&events.recv().map_err(Failure::of)?) {}
    let end = Instant::now() + PATIENCE;
    while Instant::now() < end && events.recv_timeout(PAUSE).is_ok() {}
    Ok(())
}
