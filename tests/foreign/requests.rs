//! Requests that Schemathesis derives from the descriptions, to servers that
//! let all callers in and implement everything.

use account_portal_api::AccountPortal;
use backup_server_api::BackupServer;

use crate::foreign::{description, run, tool};
use crate::support::fake_server::{self, Callers, FakeServer, Served};

/// Checks that do not hold here. Servers take more than descriptions say: any
/// JSON for a type whose fields nobody knows, `0` for `false`, and the fields of
/// a credential next to a bearer token. And these servers let all callers in.
const NOT_THESE: &str = "negative_data_rejection,ignored_auth";

async fn responses_are_as_described<A: Served>(api: &'static str) {
    let fake = FakeServer { callers: Callers::Anybody, ..FakeServer::default() };
    let url = fake_server::serve(A::builder(fake.clone()).into_router().unwrap()).await;
    let tested = tokio::task::spawn_blocking(move || {
        let mut command = tool("venv/bin/schemathesis");
        command.args(["--config-file", "schemathesis.toml", "run", "--exclude-checks", NOT_THESE]);
        command.args([&description(api), "--url", &url]);
        run(&mut command)
    });
    tested.await.unwrap();
    let reached: std::collections::BTreeSet<_> = fake.heard().iter().map(|heard| heard.operation).collect();
    let all = A::DESCRIPTOR.operations.iter().map(|operation| operation.name);
    let missed: Vec<_> = all.filter(|name| !reached.contains(name)).collect();
    assert_eq!(missed, Vec::<&str>::new(), "no request reached the handlers of these");
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn the_portal_responds_as_described() {
    responses_are_as_described::<AccountPortal>("account-portal").await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "third-party tools: see CONTRIBUTING.md"]
async fn the_server_responds_as_described() {
    responses_are_as_described::<BackupServer>("backup-server").await;
}
