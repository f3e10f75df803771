//! The options that all commands have.

use std::{
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};

use super::{
    problem::Problem,
    profile::{Profile, seconds},
};
use crate::{Auth, Descriptor, Version};

/// What the options say, and what the profile says in their place.
#[derive(Debug)]
pub(super) struct Options {
    pub(super) profile: Option<String>,
    pub(super) server_version: Option<Version>,
    pub(super) request_path: Option<String>,
    pub(super) prefer_alias: bool,
    pub(super) timeout: Option<Duration>,
    /// `Name: value`, or `@` and the name of a file with such lines.
    pub(super) headers: Vec<String>,
    pub(super) bearer: bool,
    pub(super) credential: Option<String>,
    pub(super) output: Option<PathBuf>,
    pub(super) force: bool,
    /// In bytes.
    pub(super) max_body: Option<usize>,
    /// A file with certificates.
    pub(super) cacert: Option<PathBuf>,
    pub(super) verbose: bool,
    pub(super) table: bool,
    pub(super) json: bool,
    pub(super) dry_run: bool,
    /// Paths of operations, by the operation's name in the documents.
    pub(super) paths: BTreeMap<String, String>,
}

/// The long names of all options that are not for parameters.
pub(super) fn names() -> HashSet<String> {
    let own = all().into_iter().chain(of_any_call());
    own.filter_map(|arg| arg.get_long().map(str::to_owned))
        .chain(["help".to_owned(), "version".to_owned()])
        .collect()
}

/// The options of all commands.
pub(super) fn all() -> Vec<Arg> {
    vec![
        text("url", "URL", "Base URL of the server").value_hint(ValueHint::Url),
        text("profile", "NAME", "Use this profile instead of the default one; see `profile --help`"),
        flag("json", "Print messages, texts and errors as JSON"),
        flag("table", "Print a list of objects as a table"),
    ]
    .into_iter()
    .map(|arg| arg.global(true).help_heading("Global options"))
    .collect()
}

/// The options of calls of an operation: those that can change something.
pub(super) fn of_call(operation: &Descriptor) -> Vec<Arg> {
    let has_bearer = match operation.auth {
        Auth::Required(block) | Auth::Optional(block) => block.bearer.is_some() && !operation.bearer_only,
        Auth::NotShown => true,
        Auth::None => false,
    };
    let has = |name: &str| match name {
        "max-body" => !operation.returns.is_streamed(),
        "prefer-alias" => !operation.aliases.is_empty(),
        "bearer" => has_bearer,
        "credential" => matches!(operation.auth, Auth::NotShown),
        _ => true,
    };
    let mut all = of_any_call();
    all.retain(|arg| has(arg.get_id().as_str()));
    all
}

fn of_any_call() -> Vec<Arg> {
    let output = text("output", "FILE", "Save the result to this file or folder; - is standard output");
    let output = output.short('o').value_parser(value_parser!(PathBuf)).value_hint(ValueHint::AnyPath);
    let max_body = "Largest result to print on a terminal; pipes and files have no limit [default: 64]";
    let cacert = text("cacert", "FILE", "Trust the certificates in this PEM file too");
    let cacert = cacert.value_parser(value_parser!(PathBuf)).value_hint(ValueHint::FilePath);
    let header = text("header", "NAME: VALUE", "Add a header; @FILE reads headers, one per line");
    let all = [
        flag("dry-run", "Print the call as a curl command, without sending it"),
        flag("verbose", "Print the heads of request and response to standard error, without secrets")
            .short('v'),
        output,
        flag("force", "Replace the file if it exists"),
        text("max-body", "MIB", max_body),
        text("server-version", "VERSION", "Version of the server; calls that it is too old for are rejected"),
        text("request-path", "PATH", "Send the request to this path instead"),
        flag("prefer-alias", "Use the first alias of the operation instead of its path"),
        text("timeout", "SECONDS", "Time limit of the call; none by default"),
        header.action(ArgAction::Append),
        cacert.long_help(CACERT),
        flag("bearer", "Send the credential as the header `Authorization: Bearer`"),
        text("credential", "NAME", "Send this credential; the documents don't say which one"),
    ];
    all.into_iter().map(|arg| arg.help_heading("Call options")).collect()
}

const CACERT: &str = "Trust the certificates in this PEM file, in addition to the system's.\n\
                      The environment variable SSL_CERT_FILE names a file to trust instead of them.";

fn text(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).value_name(value).help(help)
}

fn flag(name: &'static str, help: &'static str) -> Arg {
    Arg::new(name).long(name).action(ArgAction::SetTrue).help(help)
}

impl Options {
    /// What the matches of a command say; the options of calls are absent if
    /// it is not one of an operation.
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Problem> {
        Ok(Self {
            profile: one(matches, "profile"),
            server_version: parsed(matches, "server-version", |text| {
                text.parse::<Version>().map_err(|error| error.to_string())
            })?,
            request_path: one(matches, "request-path"),
            prefer_alias: is_set(matches, "prefer-alias"),
            timeout: parsed(matches, "timeout", seconds)?,
            headers: many(matches, "header"),
            bearer: is_set(matches, "bearer"),
            credential: one(matches, "credential"),
            output: path(matches, "output"),
            force: is_set(matches, "force"),
            max_body: parsed(matches, "max-body", mebibytes)?,
            cacert: path(matches, "cacert"),
            verbose: is_set(matches, "verbose"),
            table: is_set(matches, "table"),
            json: is_set(matches, "json"),
            dry_run: is_set(matches, "dry-run"),
            paths: BTreeMap::new(),
        })
    }

    /// The same, with what a profile says about the rest.
    pub(super) fn or(mut self, profile: &Profile) -> Self {
        self.server_version = self.server_version.or(profile.server_version);
        self.timeout = self.timeout.or(profile.timeout);
        self.cacert = self.cacert.or_else(|| profile.cacert.clone());
        self.paths.clone_from(&profile.paths);
        self
    }
}

/// The value of an option; `None` if the command doesn't have it.
pub(super) fn one(matches: &ArgMatches, name: &str) -> Option<String> {
    matches.try_get_one::<String>(name).ok().flatten().cloned()
}

fn path(matches: &ArgMatches, name: &str) -> Option<PathBuf> {
    matches.try_get_one(name).ok().flatten().cloned()
}

fn mebibytes(text: &str) -> Result<usize, String> {
    let bytes = text.parse().ok().and_then(|number: usize| number.checked_mul(1024 * 1024));
    bytes.ok_or_else(|| "expected a number of MiB, such as 256".to_owned())
}

/// The values of an option that repeats.
pub(super) fn many(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches.try_get_many::<String>(name).ok().flatten().into_iter().flatten().cloned().collect()
}

/// Whether a flag is set.
pub(super) fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten().copied().unwrap_or_default()
}

fn parsed<T>(
    matches: &ArgMatches,
    name: &str,
    parse: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, Problem> {
    let text = one(matches, name);
    let value = text.map(|text| parse(&text).map_err(|what| Problem::Usage(format!("--{name}: {what}"))));
    value.transpose()
}
