//! `cargo xtask codegen`

use std::path::PathBuf;
use std::time::Instant;

use generator_codegen::Selection;
use generator_codegen::targets::TARGETS;
use generator_codegen::write::{self, Accept, Report};
use generator_review::report::Format;
use generator_spec::model::Api;
use generator_spec::text;

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads, folder, select};
use crate::standalone::{self, Naming};
use crate::terminal::{eprintln, waiting};

pub const COMMAND: Command = Command {
    name: "codegen",
    about: "Write generated/ from spec/",
    help,
    reads: Reads::Spec(Format::OF_FAULTS),
    flags: &["--check", write::ALLOW],
    options: &["--out", "--api", "--only", "--crate-name", "--crate-version"],
    run: |args, common| run(&parse(args, common)?, common),
};

fn help() -> String {
    let targets = TARGETS.iter().map(|target| format!("  {:13}  {}\n", target.name, target.about));
    format!("{HELP}\nTargets:\n{}\n{OPTIONS}", targets.collect::<String>())
}

const HELP: &str = "\
Write generated/ from spec/.

Replaces only files whose content differs, each as a whole, and removes files
that are no longer generated. Never touches files that it did not write. All is
compared before the first file changes; if one can't be written, the error names
it, and git has those before it as they were. Concurrent runs on the same folder
wait for each other.

Usage: cargo xtask codegen [OPTIONS]
";

const OPTIONS: &str = "\
Options:
  --check           Write nothing; fail if anything would be written
  --out DIR         Write to this folder [default: generated]; required by `--spec`
  --allow-nonempty  Accept an `--out` folder with other files, which stay
  --api NAME        Only this API (can be repeated)
  --only TARGET     Only this output (can be repeated)

Standalone crates: with `--overlay` or one of the following options, the crates
in `--out` do not depend on this workspace. They have a copy of the runtime, and
work as path or git dependencies. Without `--api`, only the APIs that an overlay
changes are written.
  --crate-name NAME        Name of the crate [default: as in this workspace]
  --crate-version VERSION  Version of the crate [default: 0.1.0]
";

/// The user's options.
pub struct Options {
    check: bool,
    out: PathBuf,
    accept: Accept,
    selection: Selection,
    naming: Naming,
}

impl Options {
    /// Everything, written to a folder.
    pub fn all(out: PathBuf) -> Self {
        let (selection, naming) = (Selection::default(), Naming::default());
        Self { check: false, out, accept: Accept::All, selection, naming }
    }
}

fn parse(args: Args, common: &Common) -> Result<Options, Failure> {
    let check = args.flag("--check");
    let allow = args.flag(write::ALLOW);
    let out = args.option("--out").map(PathBuf::from);
    let selection = Selection { targets: args.texts("--only")?, apis: args.texts("--api")? };
    let naming = Naming { name: args.text("--crate-name")?, version: args.text("--crate-version")? };
    args.finish()?;
    if common.spec.is_some() && out.is_none() {
        let reason =
            "`--spec` needs `--out`: `generated` holds the APIs of `spec`, and other specs would remove them";
        return Err(usage(reason));
    }
    if out.is_none() && (naming.is_given() || !common.overlays.is_empty()) {
        let reason = "`--overlay`, `--crate-name` and `--crate-version` need `--out`: `generated` is made from `spec` alone";
        return Err(usage(reason));
    }
    naming.check()?;
    let accept = if allow || out.is_none() { Accept::All } else { Accept::Ours };
    Ok(Options { check, accept, out: out.unwrap_or_else(|| folder("generated")), selection, naming })
}

/// The command that makes a failed check pass: this one without `--check`.
fn advice() -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@".contains(c);
    let args = std::env::args_os().skip(1).filter(|arg| arg != "--check").map(text::path);
    let quoted = args.map(|arg| match arg.chars().all(is_plain) {
        true => format!(" {arg}"),
        false => format!(" '{}'", arg.replace('\'', r"'\''")),
    });
    format!("cargo xtask{}", quoted.collect::<String>())
}

/// Compares or writes. The process is about to exit: skip dropping the APIs.
pub fn write(apis: Vec<Api>, options: &Options, common: &Common) -> Result<Report, Failure> {
    let is_standalone = !common.overlays.is_empty() || options.naming.is_given();
    // Nothing is emitted before it is written: this only names the owners.
    let (_, mut known) = generator_codegen::emit(&apis, "", &Selection::default());
    let (apis, targets) = if is_standalone {
        known.insert(standalone::runtime_owner());
        let targets = options.selection.targets.clone();
        (standalone_apis(apis, options)?, Selection { apis: Vec::new(), targets })
    } else {
        (apis, options.selection.clone())
    };
    let apis: &[Api] = apis.leak();
    let changes = generator_review::diff::table();
    let (mut outputs, _) = generator_codegen::emit(apis, &changes, &targets);
    if is_standalone && targets.targets.is_empty() {
        outputs.push(standalone::runtime()?);
    }
    let write = if options.check { write::check } else { write::write };
    write(&options.out, &outputs, &known, options.accept, &waiting).map_err(Failure::of)
}

/// The selected APIs as standalone crates. Crates of other APIs in the same
/// folder stay.
fn standalone_apis(apis: Vec<Api>, options: &Options) -> Result<Vec<Api>, Failure> {
    let Options { selection, naming, .. } = options;
    let is_changed = apis.iter().any(|api| !api.overlays.is_empty());
    let is_wanted = |api: &Api| match selection.apis.as_slice() {
        [] => !is_changed || !api.overlays.is_empty(),
        names => names.contains(&api.name),
    };
    let mut apis: Vec<Api> = apis.into_iter().filter(is_wanted).collect();
    if naming.name.is_some() && apis.len() != 1 {
        let count = apis.len();
        let reason =
            format!("`--crate-name` names one crate, but this would write {count}: choose one with `--api`");
        return Err(usage(reason));
    }
    let runtime = standalone::runtime_version()?;
    apis.iter_mut().for_each(|api| naming.apply(api, &runtime));
    Ok(apis)
}

fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let start = Instant::now();
    for name in &options.selection.targets {
        if !TARGETS.iter().any(|target| target.name == *name) {
            return Err(unknown("target", name, TARGETS.iter().map(|target| target.name)));
        }
    }
    let apis = common.read()?;
    for name in &options.selection.apis {
        select(&apis, name)?;
    }
    let Report { changes, unchanged } = write(apis, options, common)?;
    let would = if options.check { "would " } else { "" };
    for change in &changes {
        eprintln(&format!("{would}{change}"));
    }
    let out = text::path(&options.out);
    if !options.check {
        let (changed, took) = (changes.len(), start.elapsed().as_millis());
        eprintln(&format!("{out}: {changed} changed, {unchanged} unchanged, in {took} ms"));
    } else if changes.is_empty() {
        eprintln(&format!("{out}: up to date ({unchanged} files)"));
    } else {
        let advice = advice();
        return Err(Failure::of(format!(
            "{out} does not match the spec\nhelp: run `{advice}` and commit the result"
        )));
    }
    Ok(())
}
