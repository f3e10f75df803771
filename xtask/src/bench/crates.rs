//! How long cargo takes: for a generated crate, and for a fresh clone.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::Scratch;
use super::child::run;
use crate::Failure;
use crate::cargo::cargo;
use crate::terminal::println;

const PACKAGE: &str = "backup-server-api";

/// The generated crate alone, after its dependencies are built.
pub fn generated(root: &Path) -> Result<(), Failure> {
    let scratch = Scratch::new("crate")?;
    for features in ["client", "client,server"] {
        let log = scratch.path().join("rustc.log");
        let cargo = |verb: &str| {
            let mut command = cargo();
            command.args([verb, "--package", PACKAGE]).current_dir(root);
            command.env("CARGO_TARGET_DIR", scratch.path().join("target")).env("CARGO_INCREMENTAL", "0");
            command
        };
        let build = || {
            let mut command = cargo("build");
            command.args(["--no-default-features", "--features", features]);
            command
        };
        run(&mut build())?;
        run(&mut cargo("clean"))?;
        // This program wraps rustc and notes its cost.
        let program = env::current_exe().map_err(Failure::of)?;
        let whole = run(build().env("RUSTC_WRAPPER", program).env(WRAPPER_LOG, &log))?;
        let noted = fs::read_to_string(&log).unwrap_or_default();
        let rustc = noted.lines().last().unwrap_or("no note of rustc");
        println(&format!(
            "{PACKAGE}, features {features}: cargo {:.2} s; rustc {rustc}",
            whole.time.as_secs_f64()
        ))?;
    }
    Ok(())
}

/// Where the wrapper notes the cost of rustc.
const WRAPPER_LOG: &str = "XTASK_BENCH_RUSTC_LOG";

/// Runs rustc for cargo, if this program is its wrapper.
pub fn wrap_rustc() -> Option<Result<(), Failure>> {
    let log = env::var_os(WRAPPER_LOG)?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    let is_package = arguments.iter().any(|argument| *argument == *PACKAGE.replace('-', "_"));
    if !is_package {
        let status = Command::new(rustc).args(arguments).status();
        let code = status.map_or(1, |status| status.code().unwrap_or(1));
        std::process::exit(code);
    }
    Some(
        run(Command::new(rustc).args(arguments))
            .and_then(|cost| fs::write(Path::new(&log), format!("{cost}\n")).map_err(Failure::of)),
    )
}

/// From a fresh clone to the end of a run, with crates already downloaded.
pub fn fresh_clone(root: &Path) -> Result<(), Failure> {
    let scratch = Scratch::new("clone")?;
    let clone = scratch.path().join("clone");
    run(Command::new("git").arg("clone").arg("--quiet").arg(root).arg(&clone))?;
    let cost = run(cargo()
        .args(["xtask", "codegen"])
        .current_dir(&clone)
        .env_remove("CARGO_MANIFEST_DIR")
        .env("CARGO_TARGET_DIR", scratch.path().join("target")))?;
    println(&format!("fresh clone, `cargo xtask codegen`: {:.1} s", cost.time.as_secs_f64()))?;
    Ok(())
}
