//! [`Node`]s -> the structs of `source`, with every error of shape.
//!
//! serde stops at the first error; here it goes on. A value that doesn't fit is reported and marked
//! as poisoned, and a poisoned value is read as absent where that is allowed, otherwise as empty.
//! Only a map that lacks a key is read twice.

mod access;

use std::fmt::{self, Display};

use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

use self::access::{Change, Entries, Items};
use super::source::{BY_STATUS, CHANGE, NAMES, NOTATION, SHORTHAND};
use crate::diagnostics::{At, Diagnostic, Errors, suggest};
use crate::limits;
use crate::node::{Entry, Node, Value};

/// Reads the values of a file. Those that don't fit are reported, and poisoned in the tree.
pub fn decode<T: DeserializeOwned + Default>(root: &mut Node, errors: &Errors) -> T {
    read(root, ReadKeys::All, false, errors).unwrap_or_default()
}

/// A value that doesn't fit.
#[derive(Debug)]
pub enum Misfit {
    /// A key is missing.
    Missing(&'static str),
    /// A value is of another kind, or is not allowed.
    Value { title: String, help: String },
}

impl Misfit {
    fn new(title: String) -> Self {
        Self::Value { title, help: "see the language reference for what is allowed here".to_owned() }
    }

    fn expected(expected: impl Display, found: &Node) -> Self {
        let (expected, kind, text) = (expected.to_string(), kind(found), found.text());
        let title = format!("expected {expected}, found {kind}");
        let help = match (expected.as_str(), text) {
            ("a map", None) => "write `name: value`, without `- `".to_owned(),
            ("text or a map", None) => {
                "write a text or `{name: value}`, without brackets and `- `".to_owned()
            }
            ("a map", Some(_)) => {
                "write `name: value`, or `{name: value, name: value}` on one line".to_owned()
            }
            ("a list", Some(text)) => format!("write `[{text}]`"),
            ("a list", None) => "write `- ` before each item".to_owned(),
            ("`true` or `false`", Some(word @ ("yes" | "on" | "no" | "off"))) => {
                format!("write `{}`", ["yes", "on"].contains(&word))
            }
            _ => return Self::new(title),
        };
        Self::Value { title, help }
    }
}

impl Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(key) => write!(f, "missing key `{key}`"),
            Self::Value { title, .. } => f.write_str(title),
        }
    }
}

impl std::error::Error for Misfit {}

impl de::Error for Misfit {
    fn custom<T: Display>(message: T) -> Self {
        Self::new(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn de::Expected) -> Self {
        Self::new(format!("expected {expected}"))
    }

    fn missing_field(key: &'static str) -> Self {
        Self::Missing(key)
    }
}

/// Reads a value; `None` if it is poisoned, or doesn't fit, which is reported
/// unless it only follows from a guess.
fn read<'de, T: Deserialize<'de>>(
    node: &mut Node,
    part: ReadKeys<'_>,
    is_guess: bool,
    errors: &Errors,
) -> Option<T> {
    while !node.is_poisoned {
        match T::deserialize(Decoder { node, part, errors }) {
            Ok(value) => return Some(value),
            Err(misfit) => poison(node, misfit, is_guess, errors),
        }
    }
    None
}

/// Reports what doesn't fit, and poisons it, so that it can be read again.
fn poison(node: &mut Node, misfit: Misfit, is_guess: bool, errors: &Errors) {
    match misfit {
        Misfit::Missing(key) => fill(node, key, errors),
        Misfit::Value { title, help } => {
            if !is_guess {
                errors.push(At::root(node), title, help);
            }
            node.is_poisoned = true;
        }
    }
}

/// Reads a value that is poisoned, or absent.
fn empty<'de, T: Deserialize<'de>>(errors: &Errors) -> Result<T, Misfit> {
    let mut node = Node { is_poisoned: true, ..Node::default() };
    T::deserialize(Decoder { node: &mut node, part: ReadKeys::All, errors })
}

/// Reports a missing key, and puts a poisoned value in its place.
fn fill(map: &mut Node, key: &str, errors: &Errors) {
    errors.push(
        At::root(map),
        format!("missing key `{key}`"),
        format!("add `{key}:` here; see the language reference"),
    );
    let entry = At::root(map).text_entry(key, "");
    map.put(Entry { value: Node { is_poisoned: true, ..entry.value }, ..entry });
}

/// The keys of a map that a struct reads.
#[derive(Clone, Copy)]
enum ReadKeys<'a> {
    /// All keys.
    All,
    /// The keys that a change sets: all but these, which only changes have. None is missing.
    Set(&'a [&'static str]),
    /// The keys that only changes have.
    Own,
}

/// Reads one value.
struct Decoder<'a> {
    node: &'a mut Node,
    part: ReadKeys<'a>,
    errors: &'a Errors,
}

impl<'a> Decoder<'a> {
    fn misfit<T>(&self, expected: impl Display) -> Result<T, Misfit> {
        Err(Misfit::expected(expected, self.node))
    }

    /// A plain scalar, as serde_yaml reads numbers, flags and `null`.
    fn scalar<T: DeserializeOwned + Default>(&self) -> Option<T> {
        match &self.node.value {
            _ if self.node.is_poisoned => Some(T::default()),
            Value::Scalar { text, is_plain: true } => serde_yaml::from_str(text).ok(),
            Value::Scalar { .. } | Value::Map(_) | Value::List(_) => None,
        }
    }

    fn whole_number<T: DeserializeOwned + Default>(&self) -> Result<T, Misfit> {
        self.scalar().ok_or_else(|| match self.scalar::<u64>() {
            Some(number) => Misfit::new(format!("{number} is too large")),
            None => Misfit::expected("a whole number", self.node),
        })
    }

    /// All entries of a map.
    fn entries(&mut self) -> Result<Entries<'_>, Misfit> {
        if self.node.is_nothing() {
            self.node.value = Value::Map(Vec::new());
        }
        match &mut *self.node {
            Node { value: Value::Map(entries), .. } => {
                Ok(Entries::new(entries.iter_mut().collect(), Vec::new(), self.errors))
            }
            node => Err(Misfit::expected("a map", node)),
        }
    }

    /// The entries that a struct reads.
    fn fields(self, fields: &'static [&'static str]) -> Result<Entries<'a>, Misfit> {
        if self.node.is_nothing() {
            self.node.value = Value::Map(Vec::new());
        }
        let (known, hidden) = match self.part {
            ReadKeys::All => (Some(fields.to_vec()), &[][..]),
            ReadKeys::Set(own) => {
                let others = fields.iter().filter(|field| !NAMES.contains(field));
                (Some(own.iter().chain(others).copied().collect()), own)
            }
            ReadKeys::Own => (None, &[][..]),
        };
        let may_lack = self.node.is_poisoned || matches!(self.part, ReadKeys::Set(_));
        let entries = match self.node {
            Node { value: Value::Map(entries), .. } => entries,
            node => return Err(Misfit::expected("a map", node)),
        };
        if let Some(known) = known {
            check_keys(entries, &known, self.errors);
        }
        let is_read = |name: &str| fields.contains(&name) && !hidden.contains(&name);
        let read: Vec<_> = entries.iter_mut().filter(|entry| is_read(&entry.name)).collect();
        let mut absent = fields.to_vec();
        absent.retain(|field| may_lack && read.iter().all(|entry| entry.name != *field));
        Ok(Entries::new(read, absent, self.errors))
    }
}

/// Returns whether a key is a status, or a range of statuses.
fn is_status(key: &str) -> bool {
    key == "default" || key.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a plain scalar is nothing.
fn is_null(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// The type of a plain scalar.
fn typed(text: &str) -> serde_yaml::Value {
    // Most scalars are texts, which need no parser.
    let may_be_other = text.starts_with(|c: char| "+-.0123456789tTfF".contains(c));
    let read = match is_null(text) {
        true => Some(serde_yaml::Value::Null),
        false => may_be_other.then(|| serde_yaml::from_str(text).ok()).flatten(),
    };
    read.unwrap_or_else(|| serde_yaml::Value::String(text.to_owned()))
}

/// The kind of a value, in words.
fn kind(node: &Node) -> &'static str {
    match &node.value {
        Value::Map(_) => "a map",
        Value::List(_) => "a list",
        Value::Scalar { is_plain: false, .. } => "text",
        Value::Scalar { text, .. } => match typed(text) {
            serde_yaml::Value::Null => "nothing",
            serde_yaml::Value::Bool(_) => "`true` or `false`",
            serde_yaml::Value::Number(_) => "a number",
            _ => "text",
        },
    }
}

/// `a`, `b` and so on in words.
fn one_of(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.as_slice() {
        [] | [_] | [_, _] => quoted.join(" or "),
        _ => format!("one of {}", quoted.join(", ")),
    }
}

impl<'de> Deserializer<'de> for Decoder<'_> {
    type Error = Misfit;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            _ if self.node.is_poisoned => visitor.visit_str(""),
            Value::Map(_) => self.deserialize_map(visitor),
            Value::List(_) => self.deserialize_seq(visitor),
            Value::Scalar { text, is_plain: false } => visitor.visit_str(text),
            Value::Scalar { text, .. } => match typed(text) {
                serde_yaml::Value::Null => visitor.visit_unit(),
                serde_yaml::Value::Bool(flag) => visitor.visit_bool(flag),
                serde_yaml::Value::Number(number) => {
                    number.deserialize_any(visitor).map_err(de::Error::custom)
                }
                _ => visitor.visit_str(text),
            },
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.scalar() {
            Some(flag) => visitor.visit_bool(flag),
            None => self.misfit("`true` or `false`"),
        }
    }

    fn deserialize_u16<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u16(self.whole_number()?)
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_u32(self.whole_number()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match self.node.text() {
            // `1.5` is a text where a text is expected.
            Some(text) => visitor.visit_str(text),
            None => self.misfit("text"),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            _ if self.node.is_poisoned => visitor.visit_none(),
            Value::Scalar { text, is_plain: true } if is_null(text) => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match (name, &self.node.value) {
            (SHORTHAND | NOTATION, _) if self.node.is_poisoned => visitor.visit_str(""),
            (SHORTHAND | NOTATION, Value::Scalar { text, is_plain })
                if !is_plain || typed(text).is_string() =>
            {
                visitor.visit_str(text)
            }
            (SHORTHAND | NOTATION, Value::Map(_)) => visitor.visit_newtype_struct(self),
            (SHORTHAND | NOTATION, _) => self.misfit("text or a map"),
            (BY_STATUS, Value::Map(entries))
                if entries.first().is_some_and(|entry| is_status(&entry.name)) =>
            {
                self.deserialize_map(visitor)
            }
            (CHANGE, Value::Map(_)) => {
                visitor.visit_seq(Change { node: self.node, own: None, errors: self.errors })
            }
            (CHANGE, _) => self.misfit("a map"),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        if self.node.is_nothing() {
            self.node.value = Value::List(Vec::new());
        }
        let Value::List(items) = &mut self.node.value else { return self.misfit("a list") };
        let read = visitor.visit_seq(Items { items: items.iter_mut(), errors: self.errors })?;
        self.node.value.sort_poisoned();
        Ok(read)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Misfit> {
        match &self.node.value {
            Value::List(items) if items.len() == length => self.deserialize_seq(visitor),
            Value::List(items) => {
                let found = items.len();
                Err(Misfit::new(format!("expected a list of {length}, found one of {found}")))
            }
            Value::Map(_) | Value::Scalar { .. } => self.misfit(format_args!("a list of {length}")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Misfit> {
        let read = visitor.visit_map(self.entries()?)?;
        self.node.value.sort_poisoned();
        Ok(read)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        visitor.visit_map(self.fields(fields)?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Misfit> {
        match self.node.text() {
            _ if self.node.is_poisoned => {
                visitor.visit_enum(variants.first().expect("an enum has variants").into_deserializer())
            }
            Some(text) if variants.contains(&text) => visitor.visit_enum(text.into_deserializer()),
            Some(text) => {
                let title = format!("unknown value `{text}`");
                let help = format!("write {}", one_of(variants));
                Err(Misfit::Value { title, help: limits::beyond(text).unwrap_or(help) })
            }
            None => self.misfit("a word"),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        visitor.visit_unit()
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Misfit> {
        self.deserialize_string(visitor)
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 u8 u64 f32 f64 char bytes byte_buf unit unit_struct tuple_struct identifier
    }
}

/// Reports unknown keys. A key that resembles a known one, which is absent, is read as that.
fn check_keys(entries: &mut [Entry], known: &[&str], errors: &Errors) {
    let mut index = 0;
    while let Some(entry) = entries.get(index) {
        let is_reported = entry.name.is_empty() && entry.value.is_poisoned;
        if known.contains(&entry.name.as_str()) || is_reported {
            index += 1;
            continue;
        }
        let beyond = limits::beyond(&entry.name);
        let near = suggest(&entry.name, known.iter().copied()).filter(|_| beyond.is_none());
        let help = match (near, beyond) {
            (Some(near), _) => format!("did you mean `{near}`?"),
            (None, Some(beyond)) => beyond,
            (None, None) => format!("expected {}", one_of(known)),
        };
        let (span, file) = (entry.key.clone(), Some(entry.file.clone()));
        errors.add(Diagnostic { file, span, title: format!("unknown key `{}`", entry.name), help });
        match near.filter(|near| entries.iter().all(|other| other.name != *near)) {
            Some(near) => {
                if let Some(entry) = entries.get_mut(index) {
                    (entry.name, entry.is_guess) = (near.to_owned(), true);
                }
            }
            None => {
                // It stays: what the map lacks may be meant by it.
                if let Some(entry) = entries.get_mut(index) {
                    entry.name.clear();
                    entry.value.is_poisoned = true;
                }
            }
        }
    }
}
