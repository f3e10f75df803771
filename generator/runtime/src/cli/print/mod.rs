//! Prints results to standard output.

mod entries;
mod pretty;
mod table;

pub(super) use self::{
    pretty::{escaped, pretty},
    table::lines as fields,
};

use super::screen::{Screen, lines};
use crate::core::{Json, Misfit};

/// The format of a result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Style {
    /// Laid out for people on a terminal, and unchanged elsewhere.
    #[default]
    Usual,
    /// As JSON, even if there is a text for people.
    Json,
    /// As a table.
    Table,
}

/// A result.
#[derive(Clone, Debug)]
pub(super) enum Output {
    Json(Json),
    /// The message type, with its text.
    Message(Json, String),
    /// Text, or the target of a redirect.
    Text(String),
}

/// A result as text.
///
/// On a terminal, control characters become escapes in JSON and blanks elsewhere.
///
/// # Errors
/// If a table would take too much memory.
pub(super) fn printed(output: &Output, style: Style, screen: Screen) -> Result<String, Misfit> {
    let is_terminal = screen.is_terminal();
    let text = match (output, style) {
        (Output::Message(_, text), Style::Usual) => lines(text),
        (Output::Json(json) | Output::Message(json, _), Style::Table) => {
            return table::table(json.as_str(), screen);
        }
        (Output::Json(json) | Output::Message(json, _), _) if is_terminal => pretty(json.as_str()),
        (Output::Json(json) | Output::Message(json, _), _) => json.as_str().to_owned(),
        (Output::Text(text), Style::Json) => serde_json::Value::from(text.as_str()).to_string(),
        (Output::Text(text), _) if is_terminal => lines(text),
        (Output::Text(text), _) => return Ok(text.clone()),
    };
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIPE: Screen = Screen { width: None };
    const TERMINAL: Screen = Screen { width: Some(80) };

    #[test]
    fn a_pipe_gets_what_came_and_a_terminal_no_control_characters() {
        let (json, text) = ("{\"a\" : 1.00,\r\n \"b\":\"\u{9b}\\u001b\"}", "one\x1b[0m\r\n");
        let result = Output::Json(json.parse().unwrap());
        let message = Output::Message(json.parse().unwrap(), "done\x1b".to_owned());
        let pretty = "{\n  \"a\": 1.00,\n  \"b\": \"\\u009b\\u001b\"\n}\n";
        for (output, style, screen, printed) in [
            (&result, Style::Usual, PIPE, &*format!("{json}\n")),
            (&Output::Text(text.to_owned()), Style::Usual, PIPE, text),
            (&message, Style::Usual, PIPE, "done \n"),
            (&message, Style::Json, PIPE, &format!("{json}\n")),
            (&result, Style::Usual, TERMINAL, pretty),
            (&Output::Text("\x1b]0;x\x07a\nb".to_owned()), Style::Usual, TERMINAL, " ]0;x a\nb\n"),
            (&Output::Text("a\x1bb".to_owned()), Style::Json, TERMINAL, "\"a\\u001bb\"\n"),
        ] {
            assert_eq!(super::printed(output, style, screen).unwrap(), printed);
        }
    }
}
