//! Two validators that know nothing of each other.

use crate::{APIS, description, run, tool};

#[test]
fn openapi_spec_validator_finds_no_error() {
    run(tool("venv/bin/openapi-spec-validator").args(APIS.map(description)));
}

#[test]
fn redocly_finds_no_error() {
    run(tool("node_modules/.bin/redocly")
        .arg("lint")
        .args(["--config", "redocly.yaml"])
        .args(APIS.map(description)));
}
