//! The commands and their options.
//!
//! A program has hundreds of commands and thousands of options, and a run needs
//! one of them. So the operations of a group are built only if the arguments
//! name the group, and the options of an operation only if they name it.

use std::ffi::OsString;

use clap::{Arg, Command as Clap};

use super::{
    login,
    names::{self, Slot},
    options, parameters, profile,
    table::{Command, Credential, Group, Program},
};
use crate::core::{Effect, Place, text::Inert};

/// The help about the values of all options.
const VALUES: &str = "A text is taken as it is typed. JSON, and any body, can be @FILE (the content of a file) or - (standard input); @@ at the beginning of a body stands for a literal @.";

/// The commands that these arguments need.
pub(super) fn of(program: &'static Program, words: &[OsString]) -> Clap {
    let without_group = words.iter().filter_map(|word| names::without_group(program, word.to_str()?));
    Clap::new(program.name)
        .version(program.api.crate_version)
        .about(program.title)
        .long_about(format!("{}\n\n{}", program.title, program.about.join("\n\n")))
        .arg_required_else_help(true)
        .subcommand_required(true)
        .subcommand_help_heading("Groups of operations, and other commands")
        .subcommand_value_name("GROUP")
        .args(options::all())
        .subcommands(program.groups.iter().map(|group| self::group(program, group, words)))
        .subcommand(find())
        .subcommand(describe())
        .subcommand(conformance(program))
        .subcommands(can_keep(program).then(|| login(program, words)))
        .subcommands(
            can_keep(program)
                .then(|| session(program, "logout", "End the session of a profile, and remove its key")),
        )
        .subcommand(profile(program))
        .subcommand(completions())
        .subcommands(
            without_group.map(|(_, command)| operation(program, command, words, command.name).hide(true)),
        )
}

fn group(program: &'static Program, group: &'static Group, words: &[OsString]) -> Clap {
    let name = names::group_name(group);
    let is_needed = words.iter().any(|word| *word == *name);
    let clap = Clap::new(name.into_owned()).about(group.title.trim_end_matches('.'));
    if !is_needed {
        return clap;
    }
    clap.arg_required_else_help(true)
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand_help_heading("Operations")
        .subcommand_value_name("OPERATION")
        .subcommands(
            group
                .commands
                .iter()
                .map(|command| operation(program, command, words, names::command_name(command))),
        )
}

fn operation(
    program: &'static Program,
    command: &'static Command,
    words: &[OsString],
    name: &'static str,
) -> Clap {
    // The full name and the documents' work too.
    let names = [name, command.name, command.operation.name];
    let clap =
        Clap::new(name).aliases(names.into_iter().filter(|other| *other != name)).about(summary(command));
    if !names.into_iter().any(|name| words.iter().any(|word| word == name)) {
        return clap;
    }
    let slots = names::operation_slots(program, command);
    let credentials = names::credentials(program, command).collect::<Vec<_>>();
    clap.long_about(long_about(command))
        .override_usage(usage(program, command, &slots))
        .args(parameters::args(&slots, "Parameters"))
        .args(parameters::args(&names::credentials_slots(credentials.iter().copied()), "Credential"))
        .args(options::of_call(command.operation))
        .after_long_help(after(command, &credentials))
}

/// Returns whether a credential has a secret, which a session could replace.
fn can_keep(program: &Program) -> bool {
    names::credentials_slots(program.credentials).iter().any(|slot| slot.parameter.secret)
}

/// `login`, with the options of the operation that it calls.
fn login(program: &'static Program, words: &[OsString]) -> Clap {
    let clap = session(
        program,
        "login",
        "Call the operation that starts a session, and keep its key for other calls",
    );
    let is_needed = words.iter().any(|word| word == "login");
    let slots = is_needed.then(|| login::start(program, words)).flatten();
    let slots = slots.map(|command| names::operation_slots(program, command)).unwrap_or_default();
    clap.args(parameters::args(&slots, "Parameters"))
}

/// `login` or `logout`, which call an operation that the profile names.
fn session(program: &'static Program, name: &'static str, about: &'static str) -> Clap {
    let keys = format!(
        "{about}\n\nThe profile says which operation does it, as `start-session` and `end-session`: see `{} profile \
         --help`. Without a session, pass the credential to each call, or name its source in the profile.",
        program.name
    );
    let fields = parameters::args(&names::credentials_slots(program.credentials), "Credential");
    Clap::new(name).about(about).long_about(keys).args(fields).args(options::of_session())
}

fn summary(command: &Command) -> String {
    match command.deprecated {
        [] => command.summary.to_owned(),
        _ => format!("{} (deprecated)", command.summary),
    }
}

fn long_about(command: &Command) -> String {
    let summary = [&[command.summary], command.deprecated].concat().join("\n");
    let full = (!command.short.is_empty()).then(|| format!("- Full name, without a group: {}", command.name));
    let rest = command.rules.iter().chain(command.facts).map(|line| format!("- {line}")).chain(full);
    [summary, String::new()].into_iter().chain(rest).collect::<Vec<_>>().join("\n")
}

fn after(command: &Command, credentials: &[&Credential]) -> String {
    let notes = command.notes.iter().map(|note| format!("- {note}"));
    let about = credentials.iter().flat_map(|credential| {
        let heading = format!("{}:", Inert(credential.block.title));
        let notes = credential.notes.iter().map(|note| format!("  - {note}"));
        [String::new(), heading].into_iter().chain(notes)
    });
    notes.chain(about).chain([String::new(), VALUES.to_owned()]).collect::<Vec<_>>().join("\n")
}

/// The usage line with all required parameters: clap can't know which are missing, since secrets are
/// read later.
fn usage(program: &Program, command: &Command, slots: &[Slot]) -> String {
    let found = names::commands(program).find(|(_, known)| known.name == command.name);
    let name = found.map(|found| names::in_group(&found)).unwrap_or_default();
    let (fields, own): (Vec<&Slot>, Vec<&Slot>) = slots.iter().partition(|slot| slot.field_of.is_some());
    let required = own.iter().map(|slot| match (slot.parameter.place, fields.is_empty()) {
        (Place::Body, false) => match required(&fields) {
            all if all.is_empty() => format!(" (FIELDS |{})", required(&[slot])),
            all => format!(" ({} |{})", all.trim_start(), required(&[slot])),
        },
        _ => required(&[slot]),
    });
    let required: String = required.collect();
    format!("{} {name}{required} [OPTIONS]", program.name)
}

/// The options that are required, apart from secrets.
fn required(slots: &[&Slot]) -> String {
    slots
        .iter()
        .filter(|slot| slot.is_required() && !slot.parameter.secret && slot.parameter.constant.is_none())
        .map(|slot| format!(" --{} <{}>", slot.name, parameters::value_name(slot.parameter)))
        .collect()
}

fn find() -> Clap {
    let effect = Arg::new("effect").long("effect").value_name("EFFECT").help("Only those with this effect");
    Clap::new("find")
        .about("Search the operations by name, path and summary")
        .arg(words("words", "WORD", "Words that the results contain, or words that mean the same; in any order, and parts of words too"))
        .arg(effect.value_parser(Effect::ALL.map(Effect::name)))
}

fn conformance(program: &'static Program) -> Clap {
    let about = "Check that a server refuses callers without a credential, and which operations it has";
    let more = "Calls each read-only operation without its credential, and lists those not refused. It also lists the operations that the server doesn't serve, and those that it refuses exactly like a nonexistent path (it calls a few of these to compare). No call has a credential or parameters.\n\nWith --record, it sends credentials, and records what a server returns to calls that only read: evidence of what it does, for `learn`.";
    let fields = parameters::args(&names::credentials_slots(program.credentials), "Credential");
    Clap::new("conformance")
        .about(about)
        .long_about(format!("{about}\n\n{more}"))
        .args(fields)
        .args(options::of_conformance())
}

fn describe() -> Clap {
    Clap::new("describe").about("Describe an operation, or list all").arg(words(
        "command",
        "COMMAND",
        "A command, with or without its group",
    ))
}

fn words(name: &'static str, value: &'static str, help: &'static str) -> Arg {
    Arg::new(name).value_name(value).num_args(0..).help(help)
}

fn profile(program: &'static Program) -> Clap {
    let keys = profile::help(&names::credentials_slots(program.credentials));
    let path = profile::path(program.name).map(|path| path.display().to_string()).unwrap_or_default();
    let long_about = format!(
        "List and show profiles\n\nA profile has the settings of a server. Profiles are in the file {}:\n\n\
         default = \"office\"\n[profile.office]\nurl = \"https://…\"\n\nKeys of a profile:\n\n{keys}",
        Inert(&path)
    );
    let show = Clap::new("show").about("Show a profile, without secrets");
    Clap::new("profile")
        .about("List and show profiles")
        .long_about(long_about)
        .arg_required_else_help(true)
        .subcommand_required(true)
        .disable_help_subcommand(true)
        .subcommand(Clap::new("list").about("List the profiles"))
        .subcommand(
            show.arg(Arg::new("name").value_name("NAME").help("The default profile if it is left out")),
        )
}

fn completions() -> Clap {
    let shells = ["bash", "zsh", "fish", "powershell"];
    Clap::new("completions")
        .about("Print the completion script of a shell")
        .long_about(
            "Print the completion script of a shell\n\n\
             bash         source <(PROGRAM completions bash)\n\
             zsh          source <(PROGRAM completions zsh)\n\
             fish         PROGRAM completions fish | source\n\
             powershell   PROGRAM completions powershell | Out-String | Invoke-Expression\n\n\
             Put the line into the shell's startup file.",
        )
        .arg(Arg::new("shell").value_name("SHELL").required(true).value_parser(shells))
}
