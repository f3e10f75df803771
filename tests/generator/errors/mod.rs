//! All errors of a spec are reported, once.

mod files;
mod mistakes;

use std::fs;
use std::path::{Path, PathBuf};

use generator_spec::Spec;
use generator_spec::diagnostics::Errors;
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

/// A mistake: in a file, the first text is replaced by the second.
type Mistake = (&'static str, &'static str, &'static str);

fn errors(mistakes: &[Mistake], overlays: &[&str]) -> Vec<String> {
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

/// The errors in the spec of a folder.
fn found(folder: &Path, overlays: &[PathBuf]) -> Vec<String> {
    let found = Spec::open_with(&folder.join("spec"), overlays);
    let found = found.map_or_else(Errors::sorted, |_| Vec::new());
    let base = format!("{}/", folder.display());
    let shown =
        |error: String| error.replace(&base, "").replace("spec/lamps/", "").replace("operations/", "");
    found.iter().map(|error| shown(error.to_string())).collect()
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
