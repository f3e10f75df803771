//! Texts of a spec on a terminal.

use super::{TempDir, xtask};

const API: &str = r#"
title: Lamp API
base_url: "{lamp_url}"
documents: {1: Lamps}
method: POST
encoding: {kind: form}
not_shown: [{what: "\e[31mThe \u202ecolour."}]
"#;

const OPERATIONS: &str = r#"
document: 1
part: Lamps
title: Lamps
group: lamps
operations:
  - operation: LampList
    summary: "Lists \e]0;lamps\a \u202eof a room."
    path: /api/lamp/list
    auth: none
    returns: not_shown
    notes: [{read: "\e[1mThis.", decided: "\e[2mThat.", why: "\e[3mBecause."}]
"#;

#[test]
fn no_text_of_a_spec_controls_the_terminal() {
    let spec = TempDir::new();
    spec.write("lamps/api.yaml", API);
    spec.write("lamps/operations/1-lamps.yaml", OPERATIONS);
    let commands: &[&[&str]] = &[
        &["list"],
        &["gaps", "--details"],
        &["explain", "LampList"],
        &["explain", "LampList", "--show", "client"],
        &["explain", "LampList", "--show", "server"],
        &["explain", "LampList", "--show", "docs"],
    ];
    for command in commands {
        let ran = xtask(&[command, &["--spec", spec.text()][..]].concat());
        assert_eq!(ran.code, Some(0), "{command:?}: {}", ran.err);
        let controls = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!ran.out.contains(controls), "{command:?}: {:?}", ran.out);
    }
}
