//! Valid and invalid profiles.

use super::*;
use crate::cli::table::Help;
use crate::core::Parameter;

static PLAIN: Parameter = Parameter::optional("", "");
static SECRET: Parameter = PLAIN.secret();
static HELP: Help = Help::new("", &[]);

fn read(text: &str, name: Option<&str>) -> Result<Profile, String> {
    let file = File { path: Path::new("DIR/profiles.toml"), text: text.to_owned() };
    let fields = [("username", &PLAIN), ("password", &SECRET), ("totp", &SECRET)];
    let slot =
        |(name, parameter): (&str, _)| Slot { parameter, help: &HELP, name: name.to_owned(), field_of: None };
    let fields = fields.map(slot);
    file.profile(name, &fields).map_err(|problem| match problem {
        Problem::Usage(text) => text,
        other => format!("{other:?}"),
    })
}

#[test]
fn reads_everything() {
    let text = r#"
        default = "office"
        [profile.office]
        url = "https://backup.example.com"
        username = "admin"
        password-command = "pass show backup"
        totp-file = "/run/totp"
        server-version = "18.12.2"
        timeout = 30
        cacert = "ca.pem"
        read-only = true
        start-session = "start"
        end-session = "end"
        [profile.office.paths]
        AdminAddUser = "/add"
        [profile.other]
        password-command = ["pass", "show", "x"]
        totp-command = ["totp"]
    "#;
    let sources = [
        ("password".to_owned(), Source::Command(source::shell("pass show backup"))),
        ("totp".to_owned(), Source::File("/run/totp".into())),
    ];
    let values = [
        ("url", "https://backup.example.com"),
        ("username", "admin"),
        ("server-version", "18.12.2"),
        ("timeout", "30"),
        ("cacert", "ca.pem"),
        ("read-only", "true"),
        ("start-session", "start"),
        ("end-session", "end"),
    ];
    let office = Profile {
        name: "office".to_owned(),
        values: values.map(|(key, value)| (key.to_owned(), value.to_owned())).into(),
        sources: sources.into(),
        paths: [("AdminAddUser".to_owned(), "/add".to_owned())].into(),
        session: Some("DIR/session-office".into()),
    };
    assert_eq!(read(text, None).unwrap(), office);
    let other = read(text, Some("other")).unwrap();
    assert_eq!(other.sources["password"], Source::Command(["pass", "show", "x"].map(str::to_owned).into()));
    assert_eq!(other.sources["totp"], Source::Command(vec!["totp".to_owned()]));
    let unknown = "unknown profile `c` in DIR/profiles.toml: expected `office` or `other`";
    assert_eq!(read(text, Some("c")).unwrap_err(), unknown);
    assert_eq!(read("", None).unwrap(), Profile::default());
    assert!(read("", Some("a")).unwrap_err().starts_with("unknown profile `a`: DIR/profiles.toml has none"));
}

/// With its line, and without any value.
#[test]
fn the_first_error_is_reported() {
    let secret = "is a secret and must not be in this file; use";
    for (line, what) in [
        ("url = 1", "`url` must be a text in quotes"),
        ("timeout = 'canary'", "`timeout` must be a number of seconds, such as 30 or 0.5"),
        ("server-version = '18'", "a version has three numbers with dots between them, such as 18.12.2"),
        ("read-only = 'canary'", "`read-only` must be true or false"),
        ("paths = 'canary'", "`paths` must be a table"),
        (
            "Password = 'canary'",
            &format!("`password` {secret} `password-command` or `password-file`, or leave"),
        ),
        ("totp = 'canary'", &format!("`totp` {secret} `totp-command` or")),
        ("password-command = []", "`password-command` must be a text for the shell, or a list of"),
        ("totp-command = 'canary'\ntotp-file = 'canary'", "`totp` has two sources; keep `totp-command` or"),
        (
            "pass = 'canary'",
            "unknown key `pass`; use one of `url`, `read-only`, `server-version`, `timeout`, `cacert`, `bearer`, `start-session`, `session-field`, `end-session`, `paths`, `username`, `password-command`, `password-file`, `totp-command`, `totp-file`",
        ),
        ("password = canary", "not valid TOML: "),
        ("x = 'canary", "not valid TOML: "),
        ("url = ''\nurl = 'canary'", "not valid TOML: "),
        ("[other]", "unknown key `other`; use `default` or `[profile.NAME]`"),
    ] {
        let text = format!("[profile.b]\nulr = 1\n[profile.a]\n{line}\n");
        let found = read(&text, Some("a")).unwrap_err();
        let number = 3 + line.lines().count();
        assert!(found.starts_with(&format!("DIR/profiles.toml:{number}: {what}")), "{line}: {found}");
        assert!(!found.contains("canary"), "{found}");
    }
}
