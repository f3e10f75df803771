//! Places in a description.

use serde_json::{Map, Value};

/// A value of a description, and its place.
#[derive(Clone, Debug)]
pub struct At<'a> {
    /// The number of its file.
    pub file: usize,
    /// The value.
    pub value: &'a Value,
    /// Its JSON pointer.
    pub pointer: String,
}

impl<'a> At<'a> {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<Self> {
        let value = self.value.get(key)?;
        Some(self.child(key, value))
    }

    fn child(&self, key: &str, value: &'a Value) -> Self {
        let key =
            if key.contains(['~', '/']) { key.replace('~', "~0").replace('/', "~1") } else { key.to_owned() };
        Self { file: self.file, value, pointer: format!("{}/{key}", self.pointer) }
    }

    /// The value below several keys.
    pub fn path(&self, keys: &[&str]) -> Option<Self> {
        keys.iter().try_fold(self.clone(), |at, key| at.get(key))
    }

    /// The entries of a map.
    pub fn entries(&self) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        let at = self.clone();
        let map: Option<&'a Map<String, Value>> = self.value.as_object();
        map.into_iter().flatten().map(move |(key, value)| (key.as_str(), at.child(key, value)))
    }

    /// The entries of the map at a key.
    pub fn entries_of(&self, key: &str) -> impl Iterator<Item = (&'a str, Self)> + use<'a> {
        self.get(key).into_iter().flat_map(|it| it.entries())
    }

    /// The items of a list.
    pub fn items(&self) -> impl Iterator<Item = Self> + use<'a> {
        let at = self.clone();
        let list: &'a [Value] = self.value.as_array().map_or(&[], Vec::as_slice);
        list.iter().enumerate().map(move |(index, value)| at.child(&index.to_string(), value))
    }

    /// The items of the list at a key.
    pub fn items_of(&self, key: &str) -> impl Iterator<Item = Self> + use<'a> {
        self.get(key).into_iter().flat_map(|it| it.items())
    }

    /// The values of the list at a key.
    pub fn list(&self, key: &str) -> &'a [Value] {
        self.value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The texts of the list at a key.
    pub fn texts(&self, key: &str) -> impl Iterator<Item = &'a str> + use<'a> {
        self.list(key).iter().filter_map(Value::as_str)
    }

    /// The text of a key.
    pub fn text(&self, key: &str) -> Option<&'a str> {
        self.value.get(key)?.as_str()
    }

    /// Returns whether a key is `true`.
    pub fn flag(&self, key: &str) -> bool {
        self.value.get(key).and_then(Value::as_bool) == Some(true)
    }

    /// Returns whether there is a key.
    pub fn has(&self, key: &str) -> bool {
        self.value.get(key).is_some()
    }

    /// The reference, if it is one.
    pub fn reference(&self) -> Option<&'a str> {
        self.text("$ref")
    }

    /// The last key of its pointer.
    pub fn name(&self) -> String {
        let name = self.pointer.rsplit('/').next().unwrap_or_default();
        name.replace("~1", "/").replace("~0", "~")
    }

    /// A text that is the same for the same place only.
    pub fn key(&self) -> String {
        format!("{}#{}", self.file, self.pointer)
    }

    /// The same place, with another value.
    pub fn with<'b>(&self, value: &'b Value) -> At<'b> {
        At { file: self.file, value, pointer: self.pointer.clone() }
    }

    /// The value without some of its keys.
    pub fn without(&self, keys: &[&str]) -> Value {
        let mut value = self.value.clone();
        if let Some(map) = value.as_object_mut() {
            map.retain(|key, _| !keys.contains(&key.as_str()));
        }
        value
    }
}
