//! Recordings that are larger than anyone's: time and memory are bounded, and what is left out is reported.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use generator_learn::recordings::{Evidence, Vocabulary};
use serde_json::{Map, Value, json};

use crate::learn::archive::{archive, post};
use crate::learn::learning::{evidence, learned_of, message};

fn list(path: &str) -> Value {
    post(path, &[], &message())
}

fn left_out(evidence: &Evidence) -> Vec<&str> {
    evidence.left_out.keys().copied().collect()
}

#[test]
fn siblings_that_are_no_words_are_one_variable() {
    let entries: Vec<Value> =
        (0..1500).map(|index| list(&format!("/api/v1/admin/users/u{index}x/list"))).collect();
    let evidence = evidence(&entries, &[]);
    assert!(evidence.endpoints.len() < 200, "{}", evidence.endpoints.len());
    let lines = learned_of(&evidence).report.text();
    assert!(
        lines.contains("`/api/v1/admin/users/{…}/list` has words that are not known (1500 requests"),
        "{lines}"
    );
}

#[test]
fn an_address_of_megabytes_is_left_out() {
    let evidence = evidence(&[list(&"/list".repeat(800_000)), list("/api/v1/admin/list-users")], &[]);
    assert_eq!(left_out(&evidence), ["requests without a path, or with one that is too long"]);
    assert_eq!(evidence.endpoints.len(), 1);
}

#[test]
fn wide_responses_are_bounded() {
    let words: Vec<&str> = "name user job date list start size state type count".split(' ').collect();
    let name = |index: usize| -> String {
        (0..4).map(|digit| words[index / 10_usize.pow(digit) % 10]).collect::<Vec<_>>().join("_")
    };
    let entries = (0..300).map(|page| {
        let field = |index: usize| (name(page * 33 + index), json!({ "id": 1 }));
        let fields: Map<String, Value> = (0..380).map(field).collect();
        post(&format!("/api/v1/admin/{}", name(page)), &[], &json!([fields]))
    });
    let evidence = evidence(&entries.collect::<Vec<_>>(), &[]);
    assert_eq!(left_out(&evidence), ["fields and parameters that are too many"]);
    let places: usize = evidence.endpoints.values().map(|it| it.responses().json.places()).sum();
    assert!(places < 110_000, "{places}");
}

/// The time that it takes to learn from so many paths that are all words.
fn duration(paths: usize) -> Duration {
    let words: Vec<&str> = "name user job date list start size state type count".split(' ').collect();
    let path = |index: usize| {
        let word = |digit: u32| words[index / 10_usize.pow(digit) % 10];
        format!("/api/v1/admin/{}/{}-{}/{}", word(0), word(1), word(2), word(3))
    };
    let evidence = evidence(&(0..paths).map(|index| list(&path(index))).collect::<Vec<_>>(), &[]);
    assert_eq!(evidence.endpoints.len(), paths);
    let of_one = |_| {
        let start = Instant::now();
        let learned = learned_of(&evidence);
        assert!(!learned.draft.is_empty());
        start.elapsed()
    };
    (0..2).map(of_one).min().expect("two")
}

#[test]
fn time_grows_with_the_number_of_paths_only() {
    let (few, many) = (duration(200), duration(1600));
    let ratio = many.as_secs_f64() / few.as_secs_f64();
    // A square would be 64.
    assert!(ratio < 30.0, "{ratio}: {few:?}, {many:?}");
}

/// Each object of a union is kept twice: with all that has its fields, and with all of its type.
#[test]
fn unions_in_unions_are_bounded() {
    let mut known = Vocabulary::default();
    let fields: Vec<String> = ["one", "two", "six"]
        .iter()
        .flat_map(|it| ["name", "user", "job", "date", "list", "size"].map(|other| format!("{it}_{other}")))
        .collect();
    ["inside", "kind"]
        .iter()
        .chain(fields.iter().map(String::as_str).collect::<Vec<_>>().iter())
        .for_each(|it| known.add_name(it));
    known.add_tag("kind", "group");
    let around = |inside: Value, _| {
        let mut object: Map<String, Value> = fields.iter().map(|it| (it.clone(), json!(1))).collect();
        object.extend([("kind".to_owned(), json!("group")), ("inside".to_owned(), inside)]);
        Value::Object(object)
    };
    let entries =
        [1, 2, 15].map(|depth| post(&format!("/x{depth}/list"), &[], &(0..depth).fold(json!({}), around)));
    let mut evidence = Evidence::new(known, BTreeSet::new());
    evidence.add(&mut archive(&entries).as_bytes()).expect("it is an archive");
    let shapes: Vec<_> = evidence.endpoints.values().map(|it| it.responses().json).collect();
    assert!(shapes.iter().all(|it| it.tagged["group"].count() == 1), "no type is unknown");
    assert_eq!(shapes[1].tagged["group"].fields["inside"].tagged["group"].fields.len(), 20);
    assert!(shapes[2].places() < 30_000, "{}", shapes[2].places());
    assert_eq!(left_out(&evidence), ["fields and parameters that are too many"]);
}
