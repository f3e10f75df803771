//! Templates of paths: `/beds/{bed}/photo-{n}.jpg`, `/files/{+path}`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// The characters of a segment that are escaped: all but those that RFC 3986 calls unreserved, `:` and
/// `@`, which have no other meaning in a path.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b':').remove(b'@');

/// A function that appends a text to a path, escaped.
pub(crate) type Push = fn(&mut String, &str);

/// Appends a filled template to a path. `value` appends the value of a variable, if it has one.
///
/// # Errors
/// The name of a variable without a value, or with one that can't be a part of a path: an empty one, or
/// one that makes a whole segment `.` or `..`, which clients and proxies resolve.
pub(crate) fn fill(
    mut path: String,
    template: &str,
    value: impl Fn(&str, &mut String, Push) -> Option<()>,
) -> Result<String, &str> {
    let mut rest = template;
    loop {
        let (segment, after) = rest.split_at(place(rest, b'/').unwrap_or(rest.len()));
        let start = path.len();
        if let Some(last) = fill_segment(&mut path, segment, &value)?
            && has_dots(path.get(start..).unwrap_or_default())
        {
            return Err(last);
        }
        let Some(next) = after.strip_prefix('/') else { return Ok(path) };
        path.push('/');
        rest = next;
    }
}

/// Returns whether a segment is `.` or `..`.
fn has_dots(path: &str) -> bool {
    // Looks for a dot first: most values have none.
    place(path, b'.').is_some() && path.split('/').any(|segment| matches!(segment, "." | ".."))
}

/// Appends a segment of a template, and returns the name of its last variable.
fn fill_segment<'t>(
    path: &mut String,
    segment: &'t str,
    value: &impl Fn(&str, &mut String, Push) -> Option<()>,
) -> Result<Option<&'t str>, &'t str> {
    let (mut rest, mut last) = (segment, None);
    while let Some((fixed, name, after)) = next(rest) {
        let (key, push): (_, Push) = match name.strip_prefix('+') {
            Some(key) => (key, push_rest),
            None => (name, push),
        };
        path.push_str(fixed);
        let start = path.len();
        value(key, path, push).filter(|()| path.len() > start).ok_or(key)?;
        (rest, last) = (after, Some(key));
    }
    path.push_str(rest);
    Ok(last)
}

/// Returns whether a path with variables can match another one.
#[cfg(any(feature = "cli", feature = "mock"))]
pub(crate) fn can_match(template: &str, path: &str) -> bool {
    let (mut segments, mut parts) = (template.split('/'), path.split('/'));
    loop {
        match (segments.next(), parts.next()) {
            (None, None) => return true,
            (Some(segment), Some(_)) if segment.starts_with("{+") => return true,
            (Some(segment), Some(part)) if segment == part || segment.contains('{') || part.contains('{') => {
            }
            (Some(_), _) | (None, Some(_)) => return false,
        }
    }
}

/// The text before the next variable, its name, and the text after it. A brace that is not closed
/// belongs to the text.
pub(crate) fn next(template: &str) -> Option<(&str, &str, &str)> {
    let (fixed, variable) = template.split_at(place(template, b'{')?);
    let (name, after) = variable.split_at(place(variable, b'}')?);
    Some((fixed, name.get(1..)?, after.get(1..)?))
}

/// The index of an ASCII character. In short texts, searching bytes is faster than searching chars.
fn place(text: &str, ascii: u8) -> Option<usize> {
    text.bytes().position(|byte| byte == ascii)
}

/// Appends the rest of a path, in which slashes separate segments.
fn push_rest(path: &mut String, text: &str) {
    for (index, segment) in text.split('/').enumerate() {
        if index > 0 {
            path.push('/');
        }
        push(path, segment);
    }
}

/// Appends a text, escaped.
fn push(path: &mut String, text: &str) {
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        path.push_str(text);
    } else {
        path.extend(utf8_percent_encode(text, ESCAPED));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled<'t>(template: &'t str, text: &str) -> Result<String, &'t str> {
        fill(String::new(), template, |name, path, push| (name == "a").then(|| push(path, text)))
    }

    #[test]
    fn a_value_is_one_segment() {
        for (text, expected) in [
            ("b", "/x/b/y"),
            ("a/b", "/x/a%2Fb/y"),
            ("%2F", "/x/%252F/y"),
            ("\0", "/x/%00/y"),
            ("ü?#;=+ ", "/x/%C3%BC%3F%23%3B%3D%2B%20/y"),
            ("...", "/x/.../y"),
            ("../b", "/x/..%2Fb/y"),
        ] {
            assert_eq!(filled("/x/{a}/y", text).as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(filled("/v{a}/p-{a}.j", "1").as_deref(), Ok("/v1/p-1.j"));
        assert_eq!(filled("/no/{brace", "1").as_deref(), Ok("/no/{brace"));
    }

    #[test]
    fn the_rest_keeps_its_slashes() {
        assert_eq!(filled("/f/{+a}", "b/c d/é").as_deref(), Ok("/f/b/c%20d/%C3%A9"));
        assert_eq!(filled("/f/{+a}", "..a/b").as_deref(), Ok("/f/..a/b"));
        for text in ["../b", "b/..", "b/./c", ""] {
            assert_eq!(filled("/f/{+a}", text), Err("a"), "{text}");
        }
    }

    #[test]
    fn what_leads_elsewhere_is_refused() {
        for text in ["", ".", ".."] {
            assert_eq!(filled("/x/{a}", text), Err("a"), "{text}");
        }
        assert_eq!(filled("/x/.{a}", "."), Err("a"));
        assert_eq!(filled("/x/{b}", "1"), Err("b"));
    }
}
