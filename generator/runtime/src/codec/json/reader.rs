//! A value of a JSON text.

use std::{borrow::Cow, fmt, ops::Range};

use super::{
    scan::{MAX_DEPTH, Node},
    tape::Tape,
    writer::Sender,
};

/// A value that [`JsonValue::read_json`](crate::JsonValue::read_json) reads.
#[derive(Clone, Copy)]
pub struct JsonReader<'a> {
    text: &'a str,
    tape: &'a Tape,
    node: u32,
    depth: u8,
    required: Required,
    purpose: Purpose,
    /// True if it is of fields: numbers and the like are texts.
    is_of_texts: bool,
}

/// The purpose of a look at a value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Read,
    /// A union asks whether it is of one of its types.
    Candidate,
    /// It is in such a value.
    Inner,
}

/// The need for the fields that types require.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(any(feature = "cli", feature = "server")), allow(dead_code, reason = "clients don't check"))]
pub(crate) enum Required {
    /// No: a client takes what it gets.
    #[default]
    Ignored,
    /// Yes.
    Checked,
}

impl<'a> JsonReader<'a> {
    /// The whole of a text that was scanned.
    pub(crate) fn new(text: &'a str, tape: &'a Tape) -> Self {
        Self {
            text,
            tape,
            node: 0,
            depth: 0,
            required: Required::Ignored,
            purpose: Purpose::Read,
            is_of_texts: false,
        }
    }

    /// The same value, in which all is text: it is what the type says, an empty text where none fits is
    /// null, and a text that should be a list is its only item.
    pub(crate) fn of_texts(self) -> Self {
        Self { is_of_texts: true, ..self }
    }

    pub(crate) fn is_of_texts(self) -> bool {
        self.is_of_texts
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
        Self { purpose: Purpose::Candidate, ..self }
    }

    pub(super) fn is_candidate(self) -> bool {
        self.purpose == Purpose::Candidate
    }

    /// Returns whether the same is asked again when a value around it is read.
    pub(super) fn is_asked_again(self) -> bool {
        self.purpose != Purpose::Read && self.place().after() > self.node + 1
    }

    /// Returns whether it is of a request: values are checked beyond their types.
    pub(super) fn is_checked(self) -> bool {
        self.required != Required::Ignored
    }

    /// Returns whether it is nested so deeply that values in it aren't read.
    pub(super) fn is_too_deep(self) -> bool {
        self.depth >= MAX_DEPTH && matches!(self.first(), b'[' | b'{')
    }

    /// The side that sent it.
    pub(super) fn sender(self) -> Sender {
        if self.is_checked() { Sender::Client } else { Sender::Server }
    }

    pub(super) fn tape(self) -> &'a Tape {
        self.tape
    }

    #[inline]
    pub(super) fn place(self) -> Node {
        self.tape.node(self.node)
    }

    /// Returns the JSON text of the value.
    #[must_use]
    pub fn as_str(self) -> &'a str {
        let Node { start, end, .. } = self.place();
        self.text.get(start as usize..end as usize).unwrap_or_default()
    }

    /// The first byte of its text, which says its kind.
    #[inline]
    pub(crate) fn first(self) -> u8 {
        self.text.as_bytes().get(self.place().start as usize).copied().unwrap_or_default()
    }

    /// Returns whether it is `null`.
    #[inline]
    #[must_use]
    pub fn is_null(self) -> bool {
        self.first() == b'n'
    }

    /// The text of a string in which nothing is escaped.
    #[inline]
    pub(super) fn plain_text(self) -> Option<&'a str> {
        let place = self.place();
        let is_plain = self.first() == b'"' && !place.is_escaped();
        is_plain.then(|| self.text.get(place.start as usize + 1..place.end as usize - 1))?
    }

    /// The text of a number or a boolean.
    pub(crate) fn literal(self) -> &'a str {
        self.plain_text().filter(|_| self.is_of_texts).unwrap_or_else(|| self.as_str())
    }

    /// Returns the text of a string, if it is one and Unicode.
    #[must_use]
    pub fn text(self) -> Option<Cow<'a, str>> {
        if self.place().is_escaped() {
            return serde_json::from_str(self.as_str()).ok().map(Cow::Owned);
        }
        self.plain_text().map(Cow::Borrowed)
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

    /// The items of a list of texts or of what has numbers for names; `None` if it isn't one.
    pub(super) fn numbered(self) -> Option<Vec<Self>> {
        let Some(fields) = self.fields() else {
            return Some(self.items().map_or_else(|| vec![self], Iterator::collect));
        };
        let numbered = fields.map(|(name, item)| Some((name.text()?.parse::<u32>().ok()?, item)));
        let mut numbered = numbered.collect::<Option<Vec<_>>>()?;
        numbered.sort_by_key(|(number, _)| *number);
        Some(numbered.into_iter().map(|(_, item)| item).collect())
    }

    /// The names and the values of an object, in order, with duplicates; `None` if it isn't one, or is
    /// nested too deeply.
    #[inline]
    pub(crate) fn fields(self) -> Option<Fields<'a>> {
        (self.first() == b'{').then(|| self.inside().map(Fields))?
    }

    fn inside(self) -> Option<Items<'a>> {
        (self.depth < MAX_DEPTH).then(|| Items { next: self.child(self.node + 1), end: self.place().after() })
    }

    /// The value of a node in this one.
    pub(super) fn child(self, node: u32) -> Self {
        let purpose = if self.purpose == Purpose::Read { Purpose::Read } else { Purpose::Inner };
        Self { node, depth: self.depth.saturating_add(1), purpose, ..self }
    }

    /// Its node and those in it.
    pub(super) fn inner_nodes(self) -> Range<u32> {
        self.node..self.place().after()
    }

    /// The last field of a name, if it is an object that has one.
    pub(crate) fn field(self, name: &str) -> Option<Self> {
        let fields = self.fields()?.filter(|(field, _)| field.text().is_some_and(|field| field == name));
        fields.last().map(|(_, value)| value)
    }

    /// A text that equal values have: the notation of numbers and the order of fields don't matter.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn normal(self) -> String {
        match self.first() {
            b'"' => serde_json::Value::from(self.text_or_json()).to_string(),
            b'[' => {
                let items: Vec<_> = self.items().into_iter().flatten().map(Self::normal).collect();
                format!("[{}]", items.join(","))
            }
            b'{' => {
                let fields = self.fields().into_iter().flatten();
                let mut fields: Vec<_> =
                    fields.map(|(name, value)| format!("{}:{}", name.normal(), value.normal())).collect();
                fields.sort_unstable();
                format!("{{{}}}", fields.join(","))
            }
            _ => super::number::normal(self.as_str()),
        }
    }

    /// All texts in the value that are not names of fields.
    pub(crate) fn texts(self) -> impl Iterator<Item = Cow<'a, str>> {
        let all = self.inner_nodes().map(move |node| self.at(node));
        all.filter(|it| it.first() == b'"' && !it.place().is_name()).map(Self::text_or_json)
    }

    /// Takes bytes from the budget.
    pub(crate) fn charge(self, bytes: usize) -> Option<()> {
        self.tape.take(self.node, bytes).then_some(())
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
