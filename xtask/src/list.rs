//! `cargo xtask list`

use generator::model::{Api, Group, Operation, Path};
use generator::text::plain;
use lexopt::prelude::*;

use crate::Failure;
use crate::args::{Command, Common, Format, Reads, select};
use crate::terminal::print;

pub const COMMAND: Command = Command {
    name: "list",
    about: "Print one line per operation",
    help: || HELP.to_owned(),
    reads: Reads::Spec(Format::OF_FAULTS),
    run: |args, common| run(&parse(args)?, common),
};

const HELP: &str = "\
Print one line per operation: API, group, name, path (`~` marks an inferred
one), version, gates. With `--format json`, an object each.

Usage: cargo xtask list [OPTIONS] [WORD...]

Only operations whose name or path holds every WORD, in any letter case.

Options:
  --api NAME     Only this API
  --group NAME   Only this group
  --gate CODE    Only operations with this gate
  --path STATUS  Only documented, inferred, elsewhere or alias_only paths
  --deprecated   Only deprecated operations
";

/// What the user asks for.
#[derive(Default)]
struct Options {
    api: Option<String>,
    group: Option<String>,
    gate: Option<String>,
    path: Option<String>,
    deprecated: bool,
    words: Vec<String>,
}

fn parse(mut args: lexopt::Parser) -> Result<Options, Failure> {
    let mut options = Options::default();
    while let Some(arg) = args.next()? {
        match arg {
            Long("api") => options.api = Some(args.value()?.string()?),
            Long("group") => options.group = Some(args.value()?.string()?),
            Long("gate") => options.gate = Some(args.value()?.string()?),
            Long("path") => options.path = Some(args.value()?.string()?),
            Long("deprecated") => options.deprecated = true,
            Value(text) => options.words.push(text.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(options)
}

fn run(options: &Options, common: &Common) -> Result<(), Failure> {
    let apis = common.read()?;
    if let Some(name) = &options.api {
        select(&apis, name)?;
    }
    check("path status", options.path.as_ref(), ["documented", "inferred", "elsewhere", "alias_only"])?;
    check("group", options.group.as_ref(), groups(&apis).map(|group| group.rust.as_str()))?;
    check(
        "gate",
        options.gate.as_ref(),
        apis.iter().flat_map(|api| &api.gates).map(|gate| gate.code.as_str()),
    )?;
    let apis = apis.iter().filter(|api| options.api.as_ref().is_none_or(|name| api.name == *name));
    let found: Vec<Found<'_>> = apis.flat_map(|api| found(api, options)).collect();
    match common.format {
        Format::Json => {
            let all: Vec<_> = found.into_iter().map(json).collect();
            print(&format!("{:#}\n", serde_json::Value::from(all)))
        }
        Format::Text | Format::Github | Format::Markdown => {
            print(&aligned(&found.into_iter().map(row).collect::<Vec<_>>()))
        }
    }
}

/// An operation, and where it is.
type Found<'a> = (&'a Api, &'a Group, &'a Operation);

/// A filter that nothing can pass is a slip of the pen.
fn check<'a>(
    what: &str,
    given: Option<&String>,
    known: impl IntoIterator<Item = &'a str>,
) -> Result<(), Failure> {
    let known: Vec<&str> = known.into_iter().collect();
    match given.filter(|given| !known.contains(&given.as_str())) {
        Some(given) => {
            Err(Failure::Usage(format!("there is no {what} `{given}`; there is {}", known.join(", "))))
        }
        None => Ok(()),
    }
}

fn groups(apis: &[Api]) -> impl Iterator<Item = &Group> {
    apis.iter().flat_map(|api| &api.groups)
}

fn found<'a>(api: &'a Api, options: &Options) -> Vec<Found<'a>> {
    let operations = api.groups.iter().flat_map(|group| group.operations().map(move |it| (api, group, it)));
    operations.filter(|(_, group, it)| is_wanted(group, it, options)).collect()
}

fn json((api, group, operation): Found<'_>) -> serde_json::Value {
    let path = match &operation.path {
        Path::Documented(path) | Path::Inferred(path) | Path::Elsewhere { path, .. } => Some(path),
        Path::AliasOnly => None,
    };
    serde_json::json!({
        "api": api.name,
        "group": group.rust,
        "operation": operation.name,
        "path": path,
        "path_status": path_status(operation),
        "aliases": operation.aliases.iter().map(|alias| &alias.path).collect::<Vec<_>>(),
        "since": operation.since.map(|version| version.to_string()),
        "gates": operation.gates,
        "deprecated": operation.deprecated.is_some(),
    })
}

fn is_wanted(group: &Group, operation: &Operation, options: &Options) -> bool {
    let text = format!("{} {}", operation.name, path(operation)).to_lowercase();
    options.group.as_ref().is_none_or(|name| group.rust == *name)
        && options.gate.as_ref().is_none_or(|code| operation.gates.contains(code))
        && options.path.as_ref().is_none_or(|status| path_status(operation) == status)
        && (!options.deprecated || operation.deprecated.is_some())
        && options.words.iter().all(|word| text.contains(&word.to_lowercase()))
}

fn row((api, group, operation): Found<'_>) -> [String; 6] {
    let since = operation.since.map(|version| format!(">= {version}")).unwrap_or_default();
    let gates = operation.gates.join(" ");
    [api.name.clone(), group.rust.clone(), plain(&operation.name), path(operation), since, plain(&gates)]
}

fn path(operation: &Operation) -> String {
    match &operation.path {
        Path::Documented(path) | Path::Elsewhere { path, .. } => path.clone(),
        Path::Inferred(path) => format!("~{path}"),
        Path::AliasOnly => {
            operation.aliases.iter().map(|alias| alias.path.as_str()).collect::<Vec<_>>().join(" ")
        }
    }
}

fn path_status(operation: &Operation) -> &'static str {
    match operation.path {
        Path::Documented(_) => "documented",
        Path::Inferred(_) => "inferred",
        Path::Elsewhere { .. } => "elsewhere",
        Path::AliasOnly => "alias_only",
    }
}

fn aligned(rows: &[[String; 6]]) -> String {
    let mut widths = [0; 6];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
    }
    let lines = rows.iter().map(|row| {
        let cells: Vec<String> =
            row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    });
    lines.collect()
}
