//! The backup server: administrators and their sessions, users, policies, jobs.

mod accounts;
mod gates;
mod jobs;
mod policies;

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use backup_server_api::server::{self, Builder, Refusal};
use backup_server_api::*;
use serde_json::json;

/// The server. Its state goes with the process.
#[derive(Default)]
pub struct Backup(Mutex<State>);

#[derive(Default)]
struct State {
    admins: BTreeMap<String, Account>,
    users: BTreeMap<String, Account>,
    sessions: Vec<Session>,
    policies: BTreeMap<String, GroupPolicy>,
    jobs: BTreeMap<String, Job>,
}

struct Account {
    password: Secret,
    /// Empty: the top-level organization.
    organization: String,
}

struct Session {
    key: Secret,
    name: String,
    of: Of,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Admin,
    User,
}

struct Job {
    user: String,
    status: Status,
    cancellation_id: String,
}

/// The documents name two states of a job; the third is what a cancelled one
/// is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Running,
    Abandoned,
    Cancelled,
}

/// An administrator whose credential is right.
pub struct Admin {
    name: String,
    organization: String,
    /// The session key that proved it.
    session: Option<Secret>,
}

/// An end user whose credential is right.
pub struct User;

/// Every path of the API; the groups below have handlers.
pub fn builder(backup: Backup) -> Builder<Backup> {
    server::builder(backup)
        .group(server::administrators())
        .group(server::sign_in())
        .group(server::users())
        .group(server::jobs())
        .group(server::policies())
}

impl Backup {
    fn state(&self) -> MutexGuard<'_, State> {
        // No handler leaves the state half changed.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A job, as a device would report it.
    pub fn add_job(&self, id: &str, user: &str, cancellation_id: &str) {
        let job = Job {
            user: user.to_owned(),
            status: Status::Running,
            cancellation_id: cancellation_id.to_owned(),
        };
        self.state().jobs.insert(id.to_owned(), job);
    }
}

impl State {
    fn session(&self, of: Of, name: &str, key: &Secret) -> bool {
        self.sessions.iter().any(|it| it.of == of && it.name == name && it.key == *key)
    }

    fn job(&mut self, id: &str, user: &str) -> Result<&mut Job, Refusal> {
        let job = self.jobs.get_mut(id).filter(|job| job.user == user);
        job.ok_or(Refusal::not_found("the user has no such job"))
    }
}

fn none(what: &'static str) -> impl Fn() -> Refusal {
    move || Refusal::not_found(format!("there is no such {what}"))
}

fn done(text: &str) -> Json {
    json!({ "Status": 200, "Message": text }).into()
}
