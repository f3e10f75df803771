//! Reads a file of profiles and finds all its faults. No fault shows a value:
//! a user may have put a secret there.

#[cfg(test)]
mod tests;

use std::{collections::BTreeMap, ops::Range, path::PathBuf, time::Duration};

use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

use super::{super::source, Field, KEYS, Profile, Source, seconds};
use crate::{Version, text::Inert};

/// A file of profiles.
#[derive(Debug, Default)]
pub(super) struct File {
    pub(super) default: Option<String>,
    /// The names of all profiles.
    pub(super) names: Vec<String>,
    /// The profile that was wanted.
    pub(super) profile: Option<Profile>,
}

/// What is wanted of a file. Faults of other profiles don't matter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted<'a> {
    /// The names of the profiles.
    Names,
    /// The default profile.
    Default,
    /// This profile.
    Named(&'a str),
}

/// What is wrong with a line, and what to do about it.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) text: String,
}

/// Reads a file.
pub(super) fn read(text: &str, wanted: Wanted<'_>, fields: &[Field<'_>]) -> Result<File, Vec<Fault>> {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { text, fields, faults: Vec::new() };
    for error in errors {
        reader.fault(error.span().unwrap_or_default(), format!("not valid TOML: {}", error.message()));
    }
    if !reader.faults.is_empty() {
        return Err(reader.faults);
    }
    let file = reader.file(table.get_ref(), wanted);
    // The table is sorted by its keys.
    reader.faults.sort_by_key(|fault| fault.line);
    if reader.faults.is_empty() { Ok(file) } else { Err(reader.faults) }
}

struct Reader<'a> {
    text: &'a str,
    fields: &'a [Field<'a>],
    faults: Vec<Fault>,
}

type Value<'a> = Spanned<DeValue<'a>>;

impl Reader<'_> {
    fn fault(&mut self, span: Range<usize>, text: String) {
        let before = self.text.get(..span.start).unwrap_or_default();
        self.faults.push(Fault { line: before.matches('\n').count() + 1, text });
    }

    fn file(&mut self, table: &DeTable<'_>, wanted: Wanted<'_>) -> File {
        let mut file = File::default();
        // Sorted by its keys: the default is known before the profiles.
        for (key, value) in table {
            match &**key.get_ref() {
                "default" => file.default = self.text("default", value),
                "profile" => {
                    let default = file.default.clone();
                    for (name, value) in self.table("profile", value).into_iter().flatten() {
                        let name = name.get_ref().to_string();
                        let is_wanted = match wanted {
                            Wanted::Names => false,
                            Wanted::Default => default.as_ref() == Some(&name),
                            Wanted::Named(wanted) => wanted == name,
                        };
                        if is_wanted {
                            file.profile = Some(self.profile(&name, value));
                        }
                        file.names.push(name);
                    }
                }
                key_name => {
                    let text =
                        format!("unknown key `{}`; use `default` or `[profile.NAME]`", Inert(key_name));
                    self.fault(key.span(), text);
                }
            }
        }
        file
    }

    fn profile(&mut self, name: &str, value: &Value<'_>) -> Profile {
        let mut profile = Profile::default();
        for (key, value) in self.table(&format!("profile.{name}"), value).into_iter().flatten() {
            let span = key.span();
            let key = key.get_ref();
            match &**key {
                "url" => profile.url = self.text(key, value),
                "server-version" => profile.server_version = self.version(key, value),
                "timeout" => profile.timeout = self.seconds(key, value),
                "cacert" => profile.cacert = self.text(key, value).map(PathBuf::from),
                "paths" => profile.paths = self.paths(value),
                _ => self.credential(&mut profile, key, span, value),
            }
        }
        profile
    }

    /// A field of a credential, or the source of a secret.
    fn credential(&mut self, profile: &mut Profile, key: &str, span: Range<usize>, value: &Value<'_>) {
        let secret = |name: &str| self.fields.iter().any(|field| field.secret && field.name == name);
        let lower = key.to_lowercase().replace('_', "-");
        if let Some(name) = key.strip_suffix("-command").filter(|name| secret(name)) {
            let source = self.command(key, value);
            self.source(profile, name, span, source);
        } else if let Some(name) = key.strip_suffix("-file").filter(|name| secret(name)) {
            let path = self.text(key, value);
            self.source(profile, name, span, path.map(|path| Source::File(path.into())));
        } else if secret(&lower) {
            let text = format!(
                "`{lower}` is a secret and must not be in this file; use `{lower}-command` or \
                 `{lower}-file`, or leave it out to be asked"
            );
            self.fault(span, text);
        } else if self.fields.iter().any(|field| !field.secret && field.name == key) {
            profile.fields.extend(self.text(key, value).map(|text| (key.to_owned(), text)));
        } else {
            let text = format!("unknown key `{}`; use one of {}", Inert(key), self.keys());
            self.fault(span, text);
        }
    }

    fn source(&mut self, profile: &mut Profile, name: &str, span: Range<usize>, source: Option<Source>) {
        let Some(source) = source else { return };
        if profile.sources.insert(name.to_owned(), source).is_some() {
            let text = format!("`{name}` has two sources; keep `{name}-command` or `{name}-file`");
            self.fault(span, text);
        }
    }

    fn keys(&self) -> String {
        let own = KEYS.iter().map(|(key, _)| format!("`{key}`"));
        let fields = self.fields.iter().map(|field| match field.secret {
            true => format!("`{0}-command`, `{0}-file`", field.name),
            false => format!("`{}`", field.name),
        });
        own.chain(fields).collect::<Vec<_>>().join(", ")
    }

    fn text(&mut self, key: &str, value: &Value<'_>) -> Option<String> {
        let text = value.get_ref().as_str().map(str::to_owned);
        if text.is_none() {
            self.fault(value.span(), format!("`{key}` must be a text in quotes"));
        }
        text
    }

    fn table<'a, 'b>(&mut self, key: &str, value: &'a Value<'b>) -> Option<&'a DeTable<'b>> {
        let table = value.get_ref().as_table();
        if table.is_none() {
            self.fault(value.span(), format!("`{key}` must be a table"));
        }
        table
    }

    fn seconds(&mut self, key: &str, value: &Value<'_>) -> Option<Duration> {
        let number = match value.get_ref() {
            DeValue::Integer(number) if number.radix() == 10 => Some(number.as_str()),
            DeValue::Float(number) => Some(number.as_str()),
            _ => None,
        };
        let duration = number.and_then(|number| seconds(number).ok());
        if duration.is_none() {
            self.fault(value.span(), format!("`{key}` must be a number of seconds, such as 30 or 0.5"));
        }
        duration
    }

    fn version(&mut self, key: &str, value: &Value<'_>) -> Option<Version> {
        let version: Result<Version, _> = self.text(key, value)?.parse();
        version.map_err(|error| self.fault(value.span(), error.to_string())).ok()
    }

    fn paths(&mut self, value: &Value<'_>) -> BTreeMap<String, String> {
        let paths = self.table("paths", value).into_iter().flatten();
        let paths = paths.filter_map(|(name, path)| {
            let name = name.get_ref().to_string();
            self.text(&name, path).map(|path| (name, path))
        });
        paths.collect()
    }

    /// A text for the shell, or a program with its arguments.
    fn command(&mut self, key: &str, value: &Value<'_>) -> Option<Source> {
        let words = match value.get_ref() {
            DeValue::String(text) => Some(source::shell(text)),
            DeValue::Array(words) => {
                let words = words.iter().map(|word| word.get_ref().as_str().map(str::to_owned));
                words.collect::<Option<Vec<_>>>().filter(|words| !words.is_empty())
            }
            _ => None,
        };
        if words.is_none() {
            let text =
                format!("`{key}` must be a text for the shell, or a list of a program and its arguments");
            self.fault(value.span(), text);
        }
        words.map(Source::Command)
    }
}
