//! `conformance --record` keeps what a server returns to calls that only read, as evidence for `learn`.

use std::{collections::HashMap, path::Path};

use clap::ArgMatches;
use serde_json::{Value, json};

use super::{
    check, credential, names,
    options::is_set,
    output,
    problem::Problem,
    progress::Progress,
    request, server,
    sources::Sources,
    table::{Command, Program},
    values::{Form, Owner},
};
use crate::client::{Client, Transport};
use crate::codec::{Api, Reply};
use crate::core::{Effect, Error, driver::Driver};
use crate::testing::conformance::{MAX_SILENT, is_silent};

/// The number of calls that were recorded, and the reasons for those that were not.
#[derive(Default)]
struct Summary {
    recorded: usize,
    /// Operations that failed, with the HTTP status.
    failed: Vec<(&'static str, String)>,
    /// Operations that need parameters.
    parameters: Vec<&'static str>,
    /// Operations whose credential is missing.
    credential: Vec<&'static str>,
    /// The first problem with a credential.
    missing: Option<Problem>,
    /// True if a call was sent with a credential.
    is_signed: bool,
    /// The reason why the calls were stopped.
    stopped: Option<String>,
}

/// Calls the operations that only read and need no parameters, with their credentials, and records the
/// responses without values.
pub(super) fn run<A: Api>(
    program: &'static Program,
    matches: &ArgMatches,
    path: &Path,
) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches, A::SERVERS)?;
    sources.resume()?;
    let transport = request::transport(&sources, program.name)?;
    let recorder =
        request::recorded::<A, _>(transport, path, "record", |recorder| recorder.without_values())?;
    let summary = calls::<A, _>(program, &mut sources, recorder)?;
    if is_set(matches, "json") {
        output::json(&summary.object())?;
    }
    match summary {
        Summary { is_signed: false, missing: Some(problem), .. } => Err(problem),
        Summary { recorded: 0, .. } | Summary { stopped: Some(_), .. } => {
            Err(Problem::Local(summary.text(path)))
        }
        Summary { .. } if is_set(matches, "json") => Ok(()),
        Summary { .. } => output::text(&summary.text(path)),
    }
}

fn calls<A: Api, T: Transport + Clone>(
    program: &'static Program,
    sources: &mut Sources<'_>,
    transport: T,
) -> Result<Summary, Problem> {
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the calls", &error))?;
    let progress = Progress::of_operations(program.api.operations.len());
    let (mut summary, mut silent, mut clients) = (Summary::default(), 0, HashMap::new());
    for (number, (_, command)) in names::commands(program).enumerate() {
        progress.position()(number);
        let operation = command.operation;
        if operation.effect != Effect::Reads {
            continue;
        }
        let mut form = Form::new(Owner::Operation(command), names::operation_slots(program, command));
        if check::check(&mut [&mut form], sources.get("server-version"), sources, "", None).is_err() {
            summary.parameters.push(operation.name);
            continue;
        }
        let block = operation.auth.block().map(|block| block.name);
        let client = clients.entry(block).or_insert_with(|| {
            let client = client::<A, T>(command, sources, transport.clone());
            client.map_err(|problem| summary.missing.get_or_insert(problem)).ok()
        });
        let Some(client) = client else {
            summary.credential.push(operation.name);
            continue;
        };
        summary.is_signed |= block.is_some();
        let values = form.sent();
        let result = driver.wait(async {
            let call = client.describe(operation, |to| to.values = values)?;
            client.reply(call, false, |_, _| {}).await
        });
        silent = if is_silent(&result) { silent + 1 } else { 0 };
        if let (Err(error), MAX_SILENT) = (&result, silent) {
            summary.stopped = Some(error.to_string());
            return Ok(summary);
        }
        summary.add(operation.name, &result);
    }
    Ok(summary)
}

/// A client with the credential of an operation.
fn client<A: Api, T: Transport>(
    command: &'static Command,
    sources: &mut Sources<'_>,
    transport: T,
) -> Result<Client<A, T>, Problem> {
    let url = sources.url()?;
    let mut builder = request::reading::<A, T>(sources, &url, transport);
    if let Some(version) = sources.get("server-version") {
        builder = builder.server_version(version);
    }
    if let Some(mut form) = credential::read(command, sources)? {
        check::check(&mut [&mut form], None, sources, server::shown(&url), None)?;
        if let Owner::Credential(credential) = form.owner {
            builder = request::signed(builder, sources, credential, form.sent());
        }
    }
    Ok(builder.build()?)
}

impl Summary {
    fn add(&mut self, operation: &'static str, result: &Result<Box<Reply>, Error>) {
        match result {
            Ok(_) => self.recorded += 1,
            Err(error) => {
                let status =
                    error.failure().map(|failure| format!("HTTP {}", failure.http_status().as_u16()));
                self.recorded += usize::from(status.is_some());
                self.failed.push((operation, status.unwrap_or_else(|| "no response".to_owned())));
            }
        }
    }

    fn text(&self, path: &Path) -> String {
        let calls = if self.recorded == 1 { "call" } else { "calls" };
        let mut text = format!("{} {calls} recorded in {}, without values\n", self.recorded, path.display());
        let failed = self.failed.iter().map(|(name, status)| format!("{name} ({status})")).collect();
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (what, all) in [
            ("failed", failed),
            (
                "not called: they need parameters; record calls of them with `--record-shape`",
                names(&self.parameters),
            ),
            ("not called: their credential is missing", names(&self.credential)),
        ] {
            if !all.is_empty() {
                text += &format!("\n{} {what}:\n  {}\n", all.len(), all.join("\n  "));
            }
        }
        if let Some(why) = &self.stopped {
            text += &format!("stopped: no response to three calls in a row: {why}\n");
        }
        text.trim_end().to_owned() + "\n"
    }

    fn object(&self) -> Value {
        let failed = self.failed.iter().map(|(name, why)| json!({ "operation": name, "problem": why }));
        json!({
            "recorded": self.recorded,
            "failed": failed.collect::<Value>(),
            "parameters": self.parameters,
            "credential": self.credential,
            "stopped": self.stopped,
        })
    }
}
