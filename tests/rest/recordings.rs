//! What scenarios can't say of mocks, cassettes and recordings: expectations in part, and what a file has.

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

/// What a program does, and what it sees.
async fn seen<T: Transport>(client: &Client<Shelf, T>) -> Vec<String> {
    let got = client.send(FolderGet::new("7").tags(["a,b", "c&d"]).theme("dark")).await.unwrap();
    let key = got.devices.iter().flatten().find_map(|device| device.key.clone()).unwrap();
    // A secret that is known from a response, at places that aren't secret, and at one that is.
    let note = client.send(NoteSet::new(7, key.expose(), "a note")).await.unwrap();
    let added = client.send(FolderAdd::new("x").devices([Device::new("y").key(key)])).await;
    client.send(FilePut::new("p/q", Upload::bytes("", "abc"))).await.unwrap();
    let mut pages = client.pages(NumbersPlain::new());
    let mut seen = vec![format!("{got:?} {added:?}")];
    while let Some(number) = pages.next().await.unwrap() {
        seen.push(number.to_string());
    }
    // The server repeats what it got.
    seen.push(note.replace("canary-1", "secret-1"));
    seen
}

#[tokio::test]
async fn a_program_that_recorded_a_cassette_replays_it() {
    let server = Server::start().await;
    let answer = || {
        server.ok(r#"{"id": "7", "label": "Müßig", "devices": [{"id": "2", "key": "canary-1"}], "extent": [2, 1.50]}"#);
        server.ok("7|canary-1|a note").status(422, "canary-1 is taken").status(201, "");
        server.ok("[1, 2]").ok("[3]").ok("[4, 5]").ok("[]");
    };
    let file = tempfile::tempdir().unwrap();
    let [path, shape] = ["a", "b"].map(|name| file.path().join(name));
    let recorder = || Recorder::create(&path, Reqwest::new().unwrap()).unwrap();
    answer();
    let recorded = seen(&client(server.url(), recorder())).await;
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(["canary", "right"].into_iter().find(|secret| text.contains(secret)), None, "{text}");
    assert!(
        text.contains(
            r#"{"id":"7","label":"Müßig","devices":[{"id":"2","key":"secret-1"}],"extent":[2,1.50]}"#
        )
    );
    for url in ["http://replay.invalid", "https://replay.invalid/elsewhere"] {
        let replayer = Replayer::open(&path).unwrap();
        let client = Client::with_transport(url, replayer.clone());
        assert_eq!(seen(&client.credential(KeyAuth::key("other")).build().unwrap()).await, recorded);
        assert!(replayer.unused().is_empty(), "{:?}", replayer.unused());
    }

    answer();
    let recorder = Recorder::create(&shape, Reqwest::new().unwrap()).unwrap().without_values();
    seen(&client(server.url(), recorder)).await;
    let text = std::fs::read_to_string(&shape).unwrap();
    for value in ["canary", "right", "dark", "c&d", "Müßig", "extent", "p/q", "1.50"] {
        assert!(!text.contains(value), "{value}: {text}");
    }
    assert!(text.contains("/folders/{folder}") && text.contains(r#"{"id":"x","label":"x""#), "{text}");
}

/// The path doesn't say which operation it was.
#[tokio::test]
async fn a_recording_has_the_constants_of_a_body() {
    let server = Server::start().await;
    server.ok(r#"{"error": "none"}"#);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("shape");
    let recorder = Recorder::create(&file, Reqwest::new().unwrap()).unwrap().without_values();
    client(server.url(), recorder).send(ReelPlay::new("a", Play::new().speed(9))).await.unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains(r#"{\"command\":\"play\",\"mode\":2,\"speed\":0}"#), "{text}");
}

/// The number of items on all pages.
async fn count(url: &str, transport: impl Transport, fields: [&str; 2]) -> usize {
    let list = NumbersLinked::new("of 7").fields(fields);
    let (client, mut count) = (client(url, transport), 0);
    let mut items = client.pages(list);
    while items.next().await.unwrap().is_some() {
        count += 1;
    }
    count
}

/// Of the links of a page, that to the next one is recorded, whatever other links look like.
#[tokio::test]
async fn the_links_of_pages_are_replayed() {
    let server = Server::start().await;
    let linked = |body: &'static str, link: String| {
        http::Response::builder().header("link", link).body(body.to_owned()).unwrap()
    };
    let path = "/shelves/of%207/leaves";
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
    assert!(text.contains(r#""<?only=id,title&start=2&x>; rel=\"next\"""#), "{text}");
    let replayer = Replayer::open(&file).unwrap();
    assert_eq!(count("https://replay.invalid/a", replayer.clone(), ["id", "title"]).await, 4);
    assert!(replayer.unused().is_empty());
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

/// What failed before is not replayed, so a client that doesn't repeat calls gets the same.
#[tokio::test]
async fn of_a_call_that_was_repeated_the_last_response_is_replayed() {
    let server = Server::start().await;
    server.status(503, "later").status(503, "later").ok(r#"{"title":"a"}"#).ok(r#"{"title":"b"}"#);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("repeated.jsonl");
    let recorder = Recorder::create(&file, Reqwest::new().unwrap()).unwrap();
    let builder =
        Client::<Shelf, _>::with_transport(server.url(), recorder).credential(KeyAuth::key("right"));
    let recorded = builder.retry(api_runtime::Retry::tries(3)).build().unwrap();
    let title = |it: &BookGetResult| format!("{it:?}");
    let get = || BookGet::new("s", 1);
    let live = [recorded.send(get()).await.unwrap(), recorded.send(get()).await.unwrap()];
    let replayer = Replayer::open(&file).unwrap();
    assert_eq!(replayer.unused().len(), 4);
    let client = client("http://replay.invalid", replayer.clone());
    for live in live {
        assert_eq!(title(&client.send(get()).await.unwrap()), title(&live));
    }
    assert!(replayer.unused().is_empty());
}
