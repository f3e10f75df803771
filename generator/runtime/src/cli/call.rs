//! One call: parameters -> validation -> request -> answer.

use std::path::PathBuf;

use clap::ArgMatches;

use super::{
    answer,
    check::{self, Form},
    credential::{self, Chosen},
    curl, names,
    options::Options,
    output,
    problem::Problem,
    request::{self, Prepared},
    save::{Existing, Target},
    screen::Screen,
    secrets::Sources,
    table::{Command, Program},
    values::Values,
};
use crate::Api;

/// Calls an operation, and prints the answer.
pub(super) fn run<A: Api>(
    program: &'static Program,
    command: &'static Command,
    matches: &ArgMatches,
) -> Result<(), Problem> {
    let options = Options::read(matches)?;
    let mut sources = Sources::new(program, matches, &options)?;
    let options = options.or(sources.profile());
    let url = sources.url();
    let prepared = prepare(program, command, options, matches, &mut sources)?;
    if prepared.options.dry_run {
        return curl::print::<A>(prepared, url.ok().as_deref());
    }
    send::<A>(prepared, &url?)
}

/// Reads and validates everything.
fn prepare(
    program: &'static Program,
    command: &'static Command,
    options: Options,
    matches: &ArgMatches,
    sources: &mut Sources<'_>,
) -> Result<Prepared, Problem> {
    let slots = names::of_operation(program, command);
    let mut form = Form {
        recode: command.recode,
        parameters: command.operation.parameters,
        operation: Some(command.operation),
        slots: check::options(&slots),
        values: Values::read(slots, matches, sources),
    };
    let mut chosen = credential::read(program, command, &options, matches, sources)?;
    let forms = [Some(&mut form), chosen.as_mut().map(|(_, form)| form)];
    let mut forms: Vec<&mut Form> = forms.into_iter().flatten().collect();
    check::check(&mut forms, options.server_version, sources)?;
    let bearer = options.bearer;
    let credential = chosen.map(|(credential, form)| Chosen { credential, given: form.values.given, bearer });
    Ok(Prepared { program, command, options, given: form.values.given, credential })
}

fn send<A: Api>(prepared: Prepared, url: &str) -> Result<(), Problem> {
    let Prepared { program, command, options, given, credential } = prepared;
    let target = target(&options)?;
    let client = request::client::<A>(&options, url, command, credential)?.build()?;
    let (mut form, progress) = request::form(&given)?;
    let call = client.describe(command.operation, |to| (command.recode)(&mut form, to))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Problem::local("cannot start the call", &error))?;
    let done = runtime.block_on(async {
        let reply = client.reply(call).await;
        // The bar is gone before anything is printed.
        drop(progress);
        let answer = answer::read(command.operation, reply?)?;
        output::answer(program, command, answer, &options, target).await
    });
    // Dropping it would wait until the name of the server is looked up, whatever the timeout.
    runtime.shutdown_background();
    done
}

/// Where a file goes.
fn target(options: &Options) -> Result<Target, Problem> {
    let existing = if options.force { Existing::Replace } else { Existing::Keep };
    let output = options.output.clone().map(PathBuf::into_os_string);
    Target::new(output, existing, Screen::of_stdout())
}
