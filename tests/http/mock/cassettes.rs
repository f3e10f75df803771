//! Recording and replaying, and a canary in every secret.

use std::future::poll_fn;
use std::io;
use std::path::Path;
use std::pin::Pin;

use account_portal_api::AccountPortal;
use api_runtime::cassette::{Recorder, Replayer};
use api_runtime::{Body, BoxError, Client, Encode, ErrorKind, Operation, Tower, Transport};
use backup_server_api::mock::{InProcess, Mock};
use backup_server_api::server::File;
use backup_server_api::{
    AdminAddUser, AdminAuth, AdminGetUserProfile, AdminListUsers, AdminMetaReadAllLogs, AdminMetaResourceNew,
    AdminSetUserProfile, BackupServer, Json, Upload, types::UserProfileConfig,
};
use bytes::Bytes;
use futures_util::stream;
use http_body::Body as _;
use serde_json::json;
use tests::TempDir;
use tower::service_fn;

use crate::mock::{PASSWORD, admin};
use crate::support::any_transport::AnyTransport;
use crate::support::cases::TestApi;
use crate::support::credentials::{self, Fields};
use crate::support::sample::{CANARY, Choice, Fill, OPAQUE, Sample};

const TARGET: &str = "CaNaRy of alice";

const URL: &str = "http://replay.invalid/elsewhere";

/// A cassette of what `record` does with a client of a mock.
async fn recorded(
    mock: &Mock,
    record: impl AsyncFnOnce(Client<BackupServer, Recorder<InProcess>>),
) -> (TempDir, Replayer) {
    let folder = TempDir::new();
    let path = folder.path().join("cassette.jsonl");
    let recorder = Recorder::create(&path, mock.transport()).unwrap().max_body(200_000);
    record(Client::with_transport("http://mock.invalid", recorder).credential(admin()).build().unwrap())
        .await;
    (folder, Replayer::open(path).unwrap())
}

/// A client that knows another password than the one that was recorded.
fn replaying(replayer: &Replayer) -> Client<BackupServer, Replayer> {
    let other = AdminAuth::password("admin", "another password");
    Client::with_transport(URL, replayer.clone()).credential(other).build().unwrap()
}

#[tokio::test]
async fn what_was_recorded_is_returned() {
    let mock = Mock::new();
    let content = Bytes::from_iter(0..=255_u8);
    mock.expect::<AdminListUsers>().returns(vec!["alice".to_owned()]).once().breaks().once();
    mock.expect::<AdminAddUser>().fails(409, format!("{TARGET} is in use")).once();
    mock.expect::<AdminMetaReadAllLogs>().returns(File::bytes(content.clone()).name("a.log"));
    mock.expect::<AdminMetaResourceNew>().returns(json!({ "Hash": "1" }).into());
    let upload = || AdminMetaResourceNew::new(Upload::stream("a.png", stream::iter([io::Result::Ok("12")])));
    let (folder, replayer) = recorded(&mock, async |client| {
        client.send(AdminListUsers::new()).await.unwrap();
        client.send(AdminListUsers::new()).await.unwrap_err();
        client.send(AdminAddUser::new("alice", TARGET)).await.unwrap_err();
        client.send(AdminMetaReadAllLogs::new()).await.unwrap().bytes().await.unwrap();
        client.send(upload()).await.unwrap();
    })
    .await;
    let text = folder.read("cassette.jsonl");
    assert_eq!(text.lines().count(), 6);
    assert_eq!(text.lines().next(), Some(r#"{"cassette":{"version":3,"api":"backup-server"}}"#));
    let first: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let form = json!([["Username", "secret"], ["AuthType", "Password"], ["Password", "secret"]]);
    let request = json!({ "operation": "AdminListUsers", "path": "/api/v1/admin/list-users", "form": form });
    assert_eq!(first["request"], request);
    assert_eq!(first["response"]["message"]["body"], json!({ "json": ["alice"] }));

    let client = replaying(&replayer);
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error:?}");
    let error = client.send(AdminAddUser::new("alice", "another secret")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "secret is in use");
    assert_eq!(error.failure().unwrap().status(), Some(409));
    let file = client.send(AdminMetaReadAllLogs::new()).await.unwrap();
    assert_eq!(file.file_name(), Some("a.log"));
    assert_eq!(file.bytes().await.unwrap(), content);
    assert_eq!(replayer.unused(), ["AdminMetaResourceNew"]);
    assert_eq!(client.send(upload()).await.unwrap(), json!({ "Hash": "1" }).into());
    assert!(replayer.unused().is_empty());
}

#[tokio::test]
async fn what_was_not_recorded_fails_and_names_the_nearest() {
    let mock = Mock::new();
    mock.expect::<AdminAddUser>().returns(Json::default());
    mock.expect::<AdminSetUserProfile>().returns(Json::default());
    let profile = |json: serde_json::Value| AdminSetUserProfile::new("alice", UserProfileConfig::from(json));
    let (_folder, replayer) = recorded(&mock, async |client| {
        client.send(AdminAddUser::new("alice", PASSWORD)).await.unwrap();
        client.send(AdminAddUser::new("bob", PASSWORD).store_recovery_code(1)).await.unwrap();
        client.send(profile(json!({ "a": { "b": [1, 2] }, "c": 3 }))).await.unwrap();
        client.send(profile(json!({ "a": { "b": [1, 4] }, "c": 4 }))).await.unwrap();
    })
    .await;
    let client = replaying(&replayer);
    async fn why<O>(client: &Client<BackupServer, Replayer>, call: O) -> String
    where
        O: Operation<Api = BackupServer> + Encode,
    {
        let error = client.send(call).await.map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotRecorded(_)), "{error:?}");
        error.to_string()
    }
    let bob = AdminAddUser::new("bob", "canary");
    assert_eq!(
        why(&client, bob).await,
        "AdminAddUser: not recorded like this; nearest is line 2, \
         {\"TargetPassword\":\"secret\",\"TargetUser\":\"alice\"}, which differs in TargetUser: \
         recorded \"alice\", sent \"bob\"; record it again, or correct the call"
    );
    let other = why(&client, profile(json!({ "c": 4, "a": { "b": [1, 2] } }))).await;
    assert!(other.contains("nearest is line 4,"), "{other}");
    assert!(other.contains("which differs in ProfileData.c: recorded 3, sent 4;"), "{other}");
    client.send(AdminAddUser::new("alice", "another")).await.unwrap();
    let again = why(&client, AdminAddUser::new("alice", "x")).await;
    assert!(again.contains("recorded once, and replayed already"), "{again}");
    // The order of names says nothing.
    client.send(profile(json!({ "c": 3, "a": { "b": [1, 2] } }))).await.unwrap();
    let none = why(&client, AdminListUsers::new()).await;
    assert!(none.contains("the cassette has no call of this operation; sent with {}"), "{none}");
}

/// It has kinds of values, which `learn` reads; nothing can be replayed.
#[tokio::test]
async fn a_recording_has_no_values() {
    let mock = Mock::new();
    let result = json!({ "Size": 7, "Part": 0.25, "is": true, "none": null, "all": ["", "a"] });
    mock.expect::<AdminAddUser>().returns(result.into());
    let folder = TempDir::new();
    let path = folder.path().join("a");
    let recorder = Recorder::create(&path, mock.transport()).unwrap().without_values();
    let client = Client::with_transport("http://mock.invalid", recorder).credential(admin()).build().unwrap();
    client.send(AdminAddUser::new("alice", TARGET).target_organization("Alps")).await.unwrap();
    let text = folder.read("a");
    assert!(text.starts_with("{\"recording\":{\"version\":3,\"api\":\"backup-server\"}}\n"), "{text}");
    let shape =
        json!({ "field-1": 0, "field-2": 0.5, "field-3": false, "field-4": null, "field-5": ["", "x"] });
    let exchange: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    assert_eq!(exchange["response"]["message"]["body"]["json"], shape);
    assert_eq!(exchange["request"]["form"][3], json!(["TargetUser", "x"]));
    // So was one without values before version 3.
    let before = r#"{"cassette":{"version":2,"api":"backup-server","keeps":"spec"}}"#;
    for path in [path, folder.write("b", before)] {
        let error = Replayer::open(&path).unwrap_err().to_string();
        assert!(
            error.ends_with("it is a recording, which has no values to replay: record a cassette"),
            "{error}"
        );
    }
    // One file is one of them.
    let recorder = Recorder::append::<BackupServer>(folder.path().join("a"), mock.transport()).unwrap();
    let client = Client::with_transport("http://mock.invalid", recorder).credential(admin()).build().unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(format!("{error:?}").contains("is a recording, not a cassette"), "{error:?}");
}

/// As version 2 wrote it, with `keep_values`.
#[tokio::test]
async fn an_older_cassette_is_replayed() {
    let folder = TempDir::new();
    let request = r#"{"operation":"AdminAddUser","path":"/p","form":[["Username","a"],["AuthType","Password"],["Password","Password-1"],["TargetUser","alice"],["TargetPassword","TargetPassword-1"]],"file":{"name":"a","type":"b/c","bytes":1}}"#;
    let message = r#"{"status":200,"headers":[["content-type","application/json"],["x-other",3]],"body":{"json":{"Key":"TargetPassword-1"}}}"#;
    let head = r#"{"cassette":{"version":2,"api":"backup-server","keeps":"values"}}"#;
    let one = format!("{{\"request\":{request},\"response\":{{\"message\":{message}}}}}\n");
    let one = [&one, &*one.replace(r#","file":{"name":"a","type":"b/c","bytes":1}"#, "")].concat();
    let replayer = Replayer::open(folder.write("a", format!("{head}\n{one}"))).unwrap();
    let result = replaying(&replayer).send(AdminAddUser::new("alice", "any")).await.unwrap();
    assert_eq!(result, json!({ "Key": "TargetPassword-1" }).into());
    assert_eq!(replayer.unused(), ["AdminAddUser"]);
}

/// Only for a warning, without the texts.
#[tokio::test]
async fn what_looks_like_a_secret_is_listed() {
    let mock = Mock::new();
    let profile = json!({ "Config": [{ "S3Password": "a" }], "k": "Zx81kQ2mm4PiS77gHq0L", "id": "a-1",
        "at": "https://bob:pass@h", "uuid": "9b2f7a10-55aa-4f00-9c0d-0123456789ab", "Size": "", "TargetUser": "a" });
    mock.expect::<AdminGetUserProfile>().returns(profile.into());
    let recorder = Recorder::create(TempDir::new().path().join("a"), mock.transport()).unwrap();
    let client =
        Client::with_transport("http://mock.invalid", recorder.clone()).credential(admin()).build().unwrap();
    client.send(AdminGetUserProfile::new("alice")).await.unwrap();
    let places = ["Config.S3Password", "at", "k"].map(|place| format!("AdminGetUserProfile: {place}"));
    assert_eq!(recorder.suspects(), places);
}

#[tokio::test]
async fn a_large_body_is_left_out() {
    let mock = Mock::new();
    mock.expect::<AdminMetaReadAllLogs>().returns(File::bytes(vec![0; 200_001])).times(2);
    let (folder, replayer) = recorded(&mock, async |client| {
        client.send(AdminMetaReadAllLogs::new()).await.unwrap().bytes().await.unwrap();
        drop(client.send(AdminMetaReadAllLogs::new()).await.unwrap());
    })
    .await;
    assert_eq!(folder.read("cassette.jsonl").matches("left_out").count(), 2);
    let error = replaying(&replayer).send(AdminMetaReadAllLogs::new()).await.unwrap_err();
    assert!(format!("{error:?}").contains("the cassette lacks the body"), "{error:?}");
}

/// Nobody else can read it, and no link leads it elsewhere.
#[cfg(unix)]
#[test]
fn a_cassette_is_private() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new();
    let other = folder.write("other", "unchanged");
    let path = folder.path().join("a.jsonl");
    symlink(&other, &path).unwrap();
    Recorder::create(&path, Echo::Raw).unwrap();
    assert_eq!(folder.read("other"), "unchanged");
    let created = path.symlink_metadata().unwrap();
    assert!(created.is_file());
    assert_eq!(created.permissions().mode() & 0o777, 0o600);
}

#[test]
fn a_line_that_is_not_an_exchange_is_named() {
    let folder = TempDir::new();
    for (text, expected) in [
        ("{\"request\": 1}\n", "line 1 is not an exchange: "),
        (
            r#"{"request":{"operation":"A","path":"/a"},"response":{"failed":"broken"}}"#,
            "it has the format of another",
        ),
    ] {
        let path = folder.write("a.jsonl", text);
        let error = Replayer::open(&path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: {expected}", path.display())), "{error}");
    }
    let nowhere = folder.path().join("none").join("a.jsonl");
    for error in [Replayer::open(&nowhere).unwrap_err(), Recorder::create(&nowhere, Echo::Raw).unwrap_err()] {
        assert!(error.to_string().starts_with(&format!("{}: ", nowhere.display())), "{error}");
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }
}

/// It took minutes when each request was compared with all that were recorded.
#[tokio::test]
async fn thousands_of_calls_replay_in_any_order() {
    const CALLS: usize = 3_000;
    let names: Vec<_> = (0..CALLS).map(|number| format!("user {number}")).collect();
    let listed = json!(names).to_string();
    let folder = TempDir::new();
    let service = service_fn(move |request: http::Request<Body>| {
        let is_list = request.uri().path().ends_with("list-users");
        let body = if is_list { listed.clone() } else { "{\"Name\":\"one\"}".to_owned() };
        async { Ok::<_, BoxError>(http::Response::new(Body::from(body))) }
    });
    let recorder = Recorder::create(folder.path().join("a"), Tower::new(service)).unwrap();
    let client = Client::with_transport(URL, recorder).credential(admin()).build().unwrap();
    client.send(AdminListUsers::new()).await.unwrap();
    for name in names {
        client.send(AdminGetUserProfile::new(name)).await.unwrap();
    }
    let replayer = Replayer::open(folder.path().join("a")).unwrap();
    let client = replaying(&replayer);
    let replayed = async {
        for name in client.send(AdminListUsers::new()).await.unwrap().into_iter().rev() {
            tokio::task::yield_now().await;
            client.send(AdminGetUserProfile::new(name)).await.unwrap();
        }
    };
    let replayed = tokio::time::timeout(std::time::Duration::from_secs(60), replayed);
    replayed.await.expect("it ends");
    assert!(replayer.unused().is_empty());
}

/// A recorder that waited for the whole file would never end.
#[tokio::test]
async fn an_upload_stays_a_stream() {
    let folder = TempDir::new();
    // It responds when it has the first piece.
    let service = service_fn(async |request: http::Request<Body>| {
        let mut body = request.into_body();
        let frame = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await;
        let piece = frame.unwrap()?.into_data().unwrap();
        assert!(piece.starts_with(b"--"), "{piece:?}");
        Ok::<_, BoxError>(http::Response::new(Body::from("null".to_owned())))
    });
    let recorder = Recorder::create(folder.path().join("a"), Tower::new(service)).unwrap();
    let client = Client::with_transport(URL, recorder).credential(admin()).build().unwrap();
    let endless = Upload::stream("a", stream::repeat_with(|| io::Result::Ok("12")));
    client.send(AdminMetaResourceNew::new(endless)).await.unwrap();
    assert!(folder.read("a").contains("AdminMetaResourceNew"));
}

/// Repeats everything that it gets: as it came, or decoded as JSON.
#[derive(Clone, Copy)]
enum Echo {
    Raw,
    Json,
}

impl Transport for Echo {
    async fn call(&self, request: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        let (head, body) = request.into_parts();
        let headers = head.headers.values().map(|value| String::from_utf8(value.as_bytes().to_vec()));
        let mut raw = format!("{:?} ", headers.collect::<Vec<_>>()).into_bytes();
        raw.extend(axum::body::to_bytes(axum::body::Body::new(body), usize::MAX).await?);
        let body = match self {
            Self::Raw => raw,
            Self::Json => {
                let form = form_urlencoded::parse(&raw).into_owned();
                let all: serde_json::Map<_, _> = form.map(|(name, value)| (name, value.into())).collect();
                json!([all, { "data": String::from_utf8_lossy(&raw) }]).to_string().into_bytes()
            }
        };
        let response = http::Response::builder().header("set-cookie", CANARY).status(500);
        Ok(response.body(Bytes::from(body).into())?)
    }
}

/// Sends every operation with a canary in every secret; each fails, recorded or not.
async fn all_fail<A: TestApi, T: Transport>(transport: T, fields: Fields) {
    let client = Client::<A, _>::with_transport(URL, AnyTransport::new(transport)).header("x-key", CANARY);
    let client = client.build().unwrap();
    for case in A::cases() {
        // A new credential each time: its code works once.
        let client = A::log_in(&client, credentials::name_of(case.descriptor), fields);
        let sample = Sample::new(case.descriptor, Choice::All, Fill::Canaries);
        let error = (case.send)(&client, sample).await.expect_err(case.descriptor.name);
        assert!(error.failure().is_some(), "{error:?}");
    }
}

/// Records every operation, looks for canaries, and replays every operation of a cassette.
#[tokio::test]
async fn no_secret_reaches_a_file() {
    let folder = TempDir::new();
    for (name, echo, fields) in [
        ("raw", Echo::Raw, Fields::All),
        ("json", Echo::Json, Fields::All),
        ("bearer", Echo::Json, Fields::Bearer),
    ] {
        check::<BackupServer>(&folder.path().join(format!("{name}-backup")), echo, fields).await;
        check::<AccountPortal>(&folder.path().join(format!("{name}-portal")), echo, fields).await;
    }
}

async fn check<A: TestApi>(path: &Path, echo: Echo, fields: Fields) {
    let has = |text: &str| {
        std::fs::read_to_string(path).unwrap().lines().find(|line| line.contains(text)).map(str::to_owned)
    };
    all_fail::<A, _>(Recorder::create(path, echo).unwrap().without_values(), fields).await;
    assert_eq!([has(CANARY), has(OPAQUE)], [None, None]);
    all_fail::<A, _>(Recorder::create(path, echo).unwrap(), fields).await;
    assert_eq!(has(CANARY), None);
    let replayer = Replayer::open(path).unwrap();
    all_fail::<A, _>(replayer.clone(), fields).await;
    assert!(replayer.unused().is_empty());
}

/// A server that can't be reached.
#[derive(Clone, Copy)]
struct Gone;

impl Transport for Gone {
    async fn call(&self, _: http::Request<Body>) -> Result<http::Response<Body>, BoxError> {
        Err("the server is gone".into())
    }
}

/// The error of the first operation of an API.
async fn first_error<A: TestApi>(transport: impl Transport) -> String {
    let client = Client::<A, _>::with_transport(URL, AnyTransport::new(transport)).build().unwrap();
    let case = A::cases().into_iter().next().unwrap();
    let client = A::log_in(&client, credentials::name_of(case.descriptor), Fields::All);
    let sample = Sample::new(case.descriptor, Choice::All, Fill::Canaries);
    let error = (case.send)(&client, sample).await.unwrap_err();
    format!("{:?}", error.kind())
}

/// A file has the calls of one API, so those of another can't be written.
#[tokio::test]
async fn an_error_of_the_transport_survives_one_of_the_file() {
    let folder = TempDir::new();
    let recorder = Recorder::create(folder.path().join("calls.jsonl"), Gone).unwrap();
    for error in
        [first_error::<BackupServer>(recorder.clone()).await, first_error::<AccountPortal>(recorder).await]
    {
        assert!(error.contains("the server is gone"), "{error}");
    }
    assert_eq!(folder.read("calls.jsonl").lines().count(), 2);
}
