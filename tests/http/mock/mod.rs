//! The feature `mock` of both crates, as downstream projects use it in tests.

mod cassettes;
mod downstream;
mod matching;
mod reports;
mod responses;
mod rules;
mod secrets;
mod sockets;

use backup_server_api::mock::{InProcess, Mock};
use backup_server_api::{AdminAuth, Client};

const PASSWORD: &str = "CaNaRy-password";

fn admin() -> AdminAuth {
    AdminAuth::password("admin", PASSWORD)
}

/// A mock and a client that calls it as an administrator.
fn mocked() -> (Mock, Client<InProcess>) {
    let mock = Mock::new();
    let client = mock.client(admin());
    (mock, client)
}

/// The text that a test would print.
fn report(mock: &Mock) -> String {
    mock.check().expect_err("something is wrong").to_string()
}

/// It is compiled and run.
#[test]
fn the_readme_shows_a_test() {
    let readme = include_str!("../../../README.md");
    assert!(readme.contains(include_str!("downstream.rs")), "copy downstream.rs into README.md");
}
