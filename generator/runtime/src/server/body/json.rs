//! The JSON of a body, checked as a whole before a part of it is read.

use crate::codec::{FormReader, JsonReader, json::once};
use crate::core::{Misfit, text::Inert};
use crate::server::Refusal;

/// The fields of an object, each as JSON text.
pub(super) fn object(body: &[u8]) -> Result<FormReader, Refusal> {
    let mut form = FormReader::default();
    if body.is_empty() {
        return Ok(form);
    }
    let text = std::str::from_utf8(body).map_err(|_| Refusal::bad_request("the body is not UTF-8"))?;
    check(text)?;
    let fields = JsonReader::new(text).fields().map_err(|misfit| refusal(&misfit))?;
    fields.iter().for_each(|(name, value)| form.push(name, Some(value.as_str())));
    Ok(form)
}

/// Checks that a text can be read in one way only.
pub(super) fn check(text: &str) -> Result<(), Refusal> {
    once::check(text).map_err(|misfit| refusal(&misfit))
}

fn refusal(misfit: &Misfit) -> Refusal {
    let place = if misfit.pointer().is_empty() { "" } else { ": " };
    let what = format!("{}{place}{}", misfit.pointer(), misfit.reason());
    Refusal::bad_request(format!("the body: {}", Inert(&what)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        check(text).unwrap_err().message().to_owned()
    }

    #[test]
    fn json_is_read_in_one_way_only() {
        for text in ["null", " [1, -2, 1.5e3, \"a\", true, {\"a\":{\"a\":[]}}] ", "{\"a\":1,\"b\":1}"] {
            check(text).unwrap();
        }
        assert_eq!(
            fault(r#"{"a":[0,{"x/y":{"b":1,"\u0062":2}}]}"#),
            "the body: /a/1/x~1y/b: given more than once"
        );
        assert_eq!(fault(r#"{"a":["#), "the body: the JSON ends too early");
        assert!(fault("{} {}").contains("trailing characters"));
        assert!(fault(&"[".repeat(10_000)).contains("recursion limit"));
        assert!(fault(&format!("{}{}", "[".repeat(10_000), "]".repeat(10_000))).contains("recursion limit"));
    }
}
