//! Limits of size and concurrency, panics, and shutdown.

use std::time::Duration;

use api_runtime::server::Serve;
use api_runtime::{Client, Reqwest, Upload};
use backup_server_api::{AdminAuth, AdminGetJobLog, AdminListUsers, AdminMetaResourceNew, BackupServer};

use crate::server::hostile::stoppable;
use crate::server::odd::{Odd, builder, post, refused};
use crate::support::fake_server;
use crate::support::wire::local;

#[tokio::test]
async fn a_panic_is_a_failure_and_not_the_end() {
    let router = builder().into_router().unwrap();
    let answer = post("AdminGetJobLog").send(&router).await;
    let (status, text) = answer.refusal::<BackupServer>();
    assert_eq!(status, 500);
    assert!(!text.contains("canary"), "{text}");
    assert_eq!(refused(&router, post("AdminListUsers").replace("Username", "panic")).await, 500);
    assert_eq!(refused(&router, post("AdminDeleteUser")).await, 501);
}

#[tokio::test]
async fn forms_have_a_limit() {
    let router = builder().max_form(1000).into_router().unwrap();
    let long = "x".repeat(2000);
    assert_eq!(refused(&router, post("AdminDeleteUser").replace("TargetUser", &long)).await, 413);
    assert_eq!(refused(&router, post("AdminDeleteUser").replace("TargetUser", "x")).await, 501);
    // The other parts of an upload are a form too.
    assert_eq!(refused(&router, post("AdminMetaResourceNew").field("x", &long)).await, 413);
}

#[tokio::test]
async fn an_upload_streams_to_the_handler() {
    let router = builder().into_router().unwrap();
    let url = fake_server::serve(router).await;
    let client = Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("admin", "x")).unwrap();
    let file = Upload::bytes("fä\"i l.bin", vec![b'\r'; 5_000_000]).content_type("image/png");
    let got = client.send(AdminMetaResourceNew::new(file)).await.unwrap();
    let got = got.to_value().unwrap();
    assert_eq!(got, serde_json::json!(["fä%22i l.bin", "image/png", 5_000_000, true]));
}

#[tokio::test]
async fn uploads_have_a_limit() {
    let router = builder().max_form(1000).max_upload(10_000).into_router().unwrap();
    let client = local(router, AdminAuth::password("admin", "canary"));
    client.send(AdminMetaResourceNew::new(Upload::bytes("a", vec![0; 9000]))).await.unwrap();
    for upload in [Upload::bytes("a", vec![0; 20_000]), Upload::reader("a", std::io::repeat(7))] {
        let error = client.send(AdminMetaResourceNew::new(upload)).await.unwrap_err();
        assert_eq!(error.failure().and_then(api_runtime::Failure::status), Some(413), "{error}");
    }
}

#[tokio::test]
async fn too_many_at_the_same_time() {
    let odd = Odd::default();
    let router = odd.builder().max_concurrent(1).into_router().unwrap();
    let first = tokio::spawn({
        let router = router.clone();
        async move { post("AdminGetJobLog").replace("JobID", "wait").send(&router).await }
    });
    odd.started.notified().await;
    assert_eq!(refused(&router, post("AdminListUsers")).await, 503);
    odd.go_on.notify_one();
    assert_eq!(first.await.unwrap().status, 200);
    assert_eq!(refused(&router, post("AdminGetJobLog")).await, 500, "it panics: there is a slot");
}

#[tokio::test]
async fn what_is_running_is_finished() {
    let odd = Odd::default();
    let (url, stop, server) = stoppable(&odd, Serve::new().grace(None)).await;
    let client = Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("a", "b")).unwrap();
    let running = tokio::spawn({
        let client = client.clone();
        async move { client.send(AdminGetJobLog::new("wait")).await }
    });
    odd.started.notified().await;
    drop(stop);
    let late = || Client::<BackupServer, Reqwest>::new(&url, AdminAuth::password("a", "b")).unwrap();
    let refused = async { while late().send(AdminListUsers::new()).await.is_ok() {} };
    tokio::time::timeout(Duration::from_secs(600), refused).await.expect("no more connections");
    assert!(!server.is_finished());
    odd.go_on.notify_one();
    assert_eq!(running.await.unwrap().unwrap(), "done");
    server.await.unwrap();
}
