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

mod paths;
mod report;

use self::paths::Paths;
pub use self::report::{Finding, Problem, Report, Sent};
use crate::client::{Client, Transport, unfitting::CredentialSource};
use crate::codec::{Api, Credential, Reply};
use crate::core::{Auth, Descriptor, Error, ErrorKind, debug::shows};

/// After this many calls in a row without a response, the test stops.
pub(crate) const MAX_SILENT: usize = 3;

/// A test of a server; see the [module](self).
pub struct Conformance<A: Api, T: Transport> {
    client: Client<A, T>,
    credentials: Vec<CredentialSource>,
    shut: Vec<(&'static str, Client<A, T>)>,
    paths: Option<Paths>,
    watch: Box<dyn Fn(usize) + Send + Sync>,
}

/// A call that must be refused: the client that sends it, and the credential.
type Refusable<'c, A, T> = (&'c Client<A, T>, Option<CredentialSource>, Sent);

impl<A: Api, T: Transport> Conformance<A, T> {
    /// Tests the server that the client calls, all of whose gates are open. A credential of the
    /// client isn't sent.
    #[must_use]
    pub fn new(client: Client<A, T>) -> Self {
        Self { client, credentials: Vec::new(), shut: Vec::new(), paths: None, watch: Box::new(|_| {}) }
    }

    /// Finds out which refusals say nothing about the path, because the server refuses paths that it
    /// can't have in the same way. Leaves out operations whose path a lenient server could take for
    /// another operation's.
    #[must_use]
    pub fn tell_paths_apart(mut self) -> Self {
        self.paths = Some(Paths::default());
        self
    }

    /// Calls `watch` before each operation, with the number of operations that are done.
    #[must_use]
    pub fn on_progress(mut self, watch: impl Fn(usize) + Send + Sync + 'static) -> Self {
        self.watch = Box::new(watch);
        self
    }

    /// Adds a credential that the server accepts, without a one-time code. Operations that take another
    /// kind of credential must refuse it.
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
        let mut gates = A::DESCRIPTOR.gates.iter().map(|gate| gate.code);
        let Some(code) = gates.find(|code| *code == gate) else {
            panic!("{} has no gate `{gate}`", A::DESCRIPTOR.name);
        };
        self.shut.push((code, client));
        self
    }

    /// Calls the server, one call after the other, and stops after three without a response in a
    /// row.
    pub async fn run(mut self) -> Report {
        let mut report = Report::default();
        let (mut paths, mut silent) = (self.paths.take(), 0);
        let operations = A::DESCRIPTOR.operations;
        for (done, operation) in operations.iter().enumerate() {
            (self.watch)(done);
            if paths.is_some() && !paths::is_distinct(operation, operations) {
                continue;
            }
            for (client, credential, sent) in self.calls(operation) {
                let result = client.unfitting(operation, credential).await;
                silent = if is_silent(&result) { silent + 1 } else { 0 };
                let is_bare = sent == Sent::NoCredential;
                let refusal = result.as_ref().err().and_then(Error::failure).filter(|_| is_bare);
                if let (Some(paths), Some(failure)) = (&mut paths, refusal)
                    && paths.is_alike(client, operation, failure).await
                {
                    report.indistinct.push(operation.name);
                }
                if let (Err(error), MAX_SILENT) = (&result, silent) {
                    report.stopped = Some(error.to_string());
                    return report;
                }
                report.add(operation, sent, result);
            }
        }
        report
    }

    /// The calls of an operation that must be refused.
    fn calls(&self, operation: &'static Descriptor) -> Vec<Refusable<'_, A, T>> {
        let takes = operation.auth.block().map(|block| block.credential);
        let (fitting, others): (Vec<_>, Vec<_>) =
            self.credentials.iter().cloned().partition(|source| Some(source.block().credential) == takes);
        let mut calls = Vec::new();
        if matches!(operation.auth, Auth::Required(_)) {
            calls.push((&self.client, None, Sent::NoCredential));
            calls.extend(others.into_iter().map(|other| {
                let sent = Sent::OtherCredential(other.block().title);
                (&self.client, Some(other), sent)
            }));
        }
        let fitting = fitting.into_iter().next();
        // Without the operation's credential, the call would be refused for that reason.
        if fitting.is_some() || takes.is_none() {
            let shut = self.shut.iter().filter(|(gate, _)| operation.gates.contains(gate));
            calls.extend(shut.map(|(gate, client)| (client, fitting.clone(), Sent::GateShut(gate))));
        }
        calls
    }
}

shows!([A: Api, T: Transport] Conformance<A, T>, |it| Conformance {
    api: A::DESCRIPTOR.name,
    credentials: it.credentials.len(),
    shut: it.shut.len()
});

/// Returns whether a call has got no response.
pub(crate) fn is_silent(result: &Result<Box<Reply>, Error>) -> bool {
    let kind = result.as_ref().err().map(Error::kind);
    matches!(kind, Some(ErrorKind::TimedOut | ErrorKind::Connect(_) | ErrorKind::Transport(_)))
}
