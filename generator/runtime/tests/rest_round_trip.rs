//! A client of a REST API and its server, a mock of it, and a recording.

use api_runtime::cassette::{Recorder, Replayer};
use api_runtime::conformance::Conformance;
use api_runtime::mock::Mock;
use api_runtime::{Client, Encode, Operation, Tower, Transport, Upload, server::File};

use crate::rest_by_hand::*;
use crate::rest_server::{folder, router};

fn key(key: &str) -> Key {
    Key { key: key.into() }
}

fn client<T: Transport>(transport: T) -> Client<Shelf, T> {
    Client::with_transport("http://shelf.invalid", transport).credential(key("right")).build().unwrap()
}

fn get_folder(name: &str) -> GetFolder {
    GetFolder {
        folder: name.to_owned(),
        verbose: Some(true),
        tags: Some(vec!["a,b".to_owned(), "c&d".to_owned()]),
        sizes: Some(vec![1, -2]),
        trace: Some("t \u{fc}".to_owned()),
        theme: Some("dark%2B+=".to_owned()),
    }
}

fn device(id: &str) -> Device {
    let mut device = Device::default();
    (device.id, device.key) = (Some(id.to_owned()), Some("canary".into()));
    device
}

fn add_folder(id: &str) -> AddFolder {
    AddFolder { id: id.to_owned(), size: Some(5), devices: Some(vec![device("phone")]), dry: Some(false) }
}

/// Servers choose the form of failures by it, too.
#[test]
fn a_client_asks_for_what_an_operation_returns() {
    fn accept<O: Operation<Api = Shelf> + Encode>(operation: O) -> Option<String> {
        let (request, _) = client(Tower::new(router())).prepare(operation).unwrap();
        request.headers().get("accept").map(|value| value.to_str().unwrap().to_owned())
    }
    assert_eq!(accept(GetDefault {}).as_deref(), Some("application/json, */*;q=0.1"));
    let note = SetNote { n: 7, id: "x".to_owned(), body: String::new() };
    assert_eq!(accept(note).as_deref(), Some("text/plain, */*;q=0.1"));
    // Bytes of any type.
    assert_eq!(accept(GetFile { path: "a".to_owned() }), None);
    let client = client(Tower::new(router()));
    let (request, _) = client.call(GetDefault {}).header("Accept", "text/html").prepare().unwrap();
    assert_eq!(request.headers()["accept"], "text/html");
}

/// The server would split it elsewhere.
#[test]
fn a_user_of_basic_has_no_colon() {
    for (user, password, wrong) in [("a:b", "c", "user"), ("a\n", "c", "user"), ("a", "c\0", "password")] {
        let login = Login { user: user.to_owned(), password: password.into() };
        let client = client(Tower::new(router())).with_credential(login);
        let error = client.prepare(get_folder("a")).unwrap_err();
        assert!(error.to_string().contains(&format!("`{wrong}`")), "{error}");
    }
}

#[tokio::test]
async fn a_server_gets_what_a_client_sends() {
    let client = client(Tower::new(router()));
    let folder = client.send(get_folder("a/b +%?")).await.unwrap();
    assert_eq!(folder.id.as_deref(), Some("a/b +%?"));
    assert_eq!(
        folder.label.as_deref(),
        Some(r#"key Some(true) Some(["a,b", "c&d"]) Some([1, -2]) Some("t ü") Some("dark%2B+=")"#)
    );
    let added = client.send(add_folder("music")).await.unwrap();
    assert_eq!(
        (added.label.as_deref(), added.devices),
        (Some("Some(5) Some(false)"), Some(vec![device("phone")]))
    );
    let body = crate::rest_server::folder("a", "b");
    client.send(PutFolder { folder: "a".to_owned(), body }).await.unwrap();
    client.send(PatchFolder { folder: "a".to_owned(), body: Folder::default() }).await.unwrap();
    let note = SetNote { n: 7, id: "x/y".to_owned(), body: "\u{fc}\n".to_owned() };
    assert_eq!(client.send(note).await.unwrap(), "7|x/y|\u{fc}\n");
    let file = PutFile { path: "a/b c".to_owned(), body: Upload::bytes("", "abc") };
    client.send(file).await.unwrap();
    let file = client.send(GetFile { path: "a/b c".to_owned() }).await.unwrap();
    assert_eq!(file.bytes().await.unwrap(), "a/b c");
    for (what, expected) in [("folder", "Found"), ("later", "Later"), ("none", "Nothing"), ("part", "Part")] {
        let result = client.send(Find { what: what.to_owned() }).await.unwrap();
        assert!(format!("{result:?}").starts_with(expected), "{result:?}");
    }
    let error = client.send(get_folder("none")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "no such folder");
}

#[tokio::test]
async fn a_mock_knows_all_places() {
    let mock: Mock<Shelf> = Mock::new();
    let client = mock.client(key("any"));
    // A flag that is false isn't sent.
    let get_x = GetFolder { verbose: Some(false), ..get_folder("x") };
    mock.expect::<GetFolder>().with(get_x.clone()).returns(folder("x", "exactly")).once();
    mock.expect::<GetFolder>()
        .with_parameter("folder", "y")
        .with_parameter("sizes", "1,-2")
        .returns(folder("y", "in part"));
    mock.expect::<AddFolder>().with(add_folder("music")).returns(folder("music", "added"));
    mock.expect::<AddFolder>().with_parameter("id", "films").fails_with(422, &folder("films", "no"));
    mock.expect::<PutFile>().when(|it| it.body.as_bytes().is_some_and(|bytes| bytes == "abc")).returns(());
    mock.expect::<Find>().returns(FindResult::Part(File::bytes("a part").into())).times(2);
    assert_eq!(client.send(get_x).await.unwrap().label.as_deref(), Some("exactly"));
    assert_eq!(client.send(get_folder("y")).await.unwrap().label.as_deref(), Some("in part"));
    assert_eq!(client.send(add_folder("music")).await.unwrap().label.as_deref(), Some("added"));
    let error = client.send(add_folder("films")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().body(), r#"{"id":"films","label":"no"}"#);
    client.send(PutFile { path: "a".to_owned(), body: Upload::bytes("", "abc") }).await.unwrap();
    for _ in 0..2 {
        let FindResult::Part(part) = client.send(Find { what: "x".to_owned() }).await.unwrap() else {
            panic!()
        };
        assert_eq!(part.bytes().await.unwrap(), "a part");
    }
    client.send(get_folder("z")).await.unwrap_err();
    let report = mock.check().unwrap_err().to_string();
    assert!(report.contains("folder: expected \"y\", sent \"z\""), "{report}");
}

#[tokio::test]
async fn a_recording_has_no_values_and_is_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("shelf.jsonl");
    let recorder = client(Recorder::create(&path, Tower::new(router())).unwrap());
    recorder.send(get_folder("canary-1/x")).await.unwrap();
    recorder.send(get_folder("none")).await.unwrap_err();
    recorder.send(add_folder("music")).await.unwrap();
    let body = crate::rest_server::folder("shelved", "shelved");
    recorder.send(PutFolder { folder: "shelved".to_owned(), body }).await.unwrap();
    recorder.send(PutFile { path: "canary/b".to_owned(), body: Upload::bytes("", "abc") }).await.unwrap();
    recorder.send(SetNote { n: 7, id: "canary".to_owned(), body: "canary".to_owned() }).await.unwrap();
    drop(recorder);
    let text = std::fs::read_to_string(&path).unwrap();
    for secret in ["canary", "right", "phone", "music", "dark", "c&d", "shelved"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
    let first: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(first["request"]["path"], "/folders/{folder}");
    let form = first["request"]["form"].to_string();
    assert!(
        form.contains(r#"["folder","folder-1"]"#) && form.contains(r#"["tags","tags-1"],["tags","tags-2"]"#),
        "{form}"
    );
    assert!(text.contains(r#"["body","{\"id\":\"folder-3\",\"label\":\"folder-3\"}"]"#), "{text}");

    let replayer = Replayer::open(&path).unwrap();
    let client = client(replayer.clone());
    assert_eq!(client.send(get_folder("other")).await.unwrap().id.as_deref(), Some("other"));
    client.send(get_folder("gone")).await.unwrap_err();
    let added = client.send(add_folder("pictures")).await.unwrap();
    assert_eq!(added.id.as_deref(), Some("pictures"));
    client
        .send(PutFolder { folder: "a".to_owned(), body: crate::rest_server::folder("b", "b") })
        .await
        .unwrap_err();
    client
        .send(PutFolder { folder: "a".to_owned(), body: crate::rest_server::folder("a", "a") })
        .await
        .unwrap();
    client.send(PutFile { path: "p/q".to_owned(), body: Upload::bytes("", "xyz") }).await.unwrap();
    client.send(SetNote { n: 8, id: "s".to_owned(), body: "s".to_owned() }).await.unwrap();
    assert!(replayer.unused().is_empty(), "{:?}", replayer.unused());
}

#[tokio::test]
async fn a_server_that_refuses_conforms() {
    let anonymous = Client::with_transport("http://shelf.invalid", Tower::new(router())).build().unwrap();
    let report = Conformance::<Shelf, _>::new(anonymous).tell_paths_apart().run().await;
    assert!(report.is_passed(), "{report}");
    assert_eq!((report.calls, report.unserved.len(), report.indistinct.len()), (9, 0, 0), "{report}");
}
