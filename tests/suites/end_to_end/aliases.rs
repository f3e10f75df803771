//! Every alias of every operation can be reached.

use api_runtime::{ClientBuilder, Reqwest, Version};
use backup_server_api::BackupServer;
use serde_json::Value;

use crate::cases::{Case, TestApi};
use crate::peer::{MINIMAL, Peer};
use crate::spec::{self, list, text};

/// The operations that have aliases.
struct Setup {
    peer: Peer<BackupServer>,
    cases: Vec<Case<BackupServer>>,
}

impl Setup {
    async fn new() -> Self {
        let peer = Peer::start().await;
        let mut cases = BackupServer::cases();
        cases.retain(|case| aliases(peer.operation(case)).next().is_some());
        assert_eq!(cases.len(), 21, "operations with aliases");
        Self { peer, cases }
    }

    fn builder(&self) -> ClientBuilder<BackupServer, Reqwest> {
        self.peer.builder()
    }

    /// The path at which the request of a client arrives.
    async fn target(
        &self,
        case: &Case<BackupServer>,
        builder: ClientBuilder<BackupServer, Reqwest>,
    ) -> String {
        self.peer.succeed(case, MINIMAL);
        let sent = self.peer.send_by(&builder.build().unwrap(), case, MINIMAL).await;
        sent.unwrap_or_else(|error| panic!("{error}"));
        self.peer.server.request().target
    }
}

fn aliases(operation: &Value) -> impl Iterator<Item = &str> {
    list(&operation["aliases"]).iter().map(|alias| text(&alias["path"]))
}

#[tokio::test]
async fn every_alias_can_be_chosen_and_none_is_by_default() {
    let setup = Setup::new().await;
    for case in &setup.cases {
        let operation = setup.peer.operation(case);
        assert_eq!(setup.target(case, setup.builder()).await, spec::path(operation));
        let first = aliases(operation).next().unwrap();
        assert_eq!(setup.target(case, setup.builder().prefer_alias()).await, first);
        for alias in aliases(operation) {
            let builder = setup.builder().path(case.descriptor.name, alias);
            assert_eq!(setup.target(case, builder).await, alias);
        }
    }
}

#[tokio::test]
async fn an_old_server_gets_the_alias_that_it_has() {
    let setup = Setup::new().await;
    let name = "AdminRequestStorageVaultProviders";
    let case = setup.cases.iter().find(|case| case.descriptor.name == name).unwrap();
    for (version, path) in [
        (Version::new(18, 6, 1), "/api/v1/admin/request-bucket-options"),
        (Version::new(18, 6, 2), "/api/v1/admin/request-storage-vault-providers"),
    ] {
        assert_eq!(setup.target(case, setup.builder().server_version(version)).await, path);
    }
}
