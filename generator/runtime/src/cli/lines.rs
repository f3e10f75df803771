//! Text of several lines, for a terminal.

use std::fmt;

use crate::text::Inert;

/// A text of several lines that controls neither a terminal nor text direction.
pub(super) struct Lines<'a>(pub(super) &'a str);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.split_inclusive(['\n', '\t']) {
            let text = part.trim_end_matches(['\n', '\t']);
            let text = if part.ends_with('\n') { text.trim_end_matches('\r') } else { text };
            write!(f, "{}", Inert(text))?;
            f.write_str(part.get(part.trim_end_matches(['\n', '\t']).len()..).unwrap_or_default())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_stay_and_controls_go() {
        let text = "one\r\n\ttwo\x1b[31m\u{202e}\u{9b}end\n\n";
        assert_eq!(Lines(text).to_string(), "one\n\ttwo [31m\u{fffd} end\n\n");
    }
}
