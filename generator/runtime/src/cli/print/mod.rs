//! What a call returned, on standard output.

mod pretty;
mod table;

use std::io::Write;

use super::{lines::Lines, problem::Problem, screen::Screen};

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
#[derive(Clone, Copy, Debug)]
pub(super) enum Shown<'a> {
    /// JSON, as it came.
    Json(&'a str),
    /// The message type: its text, and all of it as JSON.
    Message {
        /// The text of the message.
        text: &'a str,
        /// The message as it came.
        json: &'a str,
    },
    /// Text, as it came.
    Text(&'a str),
}

/// Prints a result.
///
/// On a terminal, what the server sent can't control it: control characters
/// become escapes in JSON and blanks elsewhere.
pub(super) fn print(
    out: &mut impl Write,
    shown: Shown<'_>,
    style: Style,
    screen: Screen,
) -> Result<(), Problem> {
    let text = match (shown, style) {
        (Shown::Message { text, .. }, Style::Usual) => line(&Lines(text).to_string()),
        (Shown::Json(json) | Shown::Message { json, .. }, Style::Table) => table::table(json, screen),
        (Shown::Json(json) | Shown::Message { json, .. }, Style::Usual | Style::Json) => {
            if screen.is_terminal() { line(&pretty::pretty(json, screen.colours)) } else { json.to_owned() }
        }
        (Shown::Text(text), Style::Json) => line(&serde_json::Value::from(text).to_string()),
        (Shown::Text(text), Style::Usual | Style::Table) => {
            if screen.is_terminal() {
                line(&Lines(text).to_string())
            } else {
                text.to_owned()
            }
        }
    };
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Problem::local("standard output", &error))
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

    fn printed(shown: Shown<'_>, style: Style, screen: Screen) -> String {
        let mut out = Vec::new();
        print(&mut out, shown, style, screen).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_pipe_gets_what_came() {
        let json = "{\"a\" : 1.00,\r\n \"b\":\"\u{9b}\"}  ";
        assert_eq!(printed(Shown::Json(json), Style::Usual, PIPE), json);
        let text = "one\x1b[0m\r\n";
        assert_eq!(printed(Shown::Text(text), Style::Usual, PIPE), text);
        let message = Shown::Message { text: "done\x1b", json };
        assert_eq!(printed(message, Style::Usual, PIPE), "done \n");
        assert_eq!(printed(message, Style::Json, PIPE), json);
    }

    #[test]
    fn a_terminal_gets_no_control_characters() {
        let json = "{\"a\":1.00,\"b\":\"\u{9b}\\u001b\"}";
        let pretty = "{\n  \"a\": 1.00,\n  \"b\": \"\\u009b\\u001b\"\n}\n";
        assert_eq!(printed(Shown::Json(json), Style::Usual, TERMINAL), pretty);
        assert_eq!(printed(Shown::Text("\x1b]0;x\x07a\nb"), Style::Usual, TERMINAL), " ]0;x a\nb\n");
        assert_eq!(printed(Shown::Text("a\x1bb"), Style::Json, TERMINAL), "\"a\\u001bb\"\n");
    }

    #[test]
    fn a_closed_pipe_is_not_a_fault() {
        struct Closed;
        impl Write for Closed {
            fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
                Err(std::io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
        let problem = print(&mut Closed, Shown::Text("a"), Style::Usual, PIPE).unwrap_err();
        assert!(matches!(problem, Problem::PipeClosed));
    }
}
