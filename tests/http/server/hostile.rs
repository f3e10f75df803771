//! Callers that send too much, too slowly, or never read, over real sockets:
//! others are served all the same.

use std::time::Duration;

use account_portal_api::AccountPortal;
use api_runtime::server::{Builder, Serve};
use api_runtime::{Client, Reqwest};
use backup_server_api::{AdminAuth, AdminListUsers, BackupServer};
use bytes::Bytes;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, JoinSet};

use crate::listen;
use crate::server::connections::FORM_TYPE;
use crate::server::odd::{Odd, builder, post, refused};
#[cfg(target_os = "linux")]
use crate::server::process::Process;
use crate::support::fake_server::{self, server};
use crate::support::wire::{Credential, Post, operation};

/// Fails if it takes for ever.
pub async fn soon<T>(call: impl Future<Output = T>) -> T {
    tokio::time::timeout(Duration::from_secs(600), call).await.expect("an end")
}

/// Serves on a free port; returns the URL.
pub async fn serve(builder: Builder<Odd>, serve: Serve) -> String {
    let (listener, url) = listen::on(0).await.unwrap();
    tokio::spawn(serve.run(listener, builder.into_router().unwrap()));
    url
}

/// Serves until the sender is dropped.
pub async fn stoppable(odd: &Odd, serve: Serve) -> (String, oneshot::Sender<()>, JoinHandle<()>) {
    let (listener, url) = listen::on(0).await.unwrap();
    let router = odd.builder().into_router().unwrap();
    let (stop, stopped) = oneshot::channel();
    let server = tokio::spawn(serve.run_until(listener, router, async { drop(stopped.await) }));
    (url, stop, server)
}

pub async fn connect(url: &str) -> TcpStream {
    TcpStream::connect(url.trim_start_matches("http://")).await.unwrap()
}

pub fn honest(url: &str) -> Client<BackupServer, Reqwest> {
    Client::new(url, AdminAuth::password("admin", "right")).unwrap()
}

pub async fn is_served(client: &Client<BackupServer, Reqwest>) {
    assert_eq!(client.send(AdminListUsers::new()).await.unwrap()[0], "a user");
}

/// Begins a request and sends the beginning of its form.
async fn begin(url: &str, name: &str, size: usize, form: &[u8]) -> TcpStream {
    let mut stream = head(url, name, size, "").await;
    // The server may close the connection meanwhile.
    let _ = stream.write_all(form).await;
    stream
}

/// Begins a request and returns when the server reads its form.
async fn begin_to_be_read(url: &str, name: &str, size: usize) -> TcpStream {
    let mut stream = head(url, name, size, "Expect: 100-continue\r\n").await;
    assert_eq!(status(&mut stream).await, "100");
    stream
}

/// Sends the head of a request, with this header.
async fn head(url: &str, name: &str, size: usize, header: &str) -> TcpStream {
    let mut stream = connect(url).await;
    let path = operation::<BackupServer>(name).path.unwrap();
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {FORM_TYPE}\r\nContent-Length: {size}\r\n{header}\r\n"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream
}

/// The status of a response that comes before the request is complete.
pub async fn status(stream: &mut (impl AsyncReadExt + Unpin)) -> String {
    let mut start = [0; 12];
    soon(stream.read_exact(&mut start)).await.unwrap();
    String::from_utf8_lossy(&start[9..]).into_owned()
}

/// The bytes that the server sends until it closes the connection.
pub async fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // However the connection is closed.
    let _ = soon(stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test]
async fn unfinished_forms_take_no_slots() {
    let url = serve(builder().max_concurrent(2), Serve::new()).await;
    let mut open = Vec::new();
    for _ in 0..40 {
        open.push(begin_to_be_read(&url, "AdminListUsers", 100).await);
    }
    is_served(&honest(&url)).await;
    drop(open);
}

#[tokio::test]
async fn credentials_in_headers_are_checked_before_the_body() {
    let url = serve(builder(), Serve::new()).await;
    let mut stream = connect(&url).await;
    stream.write_all(upload_head("wrong").as_bytes()).await.unwrap();
    assert_eq!(status(&mut stream).await, "401");
}

fn upload_head(password: &str) -> String {
    let operation = operation::<BackupServer>("AdminMetaResourceNew");
    let api_runtime::Auth::Required(block) = operation.auth else { panic!("it needs a credential") };
    let api_runtime::Place::Header { prefix } = block.place else { panic!("it travels in headers") };
    format!(
        "POST {} HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\
         Content-Type: multipart/form-data; boundary=limit\r\n\
         {prefix}Username: admin\r\n{prefix}AuthType: Password\r\n{prefix}Password: {password}\r\n\r\n",
        operation.path.unwrap()
    )
}

#[tokio::test]
async fn slow_bodies() {
    let url = serve(builder().body_timeout(Duration::from_millis(50)), Serve::new()).await;
    let mut stream = begin(&url, "AdminListUsers", 100, b"User").await;
    assert_eq!(status(&mut stream).await, "408");
}

#[tokio::test]
async fn slow_headers() {
    let url = serve(builder(), Serve::new().header_timeout(Duration::from_millis(50))).await;
    let mut stream = connect(&url).await;
    stream.write_all(b"POST / HTTP/1.1\r\nHo").await.unwrap();
    answer(stream).await;
}

#[tokio::test]
async fn headers_may_take_as_long_as_a_duration_can_be() {
    let url = serve(builder(), Serve::new().header_timeout(Duration::MAX)).await;
    let mut stream = connect(&url).await;
    stream.write_all(b"POST / HTTP/1.1\r\nHost: a\r\n\r\n").await.unwrap();
    assert_eq!(status(&mut stream).await, "404");
}

#[tokio::test]
async fn an_upload_that_trickles_is_too_slow() {
    let timeout = Duration::from_millis(200);
    let url = serve(builder().body_timeout(timeout).min_body_rate(10_000), Serve::new()).await;
    let (mut reader, mut writer) = connect(&url).await.into_split();
    let part = "--limit\r\nContent-Disposition: form-data; name=\"upload\"; filename=\"f\"\r\n\r\n";
    writer.write_all((upload_head("right") + part).as_bytes()).await.unwrap();
    let trickle = tokio::spawn(async move {
        while writer.write_all(b"x").await.is_ok() {
            tokio::time::sleep(timeout / 10).await;
        }
    });
    assert_eq!(status(&mut reader).await, "408");
    trickle.abort();
}

#[tokio::test]
async fn a_form_without_json_is_small() {
    let router = builder().into_router().unwrap();
    let long = "x".repeat(70_000);
    for (name, status) in [("AdminListUsers", 413), ("AdminPoliciesNew", 501)] {
        assert_eq!(refused(&router, post(name).replace("Policy", &long)).await, status, "{name}");
    }
}

#[tokio::test]
async fn large_unfinished_forms_make_room() {
    let url = serve(builder().max_unadmitted(1024 * 1024), Serve::new()).await;
    let piece = vec![b'x'; 300 * 1024];
    let client = honest(&url);
    let mut open = Vec::new();
    for _ in 0..10 {
        open.push(begin(&url, "AdminSetUserProfile", 8_000_000, &piece).await);
        is_served(&client).await;
    }
    let mut dropped = JoinSet::new();
    for mut stream in open {
        dropped.spawn(async move {
            let mut start = [0; 12];
            // The connection may be reset before the response is read.
            stream.read_exact(&mut start).await.is_err() || start.ends_with(b"503")
        });
    }
    for _ in 0..7 {
        assert!(soon(dropped.join_next()).await.unwrap().unwrap());
    }
    let rest = tokio::time::timeout(Duration::from_millis(50), dropped.join_all()).await;
    rest.expect_err("three fit");
}

/// 40 forms of 7.9 MB that never end are 316 MB; honest callers are served
/// meanwhile.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn memory_has_a_bound() {
    let server = Process::start();
    let url = server.url.clone();
    let client = honest(&url);
    is_served(&client).await;
    let before = server.peak();
    let form = Bytes::from(vec![b'x'; 7_900_000]);
    let mut attack = JoinSet::new();
    for _ in 0..40 {
        let (url, form) = (url.clone(), form.clone());
        attack.spawn(async move { begin(&url, "AdminSetUserProfile", 7_900_001, &form).await });
    }
    let mut open = Vec::new();
    while let Some(stream) = attack.join_next().await {
        open.push(stream.unwrap());
        is_served(&client).await;
    }
    let grown = || server.peak() - before;
    // Until the server has read what was sent.
    soon(async {
        while grown() <= 32 {
            is_served(&client).await;
        }
    })
    .await;
    // Twice the budget, as documented.
    assert!(grown() < 2 * 64, "{} MiB", grown());
}

#[tokio::test]
async fn a_client_that_never_reads_is_disconnected() {
    let settings = Serve::new().write_timeout(Duration::from_millis(100));
    let url = serve(builder().max_concurrent(1), settings).await;
    let form = b"Username=a&AuthType=Password&Password=right";
    let stream = begin(&url, "AdminBrandingGenerateClientLinuxDeb", form.len(), form).await;
    let client = honest(&url);
    // Until the file's slot is free again.
    soon(async { while client.send(AdminListUsers::new()).await.is_err() {} }).await;
    drop(stream);
}

#[tokio::test]
async fn shutdown_ends_although_a_client_hangs() {
    let odd = Odd::default();
    let (url, stop, server) = stoppable(&odd, Serve::new().grace(Duration::from_millis(100))).await;
    let form = b"Username=a&AuthType=Password&Password=right&JobID=wait";
    let stream = begin(&url, "AdminGetJobLog", form.len(), form).await;
    odd.started.notified().await;
    drop(stop);
    soon(server).await.unwrap();
    assert_eq!(answer(stream).await, "", "its connection is closed");
    assert!(format!("{:?}", Serve::new()).contains("grace: Some(30s)"), "by default too");
}

#[tokio::test]
async fn several_authorization_headers() {
    let (router, _) = server::<AccountPortal>();
    for operation in account_portal_api::OPERATIONS {
        let bearer = format!("Bearer {}", fake_server::TOKEN);
        let post = Post::new::<AccountPortal>(operation, Credential::None).header("authorization", &bearer);
        let answer = post.header("authorization", &bearer).send(&router).await;
        let (status, text) = answer.refusal::<AccountPortal>();
        assert_eq!(status, 400, "{text}");
        assert!(text.contains("`Authorization` is given more than once"), "{text}");
    }
}

#[tokio::test]
async fn a_malformed_credential_is_not_a_missing_one() {
    let router = builder().into_router().unwrap();
    for value in ["%", "%zz", "%ff"] {
        let body = format!("Username={value}&AuthType=Password&Password=right");
        let post = post("AdminListUsers");
        let (status, text) = post.send_body(&router, body.into()).await.refusal::<BackupServer>();
        assert_eq!(status, 401);
        assert!(text.contains("Username: malformed") && !text.contains("missing"), "{text}");
    }
}
