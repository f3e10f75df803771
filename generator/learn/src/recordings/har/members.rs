//! Members of an archive's objects; those of another type than the format says are passed over.

use crate::recordings::json::{Json, Kind, Number, Result, Text};

/// Bytes of a member's name that matter.
pub const MEMBER: usize = 32;

/// Reads the members of an object; anything else is passed over.
pub fn members(json: &mut Json<'_>, each: &mut dyn FnMut(&mut Json<'_>, &str) -> Result<()>) -> Result<()> {
    match json.kind()? {
        Kind::Object => json.object(MEMBER, |json, Text { text, .. }| each(json, &text)),
        _ => json.skip(),
    }
}

/// Reads the items of a list; anything else is passed over.
pub fn items(json: &mut Json<'_>, each: impl FnMut(&mut Json<'_>) -> Result<()>) -> Result<()> {
    match json.kind()? {
        Kind::List => json.list(each),
        _ => json.skip(),
    }
}

/// Reads a text; anything else is passed over.
pub fn text(json: &mut Json<'_>, longest: usize) -> Result<Text> {
    match json.kind()? {
        Kind::Text => json.text(longest),
        _ => json.skip().map(|()| Text::default()),
    }
}

pub fn number(json: &mut Json<'_>) -> Result<Option<i64>> {
    match json.kind()? {
        Kind::Number => Ok(match json.number()? {
            Number::Int(int) => Some(int),
            Number::Other => None,
        }),
        _ => json.skip().map(|()| None),
    }
}
