//! One call: parameters -> validation -> request -> response.

use std::path::PathBuf;

use clap::ArgMatches;

use super::{
    check::{self, Form},
    confirm,
    credential::{self, Chosen},
    curl, names,
    options::{Items, Options},
    output, pages,
    problem::Problem,
    request::{self, Prepared},
    response,
    save::Target,
    screen::Screen,
    secrets::Sources,
    server,
    session::Keeper,
    table::{Command, Program},
    values::Values,
    verbose,
};
use crate::client::dynamic::{self, Watch};
use crate::client::{Transport, reach::Reach};
use crate::codec::Api;
use crate::core::{Error, driver::Driver};

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
    program: &'static Program,
    command: &'static Command,
    matches: &ArgMatches,
    session: Session,
) -> Result<(), Problem> {
    let mut sources = Sources::new(program, matches)?;
    if session != Session::Use {
        sources.prefer_profile()?;
    }
    if session != Session::Start {
        sources.resume()?;
    }
    let options = sources.options();
    let operation = command.operation;
    let url = match sources.url() {
        Err(_) if options.has("dry-run") => NO_URL.to_owned(),
        url => url?,
    };
    let request_path: Option<String> = options.get("request-path");
    let set = request_path.as_ref().or_else(|| options.paths.get(operation.name));
    let reach = match set {
        Some(path) => Reach::of(A::DESCRIPTOR, operation, &url, path),
        None => Reach::at_own(operation),
    };
    // The client refuses it as well, but only when the secrets are known.
    if options.has("read-only") {
        let is_trusted = options.has("trust-path") || request_path.is_none();
        reach.check_read_only(is_trusted).map_err(|kind| Error::new(operation.name, kind))?;
    }
    let prepared = prepare(command, options, reach, &url, session, &mut sources)?;
    match prepared.options.has("dry-run") {
        true => output::text(&curl::of::<A>(prepared, &url)?),
        false => {
            let is_start = session == Session::Start;
            let keeps = sources.profile().session.as_ref().filter(|_| is_start);
            let sent = prepared.credential.iter().flat_map(|chosen| &chosen.given);
            let sent: Vec<&str> = sent.map(|given| given.parameter.name).collect();
            let keeper = keeps.map(|path| Keeper::new((program, command), &sent, path, &url)).transpose()?;
            send::<A>(prepared, &url, keeper.as_ref())
        }
    }
}

/// Reads and validates everything.
fn prepare(
    command: &'static Command,
    options: Options,
    reach: Reach,
    url: &str,
    session: Session,
    sources: &mut Sources<'_>,
) -> Result<Prepared, Problem> {
    let program = sources.program;
    let slots = names::of_operation(program, command);
    let mut form = Form {
        recode: command.recode,
        parameters: command.operation.parameters,
        operation: Some(command.operation),
        values: Values::read(&slots, sources),
        slots,
    };
    let server = server::shown(url);
    let question = match session {
        // `logout` says what it destroys.
        Session::End if reach.other.is_none() => None,
        Session::Use | Session::Start | Session::End => {
            confirm::question(command, reach, &options, &form.values.given, server, sources)?
        }
    };
    let mut chosen = credential::read(command, &options, sources)?;
    let user = chosen.as_ref().and_then(|(credential, form)| credential::user(credential, form));
    let account = user.map(|user| format!("{user} at {server}")).unwrap_or_else(|| server.to_owned());
    let forms = [Some(&mut form), chosen.as_mut().map(|(_, form)| form)];
    let mut forms: Vec<&mut Form> = forms.into_iter().flatten().collect();
    check::check(&mut forms, options.get("server-version"), sources, &account, question.as_ref())?;
    let bearer = options.has("bearer");
    let credential = chosen.map(|(credential, form)| {
        let given = form.values.given;
        Chosen { credential, given, bearer, marks: Vec::new() }
    });
    let (given, headers) = (form.values.given, request::headers(&options)?);
    Ok(Prepared { program, command, options, effect: reach.effect, headers, given, credential })
}

fn send<A: Api>(prepared: Prepared, url: &str, keeper: Option<&Keeper>) -> Result<(), Problem> {
    let transport = request::transport(&prepared.options, prepared.command.operation.name)?;
    match prepared.options.get::<PathBuf>("record") {
        None => exchange::<A, _>(prepared, url, keeper, transport),
        #[cfg(feature = "cassette")]
        Some(path) => {
            let transport = request::recorded::<A, _>(transport, &path, &prepared.options)?;
            exchange::<A, _>(prepared, url, keeper, transport)
        }
        #[cfg(not(feature = "cassette"))]
        Some(_) => {
            Err(Problem::Usage("--record: install the program with the feature `cassette`".to_owned()))
        }
    }
}

fn exchange<A: Api, T: Transport>(
    mut prepared: Prepared,
    url: &str,
    keeper: Option<&Keeper>,
    transport: T,
) -> Result<(), Problem> {
    let returns = prepared.command.operation.returns;
    let target = Target::of(&prepared.options, returns, Screen::of_stdout())?;
    let streams = response::can_stream(&prepared, &target);
    let (mut form, progress) = request::form(&prepared.given)?;
    let credential = prepared.credential.take();
    let mut client = request::client::<A, T>(&prepared, url, credential, transport);
    if let Some(limit) = response::limit(&prepared.options, streams) {
        client = client.max_body(limit);
    }
    let client = client.build()?;
    let Prepared { command, options, headers, .. } = &prepared;
    let call = client.describe(command.operation, |to| (command.recode)(&mut form, to))?;
    request::check_headers(headers, dynamic::request(&call))?;
    if options.has("verbose") {
        verbose::request(dynamic::request(&call), &dynamic::shown_path(&call));
    }
    // Connections have a thread of their own: whatever a server sends, the time limits
    // are kept on this one.
    let driver = Driver::start().map_err(|error| Problem::local("cannot start the call", &error))?;
    driver.wait(async {
        let show: Watch = if options.has("verbose") { verbose::response } else { |_, _| {} };
        if options.get::<Items>("all").is_some() {
            return pages::show(&client, &prepared, target, show).await;
        }
        let reply = client.reply(call, streams, show).await;
        // The bar is gone before anything is printed.
        drop(progress);
        let received = response::read(reply?)?;
        match keeper {
            None => response::show(&prepared, received, target).await,
            Some(keeper) => output::text(&keeper.keep(&received.json())?),
        }
    })
}
