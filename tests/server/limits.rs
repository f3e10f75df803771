//! Limits of size and concurrency, panics, and shutdown.

use std::sync::Arc;
use std::time::Duration;

use api_runtime::server::{Builder, File, Refusal, Serve};
use api_runtime::{Client, Reqwest, Tower, Upload};
use axum::Router;
use backup_server_api::server::{Call, Context, Gatekeeper, Jobs, ServerConfig, Software};
use backup_server_api::{
    AdminAuth, AdminGetJobLog, AdminListUsers, AdminMetaResourceNew, BackupServer, Json, Number,
};
use tokio::net::TcpListener;
use tokio::sync::{Notify, oneshot};

use crate::double;
use crate::wire::{Post, post};

/// Waits, panics and reads uploads.
#[derive(Clone, Default)]
struct Odd {
    go_on: Arc<Notify>,
    started: Arc<Notify>,
}

impl Gatekeeper for Odd {
    type Admin = ();
    type User = ();

    async fn admin(&self, credential: AdminAuth, _: &Call) -> Result<(), Refusal> {
        assert_ne!(credential.username, "panic", "the gatekeeper panics with canary");
        Ok(())
    }

    fn auth_role_enabled(&self, _: &Call) -> bool {
        true
    }
}

impl Jobs for Odd {
    async fn admin_list_users(&self, _: AdminListUsers, _: Context<()>) -> Result<Vec<String>, Refusal> {
        self.started.notify_one();
        self.go_on.notified().await;
        Ok(vec!["done".to_owned()])
    }

    async fn admin_get_job_log(&self, request: AdminGetJobLog, _: Context<()>) -> Result<String, Refusal> {
        panic!("canary {}", request.job_id)
    }
}

impl ServerConfig for Odd {
    async fn admin_meta_resource_new(
        &self,
        request: AdminMetaResourceNew,
        _: Context<()>,
    ) -> Result<Json, Refusal> {
        let mut upload = request.upload;
        let (mut size, mut pieces) = (0, 0);
        while let Some(piece) = upload.chunk().await.map_err(|error| Refusal::of_upload(&error))? {
            size += piece.len() as u64;
            pieces += 1;
        }
        Ok(serde_json::json!([upload.file_name(), upload.media_type(), Number::from(size), pieces > 1])
            .into())
    }
}

impl Software for Odd {}

fn builder(odd: &Odd) -> Builder<Odd> {
    use backup_server_api::server;
    let builder = server::builder(odd.clone()).group(server::jobs());
    builder.group(server::server_config()).group(server::software())
}

fn client(router: Router) -> Client<BackupServer, Tower<Router>> {
    let client = Client::with_transport("http://server", Tower::new(router));
    client.credential(AdminAuth::password("admin", "canary")).build().unwrap()
}

async fn refused(router: &Router, post: Post) -> u16 {
    post.send(router).await.refusal::<BackupServer>().0
}

#[tokio::test]
async fn a_panic_is_a_failure_and_not_the_end() {
    let router = builder(&Odd::default()).into_router().unwrap();
    let answer = post::<BackupServer>("AdminGetJobLog").send(&router).await;
    let (status, text) = answer.refusal::<BackupServer>();
    assert_eq!(status, 500);
    assert!(!text.contains("canary"), "{text}");
    assert_eq!(
        refused(&router, post::<BackupServer>("AdminListUsers").replace("Username", "panic")).await,
        500
    );
    assert_eq!(refused(&router, post::<BackupServer>("AdminDeleteUser")).await, 501);
}

#[tokio::test]
async fn forms_have_a_limit() {
    let router = builder(&Odd::default()).max_form(1000).into_router().unwrap();
    let long = "x".repeat(2000);
    assert_eq!(
        refused(&router, post::<BackupServer>("AdminDeleteUser").replace("TargetUser", &long)).await,
        413
    );
    assert_eq!(
        refused(&router, post::<BackupServer>("AdminDeleteUser").replace("TargetUser", "x")).await,
        501
    );
    // The other parts of an upload are a form too.
    assert_eq!(refused(&router, post::<BackupServer>("AdminMetaResourceNew").field("x", &long)).await, 413);
}

#[tokio::test]
async fn an_upload_streams_to_the_handler() {
    let router = builder(&Odd::default()).into_router().unwrap();
    let url = double::serve(router).await;
    let client = Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("admin", "x")).unwrap();
    let file = Upload::bytes("fä\"i l.bin", vec![b'\r'; 5_000_000]).content_type("image/png");
    let got = client.send(AdminMetaResourceNew::new(file)).await.unwrap();
    let got = got.to_value().unwrap();
    assert_eq!(got, serde_json::json!(["fä%22i l.bin", "image/png", 5_000_000, true]));
}

#[tokio::test]
async fn uploads_have_a_limit() {
    let router = builder(&Odd::default()).max_form(1000).max_upload(10_000).into_router().unwrap();
    let client = client(router);
    client.send(AdminMetaResourceNew::new(Upload::bytes("a", vec![0; 9000]))).await.unwrap();
    for upload in [Upload::bytes("a", vec![0; 20_000]), Upload::reader("a", std::io::repeat(7))] {
        let error = client.send(AdminMetaResourceNew::new(upload)).await.unwrap_err();
        assert_eq!(error.failure().and_then(api_runtime::Failure::status), Some(413), "{error}");
    }
}

#[tokio::test]
async fn too_many_at_the_same_time() {
    let odd = Odd::default();
    let router = builder(&odd).max_concurrent(1).into_router().unwrap();
    let first = tokio::spawn({
        let router = router.clone();
        async move { post::<BackupServer>("AdminListUsers").send(&router).await }
    });
    odd.started.notified().await;
    assert_eq!(refused(&router, post::<BackupServer>("AdminListUsers")).await, 503);
    odd.go_on.notify_one();
    assert_eq!(first.await.unwrap().status, 200);
    assert_eq!(
        refused(&router, post::<BackupServer>("AdminGetJobLog")).await,
        500,
        "it panics: there is a slot"
    );
}

#[tokio::test]
async fn what_is_running_is_finished() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    let odd = Odd::default();
    let router = builder(&odd).into_router().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let server = tokio::spawn(Serve::new().run_until(listener, router, async { drop(stopped.await) }));
    let client = Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("a", "b")).unwrap();
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.send(AdminListUsers::new()).await }
    });
    odd.started.notified().await;
    drop(stop);
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert!(!server.is_finished());
    let late = Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("a", "b")).unwrap();
    assert!(late.send(AdminListUsers::new()).await.is_err(), "no more connections");
    odd.go_on.notify_one();
    assert_eq!(running.await.unwrap().unwrap(), ["done"]);
    server.await.unwrap();
}

#[test]
fn files_have_what_was_set() {
    let file = File::bytes("x").name("a.txt").content_type("text/plain");
    let debug = format!("{file:?}");
    assert!(debug.contains("a.txt") && debug.contains("Some(1)"), "{debug}");
}
