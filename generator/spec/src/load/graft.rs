//! Changes of the places of a file, along with its values: overlays put
//! theirs in, so that whatever is reported of them points at the overlay's own
//! line, and values at fault are taken out.

use std::sync::Arc;

use crate::place::{At, Children, Graft, Place, SpecFile};

/// One step from a value to a value inside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// Into a map.
    Key(String),
    /// Into a list.
    Item(usize),
}

/// The way through maps.
pub fn keys<const N: usize>(keys: [&str; N]) -> [Step; N] {
    keys.map(|key| Step::Key(key.to_owned()))
}

/// The place of a value, or that of the nearest one around it.
pub fn at<'a>(file: &'a Arc<SpecFile>, path: &[Step]) -> At<'a> {
    path.iter().fold(At::root(file), |at, step| match step {
        Step::Key(key) => at.get(key),
        Step::Item(index) => at.item(*index),
    })
}

/// Puts a value under its key into the map at `path`, in place of what was there.
pub fn put(file: &mut Arc<SpecFile>, path: &[Step], value: Place) {
    let name = value.graft.as_ref().map(|graft| graft.name.clone()).unwrap_or_default();
    let found = at(file, path).index_of(&name);
    let Some(parent) = place_mut(file, path) else { return };
    if let Children::None | Children::List(_) = parent.children {
        parent.children = Children::Map(Vec::new());
    }
    let Some(entries) = items(parent) else { return };
    let before = found.filter(|index| *index < entries.len()).map(|index| entries.remove(index));
    let is_kept = found.filter(|_| before.is_some_and(|before| !before.is_lost));
    // What is lost comes last.
    let end = || entries.iter().take_while(|place| !place.is_lost).count();
    let index = is_kept.unwrap_or_else(end);
    entries.insert(index, value);
}

/// Puts a value into the list at `path`.
pub fn insert(file: &mut Arc<SpecFile>, path: &[Step], index: usize, value: Place) {
    let Some(items) = place_mut(file, path).and_then(items) else { return };
    items.insert(index.min(items.len()), value);
}

/// Takes a value out.
pub fn remove(file: &mut Arc<SpecFile>, path: &[Step]) -> Option<Place> {
    let (index, siblings) = siblings(file, path)?;
    Some(siblings.remove(index))
}

/// Moves a value at fault after its siblings, which keep their positions.
pub fn lose(file: &mut Arc<SpecFile>, path: &[Step]) {
    if let Some((index, siblings)) = siblings(file, path) {
        let place = siblings.remove(index);
        siblings.push(Place { is_lost: true, ..place });
    }
}

/// Gives an entry of a map another name; its key stays where it is.
pub fn call(file: &mut Arc<SpecFile>, path: &[Step], name: &str) {
    if let Some(entry) = place_mut(file, path) {
        entry.graft = Some(Box::new(Graft { name: name.to_owned(), key: None, value: None }));
    }
}

/// Gives an entry of a map another key, which is at `from`.
pub fn rename(file: &mut Arc<SpecFile>, path: &[Step], name: &str, from: At<'_>) {
    let Some(entry) = place_mut(file, path) else { return };
    let key = from.graft(name);
    let value = entry.graft.take().and_then(|graft| graft.value);
    entry.key = Some(key.value);
    entry.graft = key.graft.map(|graft| Box::new(Graft { value, key: Some(from.file().clone()), ..*graft }));
}

fn items(place: &mut Place) -> Option<&mut Vec<Place>> {
    match &mut place.children {
        Children::Map(items) | Children::List(items) => Some(items),
        Children::None => None,
    }
}

/// The position of each step among its siblings.
fn indices(file: &Arc<SpecFile>, path: &[Step]) -> Option<Vec<usize>> {
    let mut at = At::root(file);
    let index = |step: &Step| {
        let index = match step {
            Step::Key(key) => at.index_of(key)?,
            Step::Item(index) => *index,
        };
        at = at.item(index);
        Some(index)
    };
    path.iter().map(index).collect()
}

fn place_mut<'a>(file: &'a mut Arc<SpecFile>, path: &[Step]) -> Option<&'a mut Place> {
    let indices = indices(file, path)?;
    indices.into_iter().try_fold(&mut Arc::make_mut(file).root, |place, index| items(place)?.get_mut(index))
}

/// The position of a value, and all values of its list or map.
fn siblings<'a>(file: &'a mut Arc<SpecFile>, path: &[Step]) -> Option<(usize, &'a mut Vec<Place>)> {
    let index = *indices(file, path)?.last()?;
    let (_, parents) = path.split_last()?;
    let items = place_mut(file, parents).and_then(items)?;
    (index < items.len()).then_some((index, items))
}
