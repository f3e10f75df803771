//! The CLI of an API.
//!
//! A generated crate has a [`Program`]: names, texts and, for each operation,
//! its descriptor. This module interprets it.
//!
//! ```text
//! tree         the commands and options, built only as far as the arguments go
//! parameters   options <-> parameters
//! fields       the fields of a body as options
//! sources      options, environment and profile -> values
//! call         values -> request -> response
//! credential   the credential of a call
//! check        validation before anything is sent
//! confirm      the question before a call that destroys something
//! marks        placeholders for secrets that are not printed
//! curl         the request as a curl command
//! find         a search in the operations
//! conformance  tests that a server refuses callers
//! evidence     records the responses to calls that only read
//! describe     the facts about an operation
//! session      the secrets that `login` saves and `logout` removes
//! keeper       saves the secret that a call issues
//! profile      the settings of servers
//! shell        completions
//! ```

mod call;
mod check;
mod confirm;
mod conformance;
mod credential;
mod curl;
mod describe;
#[cfg(feature = "cassette")]
mod evidence;
mod fields;
mod find;
mod keeper;
mod login;
mod marks;
mod names;
mod options;
mod output;
mod pages;
mod parameters;
mod print;
mod problem;
mod profile;
mod profiles;
mod progress;
#[cfg(unix)]
mod prompt;
mod request;
mod response;
mod save;
mod screen;
mod server;
mod session;
mod shell;
mod source;
mod sources;
mod stream;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod urls;
mod usage;
mod values;
mod verbose;

use std::{ffi::OsString, process::ExitCode};

use clap::ArgMatches;

pub use self::table::{
    Body, Command, Credential, Fields, Group, Help, Program, Recode, Scheme, recode, recode_credential,
};
use self::{problem::Problem, sources::Sources};
use crate::codec::Api;

/// Runs a program with the arguments of this process.
///
/// Exit status: 0 done, 1 refused or failed, 2 wrong usage.
#[must_use]
pub fn main<A: Api>(program: &'static Program) -> ExitCode {
    // If a shell asks for completions, this responds and exits.
    shell::complete(program);
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match run::<A>(program, &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            let json = arguments.iter().any(|argument| argument == "--json");
            output::problem(&problem, json);
            problem.exit_code()
        }
    }
}

fn run<A: Api>(program: &'static Program, arguments: &[OsString]) -> Result<(), Problem> {
    let mut tree = tree::of(program, arguments);
    let matches = match tree.try_get_matches_from_mut(arguments) {
        Ok(matches) => matches,
        Err(help) if !help.use_stderr() => return output::help(&help),
        Err(error) => return Err(usage::explained(program, &tree, arguments, error)),
    };
    match matches.subcommand() {
        Some(("find", matches)) => find::run(program, matches),
        Some(("describe", matches)) => describe::run(program, matches),
        Some(("conformance", matches)) => conformance::run::<A>(program, matches),
        Some(("login", matches)) => login::login::<A>(program, matches),
        Some(("logout", matches)) => login::logout::<A>(program, matches),
        Some(("profile", matches)) => profiles::run(program, matches),
        Some(("completions", matches)) => shell::completions(program, matches),
        Some((name, matches)) => operation::<A>(program, name, matches),
        None => Ok(()),
    }
}

/// A group with an operation, or an operation.
fn operation<A: Api>(program: &'static Program, name: &str, matches: &ArgMatches) -> Result<(), Problem> {
    let (words, matches) = match matches.subcommand() {
        Some((command, matches)) => (vec![name, command], matches),
        None => (vec![name], matches),
    };
    match names::command(program, &words) {
        Some((_, command)) => {
            let mut sources = Sources::new(program, matches, A::SERVERS)?;
            let login = sources.resume()?.then(|| sources.login());
            let done = call::run::<A>(command, sources, call::Session::Use);
            done.map_err(|problem| problem.of_session(command, login))
        }
        // The tree has only commands of the program.
        None => Ok(()),
    }
}
