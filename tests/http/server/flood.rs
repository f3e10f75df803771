//! 1,500 sockets that take places for nothing, for 30 seconds: no honest call fails.
//!
//! `FLOOD_SECONDS=5 cargo test -p tests --test http -- flood --ignored --nocapture` is shorter and
//! prints what was measured.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::server::connections::{FORM, from, request, sent};
use crate::server::hostile::{honest, soon};
use crate::server::process::Process;
use backup_server_api::AdminListUsers;

const SOCKETS: usize = 1500;

/// The time that an honest caller waits.
const PATIENCE: Duration = Duration::from_secs(10);

/// The use that an attacker makes of a connection.
#[derive(Clone, Copy, Debug)]
enum Attack {
    Silent,
    SlowHead,
    SlowBody,
    Idle,
}

impl Attack {
    /// The bytes that it sends at once, and those that follow one by one.
    fn bytes(self) -> (String, &'static [u8]) {
        let slow = request("AdminListUsers", "", &"x".repeat(10_000));
        match self {
            Self::Silent => (String::new(), b""),
            Self::SlowHead => ("POST / HTTP/1.1\r\nHost: a\r\n".to_owned(), b"x"),
            Self::SlowBody => (slow.trim_end_matches('x').to_owned(), b"x"),
            Self::Idle => ("GET / HTTP/1.1\r\nHost: a\r\n\r\n".to_owned(), b""),
        }
    }

    async fn connection(self, mut stream: TcpStream) {
        let (start, byte) = self.bytes();
        let _ = stream.write_all(start.as_bytes()).await;
        let mut buffer = [0; 1024];
        loop {
            tokio::select! {
                read = stream.read(&mut buffer) => if !matches!(read, Ok(1..)) { break },
                () = sleep(Duration::from_millis(200)), if !byte.is_empty() => {
                    let _ = stream.write_all(byte).await;
                }
            }
        }
    }
}

/// Attacks until then; each connection is opened again when it is closed.
fn attack(url: &str, attacks: &'static [Attack], addresses: u8, end: Instant) -> JoinSet<usize> {
    let mut sockets = JoinSet::new();
    for (index, attack) in (0..SOCKETS).zip(attacks.iter().cycle()) {
        let url = url.to_owned();
        let address = format!("127.0.0.{}", 1 + index % usize::from(addresses));
        sockets.spawn(async move {
            let mut opened = 0;
            let again = async {
                loop {
                    match from(&address, &url).await {
                        Ok(stream) => attack.connection(stream).await,
                        Err(_) => sleep(Duration::from_millis(10)).await,
                    }
                    opened += 1;
                }
            };
            let _ = timeout_at(end, again).await;
            opened
        });
    }
    sockets
}

/// Reads a file without end, slowly, and returns how many times there was more of it.
async fn download(url: String, end: Instant) -> usize {
    let mut stream = sent(&url, &request("AdminBrandingGenerateClientLinuxDeb", "", FORM)).await;
    let (mut buffer, mut reads) = (vec![0; 64 * 1024], 0);
    while Instant::now() < end {
        assert_ne!(soon(stream.read(&mut buffer)).await.unwrap(), 0, "it is cut off");
        reads += 1;
        sleep(Duration::from_millis(20)).await;
    }
    reads
}

async fn flood(attacks: &'static [Attack], addresses: u8) {
    let seconds = std::env::var("FLOOD_SECONDS").ok().and_then(|it| it.parse().ok()).unwrap_or(30);
    let server = Process::start();
    let url = &server.url;
    let kept = honest(url);
    kept.send(AdminListUsers::new()).await.unwrap();
    let before = server.peak();
    let end = Instant::now() + Duration::from_secs(seconds);
    let admitted = tokio::spawn(download(url.clone(), end));
    let sockets = attack(url, attacks, addresses, end);
    let (mut calls, mut failed, mut slowest) = (0, Vec::new(), Duration::ZERO);
    while Instant::now() < end {
        for client in [&honest(url), &kept] {
            let start = Instant::now();
            let result = timeout(PATIENCE, client.send(AdminListUsers::new())).await;
            slowest = slowest.max(start.elapsed());
            calls += 1;
            failed.extend(match result {
                Ok(result) => result.err().map(|error| error.to_string()),
                Err(_) => Some("no response".to_owned()),
            });
        }
        sleep(Duration::from_millis(20)).await;
    }
    let opened: usize = sockets.join_all().await.into_iter().sum();
    println!(
        "{attacks:?} from {addresses} addresses for {seconds} s: {opened} connections; {calls} honest \
         calls, {} failed, the slowest took {slowest:?}; memory {before} to {} MiB",
        failed.len(),
        server.peak(),
    );
    assert!(failed.is_empty(), "{failed:?}");
    assert!(soon(admitted).await.unwrap() > 0);
}

#[tokio::test]
#[ignore = "30 s: `.ci/nightly` runs it"]
async fn heads_that_never_end_from_one_host() {
    flood(&[Attack::Silent, Attack::SlowHead], 1).await;
}

#[tokio::test]
#[ignore = "30 s: `.ci/nightly` runs it"]
async fn heads_that_never_end_from_forty_addresses() {
    flood(&[Attack::Silent, Attack::SlowHead], 40).await;
}

#[tokio::test]
#[ignore = "30 s: `.ci/nightly` runs it"]
async fn what_an_attacker_does_next() {
    flood(&[Attack::SlowBody, Attack::Idle, Attack::SlowHead], 40).await;
}
