//! Words and lines of a shell.

/// A command with each option on a line of its own.
pub fn lines(command: String, options: impl IntoIterator<Item = String>) -> String {
    std::iter::once(command).chain(options).collect::<Vec<_>>().join(" \\\n  ")
}

/// A text as one word of a shell.
pub fn word(text: &str) -> String {
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("'{}'", in_single_quotes(text))
    }
}

/// A text and a quoted value as one word, in the value's quotes.
pub fn joined(text: &str, value: &str) -> String {
    match (value.strip_prefix('"'), value.strip_prefix('\'')) {
        (Some(rest), _) => format!("\"{}{rest}", in_double_quotes(text)),
        (None, Some(rest)) => format!("'{}{rest}", in_single_quotes(text)),
        (None, None) if text.chars().all(is_plain) => format!("{text}{value}"),
        (None, None) => format!("\"{}{value}\"", in_double_quotes(text)),
    }
}

/// Escapes a text between double quotes, where a shell still expands variables and commands.
pub fn in_double_quotes(text: &str) -> String {
    let characters = text.chars().map(|c| match c {
        '$' | '`' | '"' | '\\' => format!("\\{c}"),
        c => c.to_string(),
    });
    characters.collect()
}

fn in_single_quotes(text: &str) -> String {
    text.replace('\'', r"'\''")
}

/// Returns whether a character has no special meaning in a shell.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_runs_nothing_in_a_text() {
        assert_eq!(joined("X-`id`$A: ", "\"$SECRET\""), r#""X-\`id\`\$A: $SECRET""#);
        assert_eq!(joined("X-'a': ", "'b c'"), r"'X-'\''a'\'': b c'");
        assert_eq!(joined("X-`id`-", "b"), r#""X-\`id\`-b""#);
        assert_eq!(joined("Name=", "b"), "Name=b");
    }
}
