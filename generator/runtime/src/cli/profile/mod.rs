//! Profiles: the settings of the servers that a user works with, in
//! `PROGRAM/profiles.toml` in the configuration folder of the platform.
//!
//! ```toml
//! default = "office"
//!
//! [profile.office]
//! url = "https://backup.example.com"
//! username = "admin"
//! password-command = "pass show backup"
//! server-version = "18.12.2"
//! timeout = 30
//! cacert = "/etc/ssl/office.pem"
//! paths = { AddUser = "/v2/users/add" }
//! ```

mod file;
#[cfg(unix)]
mod trust;

use std::{
    collections::BTreeMap,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
    time::Duration,
};

use etcetera::BaseStrategy;

use self::file::{File, Wanted};
use super::{problem::Problem, source::Source};
use crate::Version;

/// The keys that all programs have.
const KEYS: [(&str, &str); 5] = [
    ("url", "base URL of the server"),
    ("server-version", "version of the server"),
    ("timeout", "time limit of a call, in seconds"),
    ("cacert", "PEM file with certificates to trust in addition to the system's"),
    ("paths", "a table of paths by the operation's name: { OPERATION = \"/path\" }"),
];

/// The settings of one server. Empty if there is no file, or no default in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Profile {
    /// Its base URL.
    pub(super) url: Option<String>,
    /// Fields of the credential that aren't secrets, by their option's name.
    pub(super) fields: BTreeMap<String, String>,
    /// Where secrets come from, by their option's name.
    pub(super) sources: BTreeMap<String, Source>,
    /// Paths of operations, by the operation's name in the documents.
    pub(super) paths: BTreeMap<String, String>,
    /// The version of the server.
    pub(super) server_version: Option<Version>,
    /// How long a call may take.
    pub(super) timeout: Option<Duration>,
    /// Certificates to trust in addition.
    pub(super) cacert: Option<PathBuf>,
}

/// A field of the API's credentials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field<'a> {
    /// Name of its option, such as `auth-type`.
    pub(super) name: &'a str,
    /// Whether it must not be in a file.
    pub(super) secret: bool,
}

/// Where the profiles of a program are.
///
/// # Errors
/// If the user has no home folder.
pub(super) fn path(program: &str) -> Result<PathBuf, Problem> {
    let strategy = etcetera::choose_base_strategy().map_err(|error| Problem::Local(error.to_string()))?;
    Ok(strategy.config_dir().join(program).join("profiles.toml"))
}

impl Profile {
    /// Reads the profile with this name, or the default one.
    ///
    /// # Errors
    /// All faults of the file, each with its line and a remedy; or that there is
    /// no profile with this name.
    pub(super) fn load(path: &Path, name: Option<&str>, fields: &[Field<'_>]) -> Result<Self, Problem> {
        let Some(file) = read(path, name.map_or(Wanted::Default, Wanted::Named), fields)? else {
            return name.map_or_else(|| Ok(Self::default()), |name| Err(missing(path, name)));
        };
        match (file.profile, name.or(file.default.as_deref())) {
            (None, Some(name)) => Err(unknown(path, name, &file.names)),
            (profile, _) => Ok(profile.unwrap_or_default()),
        }
    }
}

/// The names of the profiles, and which is the default.
///
/// # Errors
/// If the file can't be read, or another user could change it.
pub(super) fn names(path: &Path) -> Result<(Vec<String>, Option<String>), Problem> {
    Ok(read(path, Wanted::Names, &[])?.map(|file| (file.names, file.default)).unwrap_or_default())
}

/// The file, if there is one.
fn read(path: &Path, wanted: Wanted<'_>, fields: &[Field<'_>]) -> Result<Option<File>, Problem> {
    let broken = |error| Problem::Usage(format!("{}: {error}", path.display()));
    let mut opened = match fs::File::open(path) {
        Ok(opened) => opened,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(broken(error)),
    };
    #[cfg(unix)]
    trust::check(&opened, path)?;
    let mut text = String::new();
    opened.read_to_string(&mut text).map_err(broken)?;
    file::read(&text, wanted, fields).map(Some).map_err(|faults| {
        let faults = faults.iter().map(|fault| format!("{}:{}: {}", path.display(), fault.line, fault.text));
        Problem::Usage(faults.collect::<Vec<_>>().join("\n"))
    })
}

fn missing(path: &Path, name: &str) -> Problem {
    let text = format!(
        "unknown profile `{name}`: {} does not exist; create it with:\n\
         [profile.{name}]\nurl = \"https://…\"",
        path.display()
    );
    Problem::Usage(text)
}

/// The keys of a profile, and what they mean.
pub(super) fn help(fields: &[Field<'_>]) -> String {
    let own = KEYS.map(|(key, meaning)| format!("- {key}: {meaning}"));
    let those = |secret, ending, meaning| {
        let fields = fields.iter().filter(|field| field.secret == secret);
        let names: Vec<String> = fields.map(|field| format!("{}{ending}", field.name)).collect();
        (!names.is_empty()).then(|| format!("- {}: {meaning}", names.join(", ")))
    };
    let command =
        "a command that prints the secret: a text for the shell, or a list of a program and its arguments";
    let fields = [
        those(false, "", "the value of the option with this name"),
        those(true, "-command", command),
        those(true, "-file", "a file with the secret"),
    ];
    own.into_iter().chain(fields.into_iter().flatten()).collect::<Vec<_>>().join("\n")
}

fn unknown(path: &Path, name: &str, known: &[String]) -> Problem {
    let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
    let known = if known.is_empty() { "none".to_owned() } else { known.join(" or ") };
    Problem::Usage(format!("unknown profile `{name}` in {}: expected {known}", path.display()))
}

/// A number of seconds, which may end with `s`. Zero would fail every call.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).parse::<f64>().ok();
    let duration = number.and_then(|number| Duration::try_from_secs_f64(number).ok());
    let duration = duration.filter(|duration| !duration.is_zero());
    duration.ok_or_else(|| "expected a number of seconds, such as 30 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const FIELDS: [Field<'_>; 2] =
        [Field { name: "username", secret: false }, Field { name: "password", secret: true }];

    fn text(problem: &Problem) -> &str {
        match problem {
            Problem::Usage(text) | Problem::Local(text) => text,
            _ => "",
        }
    }

    fn load(text: &str, name: Option<&str>) -> Result<Profile, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("profiles.toml");
        // A temporary file is its owner's, whatever the umask.
        tempfile::NamedTempFile::new().unwrap().persist(&path).unwrap().write_all(text.as_bytes()).unwrap();
        let folder = folder.path().display().to_string();
        Profile::load(&path, name, &FIELDS)
            .map_err(|problem| self::tests::text(&problem).replace(&folder, "DIR"))
    }

    #[test]
    fn a_name_or_the_default() {
        let text = "default = 'a'\n[profile.a]\nurl = 'http://a'\n[profile.b]\nurl = 'http://b'\n";
        assert_eq!(load(text, None).unwrap().url.as_deref(), Some("http://a"));
        assert_eq!(load(text, Some("b")).unwrap().url.as_deref(), Some("http://b"));
        let unknown = "unknown profile `c` in DIR/profiles.toml: expected `a` or `b`";
        assert_eq!(load(text, Some("c")).unwrap_err(), unknown);
        assert_eq!(load("[profile.a]\n", None).unwrap(), Profile::default());
    }

    #[test]
    fn no_file_is_no_profile() {
        let path = Path::new("/no/such/profiles.toml");
        assert_eq!(Profile::load(path, None, &FIELDS).unwrap(), Profile::default());
        let problem = Profile::load(path, Some("a"), &FIELDS).unwrap_err();
        assert!(text(&problem).contains("/no/such/profiles.toml does not exist; create it"));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_that_others_can_change_is_refused() {
        use std::os::unix::fs::PermissionsExt;
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::set_permissions(file.path(), fs::Permissions::from_mode(0o646)).unwrap();
        let problem = Profile::load(file.path(), None, &FIELDS).unwrap_err();
        assert!(text(&problem).contains("chmod go-w"), "{problem:?}");
    }
}
