//! Which bad specs a schema catches, and why not the others.

use std::path::Path;

use super::{faults, kinds};

const NOT_CAUGHT: &[(&str, &str)] = &[
    (
        "a schema looks no name up in another place",
        "credential-parameter message-field no-exception no-listed-values not-inherited \
         overlay-nameless overlay-unknown rule-support swapped-parameters unknown-auth-block \
         unknown-auth-parameter unknown-condition unknown-document unknown-gate \
         unknown-inherited-auth-block unknown-inherited-gate unknown-inherited-replacement \
         see-also unknown-inherited-type unknown-message-type unknown-message-type-far \
         unknown-operation",
    ),
    (
        "a schema compares no entry with another",
        "constant-clash credential-collision credential-collision-bearer \
         documented-off-convention gate-method-twice gate-two-credentials group-name-twice \
         inferred-off-convention listed-values-misfit method-twice names-itself operation-twice \
         overlay-conflict overlay-taken permission-two-credentials rust-name-given-twice \
         rust-name-twice scheme-leaves-out taken",
    ),
    (
        "what api.yaml or the file's defaults say decides",
        "file-outside-multipart no-auth no-convention no-message no-returns",
    ),
    (
        "a name is reserved in Rust or in a generated crate",
        "group-name-mod rust-name-reserved rust-name-reserved-by-the-struct \
         rust-name-reserved-traits",
    ),
    (
        "the fault is in the name of a file or folder, or in none",
        "file-name folder-name folder-name-reserved folder-name-surface guide-folder guide-names \
         no-api no-api-file no-operations stray-file",
    ),
    (
        "the fault is in YAML itself, before there is a value to check",
        "duplicate-key not-utf8 syntax yaml-alias yaml-anchor yaml-key yaml-second-document yaml-tag",
    ),
    ("the fault is in Markdown", "guide-markdown"),
];

#[test]
fn every_bad_spec_that_a_schema_can_catch_is_caught() {
    let kinds = kinds();
    let is_caught = |name: &String| !faults(&Path::new("data/bad").join(name), &kinds).is_empty();
    let uncaught: Vec<String> =
        tests::names_in("data/bad").into_iter().filter(|name| !is_caught(name)).collect();
    let mut listed: Vec<&str> = NOT_CAUGHT.iter().flat_map(|(_, names)| names.split_whitespace()).collect();
    listed.sort_unstable();
    assert_eq!(uncaught, listed);
}
