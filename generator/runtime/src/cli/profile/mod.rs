//! Profiles: the settings of the servers that a user works with, in
//! `PROGRAM/profiles.toml` in the configuration folder of the platform.
//!
//! ```toml
//! default = "office"
//!
//! [profile.office]
//! url = "https://api.example.com"
//! username = "admin"
//! password-command = "pass show office"
//! server-version = "18.12.2"
//! timeout = 30
//! cacert = "/etc/ssl/office.pem"
//! read-only = true
//! start-session = "session start"
//! end-session = "session end"
//! paths = { AddLamp = "/v2/lamps/add" }
//! ```

#[cfg(test)]
mod tests;
#[cfg(unix)]
pub(super) mod trust;

use std::{
    collections::BTreeMap,
    fmt::Display,
    fs,
    io::{self, Read},
    ops::Range,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;
use toml::{
    Spanned,
    de::{DeString, DeTable, DeValue},
};

use super::{
    names::Slot,
    options::{Kind, Seconds, keys as settings},
    problem::Problem,
    source::{self, Source},
};
use crate::codec::percent;
use crate::core::{Version, text::Inert};

/// The settings of one server. Empty if there is no file, or no default in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Profile {
    /// Its name.
    pub(super) name: String,
    /// The values of options and of fields of the credential that aren't secrets, by name.
    pub(super) values: BTreeMap<String, String>,
    /// The sources of secrets, by the option's name.
    pub(super) sources: BTreeMap<String, Source>,
    /// Paths of operations, by the operation's name in the documents.
    pub(super) paths: BTreeMap<String, String>,
    /// Start of the names of the files with the session's secrets, if there can be one.
    pub(super) session: Option<PathBuf>,
}

/// Returns the path of a program's profiles.
///
/// # Errors
/// If the user has no home folder.
pub(super) fn path(program: &str) -> Result<PathBuf, Problem> {
    let strategy = etcetera::choose_base_strategy().map_err(|error| Problem::Local(error.to_string()))?;
    Ok(strategy.config_dir().join(program).join("profiles.toml"))
}

/// The file of the profiles.
pub(super) struct File<'a> {
    pub(super) path: &'a Path,
    text: String,
}

/// Keys and values, and where they are.
type Key<'a> = Spanned<DeString<'a>>;
type Value<'a> = Spanned<DeValue<'a>>;

/// The place of an error, and the error with its remedy. It never shows a value, which may be a secret.
type ProfileError = (Range<usize>, String);

fn error<T>(place: &Spanned<T>, what: impl Display) -> ProfileError {
    (place.span(), what.to_string())
}

/// The default and all profiles by name.
type Profiles<'a> = (Option<String>, Vec<(String, Value<'a>)>);

impl<'a> File<'a> {
    /// Reads the file, which is empty if it is not there.
    ///
    /// # Errors
    /// If it can't be read, or another user could change it.
    pub(super) fn open(path: &'a Path) -> Result<Self, Problem> {
        let broken = |error: io::Error| Problem::Usage(format!("{}: {error}", path.display()));
        let mut text = String::new();
        match fs::File::open(path) {
            Ok(mut file) => {
                #[cfg(unix)]
                trust::check(path)?;
                file.read_to_string(&mut text).map_err(broken)?;
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(broken(error)),
        }
        Ok(Self { path, text })
    }

    /// The names of the profiles and which is the default.
    ///
    /// # Errors
    /// The first error of the file, with its line and a remedy.
    pub(super) fn names(&self) -> Result<(Vec<String>, Option<String>), Problem> {
        let (default, profiles) = self.profiles()?;
        Ok((profiles.into_iter().map(|(name, _)| name).collect(), default))
    }

    /// Reads the profile with this name, or the default one. Errors in other profiles are ignored.
    ///
    /// # Errors
    /// The first error in the file, with its line and a remedy; also if there is no profile with
    /// this name.
    pub(super) fn profile(&self, name: Option<&str>, fields: &[Slot]) -> Result<Profile, Problem> {
        let (default, profiles) = self.profiles()?;
        let Some(name) = name.or(default.as_deref()) else { return Ok(Profile::default()) };
        let Some((_, value)) = profiles.iter().find(|(known, _)| known == name) else {
            return Err(self.unknown(name, &profiles));
        };
        let mut profile = profile(name, value, fields).map_err(|error| self.at(&error))?;
        if profile.values.contains_key("start-session") {
            let mut file = "session-".to_owned();
            percent::encode_into(&mut file, name);
            profile.session = Some(self.path.with_file_name(file));
        }
        Ok(profile)
    }

    fn profiles(&self) -> Result<Profiles<'_>, Problem> {
        parse(&self.text).map_err(|error| self.at(&error))
    }

    fn at(&self, (span, what): &ProfileError) -> Problem {
        let before = self.text.get(..span.start).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        Problem::Usage(format!("{}:{line}: {what}", self.path.display()))
    }

    fn unknown(&self, name: &str, profiles: &[(String, Value<'_>)]) -> Problem {
        let known: Vec<String> = profiles.iter().map(|(name, _)| format!("`{name}`")).collect();
        let path = self.path.display();
        Problem::Usage(match known.as_slice() {
            [] => format!(
                "unknown profile `{name}`: {path} has none; add it:\n[profile.{name}]\nurl = \"https://…\""
            ),
            known => format!("unknown profile `{name}` in {path}: expected {}", known.join(" or ")),
        })
    }
}

fn parse(text: &str) -> Result<Profiles<'_>, ProfileError> {
    let invalid = |error: toml::de::Error| {
        (error.span().unwrap_or_default(), format!("not valid TOML: {}", error.message()))
    };
    let (mut default, mut profiles) = (None, Vec::new());
    for (key, value) in DeTable::parse(text).map_err(invalid)?.into_inner() {
        match &**key.get_ref() {
            "default" => default = Some(string("default", &value)?),
            "profile" => {
                let all = table("profile", &value)?.iter();
                profiles.extend(all.map(|(name, value)| (name.get_ref().to_string(), value.clone())));
            }
            other => {
                let text = format!("unknown key `{}`; use `default` or `[profile.NAME]`", Inert(other));
                return Err(error(&key, text));
            }
        }
    }
    Ok((default, profiles))
}

fn profile(name: &str, value: &Value<'_>, fields: &[Slot]) -> Result<Profile, ProfileError> {
    let mut profile = Profile { name: name.to_owned(), ..Profile::default() };
    for (key, value) in table(&format!("profile.{name}"), value)? {
        let name = &**key.get_ref();
        match settings().find(|(setting, _)| setting.name == name) {
            Some((setting, _)) if setting.kind == Kind::Table => {
                for (name, path) in table(name, value)? {
                    profile.paths.insert(name.get_ref().to_string(), string(name.get_ref(), path)?);
                }
            }
            Some((setting, _)) => {
                profile.values.insert(name.to_owned(), text(name, setting.kind, value)?);
            }
            None => credential(&mut profile, key, value, fields)?,
        }
    }
    Ok(profile)
}

/// The value of a setting, as text in the form of its option.
fn text(key: &str, kind: Kind, value: &Value<'_>) -> Result<String, ProfileError> {
    let must_be = |what: &str| error(value, format!("`{key}` must be {what}"));
    match kind {
        Kind::Flag => match value.get_ref().as_bool() {
            Some(flag) => Ok(flag.to_string()),
            None => Err(must_be("true or false")),
        },
        Kind::Seconds => {
            let number = match value.get_ref() {
                DeValue::Integer(number) if number.radix() == 10 => number.as_str(),
                DeValue::Float(number) => number.as_str(),
                _ => "",
            };
            match number.parse::<Seconds>() {
                Ok(_) => Ok(number.to_owned()),
                Err(_) => Err(must_be("a number of seconds, such as 30 or 0.5")),
            }
        }
        Kind::Version => {
            let text = string(key, value)?;
            text.parse::<Version>().map(|_| text).map_err(|what| error(value, what))
        }
        Kind::Text(_)
        | Kind::Headers
        | Kind::Url
        | Kind::File
        | Kind::Path
        | Kind::Mebibytes
        | Kind::Items
        | Kind::Table => string(key, value),
    }
}

/// A field of a credential, or the source of a secret.
fn credential(
    profile: &mut Profile,
    key: &Key<'_>,
    value: &Value<'_>,
    fields: &[Slot],
) -> Result<(), ProfileError> {
    let name = &**key.get_ref();
    let has_field = |name: &str, secret| {
        fields.iter().any(|field| field.parameter.secret == secret && field.name == name)
    };
    let source_of = |ending| name.strip_suffix(ending).filter(|secret| has_field(secret, true));
    let lower = name.to_lowercase().replace('_', "-");
    let (secret, source) = if let Some(secret) = source_of("-command") {
        (secret, Source::Command(command(name, value)?))
    } else if let Some(secret) = source_of("-file") {
        (secret, Source::File(string(name, value)?.into()))
    } else if has_field(name, false) {
        profile.values.insert(name.to_owned(), string(name, value)?);
        return Ok(());
    } else if has_field(&lower, true) {
        let what = "is a secret and must not be in this file";
        let remedy = format!("use `{lower}-command` or `{lower}-file`, or leave it out to be asked");
        return Err(error(key, format!("`{lower}` {what}; {remedy}")));
    } else {
        return Err(error(key, format!("unknown key `{}`; use one of {}", Inert(name), keys(fields))));
    };
    match profile.sources.insert(secret.to_owned(), source) {
        None => Ok(()),
        Some(_) => {
            let what = format!("`{secret}` has two sources; keep `{secret}-command` or `{secret}-file`");
            Err(error(key, what))
        }
    }
}

fn keys(fields: &[Slot]) -> String {
    let settings = settings().map(|(setting, _)| format!("`{}`", setting.name));
    let fields = fields.iter().map(|field| match field.parameter.secret {
        true => format!("`{0}-command`, `{0}-file`", field.name),
        false => format!("`{}`", field.name),
    });
    settings.chain(fields).collect::<Vec<_>>().join(", ")
}

fn string(key: &str, value: &Value<'_>) -> Result<String, ProfileError> {
    let text = value.get_ref().as_str().map(str::to_owned);
    text.ok_or_else(|| error(value, format!("`{}` must be a text in quotes", Inert(key))))
}

fn table<'v, 'a>(key: &str, value: &'v Value<'a>) -> Result<&'v DeTable<'a>, ProfileError> {
    let table = value.get_ref().as_table();
    table.ok_or_else(|| error(value, format!("`{}` must be a table", Inert(key))))
}

/// Reads a command: a text for the shell, or a list of a program and its arguments.
fn command(key: &str, value: &Value<'_>) -> Result<Vec<String>, ProfileError> {
    let words = match value.get_ref() {
        DeValue::String(text) => Some(source::shell(text)),
        DeValue::Array(words) => {
            words.iter().map(|word| word.get_ref().as_str().map(str::to_owned)).collect()
        }
        _ => None,
    };
    let what = "must be a text for the shell, or a list of a program and its arguments";
    words.filter(|words| !words.is_empty()).ok_or_else(|| error(value, format!("`{key}` {what}")))
}

/// The keys of a profile and their meanings.
pub(super) fn help(fields: &[Slot]) -> String {
    let settings = settings().map(|(setting, meaning)| format!("- {}: {meaning}", setting.name));
    let line = |secret, ending, meaning| {
        let fields = fields.iter().filter(|field| field.parameter.secret == secret);
        let names: Vec<String> = fields.map(|field| format!("{}{ending}", field.name)).collect();
        (!names.is_empty()).then(|| format!("- {}: {meaning}", names.join(", ")))
    };
    let command =
        "a command that prints the secret: a text for the shell, or a list of a program and its arguments";
    let fields = [
        line(false, "", "the value of the option with this name"),
        line(true, "-command", command),
        line(true, "-file", "a file with the secret"),
    ];
    settings.chain(fields.into_iter().flatten()).collect::<Vec<_>>().join("\n")
}
