//! `conformance`: does a server, in any language, refuse callers without a credential, and which
//! operations does it serve?

use std::path::PathBuf;

use clap::ArgMatches;
use serde_json::{Value, json};

use super::{
    options::{is_set, one},
    output,
    problem::Problem,
    progress::Progress,
    request,
    sources::Sources,
    table::Program,
};
use crate::codec::Api;
use crate::core::{Descriptor, PathStatus, driver::Driver};
use crate::testing::conformance::{Conformance, Finding, Report};

/// The remedies for operations that aren't there, and for those that may not be.
const UNSERVED: &str = "If the server has another path for one, pass it with `--request-path`, set it in `paths` of a profile, or, for all users of the API, in an overlay of its spec.";
const INDISTINCT: &str =
    "The server refuses these whether or not it has the path. Call one with a credential to find out.";

/// Calls the operations that only read without a credential, and lists those that aren't refused and
/// those that aren't there. With `--record`, records the responses instead.
pub(super) fn run<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    match one::<PathBuf>(matches, "record") {
        None => test::<A>(program, matches),
        #[cfg(feature = "cassette")]
        Some(path) => super::evidence::run::<A>(program, matches, &path),
        #[cfg(not(feature = "cassette"))]
        Some(_) => Err(request::no_cassettes()),
    }
}

fn test<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let sources = Sources::new(program, matches, A::SERVERS)?;
    let url = sources.url()?;
    let transport = request::transport(&sources, program.name)?;
    let client = request::reading::<A, _>(&sources, &url, transport).build()?;
    let progress = Progress::of_operations(program.api.operations.len());
    let test = Conformance::new(client).tell_paths_apart().on_progress(progress.position());
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the calls", &error))?;
    let report = driver.wait(async { Ok::<_, Problem>(test.run().await) })?;
    drop(progress);
    let text = text(program, &report);
    if is_set(matches, "json") {
        output::json(&object(program, &report))?;
    }
    match report.is_passed() {
        true if is_set(matches, "json") => Ok(()),
        true => output::text(&text),
        false => Err(Problem::Local(text.trim_end().to_owned())),
    }
}

/// The report with paths and remedies.
fn text(program: &Program, report: &Report) -> String {
    let mut text = Report { unserved: Vec::new(), indistinct: Vec::new(), ..report.clone() }.to_string();
    let lists = [
        (&report.unserved, "not served (HTTP 404 or 405)", UNSERVED),
        (&report.indistinct, "can't be told from paths that don't exist", INDISTINCT),
    ];
    for (names, what, remedy) in lists.into_iter().filter(|(names, ..)| !names.is_empty()) {
        let lines = named(program, names).map(|operation| {
            let mark = if operation.path_status == PathStatus::Inferred { " (inferred)" } else { "" };
            format!("  {} {}{mark}\n", operation.name, operation.path.unwrap_or_default())
        });
        text += &format!("\n{} {what}:\n{}{remedy}\n", names.len(), lines.collect::<String>());
    }
    text
}

fn named<'n>(program: &'n Program, names: &'n [&str]) -> impl Iterator<Item = &'static Descriptor> + 'n {
    program.api.operations.iter().copied().filter(|operation| names.contains(&operation.name))
}

fn object(program: &Program, report: &Report) -> Value {
    let finding = |finding: &Finding| {
        json!({
            "operation": finding.operation,
            "sent": finding.sent.to_string(),
            "problem": finding.problem.to_string(),
        })
    };
    let operations = |names: &[&str]| -> Value {
        named(program, names)
            .map(|operation| {
                let is_inferred = operation.path_status == PathStatus::Inferred;
                json!({ "operation": operation.name, "path": operation.path, "inferred": is_inferred })
            })
            .collect()
    };
    json!({
        "calls": report.calls,
        "findings": report.findings.iter().map(finding).collect::<Value>(),
        "not_served": operations(&report.unserved),
        "indistinct": operations(&report.indistinct),
        "stopped": report.stopped,
    })
}
