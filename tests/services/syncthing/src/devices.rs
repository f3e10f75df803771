//! Devices in the configuration, and those that aren't in it yet.

use syncthing_api::{
    Client, ClusterPendingDevicesDelete, ClusterPendingDevicesGet, ClusterPendingFoldersDelete,
    ClusterPendingFoldersGet, ConfigDeviceDelete, ConfigDeviceGet, ConfigDevicePatch, ConfigDevicePut,
    ConfigDevicesGet, ConfigDevicesPost, ConfigDevicesPut, ConfigFolderPatch, DeviceConfiguration,
    FolderConfiguration, FolderDevice, Transport,
};

use crate::Done;
use crate::help::{status, text};
use crate::system::NOBODY;

/// A second device that doesn't exist.
const OTHER: &str = "DOVII4U-SQEEESM-VZ2CVTC-CJM4YN5-QNV7DCU-5U3ASRL-YVFG6TH-W5DV5AA";

/// Leaves a device with which the folder `files` is shared.
pub async fn run<T: Transport>(client: &Client<T>) -> Done {
    let own = client.send(ConfigDevicesGet::new()).await?;
    assert_eq!(own.len(), 1);
    let nobody = DeviceConfiguration::default().device_id(NOBODY).name("Nobody");
    client.send(ConfigDevicesPost::new(nobody)).await?;
    client.send(ConfigDevicesPut::new([DeviceConfiguration::default().device_id(OTHER)])).await?;
    let all = client.send(ConfigDevicesGet::new()).await?;
    assert_eq!(all.len(), 3, "others are kept");
    one(client).await?;
    let shared = [&own[0], &all[1], &all[2]].into_iter().filter_map(|it| it.device_id.clone());
    let shared = shared.filter(|it| it != OTHER).map(|it| FolderDevice::default().device_id(it));
    let patch = FolderConfiguration::default().devices(shared);
    client.send(ConfigFolderPatch::new("files", patch)).await?;
    pending(client).await
}

async fn one<T: Transport>(client: &Client<T>) -> Done {
    let read = async |id: &str| client.send(ConfigDeviceGet::new(id)).await;
    let device = read(NOBODY).await?;
    assert_eq!(device.name.as_deref(), Some("Nobody"));
    assert_eq!(device.addresses.as_deref(), Some(&["dynamic".to_owned()][..]));
    let patch = DeviceConfiguration::default().addresses(["tcp://127.0.0.1:1"]).paused(true);
    client.send(ConfigDevicePatch::new(NOBODY, patch.clone())).await?;
    let patched = device.clone().addresses(["tcp://127.0.0.1:1"]).paused(true);
    assert_eq!(read(NOBODY).await?, patched, "and nothing else");
    client.send(ConfigDevicePut::new(NOBODY, device.clone())).await?;
    assert_eq!(read(NOBODY).await?, device);
    client.send(ConfigDeviceDelete::new(OTHER)).await?;
    assert_eq!(status(read(OTHER).await), 404);
    assert_eq!(text(read("short").await), "\"short\": device ID invalid: incorrect length");
    Ok(())
}

/// A single instance knows nobody who asks.
async fn pending<T: Transport>(client: &Client<T>) -> Done {
    assert!(client.send(ClusterPendingDevicesGet::new()).await?.is_empty());
    assert!(client.send(ClusterPendingFoldersGet::new().device(OTHER)).await?.is_empty());
    client.send(ClusterPendingDevicesDelete::new(OTHER)).await?;
    assert_eq!(status(client.send(ClusterPendingDevicesDelete::new("short")).await), 400);
    client.send(ClusterPendingFoldersDelete::new("none").device(OTHER)).await?;
    Ok(())
}
