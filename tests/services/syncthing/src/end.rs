//! Restarts it, and ends it.

use syncthing_api::{
    Client, ConfigFolderPatch, FolderConfiguration, SystemPingGet, SystemResetPost, SystemRestartPost,
    SystemShutdownPost, SystemStatusGet, Transport,
};

use crate::Done;
use crate::help::{text, until};

/// Calls what interrupts the server; after the last call, it is gone.
pub async fn run<T: Transport>(client: &Client<T>) -> Done {
    assert_eq!(text(client.send(SystemResetPost::new().folder("none")).await), "Invalid folder ID");
    let unpaused = client.send(SystemResetPost::new().folder("received")).await;
    assert_eq!(text(unpaused), "folder must be paused when resetting");
    let patch = FolderConfiguration::default().paused(true);
    client.send(ConfigFolderPatch::new("received", patch)).await?;
    let start = started(client).await?;
    let done = client.send(SystemResetPost::new().folder("received")).await?;
    assert_eq!(done.ok, "resetting folder received");
    let start = restarted(client, start).await?;
    assert_eq!(client.send(SystemRestartPost::new()).await?.ok, "restarting");
    restarted(client, start).await?;
    assert_eq!(client.send(SystemShutdownPost::new()).await?.ok, "shutting down");
    until("the end", async || Ok(client.send(SystemPingGet::new()).await.is_err())).await
}

/// When it started.
async fn started<T: Transport>(client: &Client<T>) -> Result<String, syncthing_api::Error> {
    Ok(format!("{:?}", client.send(SystemStatusGet::new()).await?.start_time))
}

/// Waits until it has started again; returns when.
async fn restarted<T: Transport>(client: &Client<T>, before: String) -> Done<String> {
    until("a restart", async || Ok(started(client).await? != before)).await?;
    Ok(started(client).await?)
}
