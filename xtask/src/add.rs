//! `cargo xtask add`

use generator::add::{self, NewOperation, PathKey, Position};
use generator::diagnostics::SpecFile;
use generator::load::source::OperationsFile;
use generator::load::{ApiSource, Loaded, Locator};
use generator::model::{Api, HttpMethod};
use generator::report::{Format, indented};
use generator::text::{self, any_of};
use generator::write::{Edit, replace};

use crate::Failure;
use crate::args::{Args, unknown, usage};
use crate::command::{Command, Common, Reads, select};
use crate::terminal::{eprintln, waiting};

pub const COMMAND: Command = Command {
    name: "add",
    about: "Write the entry of a new operation into its spec file",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    flags: &[],
    options: &[
        "--group",
        "--api",
        "--path",
        "--since",
        "--summary",
        "--gate",
        "--method",
        "--parameter",
        "--returns",
        "--after",
    ],
    run: |args, common| run(parse(args)?, common),
};

const HELP: &str = "\
Write the entry of a new operation into the file of its group: in alphabetical
order if the file is in that order, otherwise at the end. The rest of the file
stays as it is. An invalid entry is not written.

Usage: cargo xtask add operation NAME --group GROUP [OPTIONS]

Options:
  --group GROUP       The group (`cargo xtask list` shows them)
  --api NAME          Its API, if two have a group with that name
  --path PATH         The documented path [default: inferred by the convention]
  --since VERSION     First server version of the path
  --summary TEXT      One sentence, verb first [default: says that it is not described]
  --gate CODE         A gate, if not the gates of the file (can be repeated)
  --method METHOD     GET, POST, PUT, PATCH or DELETE [default: the API's]
  --parameter 'N: T'  Name and type of a parameter (can be repeated)
  --returns RETURNS   The result: message, '{json: T}' [default: not_shown]
  --after OPERATION   Insert it after this operation
";

/// The summary of an operation of which only the name is known.
const NOT_DESCRIBED: &str = "Does what the documents do not describe.";

/// What the user asks for.
struct Options {
    name: String,
    group: String,
    api: Option<String>,
    path: Option<String>,
    since: Option<String>,
    summary: Option<String>,
    gates: Vec<String>,
    method: Option<HttpMethod>,
    parameters: Vec<(String, String)>,
    returns: Option<String>,
    after: Option<String>,
}

fn parse(args: Args) -> Result<Options, Failure> {
    let group = args.text("--group")?;
    let parameters = args.texts("--parameter")?;
    let (api, path, since) = (args.text("--api")?, args.text("--path")?, args.text("--since")?);
    let (summary, gates) = (args.text("--summary")?, args.texts("--gate")?);
    let method = args.text("--method")?.map(|name| method(&name)).transpose()?;
    let (returns, after) = (args.text("--returns")?, args.text("--after")?);
    let mut values = args.values(2)?.into_iter();
    if values.next().is_none_or(|what| what != "operation") {
        return Err(usage("missing `operation`: write `cargo xtask add operation NAME --group GROUP`"));
    }
    let name = values.next().ok_or_else(|| usage("missing NAME of the operation"))?;
    Ok(Options {
        name: name.to_string_lossy().into_owned(),
        group: group.ok_or_else(|| usage("missing `--group GROUP`"))?,
        parameters: parameters.iter().map(|text| parameter(text)).collect::<Result<_, _>>()?,
        api,
        path,
        since,
        summary,
        gates,
        method,
        returns,
        after,
    })
}

fn method(name: &str) -> Result<HttpMethod, Failure> {
    let found = HttpMethod::ALL.into_iter().find(|it| it.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown("method", name, HttpMethod::ALL.map(HttpMethod::name)))
}

/// `Name: type`
fn parameter(text: &str) -> Result<(String, String), Failure> {
    let parts = text.split_once(':').map(|(name, notation)| (name.trim(), notation.trim()));
    let parts = parts.filter(|(name, notation)| !name.is_empty() && !notation.is_empty());
    let parts = parts.map(|(name, notation)| (name.to_owned(), notation.to_owned()));
    parts.ok_or_else(|| usage(format!("invalid parameter `{text}`: write `--parameter 'Name: type'`")))
}

fn run(options: Options, common: &Common) -> Result<(), Failure> {
    if !common.overlays.is_empty() {
        return Err(usage(
            "`add` takes no `--overlay`: it writes into the spec, which an overlay does not change",
        ));
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
    let SpecFile { path, text: before, .. } = SpecFile::clone(&file.file);
    spec.with_text(&path, &added.text)?;
    let edit = Edit { path: path.as_ref(), before: &before, after: &added.text };
    replace(&[edit], &waiting).map_err(Failure::of)?;
    let place = format!("{}:{}", text::path(&path), added.line);
    eprintln(&format!(
        "{place}: written\n\n{}\nNext: `cargo xtask codegen`",
        indented(&new.to_string(), "  ")
    ));
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
        [] => Err(unknown("group", &options.group, files.iter().map(|(.., file)| file.value.group.as_str()))),
        several => {
            let names = any_of(several.iter().map(|(api, ..)| api.name.as_str()));
            Err(usage(format!("ambiguous group `{}`: add `--api` with {names}", options.group)))
        }
    }
}

fn refuse_what_exists(source: &ApiSource, name: &str) -> Result<(), Failure> {
    match Locator::new(source).operation(name) {
        Some(at) => {
            let place = format!("{}:{}", text::path(at.path()), at.line());
            Err(Failure::of(format!("`{name}` already exists at {place}: nothing was written")))
        }
        None => Ok(()),
    }
}

fn entry(api: &Api, file: &Loaded<OperationsFile>, options: &Options) -> Result<NewOperation, Failure> {
    let defaults = &file.value.defaults;
    let path = match (&options.path, &api.convention) {
        (Some(path), _) => (PathKey::Documented, path.clone()),
        (None, Some(convention)) => (PathKey::Inferred, convention.infer(&options.name)),
        (None, None) => return Err(usage("missing `--path`: this API has no path convention")),
    };
    let is_default = defaults.gates.as_ref() == Some(&options.gates);
    let not_shown = || defaults.returns.is_none().then(|| "not_shown".to_owned());
    Ok(NewOperation {
        name: options.name.clone(),
        summary: options.summary.clone().unwrap_or_else(|| NOT_DESCRIBED.to_owned()),
        path,
        since: options.since.clone(),
        gates: if is_default { Vec::new() } else { options.gates.clone() },
        method: options.method.filter(|method| *method != api.method),
        parameters: options.parameters.clone(),
        returns: options.returns.clone().or_else(not_shown),
    })
}

fn no_place(file: &Loaded<OperationsFile>, options: &Options) -> Failure {
    let path = text::path(&file.file.path);
    let names = file.value.operations.iter().filter_map(|row| row.operation.as_deref());
    match &options.after {
        Some(after) if !names.clone().any(|name| name == after) => unknown("operation", after, names),
        Some(_) | None => Failure::of(format!(
            "the operations in {path} are not lines that start with `-`: write the first one by hand"
        )),
    }
}
