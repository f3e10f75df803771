//! Says which values don't fit their types, and why.

use std::borrow::Cow;

use serde::de::DeserializeOwned;

use super::{
    JsonReader,
    reader::Fields,
    tape::{PlacedMisfit, Reason},
};
#[cfg(any(feature = "cli", feature = "server"))]
use super::{scan::Rules, tape::Tape};
use crate::core::{LACKING, Misfit, Step};

impl<'a> JsonReader<'a> {
    /// Returns `None`, and keeps why the value doesn't fit its type. The reason must not contain the
    /// value.
    pub fn misfit<T>(self, reason: impl Into<Cow<'static, str>>) -> Option<T> {
        self.tape().add(self.node(), None, Reason::Words(reason.into()));
        None
    }

    /// Keeps that the names in an object are data: no misfit in it has one in its path.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(crate) fn names_are_data(self) {
        self.tape().add_dictionary(self.node());
    }

    /// Returns `None`, and keeps that a field is missing.
    pub(super) fn lacks<T>(self, field: &'static str) -> Option<T> {
        let words = if self.is_checked() { "missing" } else { LACKING };
        self.tape().add(self.node(), Some(field), Reason::Words(words.into()));
        None
    }

    /// Returns `None`, and keeps that the value can't be read as this kind.
    #[cold]
    pub(super) fn is_not<T>(self, kind: &'static str) -> Option<T> {
        if self.is_too_deep() {
            return self.misfit("nested too deeply");
        }
        self.tape().add(self.node(), None, Reason::Expected(kind));
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

    /// Returns whether the rest isn't read: a client reports one misfit.
    pub(super) fn is_over(self) -> bool {
        !self.is_checked() && self.tape().misfits() > 0 || self.tape().is_full()
    }

    /// The items of what must be a list, or `null`, which is an empty one.
    ///
    /// # Errors
    /// If it is something else.
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

    /// Takes all misfits, as seen from this value.
    pub(crate) fn take_misfit(self) -> Option<Misfit> {
        let misfits = self.tape().take_misfits().into_iter().map(|PlacedMisfit { node, field, reason }| {
            let own = field.map(|name| Step::Field(name.into()));
            let steps: Vec<_> = self.steps(node).into_iter().chain(own).collect();
            let reason = match reason {
                Reason::Expected(kind) => self.at(node).found_instead_of(kind),
                Reason::Words(words) => words.into_owned(),
            };
            Misfit::new(reason).at(&steps)
        });
        misfits.reduce(Misfit::and)
    }

    /// The way from this value to one in it, or to the name of a field.
    pub(super) fn steps(self, to: u32) -> Vec<Step<'a>> {
        let (mut here, mut steps) = (self.at(self.node()), Vec::new());
        while here.node() < to {
            let has_it = |it: &Self| to < it.place().after();
            let item = here.items().and_then(|items| (0..).zip(items).find(|(_, item)| has_it(item)));
            let field = here.fields().and_then(|mut fields| fields.find(|(_, value)| has_it(value)));
            let (step, next) = match (item, field) {
                (Some((index, item)), _) => (Step::Item(index), item),
                (_, Some((_, value))) if self.tape().is_dictionary(here.node()) => (Step::Entry, value),
                (_, Some((name, value))) => (Step::Field(name.text_or_json()), value),
                (None, None) => break,
            };
            steps.push(step);
            here = self.at(next.node());
        }
        steps
    }

    /// Returns a name that occurs twice in an object.
    #[cfg(any(feature = "cli", feature = "server"))]
    pub(super) fn name_given_twice(self) -> Option<u32> {
        let mut names = Vec::new();
        self.inner_nodes().find_map(|node| {
            names.clear();
            names.extend(self.at(node).fields()?.map(|(name, _)| (name.text_or_json(), name.node())));
            names.sort_unstable();
            let mut pairs = names.windows(2);
            pairs
                .find_map(|pair| matches!(pair, [(one, _), (two, _)] if one == two).then_some(pair.last()?.1))
        })
    }
}

#[cfg(any(feature = "cli", feature = "server"))]
impl Tape {
    /// Scans a text of a caller, which may be read in one way only: no name occurs twice in an object,
    /// no number is too large, and it isn't nested too deeply.
    ///
    /// # Errors
    /// If it isn't such JSON.
    pub(crate) fn checked(text: &str) -> Result<Self, Misfit> {
        let tape = Self::scanned(text, Rules::Plain)?;
        let json = JsonReader::new(text, &tape);
        match json.name_given_twice() {
            Some(name) => Err(Misfit::new("given more than once").at(&json.steps(name))),
            None => Ok(tape),
        }
    }
}
