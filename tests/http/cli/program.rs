//! Runs a program with an environment of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;
use tests::TempDir;

use crate::support::cases::TestApi;
use crate::support::fake_server::Served;

/// An API with a program.
pub trait Program: TestApi + Served + 'static {
    /// The program's path.
    const PROGRAM: &str;
    /// The prefix of its environment variables.
    const PREFIX: &str;
}

impl Program for BackupServer {
    const PROGRAM: &str = env!("CARGO_BIN_EXE_backup-server-cli");
    const PREFIX: &str = "BACKUP_SERVER";
}

impl Program for AccountPortal {
    const PROGRAM: &str = env!("CARGO_BIN_EXE_account-portal-cli");
    const PREFIX: &str = "ACCOUNT_PORTAL";
}

/// A command, in a folder that is the home of its user too.
pub struct Run {
    pub home: TempDir,
    pub command: Command,
    pub stdin: Vec<u8>,
}

/// The end of a command.
#[derive(Debug)]
pub struct Ended {
    pub status: ExitStatus,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Run {
    /// The program of an API.
    pub fn of<A: Program>(arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Self {
        Self::any(A::PROGRAM, arguments)
    }

    /// Any program.
    pub fn any(program: &str, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Self {
        let home = TempDir::new();
        let mut command = Command::new(program);
        command.args(arguments).current_dir(home.path()).env_clear();
        command.env("HOME", home.path()).env("PATH", std::env::var_os("PATH").unwrap_or_default());
        // Reading all certificates of the system takes a dev build longer than a call.
        let certificate = concat!(env!("CARGO_MANIFEST_DIR"), "/data/tls/ca.pem");
        command.env("LANG", "C.UTF-8").env("SSL_CERT_FILE", certificate);
        Self { home, command, stdin: Vec::new() }
    }

    /// A call of the backup server with a credential.
    pub fn call<const N: usize>(arguments: [&str; N], url: &str) -> Self {
        let run = Self::of::<BackupServer>(arguments).args(["--url", url]);
        run.env("BACKUP_SERVER_USERNAME", "admin").env("BACKUP_SERVER_PASSWORD", "hunter2")
    }

    pub fn env(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub fn arg(self, argument: impl AsRef<OsStr>) -> Self {
        self.args([argument])
    }

    pub fn args(mut self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> Self {
        self.command.args(arguments);
        self
    }

    pub fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.stdin = bytes.into();
        self
    }

    /// Writes a file into the configuration folder.
    pub fn profiles(self, program: &str, text: &str) -> Self {
        let path = self.home.write(&format!(".config/{program}/profiles.toml"), text);
        // Whatever the umask.
        for path in path.ancestors().take(3) {
            fs::set_permissions(path, fs::Permissions::from_mode(0o700)).unwrap();
        }
        self
    }

    /// Starts the command with pipes.
    pub fn spawn(&mut self) -> Child {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap_or_else(|error| panic!("{:?}: {error}", self.command));
        let mut stdin = child.stdin.take().unwrap();
        // A program that doesn't read its input may be gone by now.
        let _ = stdin.write_all(&self.stdin);
        child
    }

    /// Runs it to its end; its folder is removed.
    pub fn end(mut self) -> Ended {
        self.run()
    }

    /// Runs it to its end.
    pub fn run(&mut self) -> Ended {
        let output = self.spawn().wait_with_output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        Ended { status: output.status, stdout: output.stdout, stderr }
    }
}

impl Ended {
    pub fn stdout(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("standard output is text")
    }

    /// Returns everything that it printed.
    pub fn printed(&self) -> String {
        format!("{}\n{}", String::from_utf8_lossy(&self.stdout), self.stderr)
    }

    /// Its exit status, which must be this one, and what it says on standard error.
    #[track_caller]
    pub fn says<const N: usize>(self, code: i32, texts: [&str; N]) -> Self {
        let ended = self.exits(code);
        for text in texts {
            assert!(ended.stderr.contains(text), "{text}: {}", ended.stderr);
        }
        ended
    }

    /// Its exit status, which must be this one.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.status.code(), Some(code), "{}", self.printed());
        self
    }
}
