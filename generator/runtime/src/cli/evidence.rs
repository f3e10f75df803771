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
    values::{Form, Of},
};
use crate::client::{Client, Transport};
use crate::codec::{Api, Reply};
use crate::core::{Effect, Error, driver::Driver};
use crate::testing::conformance::{MOST_SILENT, is_silent};

/// The calls that were made, and why others were not.
#[derive(Default)]
struct Done {
    recorded: usize,
    /// Those that failed, with the HTTP status.
    failed: Vec<(&'static str, String)>,
    /// Operations that need parameters.
    parameters: Vec<&'static str>,
    /// Operations whose credential is missing, and what is missing first; whether one is there.
    credential: Vec<&'static str>,
    missing: Option<Problem>,
    is_signed: bool,
    /// Why not all were called.
    stopped: Option<String>,
}

/// Calls what only reads and needs no parameters, with its credential, and records the kinds of values.
pub(super) fn run<A: Api>(
    program: &'static Program,
    matches: &ArgMatches,
    path: &Path,
) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches, A::SERVERS)?;
    sources.resume()?;
    let transport = request::transport(&sources, program.name)?;
    let recorder = request::recorded::<A, _>(transport, path, "record", |it| it.without_values())?;
    let done = calls::<A, _>(program, &mut sources, recorder)?;
    if is_set(matches, "json") {
        output::json(&done.object())?;
    }
    match done {
        Done { is_signed: false, missing: Some(problem), .. } => Err(problem),
        Done { recorded: 0, .. } | Done { stopped: Some(_), .. } => Err(Problem::Local(done.text(path))),
        Done { .. } if is_set(matches, "json") => Ok(()),
        Done { .. } => output::text(&done.text(path)),
    }
}

fn calls<A: Api, T: Transport + Clone>(
    program: &'static Program,
    sources: &mut Sources<'_>,
    transport: T,
) -> Result<Done, Problem> {
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the calls", &error))?;
    let progress = Progress::of_operations(program.api.operations.len());
    let (mut done, mut silent, mut clients) = (Done::default(), 0, HashMap::new());
    for (number, (_, command)) in names::commands(program).enumerate() {
        progress.position()(number);
        let operation = command.operation;
        if operation.effect != Effect::Reads {
            continue;
        }
        let mut form = Form::new(Of::Operation(command), names::of_operation(program, command));
        if check::check(&mut [&mut form], sources.get("server-version"), sources, "", None).is_err() {
            done.parameters.push(operation.name);
            continue;
        }
        let block = operation.auth.block().map(|block| block.name);
        let client = clients.entry(block).or_insert_with(|| {
            let client = client::<A, T>(command, sources, transport.clone());
            client.map_err(|problem| done.missing.get_or_insert(problem)).ok()
        });
        let Some(client) = client else {
            done.credential.push(operation.name);
            continue;
        };
        done.is_signed |= block.is_some();
        let values = form.sent();
        let result = driver.wait(async {
            let call = client.describe(operation, |to| to.values = values)?;
            client.reply(call, false, |_, _| {}).await
        });
        silent = if is_silent(&result) { silent + 1 } else { 0 };
        if let (Err(error), MOST_SILENT) = (&result, silent) {
            done.stopped = Some(error.to_string());
            return Ok(done);
        }
        done.add(operation.name, &result);
    }
    Ok(done)
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
        if let Of::Credential(credential) = form.of {
            builder = request::signed(builder, sources, credential, form.sent());
        }
    }
    Ok(builder.build()?)
}

impl Done {
    fn add(&mut self, operation: &'static str, result: &Result<Box<Reply>, Error>) {
        match result {
            Ok(_) => self.recorded += 1,
            Err(error) => {
                let status = error.failure().map(|it| format!("HTTP {}", it.http_status().as_u16()));
                self.recorded += usize::from(status.is_some());
                self.failed.push((operation, status.unwrap_or_else(|| "no response".to_owned())));
            }
        }
    }

    fn text(&self, path: &Path) -> String {
        let calls = if self.recorded == 1 { "call" } else { "calls" };
        let mut text = format!("{} {calls} recorded in {}, without values\n", self.recorded, path.display());
        let failed = self.failed.iter().map(|(name, status)| format!("{name} ({status})")).collect();
        let names = |of: &[&str]| of.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
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
