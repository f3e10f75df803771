//! The time that cargo takes: for a generated crate, and for a fresh clone.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use super::Scratch;
use super::child::{Cost, run};
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
        let (whole, rustc) = of_rustc(&mut build(), &PACKAGE.replace('-', "_"), &log)?;
        println(&format!(
            "{PACKAGE}, features {features}: cargo {:.2} s; rustc {rustc}",
            whole.time.as_secs_f64()
        ))?;
    }
    Ok(())
}

/// The costs of a build as a whole, and of rustc alone for one crate of it: this
/// program wraps rustc, and notes them in a file.
pub fn of_rustc(build: &mut Command, library: &str, log: &Path) -> Result<(Cost, Cost), Failure> {
    let program = env::current_exe().map_err(Failure::of)?;
    let build = build.env("RUSTC_WRAPPER", program).env(WRAPPER_LOG, log).env(WRAPPED, library);
    let whole = run(build)?;
    let noted = fs::read_to_string(log).ok().and_then(|text| Cost::read(&text));
    noted.map(|rustc| (whole, rustc)).ok_or_else(|| Failure::of(format!("rustc did not compile {library}")))
}

/// The variable with the file in which the wrapper notes the cost of rustc.
const WRAPPER_LOG: &str = "XTASK_BENCH_RUSTC_LOG";
/// The crate of which it notes them.
const WRAPPED: &str = "XTASK_BENCH_CRATE";

/// Runs rustc for cargo, if this program is its wrapper.
pub fn wrap_rustc() -> Option<Result<(), Failure>> {
    let (log, library) = (env::var_os(WRAPPER_LOG)?, env::var_os(WRAPPED)?);
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<_> = arguments.collect();
    if !arguments.contains(&library) {
        let status = Command::new(rustc).args(arguments).status();
        let code = status.map_or(1, |status| status.code().unwrap_or(1));
        std::process::exit(code);
    }
    Some(
        run(Command::new(rustc).args(arguments))
            .and_then(|cost| fs::write(Path::new(&log), cost.note()).map_err(Failure::of)),
    )
}

/// Measures from a fresh clone to the end of a run, with crates already downloaded.
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
