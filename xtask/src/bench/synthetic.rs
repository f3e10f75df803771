//! Specs of any size.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::Path;

const API: &str = "\
title: Synthetic API
base_url: \"{base_url}\"
documents: {1: Nothing}
method: POST
encoding: {kind: form, status: inferred}
auth:
  admin:
    title: Admin auth block
    in: form
    parameters: {Username: string, Password: {type: string, secret: true}}
    schemes: {password: {takes: [Username, Password]}}
gates:
  AA: {doc: Admin auth block required., auth: admin}
message: {type: Message, status: Status, text: Message}
";

const TYPES: &str = "\
Message: {status: inferred, fields: {Status: int, Message: string}}
Options: opaque
";

/// Writes a spec with `count` operations, 50 per file.
pub fn write(folder: &Path, count: usize) -> io::Result<()> {
    let operations = folder.join("synthetic/operations");
    fs::create_dir_all(&operations)?;
    fs::write(folder.join("synthetic/api.yaml"), API)?;
    fs::write(folder.join("synthetic/types.yaml"), TYPES)?;
    for first in (0..count).step_by(50) {
        let path = operations.join(format!("{first:06}.yaml"));
        fs::write(path, file(first, count.min(first + 50)))?;
    }
    Ok(())
}

fn file(first: usize, end: usize) -> String {
    let mut text = format!(
        "document: 1\npart: P{first}\ntitle: Part {first}\ngroup: part_{first}\n\
         defaults:\n  gates: [AA]\n\noperations:\n"
    );
    for number in first..end {
        let _ = write!(
            text,
            "  - operation: AdminDoThing{number}\n    summary: Does the thing {number}.\n    \
             path: /api/v1/admin/do-thing-{number}\n    since: 18.3.{}\n    parameters:\n      \
             TargetID: {{type: string, doc: Live connection GUID.}}\n      \
             Count: {{type: int?, since: 20.1.0, doc: How often.}}\n      \
             Options: Options (JSON)?\n    returns: message\n    \
             rules: [The thing is done once.]\n\n",
            number % 100
        );
    }
    text
}
