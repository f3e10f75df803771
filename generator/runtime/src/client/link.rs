//! The header `Link` (RFC 8288, section 3).

use crate::core::text::after_quote;

/// Returns the target with a relation: `<https://a/?page=2>; rel="next"`.
pub(crate) fn link<'a>(header: &'a str, relation: &str) -> Option<&'a str> {
    let mut rest = header;
    while let Some((_, after)) = rest.split_once('<') {
        let (target, after) = after.split_once('>')?;
        let parameters;
        (parameters, rest) = parameters_of(after);
        let value = |name: &str| {
            let parameter = parameters.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
            parameter.map(|(_, value)| value.as_str())
        };
        let mut relations = value("rel").unwrap_or_default().split_ascii_whitespace();
        // A link with an anchor is not about the response.
        if value("anchor").is_none() && relations.any(|known| known.eq_ignore_ascii_case(relation)) {
            return Some(target.trim());
        }
    }
    None
}

/// The parameters of a link, and the text after the link.
fn parameters_of(text: &str) -> (Vec<(&str, String)>, &str) {
    let (mut parameters, mut rest) = (Vec::new(), text.trim_start());
    while let Some(after) = rest.strip_prefix(';') {
        let end = after.find(['=', ';', ',']).unwrap_or(after.len());
        let (name, after) = after.split_at(end);
        let (value, after) = match after.strip_prefix('=').map(str::trim_start) {
            Some(after) => value_of(after),
            None => (String::new(), after),
        };
        parameters.push((name.trim(), value));
        rest = after.trim_start();
    }
    (parameters, rest)
}

/// A value, which may be in quotes, and the text after it.
fn value_of(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let (value, rest) = text.split_at(text.find([';', ',']).unwrap_or(text.len()));
        return (value.trim().to_owned(), rest);
    };
    after_quote(quoted)
}

#[cfg(test)]
mod tests {
    use super::link;

    #[test]
    fn the_target_with_the_relation_is_found() {
        for (header, target) in [
            ("<a>; rel=next", Some("a")),
            ("<a>; rel=\"prev\", < b > ; title=x ; REL=\"last Next\"", Some("b")),
            ("<a>; title=\"<b>; rel=next, \\\"\"; rel=prev, <c>;rel=next", Some("c")),
            ("<a,b;c>; flag; rel=next", Some("a,b;c")),
            // The first relation counts, and a link with an anchor doesn't.
            ("<a>; rel=prev; rel=next, <b>; anchor=\"#x\"; rel=next", None),
            ("<a; rel=next", None),
            ("<a>; rel=\"nex", None),
            ("<a>; title=\"rel=next", None),
        ] {
            assert_eq!(link(header, "next"), target, "{header}");
        }
    }
}
