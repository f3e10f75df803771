//! Whoever opens connections and lets them wait makes room for others.

use std::io;

use api_runtime::server::Serve;
use http::HeaderName;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::server::hostile::{answer, connect, honest, is_served, serve, soon, status};
use crate::server::odd::Odd;
use crate::support::wire::operation;

pub const FORM_TYPE: &str = "application/x-www-form-urlencoded";
pub const FORM: &str = "Username=a&AuthType=Password&Password=right";

/// A whole request for an operation, with such a form.
pub fn request(name: &str, headers: &str, form: &str) -> String {
    let path = operation::<backup_server_api::BackupServer>(name).path.unwrap();
    format!(
        "POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: {FORM_TYPE}\r\n{headers}Content-Length: {}\r\n\r\n{form}",
        form.len()
    )
}

async fn send(stream: &mut TcpStream, request: &str) {
    stream.write_all(request.as_bytes()).await.unwrap();
}

/// A connection that has sent this.
pub async fn sent(url: &str, text: &str) -> TcpStream {
    let mut stream = connect(url).await;
    send(&mut stream, text).await;
    stream
}

/// A call that stays with its handler until `odd.go_on`.
async fn begin_to_wait(url: &str, odd: &Odd) -> TcpStream {
    let stream = sent(url, &request("AdminGetJobLog", "", &format!("{FORM}&JobID=wait"))).await;
    soon(odd.started.notified()).await;
    stream
}

/// Calls over this connection, and reads the whole response.
async fn is_answered(stream: &mut TcpStream) {
    send(stream, &request("AdminListUsers", "", FORM)).await;
    let mut text = Vec::new();
    while !text.ends_with(b"]") {
        assert_ne!(soon(stream.read_buf(&mut text)).await.unwrap(), 0, "it is closed");
    }
    assert!(text.starts_with(b"HTTP/1.1 200"));
}

/// A connection from this address.
pub async fn from(address: &str, url: &str) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{address}:0").parse().unwrap())?;
    socket.connect(url.trim_start_matches("http://").parse().unwrap()).await
}

fn places(count: usize) -> Serve {
    Serve::new().max_connections(count).max_per_peer(None)
}

#[tokio::test]
async fn the_oldest_without_a_whole_head_makes_room() {
    let odd = Odd::default();
    let url = serve(odd.builder(), places(4)).await;
    let mut running = begin_to_wait(&url, &odd).await;
    let mut idle = connect(&url).await;
    is_answered(&mut idle).await;
    let (silent, mut slow) = (connect(&url).await, sent(&url, "POST /api/v1/ad").await);
    is_served(&honest(&url)).await;
    assert_eq!(answer(silent).await, "");
    send(&mut slow, "min HTTP/1.1\r\nHost: a\r\n\r\n").await;
    assert_eq!(status(&mut slow).await, "404", "it came later");
    is_answered(&mut idle).await;
    odd.go_on.notify_one();
    assert_eq!(status(&mut running).await, "200");
}

#[tokio::test]
async fn idle_connections_make_room_next_and_then_requests_that_are_not_admitted() {
    let odd = Odd::default();
    let url = serve(odd.builder(), places(3)).await;
    let mut running = begin_to_wait(&url, &odd).await;
    let unfinished = request("AdminListUsers", "Expect: 100-continue\r\n", "Username=a");
    let mut admitting = sent(&url, unfinished.trim_end_matches("Username=a")).await;
    assert_eq!(status(&mut admitting).await, "100");
    let mut idle = connect(&url).await;
    is_answered(&mut idle).await;
    let mut second = begin_to_wait(&url, &odd).await;
    assert_eq!(answer(idle).await, "");
    let mut third = begin_to_wait(&url, &odd).await;
    assert!(!answer(admitting).await.contains("200 OK"));
    // Nobody makes room: a fourth waits for one to end.
    let mut fourth = connect(&url).await;
    odd.go_on.notify_one();
    assert_eq!(status(&mut running).await, "200");
    drop(running);
    is_answered(&mut fourth).await;
    for stream in [&mut second, &mut third] {
        odd.go_on.notify_one();
        assert_eq!(status(stream).await, "200");
    }
}

#[tokio::test]
async fn a_peer_has_a_quarter() {
    let odd = Odd::default();
    let url = serve(odd.builder(), Serve::new().max_connections(12)).await;
    let mut other = connect(&url).await;
    let mut crowd = Vec::new();
    for _ in 0..4 {
        crowd.push(from("127.0.0.2", &url).await.unwrap());
    }
    assert_eq!(answer(crowd.remove(0)).await, "", "of four, the oldest");
    for stream in crowd.iter_mut().chain([&mut other]) {
        is_answered(stream).await;
    }
}

#[tokio::test]
async fn a_peer_that_a_header_names_has_a_limit_of_requests() {
    let odd = Odd::default();
    let name = HeaderName::from_static("x-forwarded-for");
    let url = serve(odd.builder(), Serve::new().max_per_peer(1).peer_header(name)).await;
    let from = |peer: &str| format!("X-Forwarded-For: 192.0.2.77, {peer}\r\n");
    let wait = request("AdminGetJobLog", &from("192.0.2.1"), &format!("{FORM}&JobID=wait"));
    let mut running = sent(&url, &wait).await;
    soon(odd.started.notified()).await;
    for (peer, expected) in [("192.0.2.1", "503"), ("192.0.2.2", "200")] {
        let mut stream = sent(&url, &request("AdminListUsers", &from(peer), FORM)).await;
        assert_eq!(status(&mut stream).await, expected, "{peer}");
    }
    odd.go_on.notify_one();
    assert_eq!(status(&mut running).await, "200");
}
