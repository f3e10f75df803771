//! The file name that a server states.

use crate::core::text::{after_quote, inert};

/// The file name in a `Content-Disposition`, without folders: the server must
/// not decide where a file is written.
pub(crate) fn file_name(disposition: &str) -> Option<String> {
    let extended = parameter(disposition, "filename*").and_then(|value| {
        let encoded = value.get(..7).filter(|charset| charset.eq_ignore_ascii_case("utf-8''"));
        let encoded = value.get(encoded?.len()..)?.to_owned();
        let decoded = percent_encoding::percent_decode_str(&encoded).decode_utf8();
        decoded.ok().map(|name| name.into_owned())
    });
    let name = extended.or_else(|| parameter(disposition, "filename"))?;
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let mut name: String = name.chars().filter(|character| inert(*character) == *character).collect();
    // `C:name` is a path on Windows.
    while name.as_bytes().get(1) == Some(&b':') && name.is_char_boundary(2) {
        name.drain(..2);
    }
    let usable = !matches!(name.as_str(), "" | "." | "..");
    usable.then_some(name)
}

/// The value of a parameter of a header, without its quotes.
fn parameter(header: &str, wanted: &str) -> Option<String> {
    let mut rest = header;
    loop {
        rest = after_part(rest)?;
        let (name, value) = rest.split_once('=')?;
        // A parameter without a value is skipped.
        let name = name.rsplit(';').next().unwrap_or_default().trim();
        if name.eq_ignore_ascii_case(wanted) {
            return Some(unquoted(value.trim_start()));
        }
        rest = value;
    }
}

/// Returns the text after the next semicolon that is not within quotes.
fn after_part(text: &str) -> Option<&str> {
    let (mut quoted, mut escaped) = (false, false);
    for (index, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b';' if !quoted => return text.get(index + 1..),
            _ => {}
        }
    }
    None
}

fn unquoted(value: &str) -> String {
    let Some(inner) = value.strip_prefix('"') else {
        return value.split(';').next().unwrap_or_default().trim_end().to_owned();
    };
    after_quote(inner).0
}

#[cfg(test)]
mod tests {
    use super::file_name;

    #[test]
    fn file_names_have_no_folders() {
        for (header, name) in [
            ("attachment; filename=\"a;b \\\"c\\\".zip\"", Some("a;b \"c\".zip")),
            ("attachment; filename=plain.deb ; x=y", Some("plain.deb")),
            ("attachment;x=\"filename=no\";FileName=\"yes\"", Some("yes")),
            ("attachment; filename=\"a\"; filename*=UTF-8''%C3%BC%2Fb.zip", Some("b.zip")),
            ("attachment; filename=\"../../etc/passwd\"", Some("passwd")),
            ("attachment; filename=\"..\\\\..\\\\evil.exe\"", Some("evil.exe")),
            ("attachment; filename=\"C:D:evil.exe\"", Some("evil.exe")),
            ("attachment; filename*=UTF-8''a%E2%80%AEgpj.e%7F%C2%9Bx%E2%81%A6e", Some("agpj.exe")),
            ("attachment; filename=\"..\"", None),
            ("attachment; filename=\"a/\"", None),
            ("attachment; filename", None),
            ("inline", None),
            ("", None),
        ] {
            assert_eq!(file_name(header).as_deref(), name, "{header}");
        }
    }
}
