//! Words that people type for those in names: one list for the book's search, for rustdoc's, for
//! `find` in the CLIs and for `cargo xtask list`.

/// The lines of the list: each word, or words, finds the others of its line.
pub fn lines() -> impl Iterator<Item = Vec<&'static str>> {
    include_str!("synonyms.txt").lines().map(|line| line.split(", ").collect())
}

/// The words that mean the same as a word.
pub fn of(word: &str) -> impl Iterator<Item = &'static str> {
    let lines = lines().filter(move |line| line.contains(&word));
    lines.flatten().filter(move |other| *other != word)
}

/// Returns whether the words of a name have each of these, or others that mean the same.
#[must_use]
pub fn are_in(name: &[String], words: &[String]) -> bool {
    let has = |said: &str| said.split(' ').all(|word| name.iter().any(|it| it == word));
    words.iter().all(|word| has(word) || of(word).any(&has))
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
}
