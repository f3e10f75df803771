//! What a server is too old for is refused before anything is sent.

use api_runtime::{Client, Descriptor, Error, ErrorKind, Newer, Reqwest, Version};
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::answer::{Size, success};
use crate::cases::{Case, TestApi};
use crate::credentials::{Fields, Login};
use crate::sample::{Choice, Fill, Sample};
use crate::server::Server;
use crate::spec::{self, Spec, list, text};

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

struct Setup {
    server: Server,
    /// Shared by the clients: to make one takes time.
    transport: Reqwest,
    spec: &'static Spec,
}

impl Setup {
    async fn new() -> Self {
        Self {
            server: Server::start().await,
            transport: Reqwest::new().unwrap(),
            spec: spec::of("backup-server"),
        }
    }

    async fn send(&self, case: &Case<BackupServer>, choice: Choice, has: Version) -> Result<(), Error> {
        let operation = self.spec.operation(case.descriptor.name);
        self.server.answer(success(self.spec, operation, Size::Stated, Fill::Awkward).0);
        let credential = if operation["auth"]["block"] == "user" { "user" } else { "admin" };
        let builder = Client::with_transport(self.server.url(), self.transport.clone());
        let client = builder.server_version(has).build()?;
        let client = BackupServer::log_in(&client, credential, Fields::Password);
        (case.send)(client, Sample::new(case.descriptor, choice, Fill::Awkward)).await.map(drop)
    }

    /// It must be refused, with both versions in the text, and nothing sent.
    async fn refuses(&self, case: &Case<BackupServer>, choice: Choice, newer: Newer, needs: Version) {
        let has = before(needs);
        let error = self.send(case, choice, has).await.expect_err(case.descriptor.name);
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
async fn an_operation_that_is_too_new_is_refused() {
    let setup = Setup::new().await;
    let mut refused = 0;
    for case in BackupServer::cases() {
        let operation = setup.spec.operation(case.descriptor.name);
        let Some(needs) = oldest(operation) else { continue };
        setup.refuses(&case, Choice::Required, Newer::Operation, needs).await;
        setup.send(&case, Choice::Required, needs).await.unwrap_or_else(|error| panic!("{error}"));
        let target = setup.server.request().target;
        let paths = list(&operation["aliases"]).iter().map(|alias| &alias["path"]);
        assert!(paths.chain([&operation["path"]]).any(|path| *path == target), "{target}");
        refused += 1;
    }
    assert_eq!(refused, 26, "operations that are too new for some server");
}

#[tokio::test]
async fn a_parameter_that_is_too_new_is_refused() {
    let setup = Setup::new().await;
    let mut refused = 0;
    for case in BackupServer::cases() {
        let operation = setup.spec.operation(case.descriptor.name);
        for parameter in list(&operation["parameters"]) {
            let Some(needs) = version(&parameter["since"]) else { continue };
            let name = wire_name(case.descriptor, text(&parameter["name"]));
            let choice = Choice::With(name);
            setup.refuses(&case, choice, Newer::Parameter(name), needs).await;
            setup.send(&case, choice, needs).await.unwrap_or_else(|error| panic!("{error}"));
            assert!(String::from_utf8_lossy(&setup.server.request().body).contains(name));
            setup
                .send(&case, Choice::Required, before(needs))
                .await
                .unwrap_or_else(|error| panic!("{error}"));
            setup.server.request();
            refused += 1;
        }
    }
    assert_eq!(refused, 14, "parameters that are too new for some server");
}

fn wire_name(descriptor: &Descriptor, name: &str) -> &'static str {
    let mut parameters = descriptor.parameters.iter();
    parameters.find(|parameter| parameter.name == name).expect("the crate has the parameter").name
}
