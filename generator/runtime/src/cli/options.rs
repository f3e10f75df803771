//! The table of options that every program has, and of the keys of a profile.

use std::{any::Any, collections::HashSet, path::PathBuf, str::FromStr, time::Duration};

use clap::{Arg, ArgAction, ArgMatches, ValueHint, value_parser};

use crate::core::{Auth, Descriptor, Effect, Version};

/// The type of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Flag,
    /// Text, with its name in help texts.
    Text(&'static str),
    /// Lines of headers; the option repeats.
    Headers,
    Url,
    File,
    /// A file or a folder.
    Path,
    Seconds,
    Version,
    Mebibytes,
    /// A number of items, which may be left out.
    Items,
    /// Texts by name, which only a profile has.
    Table,
}

/// A command with the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum On {
    /// All commands.
    Every,
    /// Calls of an operation.
    Call,
    /// `login` and `logout`.
    Session,
    Conformance,
}

/// An option, a key of a profile, or both.
pub(super) struct Setting {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    help: &'static str,
    on: &'static [On],
    /// The meaning of the key of a profile.
    pub(super) key: Option<&'static str>,
}

const fn option(name: &'static str, kind: Kind, help: &'static str) -> Setting {
    Setting { name, kind, help, on: &[On::Call], key: None }
}

const fn flag(name: &'static str, help: &'static str) -> Setting {
    option(name, Kind::Flag, help)
}

impl Setting {
    const fn on(self, on: &'static [On]) -> Self {
        Self { on, ..self }
    }

    const fn key(self, meaning: &'static str) -> Self {
        Self { key: Some(meaning), ..self }
    }
}

pub(super) static SETTINGS: [Setting; 28] = {
    use Kind::{File, Headers, Mebibytes, Path, Seconds, Table, Text, Url, Version};
    use On::{Call, Conformance, Every, Session};
    const SERVER: &str = "Version of the server; calls that it is too old for are rejected";
    const MAX: &str = "Largest result to print on a terminal; pipes and files have no limit [default: 64]";
    const RECORD: &str = "Append the request and the response to a cassette, with all values except secrets";
    const VERBOSE: &str = "Print the heads of request and response to standard error, without secrets";
    const TYPE: &str = "Content type of the body [default: by the extension of the file, or the first]";
    const PEM: &str = "PEM file with certificates to trust in addition to the system's";
    const FIELD: &str = "the field of its result that is the session's key, with dots for one inside \
                         another, if it isn't called like a field of the credential";
    const START: &str =
        "the command that starts a session, for `login`, which keeps the session's key in a file";
    [
        option("url", Url, "Base URL of the server").on(&[Every]).key("base URL of the server"),
        option("profile", Text("NAME"), "Use this profile instead of the default one; see `profile --help`")
            .on(&[Every]),
        flag("json", "Print messages, texts and errors as JSON").on(&[Every]),
        flag("table", "Print a list of objects as a table").on(&[Every]),
        flag("dry-run", "Print the call as a curl command, without sending it").on(&[Call, Session]),
        flag("yes", "Don't ask before a call that can't be undone"),
        flag("read-only", "Refuse a call that does more than read")
            .on(&[Every])
            .key("true to refuse calls that do more than read"),
        flag("verbose", VERBOSE).on(&[Call, Session]),
        option("output", Path, "Save the result to this file or folder; - is standard output"),
        flag("force", "Replace the file if it exists"),
        option("record", File, RECORD).on(&[Call, Conformance]),
        option(
            "record-shape",
            File,
            "Like --record, but without any values; the recording can't be replayed",
        ),
        option("all", Kind::Items, "Print the items of all pages as one list, or the first so many"),
        flag("jsonl", "With `--all`, print each item on a line of its own, as it comes"),
        option("max-body", Mebibytes, MAX),
        option("server-version", Version, SERVER).on(&[Call, Session]).key("version of the server"),
        option("request-path", Text("PATH"), "Send the request to this path instead"),
        flag("trust-path", "The path only reads, though the API doesn't have it"),
        option(
            "timeout",
            Seconds,
            "Time limit of the whole call; by default, only its response must begin within 10 minutes",
        )
        .on(&[Call, Session, Conformance])
        .key("time limit of a call, in seconds"),
        option("header", Headers, "Add a header; @FILE reads headers, one per line").on(&[Call, Session]),
        option("content-type", Text("TYPE"), TYPE),
        option("cacert", File, "Trust the certificates in this PEM file too")
            .on(&[Call, Session, Conformance])
            .key(PEM),
        flag("bearer", "Send the credential as the header `Authorization: Bearer`")
            .key("true to send a credential as the header `Authorization: Bearer`, if it can be"),
        option("credential", Text("NAME"), "Send this credential; the documents don't say which one"),
        option("start-session", Text(""), "").on(&[]).key(START),
        option("session-field", Text(""), "").on(&[]).key(FIELD),
        option("end-session", Text(""), "").on(&[]).key("the command that ends the session, for `logout`"),
        option("paths", Table, "")
            .on(&[])
            .key("a table of paths by the operation's name: { OPERATION = \"/path\" }"),
    ]
};

const CACERT: &str = "Trust the certificates in this PEM file, in addition to the system's.\n\
                      The environment variable SSL_CERT_FILE names a file to trust instead of them.";

impl Setting {
    fn arg(&self) -> Arg {
        let global = self.on.contains(&On::Every);
        let arg = Arg::new(self.name).long(self.name).help(self.help).global(global);
        let arg = arg.help_heading(if global { "Global options" } else { "Call options" });
        let arg = match self.name {
            "verbose" => arg.short('v'),
            "output" => arg.short('o'),
            "record" => arg.hide(cfg!(not(feature = "cassette"))),
            "jsonl" => arg.requires("all").conflicts_with("table"),
            "record-shape" => arg.conflicts_with("record").hide(cfg!(not(feature = "cassette"))),
            "trust-path" => arg.requires("request-path"),
            "cacert" => arg.long_help(CACERT),
            _ => arg,
        };
        match self.kind {
            Kind::Flag => arg.action(ArgAction::SetTrue),
            Kind::Text(name) => arg.value_name(name),
            Kind::Headers => arg.value_name("NAME: VALUE").action(ArgAction::Append),
            Kind::Url => arg.value_name("URL").value_hint(ValueHint::Url),
            Kind::File => path(arg, ValueHint::FilePath),
            Kind::Path => path(arg, ValueHint::AnyPath),
            Kind::Seconds => arg.value_name("SECONDS").value_parser(str::parse::<Seconds>),
            Kind::Version => arg.value_name("VERSION").value_parser(str::parse::<Version>),
            Kind::Mebibytes => arg.value_name("MIB").value_parser(str::parse::<Mebibytes>),
            Kind::Items => {
                let arg = arg.value_name("ITEMS").value_parser(str::parse::<Items>);
                arg.num_args(0..=1).require_equals(true).default_missing_value("")
            }
            Kind::Table => arg,
        }
    }
}

fn path(arg: Arg, hint: ValueHint) -> Arg {
    arg.value_name("FILE").value_parser(value_parser!(PathBuf)).value_hint(hint)
}

fn args(on: On) -> impl Iterator<Item = Arg> {
    SETTINGS.iter().filter(move |setting| setting.on.contains(&on)).map(Setting::arg)
}

/// The long names of all options that are not for parameters.
pub(super) fn names() -> HashSet<String> {
    let settings = SETTINGS.iter().filter(|setting| !setting.on.is_empty()).map(|setting| setting.name);
    settings.chain(["help", "version"]).map(str::to_owned).collect()
}

/// The keys of a profile that all programs have.
pub(super) fn keys() -> impl Iterator<Item = (&'static Setting, &'static str)> {
    SETTINGS.iter().filter_map(|setting| Some((setting, setting.key?)))
}

/// The options of all commands.
pub(super) fn all() -> impl Iterator<Item = Arg> {
    args(On::Every)
}

/// The options of calls of an operation, without those that have no effect there.
pub(super) fn of_call(operation: &Descriptor) -> impl Iterator<Item = Arg> {
    let has_bearer = match operation.auth {
        Auth::Required(block) | Auth::Optional(block) => block.bearer.is_some() && !operation.bearer_only,
        Auth::NotShown => true,
        Auth::None => false,
    };
    let applies = move |arg: &Arg| match arg.get_id().as_str() {
        "max-body" => !operation.returns.is_streamed(),
        "all" | "jsonl" => operation.pages.is_some(),
        "content-type" => operation.has_body_types(),
        "bearer" => has_bearer,
        "credential" => matches!(operation.auth, Auth::NotShown),
        _ => true,
    };
    // All operations accept `--yes`, so that scripts can pass it to be safe.
    let asks = operation.effect == Effect::Destroys;
    args(On::Call).filter(applies).map(move |arg| if arg.get_id() == "yes" { arg.hide(!asks) } else { arg })
}

/// The options of calls whose operation a profile names.
pub(super) fn of_session() -> impl Iterator<Item = Arg> {
    args(On::Session)
}

/// The options of `conformance`.
pub(super) fn of_conformance() -> impl Iterator<Item = Arg> {
    const RECORD: &str = "Instead, call each read-only operation that needs no parameters, with its credential, \
                          and append a recording without values to this file, for `learn`";
    let own = |arg: Arg| match arg.get_id().as_str() {
        "timeout" => arg.help("Time limit of each call [default: 5]"),
        "record" => arg.help(RECORD),
        _ => arg,
    };
    args(On::Conformance).map(own)
}

/// The value of an option; `None` if the command doesn't have it.
pub(super) fn one<T: Any + Clone + Send + Sync>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}

/// The values of an option that repeats.
pub(super) fn many<T: Any + Clone + Send + Sync>(matches: &ArgMatches, name: &str) -> Vec<T> {
    matches.try_get_many(name).ok().flatten().into_iter().flatten().cloned().collect()
}

/// Returns whether a flag is set.
pub(super) fn is_set(matches: &ArgMatches, name: &str) -> bool {
    one(matches, name).unwrap_or_default()
}

/// A number of seconds, which may end with `s`. It can't be zero, since every call would fail.
#[derive(Clone, Copy)]
pub(super) struct Seconds(pub(super) Duration);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>().ok();
        number
            .and_then(|number| Duration::try_from_secs_f64(number).ok())
            .filter(|duration| !duration.is_zero())
            .map(Self)
            .ok_or_else(|| "expected a number of seconds, such as 30 or 0.5".to_owned())
    }
}

/// A number of MiB, as bytes.
#[derive(Clone, Copy)]
pub(super) struct Mebibytes(pub(super) usize);

impl FromStr for Mebibytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bytes = text.parse().ok().and_then(|number: usize| number.checked_mul(1024 * 1024));
        bytes.map(Self).ok_or_else(|| "expected a number of MiB, such as 256".to_owned())
    }
}

/// The largest number of items that `--all` prints, if there is a limit.
#[derive(Clone, Copy)]
pub(super) struct Items(pub(super) Option<usize>);

impl FromStr for Items {
    type Err = std::num::ParseIntError;

    fn from_str(text: &str) -> Result<Self, std::num::ParseIntError> {
        if text.is_empty() { Ok(Self(None)) } else { text.parse().map(|most| Self(Some(most))) }
    }
}
