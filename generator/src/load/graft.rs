//! Values of overlays in the places of a spec file, so that whatever is said
//! of them later is said at the overlay's own line.

use std::sync::Arc;

use super::decode::Step;
use crate::place::{At, Children, Graft, Place, SpecFile};

/// Puts a value under its key into the map at `path`, in place of what stands there.
pub fn put(file: &mut Arc<SpecFile>, path: &[Step], value: Place) {
    let name = value.graft.as_ref().map(|graft| graft.name.clone()).unwrap_or_default();
    let found = walk(file, path).and_then(|(_, at)| at.index_of(&name));
    let Some(parent) = place_mut(file, path) else { return };
    match (&mut parent.children, found) {
        (Children::Map(entries), Some(index)) => {
            if let Some(entry) = entries.get_mut(index) {
                *entry = value;
            }
        }
        (Children::Map(entries), None) => entries.push(value),
        (Children::None | Children::List(_), _) => parent.children = Children::Map(vec![value]),
    }
}

/// Puts a value into the list at `path`.
pub fn insert(file: &mut Arc<SpecFile>, path: &[Step], index: usize, value: Place) {
    let Some(items) = place_mut(file, path).and_then(items) else { return };
    items.insert(index.min(items.len()), value);
}

/// Takes a value out of the list or map at `path`.
pub fn remove(file: &mut Arc<SpecFile>, path: &[Step], index: usize) {
    let Some(items) = place_mut(file, path).and_then(items) else { return };
    if index < items.len() {
        items.remove(index);
    }
}

/// Gives an entry of the map at `path` another key, which stands at `from`.
pub fn rename(file: &mut Arc<SpecFile>, path: &[Step], index: usize, name: &str, from: At<'_>) {
    let Some(entry) = place_mut(file, path).and_then(items).and_then(|items| items.get_mut(index)) else {
        return;
    };
    let key = from.graft(name);
    let value = entry.graft.take().and_then(|graft| graft.value);
    entry.key = Some(key.value);
    entry.graft = key.graft.map(|graft| Box::new(Graft { value, key: from.file().clone(), ..*graft }));
}

fn items(place: &mut Place) -> Option<&mut Vec<Place>> {
    match &mut place.children {
        Children::Map(items) | Children::List(items) => Some(items),
        Children::None => None,
    }
}

/// The place at `path`, and the position of each step among its siblings.
fn walk<'a>(file: &'a Arc<SpecFile>, path: &[Step]) -> Option<(Vec<usize>, At<'a>)> {
    path.iter().try_fold((Vec::new(), At::root(file)), |(mut indices, at), step| {
        let index = match step {
            Step::Key(key) => at.index_of(key)?,
            Step::Item(index) => *index,
        };
        indices.push(index);
        Some((indices, at.item(index)))
    })
}

fn place_mut<'a>(file: &'a mut Arc<SpecFile>, path: &[Step]) -> Option<&'a mut Place> {
    let (indices, _) = walk(file, path)?;
    indices.into_iter().try_fold(&mut Arc::make_mut(file).root, |place, index| items(place)?.get_mut(index))
}
