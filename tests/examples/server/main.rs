//! Both servers, in memory: `cargo run -p tests --example server`.
//!
//! A small but real implementation of the states and transitions that the
//! documents describe. Everything else answers "not implemented", behind the same
//! gates. The example `client` walks through it.

mod backup;
mod keys;
mod portal;

use std::error::Error;

use api_runtime::server::Serve;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let portal = portal::Portal::new();
    println!("account portal   http://127.0.0.1:8061   first token: {}", portal.first_token().expose());
    println!(
        "backup server    http://127.0.0.1:8060   add the first administrator with AdminAddFirstAdminUser"
    );
    let backup = backup::Backup::default();
    // Jobs that devices would have started: one can be cancelled, one is stuck.
    backup.add_job("job-1", "alice", "cancel-1");
    backup.add_job("job-2", "alice", "");
    let backup = backup::router(backup)?;
    let portal = portal::router(portal)?;
    let stop = || async { drop(tokio::signal::ctrl_c().await) };
    tokio::join!(
        Serve::new().run_until(TcpListener::bind("127.0.0.1:8060").await?, backup, stop()),
        Serve::new().run_until(TcpListener::bind("127.0.0.1:8061").await?, portal, stop()),
    );
    Ok(())
}
