//! Malformed requests: refused in the API's shape, never a panic.

use std::io;

use axum::body::Body;
use backup_server_api::BackupServer;
use futures_util::stream;
use http::{Method, Request};

use crate::support::fake_server::{Served, server};
use crate::support::wire::{Answer, Post, call, post};

async fn status<A: Served>(post: Post, body: impl Into<Body>) -> u16 {
    let (router, fake) = server::<A>();
    let answer: Answer = post.send_body(&router, body.into()).await;
    let (status, text) = answer.refusal::<A>();
    assert_eq!(fake.heard(), [], "{text}");
    assert!(!text.contains("canary"), "{text}");
    status
}

#[tokio::test]
async fn other_methods_and_paths() {
    let (router, fake) = server::<BackupServer>();
    for operation in backup_server_api::OPERATIONS {
        for path in operation.path.into_iter().chain(operation.aliases.iter().map(|alias| alias.path)) {
            let send = async |method| {
                let request = Request::builder().method(method).uri(path).body(Body::empty()).unwrap();
                call(&router, request).await
            };
            for method in [Method::GET, Method::PUT, Method::DELETE, Method::PATCH] {
                let answer = send(method).await;
                assert_eq!(answer.refusal::<BackupServer>().0, 405, "{path}");
                assert_eq!(answer.headers["allow"], "POST");
            }
            let answer = send(Method::HEAD).await;
            assert_eq!((answer.status.as_u16(), answer.body.len()), (405, 0), "{path}");
            let answer = send(Method::OPTIONS).await;
            assert_eq!((answer.status.as_u16(), answer.body.len()), (204, 0), "{path}");
            assert_eq!(answer.headers["allow"], "POST");
        }
    }
    for path in
        ["/", "/api/v1/admin/list-users/", "/api/v1/admin/LIST-users", "/api/v1/admin%2Flist-users", "/x"]
    {
        let mut post = post::<BackupServer>("AdminListUsers");
        post.path = path.to_owned();
        assert_eq!(post.send(&router).await.refusal::<BackupServer>().0, 404, "{path}");
    }
    assert_eq!(fake.heard(), []);
}

#[tokio::test]
async fn wrong_content_types() {
    for content_type in
        ["application/json", "text/plain", "multipart/form-data; boundary=x", "canary", "é", ""]
    {
        let mut post = post::<BackupServer>("AdminListUsers");
        post.content_type = Some(content_type.to_owned());
        let body = post.body();
        assert_eq!(status::<BackupServer>(post, body).await, 415, "{content_type}");
    }
    for content_type in ["application/x-www-form-urlencoded", "multipart/mixed; boundary=limit"] {
        let mut post = post::<BackupServer>("AdminMetaResourceNew");
        post.content_type = Some(content_type.to_owned());
        assert_eq!(status::<BackupServer>(post, "").await, 415, "{content_type}");
    }
    let mut post = post::<BackupServer>("AdminMetaResourceNew");
    post.content_type = Some("multipart/form-data".to_owned());
    assert_eq!(status::<BackupServer>(post, "").await, 400);
}

#[tokio::test]
async fn broken_forms() {
    let right = || post::<BackupServer>("AdminGetUserProfile");
    let form = String::from_utf8(right().without("TargetUser").body()).unwrap();
    for (broken, names) in [
        ("&TargetUser=%", "TargetUser"),
        ("&TargetUser=%zzcanary", "TargetUser"),
        ("&TargetUser=%ff", "TargetUser"),
        ("&TargetUser=a&%ff=canary", ""),
        ("&TargetUser", ""),
    ] {
        let (router, fake) = server::<BackupServer>();
        let answer = right().send_body(&router, format!("{form}{broken}").into()).await;
        if fake.heard().is_empty() {
            let (status, text) = answer.refusal::<BackupServer>();
            assert_eq!(status, 400, "{text}");
            assert!(text.contains(names) && !text.contains("canary"), "{text}");
        } else {
            // A name without `=` has an empty value.
            assert_eq!(broken, "&TargetUser");
        }
    }
    let bytes = [form.as_bytes(), b"&TargetUser=\xff\xfe"].concat();
    assert_eq!(status::<BackupServer>(right(), bytes).await, 400);
    assert_eq!(status::<BackupServer>(right(), vec![0; 1000]).await, 401);
}

#[tokio::test]
async fn broken_credentials() {
    for body in [
        "Username=%ff&AuthType=Password&Password=x",
        "Username=a&AuthType=PasswordWebAuthn&WebAuthnSign={canary",
    ] {
        assert_eq!(status::<BackupServer>(post::<BackupServer>("AdminListUsers"), body).await, 401);
    }
    let mut post = post::<BackupServer>("AdminMetaResourceNew");
    post.headers[0].1 = b"\xff\xfe".to_vec();
    let body = "--limit--\r\n";
    assert_eq!(status::<BackupServer>(post, body).await, 401);
}

/// The name of a header in an error has its prefix.
#[tokio::test]
async fn errors_of_headers_name_the_headers() {
    let (router, _) = server::<BackupServer>();
    let right = || post::<BackupServer>("AdminMetaResourceNew");
    let mut none = right();
    none.headers.clear();
    let mut odd_scheme = right();
    odd_scheme.headers.retain(|(name, _)| !name.ends_with("AuthType"));
    let odd_scheme = odd_scheme.header("X-Service-Admin-AuthType", "canary");
    let no_user = right().header("X-Service-Admin-WebAuthnSign", "{");
    for (post, expected) in [
        (
            none,
            "needs the Admin credential in headers: `X-Service-Admin-Username`, `X-Service-Admin-AuthType`, ",
        ),
        (odd_scheme, "is invalid: X-Service-Admin-AuthType: not one of its values"),
        (no_user, "is invalid: X-Service-Admin-WebAuthnSign: "),
    ] {
        let (status, text) = post.send(&router).await.refusal::<BackupServer>();
        assert!(status == 401 && text.contains(expected) && !text.contains("canary"), "{text}");
    }
}

#[tokio::test]
async fn deep_and_broken_json() {
    let deep = "[".repeat(200_000);
    for json in [&deep, "{\"a\":", "{'canary'}", "nul", "", "\"", "{\"a\":1}canary", "\u{0}"] {
        let post = post::<BackupServer>("AdminSetUserProfile").replace("ProfileData", json);
        let body = post.body();
        assert_eq!(status::<BackupServer>(post, body).await, 400);
    }
}

#[tokio::test]
async fn thousands_of_fields() {
    let form = post::<BackupServer>("AdminListUsers").body();
    let many = |count: usize| [form.as_slice(), "&a=b".repeat(count).as_bytes()].concat();
    let (router, fake) = server::<BackupServer>();
    post::<BackupServer>("AdminListUsers").send_body(&router, many(5000).into()).await;
    assert_eq!(fake.heard().len(), 1);
    assert_eq!(status::<BackupServer>(post::<BackupServer>("AdminListUsers"), many(12_000)).await, 400);
    let parts = "--limit\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\nb\r\n".repeat(12_000);
    let router = BackupServer::builder(fake).max_plain_form(8_000_000).into_router().unwrap();
    let answer = post::<BackupServer>("AdminMetaResourceNew").send_body(&router, parts.into()).await;
    let (status, text) = answer.refusal::<BackupServer>();
    assert!(status == 400 && text.contains("more than 10000 parts"), "{text}");
}

#[tokio::test]
async fn broken_multipart() {
    for body in [
        "",
        "canary",
        "--limit",
        "--limit\r\n",
        "--limit\r\nContent-Disposition: form-data\r\n\r\n",
        "--limit\r\ncanary: \u{0}\r\n\r\n\r\n--limit--\r\n",
        "--other\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"f\"\r\n\r\nx\r\n--other--\r\n",
        "--limit\r\nContent-Disposition: form-data; name=\"canary\"; filename=\"f\"\r\n\r\nx\r\n--limit--\r\n",
    ] {
        assert_eq!(
            status::<BackupServer>(post::<BackupServer>("AdminMetaResourceNew"), body).await,
            400,
            "{body:?}"
        );
    }
}

#[tokio::test]
async fn bodies_that_end_too_early() {
    for name in ["AdminListUsers", "AdminMetaResourceNew"] {
        let pieces = [Ok("Username=canary&"), Err(io::Error::other("canary"))];
        let body = Body::from_stream(stream::iter(pieces));
        assert_eq!(status::<BackupServer>(post::<BackupServer>(name), body).await, 400);
    }
}
