//! Recording and replaying, and a canary in every secret.

use std::future::poll_fn;
use std::io;
use std::pin::Pin;

use account_portal_api::AccountPortal;
use api_runtime::cassette::{Recorder, Replayer};
use api_runtime::{Body, BoxError, Client, ErrorKind, Tower, Transport, transport::CallInfo};
use backup_server_api::mock::{InProcess, Mock};
use backup_server_api::server::File;
use backup_server_api::{
    AdminAddUser, AdminAuth, AdminGetUserProfile, AdminListUsers, AdminMetaReadAllLogs, AdminMetaResourceNew,
    BackupServer, Json, Upload,
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
    assert_eq!(
        text.lines().next(),
        Some(r#"{"cassette":{"version":2,"api":"backup-server","keeps":"spec"}}"#)
    );
    let first: serde_json::Value = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let form = json!([["Username", "Username-1"], ["AuthType", "Password"], ["Password", "Password-1"]]);
    let request = json!({ "operation": "AdminListUsers", "path": "/api/v1/admin/list-users", "form": form });
    assert_eq!(first["request"], request);
    assert_eq!(first["response"]["message"]["body"], json!({ "json": ["AdminListUsers-1"] }));

    let client = replaying(&replayer);
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["AdminListUsers-1"]);
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Transport(_)), "{error:?}");
    let error = client.send(AdminAddUser::new("alice", "another secret")).await.unwrap_err();
    assert_eq!(error.failure().unwrap().message(), "Message-1");
    assert_eq!(error.failure().unwrap().status(), Some(409));
    let file = client.send(AdminMetaReadAllLogs::new()).await.unwrap();
    assert_eq!(file.file_name(), Some("file-1"));
    assert_eq!(file.bytes().await.unwrap(), vec![0; content.len()]);
    assert_eq!(replayer.unused(), ["AdminMetaResourceNew"]);
    assert_eq!(client.send(upload()).await.unwrap(), json!({ "Hash": "Hash-1" }).into());
    assert!(replayer.unused().is_empty());
}

#[tokio::test]
async fn what_was_not_recorded_fails_and_names_the_nearest() {
    let mock = Mock::new();
    mock.expect::<AdminAddUser>().returns(Json::default());
    let (_folder, replayer) = recorded(&mock, async |client| {
        client.send(AdminAddUser::new("alice", PASSWORD)).await.unwrap();
        client.send(AdminAddUser::new("bob", PASSWORD).store_recovery_code(1)).await.unwrap();
    })
    .await;
    let client = replaying(&replayer);
    let why = async |request| {
        let error: backup_server_api::Error = client.send(request).await.unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::NotRecorded(_)), "{error:?}");
        error.to_string()
    };
    client.send(AdminAddUser::new("carol", "canary")).await.unwrap();
    assert_eq!(
        why(AdminAddUser::new("carol", "canary").store_recovery_code(1)).await,
        "AdminAddUser: not recorded like this; nearest is line 2: StoreRecoveryCode: not expected, sent \"1\"; record it again, or correct the call"
    );
    assert_eq!(
        why(AdminAddUser::new("carol", "x")).await,
        "AdminAddUser: recorded once, and replayed already; record it again, or correct the call"
    );
    client.send(AdminAddUser::new("dave", "canary").store_recovery_code(1)).await.unwrap();
    let error = client.send(AdminListUsers::new()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "AdminListUsers: not recorded: the cassette has no call of this operation; sent with Username: \"admin\", AuthType: \"Password\", Password: \"Password\"; record it again, or correct the call"
    );
}

/// A run that keeps values says so, and has no secrets.
#[tokio::test]
async fn values_are_kept_if_the_program_says_so() {
    let mock = Mock::new();
    mock.expect::<AdminAddUser>().returns(json!({ "Size": 7, "text": format!("it is {TARGET}") }).into());
    let folder = TempDir::new();
    let add = async |name: &str, set: fn(Recorder<InProcess>) -> Recorder<InProcess>| {
        let path = folder.path().join(name);
        let recorder = set(Recorder::create(&path, mock.transport()).unwrap());
        let client =
            Client::with_transport("http://mock.invalid", recorder).credential(admin()).build().unwrap();
        client.send(AdminAddUser::new("alice", TARGET).target_organization("Alps")).await.unwrap();
        let client = replaying(&Replayer::open(path).unwrap());
        client.send(AdminAddUser::new("alice", "x").target_organization("Alps")).await.unwrap()
    };
    let hidden = "TargetPassword-1";
    let all = add("all", Recorder::keep_values).await;
    assert_eq!(all, json!({ "Size": 7, "text": "it is TargetPassword-1" }).into(), "{}", all.as_str());
    let one = add("one", |recorder| recorder.keep("TargetUser").keep("Size").keep("TargetPassword")).await;
    assert_eq!(one, json!({ "Size": 7, "field-1": "value-1" }).into(), "{}", one.as_str());
    let [all, one] = ["all", "one"].map(|name| folder.read(name));
    assert!(all.contains(r#""keeps":"values""#) && all.contains(r#""it is TargetPassword-1""#), "{all}");
    assert!(one.contains(r#""names":["TargetUser","Size","TargetPassword"]"#), "{one}");
    assert!(one.contains(r#"["TargetUser","alice"]"#) && !one.contains("Alps"), "{one}");
    assert!([all, one].iter().all(|text| text.contains(hidden) && !text.contains(TARGET)));
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

/// Repeats everything that it gets: as it came, or decoded as JSON, together
/// with every secret field of the API's types.
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
        let info = head.extensions.get::<CallInfo>().expect("a call");
        let body = match self {
            Self::Raw => raw,
            Self::Json => {
                let form = form_urlencoded::parse(&raw).into_owned();
                let secrets = info
                    .api
                    .secret_fields
                    .iter()
                    .map(|name| ((*name).to_owned(), format!("{CANARY}-{name}")));
                let all: serde_json::Map<_, _> =
                    form.chain(secrets).map(|(name, value)| (name, value.into())).collect();
                json!([all, { "ApiToken": CANARY, "data": String::from_utf8_lossy(&raw) }])
                    .to_string()
                    .into_bytes()
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

/// Records every operation, looks for canaries, and replays every operation.
#[tokio::test]
async fn no_secret_reaches_a_cassette() {
    let folder = TempDir::new();
    for (name, echo, fields) in [
        ("raw", Echo::Raw, Fields::All),
        ("json", Echo::Json, Fields::All),
        ("bearer", Echo::Json, Fields::Bearer),
    ] {
        let [backup, portal] = ["backup", "portal"].map(|api| folder.path().join(format!("{name}-{api}")));
        all_fail::<BackupServer, _>(Recorder::create(&backup, echo).unwrap(), fields).await;
        all_fail::<AccountPortal, _>(Recorder::create(&portal, echo).unwrap(), fields).await;
        for path in [&backup, &portal] {
            let text = std::fs::read_to_string(path).unwrap();
            let line = text.lines().find(|line| line.contains(CANARY));
            assert_eq!(line, None, "{name}");
            let signature = text
                .lines()
                .find(|line| line.contains("\"WebAuthnSign\",") && line.contains(&format!("{OPAQUE} ä&=+%")));
            assert_eq!(signature, None, "{name}");
        }
        let replayer = Replayer::open(&backup).unwrap();
        all_fail::<BackupServer, _>(replayer.clone(), fields).await;
        assert!(replayer.unused().is_empty());
        let replayer = Replayer::open(&portal).unwrap();
        all_fail::<AccountPortal, _>(replayer.clone(), fields).await;
        assert!(replayer.unused().is_empty());
    }
}
