//! The descriptions in Swagger UI, Redoc and Scalar, in a real browser:
//! `viewers/viewers.test.mjs`.

use std::process::Command;

use crate::foreign::{folder, run};

#[test]
#[ignore = "slow: `.ci/nightly` runs it"]
fn pages_show_the_descriptions() {
    let mut node = Command::new("node");
    run(node.args(["--test", "viewers/"]).current_dir(folder()).env("NO_COLOR", "1"));
}
