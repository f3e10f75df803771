//! Completions and manual pages.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use clap::{ArgMatches, Command as Clap};
use clap_complete::env::{CompleteEnv, Shells};
use clap_mangen::Man;

use super::{options::one, output, problem::Problem, table::Program, tree};

/// The environment variable by which a completion script asks for completions.
/// The usual `COMPLETE` may be there for another reason.
const ASK: &str = "API_RUNTIME_COMPLETE";

/// Prints a completion script, and ends the process; does nothing if none
/// asks.
pub(super) fn complete(program: &'static Program) {
    if std::env::var_os(ASK).is_some() {
        let arguments: Vec<_> = std::env::args_os().collect();
        CompleteEnv::with_factory(|| tree::of(program, &arguments)).var(ASK).complete();
    }
}

/// Prints the script that a shell runs to have completions.
pub(super) fn completions(program: &Program, matches: &ArgMatches) -> Result<(), Problem> {
    let shell: String = one(matches, "shell").unwrap_or_default();
    let shells = Shells::builtins();
    let Some(completer) = shells.completer(&shell) else { return Ok(()) };
    let mut script = Vec::new();
    let written = completer.write_registration(ASK, program.name, program.name, program.name, &mut script);
    written.map_err(|error| Problem::local("the script", &error))?;
    output::bytes(&script)
}

/// Writes a manual page for each command.
pub(super) fn man(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let folder = PathBuf::from(one::<String>(matches, "folder").unwrap_or_default());
    let mut root = tree::complete(program).disable_help_subcommand(true);
    root.build();
    let written = fs::create_dir_all(&folder).and_then(|()| pages(program, &root, &folder));
    written.map_err(|error| Problem::local(folder.display(), &error))
}

fn pages(program: &Program, command: &Clap, folder: &Path) -> io::Result<()> {
    // The name of a command would not fit into the line at the top. An empty date
    // would be left out, and take the place of what follows.
    let page = Man::new(command.clone())
        .title(program.name.to_uppercase())
        .date(" ")
        .source(format!("{} {}", program.name, program.api.crate_version))
        .manual(program.title);
    let mut text = Vec::new();
    page.render(&mut text)?;
    fs::write(folder.join(page.get_filename()), broken(&String::from_utf8_lossy(&text)))?;
    command.get_subcommands().try_for_each(|it| pages(program, it, folder))
}

/// A page whose lines stay apart: roff would fill them into one paragraph.
fn broken(page: &str) -> String {
    let (mut text, mut before) = (String::new(), "");
    for line in page.lines() {
        let is_text = |line: &str| !line.starts_with(['.', '\'']);
        // The line after `.TP` is the term that is explained.
        if is_text(line) && is_text(before) && !text.ends_with(&format!(".TP\n{before}\n")) {
            text.push_str(".br\n");
        }
        text.extend([line, "\n"]);
        before = line;
    }
    text
}
