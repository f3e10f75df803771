//! The command `codegen`

use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Instant;

use generator_codegen::Selection;
use generator_codegen::targets::TARGETS;
use generator_codegen::write::{self, Accept, Report};
use generator_review::report::Format;
use generator_spec::model::Api;
use generator_spec::program;
use generator_spec::text;

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads, output, select};
use crate::settings::settings;
use crate::standalone::{self, Naming};
use crate::terminal::{eprintln, waiting};

pub const COMMAND: Command = Command {
    name: "codegen",
    about: "Write crates, docs and OpenAPI files from the specs",
    help,
    reads: Reads::Spec(Format::OF_ERRORS),
    flags: &["--check", WATCH, write::ALLOW],
    options: &["--out", "--api", "--only", "--crate-name", "--crate-version"],
    run: |args, common| {
        let is_watch = args.flag(WATCH);
        let options = parse(args, common)?;
        if is_watch { watch(common, WATCH) } else { run(&options, common) }
    },
};

/// The target of a crate's manifest, which names the runtime.
const MANIFEST: &str = "manifest";

/// The option that runs the command again after each change.
const WATCH: &str = "--watch";

#[cfg(feature = "watch")]
use crate::watch::watch;

/// Fails without the feature: `cargo xtask` builds it when somebody needs it.
#[cfg(not(feature = "watch"))]
fn watch(_: &Common, _: &str) -> Result<(), Failure> {
    Err(Failure::of("this program was built without its feature `watch`: install it again with that"))
}

fn help() -> String {
    let targets = TARGETS.iter().map(|target| format!("  {:13}  {}\n", target.name, target.about));
    format!("{HELP}\nTargets:\n{}\n{OPTIONS}", targets.collect::<String>())
}

const HELP: &str = "\
Write crates, docs and OpenAPI files from the specs.

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
  --watch           Run again when a spec, an overlay or codegen.toml changes,
                    until Ctrl-C
  --out DIR         Write to this folder [default: `output` of codegen.toml, or
                    generated]; required by the next two and by `--spec` and
                    `--overlay`. Without `--api`, an overlay writes only the
                    APIs that it changes
  --crate-name NAME        Name of the crate [default: as in codegen.toml]
  --crate-version VERSION  Version of the crate [default: as in the spec]
  --allow-nonempty  Accept an output folder with other files, which stay
  --api NAME        Only this API (can be repeated)
  --only TARGET     Only this output (can be repeated)
";

/// The number of changes of a folder up to which each is listed.
const MAX_LISTED: usize = 20;

/// The user's options.
struct Options {
    check: bool,
    /// The output folder, if it isn't the usual one.
    out: Option<PathBuf>,
    accept: Accept,
    selection: Selection,
    naming: Naming,
}

impl Options {
    fn folder(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(output)
    }
}

fn parse(args: Args, common: &Common) -> Result<Options, Failure> {
    let check = args.flag("--check");
    let accept = if args.flag(write::ALLOW) { Accept::All } else { Accept::Ours };
    let out = args.option("--out").map(PathBuf::from);
    let selection = Selection { targets: args.texts("--only")?, apis: args.texts("--api")? };
    let naming = Naming { name: args.text("--crate-name")?, version: args.text("--crate-version")? };
    args.finish()?;
    if common.spec.is_some() && out.is_none() {
        let reason = "`--spec` needs `--out`: the usual folder holds the usual APIs, and other specs would remove them";
        return Err(usage(reason));
    }
    if out.is_none() && (naming.is_given() || common.has_own_overlays) {
        let reason = "`--overlay`, `--crate-name` and `--crate-version` need `--out`: codegen.toml says what the usual folder holds";
        return Err(usage(reason));
    }
    naming.check().map_err(|(title, help)| usage(format!("{title}: {help}")))?;
    Ok(Options { check, out, accept, selection, naming })
}

/// The command that makes a failed check pass: this one without `--check`.
fn advice() -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=+,./:@".contains(c);
    let args = std::env::args_os().skip(1).filter(|arg| arg != "--check").map(text::path);
    let quoted = args.map(|arg| match arg.chars().all(is_plain) {
        true => format!(" {arg}"),
        false => format!(" '{}'", arg.replace('\'', r"'\''")),
    });
    program::name().to_owned() + &quoted.collect::<String>()
}

/// Compares or writes the output. The APIs are leaked: the process is about to exit.
fn write(mut apis: Vec<Api>, options: &Options, common: &Common) -> Result<Report, Failure> {
    let settings = settings();
    // Emitting is lazy, so this only finds the owners.
    let (_, mut known) = generator_codegen::emit(&apis, "", &Selection::default());
    let is_usual = options.out.is_none();
    let targets = match options.selection.targets.as_slice() {
        [] if is_usual => settings.targets.iter().map(|&name| name.to_owned()).collect(),
        names => names.to_vec(),
    };
    if is_usual {
        known.retain(|owner| settings.writes(&owner.target));
    }
    name_crates(&mut apis, options, common)?;
    let packaging = settings.packaging(is_usual)?;
    apis.iter_mut().for_each(|api| api.packaging = packaging.clone());
    let selection = Selection { apis: options.selection.apis.clone(), targets };
    let runtime = settings.copies_runtime(is_usual).then(standalone::runtime).transpose()?;
    let apis: &[Api] = apis.leak();
    let changes = generator_review::diff::table();
    let (mut outputs, _) = generator_codegen::emit(apis, &changes, &selection);
    if let Some(runtime) = runtime {
        // The copy is removed when no crate is written any more.
        if known.iter().any(|owner| owner.target == MANIFEST) {
            known.insert(standalone::runtime_owner());
        }
        if outputs.iter().any(|output| output.owner.target == MANIFEST) {
            standalone::report_update(&options.folder(), options.check)?;
            outputs.push(runtime);
        }
    }
    let write = if options.check { write::check } else { write::write };
    write(&options.folder(), &outputs, &known, options.accept, &waiting).map_err(|error| {
        let help = match error.kind() {
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
                "\nhelp: make it writable, or name another folder: `output` in codegen.toml, or `--out`"
            }
            _ => "",
        };
        Failure::of(format!("{error}{help}"))
    })
}

/// Names the crates, and leaves only the APIs that are selected. Crates of other APIs in the
/// same folder stay.
fn name_crates(apis: &mut Vec<Api>, options: &Options, common: &Common) -> Result<(), Failure> {
    let Options { selection, naming, .. } = options;
    if naming.is_given() || common.has_own_overlays {
        let is_wanted = |api: &Api| match selection.apis.as_slice() {
            [] => !common.has_own_overlays || !api.overlays.is_empty(),
            names => names.contains(&api.name),
        };
        apis.retain(is_wanted);
    }
    if naming.name.is_some() && apis.len() != 1 {
        let count = apis.len();
        let reason =
            format!("`--crate-name` names one crate, but this would write {count}: choose one with `--api`");
        return Err(usage(reason));
    }
    for api in apis {
        naming.apply(api);
        // The changelog is about other versions.
        api.changelog.take_if(|_| naming.version.is_some());
    }
    Ok(())
}

/// The lines of a report: one for each file, or for a folder with many.
fn lines(changes: &[String]) -> Vec<String> {
    let folder = |change: &String| change.split_once('/').map(|(folder, _)| folder.to_owned());
    let folders = changes.chunk_by(|one, other| folder(one) == folder(other));
    let line = |files: &[String]| match files.first().and_then(folder) {
        Some(folder) if files.len() > MAX_LISTED => vec![format!("{folder}/ ({} files)", files.len())],
        Some(_) | None => files.to_vec(),
    };
    folders.flat_map(line).collect()
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
    for line in lines(&changes) {
        eprintln(&format!("{would}{line}"));
    }
    let out = text::path(options.folder());
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
