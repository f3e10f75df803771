//! Several mistakes at once: one run reports each of them, and nothing that only follows from one.

#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use generator::Spec;
use generator::diagnostics::{self, Faults};
use tests::TempDir;

const API: &str = r#"
title: Lamp API
base_url: "{lamp_url}"
documents: {1: Lamps}
method: POST
encoding: {kind: form}
default_auth: user
auth:
  user:
    title: User
    in: form
    scheme: Kind
    parameters: {Kind: string, Name: string, Key: {type: string, secret: true}}
gates:
  A: {doc: Lamps are on., auth: user}
  B: {doc: Lamps are off.}
message: {type: Answer, status: Status, text: Text}
path_convention:
  prefix: /api/
  rules:
    - {rule: Lamps are a namespace., as_in: /api/lamp/on, namespaces: [lamp]}
  exceptions: {LampOut: It is older.}
version_changes:
  - {version: 1.2.3, operations: [LampOn], change: It is faster.}
"#;

const TYPES: &str = r"
Answer: {fields: {Status: int, Text: string}}
Bulb: {fields: {Name: string, Watts: int}}
Colour: {of: string, values: [red, blue]}
";

const LAMPS: &str = r"
document: 1
part: A
title: Lamps
group: lamps
defaults: {gates: [A], returns: message}
operations:
  - operation: LampOn
    summary: Switches a lamp on.
    path: /api/lamp/on
    parameters: {Bulb: Bulb, Colour: {type: string, values: Colour}}
  - operation: LampOff
    summary: Switches a lamp off.
    inferred_path: /api/lamp/off
    gates: [A, B]
    matches: LampOn
    returns: {json: List<Bulb>}
  - operation: LampOut
    summary: Takes a lamp out.
    path: /out
";

/// A mistake: in a file, this text becomes that one.
type Mistake = (&'static str, &'static str, &'static str);

fn faults(mistakes: &[Mistake], overlays: &[&str]) -> Vec<String> {
    let folder = TempDir::new();
    write_spec(folder.path(), mistakes);
    let write = |(index, text): (usize, &&str)| {
        let path = folder.path().join(format!("{index}.yaml"));
        fs::write(&path, text).expect("a file");
        path
    };
    let overlays: Vec<PathBuf> = overlays.iter().enumerate().map(write).collect();
    found(folder.path(), &overlays)
}

/// What is wrong with the spec of a folder.
fn found(folder: &Path, overlays: &[PathBuf]) -> Vec<String> {
    let found = Spec::open_with(&folder.join("spec"), overlays);
    let found = found.map_or_else(Faults::sorted, |_| Vec::new());
    let base = format!("{}/", folder.display());
    let shown =
        |fault: String| fault.replace(&base, "").replace("spec/lamps/", "").replace("operations/", "");
    found.iter().map(|fault| shown(fault.to_string())).collect()
}

fn write_spec(folder: &Path, mistakes: &[Mistake]) {
    let lamps = folder.join("spec/lamps");
    fs::create_dir_all(lamps.join("operations")).expect("a folder");
    for (name, text) in [("api.yaml", API), ("types.yaml", TYPES), ("operations/lamps.yaml", LAMPS)] {
        let mut text = text.to_owned();
        for (_, from, to) in mistakes.iter().filter(|(file, ..)| name.ends_with(file)) {
            assert!(text.contains(from), "{name} does not have {from:?}");
            text = text.replacen(from, to, 1);
        }
        fs::write(lamps.join(name), text).expect("a file");
    }
}

#[test]
fn the_base_is_sound() {
    assert_eq!(faults(&[], &[]), Vec::<String>::new());
}

/// The mistakes of one run, and all that it reports.
const RUNS: &[(&[Mistake], &[&str])] = &[
    // Four mistakes in one file.
    (
        &[
            ("lamps.yaml", "    matches", "    colour: red\n    matches"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
            ("lamps.yaml", "Bulb: Bulb", "Bulb: Blub"),
            ("lamps.yaml", "/api/lamp/off", "/api/lamp-off"),
        ],
        &[
            "lamps.yaml:11:24: unknown type `Blub`",
            "lamps.yaml:14:20: the inferred path `/api/lamp-off` does not follow the convention",
            "lamps.yaml:15:16: unknown gate `C`",
            "lamps.yaml:16:5: unknown key `colour`",
        ],
    ),
    // A misspelt key is read as the one that is meant.
    (
        &[
            ("lamps.yaml", "inferred_path: /api/lamp/off", "infered_path: /lamp"),
            ("lamps.yaml", "returns: {json", "retuns: {json"),
        ],
        &[
            "lamps.yaml:14:5: unknown key `infered_path`",
            "lamps.yaml:14:19: the inferred path `/lamp` does not follow the convention",
            "lamps.yaml:17:5: unknown key `retuns`",
        ],
    ),
    // A missing key has no followers.
    (
        &[("api.yaml", "method: POST\n", ""), ("types.yaml", "Watts: int", "Watts: itn")],
        &["api.yaml:2:1: missing key `method`", "types.yaml:3:38: unknown type `itn`"],
    ),
    (&[("api.yaml", "documents: {1: Lamps}\n", "")], &["api.yaml:2:1: missing key `documents`"]),
    (&[("api.yaml", "prefix: /api/\n  ", "")], &["api.yaml:19:3: missing key `prefix`"]),
    (
        &[("lamps.yaml", "    summary: Switches a lamp on.\n", ""), ("lamps.yaml", "[A, B]", "[X]")],
        &["lamps.yaml:8:5: missing key `summary`", "lamps.yaml:14:13: unknown gate `X`"],
    ),
    (&[("lamps.yaml", "group: lamps\n", "")], &["lamps.yaml:2:1: missing key `group`"]),
    (&[("api.yaml", "type: Answer, ", "")], &["api.yaml:17:10: missing key `type`"]),
    // Nor has a value of the wrong shape.
    (&[("api.yaml", "method: POST", "method: [POST]")], &["api.yaml:5:9: expected text, found a list"]),
    (&[("api.yaml", "in: form", "in: from")], &["api.yaml:11:9: unknown value `from`"]),
    (
        &[("api.yaml", "gates:\n", "gates: x\nxgates:\n")],
        &["api.yaml:14:8: expected a map, found text", "api.yaml:15:1: unknown key `xgates`"],
    ),
    (
        &[("api.yaml", "  A: {doc: Lamps are on., auth: user}", "  A: [1]")],
        &["api.yaml:15:6: expected a map, found a list"],
    ),
    (
        &[("api.yaml", "  A: {doc: Lamps are on., auth: user}", "  A: {doc: Lamps are on., auth: [user]}")],
        &["api.yaml:15:33: expected text, found a list"],
    ),
    (
        &[
            ("api.yaml", "A: {doc: Lamps are on., auth: user}", "A: {doc: Lamps are on., auth: usr}"),
            ("api.yaml", "default_auth: user\n", ""),
        ],
        &["api.yaml:14:33: unknown authentication block `usr`"],
    ),
    (
        &[
            ("api.yaml", "auth:\n  user:", "auth:\n  user: 1\n  other:"),
            ("api.yaml", "version: 1.2.3", "version: 1"),
        ],
        &["api.yaml:9:9: expected a map, found a number", "api.yaml:25:15: `1` is not a version"],
    ),
    (
        &[
            ("types.yaml", "Bulb: {fields: {Name: string, Watts: int}}", "Bulb: [1]"),
            ("types.yaml", "Colour: {of: string, ", "Colour: {of: [string], "),
        ],
        &[
            "types.yaml:3:7: expected text or a map, found a list",
            "types.yaml:4:14: expected a word, found a list",
        ],
    ),
    (
        &[("types.yaml", "fields: {Status: int, Text: string}", "fields: {Status: [int], Text: string}")],
        &["types.yaml:2:27: expected text or a map, found a list"],
    ),
    (
        &[
            ("lamps.yaml", "  - operation: LampOn\n", "  - operation: [LampOn]\n"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
        ],
        &["lamps.yaml:8:16: expected text, found a list", "lamps.yaml:15:16: unknown gate `C`"],
    ),
    (
        &[("lamps.yaml", "path: /api/lamp/on", "path: [x]")],
        &["lamps.yaml:10:11: expected text, found a list"],
    ),
    (
        &[("lamps.yaml", "defaults: {gates: [A], returns: message}", "defaults: [A]")],
        &["lamps.yaml:6:11: expected a map, found a list"],
    ),
    (
        &[("lamps.yaml", "returns: message", "returns: [message]")],
        &["lamps.yaml:6:33: expected text or a map, found a list"],
    ),
    (
        &[("lamps.yaml", "  - operation: LampOn\n", "  - LampOn\n  - operation: LampOn\n")],
        &["lamps.yaml:8:5: expected a map, found text"],
    ),
    (&[("api.yaml", "message: {", "message: 1 # {")], &["api.yaml:17:10: expected a map, found a number"]),
    (
        &[("api.yaml", "path_convention:", "path_convention: x\npath_conventional:")],
        &["api.yaml:18:18: expected a map, found text", "api.yaml:19:1: unknown key `path_conventional`"],
    ),
    // A duplicate key costs its entry.
    (
        &[("types.yaml", "\nColour", "\nBulb: opaque\nColour"), ("api.yaml", "[LampOn]", "[LampNo]")],
        &["api.yaml:24:35: unknown operation `LampNo`", "types.yaml:4:1: duplicate key `Bulb`"],
    ),
    (
        &[
            ("lamps.yaml", "{Bulb: Bulb, Colour", "{Bulb: Bulb, Bulb: int, Colour"),
            ("lamps.yaml", "[A, B]", "[A, C]"),
        ],
        &["lamps.yaml:11:30: duplicate key `Bulb`", "lamps.yaml:15:16: unknown gate `C`"],
    ),
    // A file that can't be read costs what it says.
    (
        &[("types.yaml", "Bulb: {", "Bulb: ["), ("lamps.yaml", "[A, B]", "[A, C]")],
        &[
            "lamps.yaml:15:16: unknown gate `C`",
            "types.yaml:4:1: invalid YAML: while parsing a flow sequence, expected ',' or ']'",
        ],
    ),
    (
        &[("lamps.yaml", "document: 1", "document: ["), ("types.yaml", "Watts: int", "Watts: itn")],
        &["lamps.yaml:3:1: invalid YAML: invalid indentation", "types.yaml:3:38: unknown type `itn`"],
    ),
    (
        &[("api.yaml", "title: Lamp API", "title: ["), ("types.yaml", "Watts: int", "Watts: itn")],
        &["api.yaml:3:1: invalid YAML: invalid indentation", "types.yaml:3:38: unknown type `itn`"],
    ),
    // A repeated key that has its mark.
    (
        &[("api.yaml", "method: POST", "? method\n: POST\n? method\n: GET")],
        &["api.yaml:7:3: duplicate key `method`"],
    ),
];

#[test]
fn each_mistake_is_reported_once() {
    for (mistakes, expected) in RUNS {
        assert_eq!(faults(mistakes, &[]), *expected, "{mistakes:#?}");
    }
}

/// Overlays, and all that a run with them reports.
const OVERLAYS: &[(&[Mistake], &[&str], &[&str])] = &[
    (
        &[("lamps.yaml", "[A, B]", "[A, C]")],
        &[
            "overlay: one\napi: lamps\nsource: A test.\noperations: {LampOn: {pth: /on}, LampOf: drop, LampOut: {retuns: {json: Blub}}}\n",
        ],
        &[
            "0.yaml:4:23: unknown key `pth`",
            "0.yaml:4:34: unknown operation `LampOf`",
            "0.yaml:4:58: unknown key `retuns`",
            "0.yaml:4:73: unknown type `Blub`",
            "lamps.yaml:15:16: unknown gate `C`",
        ],
    ),
    (
        &[("lamps.yaml", "Bulb: Bulb", "Bulb: Lamp")],
        &["overlay: one\napi: lamps\nsource: A test.\nadd: {types: {Lamp: [1]}}\n"],
        &["0.yaml:4:21: expected text or a map, found a list"],
    ),
    (
        &[("types.yaml", "Bulb: {fields: {Name: string, Watts: int}}", "Bulb: [1]")],
        &[
            "overlay: one\napi: lamps\nsource: A test.\ntypes: {Bulb: {rename: Lamp}, Colour: {rename: Tint}}\n",
            "overlay: [\n",
        ],
        &[
            "1.yaml:2:1: invalid YAML: while parsing a node, did not find expected node content",
            "types.yaml:3:7: expected text or a map, found a list",
        ],
    ),
];

#[test]
fn overlays_report_each_mistake_once() {
    for (mistakes, overlays, expected) in OVERLAYS {
        assert_eq!(faults(mistakes, overlays), *expected, "{mistakes:#?} {overlays:#?}");
    }
}

/// The four places where a command reads YAML.
const FILES: [&str; 4] =
    ["spec/lamps/api.yaml", "spec/lamps/types.yaml", "spec/lamps/operations/lamps.yaml", "overlay.yaml"];

/// A spec with an overlay, of which one file is replaced.
fn with_file(file: &str, content: &[u8]) -> (TempDir, PathBuf) {
    let folder = TempDir::new();
    write_spec(folder.path(), &[]);
    fs::write(folder.path().join("overlay.yaml"), OVERLAY).expect("an overlay");
    let path = folder.path().join(file);
    fs::write(&path, content).expect("a file");
    (folder, path)
}

const OVERLAY: &str = "overlay: one\napi: lamps\nsource: A test.\noperations: {LampOn: {path: /on}}\n";

/// The titles of what is wrong with the spec, and of what `fmt` says of the file.
fn refused(file: &str, content: &[u8]) -> (Vec<String>, String) {
    let (folder, path) = with_file(file, content);
    let found = found(folder.path(), &[folder.path().join("overlay.yaml")]);
    let shown = path.display().to_string();
    let formatted = generator::load::read(&path).and_then(|text| generator::fmt::format(&shown, &text));
    (
        found,
        formatted.map_or_else(|fault| fault.to_string().replace(&shown, "FILE"), |_| "formatted".to_owned()),
    )
}

/// Whatever is nested too deep is reported, with the usual stack of a thread.
#[test]
fn deep_nesting_is_reported() {
    let levels = 100_000;
    let map: String = (0..5_000).map(|level| format!("{:level$}a:\n", "")).collect();
    let texts = [
        "- ".repeat(levels),
        "[".repeat(levels),
        "{a: ".repeat(levels),
        "[".repeat(levels) + &"]".repeat(levels),
        "? ".repeat(levels),
        format!("rules:\n{map}"),
        map,
    ];
    for (file, text) in FILES.iter().flat_map(|file| texts.iter().map(move |text| (file, text))) {
        let start = Instant::now();
        let (found, formatted) = refused(file, text.as_bytes());
        let deep = "maps and lists nested deeper than 64 levels";
        assert!(matches!(found.as_slice(), [one] if one.ends_with(deep)), "{file}: {found:?}");
        assert!(formatted.ends_with(deep), "{file}: {formatted}");
        assert!(start.elapsed() < Duration::from_secs(20), "{file} took {:?}", start.elapsed());
    }
}

/// A huge value on one line: the report is short, and soon there.
#[test]
fn a_huge_value_is_shown_cut() {
    let long = "x".repeat(2_000_000);
    let overlay = format!("{OVERLAY}auth: {{user: {{prefix: {long}}}}}\n");
    let files = [
        ("overlay.yaml", overlay.replace("path: /on", &format!("path: {long}"))),
        ("overlay.yaml", overlay.replace("LampOn: {path: /on}", &format!("LampOn: {long}"))),
        ("overlay.yaml", format!("overlay: {long}/\napi: {long}\nsource: [{long}]\n")),
        ("overlay.yaml", format!("[{long}, {long}]")),
        ("spec/lamps/types.yaml", TYPES.replace("Watts: int", &format!("Watts: int, x: {long}"))),
        ("spec/lamps/types.yaml", format!("Answer: [{long}, *x]\n")),
        ("spec/lamps/api.yaml", API.replace("method: POST", &format!("method: \"{long}\" \"x\""))),
    ];
    for (file, text) in files {
        let (folder, _) = with_file(file, text.as_bytes());
        let start = Instant::now();
        let faults = Spec::open_with(&folder.path().join("spec"), &[folder.path().join("overlay.yaml")]);
        let report = diagnostics::render(faults.expect_err("a fault"), tests::plain());
        assert!(report.len() < 10_000, "{file}: {} bytes", report.len());
        assert!(start.elapsed() < Duration::from_secs(20), "{file} took {:?}", start.elapsed());
    }
}

/// YAML lets a byte order mark begin each line before the first value.
#[test]
fn a_byte_order_mark_is_no_fault() {
    for file in FILES {
        let (folder, _) = with_file("overlay.yaml", OVERLAY.as_bytes());
        let path = folder.path().join(file);
        let text = fs::read_to_string(&path).expect("a file");
        for marked in [format!("\u{feff}{text}"), format!("\u{feff}# One.\n\n\u{feff}{text}")] {
            fs::write(&path, &marked).expect("a file");
            let overlays = [folder.path().join("overlay.yaml")];
            assert_eq!(found(folder.path(), &overlays), Vec::<String>::new(), "{file}");
            let formatted = generator::fmt::format(file, &marked).expect("it can be formatted");
            assert!(!formatted.contains('\u{feff}'), "{file}: {formatted:?}");
        }
    }
}

/// The bytes, their line and their column, in every file.
#[test]
fn invalid_utf8_is_reported_with_its_place() {
    for file in FILES {
        for (bytes, says) in [
            (&b"a: b\nc\xc3\xa4: \xff\n"[..], "2:5: invalid UTF-8: 0xFF"),
            (b"\xc3", "1:1: invalid UTF-8: 0xC3"),
        ] {
            let (found, formatted) = refused(file, bytes);
            assert!(matches!(found.as_slice(), [one] if one.ends_with(says)), "{file}: {found:?}");
            assert_eq!(formatted, format!("FILE:{says}"));
        }
    }
}

/// To open a FIFO would wait for ever.
#[test]
#[cfg(unix)]
fn what_is_not_a_regular_file_is_refused() {
    for file in FILES {
        let (folder, _) = with_file("overlay.yaml", OVERLAY.as_bytes());
        let path = folder.path().join(file);
        fs::remove_file(&path).expect("it was there");
        let made = Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        let says = |path: &str| {
            format!("{} is not a regular file", path.replace("spec/lamps/", "").replace("operations/", ""))
        };
        let overlays = [folder.path().join("overlay.yaml")];
        assert_eq!(found(folder.path(), &overlays), [says(file)]);
        fs::remove_file(&path).expect("it was there");
        std::os::unix::fs::symlink("/dev/zero", &path).expect("a link");
        assert_eq!(found(folder.path(), &overlays), [says(file)]);
    }
}

#[test]
#[cfg(unix)]
fn why_a_folder_cannot_be_read_is_reported() {
    let folder = TempDir::new();
    write_spec(folder.path(), &[]);
    let operations = folder.path().join("spec/lamps/operations");
    fs::remove_dir_all(&operations).expect("it was there");
    fs::write(&operations, "").expect("a file");
    let found = found(folder.path(), &[]);
    let is_it = |one: &String| one.contains("operations has no operations: Not a directory");
    assert!(matches!(found.as_slice(), [one] if is_it(one)), "{found:?}");
}

/// A name of a file is text like any other.
#[test]
#[cfg(unix)]
fn odd_names_are_refused_and_shown_escaped() {
    let folder = TempDir::new();
    let spec = folder.path().join("a\nb\u{202e}");
    write_spec(&spec, &[]);
    let lamps = spec.join("spec/lamps");
    for name in ["1\n2.yaml", "-->.yaml", "\u{1b}[31m.yaml", "<b>.yaml", "`x`.yaml"] {
        fs::write(lamps.join("operations").join(name), LAMPS).expect("a file");
    }
    fs::write(lamps.join("\u{7}.yaml"), "").expect("a file");
    fs::create_dir(spec.join("spec/\u{1b}]0;x\u{7}")).expect("a folder");
    let overlay = spec.join("no\noverlay.yaml");
    let faults = Spec::open_with(&spec.join("spec"), &[overlay]).expect_err("faults");
    let report = diagnostics::render(faults, tests::plain());
    assert!(report.chars().all(|c| c == '\n' || generator::text::inert(c) == c), "{report:?}");
    for shown in [
        "a\\nb\\u{202e}/spec/lamps/operations/1\\n2.yaml is not named",
        "/-->.yaml is not named",
        "\\u{1b}[31m.yaml is not named",
        "no\\noverlay.yaml",
    ] {
        assert!(report.contains(shown), "{shown} is not in\n{report}");
    }
}
