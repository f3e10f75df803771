//! Both APIs on one port.

use std::io;

use backup_server_api::server::axum::Router;
use tokio::net::TcpListener;

use crate::backup::{self, Backup};
use crate::portal::{self, Portal};

/// Any error, which is printed.
pub type Error = Box<dyn std::error::Error + Send + Sync>;

/// Takes a port, or any for 0; returns the URL, too.
pub async fn on(port: u16) -> Result<(TcpListener, String), Error> {
    let listener = TcpListener::bind(("127.0.0.1", port)).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("another program uses port {port}; choose one with --port, or 0 for any").into()
        }
        _ => Error::from(error),
    })?;
    let url = format!("http://{}", listener.local_addr()?);
    Ok((listener, url))
}

/// The paths of both. Of two routers, one responds to unknown paths: here, the backup
/// server's.
pub fn router(backup: Backup, portal: Portal) -> Result<Router, Error> {
    // Jobs that devices would have started: one can be cancelled, one is stuck.
    backup.add_job("job-1", "alice", "cancel-1");
    backup.add_job("job-2", "alice", "");
    let portal = portal::builder(portal).into_routes()?;
    Ok(backup::builder(backup).into_router()?.merge(portal))
}
