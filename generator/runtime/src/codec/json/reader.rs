//! A value of a JSON text that is not read yet.

use std::{borrow::Cow, cell::Cell, fmt, mem::needs_drop};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::tape::Tape;
use crate::core::Misfit;

/// serde_json's limit, too: deeper nesting could exhaust the stack.
const MAX_DEPTH: u8 = 128;

/// Values take at most this many times the memory of their text.
const MAX_GROWTH: usize = 16;

/// The length that a shorter text counts as, in bytes: a short list may have 100,000 items
/// without fields.
const SHORT: usize = 4 * 1024 * 1024;

/// The length from which on a text is scanned once for all values in it: a message is shorter.
const TAPED: usize = 128;

/// The least that an allocation takes, in bytes.
pub(super) const ALLOCATION: usize = 32;

/// A value that [`JsonValue::read_json`](crate::JsonValue::read_json) reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    text: &'a str,
    depth: u8,
    required: Required,
    /// It is tried whether the value is one of a type of a union.
    is_tried: bool,
    /// Nobody is told what is wrong with it: the first misfit ends it.
    is_candidate: bool,
    /// The number of its node in the tape, if there is one.
    node: u32,
    whole: Option<&'a Whole>,
}

/// The part that all values in a text share.
struct Whole {
    /// Bytes that the values may still take, and that may be scanned for them.
    budget: Cell<usize>,
    tape: Option<Tape>,
}

/// The need for the fields that types require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(any(feature = "cli", feature = "server")), allow(dead_code, reason = "clients don't check"))]
pub(crate) enum Required {
    /// No: a client takes what it gets.
    #[default]
    Ignored,
    /// No, but those that are there are within their limits.
    Limits,
    /// Yes.
    Checked,
}

impl<'a> JsonReader<'a> {
    /// A whole text, without the white space around it, as JSON defines it (a
    /// form feed is not white space). It is only checked when it is read.
    pub(crate) fn new(text: &'a str) -> Self {
        let text = text.trim_matches([' ', '\t', '\n', '\r']);
        let required = Required::Ignored;
        Self { text, depth: 0, required, is_tried: false, is_candidate: false, node: 0, whole: None }
    }

    /// The same value; whether objects in it need what is required is another.
    pub(crate) fn requiring(self, required: Required) -> Self {
        Self { required, ..self }
    }

    /// The same value, which has to have all that tells types apart: required fields, constants,
    /// listed values and the forms of texts.
    pub(super) fn tried(self) -> Self {
        Self { is_tried: true, ..self }
    }

    pub(super) fn is_tried(self) -> bool {
        self.is_tried
    }

    /// The same value, which may be of several types: what is wrong with one doesn't matter.
    pub(super) fn candidate(self) -> Self {
        Self { is_candidate: true, ..self }
    }

    pub(super) fn is_candidate(self) -> bool {
        self.is_candidate
    }

    pub(super) fn needs_required(self) -> bool {
        self.is_tried || self.required != Required::Ignored
    }

    /// Returns whether values have to be within their limits.
    pub(super) fn has_limits(self) -> bool {
        self.required != Required::Ignored
    }

    /// Returns whether fields that types require may be absent.
    pub(super) fn is_partial(self) -> bool {
        !self.is_tried && self.required == Required::Limits
    }

    /// The value `null`.
    pub(crate) fn null() -> Self {
        Self::new("null")
    }

    /// A whole text, if it is UTF-8.
    pub(crate) fn parse(text: &'a [u8]) -> Result<Self, Misfit> {
        let text = std::str::from_utf8(text);
        text.map(Self::new).map_err(|_| Misfit::new("not valid JSON: not UTF-8"))
    }

    /// Returns the JSON text of the value.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        self.text
    }

    /// Returns whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.text == "null"
    }

    /// Calls a function with a reader that has a budget.
    pub(crate) fn within<T>(
        self,
        read: &mut dyn FnMut(JsonReader<'_>) -> Result<T, Misfit>,
    ) -> Result<T, Misfit> {
        let budget = Cell::new(self.text.len().max(SHORT).saturating_mul(MAX_GROWTH));
        let whole = Whole { budget, tape: (self.text.len() >= TAPED).then(|| Tape::of(self.text)).flatten() };
        read(JsonReader { whole: Some(&whole), node: 0, ..self })
    }

    /// Takes bytes from the budget, if there is one.
    ///
    /// # Errors
    /// If so many aren't left. Then none are.
    pub(crate) fn charge(self, bytes: usize) -> Result<(), Misfit> {
        let Some(Whole { budget, .. }) = self.whole else { return Ok(()) };
        let left = budget.get().checked_sub(bytes);
        budget.set(left.unwrap_or_default());
        left.map(|_| ()).ok_or_else(too_large)
    }

    /// Returns a string in which nothing is escaped.
    pub(super) fn plain(self) -> Option<&'a str> {
        self.tape()?;
        let inner = self.text.strip_prefix('"')?.strip_suffix('"')?;
        (!inner.as_bytes().contains(&b'\\')).then_some(inner)
    }

    /// Reads a value in one go; `expected` is its type in words.
    pub(super) fn scalar<T: DeserializeOwned>(self, expected: &str) -> Result<T, Misfit> {
        if needs_drop::<T>() {
            self.charge(ALLOCATION)?;
        }
        serde_json::from_str(self.text).map_err(|error| self.misfit(expected, &error))
    }

    /// Returns why the value isn't what was expected.
    fn misfit(self, expected: &str, error: &serde_json::Error) -> Misfit {
        if !error.is_data() {
            return Misfit::from(error);
        }
        let found = match self.text.trim_start().as_bytes() {
            [b'"', ..] => "string",
            [b'{', ..] => "map",
            [b'[', ..] => "sequence",
            [b't' | b'f', ..] => "boolean",
            [b'n', ..] => "null",
            number if number.iter().any(|byte| matches!(byte, b'.' | b'e' | b'E')) => "floating",
            _ => "integer",
        };
        Misfit::new(format!("expected {expected}, found {found}"))
    }

    /// Reads the items of a list, each of which takes so many bytes. `null` is an empty list,
    /// because some servers write one like that.
    pub(crate) fn each_item(
        self,
        size: usize,
        read: &mut dyn FnMut(Self) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        if self.is_null() {
            return Ok(());
        }
        let depth = self.deeper()?;
        let (mut index, mut found): (_, Option<Misfit>) = (0, None);
        let mut each = |_, item: Self| {
            self.charge(size)?;
            if let Err(misfit) = read(Self { depth, ..item }) {
                let misfit = misfit.in_item(index);
                let all = match found.take() {
                    Some(found) => found.and(misfit),
                    None => misfit,
                };
                if !self.has_limits() || self.is_candidate || all.is_full() {
                    return Err(all);
                }
                found = Some(all);
            }
            index += 1;
            Ok(())
        };
        self.visit("a sequence", &mut each)?;
        found.map_or(Ok(()), Err)
    }

    /// Reads the fields of an object, in order, with duplicates.
    pub(super) fn each_field(
        self,
        read: &mut dyn FnMut(Cow<'a, str>, Self) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        let depth = self.deeper()?;
        let mut each =
            |name: Option<Cow<'a, str>>, value: Self| read(name.unwrap_or_default(), Self { depth, ..value });
        self.visit(OBJECT, &mut each)
    }

    /// Finds the values in it.
    fn visit(self, expected: &'static str, each: &mut Each<'_, 'a>) -> Result<(), Misfit> {
        match self.tape() {
            Some(tape) if self.text.starts_with('{') && expected == OBJECT => self.walk(tape, each),
            Some(tape) if self.text.starts_with('[') && expected != OBJECT => self.walk(tape, each),
            // Scans the text, or says what else it is.
            Some(_) | None => self.scan(expected, each),
        }
    }

    fn tape(self) -> Option<&'a Tape> {
        self.whole?.tape.as_ref()
    }

    /// Takes the values from the tape.
    fn walk(self, tape: &Tape, each: &mut Each<'_, 'a>) -> Result<(), Misfit> {
        let is_object = self.text.starts_with('{');
        let (start, end) = tape.inside(self.node);
        let text =
            |node| tape.place(node).and_then(|place| self.text.get(place.start - start..place.end - start));
        let mut node = self.node + 1;
        while node < end {
            let mut name = None;
            if is_object {
                // Without the quotes; nothing in it is escaped.
                let quoted = text(node).unwrap_or_default();
                name = Some(quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default().into());
                node += 1;
            }
            each(name, Self { text: text(node).unwrap_or_default(), node, ..self })?;
            node = tape.after(node);
        }
        Ok(())
    }

    /// Scans the text once for the values in it.
    fn scan(self, expected: &'static str, each: &mut Each<'_, 'a>) -> Result<(), Misfit> {
        // A scan is fast, but each level of nested values needs one.
        self.charge(self.text.len() / 4)?;
        let mut misfit = None;
        let mut each = |name, raw: &'a RawValue| each(name, Self { text: raw.get(), ..self });
        let visitor = EachVisitor { expected, each: &mut each, misfit: &mut misfit };
        let mut text = serde_json::Deserializer::from_str(self.text);
        let end = match expected {
            OBJECT => text.deserialize_map(visitor),
            _ => text.deserialize_seq(visitor),
        };
        let end = end.and_then(|()| text.end());
        misfit.map_or_else(|| end.map_err(|error| self.misfit(expected, &error)), Err)
    }

    /// The items of a list.
    #[cfg(any(feature = "cassette", feature = "cli"))]
    pub(crate) fn items(self) -> Result<Vec<Self>, Misfit> {
        let mut items = Vec::new();
        self.each_item(size_of::<Self>(), &mut |item| {
            items.push(item);
            Ok(())
        })?;
        Ok(items)
    }

    /// The fields of an object, in order, with duplicates.
    pub(crate) fn fields(self) -> Result<Vec<(Cow<'a, str>, Self)>, Misfit> {
        let mut fields = Vec::new();
        self.each_field(&mut |name, value| {
            self.charge(size_of::<(Cow<'_, str>, Self)>())?;
            fields.push((name, value));
            Ok(())
        })?;
        Ok(fields)
    }

    /// An integer in a field of an object; the fields after it are not read.
    #[cfg(feature = "server")]
    pub(crate) fn integer(self, field: &str) -> Option<i64> {
        let mut found = None;
        // Ends at the field, with an error.
        let _ = self.each_field(&mut |name, value| match name == field {
            true => {
                found = value.scalar("i64").ok();
                Err(too_large())
            }
            false => Ok(()),
        });
        found
    }

    fn deeper(self) -> Result<u8, Misfit> {
        if self.depth >= MAX_DEPTH {
            return Err(Misfit::new("nested too deeply"));
        }
        Ok(self.depth + 1)
    }
}

impl fmt::Debug for JsonReader<'_> {
    /// Shows the size only: the text may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonReader({} bytes)", self.text.len())
    }
}

fn too_large() -> Misfit {
    Misfit::new(format!(
        "it would take more than {MAX_GROWTH} times the memory of its JSON (at least 64 MiB), a limit that \
         can't be changed; `Json` has none"
    ))
}

/// The name of an object where another value stands.
const OBJECT: &str = "an object";

/// Takes each value in a list or an object; in an object, with its name.
type Each<'f, 'a, T = JsonReader<'a>> = dyn FnMut(Option<Cow<'a, str>>, T) -> Result<(), Misfit> + 'f;

struct EachVisitor<'v, 'f, 'a> {
    expected: &'static str,
    each: &'v mut Each<'f, 'a, &'a RawValue>,
    /// Why `each` has ended the visit.
    misfit: &'v mut Option<Misfit>,
}

impl<'a> EachVisitor<'_, '_, 'a> {
    fn take<E: serde::de::Error>(&mut self, name: Option<Cow<'a, str>>, raw: &'a RawValue) -> Result<(), E> {
        (self.each)(name, raw).map_err(|misfit| {
            *self.misfit = Some(misfit);
            E::custom("")
        })
    }
}

impl<'de> Visitor<'de> for EachVisitor<'_, '_, 'de> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.expected)
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((Name(name), raw)) = map.next_entry::<_, &'de RawValue>()? {
            self.take(Some(name), raw)?;
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        while let Some(raw) = list.next_element::<&'de RawValue>()? {
            self.take(None, raw)?;
        }
        Ok(())
    }
}

/// The name of a field, borrowed if nothing in it is escaped.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);
