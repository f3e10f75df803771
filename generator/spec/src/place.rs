//! Places in spec files.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A spec file: its path, its text, and the place of every value.
#[derive(Clone, Debug, Default)]
pub struct SpecFile {
    /// Path as the user would type it.
    pub path: String,
    /// The text.
    pub text: String,
    /// The place of each value.
    pub root: Place,
    /// Where each line begins, computed on first use.
    lines: OnceLock<Vec<usize>>,
}

impl SpecFile {
    /// A file that is not parsed yet.
    #[must_use]
    pub fn new(path: impl Into<String>, text: impl Into<String>) -> Self {
        Self { path: path.into(), text: text.into(), ..Self::default() }
    }

    /// The line that holds a byte, and where it begins; lines are counted from 0.
    pub fn line(&self, at: usize) -> (usize, usize) {
        let lines = self.lines.get_or_init(|| {
            let after_breaks = self.text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(after_breaks).collect()
        });
        let line = lines.partition_point(|start| *start <= at).saturating_sub(1);
        (line, lines.get(line).copied().unwrap_or_default())
    }

    /// The key at those bytes, without its quotes.
    fn key(&self, at: Range<usize>) -> &str {
        self.text.get(at).unwrap_or_default().trim_matches(['"', '\''])
    }
}

/// A value's place, and those of the values inside it.
#[derive(Clone, Debug, Default)]
pub struct Place {
    /// Bytes of the key, if the value is in a map.
    pub key: Option<Range<usize>>,
    /// Bytes of the value.
    pub value: Range<usize>,
    /// The values inside.
    pub children: Children,
    /// Where it comes from, if that is another file.
    pub graft: Option<Box<Graft>>,
    /// Something wrong with the value is reported already, and the source is without it.
    /// Faults at or below such a place follow from that one: they are not reported.
    pub is_lost: bool,
}

/// What an overlay put into a place.
#[derive(Clone, Debug)]
pub struct Graft {
    /// Its key here.
    pub name: String,
    /// The file that has the key, if it is not the surrounding one.
    pub key: Option<Arc<SpecFile>>,
    /// The file that has the value, if it is not the surrounding one.
    pub value: Option<Arc<SpecFile>>,
}

impl Place {
    /// Adds the bytes of every key and of every value without parts.
    pub fn scalars(&self, out: &mut Vec<Range<usize>>) {
        if self.graft.is_some() {
            return;
        }
        out.extend(self.key.clone());
        match &self.children {
            Children::None => out.push(self.value.clone()),
            Children::Map(inside) | Children::List(inside) => inside.iter().for_each(|it| it.scalars(out)),
        }
    }
}

/// The values inside a value.
#[derive(Clone, Debug, Default)]
pub enum Children {
    /// A scalar.
    #[default]
    None,
    /// A map, in the order of the file.
    Map(Vec<Place>),
    /// A list.
    List(Vec<Place>),
}

/// A place in a spec file, to walk from and to report at.
#[derive(Clone, Copy)]
pub struct At<'a> {
    file: &'a Arc<SpecFile>,
    place: &'a Place,
    on_key: bool,
    is_lost: bool,
}

impl<'a> At<'a> {
    /// The whole of a file.
    #[must_use]
    pub fn root(file: &'a Arc<SpecFile>) -> Self {
        Self { file, place: &file.root, on_key: false, is_lost: file.root.is_lost }
    }

    /// The place of a key's value, or this place if the key is missing.
    #[must_use]
    pub fn get(self, key: &str) -> Self {
        self.find(key).unwrap_or(self)
    }

    /// The value of a key.
    #[must_use]
    pub fn find(self, key: &str) -> Option<Self> {
        self.index_of(key).map(|index| self.item(index))
    }

    /// The key of a value inside.
    fn name(self, inside: &'a Place) -> Option<&'a str> {
        match &inside.graft {
            Some(graft) => Some(&graft.name),
            None => inside.key.clone().map(|at| self.file.key(at)),
        }
    }

    fn enter(self, place: &'a Place) -> Self {
        let file = place.graft.as_ref().and_then(|graft| graft.value.as_ref());
        Self { file: file.unwrap_or(self.file), place, on_key: false, is_lost: self.is_lost || place.is_lost }
    }

    /// The value of an entry of a map or an item of a list, counted from 0.
    #[must_use]
    pub fn item(self, index: usize) -> Self {
        let place = match &self.place.children {
            Children::Map(items) | Children::List(items) => items.get(index),
            Children::None => None,
        };
        place.map_or(self, |place| self.enter(place))
    }

    /// The values of a map or the items of a list.
    pub fn items(self) -> impl Iterator<Item = Self> {
        let places = match &self.place.children {
            Children::Map(items) | Children::List(items) => items.as_slice(),
            Children::None => &[],
        };
        places.iter().map(move |place| self.enter(place))
    }

    /// The entries of a map by their keys.
    pub fn entries(self) -> impl Iterator<Item = (&'a str, Self)> {
        let entries: &[Place] = match &self.place.children {
            Children::Map(entries) => entries,
            Children::List(_) | Children::None => &[],
        };
        entries.iter().filter_map(move |place| Some((self.name(place)?, self.enter(place))))
    }

    /// The key of this value rather than the value.
    #[must_use]
    pub fn key(self) -> Self {
        let file = self.place.graft.as_ref().and_then(|graft| graft.key.as_ref());
        Self { file: file.unwrap_or(self.file), on_key: true, ..self }
    }

    /// This place, to report that it has none of these keys: lost where it has one that is at fault.
    #[must_use]
    pub fn lacking(self, keys: &[&str]) -> Self {
        self.lost_if(keys.iter().any(|key| self.loses(key)))
    }

    /// Whether the value is at fault, or one around it: what follows from that is not reported.
    #[must_use]
    pub fn is_lost(self) -> bool {
        self.is_lost
    }

    /// Whether the value of that key is at fault.
    #[must_use]
    pub fn loses(self, key: &str) -> bool {
        self.find(key).unwrap_or(self).is_lost
    }

    /// Whether anything at this place or below it is at fault.
    #[must_use]
    pub fn loses_any(self) -> bool {
        self.is_lost || self.items().any(Self::loses_any)
    }

    /// This place; lost too where a fault there would follow from another.
    #[must_use]
    pub fn lost_if(self, follows: bool) -> Self {
        Self { is_lost: self.is_lost || follows, ..self }
    }

    /// The file.
    #[must_use]
    pub fn path(self) -> &'a str {
        &self.file.path
    }

    /// The line, from 1.
    #[must_use]
    pub fn line(self) -> usize {
        self.file.line(self.span().start).0 + 1
    }

    /// The file, with its text.
    pub fn file(self) -> &'a Arc<SpecFile> {
        self.file
    }

    /// Bytes of the whole value.
    pub fn value(self) -> Range<usize> {
        self.place.value.clone()
    }

    /// Which of the values of a map has that key.
    pub fn index_of(self, key: &str) -> Option<usize> {
        let Children::Map(entries) = &self.place.children else { return None };
        entries.iter().position(|place| self.name(place) == Some(key))
    }

    /// This value with everything in it, to be put under a key of another file.
    pub fn graft(self, name: &str) -> Place {
        let (key, value) = (Some(self.key().file.clone()), Some(self.file.clone()));
        self.grafted(Graft { name: name.to_owned(), key, value })
    }

    /// As [`At::graft`], for a place that may be in the same file: no file keeps a copy of itself.
    pub fn graft_into(self, file: &Arc<SpecFile>, name: &str) -> Place {
        if [self.file, self.key().file].into_iter().any(|own| !Arc::ptr_eq(own, file)) {
            return self.graft(name);
        }
        self.grafted(Graft { name: name.to_owned(), key: None, value: None })
    }

    fn grafted(self, graft: Graft) -> Place {
        Place {
            key: self.place.key.clone().or_else(|| Some(self.place.value.clone())),
            graft: Some(Box::new(graft)),
            ..self.place.clone()
        }
    }

    /// Bytes of the text to point at.
    pub fn span(self) -> Range<usize> {
        match &self.place.key {
            Some(key) if self.on_key => key.clone(),
            _ => first_line(&self.file.text, &self.place.value),
        }
    }
}

/// A map or a folded text is shown by its first line.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let length = text.get(span.clone()).and_then(|value| value.find('\n'));
    span.start..length.map_or(span.end, |length| span.start + length)
}
