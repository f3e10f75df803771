//! The request of a call.

use std::{
    fmt::Display,
    fs, mem,
    path::{Path, PathBuf},
    time::Duration,
};

use http::{HeaderValue, header::CONTENT_TYPE};

use super::{
    options::{Seconds, is_set, many, one},
    problem::Problem,
    progress::Progress,
    save::name,
    sources::Sources,
    table::{Command, Credential},
    values,
};
use crate::client::{Client, ClientBuilder, Reqwest, Transport};
use crate::codec::{Api, Carrier, values::Placed};
use crate::core::{Body, Descriptor, Effect, Error, ErrorKind, Place, first_of, includes, types_of};
#[cfg(feature = "cassette")]
use crate::testing::cassette::{Recorder, about};

/// The default time limit of a call of `conformance`: a refusal needs no work.
const TIMEOUT: Duration = Duration::from_secs(5);

/// A call that is ready to be sent.
pub(super) struct Prepared<'a> {
    pub(super) sources: Sources<'a>,
    pub(super) command: &'static Command,
    pub(super) url: String,
    pub(super) effect: Effect,
    /// The names and values of the headers that the user set.
    pub(super) headers: Vec<(String, String)>,
    pub(super) values: Vec<Placed>,
    /// The credential and its values.
    pub(super) credential: Option<(&'static Credential, Vec<Placed>)>,
}

/// A client for one call.
pub(super) fn client<A: Api, T: Transport>(prepared: &mut Prepared<'_>, transport: T) -> ClientBuilder<A, T> {
    let Prepared { sources, command, url, credential, .. } = prepared;
    let mut builder = Client::<A, T>::with_transport(url, transport);
    for (name, value) in &prepared.headers {
        builder = match name.eq_ignore_ascii_case(CONTENT_TYPE.as_str()) {
            true => builder.content_type(value),
            false => builder.header(name, value),
        };
    }
    if let Some(Seconds(timeout)) = sources.get("timeout") {
        builder = builder.timeout(timeout);
    }
    if let Some(version) = sources.get("server-version") {
        builder = builder.server_version(version);
    }
    for (operation, path) in &sources.profile().paths {
        builder = builder.path(operation, path);
    }
    if let Some(path) = sources.get::<String>("request-path") {
        builder = builder.path(command.operation.name, &path);
    }
    if sources.has("read-only") {
        builder = builder.read_only();
    }
    if let Some((known, values)) = credential {
        builder = signed(builder, sources, known, mem::take(values));
    }
    builder
}

/// The read-only client of `conformance`.
pub(super) fn reading<A: Api, T: Transport>(
    sources: &Sources<'_>,
    url: &str,
    transport: T,
) -> ClientBuilder<A, T> {
    let mut client = Client::<A, T>::with_transport(url, transport).read_only();
    for (operation, path) in &sources.profile().paths {
        client = client.path(operation, path);
    }
    client.timeout(one(sources.matches, "timeout").map_or(TIMEOUT, |Seconds(duration)| duration))
}

/// Adds the values of a credential.
pub(super) fn signed<A: Api, T: Transport>(
    builder: ClientBuilder<A, T>,
    sources: &Sources<'_>,
    known: &'static Credential,
    values: Vec<Placed>,
) -> ClientBuilder<A, T> {
    let is_bearer =
        is_set(sources.matches, "bearer") || known.block.bearer.is_some() && sources.has("bearer");
    let carrier = if is_bearer { Carrier::Bearer } else { Carrier::Block };
    builder.listed_credential(known.block, carrier, values)
}

/// Returns the transport for requests. `caller` is named in its errors: an operation or the program.
pub(super) fn transport(sources: &Sources<'_>, caller: &'static str) -> Result<Reqwest, Problem> {
    let failed = |error| Error::new(caller, ErrorKind::Connect(error)).into();
    match sources.get::<PathBuf>("cacert") {
        Some(path) => trusting(&path),
        None => Reqwest::usual().map_err(failed),
    }
}

/// Wraps a transport in a recorder, which appends to the file that an option names.
#[cfg(feature = "cassette")]
pub(super) fn recorded<A: Api, T: Transport>(
    transport: T,
    path: &Path,
    option: &str,
    kind: fn(Recorder<T>) -> Recorder<T>,
) -> Result<Recorder<T>, Problem> {
    Recorder::append::<A>(path, transport)
        .map(kind)
        .and_then(|recorder| recorder.checked().map_err(|error| about(path, &error)))
        .map_err(|error| Problem::Usage(format!("--{option}: {error}")))
}

/// The error of a program without the feature `cassette`.
#[cfg(not(feature = "cassette"))]
pub(super) fn no_cassettes() -> Problem {
    Problem::Usage("--record: install the program with the feature `cassette`".to_owned())
}

/// Warns about values in the file that may be secrets.
#[cfg(feature = "cassette")]
pub(super) fn warn_of_secrets<T: Transport>(path: &Path, recorder: &Recorder<T>) {
    for place in recorder.suspects() {
        let path = path.display();
        let help = "if it is one, mark it with `secret: true` in the spec or in an overlay";
        let warning = format!("warning: {path} may have a secret in {place}; {help}");
        super::screen::complain(crate::core::text::Inert(&warning));
    }
}

fn trusting(path: &Path) -> Result<Reqwest, Problem> {
    let failed = |what: &dyn Display| Problem::Usage(format!("--cacert: {}: {what}", path.display()));
    let pem = fs::read(path).map_err(|error| failed(&error))?;
    Reqwest::trusting(&pem).map_err(|error| failed(&error))
}

/// The names and values of the headers that the user set, and the content type of the body.
pub(super) fn headers(
    sources: &Sources<'_>,
    operation: &Descriptor,
    values: &mut [Placed],
) -> Result<Vec<(String, String)>, Problem> {
    let mut headers = set_headers(sources)?;
    let is_content_type = |name: &str| name.eq_ignore_ascii_case(CONTENT_TYPE.as_str());
    if operation.has_body_types() && !headers.iter().any(|(name, _)| is_content_type(name)) {
        let chosen = content_type(sources, operation, values)?;
        headers.extend(chosen.map(|chosen| (CONTENT_TYPE.to_string(), chosen)));
    }
    Ok(headers)
}

/// The content type of a body that can have one of several; `None` is the usual one.
fn content_type(
    sources: &Sources<'_>,
    operation: &Descriptor,
    values: &mut [Placed],
) -> Result<Option<String>, Problem> {
    let is_accepted = |known: &&str| types_of(operation.body_type).any(|ty| includes(ty, known));
    let has_body = values.iter().any(|placed| placed.place == Place::Body);
    let file_type = values::files(values).find_map(|file| name::content_type(Path::new(file.file_name())));
    match sources.get("content-type").or_else(|| file_type.filter(is_accepted).map(str::to_owned)) {
        None if has_body && first_of(operation.body_type).is_none() => Err(Problem::Usage(format!(
            "--content-type: pass a content type that the body can have: {}",
            operation.body_type
        ))),
        chosen => Ok(chosen),
    }
}

fn set_headers(sources: &Sources<'_>) -> Result<Vec<(String, String)>, Problem> {
    let mut headers = Vec::new();
    for text in many::<String>(sources.matches, "header") {
        let lines = match text.strip_prefix('@') {
            None => text,
            Some(path) => fs::read_to_string(path).map_err(|error| Problem::local(path, &error))?,
        };
        for line in lines.lines().filter(|line| !line.trim().is_empty()) {
            let malformed =
                || Problem::Usage("--header: expected NAME: VALUE, or @FILE with such lines".to_owned());
            let (name, value) = line.split_once(':').ok_or_else(malformed)?;
            headers.push((name.trim().to_owned(), value.trim().to_owned()));
        }
    }
    Ok(headers)
}

/// Finds a header that would not be sent as the user wrote it.
pub(super) fn check_headers(set: &[(String, String)], request: &http::Request<Body>) -> Result<(), Problem> {
    let sent = |name: &str| request.headers().get(name).map(HeaderValue::as_bytes);
    match set.iter().find(|(name, value)| sent(name) != Some(value.as_bytes())) {
        None => Ok(()),
        Some((name, _)) => {
            let text = format!("--header: `{name}` is given twice, or is set by the program itself");
            Err(Problem::Usage(text))
        }
    }
}

/// Shows the progress of uploads, if there are any.
pub(super) fn progress(values: &mut [Placed]) -> Option<Progress> {
    let sizes: Vec<Option<u64>> = values::files(values).map(|file| file.stated_size()).collect();
    let progress = (!sizes.is_empty()).then(|| Progress::new(sizes.into_iter().sum()))?;
    for file in values::files(values) {
        *file = mem::take(file).on_progress(progress.counter());
    }
    Some(progress)
}
