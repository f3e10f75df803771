//! `add operation`: what it writes, where, and what it refuses.

#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

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

/// A small spec of its own; it goes with the value.
struct Spec(PathBuf);

impl Spec {
    fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let root = std::env::temp_dir().join(format!("xtask-add-{}-{number}", std::process::id()));
        fs::create_dir_all(root.join("lamps/operations")).expect("a folder");
        let spec = Self(root);
        spec.put("api.yaml", API);
        spec.put("types.yaml", "LampMessage: {fields: {Status: int, Text: string}}\n");
        spec.put("operations/1-lamps.yaml", &[HEAD, DIM, OFF].concat());
        spec
    }

    fn put(&self, name: &str, text: &str) {
        fs::write(self.0.join("lamps").join(name), text).expect("the file can be written");
    }

    fn text(&self) -> String {
        fs::read_to_string(self.0.join("lamps/operations/1-lamps.yaml")).expect("the file is there")
    }

    /// Exit code, standard error.
    fn add(&self, args: &[&str]) -> (Option<i32>, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_xtask"));
        command.args(["add", "operation"]).args(args).arg("--spec").arg(&self.0);
        let output = command.output().expect("xtask starts");
        assert_eq!(output.stdout, b"");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    fn run(&self, command: &[&str]) -> (Option<i32>, String) {
        let mut xtask = Command::new(env!("CARGO_BIN_EXE_xtask"));
        let output = xtask.args(command).arg("--spec").arg(&self.0).output().expect("xtask starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    /// The text of the file when that is added.
    fn with(&self, args: &[&str]) -> String {
        let (code, err) = self.add(args);
        assert_eq!(code, Some(0), "{err}");
        assert!(err.contains("operations/1-lamps.yaml:"), "{err}");
        self.text()
    }
}

impl Drop for Spec {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn path(spec: &Spec) -> String {
    Path::new(&spec.0).join("lamps/operations/1-lamps.yaml").display().to_string()
}

#[test]
fn an_entry_stands_by_the_alphabet_and_the_rest_stays() {
    let spec = Spec::new();
    let (code, err) = spec.add(&["LampFlash", "--group", "lamps"]);
    assert_eq!(code, Some(0), "{err}");
    let entry = "
  - operation: LampFlash
    summary: Does what the documents do not describe.
    inferred_path: /api/lamp/flash
    returns: not_shown
";
    assert_eq!(spec.text(), [HEAD, DIM, entry, OFF].concat());
    let line = spec.text().lines().position(|line| line.contains("LampFlash")).expect("the line is there");
    assert!(err.starts_with(&format!("{}:{}: written", path(&spec), line + 1)), "{err}");
}

#[test]
fn an_entry_says_what_is_known() {
    let spec = Spec::new();
    let known = [
        &["LampOn", "--group", "lamps", "--path", "/api/lamp/on", "--since", "1.2.3"][..],
        &["--summary", "Switches a lamp on: at once.", "--gate", "K", "--gate", "L"],
        &["--parameter", "Room: string", "--parameter", "Rooms: List<string> (JSON)?"],
        &["--returns", "{json: List<string>}"],
    ];
    let entry = "
  - operation: LampOn
    summary: \"Switches a lamp on: at once.\"
    path: /api/lamp/on
    since: 1.2.3
    gates: [K, L]
    parameters:
      Room: string
      Rooms: List<string> (JSON)?
    returns: {json: List<string>}
";
    assert_eq!(spec.with(&known.concat()), [HEAD, DIM, OFF, entry].concat());
}

#[test]
fn the_first_and_one_behind_another() {
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
fn fmt_and_lint_have_nothing_to_say_of_an_entry() {
    let spec = Spec::new();
    assert_eq!(spec.run(&["fmt"]).0, Some(0));
    spec.with(&["LampFlash", "--group", "lamps", "--returns", "{ json:  List<string> }"]);
    assert_eq!(spec.run(&["fmt", "--check"]).0, Some(0), "{}", spec.text());
    let (_, findings) = spec.run(&["lint"]);
    assert!(!findings.contains("1-lamps.yaml"), "{findings}");
}

/// Nothing is changed by an entry that would not be sound.
#[test]
fn what_would_not_be_sound_is_not_written() {
    let spec = Spec::new();
    for (args, says) in [
        (&["LampOn", "--group", "lamps", "--gate", "Q"][..], "unknown gate `Q`"),
        (&["LampOn", "--group", "lamps", "--parameter", "A: Candle"], "unknown type `Candle`"),
        (&["LampOn", "--group", "lamps", "--path", "/api/on"], "/api/on"),
        (&["LampOn", "--group", "lamps", "--returns", "[a"], "unknown result `[a`"),
        (&["LampOff", "--group", "lamps"], "`LampOff` is there already, at "),
    ] {
        let (code, err) = spec.add(args);
        assert_eq!(code, Some(1), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
        assert_eq!(spec.text(), [HEAD, DIM, OFF].concat(), "{args:?}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let spec = Spec::new();
    for (args, says) in [
        (&[][..], "what is the operation called?"),
        (&["LampOn"], "--group"),
        (&["LampOn", "--group", "lamp"], "did you mean `lamps`?"),
        (&["LampOn", "--group", "lamps", "--after", "LampDin"], "did you mean `LampDim`?"),
        (&["LampOn", "--group", "lamps", "--parameter", "Room"], "--parameter 'Name: type'"),
        (&["LampOn", "--group", "lamps", "--api", "candles"], "there is lamps"),
        (&["LampOn", "--group", "lamps", "--overlay", "some.yaml"], "overlay"),
    ] {
        let (code, err) = spec.add(args);
        assert_eq!(code, Some(2), "{args:?}: {err}");
        assert!(err.contains(says), "{args:?}: {err}");
    }
}
