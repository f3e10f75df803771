//! Text for people, safe whatever a spec puts into it.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::Path;

use pulldown_cmark::Options;

/// An enum whose variants have names: `Text = "text"`.
#[macro_export]
macro_rules! named {
    ($(#[$about:meta])* pub enum $enum:ident {
        $($(#[$doc:meta])* $variant:ident = $name:literal,)*
    }) => {
        $(#[$about])*
        pub enum $enum { $($(#[$doc])* $variant,)* }

        impl $enum {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Its name in all outputs.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }
    };
}

pub use crate::named;

/// The Markdown extensions that mdBook reads.
pub const MDBOOK: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_DEFINITION_LIST)
    .union(Options::ENABLE_GFM);

/// Text on one line that neither controls a terminal nor hides anything.
#[must_use]
pub fn plain(text: &str) -> String {
    one_line(text).into_owned()
}

/// The same; most texts are so already.
pub fn one_line(text: &str) -> Cow<'_, str> {
    if is_simple(text) && !text.contains("  ") {
        return Cow::Borrowed(text);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    Cow::Owned(inert(&words.join(" ")).into_owned())
}

/// Returns whether there is only ASCII without control characters, and no space at the ends.
fn is_simple(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~')) && text.trim_ascii().len() == text.len()
}

/// The line without control characters and with a replacement for each hidden one.
#[must_use]
pub fn inert(line: &str) -> Cow<'_, str> {
    match visible(line) {
        line if !line.contains(char::is_control) => line,
        line => Cow::Owned(line.replace(char::is_control, " ")),
    }
}

/// The text with a replacement for each hidden character. All files and all
/// reports go through here; what must not change is escaped before.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    const REPLACEMENT: char = '\u{fffd}';
    replaced(text, |_, to| to.push(REPLACEMENT))
}

/// The text with something else for each hidden character.
pub fn replaced(text: &str, mut replace: impl FnMut(char, &mut String)) -> Cow<'_, str> {
    // Most texts are ASCII, which is seen at once.
    if text.is_ascii() || !text.chars().any(|c| !c.is_ascii() && is_hidden(c)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for (c, hides) in seen(text) {
        if hides { replace(c, &mut out) } else { out.push(c) }
    }
    Cow::Owned(out)
}

/// Each character, and whether it hides something. Emoji, Persian and other
/// scripts need joiners and variation selectors: they stay after a character
/// that they can change, which no character of ASCII is.
pub fn seen(text: &str) -> impl Iterator<Item = (char, bool)> {
    let mut before = ' ';
    text.chars().map(move |c| {
        let is_selector = |c| matches!(c, '\u{fe0e}' | '\u{fe0f}');
        let is_joiner = matches!(c, '\u{200c}' | '\u{200d}');
        let changes = !before.is_ascii() && !is_hidden(before) || is_joiner && is_selector(before);
        before = c;
        (c, is_hidden(c) && !(changes && (is_joiner || is_selector(c))))
    })
}

/// Characters that no reader sees, or that reorder the text around them: Unicode's
/// default-ignorable code points (those of `Bidi_Control` are among them), the separators of lines
/// and paragraphs, annotations, and the controls of hieroglyphs.
const HIDDEN: &[RangeInclusive<char>] = &[
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{61c}'..='\u{61c}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{13430}'..='\u{1343f}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Returns whether a character hides something, wherever it is but where it changes the one before.
#[must_use]
pub fn is_hidden(c: char) -> bool {
    let after = HIDDEN.partition_point(|range| *range.start() <= c);
    HIDDEN[..after].last().is_some_and(|range| range.contains(&c))
}

/// A text in a message: it cannot control the terminal, and a long one is cut in the middle.
#[must_use]
pub fn shown(text: &str) -> String {
    const MOST: usize = 1000;
    let start = |at: usize| text.char_indices().nth(at).map(|(byte, _)| byte);
    let end = |at: usize| text.char_indices().rev().nth(at).map(|(byte, _)| byte);
    match (start(MOST), start(MOST * 2 / 3), end(MOST / 4)) {
        (Some(_), Some(first), Some(last)) => {
            let (first, last) = (text.get(..first).unwrap_or_default(), text.get(last..).unwrap_or_default());
            format!("{}…{}", escaped(first), escaped(last))
        }
        _ => escaped(text),
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (c, hides) in seen(text) {
        if hides || c.is_control() { out.extend(c.escape_default()) } else { out.push(c) }
    }
    out
}

/// A path in a message.
#[must_use]
pub fn path(path: impl AsRef<Path>) -> String {
    escaped(&path.as_ref().to_string_lossy())
}

/// JSON with escapes for what JSON itself leaves as it is: DEL, other control
/// characters, and hidden ones.
#[must_use]
pub fn escape_json(json: String) -> String {
    // Most documents are plain, which is seen at once.
    if json.is_ascii() && !json.contains('\u{7f}') {
        return json;
    }
    let mut escaped = String::with_capacity(json.len());
    for (c, hides) in seen(&json) {
        if hides || c != '\n' && c.is_control() {
            escaped.extend(c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

/// `1 error`, `2 errors`, `2 ambiguities`.
#[must_use]
pub fn counted(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    match noun.strip_suffix("ty") {
        _ if number == "1" => format!("1 {noun}"),
        Some(start) => format!("{number} {start}ties"),
        None => format!("{number} {noun}s"),
    }
}

/// A text in Markdown's code style, letter by letter except for line breaks.
#[must_use]
pub fn code(text: &str) -> String {
    if is_simple(text) && !text.is_empty() && !text.contains('`') {
        return format!("`{text}`");
    }
    let text = inert(text);
    let fence = "`".repeat(longest_run(&text, '`') + 1);
    let is_edge = |c: char| c == '`' || c == ' ';
    // Markdown takes one space off at each end.
    let space =
        if text.is_empty() || text.starts_with(is_edge) || text.ends_with(is_edge) { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

/// The longest run of a character.
#[must_use]
pub fn longest_run(text: &str, wanted: char) -> usize {
    if !text.contains(wanted) {
        return 0; // as most texts
    }
    text.split(|c| c != wanted).map(str::len).max().unwrap_or_default()
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

/// Rows as lines, with each column as wide as its widest cell.
#[must_use]
pub fn columns<const N: usize>(rows: &[[String; N]]) -> Vec<String> {
    let mut widths = [0; N];
    for row in rows {
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = cell.chars().count().max(*width);
        }
    }
    let line = |row: &[String; N]| {
        let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
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
    fn a_message_shows_what_a_text_hides() {
        assert_eq!(
            shown("one\n\u{1b}[31mtwo \u{202e}three\u{feff}"),
            "one\\n\\u{1b}[31mtwo \\u{202e}three\\u{feff}"
        );
        assert_eq!(path("a\r\nb"), "a\\r\\nb");
    }

    #[test]
    fn a_message_cuts_a_long_text_in_the_middle() {
        let text = format!("`{}` is not a path", "é".repeat(100_000));
        let shown = shown(&text);
        assert!(shown.starts_with("`éé") && shown.ends_with("éé` is not a path") && shown.len() < 2000);
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        assert_eq!(wrapped("a bc d overlong e".split(' '), 4, str::len), ["a bc", "d", "overlong", "e"]);
    }
}
