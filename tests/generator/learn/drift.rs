//! Servers that differ from their spec, one way at a time: `data/learn/drift.yaml` has the calls, and what the
//! report says of them.

use generator_learn::Learned;
use generator_learn::report::Section;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tests::TempDir;

use crate::learn::archive::{CANARY, archive};
use crate::learn::learning::yaml;
use crate::learn::settled::settled;

#[derive(Deserialize)]
struct Drift {
    /// Files of a spec, and their texts.
    spec: Map<String, Value>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    calls: Vec<Call>,
    /// Parts of the overlay.
    #[serde(default)]
    writes: Vec<String>,
    /// The lines of the report, but for those about the evidence.
    says: Vec<String>,
    /// The recording is one of a client.
    #[serde(default)]
    is_cassette: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Call {
    call: String,
    #[serde(default)]
    headers: Map<String, Value>,
    /// Of a cassette.
    #[serde(default)]
    form: Vec<[String; 2]>,
    /// JSON, or any other text.
    sent: Option<Value>,
    #[serde(default = "of_json")]
    sent_as: String,
    #[serde(default = "ok")]
    status: u16,
    #[serde(default)]
    got_headers: Map<String, Value>,
    got: Option<Value>,
    #[serde(default = "of_json")]
    got_as: String,
}

fn of_json() -> String {
    "application/json".to_owned()
}

fn ok() -> u16 {
    200
}

/// A text in YAML is the body itself, unless it should be JSON.
fn body(value: Option<&Value>, ty: &str) -> String {
    match value {
        Some(Value::String(text)) if !text.starts_with('"') || ty != of_json() => text.clone(),
        Some(value) => value.to_string(),
        None => String::new(),
    }
}

fn pairs(all: &Map<String, Value>) -> Vec<Value> {
    all.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect()
}

impl Call {
    fn entry(&self) -> Value {
        let (method, path) = self.call.split_once(' ').expect("a method and a path");
        let posted = json!({ "mimeType": self.sent_as, "text": body(self.sent.as_ref(), &self.sent_as) });
        let content = json!({ "mimeType": self.got_as, "text": body(self.got.as_ref(), &self.got_as) });
        json!({
            "request": {
                "method": method, "url": format!("https://example.com{path}"),
                "headers": pairs(&self.headers),
                "postData": self.sent.as_ref().map(|_| posted),
            },
            "response": { "status": self.status, "headers": pairs(&self.got_headers), "content": content },
        })
    }

    /// A line of a cassette.
    fn line(&self) -> String {
        let (method, path) = self.call.split_once(' ').expect("a method and a path");
        let list = |all: &Map<String, Value>| all.iter().map(|it| json!(it)).collect::<Vec<_>>();
        let body = match &self.got {
            None => json!({ "text": "" }),
            Some(Value::String(text)) => json!({ "text": text }),
            Some(got) => json!({ "json": got }),
        };
        let request = json!({
            "operation": "any", "method": method, "path": path, "headers": list(&self.headers), "form": self.form,
        });
        let message = json!({ "status": self.status, "headers": list(&self.got_headers), "body": body });
        json!({ "request": request, "response": { "message": message } }).to_string()
    }
}

impl Case {
    fn learned(&self, spec: &TempDir) -> Learned {
        let recording = match self.is_cassette {
            false => archive(&self.calls.iter().map(Call::entry).collect::<Vec<_>>()),
            true => {
                let head = r#"{"cassette":{"version":3,"api":"shop"}}"#.to_owned();
                [head].into_iter().chain(self.calls.iter().map(Call::line)).collect::<Vec<_>>().join("\n")
            }
        };
        settled(&spec.path().join("spec"), recording.as_bytes())
    }
}

/// The lines of a report.
fn lines(found: &Learned) -> Vec<String> {
    let mut lines = Vec::new();
    for it in found.report.contradictions() {
        assert!(!it.line.is_empty(), "without a line of the spec: {it}");
        let change = match (it.change.as_str(), it.is_written) {
            ("", _) => String::new(),
            (change, true) => format!("; written: {change}"),
            (change, false) => format!("; to write: {change}"),
        };
        lines.push(format!("{} {}: {}; spec: {}{change}", it.operation, it.place, it.seen, it.spec));
    }
    let sections = [
        Section::Paths,
        Section::Ambiguous,
        Section::Parameters,
        Section::Results,
        Section::Fields,
        Section::Proposed,
        Section::Unknown,
        Section::LeftOut,
    ];
    lines.extend(sections.into_iter().flat_map(|it| found.report.lines(it)));
    lines
}

#[test]
fn what_a_server_does_otherwise_is_said() {
    let text = include_str!("../../data/learn/drift.yaml").replace("CANARY", CANARY);
    let drift: Drift = serde_yaml::from_str(&text).expect("the cases are YAML");
    let spec = TempDir::new();
    for (file, text) in &drift.spec {
        spec.write(file, text.as_str().expect("a text"));
    }
    let mut wrong = String::new();
    for case in &drift.cases {
        let found = case.learned(&spec);
        let (says, text) = (lines(&found), yaml(&found));
        let lacking: Vec<_> = case.writes.iter().filter(|it| !text.contains(it.as_str())).collect();
        if !lacking.is_empty() {
            wrong += &format!("{}:\n  lacks {lacking:#?}\n{text}\n", case.name);
        }
        if says != case.says {
            wrong += &format!("{}:\n  says {says:#?}\n  but should say {:#?}\n", case.name, case.says);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
