//! Every operation with every refusal of its gates: the right status in the
//! API's shape, whatever the parameters, and the handler isn't called.

use account_portal_api::AccountPortal;
use api_runtime::{Auth, Descriptor};
use axum::Router;
use backup_server_api::BackupServer;

use crate::double::{Double, Served, Shut, TOKEN};
use crate::wire::{Credential, Post};

struct Server {
    router: Router,
    double: Double,
}

impl Server {
    fn new<A: Served>(shut: Shut) -> Self {
        let double = Double::shutting(shut);
        Self { router: A::builder(double.clone()).into_router().unwrap(), double }
    }

    /// Asserts that the request is refused in the same words with and without
    /// its parameters: a refused caller learns nothing about them.
    async fn refuses<A: Served>(&self, post: Post, operation: &'static Descriptor, status: u16) -> String {
        let bare = operation.parameters.iter().filter(|it| !it.top_level_only || it.required);
        let bare =
            bare.fold(
                post.clone(),
                |post, parameter| {
                    if operation.bearer_only { post } else { post.without(parameter.name) }
                },
            );
        let mut texts = Vec::new();
        for post in [post, bare] {
            let answer = post.send(&self.router).await;
            let (code, text) = answer.refusal::<A>();
            assert_eq!((code, answer.status.as_u16()), (status, status), "{}: {text}", operation.name);
            texts.push(text);
        }
        assert_eq!(texts[0], texts[1], "{}", operation.name);
        assert_eq!(self.double.heard(), [], "{}", operation.name);
        texts.swap_remove(0)
    }

    async fn answers<A: Served>(&self, post: Post, operation: &'static Descriptor) {
        let answer = post.send(&self.router).await;
        assert_eq!(self.double.heard().len(), 1, "{}: {answer:?}", operation.name);
    }
}

fn operations<A: Served>(takes: impl Fn(&Descriptor) -> bool) -> Vec<&'static Descriptor> {
    let found: Vec<_> = A::DESCRIPTOR.operations.iter().copied().filter(|it| takes(it)).collect();
    assert!(!found.is_empty(), "the test tests something");
    found
}

async fn without_credentials<A: Served>() {
    let server = Server::new::<A>(Shut::Gate("DL"));
    for operation in operations::<A>(|it| matches!(it.auth, Auth::Required(_) | Auth::Optional(_))) {
        let text = server.refuses::<A>(Post::new::<A>(operation, Credential::None), operation, 401).await;
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
    let server = Server::new::<BackupServer>(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| matches!(it.auth, Auth::Required(_) | Auth::Optional(_)))
    {
        let mut post = Post::new::<BackupServer>(operation, Credential::Right).replace("Password", "wrong");
        if let Some(header) = post.headers.iter_mut().find(|(name, _)| name.ends_with("Password")) {
            post.fields.retain(|(name, _)| name != "Password");
            header.1 = b"wrong".to_vec();
        }
        server.refuses::<BackupServer>(post, operation, 401).await;
    }
}

#[tokio::test]
async fn wrong_token() {
    let server = Server::new::<AccountPortal>(Shut::Nothing);
    for operation in operations::<AccountPortal>(|it| !it.bearer_only) {
        let post = Post::new::<AccountPortal>(operation, Credential::Right).replace("token", "wrong");
        server.refuses::<AccountPortal>(post, operation, 401).await;
    }
}

#[tokio::test]
async fn unknown_auth_type() {
    let server = Server::new::<BackupServer>(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| matches!(it.auth, Auth::Required(_) | Auth::Optional(_)))
    {
        let mut post = Post::new::<BackupServer>(operation, Credential::Right);
        match post.headers.iter_mut().find(|(name, _)| name.ends_with("AuthType")) {
            Some(header) => header.1 = b"canary".to_vec(),
            None => post = post.replace("AuthType", "canary"),
        }
        let text = server.refuses::<BackupServer>(post, operation, 401).await;
        assert!(text.contains("AuthType") && !text.contains("canary"), "{text}");
    }
}

#[tokio::test]
async fn wrong_auth_type_of_the_portal() {
    let server = Server::new::<AccountPortal>(Shut::Nothing);
    for operation in operations::<AccountPortal>(|it| !it.bearer_only) {
        let post = Post::new::<AccountPortal>(operation, Credential::Right).replace("auth_type", "other");
        server.refuses::<AccountPortal>(post, operation, 401).await;
    }
}

/// Roles, tenants, blocked operations, web access: with one gate shut at a
/// time, the operations that have it are refused and all others answer.
#[tokio::test]
async fn shut_gates() {
    for gate in ["UA", "AR", "SB", "MR", "SR", "TL", "PA"] {
        let server = Server::new::<BackupServer>(Shut::Gate(gate));
        for operation in operations::<BackupServer>(|_| true) {
            let post = Post::new::<BackupServer>(operation, Credential::Right);
            if operation.gates.contains(&gate) {
                server.refuses::<BackupServer>(post, operation, 403).await;
            } else {
                server.answers::<BackupServer>(post, operation).await;
            }
        }
    }
}

#[tokio::test]
async fn unauthenticated_downloads() {
    let open = Server::new::<BackupServer>(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL")) {
        open.answers::<BackupServer>(Post::new::<BackupServer>(operation, Credential::None), operation).await;
    }
    // A role that is off applies to anonymous callers too.
    let server = Server::new::<BackupServer>(Shut::Gate("SB"));
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL") && it.gates.contains(&"SB")) {
        let post = Post::new::<BackupServer>(operation, Credential::None);
        server.refuses::<BackupServer>(post, operation, 403).await;
    }
}

#[tokio::test]
async fn a_partial_credential_counts_as_one() {
    let server = Server::new::<BackupServer>(Shut::Nothing);
    for operation in operations::<BackupServer>(|it| it.gates.contains(&"DL")) {
        let post = Post::new::<BackupServer>(operation, Credential::None).field("Username", "x");
        server.refuses::<BackupServer>(post, operation, 401).await;
    }
}

#[tokio::test]
async fn missing_permissions() {
    let server = Server::new::<AccountPortal>(Shut::Permission);
    for operation in operations::<AccountPortal>(|it| it.permission.is_some()) {
        let post = Post::new::<AccountPortal>(operation, Credential::Right);
        let text = server.refuses::<AccountPortal>(post, operation, 403).await;
        assert!(text.contains(operation.permission.unwrap()), "{text}");
    }
}

#[tokio::test]
async fn parameters_of_the_top_level() {
    let tenant = Server::new::<BackupServer>(Shut::Gate("TL"));
    let top = Server::new::<BackupServer>(Shut::Nothing);
    let has = |it: &Descriptor| it.parameters.iter().any(|it| it.top_level_only);
    for operation in operations::<BackupServer>(has) {
        let parameter = operation.parameters.iter().find(|it| it.top_level_only).unwrap();
        let mut post = Post::new::<BackupServer>(operation, Credential::Right);
        if !operation.gates.contains(&"TL") {
            tenant.answers::<BackupServer>(post.clone(), operation).await;
        }
        post.set::<BackupServer>(parameter);
        tenant.refuses::<BackupServer>(post.clone(), operation, 403).await;
        top.answers::<BackupServer>(post, operation).await;
    }
}

#[tokio::test]
async fn operations_whose_credential_is_not_shown() {
    let server = Server::new::<BackupServer>(Shut::NotShown);
    for operation in operations::<BackupServer>(|it| matches!(it.auth, Auth::NotShown)) {
        server
            .refuses::<BackupServer>(Post::new::<BackupServer>(operation, Credential::None), operation, 401)
            .await;
    }
}

#[tokio::test]
async fn two_credentials_must_agree() {
    let server = Server::new::<AccountPortal>(Shut::Nothing);
    for operation in operations::<AccountPortal>(|it| !it.bearer_only) {
        let right = Post::new::<AccountPortal>(operation, Credential::Right);
        let both = right.clone().header("authorization", &format!("bearer {TOKEN}"));
        server.answers::<AccountPortal>(both, operation).await;
        let header = right.clone().header("authorization", "Bearer other");
        server.refuses::<AccountPortal>(header, operation, 401).await;
        let bearer = right.without("token").without("auth_type");
        let bearer = bearer.header("authorization", &format!("Bearer {TOKEN}"));
        server.answers::<AccountPortal>(bearer, operation).await;
    }
    let server = Server::new::<BackupServer>(Shut::Nothing);
    let upload = backup_server_api::OPERATIONS.iter().find(|it| it.name == "AdminMetaResourceNew").unwrap();
    let right = Post::new::<BackupServer>(upload, Credential::Right);
    server.answers::<BackupServer>(right.clone(), upload).await;
    server.refuses::<BackupServer>(right.field("Username", "other"), upload, 401).await;
}

#[tokio::test]
async fn a_token_is_revoked_with_another() {
    let server = Server::new::<AccountPortal>(Shut::Nothing);
    let operation = operations::<AccountPortal>(|it| it.bearer_only)[0];
    let post = Post::new::<AccountPortal>(operation, Credential::None).field("auth_type", "token");
    let text = server.refuses::<AccountPortal>(post, operation, 401).await;
    assert!(text.contains("Authorization: Bearer") && text.contains("parameter"), "{text}");
    let post = Post::new::<AccountPortal>(operation, Credential::Right);
    post.send(&server.router).await;
    let heard = server.double.heard();
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
        let (status, _) = Post::new::<BackupServer>(operation, Credential::Right)
            .send(&router)
            .await
            .refusal::<BackupServer>();
        let expected = if matches!(operation.auth, Auth::None) { 501 } else { 401 };
        assert_eq!(status, expected, "{}", operation.name);
    }
}
