//! The results of a test of a server.

use std::fmt;

use http::StatusCode;

use crate::codec::Reply;
use crate::core::{Descriptor, Error, ErrorKind, Failure};

/// The results of calls that a server must refuse.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Report {
    /// The number of calls that the server responded to.
    pub calls: usize,
    /// The operations that the server doesn't serve (HTTP 404 or 405 to at least one call), as the
    /// documents write their names: it may have them at other paths.
    pub unserved: Vec<&'static str>,
    /// The operations that the server may not have: HTTP 404 may also mean a value in the path, and
    /// a refusal may say nothing about the path, if this was
    /// [asked](super::Conformance::tell_paths_apart).
    pub indistinct: Vec<&'static str>,
    /// Why not all operations were called: the last of three calls in a row without a response.
    pub stopped: Option<String>,
    /// The calls that were not refused as they must be, in the documents' order.
    pub findings: Vec<Finding>,
}

/// A call that was not refused as it must be.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Finding {
    /// Name of the operation, as the documents write it.
    pub operation: &'static str,
    /// The call that was sent.
    pub sent: Sent,
    /// The server's mistake.
    pub problem: Problem,
}

/// A call that a server must refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sent {
    /// There was no credential.
    NoCredential,
    /// There was a credential of another kind, with this title.
    OtherCredential(&'static str),
    /// The gate with this code was shut.
    GateShut(&'static str),
}

/// A way in which a server failed to refuse a call.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// It returned a result, or said that the operation isn't implemented, which only callers that
    /// it admits should learn: the gates didn't stop the call.
    Reached,
    /// Its refusal names this parameter of the operation.
    NamesParameter(&'static str),
    /// There was no response that says it, for this reason.
    Unclear(String),
}

impl Report {
    /// Checks that every call was refused as it must be.
    ///
    /// # Panics
    ///
    /// If one wasn't, or if the server has none of the paths.
    #[track_caller]
    #[expect(clippy::panic, reason = "it fails a test")]
    pub fn verify(&self) {
        if !self.is_passed() {
            panic!("{self}");
        }
    }

    /// Returns whether every call was refused as it must be, there was one, and the server was
    /// not left alone before the end.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.calls > 0 && self.findings.is_empty() && self.stopped.is_none()
    }

    pub(super) fn add(
        &mut self,
        operation: &'static Descriptor,
        sent: Sent,
        result: Result<Box<Reply>, Error>,
    ) {
        let problem = match result {
            Ok(_) => Some(Problem::Reached),
            Err(error) => match error.kind() {
                ErrorKind::ReadOnly { .. } => return,
                ErrorKind::Failure(failure) if is_absent(failure) => {
                    // The server may lack the value that was sent in the path, and not the operation.
                    let is_of_value = failure.http_status() == StatusCode::NOT_FOUND;
                    let list = match is_of_value && operation.has_path_parameters() {
                        true => &mut self.indistinct,
                        false => &mut self.unserved,
                    };
                    if list.last() != Some(&operation.name) {
                        list.push(operation.name);
                    }
                    return;
                }
                ErrorKind::Failure(failure) => problem(operation, failure),
                _ => Some(Problem::Unclear(error.to_string())),
            },
        };
        self.calls += 1;
        let finding = |problem| Finding { operation: operation.name, sent, problem };
        self.findings.extend(problem.map(finding));
    }
}

pub(super) fn is_absent(failure: &Failure) -> bool {
    [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&failure.http_status())
}

/// Returns the mistake in a refusal.
fn problem(operation: &Descriptor, failure: &Failure) -> Option<Problem> {
    if failure.http_status() == StatusCode::NOT_IMPLEMENTED {
        return Some(Problem::Reached);
    }
    // A refusal may say what the credential lacks.
    let credential = operation.auth.block().map_or(&[][..], |block| block.parameters);
    let is_in_credential = |name: &str| credential.iter().any(|field| field.name == name);
    let words: Vec<&str> = failure.message().split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let mut names = operation.parameters.iter().map(|parameter| parameter.name);
    names
        .find(|name| words.contains(name) && !is_in_credential(name) && !is_of_refusal(name, failure))
        .map(Problem::NamesParameter)
}

/// Returns whether a name is a word that a refusal may use in its usual meaning, such as "token": a plain
/// word without quotes.
fn is_of_refusal(name: &str, failure: &Failure) -> bool {
    let quoted = ['`', '\'', '"'].map(|quote| format!("{quote}{name}{quote}"));
    failure.is_one_of(&[401, 403])
        && name.chars().all(|character| character.is_ascii_lowercase())
        && !quoted.iter().any(|name| failure.message().contains(name))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.findings.len(), self.calls) {
            (0, 0) => writeln!(f, "No call reached an operation.")?,
            (0, all) => writeln!(f, "All {all} calls were refused, as required.")?,
            (some, all) => writeln!(f, "{some} of {all} calls were not refused as required:")?,
        }
        self.findings.iter().try_for_each(|finding| writeln!(f, "  {finding}"))?;
        if let Some(why) = &self.stopped {
            writeln!(f, "stopped: no response to three calls in a row: {why}")?;
        }
        let lists = [
            (&self.unserved, "not served (HTTP 404 or 405)"),
            (&self.indistinct, "HTTP 404, or a refusal that other paths get too"),
        ];
        lists.into_iter().filter(|(names, _)| !names.is_empty()).try_for_each(|(names, what)| {
            writeln!(f, "{what}: {}", names.len())?;
            names.iter().try_for_each(|name| writeln!(f, "  {name}"))
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}: {}", self.operation, self.sent, self.problem)
    }
}

impl fmt::Display for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCredential => write!(f, "without a credential"),
            Self::OtherCredential(title) => write!(f, "with another credential ({title})"),
            Self::GateShut(code) => write!(f, "with gate {code} shut"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reached => write!(f, "the gates didn't stop it"),
            Self::NamesParameter(name) => write!(f, "the refusal names the parameter {name}"),
            Self::Unclear(why) => write!(f, "{why}"),
        }
    }
}
