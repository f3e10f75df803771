//! A whole `codegen` run and how its cost grows with the spec.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::child::{Cost, median, run as run_child};
use super::{Scratch, synthetic};
use crate::Failure;
use crate::cargo;
use crate::terminal::println;

/// Measures the generator.
pub fn run(root: &Path) -> Result<(), Failure> {
    let program = xtask(root)?;
    let scratch = Scratch::new("generator")?;
    let spec = root.join("spec");
    let out = scratch.path().join("out");
    let first = codegen(&program, &spec, &out)?;
    println(&format!("both APIs, everything written:   {first}"))?;
    let again = repeat(20, || codegen(&program, &spec, &out))?;
    println(&format!("both APIs, nothing changed:      {again}  (median of 20)"))?;
    let fresh = repeat(20, || {
        std::fs::remove_dir_all(&out).map_err(Failure::of)?;
        codegen(&program, &spec, &out)
    })?;
    println(&format!("both APIs, into an empty folder: {fresh}  (median of 20)"))?;
    for count in [1_000, 5_000, 20_000] {
        synthetic_run(&program, scratch.path(), count)?;
    }
    Ok(())
}

/// Compares this program with another build of it, taking turns so that both run under
/// the same load.
pub fn against(root: &Path, other: &Path) -> Result<(), Failure> {
    let (program, scratch) = (xtask(root)?, Scratch::new("against")?);
    let out = scratch.path().join("out");
    let mut costs = [Vec::new(), Vec::new()];
    for _ in 0..20 {
        for (costs, program) in costs.iter_mut().zip([&*program, other]) {
            costs.push(codegen(program, &root.join("spec"), &out)?);
            std::fs::remove_dir_all(&out).map_err(Failure::of)?;
        }
    }
    let [own, other] = costs.map(median);
    let time = own.time.as_secs_f64() / other.time.as_secs_f64();
    let cpu = own.cpu.as_secs_f64() / other.cpu.as_secs_f64();
    println(&format!("this build:  {own}  (median of 20)"))?;
    println(&format!("the other:   {other}"))?;
    println(&format!("ratio:       time {time:.2}, CPU {cpu:.2}"))?;
    Ok(())
}

fn synthetic_run(program: &Path, scratch: &Path, count: usize) -> Result<(), Failure> {
    let spec = scratch.join(format!("spec-{count}"));
    synthetic::write(&spec, count).map_err(Failure::of)?;
    let cost = codegen(program, &spec, &scratch.join(format!("out-{count}")))?;
    let each = cost.time.as_secs_f64() * 1e6 / count as f64;
    let memory = cost.peak as f64 / 1024.0 / count as f64;
    println(&format!(
        "{count:>6} synthetic operations:     {cost}; {each:.0} µs and {memory:.1} KiB an operation"
    ))?;
    Ok(())
}

fn codegen(program: &Path, spec: &Path, out: &Path) -> Result<Cost, Failure> {
    run_child(Command::new(program).arg("codegen").arg("--spec").arg(spec).arg("--out").arg(out))
}

pub fn repeat(times: usize, mut work: impl FnMut() -> Result<Cost, Failure>) -> Result<Cost, Failure> {
    (0..times).map(|_| work()).collect::<Result<Vec<_>, _>>().map(median)
}

/// A release build of the program itself.
pub fn xtask(root: &Path) -> Result<PathBuf, Failure> {
    cargo::run(root, &["build", "--quiet", "--release", "--package", "xtask"])?;
    Ok(cargo::target().join("release/xtask"))
}
