//! `cargo xtask add`: what it writes, where, and what it rejects.

use std::fs;

use super::{Ran, TempDir, xtask};

const HEAD: &str = "\
document: 1
part: A
title: Lamps
group: lamps
defaults:
  gates: [K]

operations:
";

const DIM: &str = "  # The first row.
  - operation: LampDim
    summary: Dims a lamp.   # by half
    path: /api/lamp/dim
    returns: message
";

const OFF: &str = "
  # Of the second row.
  - operation: LampOff
    summary: Switches a lamp off.
    inferred_path: /api/lamp/off
    parameters: {Room: string}
    returns: not_shown
    # Behind the last row.
";

const API: &str = "\
title: Lamps API
base_url: \"{base_url}\"
documents: {1: Lamps}
method: POST
encoding: {kind: form}
auth:
  keeper: {title: Keeper, in: form, parameters: {Name: string}, schemes: {name: {takes: [Name]}}}
gates:
  K: {doc: A keeper., auth: keeper}
  L: {doc: Lit., asks: server, rust: is_lit}
message: {type: LampMessage, status: Status, text: Text}
path_convention:
  prefix: /api/
  rules: [{rule: The lamp comes first., as_in: /api/lamp/dim, namespaces: [lamp]}]
";

const FILE: &str = "lamps/operations/1-lamps.yaml";

/// A small spec.
struct Spec(TempDir);

impl Spec {
    fn new() -> Self {
        let folder = TempDir::new();
        folder.write("lamps/api.yaml", API);
        folder.write("lamps/types.yaml", "LampMessage: {fields: {Status: int, Text: string}}\n");
        folder.write(FILE, [HEAD, DIM, OFF].concat());
        Self(folder)
    }

    fn text(&self) -> String {
        self.0.read(FILE)
    }

    fn run(&self, args: &[&str]) -> Ran {
        xtask(&[args, &["--spec", self.0.text()]].concat())
    }

    fn add(&self, args: &[&str]) -> Ran {
        let ran = self.run(&[&["add", "operation"], args].concat());
        assert_eq!(ran.out, "");
        ran
    }

    /// The text of the file once that is added.
    fn with(&self, args: &[&str]) -> String {
        let ran = self.add(args);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.err.contains("operations/1-lamps.yaml:"), "{}", ran.err);
        self.text()
    }
}

#[test]
fn an_entry_is_in_alphabetical_order_and_the_rest_stays() {
    let spec = Spec::new();
    let ran = spec.add(&["LampFlash", "--group", "lamps"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let entry = "
  - operation: LampFlash
    summary: Does what the documents do not describe.
    inferred_path: /api/lamp/flash
    returns: not_shown
";
    assert_eq!(spec.text(), [HEAD, DIM, entry, OFF].concat());
    let line = spec.text().lines().position(|line| line.contains("LampFlash")).expect("the line is there");
    let place = format!("{}/{FILE}:{}: written", spec.0.text(), line + 1);
    assert!(ran.err.starts_with(&place), "{}", ran.err);
}

#[test]
fn an_entry_has_everything_that_is_known() {
    let spec = Spec::new();
    let known = [
        &["LampOn", "--group", "lamps", "--path", "/api/lamp/on", "--since", "1.2.3"][..],
        &["--summary", "Switches a lamp on: at once.", "--gate", "K", "--gate", "L", "--method", "get"],
        &["--parameter", "Room: string", "--parameter", "Rooms: List<string> (JSON)?"],
        &["--returns", "{json: List<string>}"],
    ];
    let entry = "
  - operation: LampOn
    summary: \"Switches a lamp on: at once.\"
    path: /api/lamp/on
    since: 1.2.3
    gates: [K, L]
    method: GET
    parameters:
      Room: string
      Rooms: List<string> (JSON)?
    returns: {json: List<string>}
";
    assert_eq!(spec.with(&known.concat()), [HEAD, DIM, OFF, entry].concat());
}

/// What an entry inherits, it doesn't repeat.
#[test]
fn the_method_of_the_api_is_not_written() {
    let spec = Spec::new();
    assert!(!spec.with(&["LampOn", "--group", "lamps", "--method", "POST"]).contains("method"));
    let ran = spec.add(&["LampZap", "--group", "lamps", "--method", "OPTIONS"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("unknown method `OPTIONS`: expected `GET`, `POST`, "), "{}", ran.err);
}

#[test]
fn an_entry_can_be_the_first_or_after_another() {
    let spec = Spec::new();
    let first = "  - operation: LampBlink
    summary: Does what the documents do not describe.
    inferred_path: /api/lamp/blink
    returns: message

";
    let text = spec.with(&["LampBlink", "--group", "lamps", "--returns", "message"]);
    assert_eq!(text, [HEAD, first, DIM, OFF].concat());

    let spec = Spec::new();
    let text = spec.with(&["LampZap", "--group", "lamps", "--after", "LampDim"]);
    let places = ["LampDim", "LampZap", "LampOff"].map(|name| text.find(name).expect("it is there"));
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn an_entry_is_formatted_and_has_no_findings() {
    let spec = Spec::new();
    assert_eq!(spec.run(&["fmt"]).code, Some(0));
    spec.with(&["LampFlash", "--group", "lamps", "--returns", "{ json:  List<string> }"]);
    assert_eq!(spec.run(&["fmt", "--check"]).code, Some(0), "{}", spec.text());
    let findings = spec.run(&["lint"]).err;
    assert!(!findings.contains("1-lamps.yaml"), "{findings}");
}

/// An invalid entry changes nothing, not even for a moment.
#[test]
fn an_invalid_entry_is_not_written() {
    let spec = Spec::new();
    let changed = || fs::metadata(spec.0.path().join(FILE)).and_then(|file| file.modified()).expect("a time");
    let before = changed();
    for (args, says) in [
        (&["LampOn", "--group", "lamps", "--gate", "Q"][..], "unknown gate `Q`"),
        (&["LampOn", "--group", "lamps", "--parameter", "A: Candle"], "unknown type `Candle`"),
        (&["LampOn", "--group", "lamps", "--path", "/api/on"], "/api/on"),
        (&["LampOn", "--group", "lamps", "--returns", "[a"], "unknown result `[a`"),
        (&["LampOff", "--group", "lamps"], "`LampOff` already exists at "),
    ] {
        let ran = spec.add(args);
        assert_eq!(ran.code, Some(1), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(says), "{args:?}: {}", ran.err);
        assert_eq!(spec.text(), [HEAD, DIM, OFF].concat(), "{args:?}");
        assert_eq!(changed(), before, "{args:?}");
    }
}
