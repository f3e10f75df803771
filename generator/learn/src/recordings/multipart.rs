//! The parts of a multipart form: their names, and whether they are files.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part<'t> {
    pub name: &'t str,
    /// The content; a file, which has a file name, has none.
    pub text: Option<&'t str>,
}

/// The parts of a body whose boundary is in its content type, or else in its first line.
pub fn parts<'t>(content_type: &'t str, body: &'t str) -> Vec<Part<'t>> {
    let given = parameter(content_type, "boundary");
    let first = body.lines().next().and_then(|line| line.strip_prefix("--"));
    let Some(boundary) = given.or(first).filter(|boundary| !boundary.is_empty()) else { return Vec::new() };
    let line = format!("--{boundary}");
    body.split(&line).skip(1).take_while(|part| !part.starts_with("--")).filter_map(part).collect()
}

/// Returns whether a body is the end of a form without parts.
pub fn is_empty(body: &str) -> bool {
    let line = body.trim();
    line.len() > 4 && line.starts_with("--") && line.ends_with("--") && !line.contains('\n')
}

fn part(text: &str) -> Option<Part<'_>> {
    let text = text.trim_start_matches(['\r', '\n']);
    let (head, content) = text.split_once("\r\n\r\n").or_else(|| text.split_once("\n\n"))?;
    let is_disposition = |line: &&str| {
        line.split(':').next().is_some_and(|name| name.eq_ignore_ascii_case("content-disposition"))
    };
    let disposition = head.lines().find(is_disposition)?;
    let is_file = parameter(disposition, "filename").or(parameter(disposition, "filename*")).is_some();
    let content = content.strip_suffix("\r\n").or(content.strip_suffix('\n')).unwrap_or(content);
    Some(Part { name: parameter(disposition, "name")?, text: (!is_file).then_some(content) })
}

/// `; name=value`, with or without quotes.
fn parameter<'t>(header: &'t str, name: &str) -> Option<&'t str> {
    header.split(';').skip(1).find_map(|parameter| {
        let (key, value) = parameter.split_once('=')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_files() {
        let body = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\none\r\n--x\r\n\
                    Content-Type: image/png\r\ncontent-disposition: form-data; name=b; filename=\"c.png\"\r\n\r\n\
                    \u{fffd}PNG\r\n--x--\r\n";
        let found = parts("multipart/form-data; boundary=x", body);
        assert_eq!(found, [Part { name: "a", text: Some("one") }, Part { name: "b", text: None }]);
        assert_eq!(parts("multipart/form-data", body), found);
        assert_eq!(parts("multipart/form-data", ""), []);
        assert!(is_empty("--x--\r\n") && !is_empty("") && !is_empty("--x") && !is_empty(body));
    }
}
