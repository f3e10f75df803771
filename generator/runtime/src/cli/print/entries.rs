//! The values in a list or an object.

use std::borrow::Cow;

use crate::codec::JsonReader;

/// The entries of a list or an object, with the names of an object.
type Entries<'a> = Box<dyn Iterator<Item = (Option<Cow<'a, str>>, JsonReader<'a>)> + 'a>;

/// Returns the entries of a list or an object; `None` if it is neither, or nested too deep.
pub(super) fn entries(json: JsonReader<'_>) -> Option<Entries<'_>> {
    match json.items() {
        Some(items) => Some(Box::new(items.map(|item| (None, item)))),
        None => Some(Box::new(json.fields()?.map(|(name, value)| (Some(name.text_or_json()), value)))),
    }
}
