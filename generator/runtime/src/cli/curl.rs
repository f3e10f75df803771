//! A call as a curl command, with variables in place of its secrets.

use std::{collections::BTreeSet, path::PathBuf};

use http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT};

use super::{
    names::{self, Slot, option_of},
    output,
    problem::Problem,
    request::{self, Prepared},
    table::Program,
    values::{self, STDIN},
};
use crate::client::dynamic;
use crate::codec::{Api, form::Written, percent};
use crate::core::{AuthBlock, Effect, Encoding, Place, text::inert};

/// Prints the command.
///
/// # Errors
/// If the call can't be built.
pub(super) fn print<A: Api>(mut prepared: Prepared, url: &str) -> Result<(), Problem> {
    let credential = prepared.credential.take();
    let (program, command) = (prepared.program, prepared.command);
    let Prepared { options, headers, given, .. } = &prepared;
    let operation = command.operation;
    let mut slots = names::of_operation(program, command);
    let carrier = credential.as_ref().map(|chosen| Carrier {
        block: chosen.credential.block,
        is_bearer: operation.bearer_only || chosen.bearer,
        slots: names::of_credential(chosen.credential),
    });
    let transport = request::transport(options, operation.name)?;
    let client = request::client::<A, _>(&prepared, url, credential, transport).build()?;
    let (call, fields) = client.list(operation, |to| (command.recode)(&mut values::form(given), to))?;
    let sent = dynamic::request(&call);
    request::check_headers(headers, sent)?;
    let url = sent.uri().to_string();
    // A query has the parameters, which are printed on their own.
    let url = url.split_once('?').map_or(&*url, |(url, _)| url);
    let first = format!("curl --request {} {}", sent.method(), quoted(url));
    let mut line =
        Command { program, effect: prepared.effect, arguments: vec![first], variables: BTreeSet::new() };
    // curl sets the others itself.
    let usual = [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH];
    for (name, value) in sent.headers().iter().filter(|(name, _)| !usual.contains(name)) {
        let text = String::from_utf8_lossy(value.as_bytes());
        if value.is_sensitive() {
            let carried = carrier.as_ref().and_then(|carrier| carrier.header(name.as_str()));
            let (start, option) = carried.unwrap_or_else(|| ("", format!("header-{name}")));
            line.secret("--header", &format!("{name}: {start}"), &option);
        } else {
            line.plain("--header", &format!("{name}: {text}"));
        }
    }
    slots.extend(carrier.into_iter().flat_map(|carrier| carrier.slots));
    line.fields(operation.encoding, fields, &slots);
    values::files(given).for_each(|(name, path)| line.file(name, &path.to_string_lossy()));
    for (option, name) in [("--cacert", "cacert"), ("--output", "output")] {
        let path: Option<PathBuf> = options.get(name);
        path.iter().for_each(|path| line.plain(option, &path.to_string_lossy()));
    }
    output::text(&line.finish())
}

/// The place where a credential is sent.
struct Carrier {
    block: &'static AuthBlock,
    is_bearer: bool,
    slots: Vec<Slot>,
}

impl Carrier {
    /// Splits the value of a header: its beginning, and the option that has the rest.
    fn header(&self, name: &str) -> Option<(&'static str, String)> {
        if self.is_bearer {
            let token = self.block.bearer.filter(|_| name == AUTHORIZATION)?;
            return Some(("Bearer ", option_of(&self.slots, token).to_owned()));
        }
        let Place::Header { prefix } = self.block.place else { return None };
        let is_it = |slot: &&Slot| format!("{prefix}{}", slot.parameter.name).eq_ignore_ascii_case(name);
        self.slots.iter().find(is_it).map(|slot| ("", slot.name.clone()))
    }
}

/// The command, argument by argument.
struct Command {
    program: &'static Program,
    effect: Effect,
    arguments: Vec<String>,
    variables: BTreeSet<String>,
}

impl Command {
    fn plain(&mut self, argument: &str, text: &str) {
        self.arguments.push(format!("{argument} {}", quoted(text)));
    }

    /// A text that ends with the value of an option.
    fn secret(&mut self, argument: &str, start: &str, option: &str) {
        let variable = names::variable(self.program, option);
        self.arguments.push(format!("{argument} {}\"${{{variable}}}\"", quoted(start)));
        self.variables.insert(variable);
    }

    fn fields(&mut self, encoding: Encoding, fields: Vec<Written>, slots: &[Slot]) {
        let argument = match encoding {
            Encoding::Multipart => "--form-string",
            Encoding::Form | Encoding::Query | Encoding::Json | Encoding::Body => "--data-urlencode",
        };
        match encoding {
            Encoding::Query | Encoding::Body => self.arguments.push("--get".to_owned()),
            Encoding::Form if fields.is_empty() => self.plain("--data", ""),
            Encoding::Form | Encoding::Multipart | Encoding::Json => {}
        }
        for Written { name, text, is_secret, .. } in fields {
            let mut start = String::new();
            match encoding {
                Encoding::Multipart => start.push_str(name),
                Encoding::Form | Encoding::Query | Encoding::Json | Encoding::Body => {
                    percent::encode_into(&mut start, name)
                }
            }
            start.push('=');
            match is_secret {
                true => self.secret(argument, &start, option_of(slots, name)),
                false => self.plain(argument, &format!("{start}{}", text.expose())),
            }
        }
    }

    fn file(&mut self, name: &str, path: &str) {
        let path = path.replace('\\', r"\\").replace('"', "\\\"");
        let renamed = if path == STDIN { ";filename=stdin" } else { "" };
        self.plain("--form", &format!("{name}=@\"{path}\"{renamed}"));
    }

    fn finish(self) -> String {
        let variables: Vec<String> = self.variables.into_iter().collect();
        let first = match variables.as_slice() {
            [] => String::new(),
            variables => format!("# Set these variables first: {}\n", variables.join(", ")),
        };
        format!("# Effect: {}\n{first}{}\n", self.effect, self.arguments.join(" \\\n  "))
    }
}

/// A text that a shell takes as it is. What would control the terminal is
/// escaped, as bash, zsh and ksh read it.
pub(super) fn quoted(text: &str) -> String {
    if text.chars().all(|character| inert(character) == character) {
        return format!("'{}'", text.replace('\'', r"'\''"));
    }
    let escape = |character: char| match character {
        '\'' | '\\' => format!("\\{character}"),
        '\n' => "\\n".to_owned(),
        plain if inert(plain) == plain => plain.to_string(),
        control => control.to_string().bytes().map(|byte| format!("\\x{byte:02x}")).collect(),
    };
    format!("$'{}'", text.chars().map(escape).collect::<String>())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_what_was_meant() {
        for text in ["", "plain", "a'b", "$HOME `id` \\ \"x\" !y", "two\nlines", "\u{1b}[31m'\\é\u{202e}\t"]
        {
            let quoted = quoted(text);
            assert!(quoted.chars().all(|character| inert(character) == character), "{quoted}");
            let script = format!("printf %s {quoted}");
            let output = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), text, "{quoted}");
        }
    }
}
