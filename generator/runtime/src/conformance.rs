//! A test of a server: does it refuse every caller that it must, and does a refusal say nothing
//! about parameters?
//!
//! [`Conformance`] calls every operation without a credential, with a credential of another kind,
//! and with each gate shut. It sends no parameters, so that a server which lets such a call through
//! has nothing to act on unless the operation needs none. A call that must be refused and isn't is
//! a [`Finding`].
//!
//! ```no_run
//! use api_runtime::{Api, Client, Credential, Error, Tower, conformance::Conformance, server::axum::Router};
//!
//! async fn refuses<A: Api>(open: Router, shut: Router, admin: impl Credential<Api = A>) -> Result<(), Error> {
//!     let client = |router| Client::<A, _>::with_transport("http://localhost", Tower::new(router)).build();
//!     let test = Conformance::new(client(open)?).credential(admin).shut("AR", client(shut)?);
//!     test.run().await.verify();
//!     Ok(())
//! }
//! ```
//!
//! A server in another language is tested over HTTP, with any transport, or by the CLI's command
//! `conformance`. If its data matter, give
//! it a client that is [`read_only`](crate::ClientBuilder::read_only), which leaves out what would do harm
//! if it weren't refused, and shut no gates: then no credential is sent to an operation that takes
//! it.

use std::fmt;

use http::StatusCode;

use crate::{
    Api, Auth, Client, Credential, Descriptor, Error, ErrorKind, Failure, Parameter, Reply, Transport,
    client::unfitting::Holder, debug::shows,
};

/// A test of a server; see the [module](self).
pub struct Conformance<A: Api, T: Transport> {
    client: Client<A, T>,
    credentials: Vec<Holder>,
    shut: Vec<(&'static str, Client<A, T>)>,
}

/// A call that must be refused: the client that sends it, and the credential.
type Refusable<'c, A, T> = (&'c Client<A, T>, Option<Holder>, Sent);

impl<A: Api, T: Transport> Conformance<A, T> {
    /// Tests the server that the client calls, all of whose gates are open. A credential of the
    /// client isn't sent.
    #[must_use]
    pub fn new(client: Client<A, T>) -> Self {
        Self { client, credentials: Vec::new(), shut: Vec::new() }
    }

    /// Adds a credential that the server accepts, without a one-time code. Operations that take another kind must refuse it.
    #[must_use]
    pub fn credential(mut self, credential: impl Credential<Api = A>) -> Self {
        self.credentials.push(credential.into());
        self
    }

    /// Adds the same server with one gate shut, given by its code: it must refuse the operations with
    /// that gate, even with their credential.
    ///
    /// # Panics
    ///
    /// If the API has no such gate.
    #[must_use]
    #[track_caller]
    #[expect(clippy::panic, reason = "a mistake in a test fails it")]
    pub fn shut(mut self, gate: &str, client: Client<A, T>) -> Self {
        let mut gates = A::DESCRIPTOR.gates.iter().map(|it| it.code);
        let Some(code) = gates.find(|code| *code == gate) else {
            panic!("{} has no gate `{gate}`", A::DESCRIPTOR.name);
        };
        self.shut.push((code, client));
        self
    }

    /// Calls the server, one call after the other.
    pub async fn run(self) -> Report {
        let mut report = Report { calls: 0, unserved: 0, findings: Vec::new() };
        for operation in A::DESCRIPTOR.operations {
            for (client, credential, sent) in self.calls(operation) {
                report.add(operation, sent, client.unfitting(operation, credential).await);
            }
        }
        report
    }

    /// The calls of an operation that must be refused.
    fn calls(&self, operation: &'static Descriptor) -> Vec<Refusable<'_, A, T>> {
        let takes = operation.auth.block().map(|block| block.credential);
        let (fitting, others): (Vec<_>, Vec<_>) =
            self.credentials.iter().partition(|it| Some(it.block().credential) == takes);
        let mut calls = Vec::new();
        if matches!(operation.auth, Auth::Required(_)) {
            calls.push((&self.client, None, Sent::NoCredential));
            let other = |it: &Holder| Sent::OtherCredential(it.block().title);
            calls.extend(others.into_iter().map(|it| (&self.client, Some(it.clone()), other(it))));
        }
        let fitting = fitting.first().map(|it| Holder::clone(it));
        let shut = self.shut.iter().filter(|(gate, _)| operation.gates.contains(gate));
        // Without its credential, it would be refused for that.
        let shut = shut.filter(|_| fitting.is_some() || takes.is_none());
        calls.extend(shut.map(|(gate, client)| (client, fitting.clone(), Sent::GateShut(gate))));
        calls
    }
}

shows!([A: Api, T: Transport] Conformance<A, T>, |it| Conformance {
    api: A::DESCRIPTOR.name,
    credentials: it.credentials.len(),
    shut: it.shut.len()
});

/// The results of calls that a server must refuse.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Report {
    /// The number of calls that the server responded to.
    pub calls: usize,
    /// The number of further calls whose path the server doesn't have (HTTP 404 or 405).
    pub unserved: usize,
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

    /// Returns whether every call was refused as it must be, and there was one.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.calls > 0 && self.findings.is_empty()
    }

    fn add(&mut self, operation: &'static Descriptor, sent: Sent, result: Result<Reply, Error>) {
        let problem = match result {
            Ok(_) => Some(Problem::Reached),
            Err(error) => match error.kind() {
                ErrorKind::ReadOnly { .. } => return,
                ErrorKind::Failure(failure) if is_absent(failure) => {
                    self.unserved += 1;
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

fn is_absent(failure: &Failure) -> bool {
    [StatusCode::NOT_FOUND, StatusCode::METHOD_NOT_ALLOWED].contains(&failure.http_status())
}

/// Returns the mistake in a refusal.
fn problem(operation: &Descriptor, failure: &Failure) -> Option<Problem> {
    if failure.http_status() == StatusCode::NOT_IMPLEMENTED {
        return Some(Problem::Reached);
    }
    // A refusal may say what the credential lacks.
    let of_credential = operation.auth.block().map_or(&[][..], |block| block.parameters);
    let is_own = |it: &&Parameter| of_credential.iter().all(|other| other.name != it.name);
    let mut own = operation.parameters.iter().filter(is_own);
    let words: Vec<&str> = failure.message().split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    let named = own.find(|it| words.contains(&it.name));
    named.map(|parameter| Problem::NamesParameter(parameter.name))
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (count, calls, unserved) = (self.findings.len(), self.calls, self.unserved);
        writeln!(
            f,
            "{count} of {calls} calls were not refused as they must be ({unserved} more had no path)"
        )?;
        self.findings.iter().try_for_each(|finding| writeln!(f, "  {finding}"))
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
