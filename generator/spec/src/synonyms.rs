//! Words that people type for those in names, for the book's search, for `find` in the CLIs and
//! for `list`: those of any API, and those that an api.yaml adds.

use std::sync::LazyLock;

static USUAL: LazyLock<Vec<Vec<&'static str>>> =
    LazyLock::new(|| include_str!("synonyms.txt").lines().map(|line| line.split(", ").collect()).collect());

/// The lines for any API: each word, or words, finds the others of its line.
#[must_use]
pub fn usual() -> &'static [Vec<&'static str>] {
    &USUAL
}

/// Returns the words that say nothing about what is looked for, with a space between them.
#[must_use]
pub fn ignored() -> String {
    include_str!("ignored.txt").trim_end().replace('\n', " ")
}

/// The lines for an API: the usual ones and its own.
pub fn with(own: &[Vec<String>]) -> impl Iterator<Item = Vec<&str>> {
    let own = own.iter().map(|line| line.iter().map(String::as_str).collect());
    USUAL.iter().cloned().chain(own)
}

/// The greatest number of words in one of a line.
const LONGEST: usize = 4;

/// Returns whether a search can find it: it is in lowercase, of one to four words.
#[must_use]
pub fn is_possible(said: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() && !c.is_uppercase());
    said.split(' ').count() <= LONGEST && said.split(' ').all(is_word)
}

/// Returns whether the words of a name have each of these, or others that mean the same; `own` are
/// the synonyms of its API.
#[must_use]
pub fn are_in(own: &[Vec<String>], name: &[String], words: &[String]) -> bool {
    let has = |said: &str| said.split(' ').all(|word| name.iter().any(|it| it == word));
    let means =
        |said: &str| has(said) || with(own).any(|line| line.contains(&said) && line.into_iter().any(has));
    words.is_empty()
        || (1..=words.len().min(LONGEST))
            .any(|count| means(&words[..count].join(" ")) && are_in(own, name, &words[count..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_found_by_what_means_the_same() {
        let name = ["reset", "user", "password"].map(str::to_owned);
        for (words, is_found) in [("change password", true), ("recover user", true), ("list users", false)] {
            let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
            assert_eq!(are_in(&[], &name, &words), is_found, "{words:?}");
        }
    }
    #[test]
    fn words_that_mean_something_together_are_one() {
        let split = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let own = [vec!["log in".to_owned(), "session start".to_owned()]];
        let name = split("account session start");
        for (words, is_found) in [("log in", true), ("account log in", true), ("log", false), ("in", false)] {
            assert_eq!(are_in(&own, &name, &split(words)), is_found, "{words}");
        }
        assert!(usual().iter().flatten().all(|said| is_possible(said)));
    }
}
