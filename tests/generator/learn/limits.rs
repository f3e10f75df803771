//! Recordings that are larger than anyone's: time and memory are bounded, and what is left out is reported.

use std::time::{Duration, Instant};

use generator_learn::recordings::Evidence;
use serde_json::{Value, json};

use crate::learn::archive::post;
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

/// All values are in memory.
#[test]
fn values_are_bounded() {
    let zeros = post("/api/v1/admin/list-users", &[], &json!(vec![0; 900_000]));
    let evidence = evidence(&vec![zeros; 6], &[]);
    assert_eq!(left_out(&evidence), ["requests with values that are too many"]);
    assert_eq!(evidence.endpoints[0].len(), 5);
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
