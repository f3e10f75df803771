//! The command `new`

use std::fs;
use std::path::Path;

use generator_spec::Spec;
use generator_spec::diagnostics::{Diagnostic, Errors};
use generator_spec::{program, text};

use crate::Failure;
use crate::args::{Args, usage};
use crate::command::{Command, Common, Reads, folder};
use crate::schema;
use crate::scratch::Scratch;
use crate::settings::{Runtime, settings};
use crate::terminal::eprintln;

pub const COMMAND: Command = Command {
    name: "new",
    about: "Start the spec of another API",
    help: || HELP.to_owned(),
    reads: Reads::Nothing,
    flags: &[],
    options: &["--title"],
    run,
};

const HELP: &str = "\
Start the spec of another API: a folder in `spec` with two operations to replace.

Usage: cargo xtask new API [OPTIONS]

Options:
  --title TITLE  Title of the API [default: from its name]
";

/// The files in the folder of the API, with `{…}` as placeholders.
const FILES: &[(&str, &str)] = &[
    ("api.yaml", include_str!("new/api.yaml")),
    ("types.yaml", include_str!("new/types.yaml")),
    ("operations/1-items.yaml", include_str!("new/operations.yaml")),
];

fn run(args: Args, _: &Common) -> Result<(), Failure> {
    let title = args.text("--title")?;
    let name = args.value("API")?.ok_or_else(|| usage("missing API"))?;
    check_name(&name)?;
    let spec = folder(&settings().spec);
    let target = spec.join(&name);
    let title = title.unwrap_or_else(|| format!("{} API", words(&name).join(" ")));
    write(&spec, &target, &name, &title)?;
    schema::write(&spec)?;
    eprintln(&next_steps(&name, &target));
    Ok(())
}

fn check_name(name: &str) -> Result<(), Failure> {
    let is_word = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_lowercase())
            && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
    };
    if name.split('-').all(is_word) {
        return Ok(());
    }
    Err(usage(format!("invalid API name `{name}`: write lowercase words joined by `-`, such as `my-garden`")))
}

/// `my-garden` -> `My`, `Garden`.
fn words(name: &str) -> Vec<String> {
    let capital = |word: &str| {
        let mut chars = word.chars();
        chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
    };
    name.split('-').map(capital).collect()
}

fn next_steps(name: &str, target: &Path) -> String {
    let (program, target, output) = (program::name(), text::path(target), &settings().output);
    let check = match settings().runtime {
        Runtime::Workspace => format!("cargo check -p {name}-api"),
        _ => format!("cargo check --manifest-path {output}/{name}/Cargo.toml"),
    };
    format!(
        "{target}: written\n\nNext:\n  \
           {program} codegen    # writes the crate {name}-api, its docs and its surface\n  \
           {check}\n  \
           edit {target} and run codegen again"
    )
}

/// Writes the spec into a temporary folder of `spec`, which no command reads, and
/// moves it to its place if it is valid: not every name can be used.
fn write(spec: &Path, target: &Path, name: &str, title: &str) -> Result<(), Failure> {
    fs::create_dir_all(spec).map_err(|error| Failure::of(format!("{}: {error}", text::path(spec))))?;
    let scratch = Scratch::inside(spec, ".codegen-new")?;
    let staging = scratch.path();
    // A JSON string is a YAML string.
    let title = serde_json::Value::from(title).to_string();
    for (path, text) in FILES {
        let path = staging.join(name).join(path);
        let text = text.replace("{title}", &title).replace("{Name}", &words(name).concat());
        let text = text.replace("{name}", name);
        let written =
            fs::create_dir_all(path.parent().unwrap_or(staging)).and_then(|()| fs::write(&path, text));
        written.map_err(|error| Failure::of(format!("{}: {error}", text::path(&path))))?;
    }
    Spec::open(staging).map_err(refused)?;
    if fs::symlink_metadata(target).is_ok() {
        return Err(Failure::of(format!("{} already exists: nothing was written", text::path(target))));
    }
    // Fails if another run has made it since.
    let moved = fs::rename(staging.join(name), target);
    moved.map_err(|error| Failure::of(format!("{}: {error}", text::path(target))))
}

/// The errors without their places, which are in a folder that is gone: the name is invalid.
fn refused(errors: Errors) -> Failure {
    let errors = errors.sorted().into_iter();
    let errors =
        errors.map(|Diagnostic { title, help, .. }| format!("{title}: nothing was written\nhelp: {help}"));
    Failure::of(errors.collect::<Vec<_>>().join("\n"))
}
