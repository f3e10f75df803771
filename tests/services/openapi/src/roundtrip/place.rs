//! A value of a description, and its place.

use serde_json::Value;

/// References that lead to each other, at most.
const LONGEST: usize = 50;

/// A description.
#[derive(Clone, Copy)]
pub struct Document<'d> {
    pub root: &'d Value,
    /// What is beside a reference counts, since 3.1.
    pub has_siblings: bool,
}

/// A value of a description.
#[derive(Clone, Debug)]
pub struct At<'d> {
    pub value: &'d Value,
    pub pointer: String,
    /// The places of the references that lead here.
    pub via: Vec<String>,
}

impl<'d> Document<'d> {
    pub fn new(root: &'d Value) -> Self {
        Self { root, has_siblings: root["openapi"].as_str().is_some_and(|it| !it.starts_with("3.0")) }
    }

    pub fn at(self, keys: &[&str]) -> Option<At<'d>> {
        let root = At { value: self.root, pointer: "#".to_owned(), via: Vec::new() };
        keys.iter().try_fold(root, |at, key| at.get(key))
    }

    /// What a reference leads to; nothing if that isn't there.
    pub fn target(self, at: &At<'d>) -> Option<At<'d>> {
        let reference = at.text("$ref")?;
        let decoded = decoded(reference.strip_prefix('#')?);
        let value = self.root.pointer(&decoded)?;
        let via = at.via.iter().cloned().chain([at.pointer.clone()]).collect();
        Some(At { value, pointer: format!("#{decoded}"), via })
    }

    /// What a reference leads to, unless it says more beside it than words.
    pub fn meant(self, at: &At<'d>) -> At<'d> {
        const MORE: [&str; 9] =
            ["allOf", "anyOf", "oneOf", "const", "enum", "items", "nullable", "properties", "type"];
        if self.has_siblings && MORE.iter().any(|it| at.value.get(it).is_some()) {
            at.clone()
        } else {
            self.follow(at)
        }
    }

    /// The place itself, or what its reference leads to.
    pub fn follow(self, at: &At<'d>) -> At<'d> {
        let mut at = at.clone();
        for _ in 0..LONGEST {
            match self.target(&at) {
                Some(target) => at = target,
                None => break,
            }
        }
        at
    }
}

impl<'d> At<'d> {
    pub fn get(&self, key: &str) -> Option<Self> {
        Some(self.child(key, self.value.get(key)?))
    }

    fn child(&self, key: &str, value: &'d Value) -> Self {
        let key = key.replace('~', "~0").replace('/', "~1");
        Self { value, pointer: format!("{}/{key}", self.pointer), via: self.via.clone() }
    }

    /// The entries of a map below a key, but for extensions.
    pub fn entries(&self, key: &str) -> impl Iterator<Item = (&'d str, Self)> + use<'d> {
        let at = self.get(key);
        let map = at.as_ref().and_then(|it| it.value.as_object());
        map.into_iter()
            .flatten()
            .filter_map(move |(key, value)| Some((key.as_str(), at.as_ref()?.child(key, value))))
    }

    /// The items of a list below a key.
    pub fn items(&self, key: &str) -> impl Iterator<Item = Self> + use<'d> {
        let at = self.get(key);
        let list = at.as_ref().and_then(|it| it.value.as_array());
        list.into_iter()
            .flatten()
            .enumerate()
            .filter_map(move |(index, value)| Some(at.as_ref()?.child(&index.to_string(), value)))
    }

    pub fn text(&self, key: &str) -> Option<&'d str> {
        self.value.get(key)?.as_str()
    }

    pub fn flag(&self, key: &str) -> bool {
        self.value.get(key).and_then(Value::as_bool) == Some(true)
    }

    /// A number that is the same for the same value only.
    pub fn address(&self) -> usize {
        std::ptr::from_ref(self.value) as usize
    }
}

/// `%7B` -> `{`.
fn decoded(pointer: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = pointer.as_bytes();
    while let [first, after @ ..] = rest {
        let hex = after.get(..2).filter(|_| *first == b'%').and_then(|it| std::str::from_utf8(it).ok());
        match hex.and_then(|it| u8::from_str_radix(it, 16).ok()) {
            Some(byte) => (bytes.push(byte), rest = &after[2..]).0,
            None => (bytes.push(*first), rest = after).0,
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
