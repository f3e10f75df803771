//! The descriptors of all operations say what the spec says: the runtime's tests
//! show what follows for paths, aliases and versions.

use account_portal_api::AccountPortal;
use api_runtime::{Api, Parameter, Version};
use backup_server_api::BackupServer;
use serde_json::{Value, json};

use crate::support::spec::{self, list, text};

fn version(version: Option<Version>) -> Value {
    version.map(|version| version.to_string()).into()
}

fn parameter(parameter: &Parameter) -> Value {
    json!({
        "name": parameter.name,
        "type": parameter.type_name,
        "required": parameter.required,
        "nullable": parameter.nullable,
        "secret": parameter.secret,
        "one_time": parameter.one_time,
        "top_level_only": parameter.top_level_only,
        "since": version(parameter.since),
    })
}

/// Asserts that an object has these members; it may have others.
fn assert_has(object: &Value, members: &Value) {
    for (name, value) in members.as_object().unwrap() {
        assert_eq!(object[name], *value, "{name} of {}", object["name"]);
    }
}

fn check<A: Api>() {
    let spec = spec::of(A::DESCRIPTOR.name);
    let names: Vec<&str> = spec.operations().map(|operation| text(&operation["name"])).collect();
    assert!(A::DESCRIPTOR.operations.iter().map(|operation| operation.name).eq(names));
    for (descriptor, operation) in A::DESCRIPTOR.operations.iter().zip(spec.operations()) {
        assert_has(
            operation,
            &json!({
                "path": descriptor.path,
                "since": version(descriptor.since),
                "bearer_only": descriptor.bearer_only,
                "permission": descriptor.permission,
                "device_since": version(descriptor.device_since),
            }),
        );
        let aliases = list(&operation["aliases"]);
        assert_eq!(aliases.len(), descriptor.aliases.len(), "{}", descriptor.name);
        for (alias, said) in descriptor.aliases.iter().zip(aliases) {
            assert_has(
                said,
                &json!({ "name": alias.name, "path": alias.path, "since": version(alias.since) }),
            );
        }
        let parameters = list(&operation["parameters"]);
        assert_eq!(parameters.len(), descriptor.parameters.len(), "{}", descriptor.name);
        for (known, said) in descriptor.parameters.iter().zip(parameters) {
            assert_has(said, &parameter(known));
        }
    }
}

#[test]
fn descriptors_say_what_the_spec_says() {
    check::<BackupServer>();
    check::<AccountPortal>();
}
