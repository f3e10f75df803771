//! A value of a JSON text.

use std::{borrow::Cow, fmt, ops::Range};

use serde::de::DeserializeOwned;

use super::{
    JsonValue,
    scan::{MAX_DEPTH, Node},
    tape::{Reason, Tape},
};
use crate::core::{Misfit, Step};

/// A value that [`JsonValue::read_json`](crate::JsonValue::read_json) reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    text: &'a str,
    tape: &'a Tape,
    node: u32,
    depth: u8,
    required: Required,
    /// It is asked whether the value is of this type of a union.
    is_candidate: bool,
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
    /// The whole of a text that was scanned.
    pub(crate) fn new(text: &'a str, tape: &'a Tape) -> Self {
        Self { text, tape, node: 0, depth: 0, required: Required::Ignored, is_candidate: false }
    }

    /// The value of another node, as if it were the whole.
    pub(crate) fn at(self, node: u32) -> Self {
        Self { node, depth: 0, ..self }
    }

    /// The number of its node.
    pub(crate) fn node(self) -> u32 {
        self.node
    }

    /// The same value; whether objects in it need what is required is another.
    pub(crate) fn requiring(self, required: Required) -> Self {
        Self { required, ..self }
    }

    /// The same value, of which a union asks whether it is of one of its types.
    pub(super) fn candidate(self) -> Self {
        Self { is_candidate: true, ..self }
    }

    pub(super) fn is_candidate(self) -> bool {
        self.is_candidate
    }

    /// Returns whether it is of a request: values are checked beyond their types.
    pub(super) fn is_checked(self) -> bool {
        self.required != Required::Ignored
    }

    /// Returns whether fields that types require may be absent.
    pub(super) fn is_partial(self) -> bool {
        self.required == Required::Limits
    }

    pub(super) fn tape(self) -> &'a Tape {
        self.tape
    }

    fn place(self) -> Node {
        self.tape.node(self.node)
    }

    /// Returns the JSON text of the value.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        let Node { start, end, .. } = self.place();
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The first byte of its text, which says its kind.
    pub(crate) fn first(self) -> u8 {
        self.text.as_bytes().get(self.place().start as usize).copied().unwrap_or_default()
    }

    /// Returns whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.first() == b'n'
    }

    /// Returns the text of a string, if it is one and Unicode.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        let json = self.as_str();
        if self.place().is_escaped() {
            return serde_json::from_str(json).ok().map(Cow::Owned);
        }
        json.strip_prefix('"')?.strip_suffix('"').map(Cow::Borrowed)
    }

    /// Returns the text of a string, as it is written if it isn't Unicode.
    pub(crate) fn text_or_json(self) -> Cow<'a, str> {
        self.text().unwrap_or_else(|| self.as_str().trim_matches('"').into())
    }

    /// The items of a list; `None` if it isn't one, or is nested too deeply.
    #[inline]
    pub(crate) fn items(self) -> Option<Items<'a>> {
        (self.first() == b'[').then(|| self.inside())?
    }

    /// The names and the values of an object, in order, with duplicates; `None` if it isn't one, or is
    /// nested too deeply.
    #[inline]
    pub(crate) fn fields(self) -> Option<Fields<'a>> {
        (self.first() == b'{').then(|| self.inside().map(Fields))?
    }

    /// The items of what must be a list, or `null`, which is an empty one.
    ///
    /// # Errors
    /// If it is something else.
    #[cfg(feature = "cli")]
    pub(crate) fn list(self) -> Result<Vec<Self>, Misfit> {
        match self.items() {
            Some(items) => Ok(items.collect()),
            None if self.is_null() => Ok(Vec::new()),
            None => Err(Misfit::new(self.found_instead_of("a sequence"))),
        }
    }

    /// The names and the values of what must be an object.
    ///
    /// # Errors
    /// If it isn't one.
    pub(crate) fn object(self) -> Result<Fields<'a>, Misfit> {
        self.fields().ok_or_else(|| Misfit::new(self.found_instead_of("an object")))
    }

    fn inside(self) -> Option<Items<'a>> {
        (self.depth < MAX_DEPTH).then(|| Items { next: self.child(self.node + 1), end: self.place().after() })
    }

    /// The value of a node in this one.
    pub(super) fn child(self, node: u32) -> Self {
        Self { node, depth: self.depth.saturating_add(1), is_candidate: false, ..self }
    }

    /// Its node and those in it.
    fn inner_nodes(self) -> Range<u32> {
        self.node..self.place().after()
    }

    /// Returns whether it is a list or an object that isn't empty.
    pub(super) fn has_values(self) -> bool {
        self.place().after() > self.node + 1
    }

    /// The last field of a name, if it is an object that has one.
    pub(crate) fn field(self, name: &str) -> Option<Self> {
        let fields = self.fields()?.filter(|(field, _)| field.text().is_some_and(|field| field == name));
        fields.last().map(|(_, value)| value)
    }

    /// All texts in the value that are not names of fields.
    pub(crate) fn texts(self) -> impl Iterator<Item = Cow<'a, str>> {
        let all = self.inner_nodes().map(move |node| self.at(node));
        all.filter(|it| it.first() == b'"' && !it.place().is_name()).map(Self::text_or_json)
    }

    /// Returns `None`, and keeps why the value doesn't fit its type. The reason must not contain the
    /// value.
    pub fn misfit<T>(self, reason: impl Into<Cow<'static, str>>) -> Option<T> {
        self.tape.add(self.node, None, Reason::Words(reason.into()));
        None
    }

    /// Returns `None`, and keeps that a field is missing.
    pub(super) fn lacks<T>(self, field: &'static str) -> Option<T> {
        self.tape.add(self.node, Some(field), Reason::Words("missing".into()));
        None
    }

    /// Returns `None`, and keeps that the value can't be read as this kind.
    #[cold]
    pub(super) fn is_not<T>(self, kind: &'static str) -> Option<T> {
        if self.depth >= MAX_DEPTH && matches!(self.first(), b'[' | b'{') {
            return self.misfit("nested too deeply");
        }
        self.tape.add(self.node, None, Reason::Expected(kind));
        None
    }

    /// Says what a value is in place of what was expected.
    pub(super) fn found_instead_of(self, kind: &str) -> String {
        let found = match self.first() {
            b'"' => "string",
            b'{' => "map",
            b'[' => "sequence",
            b't' | b'f' => "boolean",
            b'n' => "null",
            _ if self.as_str().contains(['.', 'e', 'E']) => "floating",
            _ => "integer",
        };
        format!("expected {kind}, found {found}")
    }

    /// Reads a value by serde; `expected` is its type in words.
    pub(super) fn scalar<T: DeserializeOwned>(self, expected: &'static str) -> Option<T> {
        match serde_json::from_str(self.as_str()) {
            Ok(value) => Some(value),
            Err(error) if error.is_data() => self.is_not(expected),
            Err(error) => self.misfit(Misfit::from(&error).reason().to_owned()),
        }
    }

    /// Takes bytes from the budget.
    pub(crate) fn charge(self, bytes: usize) -> Option<()> {
        self.tape.take(self.node, bytes).then_some(())
    }

    /// Returns whether the rest isn't read: a client reports one misfit.
    pub(super) fn is_over(self) -> bool {
        !self.is_checked() && self.tape.faults() > 0 || self.tape.is_full()
    }

    /// Returns whether a value of a type can be read, without keeping it.
    pub(super) fn reads<T: JsonValue>(self) -> bool {
        let before = self.tape.faults();
        let is_read = T::read_json(self).is_some();
        self.tape.forget_faults(before);
        is_read
    }

    /// Reads the value, whose memory and time are bounded by the length of the text.
    ///
    /// # Errors
    /// If it doesn't fit the type, or would take more than 16 times the memory of the text.
    pub(crate) fn read<T: JsonValue>(self) -> Result<T, Misfit> {
        let value = T::read_json(self);
        match (self.tape.take_misfit(self), value) {
            (None, Some(value)) => Ok(value),
            (misfit, _) => Err(misfit.unwrap_or_else(|| Misfit::new("it does not fit the type"))),
        }
    }

    /// The way from this value to one in it, or to the name of a field.
    pub(super) fn steps(self, to: u32) -> Vec<Step<'a>> {
        let (mut here, mut steps) = (self.at(self.node), Vec::new());
        while here.node < to {
            let has_it = |it: &Self| to < it.place().after();
            let item = here.items().and_then(|items| (0..).zip(items).find(|(_, item)| has_it(item)));
            let field = here.fields().and_then(|mut fields| fields.find(|(_, value)| has_it(value)));
            let (step, next) = match (item, field) {
                (Some((index, item)), _) => (Step::Item(index), item),
                (_, Some((_, value))) if self.tape.is_dictionary(here.node) => (Step::Entry, value),
                (_, Some((name, value))) => (Step::Field(name.text_or_json()), value),
                (None, None) => break,
            };
            steps.push(step);
            here = self.at(next.node);
        }
        steps
    }

    /// Returns a name that occurs twice in an object.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(super) fn name_given_twice(self) -> Option<u32> {
        let mut names = Vec::new();
        self.inner_nodes().find_map(|node| {
            names.clear();
            names.extend(self.at(node).fields()?.map(|(name, _)| (name.text_or_json(), name.node)));
            names.sort_unstable();
            let mut pairs = names.windows(2);
            pairs
                .find_map(|pair| matches!(pair, [(one, _), (two, _)] if one == two).then_some(pair.last()?.1))
        })
    }
}

/// The items of a list.
#[derive(Clone)]
pub(crate) struct Items<'a> {
    next: JsonReader<'a>,
    end: u32,
}

impl<'a> Iterator for Items<'a> {
    type Item = JsonReader<'a>;

    #[inline]
    fn next(&mut self) -> Option<JsonReader<'a>> {
        let item = self.next;
        self.next.node = item.place().after();
        (item.node < self.end).then_some(item)
    }
}

/// The names and the values of an object.
#[derive(Clone)]
pub(crate) struct Fields<'a>(Items<'a>);

impl<'a> Iterator for Fields<'a> {
    type Item = (JsonReader<'a>, JsonReader<'a>);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        Some((self.0.next()?, self.0.next()?))
    }
}

impl fmt::Debug for JsonReader<'_> {
    /// Shows the size only: the text may contain secrets.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "JsonReader({} bytes)", self.as_str().len())
    }
}
