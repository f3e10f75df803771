//! Paths, versions, the HTTP status, and nesting the router.

use account_portal_api::AccountPortal;
use api_runtime::server::{BuildError, Builder, HttpStatus, Refusal, RequestId};
use api_runtime::{Client, Tower, Version};
use axum::Router;
use backup_server_api::server::{self, Call, Context, Gatekeeper, Users};
use backup_server_api::{AdminAuth, AdminListUsers, BackupServer};

use crate::server::odd::post;
use crate::support::fake_server::{FakeServer, NAME, PASSWORD, Served};
use crate::support::wire::{Answer, Credential, Post, local};

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
async fn a_client_understands_both_statuses() {
    for http_status in [HttpStatus::Mirrors, HttpStatus::AlwaysOk] {
        let router = builder().http_status(http_status).into_router().unwrap();
        let client = local(router, AdminAuth::password(NAME, "wrong"));
        let error = client.send(AdminListUsers::new()).await.unwrap_err();
        assert_eq!(error.failure().and_then(api_runtime::Failure::status), Some(401), "{error}");
    }
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

/// Implements one operation; all others return 501.
struct Small;

impl Gatekeeper for Small {
    type Admin = String;
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<String, Refusal> {
        Ok(credential.username)
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Users for Small {
    async fn admin_list_users(
        &self,
        _: AdminListUsers,
        context: Context<String>,
    ) -> Result<Vec<String>, Refusal> {
        let id: RequestId = context.request_id();
        Ok(vec![context.caller().clone(), id.to_string()])
    }
}

#[tokio::test]
async fn a_server_of_one_group() {
    let router = server::builder(Small).group(server::users()).into_router().unwrap();
    let answer = post("AdminListUsers").send(&router).await;
    let json = answer.json();
    assert_eq!(json[0], NAME);
    assert_eq!(json[1].as_str().unwrap(), answer.headers["x-request-id"]);
    // A method that isn't overridden, and a group that isn't added.
    for name in ["AdminDeleteUser", "AdminGetJobLog"] {
        assert_eq!(post(name).send(&router).await.refusal::<BackupServer>().0, 501, "{name}");
    }
}
