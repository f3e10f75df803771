//! More tools that take the descriptions: `tools/tools.test.mjs`, `tools/servers.py`.

use std::process::Command;

use crate::foreign::{folder, run};

#[test]
#[ignore = "slow: `.ci/nightly` runs it"]
fn clients_servers_mocks_and_collections_work() {
    let mut node = Command::new("node");
    run(node.args(["--test", "tools/"]).current_dir(folder()).env("NO_COLOR", "1"));
}
