//! `cargo xtask add`

use std::fs;
use std::path::Path;

use generator::add::{self, Added, NewOperation, PathKey, Position};
use generator::diagnostics::suggest;
use generator::load::source::OperationsFile;
use generator::load::{ApiSource, Loaded, Locator};
use generator::model::Api;
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, select};
use crate::terminal::tell;

pub const COMMAND: Command = Command {
    name: "add",
    about: "Write the entry of a new operation into its spec file",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run: |args, common| run(parse(args)?, common),
};

const HELP: &str = "\
Write the entry of a new operation into the file of its group: by the alphabet
where the file is in its order, else at the end. The rest of the file stays as
it is. An entry that would not be sound is not written.

Usage: cargo xtask add operation NAME --group GROUP [OPTIONS]

Options:
  --group GROUP       The group, `cargo xtask list` shows them
  --api NAME          Its API, where two have a group of that name
  --path PATH         The documented path [default: inferred by the convention]
  --since VERSION     First server version of the path
  --summary TEXT      One sentence, verb first [default: says that it is not described]
  --gate CODE         A gate, if they are not the file's (can be repeated)
  --parameter 'N: T'  Name and type of a parameter (can be repeated)
  --returns RETURNS   What comes back: message, '{json: T}' [default: not_shown]
  --after OPERATION   Put it behind this one
";

/// The summary of what is only known by its name.
const NOT_DESCRIBED: &str = "Does what the documents do not describe.";

/// What the user asks for.
#[derive(Default)]
struct Options {
    name: String,
    group: String,
    api: Option<String>,
    path: Option<String>,
    since: Option<String>,
    summary: Option<String>,
    gates: Vec<String>,
    parameters: Vec<(String, String)>,
    returns: Option<String>,
    after: Option<String>,
}

fn parse(mut args: lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options::default();
    let (mut what, mut name, mut group) = (None, None, None);
    while let Some(arg) = args.next()? {
        match arg {
            Value(value) if what.is_none() => what = Some(value.string()?),
            Value(value) if name.is_none() => name = Some(value.string()?),
            Long("group") => group = Some(args.value()?.string()?),
            Long("api") => options.api = Some(args.value()?.string()?),
            Long("path") => options.path = Some(args.value()?.string()?),
            Long("since") => options.since = Some(args.value()?.string()?),
            Long("summary") => options.summary = Some(args.value()?.string()?),
            Long("gate") => options.gates.push(args.value()?.string()?),
            Long("parameter") => options.parameters.push(parameter(&args.value()?.string()?)?),
            Long("returns") => options.returns = Some(args.value()?.string()?),
            Long("after") => options.after = Some(args.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if what.as_deref() != Some("operation") {
        return Err(usage("add what? Write `cargo xtask add operation NAME --group GROUP`"));
    }
    options.name = name.ok_or_else(|| usage("what is the operation called?"))?;
    options.group = group.ok_or_else(|| usage("which group? Write `--group GROUP`"))?;
    Ok(options)
}

fn usage(reason: impl Into<String>) -> Failure {
    Failure::Usage(reason.into())
}

/// `Name: type`
fn parameter(text: &str) -> Result<(String, String), Failure> {
    let parts = text.split_once(':').map(|(name, notation)| (name.trim(), notation.trim()));
    let parts = parts.filter(|(name, notation)| !name.is_empty() && !notation.is_empty());
    let (name, notation) =
        parts.ok_or_else(|| usage(format!("`{text}` is no parameter; write `--parameter 'Name: type'`")))?;
    Ok((name.to_owned(), notation.to_owned()))
}

fn run(options: Options, common: &Common) -> Result<(), Failure> {
    if !common.overlays.is_empty() {
        return Err(usage("`add` writes into the spec, which an overlay leaves as it is"));
    }
    let spec = common.open()?;
    if let Some(name) = &options.api {
        select(&spec.apis, name)?;
    }
    let apis: Vec<(&Api, &ApiSource)> = spec.apis.iter().zip(&spec.sources).collect();
    let (api, source, file) = find(&apis, &options)?;
    refuse_what_exists(source, &options.name)?;
    let new = entry(api, file, &options)?;
    let position = options.after.as_deref().map_or(Position::InOrder, Position::After);
    let added = add::add(file, &new, position).ok_or_else(|| no_place(file, &options))?;
    write(Path::new(&file.file.path), &file.file.text, &added, common)?;
    let place = format!("{}:{}", file.file.path, added.line);
    tell(&format!("{place}: written\n\n{}\nNext: `cargo xtask codegen`", indented(&new.to_string())));
    Ok(())
}

/// The file of the group.
fn find<'a>(
    apis: &[(&'a Api, &'a ApiSource)],
    options: &Options,
) -> Result<(&'a Api, &'a ApiSource, &'a Loaded<OperationsFile>), Failure> {
    let wanted = apis.iter().filter(|(api, _)| options.api.as_ref().is_none_or(|name| api.name == *name));
    let files = wanted.flat_map(|(api, source)| source.operations.iter().map(|file| (*api, *source, file)));
    let files: Vec<_> = files.collect();
    let found: Vec<_> = files.iter().filter(|(.., file)| file.value.group == options.group).collect();
    match found.as_slice() {
        [one] => Ok(**one),
        [] => {
            let near = suggest(&options.group, files.iter().map(|(.., file)| file.value.group.as_str()));
            let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Err(usage(format!("there is no group `{}`{near}", options.group)))
        }
        several => {
            let names: Vec<&str> = several.iter().map(|(api, ..)| api.name.as_str()).collect();
            let names = names.join(", ");
            Err(usage(format!("{names} have a group `{}`; write `--api`", options.group)))
        }
    }
}

fn refuse_what_exists(source: &ApiSource, name: &str) -> Result<(), Failure> {
    match Locator::new(source).operation(name) {
        Some(at) => Err(Failure::Failed(format!(
            "error: `{name}` is there already, at {}:{}; nothing was written",
            at.path(),
            at.line()
        ))),
        None => Ok(()),
    }
}

fn entry(api: &Api, file: &Loaded<OperationsFile>, options: &Options) -> Result<NewOperation, Failure> {
    let defaults = &file.value.defaults;
    let path = match (&options.path, &api.convention) {
        (Some(path), _) => (PathKey::Documented, path.clone()),
        (None, Some(convention)) => (PathKey::Inferred, convention.infer(&options.name)),
        (None, None) => return Err(usage("this API has no path convention: write `--path`")),
    };
    let is_default = defaults.gates.as_ref() == Some(&options.gates);
    let not_shown = || defaults.returns.is_none().then(|| "not_shown".to_owned());
    Ok(NewOperation {
        name: options.name.clone(),
        summary: options.summary.clone().unwrap_or_else(|| NOT_DESCRIBED.to_owned()),
        path,
        since: options.since.clone(),
        gates: if is_default { Vec::new() } else { options.gates.clone() },
        parameters: options.parameters.clone(),
        returns: options.returns.clone().or_else(not_shown),
    })
}

fn no_place(file: &Loaded<OperationsFile>, options: &Options) -> Failure {
    let path = &file.file.path;
    let names = file.value.operations.iter().filter_map(|row| row.operation.as_deref());
    match &options.after {
        Some(after) if !names.clone().any(|name| name == after) => {
            let near = suggest(after, names).map(|near| format!("; did you mean `{near}`?"));
            usage(format!("{path} has no operation `{after}`{}", near.unwrap_or_default()))
        }
        Some(_) | None => Failure::Failed(format!(
            "error: the operations of {path} are not written as lines that begin with `-`; write the first one by hand"
        )),
    }
}

/// Writes the file; if the spec is not sound then, as it was before.
fn write(path: &Path, before: &str, added: &Added, common: &Common) -> Result<(), Failure> {
    let store = |text: &str| {
        fs::write(path, text).map_err(|error| Failure::of(format!("{}: {error}", path.display())))
    };
    store(&added.text)?;
    common.open().map(drop).or_else(|fault| store(before).and(Err(fault)))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
