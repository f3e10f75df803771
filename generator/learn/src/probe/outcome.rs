//! The results: a table, and an overlay.

use std::fmt::Write;

use serde_json::{Value, json};

use super::plan::Plan;
use crate::draft::{Draft, spec_operation};
use generator_spec::model::{Api, Operation, Path};
use generator_spec::text::{columns, counted, plain};

/// The results of a probe.
#[derive(Debug)]
pub struct Outcome<'a> {
    /// The plan.
    pub plan: Plan<'a>,
    /// One for each operation of the plan that was asked about.
    pub findings: Vec<Finding<'a>>,
    /// Why not all were asked about.
    pub stop: Option<Stop>,
    /// The number of requests that were sent.
    pub requests: usize,
}

/// The result for an operation.
#[derive(Clone, Debug)]
pub struct Finding<'a> {
    /// The operation.
    pub operation: &'a Operation,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on a path: does it exist?
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does, and refused with this HTTP status.
    Confirmed(u16),
    /// It doesn't, but another one does.
    Moved {
        /// The other path.
        path: String,
        /// The HTTP status with which it refused.
        status: u16,
    },
    /// It doesn't, nor does any that was tried.
    Missing,
    /// The response doesn't say, for this reason.
    Unclear(String),
}

/// Why the server is not asked any further.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The user interrupted it.
    Interrupted,
    /// The server doesn't respond, for this reason.
    Silent(String),
    /// No documented path demands credentials: nothing to compare with.
    NothingDocumented,
    /// A path that can't exist and one that is documented get the same response,
    /// with this HTTP status.
    Alike(u16),
    /// A request without credentials was not refused.
    LetIn {
        /// The path.
        path: String,
        /// The HTTP status.
        status: u16,
    },
}

impl Stop {
    /// The result and the next step.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Self::Interrupted => "interrupted: what was found until then is kept".to_owned(),
            Self::Silent(reason) => format!("the server doesn't respond: {reason}"),
            Self::NothingDocumented => {
                "the documents show no path of an operation that demands credentials, so there is nothing to \
                 compare responses with"
                    .to_owned()
            }
            Self::Alike(status) => format!(
                "the server responds to documented paths and to paths that can't exist alike (HTTP {status}): nothing \
                 can be found out this way; is this the base URL of the API?"
            ),
            Self::LetIn { path, status } => format!(
                "{path} accepted a request without credentials (HTTP {status}), although its operation demands \
                 them; nothing more is sent: see whether the server did something"
            ),
        }
    }
}

impl Verdict {
    const TITLES: [&str; 4] = ["confirmed", "moved", "missing", "unclear"];

    fn title(&self) -> &'static str {
        let [confirmed, moved, missing, unclear] = Self::TITLES;
        match self {
            Self::Confirmed(_) => confirmed,
            Self::Moved { .. } => moved,
            Self::Missing => missing,
            Self::Unclear(_) => unclear,
        }
    }

    fn note(&self) -> String {
        match self {
            Self::Confirmed(status) => format!("HTTP {status}"),
            Self::Moved { path, status } => format!("is {path} (HTTP {status})"),
            Self::Missing => String::new(),
            Self::Unclear(reason) => reason.clone(),
        }
    }
}

impl Outcome<'_> {
    /// The table, for people.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for title in Verdict::TITLES {
            let found = self.findings.iter().filter(|it| it.verdict.title() == title);
            let row = |it: &Finding<'_>| {
                let path = it.operation.path.text().unwrap_or_default();
                [&it.operation.name, path, &it.verdict.note()].map(plain)
            };
            section(&mut text, title, found.map(row).collect());
        }
        let row = |(operation, reason): &(&Operation, String)| [&*operation.name, reason, ""].map(plain);
        section(&mut text, "not asked", self.plan.left_out.iter().map(row).collect());
        text.truncate(text.trim_end_matches('\n').len() + 1);
        text
    }

    /// The table, for programs.
    #[must_use]
    pub fn json(&self) -> Value {
        let finding = |Finding { operation, verdict }: &Finding<'_>| {
            let moved = match verdict {
                Verdict::Moved { path, .. } => Some(path),
                Verdict::Confirmed(_) | Verdict::Missing | Verdict::Unclear(_) => None,
            };
            json!({
                "operation": operation.name,
                "path": operation.path.text(),
                "verdict": verdict.title(),
                "moved_to": moved,
                "note": verdict.note(),
            })
        };
        let left_out = |(operation, reason): &(&Operation, String)| json!({ "operation": operation.name, "reason": reason });
        json!({
            "api": self.plan.api.name,
            "requests": self.requests,
            "stopped": self.stop.as_ref().map(Stop::text),
            "findings": self.findings.iter().map(finding).collect::<Vec<_>>(),
            "not_asked": self.plan.left_out.iter().map(left_out).collect::<Vec<_>>(),
        })
    }

    /// The inferred paths that exist, as an overlay on `base`: the API without
    /// the overlays that were read.
    #[must_use]
    pub fn draft(&self, base: &Api) -> Draft {
        let mut draft = Draft::new(&self.plan.api.name);
        for Finding { operation, verdict } in &self.findings {
            let Path::Inferred(inferred) = &operation.path else { continue };
            let (path, status) = match verdict {
                Verdict::Confirmed(status) => (inferred, status),
                Verdict::Moved { path, status } => (path, status),
                Verdict::Missing | Verdict::Unclear(_) => continue,
            };
            let name = &spec_operation(base, operation).unwrap_or(operation).name;
            let seen = format!("an empty POST is refused with HTTP {status}");
            draft.set(&["operations", name, "path"], path.as_str(), seen);
        }
        draft
    }
}

/// Rows in columns, below their count.
fn section(text: &mut String, title: &str, rows: Vec<[String; 3]>) {
    if rows.is_empty() {
        return;
    }
    // A text takes any text.
    let _ = writeln!(text, "{title}: {}", counted(rows.len(), "operation"));
    for line in columns(&rows) {
        let _ = writeln!(text, "  {line}");
    }
    text.push('\n');
}
