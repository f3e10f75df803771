//! A mock on a socket: for blocking clients, other processes and other languages.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use backup_server_api::server::File;
use backup_server_api::{AdminListUsers, AdminMetaReadAllLogs, BlockingClient};

use crate::mock::{admin, mocked};

#[test]
fn a_blocking_client_calls_it_in_process() {
    let (mock, _) = mocked();
    mock.expect::<AdminMetaReadAllLogs>().returns(File::bytes("log")).after(Duration::from_millis(1));
    let client = BlockingClient::build(mock.client_builder().credential(admin())).unwrap();
    let mut text = String::new();
    client.send(AdminMetaReadAllLogs::new()).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "log");
}

/// Not one byte of a response arrives.
#[test]
fn a_broken_connection_has_no_head() {
    let (mock, _) = mocked();
    mock.expect::<AdminListUsers>().breaks();
    let server = mock.serve().unwrap();
    let form = "Username=a&AuthType=Password&Password=b";
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(600))).unwrap();
    write!(
        stream,
        "POST /api/v1/admin/list-users HTTP/1.1\r\nHost: mock\r\nContent-Type: \
         application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        form.len()
    )
    .unwrap();
    let mut heard = Vec::new();
    // Closed or reset.
    let _ = stream.read_to_end(&mut heard);
    assert_eq!(String::from_utf8_lossy(&heard), "");
}

#[test]
fn it_ends_when_it_is_dropped() {
    let (mock, _) = mocked();
    let server = mock.serve().unwrap();
    let (url, address) = (server.url(), server.address());
    assert!(TcpStream::connect(address).is_ok());
    drop(server);
    let client = BlockingClient::new(&url, admin()).unwrap();
    let ended = (0..60_000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        client.send(AdminListUsers::new()).is_err() && TcpStream::connect(address).is_err()
    });
    assert!(ended, "nobody listens any more");
    let _ = mock.check();
}
