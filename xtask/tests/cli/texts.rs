//! Texts of a spec on a terminal.

use super::{TempDir, xtask};

/// Each is invisible, or reorders the text around it.
const HIDDEN: &str = "\u{202e}\u{ad}\u{61c}\u{200b}\u{2028}\u{feff}\u{e0041}";

const API: &str = r#"
title: Lamp API
base_url: "{lamp_url}"
documents: {1: Lamps}
method: POST
encoding: {kind: form}
not_shown: [{what: "\e[31mThe \u202e\u00ad\u061c\u200b\u2028\ufeff\U000e0041colour."}]
"#;

const OPERATIONS: &str = r#"
document: 1
part: Lamps
title: Lamps
group: lamps
operations:
  - operation: LampList
    summary: "Lists \e]0;lamps\a \u202e\u00ad\u061c\u200b\u2028\ufeff\U000e0041of a room."
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
        &["export"],
        &["explain", "LampList", "--format", "json"],
        &["explain", "LampList"],
        &["explain", "LampList", "--show", "client"],
        &["explain", "LampList", "--show", "server"],
        &["explain", "LampList", "--show", "docs"],
        &["explain", "LampList", "--show", "openapi"],
    ];
    for command in commands {
        let ran = xtask(&[command, &["--spec", spec.text()][..]].concat());
        assert_eq!(ran.code, Some(0), "{command:?}: {}", ran.err);
        let controls = |c: char| c.is_control() && c != '\n' || HIDDEN.contains(c);
        assert!(!ran.out.contains(controls), "{command:?}: {:?}", ran.out);
    }
}

/// Nor do the lines of its files, which errors show.
#[test]
fn no_line_of_a_spec_hides_anything() {
    let spec = TempDir::new();
    let hidden: String = HIDDEN.chars().flat_map(|c| [c, 'x']).collect();
    spec.write("lamps/api.yaml", format!("{API}{hidden}: 1\n"));
    spec.write("lamps/operations/1-lamps.yaml", OPERATIONS.replace("auth: none", &format!("auth: {hidden}")));
    for format in ["text", "json", "github"] {
        let ran = xtask(&["lint", "--format", format, "--spec", spec.text()]);
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        let shown = ran.out + &ran.err;
        assert!(shown.contains("1-lamps.yaml") && !shown.contains(|c| HIDDEN.contains(c)), "{shown:?}");
    }
}
