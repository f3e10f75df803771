//! A call as a curl command, with variables in place of its secrets.

use http::{
    HeaderMap, HeaderName, HeaderValue, Uri,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT},
};

use super::{
    check,
    credential::Chosen,
    names, output,
    problem::Problem,
    request::{self, Prepared},
    table::Recode,
    values::{self, Given, STDIN},
};
use crate::{Api, Encoding, FormReader, FormWriter, Parameter, Place, client::dynamic, percent, text::inert};

/// A part of the command; a variable is a secret.
enum Text {
    Plain(String),
    Variable(String),
}

/// Prints the command.
///
/// # Errors
/// If the call can't be built.
pub(super) fn print<A: Api>(mut prepared: Prepared, url: &str) -> Result<(), Problem> {
    let credential = prepared.credential.take();
    let Prepared { program, command, options, headers, given, .. } = &prepared;
    let program = *program;
    let operation = command.operation;
    let variable = |option: &str| names::variable(program, option);
    let slots = check::options(&names::of_operation(program, command));
    let own = fields(command.recode, operation.parameters, given, &slots, variable);
    let secret_headers = credential.as_ref().map(|it| secret_headers(it, operation.bearer_only, variable));
    let carried = credential.as_ref().filter(|it| is_in_form(it, operation.bearer_only));
    let carried = carried.map(|it| {
        let slots = check::options(&names::of_credential(it.credential));
        fields(it.credential.recode, it.credential.block.parameters, &it.given, &slots, variable)
    });
    let client = request::client::<A>(&prepared, url, credential)?.build()?;
    let call = client.describe(operation, |to| (command.recode)(&mut values::form(given), to))?;
    let sent = dynamic::request(&call);
    request::check_headers(headers, sent)?;
    let mut line = Command::new(sent.method().as_str(), &without_query(sent.uri()));
    line.headers(sent.headers(), &secret_headers.unwrap_or_default(), variable);
    line.fields(operation.encoding, carried.into_iter().flatten().chain(own));
    values::files(given).for_each(|(name, path)| line.file(name, &path.to_string_lossy()));
    for (option, path) in [("--cacert", &options.cacert), ("--output", &options.output)] {
        if let Some(path) = path {
            line.option(option, &path.to_string_lossy());
        }
    }
    output::text(&line.finish())
}

/// The fields that a form has, in its order.
fn fields(
    recode: Recode,
    parameters: &'static [Parameter],
    given: &[Given],
    slots: &[(&'static str, String)],
    variable: impl Fn(&str) -> String,
) -> Vec<(String, Text)> {
    let mut form = FormWriter::new(parameters);
    recode(&mut values::form(given), &mut form);
    let written = FormReader::new(form.as_str().as_bytes());
    let field = |(name, value): (&str, &str)| {
        let known = parameters.iter().find(|known| known.name == name);
        let has_secret = |known: &Parameter| known.json && form.secrets.redacted(value, usize::MAX) != value;
        let hidden = known.is_some_and(|known| known.secret || has_secret(known));
        let option = slots.iter().find(|(known, _)| *known == name).map_or(name, |(_, option)| option);
        let text = if hidden { Text::Variable(variable(option)) } else { Text::Plain(value.to_owned()) };
        (name.to_owned(), text)
    };
    written.pairs().map(field).collect()
}

fn is_in_form(credential: &Chosen, bearer_only: bool) -> bool {
    credential.credential.block.place == Place::Form && !bearer_only && !credential.bearer
}

/// The headers of a credential that are secret, and what replaces their values.
fn secret_headers(
    chosen: &Chosen,
    bearer_only: bool,
    variable: impl Fn(&str) -> String,
) -> Vec<(String, String)> {
    let block = chosen.credential.block;
    let option = |name: &str| {
        let slots = names::of_credential(chosen.credential);
        slots.into_iter().find(|slot| slot.parameter.name == name).map(|slot| variable(&slot.name))
    };
    if let (Some(field), true) = (block.bearer, bearer_only || chosen.bearer) {
        let token = option(field).unwrap_or_default();
        return vec![(AUTHORIZATION.to_string(), format!("Bearer ${{{token}}}"))];
    }
    let Place::Header { prefix } = block.place else { return Vec::new() };
    let secret = block.parameters.iter().filter(|parameter| parameter.secret);
    let header = |parameter: &Parameter| {
        let name = format!("{prefix}{}", parameter.name).to_lowercase();
        Some((name, format!("${{{}}}", option(parameter.name)?)))
    };
    secret.filter_map(header).collect()
}

/// The command, argument by argument.
struct Command {
    arguments: Vec<String>,
    variables: Vec<String>,
}

impl Command {
    fn new(method: &str, url: &str) -> Self {
        let arguments = vec![format!("curl --request {method} {}", quoted(url))];
        Self { arguments, variables: Vec::new() }
    }

    fn option(&mut self, name: &str, value: &str) {
        self.arguments.push(format!("{name} {}", quoted(value)));
    }

    /// The headers that curl doesn't set itself. Any value that may be secret
    /// is replaced.
    fn headers(&mut self, all: &HeaderMap, secret: &[(String, String)], variable: impl Fn(&str) -> String) {
        for (name, value) in all {
            if [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH].contains(name) {
                continue;
            }
            let known = secret.iter().find(|(known, _)| known == name.as_str());
            match known {
                Some((_, text)) => self.secret_header(name, text),
                None if value.is_sensitive() => {
                    let text = format!("${{{}}}", variable(&format!("header-{name}")));
                    self.secret_header(name, &text);
                }
                None => self.option("--header", &format!("{name}: {}", text(value))),
            }
        }
    }

    fn secret_header(&mut self, name: &HeaderName, text: &str) {
        let variable = text.split_once("${").and_then(|(_, rest)| rest.strip_suffix('}'));
        self.variables.extend(variable.map(str::to_owned));
        self.arguments.push(format!("--header {}\"{text}\"", quoted(&format!("{name}: "))));
    }

    fn fields(&mut self, encoding: Encoding, fields: impl Iterator<Item = (String, Text)>) {
        if encoding == Encoding::Query {
            self.arguments.push("--get".to_owned());
        }
        let count = self.arguments.len();
        for (name, text) in fields {
            let (option, name) = match encoding {
                Encoding::Form | Encoding::Query => ("--data-urlencode", encoded(&name)),
                Encoding::Multipart => ("--form-string", name),
            };
            match text {
                Text::Plain(value) => self.option(option, &format!("{name}={value}")),
                Text::Variable(variable) => {
                    self.arguments
                        .push(format!("{option} {}\"${{{variable}}}\"", quoted(&format!("{name}="))));
                    self.variables.push(variable);
                }
            }
        }
        if self.arguments.len() == count && encoding == Encoding::Form {
            self.option("--data", "");
        }
    }

    fn file(&mut self, name: &str, path: &str) {
        let path = path.replace('\\', r"\\").replace('"', "\\\"");
        let renamed = if path == STDIN { ";filename=stdin" } else { "" };
        self.option("--form", &format!("{name}=@\"{path}\"{renamed}"));
    }

    fn finish(mut self) -> String {
        self.variables.sort_unstable();
        self.variables.dedup();
        let first = match self.variables.as_slice() {
            [] => String::new(),
            variables => format!("# Set these variables first: {}\n", variables.join(", ")),
        };
        format!("{first}{}\n", self.arguments.join(" \\\n  "))
    }
}

/// The URL; a query has the parameters, which are printed on their own.
fn without_query(url: &Uri) -> String {
    let mut text = url.to_string();
    text.truncate(text.find('?').unwrap_or(text.len()));
    text
}

fn encoded(name: &str) -> String {
    let mut text = String::new();
    percent::encode_into(&mut text, name);
    text
}

fn text(value: &HeaderValue) -> String {
    String::from_utf8_lossy(value.as_bytes()).into_owned()
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
        control => {
            let mut bytes = [0; 4];
            control.encode_utf8(&mut bytes).bytes().map(|byte| format!("\\x{byte:02x}")).collect()
        }
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
