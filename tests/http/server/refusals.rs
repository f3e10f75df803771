//! Every operation with every refusal of its gates: the right status in the
//! API's shape, whatever the parameters, and the handler isn't called.

use std::marker::PhantomData;

use account_portal_api::AccountPortal;
use api_runtime::{Auth, Descriptor};
use axum::Router;
use backup_server_api::BackupServer;

use crate::support::fake_server::{FakeServer, Served, Shut, TOKEN};
use crate::support::wire::{Credential, Post, operation};

struct Server<A> {
    router: Router,
    fake: FakeServer,
    api: PhantomData<A>,
}

impl<A: Served> Server<A> {
    fn new(shut: Shut) -> Self {
        let fake = FakeServer::shutting(shut);
        let router = A::builder(fake.clone()).into_router().unwrap();
        Self { router, fake, api: PhantomData }
    }

    /// Asserts that the request is refused in the same words with and without
    /// its parameters: a refused caller learns nothing about them.
    async fn refuses(&self, post: Post, operation: &'static Descriptor, status: u16) -> String {
        let bare = operation.parameters.iter().filter(|it| !it.top_level_only || it.required);
        let bare = bare.filter(|_| !operation.bearer_only);
        let bare = bare.fold(post.clone(), |post, parameter| post.without(parameter.name));
        let mut texts = Vec::new();
        for post in [post, bare] {
            let answer = post.send(&self.router).await;
            let (code, text) = answer.refusal::<A>();
            assert_eq!((code, answer.status.as_u16()), (status, status), "{}: {text}", operation.name);
            texts.push(text);
        }
        assert_eq!(texts[0], texts[1], "{}", operation.name);
        assert_eq!(self.fake.heard(), [], "{}", operation.name);
        texts.swap_remove(0)
    }

    async fn answers(&self, post: Post, operation: &'static Descriptor) {
        let answer = post.send(&self.router).await;
        assert_eq!(self.fake.heard().len(), 1, "{}: {answer:?}", operation.name);
    }
}

fn takes_credential(operation: &Descriptor) -> bool {
    matches!(operation.auth, Auth::Required(_) | Auth::Optional(_))
}

/// A request with the right credential.
fn right<A: Served>(operation: &'static Descriptor) -> Post {
    Post::new::<A>(operation, Credential::Right)
}

fn anonymous<A: Served>(operation: &'static Descriptor) -> Post {
    Post::new::<A>(operation, Credential::None)
}

fn operations<A: Served>(takes: impl Fn(&Descriptor) -> bool) -> Vec<&'static Descriptor> {
    let found: Vec<_> = A::DESCRIPTOR.operations.iter().copied().filter(|it| takes(it)).collect();
    assert!(!found.is_empty(), "the test tests something");
    found
}

async fn without_credentials<A: Served>() {
    let server = Server::<A>::new(Shut::Gate("DL"));
    for operation in operations::<A>(takes_credential) {
        let text = server.refuses(anonymous::<A>(operation), operation, 401).await;
        assert!(text.contains("needs the") || text.contains("Bearer"), "{text}");
    }
}

#[tokio::test]
async fn no_credentials() {
    without_credentials::<BackupServer>().await;
    without_credentials::<AccountPortal>().await;
}

#[tokio::test]
async fn wrong_password() {
    let server = Server::<BackupServer>::new(Shut::Nothing);
    for operation in operations::<BackupServer>(takes_credential) {
        let mut post = right::<BackupServer>(operation).replace("Password", "wrong");
        if let Some(header) = post.headers.iter_mut().find(|(name, _)| name.ends_with("Password")) {
            post.fields.retain(|(name, _)| name != "Password");
            header.1 = b"wrong".to_vec();
        }
        server.refuses(post, operation, 401).await;
    }
}

#[tokio::test]
async fn unknown_auth_type() {
    let server = Server::<BackupServer>::new(Shut::Nothing);
    for operation in operations::<BackupServer>(takes_credential) {
        let mut post = right::<BackupServer>(operation);
        match post.headers.iter_mut().find(|(name, _)| name.ends_with("AuthType")) {
            Some(header) => header.1 = b"canary".to_vec(),
            None => post = post.replace("AuthType", "canary"),
        }
        let text = server.refuses(post, operation, 401).await;
        assert!(text.contains("AuthType") && !text.contains("canary"), "{text}");
    }
}

#[tokio::test]
async fn wrong_token_and_wrong_auth_type() {
    let server = Server::<AccountPortal>::new(Shut::Nothing);
    for operation in operations::<AccountPortal>(|it| !it.bearer_only) {
        for name in ["token", "auth_type"] {
            server.refuses(right::<AccountPortal>(operation).replace(name, "wrong"), operation, 401).await;
        }
    }
}

/// Roles, tenants, blocked operations, web access: with one gate shut at a
/// time, the operations that have it are refused and all others respond.
#[tokio::test]
async fn shut_gates() {
    for gate in ["UA", "AR", "SB", "MR", "SR", "TL", "PA"] {
        let server = Server::<BackupServer>::new(Shut::Gate(gate));
        for operation in operations::<BackupServer>(|_| true) {
            let post = right::<BackupServer>(operation);
            if operation.gates.contains(&gate) {
                server.refuses(post, operation, 403).await;
            } else {
                server.answers(post, operation).await;
            }
        }
    }
}

#[tokio::test]
async fn unauthenticated_downloads() {
    let open = Server::<BackupServer>::new(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL")) {
        open.answers(anonymous::<BackupServer>(operation), operation).await;
    }
    // A role that is off applies to anonymous callers too.
    let server = Server::<BackupServer>::new(Shut::Gate("SB"));
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL") && it.gates.contains(&"SB")) {
        let post = anonymous::<BackupServer>(operation);
        server.refuses(post, operation, 403).await;
    }
}

#[tokio::test]
async fn a_partial_credential_counts_as_one() {
    let server = Server::<BackupServer>::new(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL")) {
        let post = anonymous::<BackupServer>(operation).field("Username", "x");
        server.refuses(post, operation, 401).await;
    }
}

#[tokio::test]
async fn missing_permissions() {
    let server = Server::<AccountPortal>::new(Shut::Permission);
    for operation in operations::<AccountPortal>(|it| it.permission.is_some()) {
        let post = right::<AccountPortal>(operation);
        let text = server.refuses(post, operation, 403).await;
        assert!(text.contains(operation.permission.unwrap()), "{text}");
    }
}

#[tokio::test]
async fn parameters_of_the_top_level() {
    let tenant = Server::<BackupServer>::new(Shut::Gate("TL"));
    let top = Server::<BackupServer>::new(Shut::Nothing);
    let has = |it: &Descriptor| it.parameters.iter().any(|it| it.top_level_only);
    for operation in operations::<BackupServer>(has) {
        let parameter = operation.parameters.iter().find(|it| it.top_level_only).unwrap();
        let mut post = right::<BackupServer>(operation);
        if !operation.gates.contains(&"TL") {
            tenant.answers(post.clone(), operation).await;
        }
        post.set::<BackupServer>(parameter);
        tenant.refuses(post.clone(), operation, 403).await;
        top.answers(post, operation).await;
    }
}

#[tokio::test]
async fn operations_whose_credential_is_not_shown() {
    let server = Server::<BackupServer>::new(Shut::NotShown);
    for operation in operations::<BackupServer>(|it| matches!(it.auth, Auth::NotShown)) {
        server.refuses(anonymous::<BackupServer>(operation), operation, 401).await;
    }
}

#[tokio::test]
async fn two_credentials_must_agree() {
    let server = Server::<AccountPortal>::new(Shut::Nothing);
    for operation in operations::<AccountPortal>(|it| !it.bearer_only) {
        let right = right::<AccountPortal>(operation);
        let both = right.clone().header("authorization", &format!("bearer {TOKEN}"));
        server.answers(both, operation).await;
        let header = right.clone().header("authorization", "Bearer other");
        server.refuses(header, operation, 401).await;
        let bearer = right.without("token").without("auth_type");
        let bearer = bearer.header("authorization", &format!("Bearer {TOKEN}"));
        server.answers(bearer, operation).await;
    }
    let server = Server::<BackupServer>::new(Shut::Nothing);
    let upload = operation::<BackupServer>("AdminMetaResourceNew");
    let right = right::<BackupServer>(upload);
    server.answers(right.clone(), upload).await;
    server.refuses(right.field("Username", "other"), upload, 401).await;
}

#[tokio::test]
async fn a_token_is_revoked_with_another() {
    let server = Server::<AccountPortal>::new(Shut::Nothing);
    let operation = operations::<AccountPortal>(|it| it.bearer_only)[0];
    let post = anonymous::<AccountPortal>(operation).field("auth_type", "token");
    let text = server.refuses(post, operation, 401).await;
    assert!(text.contains("Authorization: Bearer") && text.contains("parameter"), "{text}");
    let post = right::<AccountPortal>(operation);
    post.send(&server.router).await;
    let heard = server.fake.heard();
    assert!(heard[0].form.starts_with("token="), "{heard:?}");
    assert!(!heard[0].form.contains("token%2F%2B"), "the token to revoke, not the credential");
}

/// Methods that aren't implemented refuse.
#[tokio::test]
async fn an_empty_gatekeeper_lets_nobody_in() {
    struct Nobody;
    impl backup_server_api::server::Gatekeeper for Nobody {
        type Admin = ();
        type User = ();
    }
    let router = backup_server_api::server::builder(Nobody).into_router().unwrap();
    for operation in operations::<BackupServer>(|_| true) {
        let (status, _) = right::<BackupServer>(operation).send(&router).await.refusal::<BackupServer>();
        let expected = if matches!(operation.auth, Auth::None) { 501 } else { 401 };
        assert_eq!(status, expected, "{}", operation.name);
    }
}
