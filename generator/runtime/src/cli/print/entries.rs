//! The values in a list or an object.

use std::borrow::Cow;

use crate::codec::JsonReader;

/// A name and a value that is not read yet.
pub(super) type Entry<'a> = (Option<Cow<'a, str>>, JsonReader<'a>);

/// Returns the entries of a list or, with their names, of an object; `None` if it is neither, or
/// nested too deep.
pub(super) fn entries(json: JsonReader<'_>) -> Option<Vec<Entry<'_>>> {
    let items = json.items().map(|items| items.map(|item| (None, item)).collect());
    items.or_else(|| Some(json.fields()?.map(|(name, value)| (Some(name.text_or_json()), value)).collect()))
}
