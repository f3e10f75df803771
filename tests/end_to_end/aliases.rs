//! Every alias of every operation can be reached.

use api_runtime::{Client, ClientBuilder, Reqwest, Version};
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::answer::{Size, success};
use crate::cases::{Case, TestApi};
use crate::credentials::{Fields, Login};
use crate::sample::{Choice, Fill, Sample};
use crate::server::Server;
use crate::spec::{self, Spec, list, text};

/// A server, and every operation that has aliases.
struct Setup {
    server: Server,
    /// Shared by the clients: to make one takes time.
    transport: Reqwest,
    spec: &'static Spec,
    cases: Vec<(Case<BackupServer>, &'static Value)>,
}

impl Setup {
    async fn new() -> Self {
        let spec = spec::of("backup-server");
        let cases = BackupServer::cases().into_iter().map(|case| {
            let operation = spec.operation(case.descriptor.name);
            (case, operation)
        });
        let cases: Vec<_> = cases.filter(|(_, operation)| !list(&operation["aliases"]).is_empty()).collect();
        assert_eq!(cases.len(), 21, "operations with aliases");
        let transport = Reqwest::new().expect("TLS can be set up");
        Self { server: Server::start().await, transport, spec, cases }
    }

    fn builder(&self) -> ClientBuilder<BackupServer, Reqwest> {
        Client::with_transport(self.server.url(), self.transport.clone())
    }

    /// The path at which the request of this client arrives.
    async fn target(
        &self,
        case: &Case<BackupServer>,
        operation: &Value,
        client: &Client<BackupServer, Reqwest>,
    ) -> String {
        self.server.answer(success(self.spec, operation, Size::Stated, Fill::Awkward).0);
        let client = BackupServer::log_in(client, "admin", Fields::Password);
        let sample = Sample::new(case.descriptor, Choice::Required, Fill::Awkward);
        (case.send)(client, sample).await.unwrap_or_else(|error| panic!("{error}"));
        self.server.request().target
    }
}

fn aliases(operation: &Value) -> impl Iterator<Item = &str> {
    list(&operation["aliases"]).iter().map(|alias| text(&alias["path"]))
}

#[tokio::test]
async fn prefer_alias_takes_the_first_alias() {
    let setup = Setup::new().await;
    let client = setup.builder().prefer_alias().build().unwrap();
    for (case, operation) in &setup.cases {
        let first = aliases(operation).next().unwrap();
        assert_eq!(setup.target(case, operation, &client).await, first);
    }
}

#[tokio::test]
async fn any_alias_can_be_set_as_the_path() {
    let setup = Setup::new().await;
    for (case, operation) in &setup.cases {
        for alias in aliases(operation) {
            let builder = setup.builder().path(case.descriptor.name, alias);
            assert_eq!(setup.target(case, operation, &builder.build().unwrap()).await, alias);
        }
    }
}

#[tokio::test]
async fn the_path_is_taken_unless_told_otherwise() {
    let setup = Setup::new().await;
    let client = Client::anonymous(setup.server.url()).unwrap();
    for (case, operation) in &setup.cases {
        assert_eq!(setup.target(case, operation, &client).await, spec::path(operation));
    }
}

#[tokio::test]
async fn an_old_server_gets_the_alias_that_it_has() {
    let setup = Setup::new().await;
    let old = setup.builder().server_version(Version::new(18, 6, 1)).build().unwrap();
    let new = setup.builder().server_version(Version::new(18, 6, 2)).build().unwrap();
    let name = "AdminRequestStorageVaultProviders";
    let (case, operation) = setup.cases.iter().find(|(case, _)| case.descriptor.name == name).unwrap();
    let target = setup.target(case, operation, &old).await;
    assert_eq!(target, "/api/v1/admin/request-bucket-options");
    let target = setup.target(case, operation, &new).await;
    assert_eq!(target, "/api/v1/admin/request-storage-vault-providers");
}
