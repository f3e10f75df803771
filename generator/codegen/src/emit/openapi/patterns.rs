//! Patterns in the syntax of ECMA-262, which JSON Schema wants.

/// Texts with another spelling outside a class, or none; the first that fits counts.
const OUTSIDE: &[(&str, Option<&str>)] = &[
    ("(?P<", Some("(?<")),
    ("(?<", Some("(?<")),
    ("(?:", Some("(?:")),
    ("(?", None),
    ("\\A", Some("^")),
    ("\\z", Some("$")),
    ("\\b{", None),
    ("\\B{", None),
    ("\\<", None),
    ("\\>", None),
    ("{,", Some("{0,")),
    ("**", None),
    ("*+", None),
    ("+*", None),
    ("++", None),
    ("?*", None),
    ("?+", None),
    ("}*", None),
    ("}+", None),
    ("}{", None),
];

/// The same inside a class.
const INSIDE: &[(&str, Option<&str>)] = &[
    ("[:alpha:]", Some("A-Za-z")),
    ("[:digit:]", Some("0-9")),
    ("[:alnum:]", Some("0-9A-Za-z")),
    ("[:lower:]", Some("a-z")),
    ("[:upper:]", Some("A-Z")),
    ("[:xdigit:]", Some("0-9A-Fa-f")),
    ("[", None),
];

/// The same everywhere.
const BOTH: &[(&str, Option<&str>)] =
    &[("\\a", Some("\\x07")), ("\\x{", None), ("\\u{", None), ("\\U", None)];

/// The pattern as ECMA-262 writes it; `None` if only the runtime's engine reads it.
pub fn portable(pattern: &str) -> Option<String> {
    let (mut out, mut rest, mut is_inside) = (String::new(), pattern, false);
    while let Some(c) = rest.chars().next() {
        let own = if is_inside { INSIDE } else { OUTSIDE };
        let (read, written) = match own.iter().chain(BOTH).find(|(text, _)| rest.starts_with(text)) {
            Some((text, written)) => (text.len(), (*written)?.to_owned()),
            None if c == '\\' => escape(rest, is_inside),
            None if c == '[' => {
                is_inside = true;
                // The first bracket of a class is one of its characters.
                let opening = if rest.starts_with("[^") { 2 } else { 1 };
                let bracket = usize::from(rest[opening..].starts_with(']'));
                (opening + bracket, rest[..opening].to_owned() + &"\\]"[..2 * bracket])
            }
            None => {
                is_inside &= c != ']';
                (c.len_utf8(), c.to_string())
            }
        };
        out += &written;
        rest = &rest[read..];
    }
    Some(out)
}

/// An escaped character; in Unicode mode, ECMA-262 allows no needless backslash.
fn escape(rest: &str, is_inside: bool) -> (usize, String) {
    let Some(c) = rest.chars().nth(1) else { return (rest.len(), rest.to_owned()) };
    let is_needed = !c.is_ascii_punctuation() || "^$\\.*+?()[]{}|/".contains(c) || is_inside && c == '-';
    (1 + c.len_utf8(), if is_needed { format!("\\{c}") } else { c.to_string() })
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_are_written_as_ecma_262_writes_them() {
        for (pattern, portable) in [
            (r"^[a-z]{2,}\d\.\/$", Some(r"^[a-z]{2,}\d\.\/$")),
            (r"\A(?P<year>\d{4})\-(?:a|\#)\z", Some(r"^(?<year>\d{4})-(?:a|#)$")),
            (r"[[:alpha:]_\-][^]\]]a{,3}", Some(r"[A-Za-z_\-][^\]\]]a{0,3}")),
            ("(?i)a", None),
            (r"a\x{1F600}", None),
            (r"\\(?x: a)", None),
            ("a**", None),
            ("[[:^alpha:]]", None),
        ] {
            assert_eq!(super::portable(pattern).as_deref(), portable, "{pattern}");
        }
    }
}
