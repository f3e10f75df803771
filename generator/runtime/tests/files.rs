//! Files of this machine that are sent and saved.

use std::{
    fs,
    io::{self, Read, Write as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, mpsc},
};

use api_runtime::{Download, Error, ErrorKind, Upload};
use tokio::join;

use crate::{
    by_hand::{Client, GardenPhoto, GardenerAuth},
    downloads::{fed, short, soon},
    operations::Bytes,
    server::Server,
};

/// Each report of progress: the bytes so far and the total.
type Seen = Arc<Mutex<Vec<(u64, Option<u64>)>>>;

fn seeing(seen: &Seen) -> impl FnMut(u64, Option<u64>) + Send + 'static {
    let seen = seen.clone();
    move |bytes, size| seen.lock().unwrap().push((bytes, size))
}

fn names(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into()).collect()
}

fn path_of(error: &Error) -> &Path {
    match error.kind() {
        ErrorKind::File { path, .. } => path,
        other => panic!("{other:?}"),
    }
}

/// Sends an upload; returns the body that arrives.
async fn sent(upload: Upload) -> Result<String, Error> {
    let server = Server::start().await;
    let client = Client::new(server.url(), GardenerAuth::password("ann", "p"))?;
    server.ok("{}");
    client.send(GardenPhoto::new("rose", upload)).await?;
    let asked = server.last();
    let length = asked.header("content-length").unwrap_or("unknown").to_owned();
    assert!(length == "unknown" || length == asked.body.len().to_string(), "{length}");
    Ok(asked.text().to_owned())
}

#[tokio::test]
async fn a_file_is_sent_with_its_name_and_its_size() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rose 1.png");
    fs::write(&path, "x".repeat(200_000)).unwrap();
    let seen = Seen::default();
    let upload = Upload::file(&path).unwrap().on_progress(seeing(&seen));
    assert_eq!(upload.file_name(), "rose 1.png");
    assert!(format!("{upload:?}").contains("200000 bytes"), "{upload:?}");
    // A file that grows meanwhile, as a log does.
    let mut file = fs::OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"later").unwrap();
    let body = sent(upload).await.unwrap();
    assert!(body.contains("filename=\"rose 1.png\"") && body.contains(&"x".repeat(200_000)));
    assert!(!body.contains("later"));
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    assert_eq!(seen.last(), Some(&(200_000, Some(200_000))));
    assert!(seen.len() > 1 && seen.is_sorted(), "{seen:?}");

    fs::write(&path, "x".repeat(10)).unwrap();
    let upload = Upload::file(&path).unwrap();
    fs::write(&path, "short").unwrap();
    fails!(sent(upload).await, ErrorKind::Transport(_));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none.png");
    let error = Upload::file(&path).unwrap_err();
    assert_eq!(path_of(&error), path);
    let text = error.to_string();
    assert!(text.starts_with(&format!("{}: ", path.display())) && text.contains("No such file"), "{text}");
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::NotFound);
    let error = io::Error::from(Upload::file(folder.path()).unwrap_err());
    assert_eq!(error.kind(), io::ErrorKind::IsADirectory);
}

/// Reads what another task sends.
struct Waiting(mpsc::Receiver<u8>);

impl Read for Waiting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(self.0.recv().map_or(0, |byte| {
            buffer[0] = byte;
            1
        }))
    }
}

#[tokio::test]
async fn a_reader_that_waits_holds_up_nothing_else() {
    let (feed, reader) = mpsc::channel();
    let upload = Upload::reader("a", Waiting(reader));
    // On the thread that sends, it would wait for ever.
    let (body, ()) =
        soon(async { join!(sent(upload), async { feed.send(b'!').map(|()| drop(feed)).unwrap() }) }).await;
    assert!(body.unwrap().contains("\r\n\r\n!\r\n"));
}

async fn download(server: &Server) -> Download {
    Client::anonymous(server.url()).unwrap().send(Bytes).await.unwrap()
}

#[tokio::test]
async fn a_download_is_saved() {
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logs.zip");
    let seen = Seen::default();
    server.answer(vec![b'x'; 300_000]).answer("").answer("new");
    let saved = download(&server).await.on_progress(seeing(&seen)).save(&path).await.unwrap();
    assert_eq!((saved, fs::read(&path).unwrap()), (300_000, vec![b'x'; 300_000]));
    let seen = std::mem::take(&mut *seen.lock().unwrap());
    assert_eq!(seen.last(), Some(&(300_000, Some(300_000))));
    assert!(seen.len() > 1 && seen.is_sorted(), "{seen:?}");
    assert_eq!(download(&server).await.save(folder.path().join("empty")).await.unwrap(), 0);
    assert_eq!(download(&server).await.save(&path).await.unwrap(), 3, "it replaces what is there");
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(names(folder.path()).len(), 2);
}

#[cfg(unix)]
#[tokio::test]
async fn only_its_owner_reads_a_new_file_and_an_old_one_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt as _;

    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    server.answer("1").answer("2");
    download(&server).await.save(&path).await.unwrap();
    assert_eq!(mode(), 0o600);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    download(&server).await.save(&link).await.unwrap();
    assert_eq!((mode(), fs::read(&path).unwrap()), (0o644, b"2".to_vec()));
    assert!(link.is_symlink());
}

#[tokio::test]
async fn what_is_not_complete_is_not_saved() {
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("logs.zip");
    fs::write(&path, "old").unwrap();
    let (feed, answer) = fed();
    server.answer(answer);
    feed.send("new").unwrap();
    let saving = tokio::spawn(download(&server).await.save(path.clone()));
    let is_written = |name: &PathBuf| fs::read(folder.path().join(name)).is_ok_and(|text| text == b"new");
    soon(until(|| names(folder.path()).iter().any(is_written))).await;
    saving.abort();
    soon(until(|| names(folder.path()) == [PathBuf::from("logs.zip")])).await;
    assert_eq!(fs::read(&path).unwrap(), b"old");

    fails!(short().await.save(&path).await, ErrorKind::Transport(_));
    assert_eq!((fs::read(&path).unwrap(), names(folder.path()).len()), (b"old".to_vec(), 1));
}

/// Waits for something that another thread does.
async fn until(is_done: impl Fn() -> bool) {
    while !is_done() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_written_is_named() {
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("none/logs.zip");
    let error = download(&server).await.save(&path).await.unwrap_err();
    assert_eq!((error.operation(), path_of(&error)), (Some("Bytes"), path.as_path()));
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::NotFound);
    let error = download(&server).await.save(folder.path()).await.unwrap_err();
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::IsADirectory);
    assert_eq!(names(folder.path()).len(), 0);
}

#[cfg(feature = "blocking")]
#[tokio::test]
async fn a_blocking_client_sends_and_saves_files() {
    let server = Server::start().await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    server.ok("{}").answer(vec![b'x'; 300_000]).answer("");
    let asynchronous = Client::anonymous(server.url()).unwrap();
    let client =
        api_runtime::blocking::Client::new(server.url(), GardenerAuth::password("ann", "p")).unwrap();
    fs::write(&path, "the photo").unwrap();
    let calls = move || {
        client.send(GardenPhoto::new("rose", Upload::file(&path).unwrap())).unwrap();
        let saved = client.send(Bytes).unwrap().blocking_save(&path).unwrap();
        assert_eq!((saved, fs::read(&path).unwrap().len()), (300_000, 300_000));
        path
    };
    let path = tokio::task::spawn_blocking(calls).await.unwrap();
    assert!(server.asked()[0].text().contains("the photo"));
    let error = asynchronous.send(Bytes).await.unwrap().blocking_save(&path).unwrap_err();
    assert_eq!(io::Error::from(error).kind(), io::ErrorKind::Unsupported);
}
