//! The program itself.

use syncthing_api::{
    Client, SystemBrowseGet, SystemConnectionsGet, SystemDiscoveryGet, SystemErrorClearPost, SystemErrorGet,
    SystemErrorPost, SystemLogGet, SystemLogTxtGet, SystemPausePost, SystemPingGet, SystemPingPost,
    SystemResumePost, SystemStatusGet, SystemUpgradeGet, SystemUpgradePost, SystemVersionGet, Transport,
};

use crate::Done;
use crate::help::{status, text};

/// A device that doesn't exist.
pub const NOBODY: &str = "P56IOI7-MZJNU2Y-IQGDREY-DM2MGTI-MGL3BXN-PQ6W5BM-TBBZ4TJ-XZWICQ2";

/// Calls what can be called without folders.
pub async fn run<T: Transport>(client: &Client<T>) -> Done {
    asked(client).await?;
    errors(client).await?;
    logs(client).await?;
    paused(client).await?;
    // Debian's program can't upgrade itself.
    assert_eq!(status(client.send(SystemUpgradeGet::new()).await), 503);
    assert_eq!(text(client.send(SystemUpgradePost::new()).await), "upgrade unsupported");
    Ok(())
}

async fn asked<T: Transport>(client: &Client<T>) -> Done {
    assert_eq!(client.send(SystemPingGet::new()).await?.ping, "pong");
    assert_eq!(client.send(SystemPingPost::new()).await?.ping, "pong");
    let version = client.send(SystemVersionGet::new()).await?;
    assert_eq!(version.os, "linux");
    let status = client.send(SystemStatusGet::new()).await?;
    assert_eq!(status.path_separator, "/");
    let id = status.my_id;
    assert_eq!(id.len(), 63, "{id}");
    let services = status.connection_service_status;
    assert!(services.values().any(|it| !it.lan_addresses.is_empty()), "{services:?}");
    let connections = client.send(SystemConnectionsGet::new()).await?;
    assert!(!connections.connections[&id].connected);
    assert_eq!(connections.total.in_bytes_total, 0);
    assert!(client.send(SystemDiscoveryGet::new()).await?.is_empty());
    let folders = client.send(SystemBrowseGet::new().current("/var/l")).await?;
    assert!(folders.iter().any(|it| it == "/var/log/"), "{folders:?}");
    // The documents say that this is a pattern.
    assert!(client.send(SystemBrowseGet::new().current("/var/*o")).await?.is_empty());
    Ok(())
}

async fn errors<T: Transport>(client: &Client<T>) -> Done {
    client.send(SystemErrorClearPost::new()).await?;
    assert_eq!(client.send(SystemErrorGet::new()).await?.errors, None, "null if there are none");
    client.send(SystemErrorPost::new("the sky, 100% \"blue\"")).await?;
    let errors = client.send(SystemErrorGet::new()).await?.errors.ok_or("no errors")?;
    assert_eq!(errors[0].message, "the sky, 100% \"blue\"");
    assert!(errors[0].when.is_valid());
    client.send(SystemErrorClearPost::new()).await?;
    Ok(())
}

async fn logs<T: Transport>(client: &Client<T>) -> Done {
    let messages = client.send(SystemLogGet::new()).await?.messages.ok_or("no messages")?;
    assert!(messages.len() > 10);
    let last = messages.last().ok_or("no messages")?.when.clone();
    let newer = client.send(SystemLogGet::new().since(last.clone())).await?.messages.unwrap_or_default();
    assert!(newer.len() < messages.len(), "{newer:?}");
    let text = client.send(SystemLogTxtGet::new()).await?;
    assert!(text.contains("My ID: "), "{text}");
    let newer = client.send(SystemLogTxtGet::new().since(last)).await?;
    assert!(newer.len() < text.len(), "{newer}");
    Ok(())
}

async fn paused<T: Transport>(client: &Client<T>) -> Done {
    client.send(SystemPausePost::new()).await?;
    client.send(SystemResumePost::new()).await?;
    let refused = client.send(SystemPausePost::new().device("nobody")).await;
    assert_eq!(text(refused), "\"nobody\": device ID invalid: incorrect length");
    assert_eq!(status(client.send(SystemResumePost::new().device(NOBODY)).await), 404);
    Ok(())
}
