//! Prints results to standard output.

mod pretty;
mod table;

use std::borrow::Cow;

use super::screen::{Screen, lines};
use crate::JsonReader;

/// The format of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// For people on a terminal, as it came elsewhere.
    #[default]
    Usual,
    /// As JSON, even if there is a text for people.
    Json,
    /// As a table.
    Table,
}

/// A result.
#[derive(Clone, Debug)]
pub(super) enum Shown<'a> {
    /// JSON, as it came.
    Json(&'a str),
    /// The message type: its text, and all of it as JSON.
    Message(String, &'a str),
    /// Text, as it came.
    Text(&'a str),
}

/// A result as text.
///
/// On a terminal, what the server sent can't control it: control characters
/// become escapes in JSON and blanks elsewhere.
pub(super) fn printed(shown: Shown<'_>, style: Style, screen: Screen) -> String {
    let is_terminal = screen.is_terminal();
    let text = match (shown, style) {
        (Shown::Message(text, _), Style::Usual) => lines(&text),
        (Shown::Json(json) | Shown::Message(_, json), Style::Table) => return table::table(json, screen),
        (Shown::Json(json) | Shown::Message(_, json), _) if is_terminal => {
            pretty::pretty(json, screen.colors)
        }
        (Shown::Json(json) | Shown::Message(_, json), _) => json.to_owned(),
        (Shown::Text(text), Style::Json) => serde_json::Value::from(text).to_string(),
        (Shown::Text(text), _) if is_terminal => lines(text),
        (Shown::Text(text), _) => return text.to_owned(),
    };
    if text.ends_with('\n') { text } else { text + "\n" }
}

/// A name, and a value that is not read yet.
type Entry<'a> = (Option<Cow<'a, str>>, JsonReader<'a>);

/// Returns the entries of a list or, with their names, of an object; `None` if it is neither, or
/// nested too deep.
fn entries(json: JsonReader<'_>) -> Option<Vec<Entry<'_>>> {
    match json.as_str().as_bytes().first()? {
        b'[' => Some(json.items().ok()?.into_iter().map(|item| (None, item)).collect()),
        b'{' => Some(json.fields().ok()?.into_iter().map(|(name, value)| (Some(name), value)).collect()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Screen = Screen { width: None, colors: false };
    const TERMINAL: Screen = Screen { width: Some(80), colors: false };

    #[test]
    fn a_pipe_gets_what_came_and_a_terminal_no_control_characters() {
        let (json, text) = ("{\"a\" : 1.00,\r\n \"b\":\"\u{9b}\\u001b\"}  ", "one\x1b[0m\r\n");
        let message = Shown::Message("done\x1b".to_owned(), json);
        let pretty = "{\n  \"a\": 1.00,\n  \"b\": \"\\u009b\\u001b\"\n}\n";
        for (shown, style, screen, printed) in [
            (Shown::Json(json), Style::Usual, PIPE, &*format!("{json}\n")),
            (Shown::Json("[]\n"), Style::Usual, PIPE, "[]\n"),
            (Shown::Text(text), Style::Usual, PIPE, text),
            (message.clone(), Style::Usual, PIPE, "done \n"),
            (message, Style::Json, PIPE, &format!("{json}\n")),
            (Shown::Json(json), Style::Usual, TERMINAL, pretty),
            (Shown::Text("\x1b]0;x\x07a\nb"), Style::Usual, TERMINAL, " ]0;x a\nb\n"),
            (Shown::Text("a\x1bb"), Style::Json, TERMINAL, "\"a\\u001bb\"\n"),
        ] {
            assert_eq!(super::printed(shown, style, screen), printed);
        }
    }
}
