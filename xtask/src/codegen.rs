//! `cargo xtask codegen`

use std::path::PathBuf;
use std::time::Instant;

use generator::Selection;
use generator::emit::TARGETS;
use generator::write::Plan;

use crate::{Failure, read, select, tell};

pub const HELP: &str = "\
Write generated/ from spec/.

Only files whose content differs are written, each replaced as a whole; files
that no longer belong are removed; files that codegen did not write are never
touched. A run that fails changes nothing.

Usage: cargo xtask codegen [OPTIONS]

Options:
  --check        Write nothing; fail if anything would be written
  --spec DIR     Read the specs there [default: spec]; needs --out
  --out DIR      Write there [default: generated]
  --api NAME     Only this API (can be repeated)
  --only TARGET  Only this output (can be repeated): manifest, api, auth, types,
                 operations, server, surface
";

/// What the user asks for.
#[derive(Default)]
pub struct Options {
    /// Write nothing.
    pub check: bool,
    /// Folder of the specs.
    pub spec: PathBuf,
    /// Folder to write to.
    pub out: PathBuf,
    /// APIs and targets.
    pub selection: Selection,
    /// The command line without `--check`.
    pub advice: String,
}

/// Runs the command.
pub fn run(options: &Options) -> Result<(), Failure> {
    let start = Instant::now();
    let failed = |error: std::io::Error| Failure::Failed(format!("error: {error}"));
    for name in &options.selection.targets {
        if !TARGETS.iter().any(|target| target.name == *name) {
            let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            return Err(Failure::Usage(format!(
                "there is no target `{name}`; there is {}",
                known.join(", ")
            )));
        }
    }
    let apis = read(&options.spec)?;
    for name in &options.selection.apis {
        select(&apis, name)?;
    }
    let (written, known) = generator::emit(&apis, &options.selection);
    let plan = Plan::new(&options.out, written, &known).map_err(failed)?;
    let changes = plan.changes();
    let would = if options.check { "would " } else { "" };
    for change in &changes {
        tell(&format!("{would}{change}"));
    }
    let out = options.out.display();
    if options.check {
        if !changes.is_empty() {
            let advice = &options.advice;
            return Err(Failure::Failed(format!(
                "error: {out} is not what the spec says; run `{advice}` and commit what it writes"
            )));
        }
        tell(&format!("{out}: up to date ({} files)", plan.unchanged()));
        return Ok(());
    }
    plan.apply().map_err(failed)?;
    let took = start.elapsed().as_millis();
    let (changed, unchanged) = (changes.len(), plan.unchanged());
    tell(&format!("{out}: {changed} changed, {unchanged} as before, in {took} ms"));
    Ok(())
}
