//! A server in a process of its own, whose memory is measured.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use api_runtime::server::Serve;

use crate::server::hostile::serve;
use crate::server::odd::builder;
use crate::support::peak_of;

const SERVER: &str = "HOSTILE_SERVER";

/// The server; it ends when this is dropped.
pub struct Process {
    child: Child,
    pub url: String,
}

impl Process {
    pub fn start() -> Self {
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "server::process::server_process", "--nocapture"]).env(SERVER, "1");
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let url = lines.find_map(|line| Some(line.strip_prefix(SERVER)?.trim().to_owned())).unwrap();
        Self { child, url }
    }

    /// The most memory that it has had, in MiB.
    pub fn peak(&self) -> usize {
        peak_of(self.child.id())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

#[test]
fn server_process() {
    if std::env::var_os(SERVER).is_none() {
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        println!("\n{SERVER} {}", serve(builder(), Serve::new()).await);
        std::future::pending::<()>().await;
    });
}
