//! Archives of all kinds, whole and damaged.

use std::collections::BTreeSet;
use std::io::{BufReader, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use generator_learn::recordings::{Broken, Evidence, Exchanges, Vocabulary};
use generator_spec::model::Place;
use serde_json::{Value, json};

use crate::learn::archive::{CANARY, archive, post};

/// Names that are kept.
const KNOWN: &[&str] = &["a", "b", "x", "short", "index", "text", "b\n", "ä", "\u{1f600}", "", "Kind"];

fn read(text: &[u8]) -> (Evidence, Result<(), Broken>) {
    let mut known = Vocabulary::default();
    KNOWN.iter().for_each(|name| known.add_name(name));
    let mut evidence = Evidence::new(known, BTreeSet::new());
    let result = evidence.add(&mut { text });
    (evidence, result)
}

fn whole(text: &str) -> Evidence {
    let (evidence, result) = read(text.as_bytes());
    result.expect("it is an archive");
    evidence
}

/// The evidence of one entry.
fn one(entry: &Value) -> Evidence {
    whole(&archive(std::slice::from_ref(entry)))
}

fn all(evidence: &Evidence) -> Exchanges<'_> {
    Exchanges(evidence.endpoints.values().flatten().collect())
}

const PATH: &str = "/api/v1/admin/list-users";

#[test]
fn a_truncated_archive_keeps_what_came_before() {
    let entries: Vec<Value> =
        (0..3).map(|count| post(PATH, &[("a", "b")], &json!([count, "\u{1f600}\\"]))).collect();
    let text = archive(&entries);
    let mut before = 0;
    for end in 0..text.len() {
        let (evidence, result) = read(&text.as_bytes()[..end]);
        result.expect_err("it is cut off");
        assert!(evidence.entries >= before);
        before = evidence.entries;
    }
    assert_eq!(before, 3);
    let (evidence, result) = read(&text.as_bytes()[..text.len() - 40]);
    let broken = result.expect_err("it is cut off").to_string();
    assert_eq!(
        (evidence.entries, &*broken),
        (2, &*format!("it ends at byte {}, within a value", text.len() - 40))
    );
}

#[test]
fn what_is_no_archive_is_refused() {
    for text in [
        "",
        "[]",
        "{}",
        "null",
        "{\"log\": {}}",
        "{\"log\": 1}",
        "<html>",
        "{\"log\": {\"entries\": [1,]}}",
        "{\"log\": \"CaNaRy\", \"x\": {\"entries\": []}}",
    ] {
        let broken = read(text.as_bytes()).1.expect_err("it is none").to_string();
        assert!(!broken.contains(CANARY), "{broken}");
    }
}

/// Members may be missing, or be of another type than the format says.
#[test]
fn damaged_entries_are_passed_over() {
    let odd = [json!(1), json!(null), json!({}), json!({ "request": [], "response": "x" })];
    let odder = [
        json!({ "request": { "url": 1, "method": {}, "headers": 5, "postData": [] }, "response": { "status": "x" } }),
    ];
    let entries: Vec<Value> = odd.into_iter().chain(odder).chain([post(PATH, &[], &json!({}))]).collect();
    let evidence = whole(&format!("\u{feff}{}", archive(&entries)));
    let left_out: u64 = evidence.left_out.values().sum();
    assert_eq!((evidence.entries, left_out, evidence.endpoints.len()), (6, 5, 1));
}

#[test]
fn gzip_is_recognized_by_its_content() {
    let text = archive(&[post(PATH, &[], &json!({}))]);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("it is written");
    let gzip = encoder.finish().expect("it is written");
    assert_eq!(all(&read(&gzip).0).results().count(), 1);
    assert!(read(&gzip[..gzip.len() / 2]).1.is_err());
}

/// Chromium writes the encoding after the text.
#[test]
fn bodies_in_base64_are_read_whatever_their_size() {
    let mut entry = post(PATH, &[], &json!(null));
    let value = json!((0..50_000).map(|index| json!({ "index": index, "text": "ä" })).collect::<Vec<_>>());
    let base64 = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, value.to_string());
    entry["response"]["content"] = json!({ "mimeType": "application/json", "text": base64, "zencoding": 1 });
    let text = entry.to_string().replace("\"zencoding\":1", "\"encoding\":\"base64\"");
    let evidence = one(&serde_json::from_str(&text).expect("it is JSON"));
    let lists = all(&evidence).results();
    let items = lists.items();
    let fields = (items.field("index").of_kind("int"), items.field("text").of_kind("string"));
    assert_eq!((lists.of_kind("list"), items.count(), fields), (1, 50_000, (50_000, 50_000)));
    // Without the encoding, it is a text that happens to look like base64.
    entry["response"]["content"] = json!({ "mimeType": "text/plain", "text": base64 });
    assert_eq!(all(&one(&entry)).results().count(), 0);
}

/// An entry of which the response is this text, unescaped as it is.
fn raw(answer: &str) -> String {
    archive(&[post(PATH, &[], &json!("ANSWER"))]).replace("\\\"ANSWER\\\"", &answer.replace('"', "\\\""))
}

#[test]
fn nothing_is_too_deep() {
    let (open, close) = ("[".repeat(100_000), "]".repeat(100_000));
    let evidence = whole(&raw(&format!("{open}{close}")));
    assert_eq!(evidence.endpoints.len(), 1);
    let objects = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    assert_eq!(whole(&raw(&objects)).endpoints.len(), 1);
    // In the archive itself, and in a parameter.
    let text = archive(&[post(PATH, &[("x", &open)], &json!({}))]);
    let text = text.replacen("{\"log\"", &format!("{{\"_x\":{objects},\"log\""), 1);
    assert_eq!(whole(&text).entries, 1);
}

#[test]
fn long_names_are_not_kept() {
    let long = "k".repeat(1_000_000);
    let mut entry = post(PATH, &[(&long, "1"), ("short", "1")], &json!({ &long: 1, "short": 2 }));
    entry["request"]["headers"] = json!([{ "name": long, "value": "x" }]);
    let evidence = whole(&archive(&[entry]));
    let (sent, got) = (all(&evidence).parameters(&[Place::Form]), all(&evidence).results());
    assert!(sent.contains_key("short") && sent.keys().all(|name| name.len() < 1000));
    assert_eq!(got.fields().keys().collect::<Vec<_>>(), ["{…}", "short"]);
    assert!(all(&evidence).parameters(&[Place::Header]).is_empty());
}

#[test]
fn a_stream_that_fails_is_reported() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("the disk is gone"))
        }
    }
    let text = archive(&[post(PATH, &[], &json!({}))]);
    let mut source = BufReader::new(text.as_bytes()[..text.len() / 2].chain(Failing));
    let broken = Evidence::default().add(&mut source).expect_err("it fails").to_string();
    assert!(broken.contains("the disk is gone"), "{broken}");
}

/// Control characters, bytes that are not UTF-8, and halves of surrogate pairs, in the archive and in a response.
#[test]
fn what_json_does_not_allow_is_replaced() {
    let answer = "{\"a\":\"\u{1}\\\\ud83d\",\"b\":[\"ÿ\\\\ude00\\ud83d\\ude00\\ud83d\",\"\u{1f600}\",500]}"
        .replace('"', "\\\"");
    let text = archive(&[post(PATH, &[], &json!("ANSWER"))]).replace("\\\"ANSWER\\\"", &answer);
    let latin: Vec<u8> = text
        .chars()
        .flat_map(|c| match c {
            'ÿ' => vec![0xff],
            c => c.to_string().into_bytes(),
        })
        .collect();
    let (evidence, result) = read(&latin);
    result.expect("it is an archive");
    let objects = all(&evidence).results();
    let (texts, items) = (objects.field("a"), objects.field("b").items());
    assert_eq!((texts.of_kind("string"), items.of_kind("string"), items.of_kind("int")), (1, 2, 1));
}

/// Every kind of value is counted, over all of one place.
#[test]
fn values_are_counted_by_their_kinds() {
    let values = json!([null, true, 7, 404, 0.5, 18_446_744_073_709_551_615_u64, "", "x", [], { "a": 1, "b": [{}] }, { "a": "x" }]);
    for text in [values.to_string(), format!("{values:#}")] {
        let mut entry = post(PATH, &[], &json!(null));
        entry["response"]["content"]["text"] = json!(text);
        let evidence = one(&entry);
        let items = all(&evidence).results().items();
        let kinds = ["null", "bool", "int", "number", "string", "list", "object"];
        assert_eq!(kinds.map(|kind| items.of_kind(kind)), [1, 1, 2, 2, 2, 1, 2]);
        assert_eq!(format!("{items:?}"), "Values(11)", "only their number is printed");
        let [a, b] = ["a", "b"].map(|name| items.field(name));
        assert_eq!([a.of_kind("int"), a.of_kind("string"), b.items().of_kind("object")], [1, 1, 1]);
    }
}

#[test]
fn values_are_listed_only_where_they_are_asked_for() {
    let entry =
        |kind: &str| post(PATH, &[("Kind", kind), ("Other", "x")], &json!({ "state": kind, "list": [kind] }));
    let text = archive(&[entry("one"), entry("two")]);
    let listed = BTreeSet::from(["Kind".to_owned(), "list".to_owned()]);
    let mut evidence = Evidence::new(Vocabulary::default(), listed);
    evidence.add(&mut text.as_bytes()).expect("it is an archive");
    let values = evidence.values();
    assert_eq!(values.keys().collect::<Vec<_>>(), [&"Kind", &"list"]);
    assert!(values.values().flatten().all(|it| it.iter().eq(["one", "two"])));
    assert!(whole(&text).values().is_empty());
}

/// Browsers leave out the body of a form with files: nothing is known of its parameters.
#[test]
fn a_body_that_was_not_recorded_says_nothing() {
    for (size, mime) in [(7, "application/x-www-form-urlencoded"), (-1, "multipart/form-data; boundary=x")] {
        let mut entry = post(PATH, &[], &json!({}));
        entry["request"]["bodySize"] = json!(size);
        entry["request"]["postData"] = json!({ "mimeType": mime, "text": "" });
        let evidence = whole(&archive(&[entry]));
        assert_eq!((all(&evidence).count(), all(&evidence).whole()), (1, 0));
    }
    let mut entry = post(PATH, &[], &json!({}));
    entry["request"]["bodySize"] = json!(0);
    entry["request"]["postData"]["text"] = json!("");
    assert_eq!(all(&one(&entry)).whole(), 1);
}
