//! A sample of what takes long to test. `TESTS=all` tests all of it, as `.ci/run` does.

use std::env;
use std::io::Write as _;
use std::time::SystemTime;

use crate::random::Random;

/// Returns whether this run tests everything.
#[must_use]
pub fn is_off() -> bool {
    env::var("TESTS").is_ok_and(|tests| tests == "all")
}

/// The seed of this run: `SEED`, or else one that differs from day to day, but for `TESTS=all`.
///
/// # Panics
/// If `SEED` is not a number.
#[must_use]
pub fn seed() -> u64 {
    let day = || SystemTime::UNIX_EPOCH.elapsed().map_or(1, |time| time.as_secs() / 86_400);
    match env::var("SEED") {
        Ok(seed) => seed.parse().expect("SEED is a number"),
        Err(_) if is_off() => 1,
        Err(_) => day(),
    }
}

/// A random choice of that many items, in their order, or all with `TESTS=all`. What is chosen
/// is printed, even if the test passes.
#[must_use]
pub fn sample<T>(what: &str, items: Vec<T>, count: usize) -> Vec<T> {
    let total = items.len();
    if is_off() || total <= count {
        return items;
    }
    let seed = seed();
    // Not `println!`, whose output a test keeps to itself.
    let _ =
        writeln!(std::io::stderr(), "{what}: {count} of {total}, chosen by SEED={seed} (all with TESTS=all)");
    let (mut random, mut wanted) = (Random::new(seed), count);
    let mut is_chosen = |index: usize| {
        let is_chosen = random.below(total - index) < wanted;
        wanted -= usize::from(is_chosen);
        is_chosen
    };
    items.into_iter().enumerate().filter_map(|(index, item)| is_chosen(index).then_some(item)).collect()
}
