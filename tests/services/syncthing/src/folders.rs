//! Folders in the configuration: created, patched, read, replaced and deleted.

use syncthing_api::{
    Client, ConfigFolderDelete, ConfigFolderGet, ConfigFolderPatch, ConfigFolderPut, ConfigFoldersGet,
    ConfigFoldersPost, ConfigFoldersPut, FolderConfiguration, Transport,
};

use crate::help::{status, text};
use crate::{Done, Place};

/// A folder whose ID needs every kind of escaping that the server allows.
const ODD: &str = "fünf 5%?#+&=";

/// Leaves the folders `files`, which sends and receives, and `received`, which only receives.
pub async fn run<T: Transport>(client: &Client<T>, place: &Place) -> Done {
    let path = |name: &str| place.files.join(name).display().to_string();
    assert_eq!(client.send(ConfigFoldersGet::new()).await?, []);
    let files = FolderConfiguration::default().id("files").label("Files").path(path("files"));
    client.send(ConfigFoldersPost::new(files)).await?;
    let received = FolderConfiguration::default().id("received").path(path("received")).r#type("receiveonly");
    let odd = FolderConfiguration::default().id(ODD).label("Odd").path(path("odd"));
    client.send(ConfigFoldersPut::new([received, odd])).await?;
    let ids = client.send(ConfigFoldersGet::new()).await?.into_iter().filter_map(|it| it.id);
    assert_eq!(ids.collect::<Vec<_>>(), ["files", ODD, "received"], "others are kept");
    one(client, &path("odd")).await?;
    refused(client).await
}

async fn one<T: Transport>(client: &Client<T>, path: &str) -> Done {
    let read = async || client.send(ConfigFolderGet::new(ODD)).await;
    let folder = read().await?;
    assert_eq!((folder.label.as_deref(), folder.rescan_interval_s), (Some("Odd"), Some(3600)));
    let patch = FolderConfiguration::default().label("Patched").rescan_interval_s(60);
    client.send(ConfigFolderPatch::new(ODD, patch)).await?;
    let patched = read().await?;
    assert_eq!(patched, folder.clone().label("Patched").rescan_interval_s(60), "and nothing else");
    // What it sent, with what the documents lack, is what it takes.
    client.send(ConfigFolderPut::new(ODD, folder.clone().paused(true))).await?;
    assert_eq!(read().await?, folder.paused(true));
    client.send(ConfigFolderPut::new(ODD, FolderConfiguration::default().id(ODD).path(path))).await?;
    assert_eq!(read().await?.label.as_deref(), Some(""), "what is left out has its default");
    client.send(ConfigFolderDelete::new(ODD)).await?;
    assert_eq!(status(read().await), 404);
    Ok(())
}

async fn refused<T: Transport>(client: &Client<T>) -> Done {
    let patch = FolderConfiguration::default().label("?");
    assert_eq!(text(client.send(ConfigFolderPatch::new("none", patch)).await), "No folder with given ID");
    client.send(ConfigFolderDelete::new("none")).await?;
    let nameless = FolderConfiguration::default().label("?");
    assert_eq!(text(client.send(ConfigFoldersPost::new(nameless)).await), "folder has empty ID");
    Ok(())
}
