//! Text for people, safe whatever a spec puts into it.

/// Text on one line that neither controls a terminal nor overrides text
/// direction.
#[must_use]
pub fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").chars().map(inert).collect()
}

/// The character, or a replacement for one that controls something.
#[must_use]
pub fn inert(c: char) -> char {
    match c {
        c if c.is_control() => ' ',
        '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        c => c,
    }
}

/// `1 error`, `2 errors`.
#[must_use]
pub fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Names to choose from: `` `a`, `b` or `c` ``.
#[must_use]
pub fn any_of<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let mut names: Vec<String> = names.into_iter().map(|name| format!("`{}`", plain(name))).collect();
    match (names.pop(), names.is_empty()) {
        (Some(last), false) => format!("{} or {last}", names.join(", ")),
        (last, _) => last.unwrap_or_default(),
    }
}

/// Words in lines of at most that width, unless a single word is longer.
pub fn wrapped<'a>(
    words: impl IntoIterator<Item = &'a str>,
    width: usize,
    measure: impl Fn(&str) -> usize,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut().filter(|line| measure(line) + 1 + measure(word) <= width) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_text_controls_nothing() {
        assert_eq!(plain("one\n\u{1b}[31mtwo \u{202e}three"), "one  [31mtwo \u{fffd}three");
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("a bc d overlong e".split(' '), 4, str::len), ["a bc", "d", "overlong", "e"]);
    }
}
