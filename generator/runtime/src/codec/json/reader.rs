//! A value of a JSON text that is not read yet.

mod budget;
mod scan;

use std::{borrow::Cow, fmt, mem::needs_drop};

use serde::de::DeserializeOwned;

pub(super) use self::budget::ALLOCATION;
use self::{
    budget::{Budget, too_large},
    scan::{Container, scan},
};
use super::{strings::unescaped, tape::Tape};
use crate::core::Misfit;

/// serde_json's limit, too: deeper nesting could exhaust the stack.
const MAX_DEPTH: u8 = 128;

/// The length from which on a text is scanned once for all values in it: a message is shorter.
const TAPED: usize = 128;

/// A value that [`JsonValue::read_json`](crate::JsonValue::read_json) reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    text: &'a str,
    depth: u8,
    required: Required,
    /// It is tried whether the value is one of a type of a union.
    is_tried: bool,
    /// Its misfits are not reported, so reading it ends at the first.
    is_candidate: bool,
    /// The number of its node in the tape, if there is one.
    node: u32,
    whole: Option<&'a Whole<'a>>,
}

/// The part that all values in a text share.
struct Whole<'a> {
    budget: Budget,
    tape: Option<Tape<'a>>,
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

    /// Returns whether values are checked beyond their types.
    pub(super) fn is_checked(self) -> bool {
        self.is_tried || self.required != Required::Ignored
    }

    /// Returns whether it is of a request: values have to be within their limits.
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
        let tape = (self.text.len() >= TAPED).then(|| Tape::of(self.text)).flatten();
        let whole = Whole { budget: Budget::of(self.text), tape };
        read(JsonReader { whole: Some(&whole), node: 0, ..self })
    }

    /// Returns the text of a string, unless serde_json should look at it.
    pub(super) fn string(self) -> Option<String> {
        let tape = self.tape()?;
        if !self.text.starts_with('"') || self.text.len() > 2 && !self.has(ALLOCATION) {
            return None;
        }
        let inner = self.text.get(1..self.text.len() - 1)?;
        if tape.is_plain(self.node) { Some(inner.to_owned()) } else { unescaped(inner) }
    }

    /// Returns whether all values of the text are known.
    pub(super) fn is_taped(self) -> bool {
        self.tape().is_some()
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
    #[inline]
    pub(crate) fn each_item(
        self,
        size: usize,
        mut read: impl FnMut(Self) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        if self.is_null() {
            return Ok(());
        }
        let inner = self.deeper()?;
        let mut misfits = ItemMisfits { list: self, index: 0, found: None };
        let mut each = |item: Self| {
            self.charge(size)?;
            misfits.add(read(item))
        };
        match self.tape() {
            Some(tape) if self.text.starts_with('[') => {
                let mut nodes = tape.inside(self.node);
                while !nodes.is_empty() {
                    each(inner.take(tape, &mut nodes.start))?;
                }
            }
            // Scans the text, or says what else it is.
            Some(_) | None => inner.scan(Container::List, &mut |_, item| each(item))?,
        }
        misfits.found.map_or(Ok(()), Err)
    }

    /// Reads the fields of an object, in order, with duplicates.
    pub(super) fn each_field(self, read: &mut EachField<'_, 'a>) -> Result<(), Misfit> {
        if self.each_taped_field(Tape::name_text, |name, value| read(name.into(), value))? {
            return Ok(());
        }
        self.deeper()?.scan(Container::Object, &mut |name, value| read(name.unwrap_or_default(), value))
    }

    /// Reads the same if they are on the tape, and returns whether they are. `name` returns a name.
    #[inline]
    pub(super) fn each_taped_field<N>(
        self,
        name: impl Fn(&'a Tape<'a>, u32) -> N,
        mut read: impl FnMut(N, Self) -> Result<(), Misfit>,
    ) -> Result<bool, Misfit> {
        let Some(tape) = self.tape().filter(|_| self.text.starts_with('{')) else { return Ok(false) };
        let inner = self.deeper()?;
        let mut nodes = tape.inside(self.node);
        while !nodes.is_empty() {
            let name = name(tape, nodes.start);
            nodes.start += 1;
            read(name, inner.take(tape, &mut nodes.start))?;
        }
        Ok(true)
    }

    /// Another value of the text; goes on to the node after it.
    #[inline]
    fn take(self, tape: &'a Tape<'a>, next: &mut u32) -> Self {
        let node = *next;
        let (text, after) = tape.value(node);
        *next = after;
        Self { text, node, ..self }
    }

    fn tape(self) -> Option<&'a Tape<'a>> {
        self.whole?.tape.as_ref()
    }

    /// Scans the text once for the values in it.
    fn scan(
        self,
        of: Container,
        each: &mut dyn FnMut(Option<Cow<'a, str>>, Self) -> Result<(), Misfit>,
    ) -> Result<(), Misfit> {
        // A scan is fast, but each level of nested values needs one.
        self.charge(self.text.len() / 4)?;
        let mut each = |name, text| each(name, Self { text, ..self });
        scan(self.text, of, &mut each).unwrap_or_else(|error| Err(self.misfit(of.words(), &error)))
    }

    /// Takes bytes from the budget, if there is one.
    ///
    /// # Errors
    /// If so many aren't left. Then none are.
    pub(crate) fn charge(self, bytes: usize) -> Result<(), Misfit> {
        if self.has(bytes) { Ok(()) } else { Err(too_large()) }
    }

    /// Takes bytes from the budget, and returns whether so many were left.
    fn has(self, bytes: usize) -> bool {
        self.whole.is_none_or(|whole| whole.budget.take(bytes))
    }

    /// Takes from the budget what the items of a list need, each of which takes so many bytes, and
    /// returns their number; `None` if it isn't known, or too large.
    pub(super) fn room(self, size: usize) -> Option<usize> {
        let whole = self.whole?;
        let tape = whole.tape.as_ref().filter(|_| self.text.starts_with('['))?;
        let mut nodes = tape.inside(self.node);
        let mut items = 0;
        while !nodes.is_empty() {
            nodes.start = tape.value(nodes.start).1;
            items += 1;
        }
        whole.budget.take_all(items, size).then_some(items)
    }

    /// The items of a list.
    pub(crate) fn items(self) -> Result<Vec<Self>, Misfit> {
        let mut items = Vec::new();
        self.each_item(size_of::<Self>(), |item| {
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

    /// The same value, for those in it.
    fn deeper(self) -> Result<Self, Misfit> {
        if self.depth >= MAX_DEPTH {
            return Err(Misfit::new("nested too deeply"));
        }
        Ok(Self { depth: self.depth + 1, ..self })
    }
}

/// The misfits of a list that is being read.
struct ItemMisfits<'a> {
    list: JsonReader<'a>,
    /// The place of the next item.
    index: usize,
    found: Option<Misfit>,
}

impl ItemMisfits<'_> {
    /// Goes on to the next item, unless no more misfits are reported.
    #[inline]
    fn add(&mut self, item: Result<(), Misfit>) -> Result<(), Misfit> {
        if let Err(misfit) = item {
            self.add_misfit(misfit)?;
        }
        self.index += 1;
        Ok(())
    }

    #[cold]
    fn add_misfit(&mut self, misfit: Misfit) -> Result<(), Misfit> {
        let misfit = misfit.in_item(self.index);
        let all = match self.found.take() {
            Some(found) => found.and(misfit),
            None => misfit,
        };
        if !self.list.has_limits() || self.list.is_candidate || all.is_full() {
            return Err(all);
        }
        self.found = Some(all);
        Ok(())
    }
}

impl fmt::Debug for JsonReader<'_> {
    /// Shows the size only: the text may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonReader({} bytes)", self.text.len())
    }
}

/// Takes each field of an object.
pub(super) type EachField<'f, 'a> = dyn FnMut(Cow<'a, str>, JsonReader<'a>) -> Result<(), Misfit> + 'f;
