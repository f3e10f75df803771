//! The command line.

use std::path::{Path, PathBuf};

use generator::Selection;
use lexopt::prelude::*;

use crate::{Failure, bench, codegen, export, list};

/// What the user asks for.
pub enum Command {
    /// A help text.
    Help(&'static str),
    /// `codegen`
    Codegen(codegen::Options),
    /// `export`
    Export(export::Options),
    /// `list`
    List(list::Options),
    /// `bench`
    Bench(bench::Options),
}

/// Reads the command line.
pub fn parse() -> Result<Command, Failure> {
    let mut parser = lexopt::Parser::from_env();
    match parser.next()? {
        Some(Value(command)) => match command.to_str() {
            Some("codegen") => codegen(&mut parser),
            Some("export") => export(&mut parser),
            Some("list") => list(&mut parser),
            Some("bench") => bench(&mut parser),
            Some("help") => Ok(Command::Help(crate::HELP)),
            _ => Err(Failure::Usage(format!("unknown command {}", command.display()))),
        },
        Some(Short('h') | Long("help")) => Ok(Command::Help(crate::HELP)),
        Some(other) => Err(other.unexpected().into()),
        None => Err(Failure::Usage("which command?".to_owned())),
    }
}

fn codegen(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    let mut options = codegen::Options::default();
    let (mut spec, mut out) = (None, None);
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help(codegen::HELP)),
            Long("check") => options.check = true,
            Long("spec") => spec = Some(PathBuf::from(parser.value()?)),
            Long("out") => out = Some(PathBuf::from(parser.value()?)),
            Long("only") => options.selection.targets.push(parser.value()?.string()?),
            Long("api") => options.selection.apis.push(parser.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    if spec.is_some() && out.is_none() {
        let reason = "`--spec` needs `--out`: the APIs of `generated` are those of `spec`, and other specs would have them removed";
        return Err(Failure::Usage(reason.to_owned()));
    }
    options.advice = advice(spec.as_deref(), out.as_deref(), &options.selection);
    options.spec = spec.unwrap_or_else(|| folder("spec"));
    options.out = out.unwrap_or_else(|| folder("generated"));
    Ok(Command::Codegen(options))
}

/// The command that makes a failed check pass.
fn advice(spec: Option<&Path>, out: Option<&Path>, selection: &Selection) -> String {
    let folders = [("spec", spec), ("out", out)].into_iter();
    let folders = folders.filter_map(|(name, path)| Some((name, path?.display().to_string())));
    let apis = selection.apis.iter().map(|api| ("api", api.clone()));
    let targets = selection.targets.iter().map(|target| ("only", target.clone()));
    let options = folders.chain(apis).chain(targets).map(|(name, value)| format!(" --{name} {value}"));
    format!("cargo xtask codegen{}", options.collect::<String>())
}

fn export(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    let mut options = export::Options { spec: folder("spec"), api: None };
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help(export::HELP)),
            Long("spec") => options.spec = parser.value()?.into(),
            Value(name) if options.api.is_none() => options.api = Some(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Export(options))
}

fn list(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    let mut options = list::Options { spec: folder("spec"), ..Default::default() };
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help(list::HELP)),
            Long("spec") => options.spec = parser.value()?.into(),
            Long("api") => options.api = Some(parser.value()?.string()?),
            Long("group") => options.group = Some(parser.value()?.string()?),
            Long("gate") => options.gate = Some(parser.value()?.string()?),
            Long("path") => options.path = Some(parser.value()?.string()?),
            Long("deprecated") => options.deprecated = true,
            Value(text) => options.words.push(text.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::List(options))
}

fn bench(parser: &mut lexopt::Parser) -> Result<Command, Failure> {
    let mut options = bench::Options { root: root(), ..Default::default() };
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help(bench::HELP)),
            Value(name) => options.only.push(name.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Bench(options))
}

/// The workspace: cargo says where xtask stands.
fn root() -> PathBuf {
    let xtask = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    xtask.as_deref().and_then(Path::parent).map(Path::to_owned).unwrap_or_default()
}

/// A folder of the workspace, as short as the current folder allows.
fn folder(name: &str) -> PathBuf {
    let path = root().join(name);
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(&here).map(Path::to_owned).unwrap_or(path)
}
