//! Words that people type for those in names: one list for the book's search, for `find` in the
//! CLIs and for `cargo xtask list`.

use std::sync::LazyLock;

static LINES: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| include_str!("synonyms.txt").lines().map(|line| line.split(", ").collect()).collect());

/// The lines of the list: each word, or words, finds the others of its line.
#[must_use]
pub fn lines() -> &'static [Vec<&'static str>] {
    &LINES
}

/// The words that mean the same as a word, or words.
fn of(said: &str) -> impl Iterator<Item = &'static str> {
    LINES.iter().filter(move |line| line.contains(&said)).flatten().copied()
}

/// The greatest number of words in one of the list.
const LONGEST: usize = 4;

/// Returns whether the words of a name have each of these, or others that mean the same.
#[must_use]
pub fn are_in(name: &[String], words: &[String]) -> bool {
    let has = |said: &str| said.split(' ').all(|word| name.iter().any(|it| it == word));
    let means = |said: &str| has(said) || of(said).any(has);
    words.is_empty()
        || (1..=words.len().min(LONGEST))
            .any(|count| means(&words[..count].join(" ")) && are_in(name, &words[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_what_means_the_same() {
        let name = ["reset", "user", "password"].map(str::to_owned);
        for (words, is_found) in [("change password", true), ("recover user", true), ("list users", false)] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            assert_eq!(are_in(&name, &words), is_found, "{words:?}");
        }
    }
    #[test]
    fn words_that_mean_something_together_are_one() {
        let split = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let name = split("account session start");
        for (words, is_found) in [("log in", true), ("account log in", true), ("log", false), ("in", false)] {
            assert_eq!(are_in(&name, &split(words)), is_found, "{words}");
        }
        assert!(lines().iter().flatten().all(|said| said.split(' ').count() <= LONGEST));
    }
}
