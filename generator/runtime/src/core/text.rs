//! Text that is safe to print, whatever a server or a caller puts into it.

use std::fmt::{self, Write as _};

/// Displays a text without line breaks, and without characters that control a terminal or the
/// direction of text.
pub(crate) struct Inert<'a>(pub(crate) &'a str);

impl fmt::Display for Inert<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| f.write_char(inert(character)))
    }
}

/// The character, or a harmless one in place of a control character, a line
/// separator or a mark that overrides text direction.
pub(crate) fn inert(character: char) -> char {
    match character {
        '\u{2028}' | '\u{2029}' => ' ',
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '\u{fffd}',
        control if control.is_control() => ' ',
        other => other,
    }
}

/// Returns the quoted text in a header, after its opening quote, and the text after its closing quote.
pub(crate) fn after_quote(text: &str) -> (String, &str) {
    let (mut value, mut characters) = (String::new(), text.chars());
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            '\\' => value.extend(characters.next()),
            other => value.push(other),
        }
    }
    (value, characters.as_str())
}
