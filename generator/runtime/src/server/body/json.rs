//! The JSON of a body, which can be read in one way only.

use crate::codec::{FormReader, json::Tape};
use crate::core::{Misfit, Parameter, text::Inert};
use crate::server::Refusal;

/// The fields of an object.
pub(super) fn object(body: &[u8]) -> Result<FormReader, Refusal> {
    if body.is_empty() {
        return Ok(FormReader::default());
    }
    let (text, tape) = scanned(utf8(body)?)?;
    FormReader::of_object(text, tape).map_err(|misfit| refusal(&misfit))
}

/// The value of a parameter.
pub(super) fn value(parameter: &Parameter, text: &str) -> Result<FormReader, Refusal> {
    let (text, tape) = scanned(text)?;
    Ok(FormReader::of_json(parameter.wire_name(), text, tape))
}

/// The text of a body.
pub(super) fn utf8(body: &[u8]) -> Result<&str, Refusal> {
    std::str::from_utf8(body).map_err(|_| Refusal::bad_request("the body is not UTF-8"))
}

fn scanned(text: &str) -> Result<(String, Tape), Refusal> {
    if text.starts_with('\u{feff}') {
        return Err(Refusal::bad_request("the body: JSON begins without a byte order mark"));
    }
    let tape = Tape::checked(text).map_err(|misfit| refusal(&misfit))?;
    Ok((text.to_owned(), tape))
}

fn refusal(misfit: &Misfit) -> Refusal {
    let at = if misfit.pointer().is_empty() { "" } else { ": " };
    let text = format!("{}{at}{}", misfit.pointer(), misfit.reason());
    Refusal::bad_request(format!("the body: {}", Inert(&text)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        scanned(text).unwrap_err().message().to_owned()
    }

    #[test]
    fn json_is_read_in_one_way_only() {
        for text in ["null", " [1, -2, 1.5e3, \"a\", true, {\"a\":{\"a\":[]}}] ", "{\"a\":1,\"b\":1}"] {
            scanned(text).unwrap();
        }
        assert_eq!(
            fault(r#"{"a":[0,{"x/y":{"b":1,"\u0062":2}}]}"#),
            "the body: /a/1/x~1y/b: given more than once"
        );
        assert_eq!(fault(r#"{"a":["#), "the body: the JSON ends too early");
        assert!(fault("{} {}").contains("trailing characters"));
        assert!(fault(&"[".repeat(10_000)).contains("recursion limit"));
        assert!(fault(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))).contains("recursion limit"));
        assert_eq!(
            fault("[\n 1e308, 1e309]"),
            "the body: not valid JSON: number out of range at line 2 column 13"
        );
        assert!(fault(r#"["\ud800"]"#).contains("surrogate"));
    }

    /// A part of a multipart form is a field, too.
    #[test]
    fn json_in_a_field_is_read_in_one_way_only() {
        let deep = format!("{}{}", "[".repeat(1000), "]".repeat(1000));
        for (json, what) in [
            (r#"{"a":{"b":1,"b":2}}"#, "`a.b`: given more than once"),
            ("[1e400]", "number out of range"),
            (&deep, "recursion limit"),
        ] {
            let errors = |form: &mut FormReader| {
                form.push("x", Some(json));
                form.take_json::<crate::Json>("x");
                std::mem::take(form).finish().err().unwrap_or_default()
            };
            let mut form = FormReader::default();
            assert_eq!(errors(&mut form), [], "{json}");
            form.require_fields();
            let found = errors(&mut form);
            assert!(matches!(&found[..], [error] if error.to_string().contains(what)), "{found:?}");
        }
    }
}
