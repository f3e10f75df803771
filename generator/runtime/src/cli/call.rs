//! One call: parameters -> validation -> request -> response.

use std::{iter, mem, path::PathBuf};

use super::{
    check, confirm, credential, curl,
    keeper::Keeper,
    options::Items,
    output, pages,
    problem::Problem,
    request::{self, Prepared},
    response,
    save::Target,
    screen::Screen,
    server,
    sources::Sources,
    table::{Command, Credential},
    values::{Form, Owner},
    verbose,
};
use crate::client::dynamic::{self, Watch};
use crate::client::{Transport, reach::Reach};
use crate::codec::{Api, values::Placed};
use crate::core::{Error, driver::Driver};
#[cfg(feature = "cassette")]
use crate::testing::cassette::Recorder;

/// The server of `--dry-run` if the user names none.
const NO_URL: &str = "https://api.example.com";

/// The effect of a call on the session of its profile.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Session {
    /// It uses the session, if there is one.
    Use,
    /// It starts the session.
    Start,
    /// It ends the session.
    End,
}

/// Calls an operation.
pub(super) fn run<A: Api>(
    command: &'static Command,
    sources: Sources<'_>,
    session: Session,
) -> Result<(), Problem> {
    let operation = command.operation;
    let url = match sources.url_for(operation) {
        Err(_) if sources.is_dry() => NO_URL.to_owned(),
        url => url?,
    };
    let request_path: Option<String> = sources.get("request-path");
    let set = request_path.as_ref().or_else(|| sources.profile().paths.get(operation.name));
    let reach = match set {
        Some(path) => Reach::of(A::DESCRIPTOR, operation, &url, path),
        None => Reach::at_own(operation),
    };
    // The client refuses it as well, but only when the secrets are known.
    if sources.has("read-only") {
        let is_trusted = sources.has("trust-path") || request_path.is_none();
        reach.check_read_only(is_trusted).map_err(|kind| Error::new(operation.name, kind))?;
    }
    let prepared = prepare(command, sources, reach, url, session)?;
    if prepared.sources.is_dry() {
        return output::text(&curl::command::<A>(prepared)?);
    }
    let keeper = (session == Session::Start).then(|| Keeper::new(&prepared)).transpose()?;
    send::<A>(prepared, keeper.flatten().as_ref())
}

/// Reads and validates everything.
fn prepare<'a>(
    command: &'static Command,
    mut sources: Sources<'a>,
    reach: Reach,
    url: String,
    session: Session,
) -> Result<Prepared<'a>, Problem> {
    let mut form = Form::read(command, &mut sources);
    let server = server::shown(&url);
    let question = match session {
        // `logout` says what it destroys.
        Session::End if reach.other.is_none() => None,
        Session::Use | Session::Start | Session::End => {
            confirm::question(command, reach, &form, server, &sources)?
        }
    };
    let mut credential = credential::read(command, &mut sources)?;
    let user = credential.as_ref().and_then(credential::user);
    let account = user.map(|user| format!("{user} at {server}")).unwrap_or_else(|| server.to_owned());
    let mut forms: Vec<&mut Form> = iter::once(&mut form).chain(&mut credential).collect();
    check::check(&mut forms, sources.get("server-version"), &mut sources, &account, question.as_ref())?;
    let (mut values, credential) = (form.sent(), credential.and_then(sent));
    let headers = request::headers(&sources, command.operation, &mut values)?;
    Ok(Prepared { sources, command, url, effect: reach.effect, headers, values, credential })
}

/// A credential and its values, as they are sent.
fn sent(mut form: Form) -> Option<(&'static Credential, Vec<Placed>)> {
    match form.owner {
        Owner::Credential(credential) => Some((credential, form.sent())),
        Owner::Operation(_) => None,
    }
}

fn send<A: Api>(prepared: Prepared<'_>, keeper: Option<&Keeper>) -> Result<(), Problem> {
    let transport = request::transport(&prepared.sources, prepared.command.operation.name)?;
    let [whole, shape] = ["record", "record-shape"].map(|option| prepared.sources.get::<PathBuf>(option));
    match whole.clone().or(shape) {
        None => exchange::<A, _>(prepared, keeper, transport),
        #[cfg(feature = "cassette")]
        Some(path) => {
            let recorder = match whole {
                Some(_) => request::recorded::<A, _>(transport, &path, "record", |recorder| recorder),
                None => request::recorded::<A, _>(transport, &path, "record-shape", Recorder::without_values),
            }?;
            let result = exchange::<A, _>(prepared, keeper, recorder.clone());
            request::warn_of_secrets(&path, &recorder);
            result
        }
        #[cfg(not(feature = "cassette"))]
        Some(_) => Err(request::no_cassettes()),
    }
}

fn exchange<A: Api, T: Transport>(
    mut prepared: Prepared<'_>,
    keeper: Option<&Keeper>,
    transport: T,
) -> Result<(), Problem> {
    let mut values = mem::take(&mut prepared.values);
    let mut client = request::client::<A, T>(&mut prepared, transport);
    let Prepared { sources, command, headers, .. } = &prepared;
    let (output, replaces): (Option<PathBuf>, _) = (sources.get("output"), sources.has("force"));
    let target = Target::of(output.as_deref(), replaces, command.operation.returns, Screen::of_stdout())?;
    let streams = response::can_stream(&prepared, &target);
    let progress = request::progress(&mut values);
    if let Some(limit) = response::limit(sources, streams) {
        client = client.max_body(limit);
    }
    let client = client.build()?;
    let all = sources.get::<Items>("all").map(|_| pages::copy(&values));
    let call = client.describe(command.operation, |to| to.values = values)?;
    request::check_headers(headers, dynamic::request(&call))?;
    if sources.has("verbose") {
        verbose::request(dynamic::request(&call), &dynamic::shown_path(&call));
    }
    // Connections run on another thread, so that a server can't delay the time limits on this one.
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the call", &error))?;
    driver.wait(async {
        let show: Watch = if sources.has("verbose") { verbose::response } else { |_, _| {} };
        if let Some(values) = all {
            return pages::show(&client, &prepared, &values, target, show).await;
        }
        let reply = client.reply(call, streams, show).await;
        // The bar is gone before anything is printed.
        drop(progress);
        let received = response::read(*reply?)?;
        match keeper {
            None => response::show(&prepared, received, target).await,
            Some(keeper) => output::text(&keeper.keep(&received.json())?),
        }
    })
}
