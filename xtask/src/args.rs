//! The command line.

use std::path::{Path, PathBuf};

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
    let mut options =
        codegen::Options { spec: folder("spec"), out: folder("generated"), ..Default::default() };
    while let Some(arg) = parser.next()? {
        match arg {
            Short('h') | Long("help") => return Ok(Command::Help(codegen::HELP)),
            Long("check") => options.check = true,
            Long("spec") => options.spec = parser.value()?.into(),
            Long("out") => options.out = parser.value()?.into(),
            Long("only") => options.selection.targets.push(parser.value()?.string()?),
            Long("api") => options.selection.apis.push(parser.value()?.string()?),
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(Command::Codegen(options))
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
