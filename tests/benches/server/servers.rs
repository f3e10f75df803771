//! The servers: a separate process that ends with this one.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

use api_runtime::server::Serve;
use axum::serve::ListenerExt;
use tokio::net::TcpListener;

use crate::{Result, by_hand, stub};

/// The argument for running the servers.
pub const ROLE: &str = "serve";

/// The servers' process and their ports.
pub struct Servers {
    process: Child,
    pub generated: u16,
    pub by_hand: u16,
    pub by_hand_on_axum: u16,
}

impl Servers {
    pub fn start() -> Result<Self> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg(ROLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut line = String::new();
        if let Some(output) = process.stdout.take() {
            BufReader::new(output).read_line(&mut line)?;
        }
        let ports = line.split_whitespace().map(str::parse).collect::<std::result::Result<Vec<u16>, _>>()?;
        let [generated, by_hand, by_hand_on_axum] = ports[..] else {
            return Err("the servers did not start".into());
        };
        Ok(Self { process, generated, by_hand, by_hand_on_axum })
    }

    /// A figure from `/proc/PID/status`, such as `VmRSS`, in KiB.
    pub fn figure(&self, name: &str) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'));
        Ok(line.ok_or("no such figure")?.trim().trim_end_matches(" kB").parse()?)
    }
}

impl Drop for Servers {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Serves until standard input ends, which is when the other process does.
pub fn serve() -> Result<()> {
    thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let listeners = [listen().await?, listen().await?, listen().await?];
        for listener in &listeners {
            print!("{} ", listener.local_addr()?.port());
        }
        println!();
        let [generated, by_hand, by_hand_on_axum] = listeners;
        tokio::spawn(Serve::new().run(generated, stub::router()?));
        tokio::spawn(Serve::new().run(by_hand, by_hand::router()));
        Ok(axum::serve(by_hand_on_axum.tap_io(|io| drop(io.set_nodelay(true))), by_hand::router()).await?)
    })
}

async fn listen() -> Result<TcpListener> {
    Ok(TcpListener::bind("127.0.0.1:0").await?)
}
