//! A whole `diff` run.

use std::path::Path;
use std::process::Command;

use super::child::run as run_child;
use super::generator::{repeat, xtask};
use super::{Scratch, synthetic};
use crate::Failure;
use crate::terminal::println;

/// Measures `diff`.
pub fn run(root: &Path) -> Result<(), Failure> {
    let program = xtask(root)?;
    let revision = repeat(20, || {
        let spec = root.join("spec");
        run_child(Command::new(&program).arg("diff").arg("--spec").arg(spec).current_dir(root))
    })?;
    println(&format!("both APIs, working tree against HEAD: {revision}  (median of 20)"))?;
    let scratch = Scratch::new("diff")?;
    let (base, head) = (scratch.path().join("base"), scratch.path().join("head"));
    synthetic::write(&base, 20_000).map_err(Failure::of)?;
    synthetic::write(&head, 20_000).map_err(Failure::of)?;
    edit(&head)?;
    let folders = repeat(3, || run_child(Command::new(&program).arg("diff").arg(&base).arg(&head)))?;
    println(&format!("20,000 operations against 20,000, each changed: {folders}  (median of 3)"))?;
    Ok(())
}

/// Changes a parameter of every operation.
fn edit(spec: &Path) -> Result<(), Failure> {
    for entry in std::fs::read_dir(spec.join("synthetic/operations")).map_err(Failure::of)? {
        let path = entry.map_err(Failure::of)?.path();
        let text = std::fs::read_to_string(&path).map_err(Failure::of)?;
        std::fs::write(&path, text.replace("Count: {type: int?", "Count: {type: int"))
            .map_err(Failure::of)?;
    }
    Ok(())
}
