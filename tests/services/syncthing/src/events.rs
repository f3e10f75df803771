//! Events, by polls that wait for them.

use std::time::{Duration, Instant};

use syncthing_api::{
    Client, ConfigOptionsPatch, DbScanPost, Event, EventsDiskGet, EventsGet, OptionsConfiguration, Transport,
};

use crate::Done;

/// Waits for what it causes, and for what doesn't come.
pub async fn run<T: Transport>(client: &Client<T>) -> Done {
    let last = client.send(EventsGet::new().events(["ConfigSaved"]).limit(1).timeout(1)).await?;
    let last = last.last().map(|it| field(it, "id")).and_then(|it| it.as_i64()).unwrap_or_default();
    let poll = EventsGet::new().events(["ConfigSaved", "StateChanged"]).since(last).timeout(20);
    let causes = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        client.send(ConfigOptionsPatch::new(OptionsConfiguration::default().max_recv_kbps(7000))).await
    };
    let start = Instant::now();
    let (events, caused) = tokio::join!(client.send(poll), causes);
    caused?;
    let events = events?;
    assert!(start.elapsed() < Duration::from_secs(15), "as soon as there is one");
    assert!(events.iter().any(|it| field(it, "type") == "ConfigSaved"), "{events:?}");

    // Longer than this client waits for a response, were it not a long poll.
    let start = Instant::now();
    let none = client.send(EventsGet::new().events(["Nothing"]).timeout(4)).await?;
    assert!(none.is_empty() && start.elapsed() >= Duration::from_secs(3), "{none:?}");
    client.send(DbScanPost::new().folder("files")).await?;
    let changes = client.send(EventsDiskGet::new().since(0).timeout(5)).await?;
    assert!(changes.iter().all(|it| field(it, "type") == "LocalChangeDetected"), "{changes:?}");
    assert!(!changes.is_empty());
    Ok(())
}

/// A field of an event, whose type the documents don't show.
fn field(event: &Event, name: &str) -> serde_json::Value {
    serde_json::to_value(event).map(|it| it[name].clone()).unwrap_or_default()
}
