//! A user's view of a terminal, and typing. `script` provides one.

use std::io::{Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use backup_server_api::BackupServer;
use tests::TempDir;

use crate::cli::hear::answering;
use crate::cli::program::Program;
use crate::support::fake_server::{NAME, PASSWORD};

/// A shell command in a terminal of its own.
pub struct Terminal {
    child: Child,
    keys: ChildStdin,
    shown: Arc<Mutex<Vec<u8>>>,
    /// Removed at the end.
    _home: TempDir,
}

impl Terminal {
    /// Runs a command with `sh -c`. `backup-server` and `account-portal` are in its path.
    pub fn run(command: &str, environment: &[(&str, &str)]) -> Self {
        let home = TempDir::new();
        let bin = home.path().join("bin");
        std::fs::create_dir_all(&bin).unwrap();
        std::os::unix::fs::symlink(BackupServer::PROGRAM, bin.join("backup-server")).unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut child = Command::new("script")
            .args(["--quiet", "--return", "--flush", "--command", command, "/dev/null"])
            .env_clear()
            .envs([("PATH", path.as_str()), ("HOME", home.text()), ("TERM", "xterm"), ("LANG", "C.UTF-8")])
            .envs(environment.iter().copied())
            .current_dir(home.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("util-linux has `script`");
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut from, to) = (child.stdout.take().unwrap(), shown.clone());
        std::thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(length @ 1..) = from.read(&mut buffer) {
                to.lock().unwrap().extend_from_slice(&buffer[..length]);
            }
        });
        Self { keys: child.stdin.take().unwrap(), child, shown, _home: home }
    }

    /// Presses keys.
    pub fn press(&mut self, keys: impl AsRef<[u8]>) {
        self.keys.write_all(keys.as_ref()).unwrap();
    }

    /// The text that the terminal has been sent so far.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).into_owned()
    }

    /// Waits until the terminal has been sent a text.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        self.wait(|shown| shown.contains(text), text);
    }

    #[track_caller]
    fn wait(&self, until: impl Fn(&str) -> bool, what: &str) {
        let start = Instant::now();
        while !until(&self.shown()) {
            assert!(start.elapsed() < Duration::from_secs(600), "waited for {what:?}:\n{}", self.shown());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end of the command; returns its exit status and all that was shown.
    #[track_caller]
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().unwrap();
        // The reader may be a moment behind.
        let done = format!("{END}\r\n");
        self.wait(|shown| shown.contains(&done), END);
        (status.code(), self.shown().replace(&done, "").replace("\r\n", "\n"))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Marks the end of the output.
const END: &str = "-- end --";

/// Runs the CLI in a terminal of this many columns.
fn program(arguments: &str, columns: u16, environment: &[(&str, &str)]) -> Terminal {
    let command = format!(
        "stty rows 24 cols {columns}; tty; backup-server {arguments}; status=$?; echo '{END}'; exit $status"
    );
    Terminal::run(&command, environment)
}

/// The scheme is named, so the password is asked for.
const USER: [(&str, &str); 2] = [("BACKUP_SERVER_USERNAME", NAME), ("BACKUP_SERVER_AUTH_TYPE", "Password")];

const CREDENTIAL: [(&str, &str); 2] =
    [("BACKUP_SERVER_USERNAME", NAME), ("BACKUP_SERVER_PASSWORD", PASSWORD)];

const JOBS: &str =
    r#"[{"Name":"one","Size":1.50,"Note":"\u001b[31mred"},{"Name":"日本","Size":2,"Note":""}]"#;

fn shown(text: &'static str, arguments: &str, columns: u16) -> String {
    let peer = answering(text);
    let arguments = format!("jobs admin-get-jobs-all --url {} {arguments}", peer.url);
    let (status, shown) = program(&arguments, columns, &CREDENTIAL).end();
    assert_eq!(status, Some(0), "{shown}");
    // The first line is the name of the terminal.
    shown.split_once('\n').unwrap().1.to_owned()
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn json_is_indented() {
    let plain = shown(JOBS, "", 80);
    assert!(plain.starts_with("[\n  {\n    \"Name\": \"one\",\n    \"Size\": 1.50,\n"), "{plain:?}");
    assert!(!plain.contains('\x1b'), "{plain:?}");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn descriptions_are_indented_too() {
    let (_, shown) = program("describe users add --json", 80, &[]).end();
    assert!(shown.contains("\n  \"effect\": \"changes\",\n"), "{shown:?}");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn a_table_fits_the_terminal() {
    let wide = shown(JOBS, "--table", 80);
    assert_eq!(wide, "Name  Size  Note\none   1.50   [31mred\n日本  2\n");
    let narrow = shown(JOBS, "--table", 12);
    assert!(narrow.starts_with("N") && narrow.lines().all(|line| line.chars().count() <= 12), "{narrow}");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn control_characters_do_not_reach_the_terminal() {
    let shown = shown("[\"\u{9b}2J\u{202e}\"]", "", 80);
    assert_eq!(shown, "[\n  \"\\u009b2J\\u202e\"\n]\n");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn an_upload_shows_how_much_of_the_file_is_sent() {
    let peer = answering(r#"{"Hash":"1"}"#);
    let call = format!("backup-server system admin-meta-resource-new --upload file --url {}", peer.url);
    let command = format!("head -c 307200 /dev/zero >file; {call}; status=$?; echo '{END}'; exit $status");
    let (status, shown) = Terminal::run(&command, &CREDENTIAL).end();
    assert_eq!(status, Some(0), "{shown}");
    assert!(shown.contains(" of 300.00 KiB"), "{shown:?}");
    // It is gone when the response is printed.
    assert!(shown.rsplit_once(" KiB").is_some_and(|(_, rest)| rest.contains("\u{1b}[2K")), "{shown:?}");
    assert!(shown.contains("\"Hash\""), "{shown:?}");
}

/// Waits until the terminal doesn't echo: what is typed before that would show.
#[track_caller]
fn wait_for_prompt(terminal: &Terminal, prompt: &str) {
    terminal.wait_for(prompt);
    let shown = terminal.shown();
    let tty = shown.lines().next().unwrap().trim();
    let start = Instant::now();
    loop {
        let settings = Command::new("stty").args(["-F", tty, "-a"]).output().unwrap();
        if String::from_utf8_lossy(&settings.stdout).contains("-echo ") {
            return;
        }
        assert!(start.elapsed() < Duration::from_secs(600), "the terminal echoes");
    }
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn a_password_is_asked_for_without_echo() {
    let peer = answering("[]");
    for (typed, expected) in [(&b"hunter\xff\r"[..], Some(2)), (b"hunter2\r", Some(0))] {
        let call = format!("jobs admin-get-jobs-all --url {}", peer.url);
        let mut terminal = program(&call, 80, &USER);
        wait_for_prompt(&terminal, "assword");
        terminal.press(typed);
        let (status, shown) = terminal.end();
        assert_eq!(status, expected, "{shown}");
        assert_eq!(shown.contains("it is not UTF-8 text"), status == Some(2), "{shown}");
        assert!(!shown.contains("hunter"), "{shown}");
    }
    let body = peer.heard().remove(0).body;
    assert!(form_urlencoded::parse(&body).any(|field| field == ("Password".into(), "hunter2".into())));
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn a_prompt_names_user_and_server_and_a_new_password_is_asked_twice() {
    let peer = answering("{}");
    for (again, status) in [("hunter3", 0), ("hunter4", 2)] {
        let call = format!("users admin-add-user --target-user alice --url {}", peer.url);
        let mut terminal = program(&call, 80, &USER);
        for (prompt, typed) in
            [("password: ", "hunter2"), ("target-password: ", "hunter3"), ("target-password again: ", again)]
        {
            wait_for_prompt(&terminal, &format!("[{NAME} at {}] {prompt}", peer.url));
            terminal.press(format!("{typed}\r"));
        }
        let (ended, shown) = terminal.end();
        assert_eq!(ended, Some(status), "{shown}");
        assert!(!shown.contains("hunter") && shown.contains("differ") == (status == 2), "{shown}");
        assert_eq!(peer.heard().len(), usize::from(status == 0));
    }
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn what_destroys_is_confirmed_by_its_name() {
    let peer = answering("{}");
    let call = format!("users delete --target-user alice --json --url {}", peer.url);
    for (typed, status) in [("alice", 0), ("yes", 1), ("", 1)] {
        // The question comes before the password, and what is typed is seen.
        let mut terminal = program(&call, 80, &USER);
        terminal.wait_for(&format!("admin-delete-user on {}: Deletes ", peer.url));
        terminal.wait_for("  TargetUser: alice");
        terminal.wait_for("Type alice to confirm: ");
        terminal.press(format!("{typed}\r"));
        if status == 0 {
            wait_for_prompt(&terminal, "] password: ");
            terminal.press("hunter2\r");
        }
        let (ended, shown) = terminal.end();
        assert_eq!(ended, Some(status), "{shown}");
        assert!(shown.contains(&format!("confirm: {typed}\n")), "{shown}");
        assert_eq!(shown.contains("not confirmed: nothing was sent"), status == 1, "{shown}");
        assert_eq!(peer.heard().len(), usize::from(status == 0));
    }
}

/// The user of a device doesn't say which device is revoked.
#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn what_is_destroyed_is_shown_whole() {
    let peer = answering("{}");
    for (call, shown, about) in [
        (
            "revoke --target-user alice --target-device D1",
            ["  TargetUser: alice", "  TargetDevice: D1"],
            "D1",
        ),
        (
            "update-login-url --target-id G1 --new-url http://a",
            ["  TargetID: G1", "  NewURL: http://a"],
            "G1",
        ),
    ] {
        let mut terminal = program(&format!("devices {call} --url {}", peer.url), 80, &USER);
        for line in shown {
            terminal.wait_for(line);
        }
        terminal.wait_for(&format!("Type {about} to confirm: "));
        terminal.press("no\r");
        assert_eq!(terminal.end().0, Some(1));
    }
    assert_eq!(peer.heard().len(), 0);
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn a_path_of_what_destroys_is_confirmed() {
    let peer = answering("{}");
    let call = "users get-profile --target-user alice --request-path /api/v1/admin/delete-user";
    let mut terminal = program(&format!("{call} --url {}", peer.url), 80, &USER);
    terminal.wait_for("The path is that of AdminDeleteUser.");
    terminal.wait_for("to confirm: ");
    terminal.press("no\r");
    let (ended, shown) = terminal.end();
    assert_eq!((ended, peer.heard().len()), (Some(1), 0), "{shown}");
}

/// Ctrl-Z stops the program; continued, it asks again, and what was typed before is
/// forgotten.
#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn ctrl_z_at_the_prompt_stops_the_program() {
    let peer = answering("[]");
    let mut terminal = Terminal::run("bash --norc --noprofile -i", &USER);
    terminal.press(format!("tty; backup-server jobs admin-get-jobs-all --url {}\n", peer.url));
    terminal.wait_for("] password: ");
    terminal.press("hunt\x1a");
    terminal.wait_for("Stopped");
    terminal.press("stty -a | grep -o '[ -]echo '; echo rea''dy\n");
    terminal.wait_for("ready");
    assert!(!terminal.shown().contains("-echo "), "{}", terminal.shown());
    terminal.press("fg\n");
    terminal.wait(|shown| shown.matches("] password: ").count() == 2, "the prompt");
    terminal.press("hunter2\n");
    terminal.wait_for("[]");
    assert!(!terminal.shown().contains("hunt"), "{}", terminal.shown());
    let body = peer.heard().remove(0).body;
    assert!(form_urlencoded::parse(&body).any(|field| field == ("Password".into(), "hunter2".into())));
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn a_terminal_gets_results_up_to_a_limit() {
    let large: &'static str = Box::leak(format!("[{}1]", "1,".repeat(1024 * 1024)).into_boxed_str());
    let peer = answering(large);
    let call = format!("jobs admin-get-jobs-all --max-body 1 --url {}", peer.url);
    let (status, shown) = program(&call, 80, &CREDENTIAL).end();
    assert_eq!(status, Some(1), "{shown}");
    assert!(shown.contains("`--max-body`") && shown.contains("`--output`"), "{shown}");
}

#[test]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
fn ctrl_c_at_the_prompt_sends_nothing_and_leaves_the_terminal_as_it_was() {
    let peer = answering("[]");
    // A test run in the background ignores Ctrl-C, and so would the program.
    let call = format!("env --default-signal=INT backup-server jobs admin-get-jobs-all --url {}", peer.url);
    let command = format!("tty; stty -a >before; {call}; echo $?; stty -a | diff before - && echo '{END}'");
    let mut terminal = Terminal::run(&command, &USER);
    wait_for_prompt(&terminal, "assword");
    terminal.press("hunt\x03");
    let (status, shown) = terminal.end();
    assert_eq!(status, Some(0), "{shown}");
    assert!(shown.contains("\n130\n") && !shown.contains("hunt"), "{shown}");
    assert!(peer.heard().is_empty());
}
