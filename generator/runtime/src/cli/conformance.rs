//! `conformance`: does a server, in any language, refuse callers without a credential?

use clap::ArgMatches;
use serde_json::json;

use super::{options::is_set, output, problem::Problem, secrets::Sources, table::Program};
use crate::{
    Api, Client,
    conformance::{Conformance, Finding},
    driver::Driver,
};

/// Calls what only reads, without a credential, and lists what isn't refused.
pub(super) fn run<A: Api>(program: &'static Program, matches: &ArgMatches) -> Result<(), Problem> {
    let url = Sources::new(program, matches)?.url()?;
    let client = Client::<A, _>::builder(&url).read_only().build()?;
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the calls", &error))?;
    let report = driver.wait(async { Ok::<_, Problem>(Conformance::new(client).run().await) })?;
    if is_set(matches, "json") {
        output::json(&report.findings.iter().map(object).collect())?;
    }
    match report.is_passed() {
        true if is_set(matches, "json") => Ok(()),
        true => output::text(&report.to_string()),
        false => Err(Problem::Local(report.to_string().trim_end().to_owned())),
    }
}

fn object(finding: &Finding) -> serde_json::Value {
    json!({
        "operation": finding.operation,
        "sent": finding.sent.to_string(),
        "problem": finding.problem.to_string(),
    })
}
