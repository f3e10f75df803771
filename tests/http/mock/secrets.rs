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
    AdminAddUser, AdminAuth, AdminListUsers, AdminMetaResourceNew, AdminSetUserProfile, BackupServer, Json,
    Upload,
};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tests::TempDir;
use tower::service_fn;

const URL: &str = "http://replay.invalid";

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

/// Responses that have a secret in every place.
fn responses(secret: &str) -> Vec<http::Response<Vec<u8>>> {
    let utf16 = || [0xfeff].into_iter().chain(secret.encode_utf16()).flat_map(u16::to_le_bytes);
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(secret.as_bytes()).unwrap();
    let json = json!({ secret: { "Name": secret, "text": json!({ "a": secret }).to_string() }, "list": [secret, [secret]] });
    let failed = json!({ "Status": 403, "Message": secret });
    let number: Option<Value> = serde_json::from_str(secret).ok();
    let texts = [
        json.to_string(),
        failed.to_string(),
        secret.to_owned(),
        json!([number]).to_string(),
        format!("\u{feff}{json}"),
    ];
    let bodies = texts.into_iter().map(String::into_bytes).chain([
        utf16().collect(),
        gzip.finish().unwrap(),
        STANDARD.encode(secret).into_bytes(),
        secret.chars().map(|it| it as u8).collect(),
    ]);
    let headers = ["set-cookie", "etag", "location", "link", "content-disposition", "content-type", "x-own"];
    let response = |body| {
        let response =
            headers.iter().fold(http::Response::builder(), |it, name| it.header(*name, secret.as_bytes()));
        response.body(body).unwrap()
    };
    bodies.map(response).collect()
}

#[tokio::test]
async fn none_of_86_secrets_is_in_a_recording() {
    assert_eq!(secrets().count(), 86);
    let folder = TempDir::new();
    let path = folder.path().join("a");
    for secret in secrets() {
        let all = responses(secret);
        let count = all.len();
        let left = Arc::new(Mutex::new(all.into_iter().cycle()));
        let transport = Tower::new(service_fn(move |request: http::Request<Body>| {
            let next = left.lock().unwrap().next().expect("a response is left");
            async move {
                axum::body::to_bytes(axum::body::Body::new(request.into_body()), usize::MAX).await?;
                Ok::<_, BoxError>(next.map(|body| Body::from(bytes::Bytes::from(body))))
            }
        }));
        let recorder = Recorder::create(&path, transport).unwrap().without_values();
        let header = if secret.is_ascii() { secret } else { "other" };
        let client = Client::<BackupServer, _>::with_transport(URL, recorder).header("x-token", header);
        let client = client.credential(AdminAuth::password(secret, secret)).build().unwrap();
        for at in 0..count {
            let json =
                UserProfileConfig::from(json!({ secret: secret, "note": [secret, { "Host": secret }] }));
            let request = client.call(AdminSetUserProfile::new(secret, json));
            match at % 2 {
                0 => request.path("/api/v2/Zwiebel/profile").send().await.ok(),
                _ => request.send().await.ok(),
            };
        }
        let upload = Upload::bytes(secret, secret).content_type("image/Zwiebel");
        client.send(AdminMetaResourceNew::new(upload)).await.ok();
        let text = folder.read("a");
        let escaped = json!(secret).to_string();
        for secret in [secret, escaped.trim_matches('"'), &STANDARD.encode(secret), "Zwiebel"] {
            assert!(!text.contains(secret), "{secret}: {text}");
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
