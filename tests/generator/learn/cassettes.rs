//! Cassettes beside archives, whole and damaged.

use std::collections::BTreeSet;
use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;
use generator_learn::recordings::{Broken, Evidence, Exchanges};
use generator_spec::model::{Place, ReturnKind};
use serde_json::{Value, json};

use crate::learn::archive::{CANARY, archive, post};
use crate::learn::learning::{SPEC, evidence, learned_of, yaml};

const PATH: &str = "/api/v1/admin/get-user-profile";

/// A line of a cassette, with secrets wherever there are values.
fn line(body: &Value) -> String {
    let form = [("Username", CANARY), ("AuthType", "Password"), ("Password", CANARY), ("TargetUser", CANARY)];
    let exchange = json!({
        "request": { "operation": "AdminGetUserProfile", "path": PATH, "form": form },
        "response": { "message": {
            "status": 200,
            "headers": [["content-type", "application/json"], ["x-canary", CANARY]],
            "body": body,
        } },
    });
    format!("{exchange}\n")
}

fn profile() -> String {
    line(&json!({ "json": { "Name": CANARY, "Size": 5, "State": null } }))
}

fn add(evidence: &mut Evidence, text: impl AsRef<[u8]>) -> Result<(), Broken> {
    evidence.add(&mut text.as_ref())
}

fn read(text: &str) -> (Evidence, Result<(), Broken>) {
    let mut evidence = evidence(&[], &[]);
    let result = add(&mut evidence, text);
    (evidence, result)
}

#[test]
fn a_cassette_shows_what_an_archive_of_the_same_calls_shows() {
    let answer = json!({ "Name": CANARY, "Size": 5, "State": null });
    let entry = post(PATH, &[("TargetUser", CANARY)], &answer);
    let (cassette, result) = read(&profile().repeat(2));
    result.expect("it is a cassette");
    let archived = learned_of(&evidence(&[entry.clone(), entry.clone()], &[]));
    let learned = learned_of(&cassette);
    assert_eq!(yaml(&learned), yaml(&archived));
    assert!(yaml(&learned).contains("Size: i"), "{}", yaml(&learned));
    assert!(![yaml(&learned), learned.report.text()].concat().contains(CANARY));

    let (mut both, _) = read(&profile());
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(profile().as_bytes()).expect("it is compressed");
    add(&mut both, gzip.finish().expect("it is compressed")).expect("a compressed cassette");
    add(&mut both, archive(std::slice::from_ref(&entry))).expect("an archive");
    let three = learned_of(&evidence(&[entry.clone(), entry.clone(), entry], &[]));
    assert_eq!(yaml(&learned_of(&both)), yaml(&three));
}

/// In a recording, as in a cassette of version 2 that kept only what the spec has, no value is real.
#[test]
fn recordings_show_the_kinds_of_values_and_none_is_listed() {
    let before = |keeps: &str| json!({ "cassette": { "version": 2, "api": "a", "keeps": keeps } });
    let head = |kind: &str| json!({ kind: { "version": 3, "api": "a" } });
    let exchange = line(&json!({ "json": { "Name": "x", "Size": 0, "State": null } }));
    for (head, listed) in [
        (before("spec"), false),
        (before("values"), true),
        (head("recording"), false),
        (head("cassette"), true),
    ] {
        let mut evidence = Evidence::new(SPEC.1.clone(), BTreeSet::from(["Name".to_owned()]));
        add(&mut evidence, format!("{head}\n{exchange}")).expect("it is one of them");
        assert!(yaml(&learned_of(&evidence)).contains("Size: i"));
        assert_eq!(evidence.values().contains_key("Name"), listed, "{head}");
    }
    let lengths = line(&json!({ "text": 12 })) + &line(&json!({ "bytes": 0 }));
    read(&format!("{}\n{lengths}", head("recording"))).1.expect("it is a recording");
    let (_, twice) = read(&format!("{},\"request\":1}}", before("spec").to_string().trim_end_matches('}')));
    twice.expect_err("a line is one thing");
}

/// The name of a file's parameter is not in a cassette, nor how a form was encoded.
#[test]
fn what_a_cassette_does_not_say_is_not_learned() {
    let uploads = json!({
        "request": {
            "operation": "AdminBrandingUpload",
            "path": "/api/v1/admin/branding/upload",
            "files": [{ "name": CANARY, "type": "image/png", "bytes": 5 }],
        },
        "response": { "message": { "status": 200, "headers": [], "body": "left_out" } },
    });
    let failed = r#"{"request":{"operation":"A","path":"/a"},"response":{"failed":"timed_out"}}"#;
    let broken = line(&json!({ "broken": "e30=" }));
    let (evidence, result) = read(&format!("{uploads}\n\n{failed}\n{broken}"));
    result.expect("it is a cassette");
    assert_eq!((evidence.entries, evidence.left_out["requests without a response"]), (3, 1));
    let all = evidence.endpoints.values().map(|it| Exchanges(it.iter().collect()));
    let parts = all.map(|it| (it.whole(), it.results().count() + it.of(ReturnKind::Nothing)));
    assert_eq!(parts.collect::<BTreeSet<_>>(), BTreeSet::from([(0, 0), (1, 0)]));
}

#[test]
fn queries_are_parameters() {
    let asked = r#"{"request":{"operation":"A","method":"GET","path":"/list","form":[["Size","a&b"]]},"response":{"message":{"status":200,"headers":[],"body":{"text":""}}}}"#;
    let (evidence, result) = read(asked);
    result.expect("it is a cassette");
    let found = &evidence.endpoints[&("/list".to_owned(), "GET".to_owned())];
    let found = Exchanges(found.iter().collect());
    assert_eq!(found.parameters(&[Place::Query]).keys().collect::<Vec<_>>(), [&"Size"]);
    assert_eq!(found.of(ReturnKind::Nothing), 1);
}

#[test]
fn what_is_broken_is_named_without_its_values() {
    let whole = profile();
    for end in whole.find(':').expect("a key")..whole.len() - 1 {
        let (evidence, result) = read(&format!("{whole}{}", &whole[..end]));
        let broken = result.expect_err("it is cut off").to_string();
        let ends = format!("it ends at byte {}, within a value", whole.len() + end);
        assert_eq!((evidence.entries, broken), (1, ends));
    }
    let wanted = format!("expected a line with an exchange at byte {}", whole.len());
    for wrong in [
        &*format!("{CANARY}\n"),
        &whole.replace("200", &format!("\"{CANARY}\"")),
        &whole.replace("\"json\"", "\"CaNaRy\""),
        "{\n",
    ] {
        let (evidence, result) = read(&format!("{whole}{wrong}{whole}"));
        assert_eq!((evidence.entries, result.expect_err("a wrong line").to_string()), (1, wanted.clone()));
    }
}
