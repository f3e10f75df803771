//! Output of the program.

use std::io::{self, Write as _};

use serde_json::json;

use super::{
    print,
    problem::{Invalid, Problem, is_usage},
    screen::{Screen, complain, lines},
};
use crate::core::{Error, ErrorKind, error::Inferred};

/// Prints a text to standard output.
pub(super) fn text(text: &str) -> Result<(), Problem> {
    bytes(text.as_bytes())
}

/// Prints JSON to standard output.
pub(super) fn json(json: &serde_json::Value) -> Result<(), Problem> {
    let json = format!("{json:#}");
    text(&(if Screen::of_stdout().is_terminal() { print::pretty(&json) } else { json } + "\n"))
}

/// Writes bytes to standard output.
pub(super) fn bytes(bytes: &[u8]) -> Result<(), Problem> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    written.map_err(|error| Problem::local("standard output", &error))
}

/// Prints help, or the version, to standard output.
pub(super) fn help(help: &clap::Error) -> Result<(), Problem> {
    let written = help.print().and_then(|()| io::stdout().flush());
    written.map_err(|error| Problem::local("standard output", &error))
}

/// Prints a problem to standard error.
pub(super) fn problem(problem: &Problem, json: bool) {
    match problem {
        Problem::PipeClosed => {}
        _ if json => complain(as_json(problem)),
        Problem::Arguments(error) => drop(error.print()),
        _ => {
            // In the style of clap's errors.
            let error = console::style("error:").for_stderr().red().bold();
            complain(format_args!("{error} {}", lines(&sentence(problem))));
        }
    }
}

/// A problem in words.
fn sentence(problem: &Problem) -> String {
    match problem {
        Problem::Arguments(error) => {
            let text = error.to_string();
            text.trim_end().trim_start_matches("error: ").to_owned()
        }
        Problem::Usage(text) | Problem::Local(text) => text.clone(),
        Problem::Invalid(all) => {
            let lines = all.iter().map(|invalid| format!("\n  --{}: {}", invalid.option, invalid.what));
            format!("nothing was sent, because of these parameters:{}", lines.collect::<String>())
        }
        Problem::Call(error) => with_causes(error),
        Problem::SessionEnded(error, login) => {
            format!("{}; if the session has ended, run `{login}`", with_causes(error))
        }
        Problem::Interrupted => "interrupted".to_owned(),
        Problem::PipeClosed => "the output was closed".to_owned(),
    }
}

fn with_causes(error: &Error) -> String {
    let causes = std::iter::successors(std::error::Error::source(error), |cause| cause.source());
    causes.fold(call_failed(error), |text, cause| format!("{text}\n  {cause}"))
}

/// The remedy if a server doesn't have an inferred path.
const REQUEST_PATH: &str = "pass it with `--request-path`, or set it in `paths` of your profile";

/// An error, with advice for users of a program instead of a library.
fn call_failed(error: &Error) -> String {
    let text = match error.operation() {
        Some(operation) => format!("{operation}: {}", error.text()),
        None => error.text(),
    };
    let text = advised(text, error.kind());
    let text = match error.inferred_path() {
        Some(path) => format!("{text}; {}", Inferred { path, remedy: REQUEST_PATH }),
        None => text,
    };
    match error.page() {
        Some(page) => format!("page {page} of the list: {text}"),
        None => text,
    }
}

fn advised(text: String, kind: &ErrorKind) -> String {
    let advice = match kind {
        ErrorKind::TooNew { .. } => "update the server, or correct `--server-version`",
        ErrorKind::Removed { .. } => "use what replaces it, or correct `--server-version`",
        ErrorKind::ReadOnly { .. } => {
            "call it without `--read-only`, and with a profile that isn't `read-only`"
        }
        ErrorKind::UntrustedPath => "vouch for it with `--trust-path`, or set it in `paths` of your profile",
        ErrorKind::NoPath => "set one with `--request-path`",
        ErrorKind::Decode(undecoded) if !undecoded.is_page() => {
            "the operation was probably carried out; if the server is newer than this program, \
             update the program"
        }
        ErrorKind::TooLarge { .. } => {
            "raise `--max-body`, send the result to a pipe, or save it with `--output`"
        }
        ErrorKind::Connect(_) => "check the base URL, the server, its certificate and any proxy",
        _ => return text,
    };
    let what = kind.help().and_then(|usual| text.strip_suffix(usual));
    what.map(|what| format!("{what}{advice}")).unwrap_or(text)
}

/// A problem for programs.
fn as_json(problem: &Problem) -> serde_json::Value {
    let message = sentence(problem);
    let kind = match problem {
        Problem::Arguments(_) | Problem::Usage(_) | Problem::Invalid(_) => "usage",
        Problem::SessionEnded(..) => "refused",
        Problem::Call(error) if error.failure().is_some() => "refused",
        Problem::Call(error) if is_usage(error) => "usage",
        Problem::Call(_) => "failed",
        Problem::Local(_) | Problem::Interrupted | Problem::PipeClosed => "local",
    };
    let mut object = json!({ "kind": kind, "message": message });
    if let Problem::Invalid(all) = problem {
        let parameter = |invalid: &Invalid| json!({ "option": invalid.option, "name": invalid.name, "what": invalid.what });
        object["parameters"] = all.iter().map(parameter).collect();
    }
    if let Some(error) = problem.error() {
        if let Some(page) = error.page() {
            object["page"] = json!(page);
        }
        object["operation"] = json!(error.operation());
        object["inferred_path"] = json!(error.inferred_path());
        if let Some(failure) = error.failure() {
            object["http_status"] = json!(failure.http_status().as_u16());
            object["status"] = json!(failure.status());
            object["message"] = json!(failure.message());
            object["body"] = json!(failure.shown);
        }
    }
    json!({ "error": object })
}
