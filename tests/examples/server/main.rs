//! Both servers on one port, in memory: `cargo run -p tests --example server`.
//!
//! A small but real implementation of the states and transitions that the
//! documents describe. Everything else returns "not implemented", behind the same
//! gates. The example `client` walks through it.
//!
//! ```toml
//! [dependencies]
//! account-portal-api = { path = "../api-codegen/generated/account-portal", features = ["server"] }
//! backup-server-api = { path = "../api-codegen/generated/backup-server", features = ["server"] }
//! clap = "4.5"
//! getrandom = "0.4"
//! serde_json = "1"
//! tokio = { version = "1", features = ["macros", "net", "rt-multi-thread", "signal"] }
//! ```

mod backup;
mod keys;
mod listen;
mod portal;

use std::process::ExitCode;

use backup_server_api::server::Serve;
use clap::{Arg, Command, value_parser};

#[tokio::main]
async fn main() -> ExitCode {
    let port = Arg::new("port").long("port").default_value("8060").value_parser(value_parser!(u16));
    let port = port.help("The port on 127.0.0.1; 0 is any that is free");
    let command = Command::new("server").about("The backup server and the account portal, in memory");
    let port = command.arg(port).get_matches().get_one("port").copied().unwrap_or_default();
    match run(port).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

async fn run(port: u16) -> Result<(), listen::Error> {
    let (listener, url) = listen::on(port).await?;
    let portal = portal::Portal::new();
    let token = portal.first_token();
    let router = listen::router(backup::Backup::default(), portal)?;
    println!("Both servers: {url}");
    println!("Backup server: add the first administrator with AdminAddFirstAdminUser.");
    println!("Account portal: the first token is {}", token.expose());
    Serve::new().run_until(listener, router, stopped()).await;
    Ok(())
}

/// Ctrl-C or, on Unix, what service managers send.
async fn stopped() {
    #[cfg(unix)]
    if let Ok(mut terminated) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        tokio::select! {
            _ = tokio::signal::ctrl_c() => {}
            _ = terminated.recv() => {}
        }
        return;
    }
    drop(tokio::signal::ctrl_c().await);
}
