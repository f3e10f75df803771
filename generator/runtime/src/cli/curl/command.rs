//! The arguments of curl.

use std::collections::BTreeSet;

use crate::cli::{
    names::{self, Slot, option_of},
    table::Program,
    values::STDIN,
};
use crate::codec::form::{Written, push_query};
use crate::codec::percent;
use crate::core::{Effect, Encoding, ListStyle, Place, ValueKind, template, text::inert};

/// The command, argument by argument.
pub(super) struct Command {
    pub(super) program: &'static Program,
    pub(super) effect: Effect,
    pub(super) arguments: Vec<String>,
    pub(super) variables: BTreeSet<String>,
}

impl Command {
    pub(super) fn plain(&mut self, argument: &str, text: &str) {
        self.arguments.push(format!("{argument} {}", quoted(text)));
    }

    /// A text that ends with the value of an option.
    pub(super) fn secret(&mut self, argument: &str, start: &str, option: &str) {
        let variable = names::variable(self.program, option);
        self.arguments.push(format!("{argument} {}\"${{{variable}}}\"", quoted(start)));
        self.variables.insert(variable);
    }

    /// A text with the value of a parameter in it.
    fn valued(&mut self, argument: &str, start: &str, field: &Written, slots: &[Slot]) {
        match field.is_secret {
            true => self.secret(argument, start, option_of(slots, field.name)),
            false => self.plain(argument, &format!("{start}{}", field.text.expose())),
        }
    }

    /// The URL with the values in its path and its query; secret ones are not encoded.
    pub(super) fn url(&mut self, template: &str, fields: &[Written], slots: &[Slot]) -> String {
        let mut url = Argument::default();
        let mut rest = template;
        while let Some((fixed, name, after)) = template::next(rest) {
            url.text(fixed);
            match fields.iter().find(|field| field.name == name.trim_start_matches('+')) {
                Some(field) if field.is_secret => url.variable(&self.variable(option_of(slots, field.name))),
                Some(field) => {
                    let text = field.text.expose();
                    let variable = format!("{{{name}}}");
                    url.text(&template::fill(String::new(), &variable, |_| Some(text)).unwrap_or_default());
                }
                None => {}
            }
            rest = after;
        }
        url.text(rest);
        let mut separator = if template.contains('?') { "&" } else { "?" };
        for field in fields.iter().filter(|field| matches!(field.place, Place::Query | Place::Form)) {
            let mut text = String::new();
            match field.parameter.filter(|_| !field.is_secret) {
                Some(known) => push_query(&mut text, known, field.text.expose()),
                None => text = format!("{}=", encoded(field.wire_name())),
            }
            if !text.is_empty() {
                url.text(std::mem::replace(&mut separator, "&"));
                url.text(&text);
            }
            if field.is_secret {
                url.variable(&self.variable(option_of(slots, field.name)));
            }
        }
        url.finish()
    }

    /// The variable of an option.
    fn variable(&mut self, option: &str) -> String {
        let variable = names::variable(self.program, option);
        self.variables.insert(variable.clone());
        variable
    }

    /// A parameter that is neither in the URL nor among the fields.
    pub(super) fn elsewhere(&mut self, field: &Written, slots: &[Slot], body_type: &str) {
        match field.place {
            Place::Path | Place::Query | Place::Form => {}
            Place::Header { prefix } => {
                self.valued("--header", &format!("{prefix}{}: ", field.wire_name()), field, slots);
            }
            Place::Cookie => self.valued("--cookie", &format!("{}=", field.wire_name()), field, slots),
            Place::Body => {
                self.plain("--header", &format!("Content-Type: {body_type}"));
                match field.is_secret {
                    true => self.valued("--data-raw", "", field, slots),
                    false => self.body(field.text.expose(), slots),
                }
            }
            // The user comes first.
            Place::Basic => match self.arguments.last_mut() {
                Some(last) if last.starts_with("--user ") => {
                    let variable = names::variable(self.program, option_of(slots, field.name));
                    last.push_str(&format!(":\"${{{variable}}}\""));
                    self.variables.insert(variable);
                }
                _ => self.valued("--user", "", field, slots),
            },
        }
    }

    /// A body with placeholders of its secret fields.
    fn body(&mut self, text: &str, slots: &[Slot]) {
        let secret = slots.iter().filter(|slot| slot.parameter.secret && slot.field_of.is_some());
        let secret: Vec<_> =
            secret.map(|slot| (placeholder(self.program, slot), slot.name.as_str())).collect();
        let (mut body, mut rest) = (Argument::default(), text);
        let first = |rest: &str| {
            let all = secret.iter().filter_map(|(placeholder, name)| {
                Some((rest.find(placeholder.as_str())?, placeholder.len(), *name))
            });
            all.min()
        };
        while let Some((start, length, name)) = first(rest) {
            let (before, after) = rest.split_at(start);
            body.text(before);
            body.variable(&self.variable(name));
            rest = after.get(length..).unwrap_or_default();
        }
        body.text(rest);
        self.arguments.push(format!("--data-raw {}", body.finish()));
    }

    pub(super) fn body_file(&mut self, body_type: &str, path: &str) {
        self.plain("--header", &format!("Content-Type: {body_type}"));
        self.plain("--data-binary", &format!("@{path}"));
    }

    pub(super) fn fields(&mut self, encoding: Encoding, fields: Vec<Written>, slots: &[Slot]) {
        match encoding {
            Encoding::Query => self.arguments.push("--get".to_owned()),
            Encoding::Form if fields.is_empty() => self.plain("--data", ""),
            Encoding::Json => return self.json(&fields, slots),
            Encoding::Form | Encoding::Multipart | Encoding::Body => {}
        }
        for field in fields {
            let brackets = field.parameter.is_some_and(|known| known.list == Some(ListStyle::Brackets));
            let name = format!("{}{}", field.wire_name(), if brackets { "[]" } else { "" });
            let is_flag = field.parameter.is_some_and(|known| known.flag);
            match (encoding, is_flag, field.text.expose()) {
                (Encoding::Multipart, ..) => self.valued("--form-string", &format!("{name}="), &field, slots),
                (_, true, "true") => self.plain("--data", &encoded(&name)),
                (_, true, "false") => {}
                _ => self.valued("--data-urlencode", &format!("{}=", encoded(&name)), &field, slots),
            }
        }
    }

    /// A JSON object, with variables in place of secrets.
    fn json(&mut self, fields: &[Written], slots: &[Slot]) {
        self.plain("--header", "Content-Type: application/json");
        let mut json = Argument::default();
        json.text("{");
        for (index, field) in fields.iter().enumerate() {
            let name = serde_json::Value::from(field.wire_name());
            json.text(&format!("{}{name}:", if index > 0 { "," } else { "" }));
            let known = field.parameter;
            let is_text = known.is_none_or(|known| known.kind == ValueKind::Text && known.items.is_none());
            let quote = if is_text { "\"" } else { "" };
            match field.is_secret {
                false => json.text(&field.json()),
                true => {
                    json.text(quote);
                    json.variable(&self.variable(option_of(slots, field.name)));
                    json.text(quote);
                }
            }
        }
        json.text("}");
        self.arguments.push(format!("--data-raw {}", json.finish()));
    }

    pub(super) fn file(&mut self, name: &str, path: &str) {
        let path = path.replace('\\', r"\\").replace('"', "\\\"");
        let renamed = if path == STDIN { ";filename=stdin" } else { "" };
        self.plain("--form", &format!("{name}=@\"{path}\"{renamed}"));
    }

    pub(super) fn finish(self) -> String {
        let variables: Vec<String> = self.variables.into_iter().collect();
        let first = match variables.as_slice() {
            [] => String::new(),
            variables => format!("# Set these variables first: {}\n", variables.join(", ")),
        };
        format!("# Effect: {}\n{first}{}\n", self.effect, self.arguments.join(" \\\n  "))
    }
}

/// An argument of texts and variables.
#[derive(Default)]
struct Argument {
    done: String,
    /// A text that is not quoted yet.
    text: String,
}

impl Argument {
    fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn variable(&mut self, name: &str) {
        self.quote();
        self.done.extend(["\"${", name, "}\""]);
    }

    fn quote(&mut self) {
        let text = std::mem::take(&mut self.text);
        if !text.is_empty() {
            self.done.push_str(&quoted(&text));
        }
    }

    fn finish(mut self) -> String {
        self.quote();
        self.done
    }
}

/// The text that stands for a secret field in a body.
pub(super) fn placeholder(program: &Program, slot: &Slot) -> String {
    format!("${{{}}}", names::variable(program, &slot.name))
}

fn encoded(name: &str) -> String {
    let mut text = String::new();
    percent::encode_into(&mut text, name);
    text
}

/// A text that a shell takes as it is. What would control the terminal is
/// escaped, as bash, zsh and ksh read it.
pub(in crate::cli) fn quoted(text: &str) -> String {
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
    use crate::codec::{FormWriter, form::Target};
    use crate::core::Parameter;

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

    const HEADER: Place = Place::Header { prefix: "X-" };

    const PARAMETERS: &[Parameter] = &[
        Parameter::required("room", "string").place(Place::Path),
        Parameter::required("key", "string").place(Place::Path).secret(),
        Parameter::required("tags", "List<string>").place(Place::Query).list(ListStyle::Brackets),
        Parameter::required("pin", "string").place(Place::Query).secret(),
        Parameter::required("on", "bool").place(Place::Query).flag(),
        Parameter::required("trace", "string").place(HEADER),
        Parameter::required("theme", "string").place(Place::Cookie).secret(),
        Parameter::required("title", "string").json().sent_as("Title"),
        Parameter::required("pages", "int").kind(ValueKind::Number),
        Parameter::required("word", "string").secret(),
    ];

    #[test]
    fn each_parameter_is_at_its_place() {
        let mut form = FormWriter::with_target(Target::List(Vec::new()), PARAMETERS);
        form.put("room", "a/b'c");
        form.put("key", "canary");
        form.put_list("tags", &vec!["x".to_owned(), "y z".to_owned()]);
        form.put("pin", "canary");
        form.put("on", &true);
        form.put("trace", "it's");
        form.put("theme", "canary");
        form.put_json("title", &"a'\"b".to_owned());
        form.put("pages", &7);
        form.put("word", "canary");
        let (fields, elsewhere): (Vec<_>, Vec<_>) =
            form.take_list().into_iter().partition(|field| field.place == Place::Form);
        let mut line = Command {
            program: &crate::cli::tests::PROGRAM,
            effect: Effect::Reads,
            arguments: Vec::new(),
            variables: BTreeSet::new(),
        };
        let url = line.url("https://a/{room}/x-{key}", &elsewhere, &[]);
        line.arguments.push(format!("printf '%s|' {url}"));
        elsewhere.iter().for_each(|field| line.elsewhere(field, &[], ""));
        line.fields(Encoding::Json, fields, &[]);
        let script = line.finish();
        assert!(!script.contains("canary"), "{script}");
        let mut bash = std::process::Command::new("bash");
        for name in ["KEY", "PIN", "THEME", "WORD"] {
            bash.env(format!("API-RUNTIME-TEST_{name}").replace('-', "_"), name);
        }
        let output = bash.args(["-c", &script]).output().unwrap();
        assert_eq!(
            String::from_utf8(output.stdout).unwrap(),
            "https://a/a%2Fb%27c/x-KEY?tags%5B%5D=x&tags%5B%5D=y+z&pin=PIN&on|--header|X-trace: it's|--cookie|\
             theme=THEME|--header|Content-Type: application/json|--data-raw|\
             {\"Title\":\"a'\\\"b\",\"pages\":7,\"word\":\"WORD\"}|",
            "{script}"
        );
    }
}
