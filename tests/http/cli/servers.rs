//! The order of options, profiles and the environment; and that a secret goes to the server that its
//! own source names, and to no other.

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;

use crate::cli::hear::{Peer, answering};
use crate::cli::program::{Ended, Run};

/// Two servers, a profile of one, and the settings that the tests combine.
struct Servers {
    office: Peer<BackupServer>,
    other: Peer<BackupServer>,
}

/// The environment of a call.
type Environment<'e> = &'e [(&'e str, &'e str)];

impl Servers {
    fn new() -> Self {
        Self { office: answering("[]"), other: answering("[]") }
    }

    /// Lists users with these settings, where `OTHER` and `OFFICE` are the servers. The profile
    /// `office` has a password, and `bare` none; running its command leaves a trace.
    fn run(&self, default: &str, environment: Environment, arguments: &[&str]) -> (Ended, Vec<String>) {
        let url = |text: &str| text.replace("OFFICE", &self.office.url).replace("OTHER", &self.other.url);
        let profiles = "[profile.office]\nurl = 'OFFICE/'\nusername = 'olga'\n\
            password-command = 'touch ran; echo office'\n[profile.bare]\nurl = 'OFFICE'\nusername = 'bob'\n";
        let arguments = ["users", "list"].iter().chain(arguments).map(|it| url(it));
        let run = Run::of::<BackupServer>(arguments).stdin("typed");
        let run = run.profiles("backup-server", &url(&format!("{default}{profiles}")));
        let set =
            |run: Run, (name, value): &(&str, &str)| run.env(format!("BACKUP_SERVER_{name}"), url(value));
        let mut run = environment.iter().fold(run, set);
        let ended = run.run();
        let heard = |peer: &Peer<BackupServer>, name: &str| {
            let body = |body: &[u8]| String::from_utf8_lossy(body).replace("&AuthType=Password", "");
            peer.heard().iter().map(|it| format!("{name} {}", body(&it.body))).collect::<Vec<_>>()
        };
        let sent = [heard(&self.office, "OFFICE"), heard(&self.other, "OTHER")].concat();
        assert!(!sent.is_empty() || !run.home.path().join("ran").exists(), "a command was run for nothing");
        (ended, sent)
    }

    #[track_caller]
    fn sends(&self, default: &str, environment: Environment, arguments: &[&str], what: &str) {
        let (ended, sent) = self.run(default, environment, arguments);
        assert_eq!(sent, [what], "{}", ended.printed());
    }

    #[track_caller]
    fn refuses(&self, default: &str, environment: Environment, arguments: &[&str], what: &[&str]) {
        let (ended, sent) = self.run(default, environment, arguments);
        let ended = ended.exits(2);
        assert_eq!(sent, [""; 0]);
        for text in what.iter().chain(&["OFFICE", "OTHER"]) {
            let text = text.replace("OFFICE", &self.office.url).replace("OTHER", &self.other.url);
            assert!(ended.stderr.contains(&text), "{text}: {}", ended.stderr);
        }
    }
}

const DEFAULT: &str = "default = 'office'\n";
const OTHER: (&str, &str) = ("URL", "OTHER");
const PASSWORD: (&str, &str) = ("PASSWORD", "variable");
const ADMIN: (&str, &str) = ("USERNAME", "admin");
const TYPED: [&str; 2] = ["--password-fd", "0"];

#[test]
fn a_named_profile_comes_before_the_environment() {
    let servers = Servers::new();
    let own = "OFFICE Username=olga&Password=office";
    servers.sends("", &[OTHER], &["--profile", "office"], own);
    servers.sends("", &[OTHER, PASSWORD, ADMIN], &["--profile", "office"], own);
    servers.sends("", &[PASSWORD, ADMIN, ("PROFILE", "office")], &[], own);
    servers.sends("", &[OTHER, ("SESSION_KEY", "key")], &["--profile", "office"], own);
    // What it lacks comes from an environment that names no server.
    servers.sends("", &[PASSWORD], &["--profile", "bare"], "OFFICE Username=bob&Password=variable");
}

#[test]
fn the_environment_comes_before_the_default_profile() {
    let servers = Servers::new();
    servers.sends(DEFAULT, &[OTHER, PASSWORD, ADMIN], &[], "OTHER Username=admin&Password=variable");
    servers.sends(DEFAULT, &[PASSWORD], &[], "OFFICE Username=olga&Password=variable");
    servers.sends(DEFAULT, &[], &[], "OFFICE Username=olga&Password=office");
}

#[test]
fn an_option_comes_before_everything() {
    let servers = Servers::new();
    let typed = "OTHER Username=olga&Password=typed";
    for profile in [&["--profile", "office"][..], &[]] {
        let arguments = [profile, &["--url", "OTHER"], &TYPED].concat();
        servers.sends(DEFAULT, &[], &arguments, typed);
        servers.sends(DEFAULT, &[("URL", "OFFICE"), PASSWORD], &arguments, typed);
    }
    let root = "OFFICE Username=root&Password=office";
    servers.sends(DEFAULT, &[], &["--username", "root"], root);
    // However it is written.
    servers.sends(DEFAULT, &[], &["--username", "root", "--url", "OFFICE"], root);
}

#[test]
fn the_secret_of_a_profile_goes_to_its_server_only() {
    let servers = Servers::new();
    let of_profile =
        "`password` of the profile is for OFFICE/ (the profile `office`), but the call goes to OTHER";
    let by_option = [of_profile, "(`--url`)", "--password-file"];
    servers.refuses("", &[], &["--profile", "office", "--url", "OTHER"], &by_option);
    servers.refuses(DEFAULT, &[], &["--url", "OTHER"], &by_option);
    servers.refuses(DEFAULT, &[OTHER], &[], &[of_profile, "(`BACKUP_SERVER_URL`)"]);
    servers.refuses(DEFAULT, &[OTHER], &["--dry-run"], &[of_profile]);
    let both = ["`BACKUP_SERVER_PROFILE` names the profile `office`", "`BACKUP_SERVER_URL`"];
    servers.refuses("", &[OTHER, ("PROFILE", "office")], &[], &both);
}

#[test]
fn a_secret_beside_a_url_in_the_environment_goes_there_only() {
    let servers = Servers::new();
    let of_variable =
        "`BACKUP_SERVER_PASSWORD` is for OTHER (`BACKUP_SERVER_URL`), but the call goes to OFFICE";
    servers.refuses("", &[OTHER, PASSWORD], &["--profile", "bare"], &[of_variable, "(the profile `bare`)"]);
    servers.refuses("", &[OTHER, PASSWORD, ADMIN], &["--url", "OFFICE"], &[of_variable, "(`--url`)"]);
}

/// Not only of credentials: a new password is a secret of its server as well.
#[test]
fn the_secret_of_a_parameter_goes_there_only() {
    let (office, other) = (answering("{}"), answering("{}"));
    let add = |url: &str| {
        let run = Run::of::<BackupServer>(["users", "add", "--target-user", "alice", "--url", url]);
        let run = run.args(["--username", "admin", "--password-fd", "0"]).stdin("typed");
        run.env("BACKUP_SERVER_URL", &office.url).env("BACKUP_SERVER_TARGET_PASSWORD", "new")
    };
    add(&other.url).end().says(2, ["`BACKUP_SERVER_TARGET_PASSWORD` is for", &office.url, &other.url]);
    assert!(other.heard().is_empty());
    add(&office.url).end().exits(0);
}

#[test]
fn a_token_goes_to_its_server_only() {
    let (office, other) = (Peer::<AccountPortal>::fake(), Peer::<AccountPortal>::fake());
    let profiles =
        format!("default = 'a'\n[profile.a]\nurl = '{}'\ntoken-command = 'echo token'\n", office.url);
    let list = |url: &str| {
        let run = Run::of::<AccountPortal>(["users", "list", "--url", url]);
        run.profiles("account-portal", &profiles)
    };
    list(&other.url).end().says(2, ["`token` of the profile is for", &office.url, &other.url]);
    let of_variable =
        list(&other.url).env("ACCOUNT_PORTAL_TOKEN", "t").env("ACCOUNT_PORTAL_URL", &office.url);
    of_variable.end().says(2, ["`ACCOUNT_PORTAL_TOKEN` is for", &office.url, &other.url]);
    assert!(other.heard().is_empty());
    list(&office.url).end();
    assert_eq!(office.heard().len(), 1);
}

/// Nothing is guessed: what two schemes could be is an error that lists them.
#[test]
fn several_schemes_are_an_error_that_lists_them() {
    let peer = answering("[]");
    let profile = "default = 'a'\n[profile.a]\npassword-command = 'echo x'\nsession-key-command = 'echo y'\n";
    let list = |arguments: &[&str]| {
        let run = Run::of::<BackupServer>(["users", "list", "--username", "a", "--url", &peer.url]);
        run.args(arguments).profiles("backup-server", profile).end()
    };
    let both = "`password` of the profile and `session-key` of the profile";
    list(&[]).says(2, [both, "--auth-type", "\n  PasswordTOTP: --username, --password, --totp\n"]);
    assert!(peer.heard().is_empty());
    list(&["--auth-type", "SessionKey"]).exits(0);
    assert!(peer.heard()[0].body.ends_with(b"SessionKey=y"));
}
