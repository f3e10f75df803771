//! What is read, and what is a fault.

use super::*;

const FIELDS: [Field<'_>; 3] = [
    Field { name: "username", secret: false },
    Field { name: "password", secret: true },
    Field { name: "totp", secret: true },
];

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
        [profile.office.paths]
        AdminAddUser = "/add"
        [profile.other]
        password-command = ["pass", "show", "x"]
    "#;
    let file = read(text, Wanted::Default, &FIELDS).unwrap();
    assert_eq!((file.default.as_deref(), file.names.len()), (Some("office"), 2));
    let office = file.profile.unwrap();
    assert_eq!(office.url.as_deref(), Some("https://backup.example.com"));
    assert_eq!(office.fields["username"], "admin");
    assert_eq!(office.sources["password"], Source::Command(source::shell("pass show backup")));
    assert_eq!(office.cacert.as_deref(), Some("ca.pem".as_ref()));
    assert_eq!(office.sources["totp"], Source::File("/run/totp".into()));
    assert_eq!(office.server_version, Some(Version::new(18, 12, 2)));
    assert_eq!(office.timeout, Some(Duration::from_secs(30)));
    assert_eq!(office.paths["AdminAddUser"], "/add");
    let words = ["pass", "show", "x"].map(str::to_owned);
    let other = read(text, Wanted::Named("other"), &FIELDS).unwrap().profile.unwrap();
    assert_eq!(other.sources["password"], Source::Command(words.into()));
}

#[test]
fn a_program_without_arguments_is_a_command() {
    let profile =
        read("[profile.a]\npassword-command = ['pass']", Wanted::Named("a"), &FIELDS).unwrap().profile;
    assert_eq!(profile.unwrap().sources["password"], Source::Command(vec!["pass".to_owned()]));
}

#[test]
fn faults_of_other_profiles_do_not_matter() {
    let text = "[profile.good]\nurl = 'http://a'\n[profile.bad]\nulr = 1\n";
    assert_eq!(read(text, Wanted::Default, &FIELDS).unwrap().names, ["bad", "good"]);
    assert!(read(text, Wanted::Named("good"), &FIELDS).unwrap().profile.is_some());
    assert!(
        read(text, Wanted::Named("bad"), &FIELDS).unwrap_err()[0].text.starts_with("unknown key `ulr`; use")
    );
}

fn faults(text: &str) -> String {
    let faults = read(text, Wanted::Named("a"), &FIELDS).unwrap_err();
    assert!(faults.iter().all(|fault| !fault.text.contains("canary")), "{faults:?}");
    faults.iter().map(|fault| format!("{}: {}\n", fault.line, fault.text)).collect()
}

#[test]
fn reports_all_faults_with_their_lines() {
    let text = "\
        defualt = 'canary'\n\
        [profile.a]\n\
        url = 1\n\
        timeout = 'canary'\n\
        server-version = '18'\n\
        paths = 'canary'\n\
        Password = 'canary'\n\
        totp = 'canary'\n\
        password-command = []\n\
        totp-file = 'canary'\n\
        totp-command = 'canary'\n\
        pass = 'canary'\n";
    let expected = "\
        1: unknown key `defualt`; use `default` or `[profile.NAME]`\n\
        3: `url` must be a text in quotes\n\
        4: `timeout` must be a number of seconds, such as 30 or 0.5\n\
        5: a version has three numbers with dots between them, such as 18.12.2\n\
        6: `paths` must be a table\n\
        7: `password` is a secret and must not be in this file; use `password-command` or `password-file`, or leave it out to be asked\n\
        8: `totp` is a secret and must not be in this file; use `totp-command` or `totp-file`, or leave it out to be asked\n\
        9: `password-command` must be a text for the shell, or a list of a program and its arguments\n\
        10: `totp` has two sources; keep `totp-command` or `totp-file`\n\
        12: unknown key `pass`; use one of `url`, `server-version`, `timeout`, `cacert`, `paths`, `username`, `password-command`, `password-file`, `totp-command`, `totp-file`\n";
    assert_eq!(faults(text), expected);
}

#[test]
fn syntax_faults_do_not_show_the_line() {
    for text in ["a = 'canary", "\n[profile.a]\npassword = canary\n", "canary", "a = 1\na = 'canary'"] {
        let faults = faults(text);
        assert!(faults.contains(": not valid TOML: "), "{faults}");
    }
}
