//! What scenarios can't say of mocks and recordings: expectations in part, and values that are bound.

use api_runtime::cassette::{Recorder, Replayer};
use api_runtime::{Client, ErrorKind, Reqwest, Transport};
use shelf_api::mock::Mock;
use shelf_api::*;

use crate::server::Server;

fn client<T: Transport>(url: &str, transport: T) -> Client<Shelf, T> {
    Client::with_transport(url, transport).credential(KeyAuth::key("right")).build().unwrap()
}

fn folder(id: &str) -> Folder {
    Folder::new(id).label(id)
}

fn add(id: &str) -> FolderAdd {
    FolderAdd::new(id).devices([Device::new("phone").key("canary")])
}

#[tokio::test]
async fn a_mock_takes_what_fits_in_part() {
    let mock = Mock::new();
    let client = mock.client(KeyAuth::key("any"));
    mock.expect::<FolderGet>()
        .with_parameter("folder", "y")
        .with_parameter("sizes", "1,-2")
        .returns(folder("in part"));
    mock.expect::<FolderAdd>().with_parameter("id", "films").fails_with(422, &folder("no"));
    mock.expect::<FilePut>().when(|it| it.body.as_bytes().is_some_and(|bytes| bytes == "abc")).returns(());
    let got = client.send(FolderGet::new("y").verbose(true).sizes([1, -2])).await.unwrap();
    assert_eq!(got.label.as_deref(), Some("in part"));
    let error = client.send(add("films")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().body(), r#"{"id":"no","label":"no"}"#);
    client.send(FilePut::new("a", Upload::bytes("", "abc"))).await.unwrap();
    client.send(FolderGet::new("z").sizes([1, -2])).await.unwrap_err();
    let report = mock.check().unwrap_err().to_string();
    assert!(report.contains("folder: expected \"y\", sent \"z\""), "{report}");
    std::mem::forget(mock);
}

#[tokio::test]
async fn a_recording_has_no_values_and_is_replayed() {
    let server = Server::start().await;
    server.ok(r#"{"id":"canary-1/x"}"#).status(404, "no such folder");
    server.status(201, r#"{"id":"music","devices":[{"id":"phone"}]}"#);
    server.status(204, "").status(201, "").ok("7|canary|canary");
    let file = tempfile::tempdir().unwrap();
    let path = file.path().join("shelf.jsonl");
    let recorder = client(server.url(), Recorder::create(&path, Reqwest::new().unwrap()).unwrap());
    let get = |name: &str| FolderGet::new(name).tags(["a,b", "c&d"]).theme("dark");
    recorder.send(get("canary-1/x")).await.unwrap();
    recorder.send(get("none")).await.unwrap_err();
    recorder.send(add("music")).await.unwrap();
    recorder.send(FolderPut::new("shelved", folder("shelved"))).await.unwrap();
    recorder.send(FilePut::new("canary/b", Upload::bytes("", "abc"))).await.unwrap();
    recorder.send(NoteSet::new(7, "canary", "canary")).await.unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    for secret in ["canary", "right", "phone", "music", "dark", "c&d", "shelved"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let first: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(first["request"]["path"], "/folders/{folder}");
    let form = first["request"]["form"].to_string();
    assert!(form.contains(r#"["folder","folder-1"]"#), "{form}");
    assert!(form.contains(r#"["tags","tags-1"],["tags","tags-2"]"#), "{form}");
    assert!(text.contains(r#"["body","{\"id\":\"folder-3\",\"label\":\"folder-3\"}"]"#), "{text}");

    let replayer = Replayer::open(&path).unwrap();
    let client = client("http://replay.invalid", replayer.clone());
    assert_eq!(client.send(get("other")).await.unwrap().id, "other");
    client.send(get("gone")).await.unwrap_err();
    assert_eq!(client.send(add("pictures")).await.unwrap().id, "pictures");
    client.send(FolderPut::new("a", folder("b"))).await.unwrap_err();
    client.send(FolderPut::new("a", folder("a"))).await.unwrap();
    client.send(FilePut::new("p/q", Upload::bytes("", "xyz"))).await.unwrap();
    client.send(NoteSet::new(8, "s", "s")).await.unwrap();
    assert!(replayer.unused().is_empty(), "{:?}", replayer.unused());
}

/// The number of items on all pages.
async fn count(url: &str, transport: impl Transport, fields: [&str; 2]) -> usize {
    let list = NumbersLinked::new(format!("of {}", url.len())).fields(fields);
    let (client, mut count) = (client(url, transport), 0);
    let mut items = client.pages(list);
    while items.next().await.unwrap().is_some() {
        count += 1;
    }
    count
}

/// Of the links of a page, that to the next one is recorded: with the values that its request has,
/// whatever is in the path, and whatever other links look like.
#[tokio::test]
async fn the_links_of_pages_are_replayed() {
    let server = Server::start().await;
    let linked = |body: &'static str, link: String| {
        http::Response::builder().header("link", link).body(body.to_owned()).unwrap()
    };
    let path = format!("/shelves/of%20{}/leaves", server.url().len());
    let other = r#"</elsewhere?a=1,2>; title="last, and oldest"; rel=last"#;
    let whole = format!("{other}, <{}{path}?only=id,title&start=2&x>; rel=\"next\"", server.url());
    server.answer(linked("[11,12]", whole));
    server.answer(linked("[13]", format!("<?only=id,title&start=3>; rel=next, {other}")));
    server.ok("[14]");

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("leaves.jsonl");
    let recorder = Recorder::create(&file, Reqwest::new().unwrap()).unwrap();
    assert_eq!(count(server.url(), recorder, ["id", "title"]).await, 4);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("title") && !text.contains("of%20"), "{text}");
    for (url, fields) in
        [("http://replay.invalid", ["id", "title"]), ("https://replay.invalid", ["a b", "c"])]
    {
        let replayer = Replayer::open(&file).unwrap();
        assert_eq!(count(url, replayer.clone(), fields).await, 4);
        assert!(replayer.unused().is_empty());
    }
}

/// Its text has the first byte of a string, and no value.
#[tokio::test]
async fn a_body_that_only_begins_as_json_is_recorded() {
    let server = Server::start().await;
    server.ok("\"half a text");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("half.jsonl");
    let client = client(server.url(), Recorder::create(&file, Reqwest::new().unwrap()).unwrap());
    fails!(client.send(WallGet::new()).await, ErrorKind::Decode(_));
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 2);
}
