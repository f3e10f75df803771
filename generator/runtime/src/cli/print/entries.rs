//! The values in a list or an object.

use std::borrow::Cow;

use crate::codec::JsonReader;

/// A name and a value that is not read yet.
pub(super) type Entry<'a> = (Option<Cow<'a, str>>, JsonReader<'a>);

/// Returns the entries of a list or, with their names, of an object; `None` if it is neither, or
/// nested too deep.
pub(super) fn entries(json: JsonReader<'_>) -> Option<Vec<Entry<'_>>> {
    match json.as_str().as_bytes().first()? {
        b'[' => Some(json.items().ok()?.into_iter().map(|item| (None, item)).collect()),
        b'{' => Some(json.fields().ok()?.into_iter().map(|(name, value)| (Some(name), value)).collect()),
        _ => None,
    }
}
