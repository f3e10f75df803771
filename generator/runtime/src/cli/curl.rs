//! A call as a curl command, with variables in place of its secrets.

use std::collections::BTreeSet;

use http::header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT};

use super::{
    credential::Chosen,
    names::{self, Slot, option_of},
    output,
    problem::Problem,
    request::{self, Prepared},
    table::{Program, Recode},
    values::{self, Given, STDIN},
};
use crate::{Api, Encoding, FormReader, FormWriter, Parameter, Place, client::dynamic, percent, text::inert};

/// Prints the command.
///
/// # Errors
/// If the call can't be built.
pub(super) fn print<A: Api>(mut prepared: Prepared, url: &str) -> Result<(), Problem> {
    let credential = prepared.credential.take();
    let (program, command) = (prepared.program, prepared.command);
    let Prepared { options, headers, given, .. } = &prepared;
    let (operation, bearer_only) = (command.operation, command.operation.bearer_only);
    let mut fields = credential.as_ref().map(|it| carried(it, bearer_only)).unwrap_or_default();
    let slots = names::of_operation(program, command);
    fields.extend(self::fields(command.recode, operation.parameters, given, &slots));
    let secret = credential.as_ref().map(|it| secret_headers(it, bearer_only)).unwrap_or_default();
    let client = request::client::<A>(&prepared, url, credential)?.build()?;
    let call = client.describe(operation, |to| (command.recode)(&mut values::form(given), to))?;
    let sent = dynamic::request(&call);
    request::check_headers(headers, sent)?;
    let url = sent.uri().to_string();
    // A query has the parameters, which are printed on their own.
    let url = url.split_once('?').map_or(&*url, |(url, _)| url);
    let first = format!("curl --request {} {}", sent.method(), quoted(url));
    let mut line = Command { program, arguments: vec![first], variables: BTreeSet::new() };
    for (name, value) in sent.headers() {
        let text = String::from_utf8_lossy(value.as_bytes());
        match secret.iter().find(|(known, ..)| known == name.as_str()) {
            // curl sets them itself.
            _ if [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH].contains(name) => {}
            Some((_, start, option)) => line.secret("--header", &format!("{name}: {start}"), option),
            None if value.is_sensitive() => {
                line.secret("--header", &format!("{name}: "), &format!("header-{name}"));
            }
            None => line.plain("--header", &format!("{name}: {text}")),
        }
    }
    line.fields(operation.encoding, fields);
    values::files(given).for_each(|(name, path)| line.file(name, &path.to_string_lossy()));
    for (option, path) in [("--cacert", &options.cacert), ("--output", &options.output)] {
        path.iter().for_each(|path| line.plain(option, &path.to_string_lossy()));
    }
    output::text(&line.finish())
}

/// A field of a form, and its value.
struct Field {
    name: String,
    value: String,
    /// The option whose variable replaces the value, if that is a secret.
    secret: Option<String>,
}

/// The fields that a form has, in its order.
fn fields(recode: Recode, parameters: &'static [Parameter], given: &[Given], slots: &[Slot]) -> Vec<Field> {
    let mut form = FormWriter::new(parameters);
    recode(&mut values::form(given), &mut form);
    let written = FormReader::new(form.as_str().as_bytes());
    let field = |(name, value): (&str, &str)| {
        let has_secret = |known: &&Parameter| {
            known.secret || known.json && form.secrets.redacted(value, usize::MAX) != value
        };
        let known = parameters.iter().find(|known| known.name == name);
        let secret = known.filter(has_secret).map(|_| option_of(slots, name).to_owned());
        Field { name: name.to_owned(), value: value.to_owned(), secret }
    };
    written.pairs().map(field).collect()
}

/// The fields of a credential that the form carries.
fn carried(chosen: &Chosen, bearer_only: bool) -> Vec<Field> {
    let credential = chosen.credential;
    match credential.block.place {
        Place::Form if !bearer_only && !chosen.bearer => {
            let slots = names::of_credential(credential);
            fields(credential.recode, credential.block.parameters, &chosen.given, &slots)
        }
        Place::Form | Place::Header { .. } => Vec::new(),
    }
}

/// The headers of a credential that are secret, what their values begin with, and
/// the option of the rest.
fn secret_headers(chosen: &Chosen, bearer_only: bool) -> Vec<(String, &'static str, String)> {
    let block = chosen.credential.block;
    let slots = names::of_credential(chosen.credential);
    match (block.bearer, block.place) {
        (Some(field), _) if bearer_only || chosen.bearer => {
            vec![(AUTHORIZATION.to_string(), "Bearer ", option_of(&slots, field).to_owned())]
        }
        (_, Place::Header { prefix }) => {
            let secret = slots.into_iter().filter(|slot| slot.parameter.secret);
            let header = |slot: &Slot| format!("{prefix}{}", slot.parameter.name).to_lowercase();
            secret.map(|slot| (header(&slot), "", slot.name)).collect()
        }
        _ => Vec::new(),
    }
}

/// The command, argument by argument.
struct Command {
    program: &'static Program,
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

    fn fields(&mut self, encoding: Encoding, fields: Vec<Field>) {
        let argument = match encoding {
            Encoding::Multipart => "--form-string",
            Encoding::Form | Encoding::Query => "--data-urlencode",
        };
        match encoding {
            Encoding::Query => self.arguments.push("--get".to_owned()),
            Encoding::Form if fields.is_empty() => self.plain("--data", ""),
            Encoding::Form | Encoding::Multipart => {}
        }
        for Field { mut name, value, secret } in fields {
            if encoding != Encoding::Multipart {
                let plain = std::mem::take(&mut name);
                percent::encode_into(&mut name, &plain);
            }
            match secret {
                Some(option) => self.secret(argument, &format!("{name}="), &option),
                None => self.plain(argument, &format!("{name}={value}")),
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
        format!("{first}{}\n", self.arguments.join(" \\\n  "))
    }
}

/// A text that a shell takes as it is. What would control the terminal is
/// escaped, as bash, zsh and ksh read it.
fn quoted(text: &str) -> String {
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
