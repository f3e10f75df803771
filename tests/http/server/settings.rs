//! Paths, versions, the HTTP status, and nesting the router.

use account_portal_api::AccountPortal;
use api_runtime::server::{BuildError, Builder, HttpStatus};
use api_runtime::{Client, Tower, Version};
use axum::Router;
use backup_server_api::{AdminAuth, AdminListUsers, BackupServer};

use crate::server::odd::{self, post, refused};
use crate::support::fake_server::{FakeServer, NAME, PASSWORD, Served};
use crate::support::wire::{Answer, Credential, Post};

fn builder() -> Builder<FakeServer> {
    BackupServer::builder(FakeServer::default())
}

async fn status(router: &Router, post: Post) -> u16 {
    post.send(router).await.status.as_u16()
}

#[tokio::test]
async fn a_path_that_was_set() {
    let router = builder().path("AdminListUsers", "/odd/{path}/*x/:y").into_router().unwrap();
    let mut odd = post("AdminListUsers");
    assert_eq!(status(&router, odd.clone()).await, 404);
    odd.path = "/odd/%7Bpath%7D/*x/:y".to_owned();
    assert_eq!(status(&router, odd.clone()).await, 404, "a brace is a brace, and not its escape");
    let router = builder().path("AdminListUsers", "/odd/*x/:y").into_router().unwrap();
    odd.path = "/odd/*x/:y".to_owned();
    assert_eq!(status(&router, odd).await, 200);
}

#[test]
fn invalid_paths() {
    let build = |name: &str, path: &str| builder().path(name, path).into_router().unwrap_err();
    assert_eq!(build("NoSuch", "/x"), BuildError::UnknownOperation { name: "NoSuch".to_owned() });
    for path in ["", "x", "/a?b", "/a#b", "/a b"] {
        assert_eq!(build("AdminListUsers", path), BuildError::Path { operation: "AdminListUsers" });
    }
    let taken = build("AdminListUsers", "/api/v1/admin/add-user");
    assert!(matches!(taken, BuildError::PathTaken { .. }), "{taken}");
}

/// Whatever is newer than the server doesn't exist.
#[tokio::test]
async fn an_old_server() {
    for version in [Version::new(1, 0, 0), Version::new(18, 6, 2), Version::new(99, 0, 0)] {
        let router = builder().server_version(version).into_router().unwrap();
        let has = |since: Option<Version>| since.is_none_or(|since| since <= version);
        for operation in backup_server_api::OPERATIONS {
            let own = operation.path.map(|path| (path, operation.since));
            let aliases = operation.aliases.iter().map(|alias| (alias.path, alias.since));
            for (path, since) in own.into_iter().chain(aliases) {
                let mut post = Post::new::<BackupServer>(operation, Credential::Right);
                path.clone_into(&mut post.path);
                // A required parameter may be newer than its operation.
                let newer = operation.parameters.iter().any(|it| it.required && !has(it.since));
                let expected = if !has(since) {
                    404
                } else if newer {
                    400
                } else {
                    200
                };
                let status = status(&router, post).await;
                assert!(status == expected || status == 301, "{path} on {version}: {status}");
            }
        }
    }
}

#[tokio::test]
async fn a_newer_parameter_is_refused() {
    let router = builder().server_version(Version::new(18, 3, 8)).into_router().unwrap();
    let answer = post("AdminAddUser").field("StoreRecoveryCode", "1").send(&router).await;
    let (status, text) = answer.refusal::<BackupServer>();
    assert_eq!(status, 400);
    assert!(text.contains("StoreRecoveryCode: needs server 18.3.9, but this is 18.3.8"), "{text}");
}

#[tokio::test]
async fn http_is_always_ok() {
    let router = builder().http_status(HttpStatus::AlwaysOk).into_router().unwrap();
    let mut gone = post("AdminListUsers");
    gone.path = "/nowhere".to_owned();
    let mut get = post("AdminListUsers");
    get.method = http::Method::GET;
    for (post, code) in [(post("AdminListUsers").without("Password"), 401), (gone, 404), (get, 405)] {
        let answer = post.send(&router).await;
        assert_eq!((answer.status.as_u16(), answer.refusal::<BackupServer>().0), (200, code));
    }
    // With an envelope, HTTP always has its code.
    let fake = FakeServer::default();
    let portal = AccountPortal::builder(fake).http_status(HttpStatus::AlwaysOk).into_router().unwrap();
    let operation = account_portal_api::OPERATIONS[0];
    let answer: Answer = Post::new::<AccountPortal>(operation, Credential::None).send(&portal).await;
    assert_eq!((answer.status.as_u16(), answer.refusal::<AccountPortal>().0), (401, 401));
}

#[tokio::test]
async fn nested_under_a_prefix() {
    let router = builder().into_router().unwrap();
    let outer = Router::new().nest("/backup", router);
    let client = Client::<BackupServer, _>::with_transport("http://server/backup", Tower::new(outer.clone()));
    let client = client.credential(AdminAuth::password(NAME, PASSWORD)).build().unwrap();
    client.send(AdminListUsers::new()).await.unwrap();
    let mut gone = post("AdminListUsers");
    gone.path = "/backup/nowhere".to_owned();
    assert_eq!(gone.send(&outer).await.refusal::<BackupServer>().0, 404);
}

#[tokio::test]
async fn a_server_of_some_groups() {
    let router = odd::builder().into_router().unwrap();
    let answer = post("AdminListUsers").send(&router).await;
    let id = answer.headers["x-request-id"].to_str().unwrap();
    assert_eq!(answer.json(), serde_json::json!(["a user", id]));
    // A method that isn't overridden, and a group that isn't added.
    for name in ["AdminDeleteUser", "AdminPoliciesNew"] {
        assert_eq!(refused(&router, post(name)).await, 501, "{name}");
    }
}
