//! The files of folders: scanned, browsed, ignored, changed locally, and old versions of them.

#![allow(deprecated)]

use std::fs;
use std::os::unix::ffi::OsStrExt as _;
use std::path::Path;

use futures_util::TryStreamExt as _;
use syncthing_api::{
    Client, ConfigFolderPatch, DbBrowseGet, DbCompletionGet, DbFileGet, DbIgnoresGet, DbIgnoresPost,
    DbLocalchangedGet, DbNeedGet, DbOverridePost, DbPrioPost, DbRemoteneedGet, DbRevertPost, DbScanPost,
    DbStatusGet, DebugFileGet, FileInfoType, FolderConfiguration, FolderErrorsGet, FolderPullerrorsGet,
    FolderVersionsGet, FolderVersionsPost, Transport, Versioning,
};

use crate::help::{status, text, until};
use crate::system::NOBODY;
use crate::{Done, Place};

/// Needs the folders `files` and `received`, and the device with which `files` is shared.
pub async fn run<T: Transport>(client: &Client<T>, place: &Place) -> Done {
    let (files, received) = (place.files.join("files"), place.files.join("received"));
    scanned(client, &files).await?;
    browsed(client).await?;
    ignored(client).await?;
    needed(client).await?;
    changed(client, &received).await?;
    errors(client, &files).await?;
    restored(client, &received).await
}

async fn scanned<T: Transport>(client: &Client<T>, files: &Path) -> Done {
    fs::create_dir_all(files.join("a b/ü"))?;
    for name in ["one", "a b/two", "a b/ü/three.tmp"] {
        fs::write(files.join(name), name)?;
    }
    // The folder starts some time after it was added.
    until("a scan", async || Ok(client.send(DbScanPost::new().folder("files")).await.is_ok())).await?;
    let state = client.send(DbStatusGet::new("files")).await?;
    assert_eq!((state.global_files, state.global_directories), (3, 2));
    assert_eq!((state.need_files, &*state.state), (0, "idle"));
    fs::write(files.join("a b/four"), "4")?;
    client.send(DbScanPost::new().folder("files").sub("a b").next(3600)).await?;
    assert_eq!(client.send(DbStatusGet::new("files")).await?.global_files, 4);
    assert_eq!(text(client.send(DbScanPost::new().folder("none")).await), "no such folder");
    assert_eq!(status(client.send(DbStatusGet::new("none")).await), 404);
    Ok(())
}

async fn browsed<T: Transport>(client: &Client<T>) -> Done {
    let names = |tree: &[syncthing_api::TreeEntry]| {
        let mut names: Vec<_> = tree.iter().map(|it| it.name.clone()).collect();
        names.sort();
        names
    };
    let tree = client.send(DbBrowseGet::new("files")).await?;
    assert_eq!(names(&tree), ["a b", "one"]);
    let directory = tree.iter().find(|it| it.name == "a b").ok_or("no directory")?;
    assert_eq!(directory.r#type, FileInfoType::FileInfoTypeDirectory);
    assert_eq!(names(directory.children.as_deref().unwrap_or_default()), ["four", "two", "ü"]);
    let flat = client.send(DbBrowseGet::new("files").levels(0).prefix("a b")).await?;
    assert_eq!(names(&flat), ["four", "two", "ü"]);
    assert!(flat.iter().all(|it| it.children.is_none()));

    let file = client.send(DbFileGet::new("files", "a b/ü/three.tmp")).await?;
    let local = file.local;
    assert_eq!((&*local.name, local.size), ("a b/ü/three.tmp", 16));
    assert_eq!(file.global.version, local.version);
    let debugged = client.send(DebugFileGet::new("files", "a b/ü/three.tmp")).await?;
    assert_eq!(debugged.local, local);
    assert!(debugged.global_versions.is_some());
    assert_eq!(status(client.send(DbFileGet::new("files", "none")).await), 404);
    Ok(())
}

async fn ignored<T: Transport>(client: &Client<T>) -> Done {
    assert_eq!(client.send(DbIgnoresGet::new("files")).await?.ignore, None, "null without a file");
    let set = client.send(DbIgnoresPost::new("files", ["*.tmp"])).await?;
    assert_eq!(set.ignore.as_deref(), Some(&["*.tmp".to_owned()][..]));
    assert!(set.expanded.is_some_and(|it| it.contains(&"**/*.tmp".to_owned())));
    assert_eq!(client.send(DbIgnoresGet::new("files")).await?.ignore, set.ignore);
    client.send(DbScanPost::new().folder("files")).await?;
    assert_eq!(client.send(DbStatusGet::new("files")).await?.global_files, 3);
    client.send(DbIgnoresPost::new("files", [] as [&str; 0])).await?;
    client.send(DbScanPost::new()).await?;
    assert_eq!(client.send(DbStatusGet::new("files")).await?.global_files, 4);
    assert_eq!(status(client.send(DbIgnoresGet::new("none")).await), 500);
    Ok(())
}

/// Nobody has more than this instance, and another device lacks everything.
async fn needed<T: Transport>(client: &Client<T>) -> Done {
    let all = client.send(DbCompletionGet::new()).await?;
    assert_eq!((all.need_items, all.need_deletes), (0, 0));
    let of_nobody = client.send(DbCompletionGet::new().folder("files").device(NOBODY)).await?;
    assert_eq!(of_nobody.need_items, 6);
    assert_eq!(status(client.send(DbCompletionGet::new().device("short")).await), 400);
    let need = client.send(DbNeedGet::new("files").page(2).perpage(10)).await?;
    assert_eq!((need.page, need.perpage, need.rest.len()), (2, 10, 0));
    assert_eq!(client.send(DbPrioPost::new("files", "one")).await?.progress, Some(Vec::new()));

    let pages = client.pages(DbRemoteneedGet::new("files", NOBODY).perpage(4));
    let names: Vec<_> = pages.map_ok(|it| it.name).try_collect().await?;
    assert_eq!(names.len(), 6, "a page of 4, and one of 2: {names:?}");
    client.send(DbOverridePost::new("files")).await?;
    Ok(())
}

async fn changed<T: Transport>(client: &Client<T>, received: &Path) -> Done {
    fs::create_dir_all(received)?;
    for number in 1..=5 {
        fs::write(received.join(format!("{number}")), "local")?;
    }
    until("a scan", async || Ok(client.send(DbScanPost::new().folder("received")).await.is_ok())).await?;
    let page = client.send(DbLocalchangedGet::new("received").page(2).perpage(2)).await?;
    assert_eq!((page.page, page.perpage, page.files.len()), (2, 2, 2));
    let pages = client.pages(DbLocalchangedGet::new("received").perpage(2));
    let names: Vec<_> = pages.map_ok(|it| it.name).try_collect().await?;
    assert_eq!(names, ["1", "2", "3", "4", "5"]);
    client.send(DbRevertPost::new("received")).await?;
    until("a revert", async || Ok(client.send(DbLocalchangedGet::new("received")).await?.files.is_empty()))
        .await
}

/// A name that isn't UTF-8 can't be synchronized.
async fn errors<T: Transport>(client: &Client<T>, files: &Path) -> Done {
    let name = files.join(std::ffi::OsStr::from_bytes(b"bad\xff"));
    fs::write(&name, "")?;
    client.send(DbScanPost::new().folder("files")).await?;
    let found = client.send(FolderErrorsGet::new("files")).await?;
    let found = found.errors.ok_or("no errors")?;
    assert_eq!(found[0].error, "scan: item is not in UTF8 encoding");
    let pages = client.pages(FolderErrorsGet::new("files").perpage(1));
    assert_eq!(pages.try_collect::<Vec<_>>().await?, found);
    let old = client.send(FolderPullerrorsGet::new("files").page(2)).await?;
    assert_eq!((old.folder.as_deref(), old.errors), (Some("files"), None));
    fs::remove_file(name)?;
    Ok(())
}

/// One instance makes no versions, so one is put where they are kept.
async fn restored<T: Transport>(client: &Client<T>, received: &Path) -> Done {
    assert_eq!(text(client.send(FolderVersionsGet::new("received")).await), "folder has no versioner");
    let versioning = Versioning::default().r#type("simple").params([("keep".to_owned(), "5".to_owned())]);
    let patch = FolderConfiguration::default().versioning(versioning);
    client.send(ConfigFolderPatch::new("received", patch)).await?;
    fs::create_dir_all(received.join(".stversions/in"))?;
    fs::write(received.join(".stversions/in/old~20220206-204412.txt"), "restored")?;
    until("a versioner", async || Ok(client.send(FolderVersionsGet::new("received")).await.is_ok())).await?;
    let versions = client.send(FolderVersionsGet::new("received")).await?;
    let old = &versions["in/old.txt"][0];
    assert_eq!(old.size, 8);
    let time = old.version_time.clone();
    let chosen = [("in/old.txt".to_owned(), time.clone()), ("none".to_owned(), time)];
    let failed = client.send(FolderVersionsPost::new("received", chosen)).await?;
    assert_eq!(failed.len(), 1, "{failed:?}");
    assert!(failed["none"].ends_with("version not found"), "{failed:?}");
    assert_eq!(fs::read_to_string(received.join("in/old.txt"))?, "restored");
    Ok(())
}
