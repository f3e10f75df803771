//! Completions.

use clap::ArgMatches;
use clap_complete::env::{CompleteEnv, Shells};

use super::{options::one, output, problem::Problem, table::Program, tree};

/// The environment variable by which a completion script asks for completions.
/// The usual `COMPLETE` may be there for another reason.
const ASK: &str = "API_RUNTIME_COMPLETE";

/// Prints completions and ends the process, if a completion script asks for them.
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
