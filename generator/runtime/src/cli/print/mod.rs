//! What a call returned, on standard output.

mod pretty;
mod table;

use super::{lines::Lines, screen::Screen};

/// How a result is printed.
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
    match (shown, style) {
        (Shown::Message(text, _), Style::Usual) => line(&Lines(&text).to_string()),
        (Shown::Json(json) | Shown::Message(_, json), Style::Table) => table::table(json, screen),
        (Shown::Json(json) | Shown::Message(_, json), _) if is_terminal => {
            line(&pretty::pretty(json, screen.colours))
        }
        (Shown::Json(json) | Shown::Message(_, json), _) => line(json),
        (Shown::Text(text), Style::Json) => line(&serde_json::Value::from(text).to_string()),
        (Shown::Text(text), _) if is_terminal => line(&Lines(text).to_string()),
        (Shown::Text(text), _) => text.to_owned(),
    }
}

/// A text that ends with a line break.
fn line(text: &str) -> String {
    if text.ends_with('\n') { text.to_owned() } else { format!("{text}\n") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Screen = Screen { width: None, colours: false };
    const TERMINAL: Screen = Screen { width: Some(80), colours: false };

    #[test]
    fn a_pipe_gets_what_came() {
        let json = "{\"a\" : 1.00,\r\n \"b\":\"\u{9b}\"}  ";
        assert_eq!(printed(Shown::Json(json), Style::Usual, PIPE), format!("{json}\n"));
        assert_eq!(printed(Shown::Json("[]\n"), Style::Usual, PIPE), "[]\n");
        let text = "one\x1b[0m\r\n";
        assert_eq!(printed(Shown::Text(text), Style::Usual, PIPE), text);
        let message = Shown::Message("done\x1b".to_owned(), json);
        assert_eq!(printed(message.clone(), Style::Usual, PIPE), "done \n");
        assert_eq!(printed(message, Style::Json, PIPE), format!("{json}\n"));
    }

    #[test]
    fn a_terminal_gets_no_control_characters() {
        let json = "{\"a\":1.00,\"b\":\"\u{9b}\\u001b\"}";
        let pretty = "{\n  \"a\": 1.00,\n  \"b\": \"\\u009b\\u001b\"\n}\n";
        assert_eq!(printed(Shown::Json(json), Style::Usual, TERMINAL), pretty);
        assert_eq!(printed(Shown::Text("\x1b]0;x\x07a\nb"), Style::Usual, TERMINAL), " ]0;x a\nb\n");
        assert_eq!(printed(Shown::Text("a\x1bb"), Style::Json, TERMINAL), "\"a\\u001bb\"\n");
    }
}
