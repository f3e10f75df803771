//! The program of the API, with a scenario as arguments.

use std::collections::HashMap;
use std::fs;
use std::process::Command;
use std::sync::LazyLock;

use serde_json::Value;

use super::operations::Operation;
use super::scenario::{Credential, Scenario, text};
use super::{KEY, LOGIN, TOKEN};

/// Commands by the names of their operations: as the program describes them.
static COMMANDS: LazyLock<HashMap<String, Value>> = LazyLock::new(|| {
    let found = json(&["find", "--json"]);
    let commands = found.as_array().unwrap().iter().map(|found| {
        let [group, command] = ["group", "command"].map(|key| found[key].as_str().unwrap());
        let described = json(&["describe", group, command, "--json"]);
        (found["operation"].as_str().unwrap().to_owned(), described)
    });
    commands.collect()
});

fn json(arguments: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_shelf-cli")).args(arguments).output().unwrap();
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Runs the command of a scenario; returns whether it succeeded, its output and its errors.
pub fn run(scenario: &Scenario, operation: &Operation, url: &str) -> (bool, String, String) {
    let name = scenario.call.as_deref().unwrap_or_default();
    let (folder, described) = (tempfile::tempdir().unwrap(), &COMMANDS[name]);
    let mut command = Command::new(env!("CARGO_BIN_EXE_shelf-cli"));
    command.env_clear().env("HOME", folder.path()).env("LANG", "C.UTF-8");
    command.env("SSL_CERT_FILE", concat!(env!("CARGO_MANIFEST_DIR"), "/../data/tls/ca.pem"));
    command.args(["group", "command"].map(|key| described[key].as_str().unwrap())).args(["--url", url]);
    match scenario.credential {
        Credential::Login => command.arg(format!("--user={}", LOGIN.0)).env("SHELF_PASSWORD", LOGIN.1),
        Credential::Token => command.env("SHELF_TOKEN", TOKEN),
        Credential::Both => command.env("SHELF_TOKEN", TOKEN).env("SHELF_DESK", KEY),
        Credential::None => &mut command,
        Credential::Key | Credential::Bearer => command.env("SHELF_KEY", KEY),
    };
    let parameters = described["parameters"].as_array().unwrap();
    for (name, value) in &scenario.with {
        let is_it = |it: &&Value| it["name"] == **name && it["field_of"].is_null();
        let known = parameters.iter().find(is_it).unwrap();
        let option = known["option"].as_str().unwrap();
        if let Some(variable) = known["variable"].as_str() {
            command.env(variable, text(value));
            continue;
        }
        for (number, mut text) in texts(value).into_iter().enumerate() {
            if operation.parameters.iter().any(|known| known.file && known.name == name) {
                let path = folder.path().join(format!("{name}-{number}/file"));
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(&path, &text).unwrap();
                text = path.to_str().unwrap().to_owned();
            }
            command.arg(format!("--{option}={text}"));
        }
    }
    command
        .args(scenario.items.is_some().then_some("--all"))
        .args(["--yes", "--output=-"])
        .current_dir(folder.path());
    let output = command.output().unwrap();
    let [printed, errors] =
        [output.stdout, output.stderr].map(|it| String::from_utf8_lossy(&it).into_owned());
    (output.status.success(), printed, errors)
}

/// A list of texts or numbers is an option for each.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) if !items.iter().any(Value::is_object) => items.iter().map(text).collect(),
        other => vec![text(other)],
    }
}
