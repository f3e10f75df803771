//! 86 secrets in every place where callers and servers put them: none is in a recording.

use std::io::Write;
use std::sync::{Arc, Mutex};

use account_portal_api::AccountPortal;
use account_portal_api::types::{
    CompanyApiToken, HostedRegion, HostedServerTenant, ServerLicense, ServerVersionStanding,
};
use account_portal_api::{
    HostedServerList, HostedServerSetName, LicenseListLicenses, TokenAuth, TokenCreateToken,
};
use api_runtime::cassette::{Recorder, Replayer};
use api_runtime::{Body, BoxError, Client, Tower, Transport};
use backup_server_api::types::UserProfileConfig;
use backup_server_api::{
    AdminAccountRegenerateTotp, AdminAccountSessionStart, AdminAddUser, AdminAuth, AdminGetJobLog,
    AdminGetUserProfile, AdminListUsers, AdminListUsersFull, AdminMetaReadAllLogs, AdminMetaResourceNew,
    AdminNewsSubmit, AdminSetUserProfile, AdminStorageRegisterBucket, BackupServer, Json, Upload,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tests::TempDir;
use tower::service_fn;

const URL: &str = "http://replay.invalid";

// Of a credential and headers, paths, parameters, JSON and a file that are sent; headers of
// responses, recovery codes, numbers, people, texts in texts, results, texts and bytes.
const SECRETS: &str = r#"
Tr0ub4dor&3 | sess-9f1c77 | anna:Zwiebel7 | YW5uYTpad2llYmVsNw== | ghp_2Rk81xWq | k8Zq21vL |
r3set-Qm81 | tenant-Lindqvist | müllerin | Gänseblümchen!9 | 佐藤花子 | さくら1979 | 482913 |
correct horse battery | curl -u boss:Nachtigall8 https://x | DE89370400440532013000 |
+49 170 5550123 | Kontonummer | 88123377 | geheim: Pfauenauge | smtp-Zeder44 | Schlüsselbund |
ssh-ed25519 AAAAC3Nz | 7731.25 | 1999-04-23 | Gehalt-Jansen.pdf | x-hartmann | content Uhu-5512 |
sid=Zz19qWe | W/"etag-Rabe" | Bearer realm=Falke | x-ulmen-key | Eule-771 | kauz.zip |
text/vnd.sperber | boundary-Amsel | https://bob:Drossel5@h | ticket=Elster12 | </n?cursor=Star44> |
7fq2-m9xk | h3vd-2pzw | c8tn-r5ja | w6yb-k1qe | m4sg-v7uf | p2xz-n8hc | j9ra-t3wd | e5kb-y6ms |
913746 | 271828 | 5550142 | 4111111111111111 | 20240817 | 13.3705 | Jürgen Müßig | jmuessig |
山田太郎 | やまだ | 高橋-admin | Straße des 17. Juni 5 | o'brien | anna.weiß@example.com |
2024-08-17T09:21:33.123Z | 2019-12-31 | 2024-08-17 11:05:09+02:00 | {"pw":"Buche-31"} |
https://h/reset/Erle-93ab | postgres://app:Linde77@db/x | -----BEGIN KEY----- Fichte |
eyJhbGciOi.Kiefer | data:image/png;base64,Tanne | otpauth://totp/x?secret=EIBE2345 |
user=Ahorn&pw=Esche | no such user Holunder | Schlehe-code | weissdorn-session | Hasel-totp |
bucket-Pappel | 6600123 | token-Robinie-19 | password is Ginster | curl -u root:Wacholder5 |
Mistel-utf16 | Efeu-gzip | Farn-base64 | Klee-latin1é | Moos-after-a-mark
"#;

fn secrets() -> impl Iterator<Item = &'static str> {
    SECRETS.split('|').map(str::trim)
}

/// Responds to each request with the next of these.
fn responds(all: Vec<http::Response<Vec<u8>>>) -> impl Transport {
    let all = Arc::new(Mutex::new(all.into_iter()));
    Tower::new(service_fn(move |request: http::Request<Body>| {
        let next = all.lock().unwrap().next().expect("a response is left");
        async move {
            let body = axum::body::Body::new(request.into_body());
            axum::body::to_bytes(body, usize::MAX).await?;
            Ok::<_, BoxError>(next.map(|body| Body::from(bytes::Bytes::from(body))))
        }
    }))
}

fn answer(status: u16, headers: &[(&str, &str)], body: impl Into<Vec<u8>>) -> http::Response<Vec<u8>> {
    let response = http::Response::builder().status(status);
    let response = headers.iter().fold(response, |it, (name, value)| it.header(*name, value.as_bytes()));
    response.body(body.into()).unwrap()
}

fn json_of(body: &Value) -> http::Response<Vec<u8>> {
    answer(200, &[("content-type", "application/json")], body.to_string())
}

fn utf16(text: &str) -> Vec<u8> {
    [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

fn gzip(text: &str) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(text.as_bytes()).unwrap();
    out.finish().unwrap()
}

#[tokio::test]
async fn none_of_86_secrets_is_in_a_recording() {
    let mut left = secrets();
    assert_eq!(secrets().count(), 86);
    let mut s = || left.next().expect("86 are enough");
    let number = |text: &str| -> Value { serde_json::from_str(text).unwrap() };
    let folder = TempDir::new();
    let path = folder.path().join("a");

    let (password, session) = (s(), s());
    let headers = [("authorization", s()), ("x-basic", s()), ("x-token", s())];
    let base = format!("{URL}/{}", s());
    let (moved, log) = (format!("/api/v2/{}/profile", s()), format!("/logs/{}", s()));
    let added = [AdminAddUser::new(s(), s()), AdminAddUser::new(s(), s()).target_organization(s())];
    let news = [s(), s(), s(), s()];
    let sent = json!({ (s()): number(s()), "note": [s(), { "Host": s() }], (s()): s(), "Balance": number(s()), "Since": s() });
    let [name, kind, content] = [(); 3].map(|()| s());
    let upload = Upload::bytes(name, content).content_type(format!("image/{kind}"));

    let [cookie, etag, realm, name, key, file, kind, boundary, user, ticket, link] = [(); 11].map(|()| s());
    let typed = format!("{kind}; boundary={boundary}");
    let (disposition, location) =
        (format!("attachment; filename=\"{file}\""), format!("{user}/login?{ticket}"));
    let answered = [
        ("set-cookie", cookie),
        ("etag", etag),
        ("www-authenticate", realm),
        (name, key),
        ("content-disposition", &*disposition),
        ("content-type", &*typed),
        ("location", &*location),
        ("link", link),
    ];
    let codes = json!([(); 8].map(|()| s()));
    let numbers = json!([(); 6].map(|()| number(s())));
    let people = json!({ "Name": s(), (s()): { "FullName": s(), (s()): [s()] }, "Address": s(), "n": [s(), s()],
        "Dates": [s(), s(), s()] });
    let nested = json!([(); 8].map(|()| s()));
    let failed = answer(403, &[], json!({ "Status": 403, "Message": s() }).to_string());
    let message = json!({ "Status": 200, "Message": s() });
    let results = [json!(s()), json!(s()), json!({ "Bucket": s(), "Key": number(s()) })];
    let token = json!({ "status": "ok", "code": 200, "data": { "api_token": s(), "permissions": "x" } });
    let logs = [s().into(), s().into(), utf16(s()), gzip(s()), STANDARD.encode(s()).into_bytes()];
    let latin1: Vec<u8> = s().chars().map(|it| it as u8).collect();
    let marked = format!("\u{feff}{{\"Password\":\"{}\"}}", s());
    assert_eq!(left.next(), None, "all are used");

    let mut responses = vec![json_of(&codes), json_of(&numbers), json_of(&people), json_of(&nested)];
    responses.extend([failed, json_of(&message), json_of(&message), json_of(&message), json_of(&message)]);
    responses.extend([json_of(&message), json_of(&message), answer(200, &answered, "null")]);
    responses.extend(results.iter().map(json_of));
    responses.extend(logs.iter().map(|log| answer(200, &[("content-type", "text/plain")], log.clone())));
    responses.extend([answer(200, &[], latin1.clone()), answer(200, &[], marked)]);
    let recorder = Recorder::create(&path, responds(responses)).unwrap().without_values();
    let mut client = Client::<BackupServer, _>::with_transport(&base, recorder);
    for (name, value) in headers {
        client = client.header(name, value);
    }
    let client = client.credential(AdminAuth::password("admin", password)).build().unwrap();
    for _ in 0..2 {
        client.send(AdminListUsersFull::new()).await.ok();
    }
    client.call(AdminGetUserProfile::new("alice")).path(&moved).send().await.unwrap();
    client.send(AdminGetUserProfile::new("alice")).await.unwrap();
    for user in added {
        client.send(user).await.ok();
    }
    for text in news {
        client.send(AdminNewsSubmit::new(text)).await.unwrap();
    }
    client.send(AdminSetUserProfile::new("alice", UserProfileConfig::from(sent))).await.unwrap();
    client.send(AdminMetaResourceNew::new(upload)).await.unwrap();
    client.send(AdminAccountSessionStart::new()).await.unwrap();
    client.send(AdminAccountRegenerateTotp::new()).await.unwrap();
    client.send(AdminStorageRegisterBucket::new()).await.unwrap();
    let client = client.with_credential(AdminAuth::session_key("admin", session));
    for _ in &logs {
        client.send(AdminGetJobLog::new("1")).await.ok();
    }
    client.send(AdminMetaReadAllLogs::new()).await.unwrap().bytes().await.unwrap();
    client.call(AdminGetUserProfile::new("carol")).path(log).send().await.unwrap_err();

    let portal = folder.path().join("b");
    let recorder = Recorder::create(&portal, responds(vec![json_of(&token)])).unwrap().without_values();
    let client = Client::<AccountPortal, _>::with_transport(URL, recorder);
    let client = client.credential(TokenAuth::new(password)).build().unwrap();
    client.send(TokenCreateToken::new(Vec::<String>::new())).await.unwrap();

    for text in [folder.read("a"), folder.read("b")] {
        let escaped = |secret: &str| json!(secret).to_string().trim_matches('"').to_owned();
        let found: Vec<_> = secrets().filter(|it| text.contains(it) || text.contains(&escaped(it))).collect();
        assert_eq!(found, Vec::<&str>::new(), "{} of 86 are in the file", found.len());
        for bytes in logs.iter().chain([&latin1]) {
            assert!(
                !text.contains(&STANDARD.encode(bytes)) && !text.contains(&*String::from_utf8_lossy(bytes))
            );
        }
    }
}

/// A program that reads typed results, and sends what it read, secrets as well.
async fn overview<T: Transport>(
    users: &Client<BackupServer, T>,
    portal: &Client<AccountPortal, T>,
) -> Vec<String> {
    let mut seen = vec![format!("{:?}", users.send(AdminListUsers::new()).await.unwrap())];
    for server in portal.send(HostedServerList::new()).await.unwrap() {
        let password = server.admin_password.clone().unwrap_or_default();
        users.send(AdminAddUser::new(server.id.clone().unwrap(), password.clone())).await.unwrap();
        // Its name is no secret, but the program uses one for it.
        let name = format!("of-{}", password.expose());
        portal.send(HostedServerSetName::new(server.id.clone().unwrap(), name)).await.unwrap();
        seen.push(format!("{server:?}"));
    }
    let key = portal.send(TokenCreateToken::new(Vec::<String>::new())).await.unwrap().api_token;
    let portal = portal.with_credential(TokenAuth::new(key.unwrap_or_default()));
    seen.extend(portal.send(LicenseListLicenses::new()).await.unwrap().iter().map(|it| format!("{it:?}")));
    seen
}

#[tokio::test]
async fn a_program_that_recorded_a_cassette_replays_it() {
    let (users, portal) = (backup_server_api::mock::Mock::new(), account_portal_api::mock::Mock::new());
    users.expect::<AdminAddUser>().returns(Json::default()).times(2);
    users.expect::<AdminListUsers>().returns(vec!["Jürgen Müßig".to_owned(), "山田太郎".to_owned()]);
    let server = |id: &str, password: &str| {
        let it = HostedServerTenant::default().id(id).created_at("2024-08-17T09:21:33.123Z").favourited(true);
        it.region(HostedRegion::EuCentral1).smtp_port(5_550_142).admin_password(password)
    };
    let servers = [server("k8Zq21vL", "Hasel-totp"), server("r3set-Qm81", "Schlehe-code")];
    portal.expect::<HostedServerList>().returns(servers.into());
    portal.expect::<HostedServerSetName>().returns(()).times(2);
    let token = CompanyApiToken::default().api_token("token-Robinie-19");
    portal.expect::<TokenCreateToken>().returns(token);
    let license =
        ServerLicense::default().serial_number("a-1").is_outdated(ServerVersionStanding::BehindMinor);
    portal.expect::<LicenseListLicenses>().returns(vec![license]);

    let folder = TempDir::new();
    let [a, b] = ["a", "b"].map(|name| folder.path().join(name));
    let recorded = {
        let users = Client::with_transport(URL, Recorder::create(&a, users.transport()).unwrap());
        let portal = Client::with_transport(URL, Recorder::create(&b, portal.transport()).unwrap());
        let users = users.credential(AdminAuth::password("admin", "Tr0ub4dor&3")).build().unwrap();
        overview(&users, &portal.credential(TokenAuth::new("ghp_2Rk81xWq")).build().unwrap()).await
    };
    let text = [folder.read("a"), folder.read("b")].concat();
    let secret = ["Hasel-totp", "Schlehe-code", "token-Robinie-19", "Tr0ub4dor&3", "ghp_2Rk81xWq"];
    assert_eq!(secret.into_iter().find(|it| text.contains(it)), None, "{text}");
    assert!(text.contains("山田太郎") && text.contains("k8Zq21vL") && text.contains("of-secret-2"), "{text}");
    let (a, b) = (Replayer::open(a).unwrap(), Replayer::open(b).unwrap());
    let users = Client::with_transport(URL, a.clone()).credential(AdminAuth::password("root", "x"));
    let portal = Client::with_transport(URL, b.clone()).credential(TokenAuth::new("x"));
    assert_eq!(overview(&users.build().unwrap(), &portal.build().unwrap()).await, recorded);
    assert_eq!([a.unused(), b.unused()], [[""; 0]; 2]);
}
