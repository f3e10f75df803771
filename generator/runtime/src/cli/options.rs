//! The options that all commands have.

use std::{
    any::Any,
    collections::{BTreeMap, HashSet},
    path::PathBuf,
    time::Duration,
};

use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};

use super::{
    print::Style,
    profile::{Profile, seconds},
};
use crate::{Auth, Descriptor, Effect, Version};

/// The options and the profile's values where they are absent.
#[derive(Debug, Default)]
pub(super) struct Options {
    pub(super) server_version: Option<Version>,
    pub(super) request_path: Option<String>,
    /// A call that only reads may be sent to a path that the API doesn't have.
    pub(super) trust_path: bool,
    pub(super) prefer_alias: bool,
    pub(super) timeout: Option<Duration>,
    /// `Name: value`, or `@` and the name of a file with such lines.
    pub(super) headers: Vec<String>,
    pub(super) bearer: bool,
    pub(super) credential: Option<String>,
    pub(super) output: Option<PathBuf>,
    pub(super) force: bool,
    /// The cassette to write.
    pub(super) record: Option<PathBuf>,
    /// It keeps everything but secrets.
    #[cfg(feature = "cassette")]
    pub(super) record_values: bool,
    /// In bytes.
    pub(super) max_body: Option<usize>,
    /// A file with certificates.
    pub(super) cacert: Option<PathBuf>,
    pub(super) verbose: bool,
    pub(super) style: Style,
    pub(super) dry_run: bool,
    /// True if calls that can't be undone need no confirmation.
    pub(super) yes: bool,
    /// Nothing is sent that does more than read.
    pub(super) read_only: bool,
    /// Paths of operations, by the operation's name in the documents.
    pub(super) paths: BTreeMap<String, String>,
}

/// The long names of all options that are not for parameters.
pub(super) fn names() -> HashSet<String> {
    let own = all().into_iter().chain(of_any_call());
    own.filter_map(|arg| arg.get_long().map(str::to_owned))
        .chain(["help", "version"].map(str::to_owned))
        .collect()
}

/// The options of all commands.
pub(super) fn all() -> Vec<Arg> {
    let all = [
        text("url", "URL", "Base URL of the server").value_hint(ValueHint::Url),
        text("profile", "NAME", "Use this profile instead of the default one; see `profile --help`"),
        flag("json", "Print messages, texts and errors as JSON"),
        flag("table", "Print a list of objects as a table"),
    ];
    all.map(|arg| arg.global(true).help_heading("Global options")).into()
}

/// The options of calls of an operation: those that can change something.
pub(super) fn of_call(operation: &Descriptor) -> Vec<Arg> {
    let has_bearer = match operation.auth {
        Auth::Required(block) | Auth::Optional(block) => block.bearer.is_some() && !operation.bearer_only,
        Auth::NotShown => true,
        Auth::None => false,
    };
    let mut all = of_any_call();
    all.retain(|arg| match arg.get_id().as_str() {
        "max-body" => !operation.returns.is_streamed(),
        "prefer-alias" => !operation.aliases.is_empty(),
        "bearer" => has_bearer,
        "credential" => matches!(operation.auth, Auth::NotShown),
        _ => true,
    });
    // Accepted by all, so that a script need not know what a newer version asks about.
    let asks = operation.effect == Effect::Destroys;
    all.into_iter().map(|arg| if arg.get_id() == "yes" { arg.hide(!asks) } else { arg }).collect()
}

/// The options of calls whose operation a profile names.
pub(super) fn of_session() -> Vec<Arg> {
    let mut all = of_any_call();
    all.retain(|arg| {
        ["dry-run", "verbose", "server-version", "timeout", "header", "cacert"]
            .contains(&arg.get_id().as_str())
    });
    all
}

/// The options of `conformance`.
pub(super) fn of_conformance() -> Vec<Arg> {
    let mut all = of_any_call();
    all.retain(|arg| ["timeout", "cacert"].contains(&arg.get_id().as_str()));
    let timeout = "Time limit of each call [default: 5]";
    all.into_iter().map(|arg| if arg.get_id() == "timeout" { arg.help(timeout) } else { arg }).collect()
}

fn of_any_call() -> Vec<Arg> {
    let path = |name, value, help| text(name, value, help).value_parser(value_parser!(PathBuf));
    let output = path("output", "FILE", "Save the result to this file or folder; - is standard output");
    let record =
        path("record", "FILE", "Record request and response at the end of a cassette, without their values");
    let record_values =
        flag("record-values", "With `--record`, keep everything but secrets: for test servers");
    let max_body = "Largest result to print on a terminal; pipes and files have no limit [default: 64]";
    let server_version = "Version of the server; calls that it is too old for are rejected";
    let cacert = path("cacert", "FILE", "Trust the certificates in this PEM file too");
    let header = text("header", "NAME: VALUE", "Add a header; @FILE reads headers, one per line");
    let verbose = "Print the heads of request and response to standard error, without secrets";
    let all = [
        flag("dry-run", "Print the call as a curl command, without sending it"),
        flag("yes", "Don't ask before a call that can't be undone"),
        flag("read-only", "Refuse a call that does more than read"),
        flag("verbose", verbose).short('v'),
        output.short('o').value_hint(ValueHint::AnyPath),
        flag("force", "Replace the file if it exists"),
        record.value_hint(ValueHint::FilePath).hide(cfg!(not(feature = "cassette"))),
        record_values.requires("record").hide(cfg!(not(feature = "cassette"))),
        text("max-body", "MIB", max_body).value_parser(mebibytes),
        text("server-version", "VERSION", server_version).value_parser(str::parse::<Version>),
        text("request-path", "PATH", "Send the request to this path instead"),
        flag("trust-path", "The path only reads, though the API doesn't have it").requires("request-path"),
        flag("prefer-alias", "Use the first alias of the operation instead of its path"),
        text("timeout", "SECONDS", "Time limit of the call; none by default").value_parser(seconds),
        header.action(ArgAction::Append),
        cacert.value_hint(ValueHint::FilePath).long_help(CACERT),
        flag("bearer", "Send the credential as the header `Authorization: Bearer`"),
        text("credential", "NAME", "Send this credential; the documents don't say which one"),
    ];
    all.map(|arg| arg.help_heading("Call options")).into()
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
    /// Reads the matches of an operation's command; the profile has the rest.
    pub(super) fn read(matches: &ArgMatches, profile: &Profile) -> Self {
        Self {
            server_version: one(matches, "server-version").or(profile.server_version),
            request_path: one(matches, "request-path"),
            trust_path: is_set(matches, "trust-path"),
            prefer_alias: is_set(matches, "prefer-alias"),
            timeout: one(matches, "timeout").or(profile.timeout),
            headers: many(matches, "header"),
            bearer: is_set(matches, "bearer"),
            credential: one(matches, "credential"),
            output: one(matches, "output"),
            force: is_set(matches, "force"),
            record: one(matches, "record"),
            #[cfg(feature = "cassette")]
            record_values: is_set(matches, "record-values"),
            max_body: one(matches, "max-body"),
            cacert: one(matches, "cacert").or_else(|| profile.cacert.clone()),
            verbose: is_set(matches, "verbose"),
            style: match is_set(matches, "json") {
                true => Style::Json,
                false if is_set(matches, "table") => Style::Table,
                false => Style::Usual,
            },
            dry_run: is_set(matches, "dry-run"),
            yes: is_set(matches, "yes"),
            read_only: is_set(matches, "read-only") || profile.read_only,
            paths: profile.paths.clone(),
        }
    }
}

/// The value of an option; `None` if the command doesn't have it.
pub(super) fn one<T: Any + Clone + Send + Sync>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}

/// The values of an option that repeats.
pub(super) fn many(matches: &ArgMatches, name: &str) -> Vec<String> {
    matches.try_get_many(name).ok().flatten().into_iter().flatten().cloned().collect()
}

/// Returns whether a flag is set.
pub(super) fn is_set(matches: &ArgMatches, name: &str) -> bool {
    one(matches, name).unwrap_or_default()
}

fn mebibytes(text: &str) -> Result<usize, String> {
    let bytes = text.parse().ok().and_then(|number: usize| number.checked_mul(1024 * 1024));
    bytes.ok_or_else(|| "expected a number of MiB, such as 256".to_owned())
}
