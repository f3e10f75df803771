//! Secrets in all places where servers and callers put them, over a socket.

use api_runtime::cassette::{Recorder, Redaction, Replayer};
use backup_server_api::types::{UserProfileConfig, VirtAConnection};
use backup_server_api::{
    AdminAccountRegenerateTotp, AdminAccountSessionStart, AdminAddUser, AdminAuth,
    AdminDispatcherRegisterSuiteApplicationBegin, AdminDispatcherRegisterSuiteApplicationCheck,
    AdminDispatcherRequestBrowseVirtA, AdminGetJobLog, AdminGetUserProfile, AdminListUsers, AdminNewsSubmit,
    AdminSetUserProfile, AdminStorageRegisterBucket, Client, Reqwest,
};
use http::HeaderName;
use serde_json::{Value, json};
use tests::TempDir;

use crate::end_to_end::server::{Answer, Server};
use crate::mock::admin;

/// Part of every secret that is a text.
const CANARY: &str = "KaNaRi";

/// The beginning of every secret that is a number.
const DIGITS: &str = "9182736";

/// Names of secrets; the documents show none of them. `cassette::names` has more.
const NAMES: &str =
    "S3SecretKey RecoveryCodes PasswordHash otp OTPSeed jwt api-key BasicAuth LoginUrl tokens";

/// The parts that stay readable.
const READABLE: &str = r#""PasswordMinLength":8 "TokenCount":3 "PasswordPolicy":"strict" "token_type":"opaque"
    "PublicKey":"ssh-rsa" "RequirePasswordChange":1 "HasPassword":true "StatusCode":418 "Username":"alice"
    "ProfileHash":"abc123" "PasswordEnabled":false status=done count:7"#;

/// A cassette and a client that records into it.
struct Tape {
    folder: TempDir,
    server: Server,
    client: Client<Recorder<Reqwest>>,
}

impl Tape {
    async fn new(redaction: Redaction) -> Self {
        let (folder, server) = (TempDir::new(), Server::start().await);
        let recorder = Recorder::create(folder.path().join("a"), Reqwest::new().unwrap()).unwrap();
        let client = Client::with_transport(server.url(), recorder.redact(redaction));
        Self { folder, server, client: client.credential(admin()).build().unwrap() }
    }

    fn answer(&self, body: impl ToString) {
        self.answer_with([], body);
    }

    fn answer_with<const N: usize>(&self, headers: [(&'static str, String); N], body: impl ToString) {
        let headers = headers.into_iter().map(|(name, value)| (HeaderName::from_static(name), value));
        let answer = Answer::new(200, body.to_string());
        self.server.answer(headers.fold(answer, |answer, (name, value)| answer.header(name, &value)));
    }

    fn text(&self) -> String {
        self.folder.read("a")
    }

    /// A client that replays the cassette.
    fn replay(&self, redaction: Redaction) -> Client<Replayer> {
        let replayer = Replayer::open(self.folder.path().join("a")).unwrap().redact(redaction);
        let other = AdminAuth::password("admin", "another");
        Client::with_transport("http://replay.invalid", replayer).credential(other).build().unwrap()
    }
}

fn secret(place: impl ToString) -> String {
    format!("{}-{CANARY}", place.to_string())
}

/// A profile, full of secrets.
fn profile() -> Value {
    let named = NAMES.split_whitespace().map(|name| (name.to_owned(), secret(name).into()));
    let named: serde_json::Map<_, _> = named.collect();
    let inner = json!({ "deep": { "ApiKey": secret("in a string") } }).to_string();
    json!({
        "Username": "alice", "ProfileHash": "abc123", "StatusCode": 418, "RequirePasswordChange": 1,
        "PasswordPolicy": "strict", "token_type": "opaque", "PasswordMinLength": 8, "TokenCount": 3,
        "PublicKey": "ssh-rsa", "HasPassword": true, "PasswordEnabled": false,
        "Destinations": { "one": [named] },
        "Pin": 91_827_360_001_u64, "otp": [91_827_360_002_u64, [secret("nested")]], "Balance": 12,
        "tokens": { secret("a key 123"): { "User": secret("user"), "Port": 91_827_360_003_u64, "on": true } },
        "data": inner, "twice": json!([inner]).to_string(),
        "log": format!("status=done password={} count:7 recovery code: {}", secret("log"), secret("code")),
        "url": format!("https://{}:{}@host/?a=b&token={}#sig={}", secret("u"), secret("p"), secret("q"), secret("f")),
        "encoded": format!("/go?to=%2Flogin%3Ftoken%3D{}", secret("to")),
        "form": format!("a=b&client_secret={}&c=d", secret("form")),
        "xml": format!("<a><Password>{}</Password></a>", secret("xml")),
        "header": format!("Authorization: Bearer {}", secret("bearer-0123456789")),
        "web": format!("eyJhbGciOiJ.eyJzdWIiOiJ.{CANARY}"),
        "pem": format!("-----BEGIN PRIVATE KEY-----\n{CANARY}\n-----END PRIVATE KEY-----"),
    })
}

#[tokio::test]
async fn no_secret_is_in_the_file_and_the_rest_is() {
    let tape = Tape::new(Redaction::new()).await;
    let client = &tape.client;
    let headers = [
        ("set-cookie", secret("cookie")),
        ("x-api-key", secret("header")),
        ("location", format!("//u:{}@h/a?%74oken={}&b=READABLE-1", secret("info"), secret("location"))),
        ("link", format!("</a?token={0}&b=1>; rel=\"next\", </READABLE-2?b={1}>", secret("link"), "2")),
        ("refresh", format!("5; url=/reset/{}", secret("reset-1"))),
    ];
    tape.answer_with(headers, profile());
    client.send(AdminGetUserProfile::new("alice")).await.unwrap();
    // After a byte order mark, in lines, and cut off.
    tape.answer(format!("\u{feff}{}", profile()));
    client.send(AdminGetUserProfile::new("bob")).await.unwrap_err();
    tape.answer(format!("{}\n[info] {}", profile(), profile()));
    client.send(AdminGetJobLog::new("1")).await.unwrap();
    tape.answer(format!("{{\"token\":[\"{CANARY}\",\"READABLE-3{CANARY}"));
    client.send(AdminGetUserProfile::new("carol")).await.unwrap_err();
    // In requests.
    tape.answer(json!({ "Status": 200, "Message": "READABLE-4" }));
    client.send(AdminSetUserProfile::new("alice", UserProfileConfig::from(profile()))).await.unwrap();
    tape.answer("null");
    let access = json!({ "Host": secret("host"), "Port": 91_827_360_004_u64 });
    client.send(AdminDispatcherRequestBrowseVirtA::new("1", VirtAConnection::from(access))).await.unwrap();
    tape.answer(json!({ "repeated": format!("new password is {}", secret("new")) }));
    client.send(AdminAddUser::new("READABLE-5", secret("new"))).await.unwrap();
    tape.answer("null");
    client.send(AdminNewsSubmit::new(format!("READABLE-6 password: '{}'", secret("news")))).await.unwrap();
    // Results that are secrets.
    tape.answer(json!(format!("data:image/png;base64,{CANARY}")));
    client.send(AdminAccountRegenerateTotp::new()).await.unwrap();
    tape.answer(json!({ "Status": 200, "Message": secret("message"), "Key": 91_827_360_005_u64 }));
    client.send(AdminStorageRegisterBucket::new()).await.unwrap();
    tape.answer(json!({ "Status": 403, "Message": "READABLE-7" }));
    client.send(AdminStorageRegisterBucket::new()).await.unwrap_err();

    let text = tape.text();
    for (number, line) in (1..).zip(text.lines()) {
        for part in [CANARY, DIGITS] {
            let places =
                line.match_indices(part).map(|(at, _)| &line[at.saturating_sub(60)..at + part.len()]);
            assert_eq!(places.collect::<Vec<_>>(), Vec::<&str>::new(), "line {number}");
        }
    }
    assert_eq!(text.lines().count(), 11);
    let first = text.lines().next().unwrap();
    READABLE.split_whitespace().for_each(|part| assert!(first.contains(part), "{part}: {first}"));
    for part in ["READABLE-1", "READABLE-2?b=2>", "READABLE-4", "READABLE-5", "READABLE-6", "READABLE-7"] {
        assert!(text.contains(part), "{part} is hidden");
    }

    let replay = tape.replay(Redaction::new());
    replay.send(AdminGetUserProfile::new("alice")).await.unwrap();
    let again = UserProfileConfig::from(profile());
    replay.send(AdminSetUserProfile::new("alice", again)).await.unwrap();
    let access = json!({ "Host": "another", "Port": 1 });
    replay.send(AdminDispatcherRequestBrowseVirtA::new("1", VirtAConnection::from(access))).await.unwrap();
    let told = format!("READABLE-6 password: '{}'", "another");
    replay.send(AdminNewsSubmit::new(told)).await.unwrap();
}

/// A program that compares secrets, or sends one that it was given, replays alike.
#[tokio::test]
async fn equal_secrets_replay_as_equal_and_come_back() {
    let tape = Tape::new(Redaction::new()).await;
    tape.answer(json!({
        "old": { "Password": secret(1), "Pin": 91_827_361_u64 },
        "new": { "Password": secret(1), "Pin": 91_827_362_u64 },
        "other": { "Password": secret(2) },
    }));
    tape.answer(json!(secret("session")));
    tape.answer(json!({ "Continuation": secret("continue") }));
    tape.answer("null");
    tape.answer(json!(["alice"]));
    macro_rules! run {
        ($client:expr) => {{
            let client = $client;
            let profile: Value =
                client.send(AdminGetUserProfile::new("alice")).await.unwrap().read().unwrap();
            assert_eq!(profile["old"]["Password"], profile["new"]["Password"]);
            assert_ne!(profile["old"]["Password"], profile["other"]["Password"]);
            assert_ne!(profile["old"]["Pin"], profile["new"]["Pin"]);
            let key: String = client.send(AdminAccountSessionStart::new()).await.unwrap().read().unwrap();
            let begin = AdminDispatcherRegisterSuiteApplicationBegin::new("1", "a@example.com");
            let begun: Value = client.send(begin).await.unwrap().read().unwrap();
            let next = begun["Continuation"].as_str().unwrap();
            client.send(AdminDispatcherRegisterSuiteApplicationCheck::new("1", next)).await.unwrap();
            let client = client.with_credential(AdminAuth::session_key("admin", key.as_str()));
            assert_eq!(client.send(AdminListUsers::new()).await.unwrap(), ["alice"]);
            key
        }};
    }
    run!(tape.client.clone());
    let text = tape.text();
    assert!(!text.contains(CANARY) && !text.contains(DIGITS), "{text}");
    let key = run!(tape.replay(Redaction::new()));
    assert_eq!(key, "AdminAccountSessionStart-1");
    assert!(
        text.lines().last().unwrap().contains(r#"["SessionKey","AdminAccountSessionStart-1"]"#),
        "{text}"
    );
}

#[tokio::test]
async fn a_program_decides_what_else_is_hidden() {
    let redaction =
        Redaction::new().hide(["Comment", "NewsContent"]).keep(["license-key"]).edit(|exchange| {
            assert!(exchange.operation().starts_with("Admin"));
            exchange.parameters().retain(|(name, _)| name != "Username");
            if let Some(headers) = exchange.response_headers() {
                headers.clear();
            }
            let body = exchange.body().map(|body| body.replace("edited", "READABLE"));
            body.into_iter().for_each(|body| exchange.set_body(body));
        });
    let tape = Tape::new(redaction.clone()).await;
    tape.answer(json!({ "comment": "another", "LicenseKey": "kept", "x": "edited" }));
    tape.client.send(AdminNewsSubmit::new(CANARY)).await.unwrap();
    let line: Value = serde_json::from_str(&tape.text()).unwrap();
    let body = json!({ "comment": "comment-1", "LicenseKey": "kept", "x": "READABLE" });
    assert_eq!(
        line["response"]["message"],
        json!({ "status": 200, "headers": [], "body": { "json": body } })
    );
    let form =
        json!([["AuthType", "Password"], ["Password", "Password-1"], ["NewsContent", "NewsContent-1"]]);
    assert_eq!(line["request"]["form"], form);
    tape.replay(redaction).send(AdminNewsSubmit::new("another")).await.unwrap();
}
