//! The content types of bodies that are one value.

use crate::core::Descriptor;
use crate::server::Refusal;

/// Types of changes to a document. They are not the document.
const PATCHES: [&str; 2] = ["application/json-patch+json", "application/merge-patch+json"];

/// Checks the content type of a body, if there is one.
///
/// # Errors
/// If the body can't be of the operation's types, which are separated by commas.
pub(super) fn check(given: Option<&str>, types: &str, operation: &Descriptor) -> Result<(), Refusal> {
    let Some(given) = given else { return Ok(()) };
    let mut parts = given.split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default().to_ascii_lowercase();
    let mut wanted = types.split(',').map(|ty| ty.split(';').next().unwrap_or_default().trim());
    let is_text = || is_json(&essence) || essence.starts_with("text/");
    let is_taken = wanted.any(|wanted| takes(wanted, &essence, operation));
    if is_taken && (!is_text() || parts.all(is_utf8)) {
        return Ok(());
    }
    let words = types.split(',').map(str::trim).collect::<Vec<_>>().join(" or ");
    Err(super::unsupported(&words))
}

fn takes(wanted: &str, given: &str, operation: &Descriptor) -> bool {
    let wanted = wanted.to_ascii_lowercase();
    // A range is no type of a body.
    let is_same =
        |wanted: &str, given: &str| (wanted == "*" || wanted == given) && !["", "*"].contains(&given);
    let is_it = match (wanted.split_once('/'), given.split_once('/')) {
        (Some((kind, form)), Some((own_kind, own_form))) => {
            is_same(kind, own_kind) && is_same(form, own_form)
        }
        _ => false,
    };
    let is_patch = PATCHES.contains(&given) && !(operation.partial_body && given == PATCHES[1]);
    is_it || (is_json(&wanted) && is_json(given) && !is_patch)
}

fn is_json(essence: &str) -> bool {
    essence == super::JSON || essence.ends_with("+json")
}

/// Returns whether a parameter of a content type names no other character set.
fn is_utf8(parameter: &str) -> bool {
    let Some((name, value)) = parameter.split_once('=') else { return true };
    let value = value.trim().trim_matches('"');
    !name.trim().eq_ignore_ascii_case("charset")
        || ["utf-8", "utf8", "us-ascii"].iter().any(|known| value.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_has_several_types() {
        const WHOLE: Descriptor = Descriptor::new("SetLamp");
        const PART: Descriptor = Descriptor::new("ChangeLamp").partial_body();
        let takes = |given: &str, of: &Descriptor| check(Some(given), "application/json", of).is_ok();
        for given in ["application/json", "Application/JSON; charset=\"UTF-8\"", "application/lamp+json"] {
            assert!(takes(given, &WHOLE) && takes(given, &PART), "{given}");
        }
        assert!(
            takes("application/merge-patch+json", &PART) && !takes("application/merge-patch+json", &WHOLE)
        );
        for given in
            ["", "text/json", "application/json;charset=latin1", "application/json-patch+json", "json"]
        {
            assert!(!takes(given, &WHOLE) && !takes(given, &PART), "{given}");
        }
        let image = |given: &str| check(Some(given), "image/png, image/*", &WHOLE).is_ok();
        assert!(image("image/png") && image("image/gif;x=y") && !image("text/html"));
        assert!(!image("image/*") && !image("image/") && !image("*/*"));
    }
}
