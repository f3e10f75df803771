//! What a server is too old for is rejected before anything is sent.

use api_runtime::{Descriptor, Error, ErrorKind, Newer, Version};
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::cases::{Case, TestApi};
use crate::peer::{MINIMAL, Peer, Way};
use crate::sample::Choice;
use crate::server::Recorded;
use crate::spec::{list, text};

fn version(value: &Value) -> Option<Version> {
    value.as_str().map(|text| text.parse().expect("a version"))
}

/// The last version before.
fn before(version: Version) -> Version {
    let numbers = version.to_string();
    let numbers: Vec<u32> = numbers.split('.').map(|number| number.parse().unwrap()).collect();
    match numbers[..] {
        [major, 0, 0] => Version::new(major - 1, 99, 99),
        [major, minor, 0] => Version::new(major, minor - 1, 99),
        [major, minor, patch] => Version::new(major, minor, patch - 1),
        _ => panic!("not a version"),
    }
}

impl Peer<BackupServer> {
    async fn send_to(&self, case: &Case<BackupServer>, choice: Choice, has: Version) -> Result<(), Error> {
        let way = Way { choice, ..MINIMAL };
        self.succeed(case, way);
        let client = self.builder().server_version(has).build()?;
        self.send_by(&client, case, way).await.map(drop)
    }

    /// The request that a server of this version gets.
    async fn accepted(&self, case: &Case<BackupServer>, choice: Choice, has: Version) -> Recorded {
        self.send_to(case, choice, has).await.unwrap_or_else(|error| panic!("{error}"));
        self.server.request()
    }

    /// It must be rejected, with both versions in the text, and nothing sent.
    async fn rejects(&self, case: &Case<BackupServer>, choice: Choice, newer: Newer, needs: Version) {
        let has = before(needs);
        let error = self.send_to(case, choice, has).await.expect_err(case.descriptor.name);
        let ErrorKind::TooNew { what, .. } = error.kind() else { panic!("{error}") };
        assert_eq!(*what, newer, "{error}");
        let said =
            format!("{}: {newer} needs server {needs}, but the server has {has};", case.descriptor.name);
        assert!(error.to_string().starts_with(&said), "{error}");
        assert!(self.server.requests().is_empty(), "{said}");
    }
}

/// The oldest version that has the operation at some path; `None` if one of
/// them has no version.
fn oldest(operation: &Value) -> Option<Version> {
    let own = (!operation["path"].is_null()).then_some(&operation["since"]);
    let aliases = list(&operation["aliases"]).iter().map(|alias| &alias["since"]);
    own.into_iter().chain(aliases).map(version).min().flatten()
}

#[tokio::test]
async fn operations_that_the_server_is_too_old_for_are_rejected() {
    let peer = Peer::<BackupServer>::start().await;
    let mut rejected = 0;
    for case in BackupServer::cases() {
        let operation = peer.operation(&case);
        let Some(needs) = oldest(operation) else { continue };
        peer.rejects(&case, Choice::Required, Newer::Operation, needs).await;
        let target = peer.accepted(&case, Choice::Required, needs).await.target;
        let paths = list(&operation["aliases"]).iter().map(|alias| &alias["path"]);
        assert!(paths.chain([&operation["path"]]).any(|path| *path == target), "{target}");
        rejected += 1;
    }
    assert_eq!(rejected, 26, "operations that some server is too old for");
}

#[tokio::test]
async fn parameters_that_the_server_is_too_old_for_are_rejected() {
    let peer = Peer::<BackupServer>::start().await;
    let mut rejected = 0;
    for case in BackupServer::cases() {
        for parameter in list(&peer.operation(&case)["parameters"]) {
            let Some(needs) = version(&parameter["since"]) else { continue };
            let name = wire_name(case.descriptor, text(&parameter["name"]));
            let choice = Choice::With(name);
            peer.rejects(&case, choice, Newer::Parameter(name), needs).await;
            let body = peer.accepted(&case, choice, needs).await.body;
            assert!(String::from_utf8_lossy(&body).contains(name));
            peer.accepted(&case, Choice::Required, before(needs)).await;
            rejected += 1;
        }
    }
    assert_eq!(rejected, 14, "parameters that some server is too old for");
}

fn wire_name(descriptor: &Descriptor, name: &str) -> &'static str {
    let mut parameters = descriptor.parameters.iter();
    parameters.find(|parameter| parameter.name == name).expect("the crate has the parameter").name
}
