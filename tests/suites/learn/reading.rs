//! Archives of all kinds, whole and damaged.

use std::collections::BTreeSet;
use std::io::{BufReader, Read, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use generator_learn::recordings::{Broken, Evidence, Shape, Vocabulary};
use serde_json::{Map, Value, json};

use crate::archive::{archive, post};

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

/// The shape of an answer.
fn answer(entry: &Value) -> Shape {
    let evidence = whole(&archive(std::slice::from_ref(entry)));
    evidence.endpoints.values().next().expect("an endpoint").fine.answers.json.clone()
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
        let broken = result.expect_err("it is cut off");
        assert!(broken.at <= end as u64, "{broken}");
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
    for text in
        ["", "[]", "{}", "null", "{\"log\": {}}", "{\"log\": 1}", "<html>", "{\"log\": {\"entries\": [1,]}}"]
    {
        assert!(read(text.as_bytes()).1.is_err(), "{text}");
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
fn gzip_is_recognised_by_its_content() {
    let text = archive(&[post(PATH, &[], &json!({}))]);
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(text.as_bytes()).expect("it is written");
    let gzip = encoder.finish().expect("it is written");
    assert_eq!(read(&gzip).0.endpoints, whole(&text).endpoints);
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
    let shape = answer(&serde_json::from_str(&text).expect("it is JSON"));
    let item = shape.item.expect("items");
    assert_eq!(
        (shape.lists, item.objects, item.fields["index"].ints, item.fields["text"].texts),
        (1, 50_000, 50_000, 50_000)
    );
    // Without the encoding, it is a text that happens to look like base64.
    entry["response"]["content"] = json!({ "mimeType": "text/plain", "text": base64 });
    assert_eq!(answer(&entry).count(), 0);
}

/// An entry of which the answer is this text, unescaped as it is.
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
    let part = &evidence.endpoints[0].fine;
    assert!(part.body.contains_key("short") && part.body.keys().all(|name| name.len() < 1000));
    assert_eq!(part.answers.json.fields.keys().collect::<Vec<_>>(), ["short"]);
    assert!(part.headers.is_empty() && part.answers.json.others.is_some());
}

/// More different names than anyone has: what is kept stays bounded.
#[test]
fn many_names_are_bounded() {
    let fields: Map<String, Value> =
        (0..5000).map(|index| (format!("name{index}x"), json!({ "a": 1 }))).collect();
    let entries: Vec<Value> =
        (0..20).map(|index| post(&format!("{PATH}{index}x"), &[], &json!([fields]))).collect();
    let evidence = whole(&archive(&entries));
    let places: usize = evidence.endpoints.values().map(|it| it.fine.answers.json.places()).sum();
    assert!(places < 20 * 1000, "{places}");
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

/// The reader agrees with serde_json on what values are.
#[test]
fn shapes_are_those_of_the_values() {
    let mut random = 7;
    for _ in 0..500 {
        let value = value(&mut random, 0);
        for text in [value.to_string(), format!("{value:#}"), escaped(&value.to_string())] {
            let mut entry = post(PATH, &[], &json!(null));
            entry["response"]["content"]["text"] = json!(text);
            assert_eq!(answer(&entry), shape(&value), "{text}");
        }
    }
}

/// The same JSON, with escapes wherever they are possible.
fn escaped(json: &str) -> String {
    let mut units = [0; 2];
    let escape = |c: char| match c {
        c if c.is_ascii() => c.to_string(),
        c => c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")).collect(),
    };
    json.chars().map(escape).collect()
}

fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *random >> 33
}

fn value(random: &mut u64, depth: usize) -> Value {
    match next(random) % if depth < 4 { 10 } else { 6 } {
        0 => Value::Null,
        1 => json!(next(random).is_multiple_of(2)),
        2 => json!(next(random) as i64 % 700),
        3 => json!(next(random) as f64 / 7.0 + 0.1),
        4 => json!(""),
        5 => json!("a\"\\\n\u{1f600}ä\u{7f}/"),
        6 | 7 => (0..next(random) % 4).map(|_| value(random, depth + 1)).collect::<Vec<_>>().into(),
        _ => {
            let names = ["a", "b\n", "ä", "\u{1f600}", ""];
            let field =
                |random: &mut u64| (names[next(random) as usize % 5].to_owned(), value(random, depth + 1));
            (0..next(random) % 5).map(|_| field(random)).collect::<Map<_, _>>().into()
        }
    }
}

fn shape(value: &Value) -> Shape {
    let mut shape = Shape::default();
    match value {
        Value::Null => shape.nulls = 1,
        Value::Bool(_) => shape.bools = 1,
        Value::Number(number) => match number.as_i64() {
            Some(int) => {
                shape.ints = 1;
                shape.statuses = u64::from((100..600).contains(&int));
                shape.failures = u64::from((400..600).contains(&int));
            }
            None => shape.numbers = 1,
        },
        Value::String(text) => {
            shape.texts = 1;
            shape.empty = u64::from(text.is_empty());
        }
        Value::Array(items) => {
            shape.lists = 1;
            let all = items.iter().map(self::shape);
            shape.item = Some(Box::new(all.fold(Shape::default(), Shape::and)));
        }
        Value::Object(fields) => {
            shape.objects = 1;
            shape.fields = fields.iter().map(|(name, value)| (name.clone(), self::shape(value))).collect();
        }
    }
    shape
}

#[test]
fn values_are_kept_only_where_they_are_asked_for() {
    let entry =
        |kind: &str| post(PATH, &[("Kind", kind), ("Other", "x")], &json!({ "state": kind, "list": [kind] }));
    let text = archive(&[entry("one"), entry("two")]);
    let listed = BTreeSet::from(["Kind".to_owned(), "list".to_owned()]);
    let mut evidence = Evidence::new(Vocabulary::default(), listed);
    evidence.add(&mut text.as_bytes()).expect("it is an archive");
    let values = evidence.values();
    assert_eq!(values.keys().collect::<Vec<_>>(), ["Kind", "list"]);
    assert!(values.values().all(|it| it.list.iter().eq(["one", "two"])));
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
        assert_eq!((evidence.endpoints[0].fine.requests, evidence.endpoints[0].fine.whole), (1, 0));
    }
    let mut entry = post(PATH, &[], &json!({}));
    entry["request"]["bodySize"] = json!(0);
    entry["request"]["postData"]["text"] = json!("");
    assert_eq!(whole(&archive(&[entry])).endpoints[0].fine.whole, 1);
}
