//! Statistics, helpers, diagnostics, and what needs no key.

use std::fs;

use syncthing_api::{
    Client, DebugHeapprofGet, DebugSupportGet, DeviceIdCheck, KeyAuth, NoauthHealthGet, StatsDeviceGet,
    StatsFolderGet, SvcDeviceidGet, SvcLangGet, SvcRandomStringGet, SvcReportGet, SystemPingGet, Transport,
};

use crate::help::{status, text};
use crate::system::NOBODY;
use crate::{Done, Place};

/// Calls what only asks.
pub async fn run<T: Transport>(client: &Client<T>, place: &Place) -> Done {
    statistics(client).await?;
    helpers(client).await?;
    diagnostics(client, place).await?;
    // This server has neither the health check nor bearer tokens, and the documents don't say which has. It says
    // the same of all that comes without a key.
    assert_eq!(text(client.send(NoauthHealthGet::new()).await), "CSRF Error");
    let bearer = client.with_credential(KeyAuth::api_key(&*place.key).in_bearer_header());
    assert_eq!(status(bearer.send(SystemPingGet::new()).await), 403);
    let wrong = client.with_credential(KeyAuth::api_key("wrong"));
    assert_eq!(status(wrong.send(SystemPingGet::new()).await), 403);
    Ok(())
}

async fn statistics<T: Transport>(client: &Client<T>) -> Done {
    let devices = client.send(StatsDeviceGet::new()).await?;
    assert!(devices[NOBODY].last_seen.is_valid(), "{devices:?}");
    let folders = client.send(StatsFolderGet::new()).await?;
    assert!(folders["files"].last_scan.is_valid() && folders["files"].last_file.at.is_some(), "{folders:?}");
    Ok(())
}

async fn helpers<T: Transport>(client: &Client<T>) -> Done {
    let id = "p56ioi7m--zjnu2iq-gdr-eydm-2mgtmgl3bxnpq6w5btbbz4tjxzwicq";
    match client.send(SvcDeviceidGet::new(id)).await? {
        DeviceIdCheck::DeviceId(it) => assert_eq!(it.id, NOBODY),
        other => panic!("no ID: {other:?}"),
    }
    match client.send(SvcDeviceidGet::new("1234")).await? {
        DeviceIdCheck::DeviceIdError(it) => {
            assert_eq!(it.error, "\"1234\": device ID invalid: incorrect length");
        }
        other => panic!("no error: {other:?}"),
    }
    let languages = client.send(SvcLangGet::new().language("sv-SE,en-US;q=0.8,en")).await?;
    assert_eq!(languages, ["sv-se", "en-us", "en"]);
    let random = client.send(SvcRandomStringGet::new(40)).await?.random;
    assert_eq!(random.len(), 40);
    let report = client.send(SvcReportGet::new()).await?;
    assert_eq!((report.num_folders, report.num_devices), (2, 2));
    Ok(())
}

async fn diagnostics<T: Transport>(client: &Client<T>, place: &Place) -> Done {
    let profile = client.send(DebugHeapprofGet::new()).await?.bytes().await?;
    assert_eq!(&profile[..2], [0x1f, 0x8b], "gzip");
    let bundle = client.send(DebugSupportGet::new()).await?;
    assert_eq!(bundle.content_type(), Some("application/zip"));
    assert!(bundle.file_name().is_some_and(|it| it.starts_with("support-bundle-")));
    let path = place.files.join("support.zip");
    let size = bundle.save(&path).await?;
    assert_eq!(fs::metadata(&path)?.len(), size);
    assert!(fs::read(&path)?.windows(4).any(|it| it == b"PK\x03\x04"), "a zip");
    Ok(())
}
