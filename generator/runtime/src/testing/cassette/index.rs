//! Finds the exchange of a request, and knows what placeholders stand for.

use std::collections::{HashMap, HashSet};

use super::{
    exchange::{Exchange, Kept, RecordedRequest},
    placeholders::Kind,
    rules::{Fate, Rules, Value, Words},
};
use crate::core::{ApiDescriptor, Descriptor};

/// Takes the place of a value in a request. No text of a form has it.
const MARK: &str = "\u{0}";

/// An exchange and its place.
pub(super) struct Recorded {
    pub(super) run: usize,
    pub(super) line: usize,
    pub(super) exchange: Exchange,
}

/// A value or its placeholder.
type Leaf = (Kind, String);

/// A request, taken apart: what has to be the same, and what is bound.
struct Parts {
    key: String,
    /// The values, and whether each is a secret: those are not compared.
    values: Vec<(Leaf, bool)>,
}

impl Parts {
    fn of(rules: &Rules<'_>, request: &RecordedRequest) -> Self {
        let mut values = Vec::new();
        let mut map = |value: Value<'_>, text: &str| match (value.fate, value.kind) {
            (Fate::Kept | Fate::Cleaned, _) => text.to_owned(),
            (Fate::Hidden | Fate::Secret, kind) => {
                values.push(((kind, text.to_owned()), value.fate == Fate::Secret));
                if kind == Kind::Number { "0" } else { MARK }.to_owned()
            }
        };
        let mut request = RecordedRequest { path: String::new(), ..request.clone() };
        // Whatever the order of the parameters, with those of the credential.
        request.form.sort_by(|(one, _), (other, _)| one.cmp(other));
        let request = rules.request(&request, &mut map);
        Self { key: serde_json::to_string(&request).unwrap_or_default(), values }
    }
}

/// The values that the placeholders of a run stand for.
#[derive(Default)]
struct Bindings {
    values: HashMap<Leaf, String>,
    placeholders: HashMap<Leaf, String>,
    /// The last values of secrets.
    secrets: HashMap<Leaf, String>,
    /// Placeholders that the program has from responses.
    given: HashSet<Leaf>,
}

impl Bindings {
    /// Returns the placeholder of a value. A number can be a placeholder by chance.
    fn placeholder<'a>(&'a self, value: &'a Leaf, takes_numbers: bool) -> Option<&'a str> {
        let is_given = || self.given.contains(value) && (takes_numbers || value.0 == Kind::Text);
        let bound = self.placeholders.get(value).map(String::as_str);
        bound.or_else(|| is_given().then_some(value.1.as_str()))
    }

    /// Returns the value of a placeholder.
    fn value(&self, placeholder: &Leaf) -> Option<&str> {
        self.values.get(placeholder).or_else(|| self.secrets.get(placeholder)).map(String::as_str)
    }

    /// Returns whether each value is that of its placeholder, or can be.
    fn fit(&self, sent: &[(&Leaf, Option<&str>)], recorded: &[(Leaf, bool)]) -> bool {
        let (mut values, mut placeholders) = (HashMap::new(), HashMap::new());
        let recorded = recorded.iter().filter(|(_, is_secret)| !is_secret);
        sent.iter().zip(recorded).all(|((value, known), (placeholder, _))| match known {
            Some(known) => *known == placeholder.1,
            None if self.values.contains_key(placeholder) => false,
            None => {
                *values.entry(placeholder).or_insert(*value) == *value
                    && *placeholders.entry(*value).or_insert(placeholder) == placeholder
            }
        })
    }

    fn bind(&mut self, sent: Vec<(Leaf, bool)>, recorded: &[(Leaf, bool)]) {
        for ((value, is_secret), (placeholder, _)) in sent.into_iter().zip(recorded) {
            if is_secret {
                self.secrets.insert(placeholder.clone(), value.1);
            } else {
                self.values.insert(placeholder.clone(), value.1.clone());
                self.placeholders.insert(value, placeholder.1.clone());
            }
        }
    }
}

/// The requests of a cassette.
pub(super) struct Index {
    pub(super) words: Words,
    operations: HashMap<&'static str, &'static Descriptor>,
    /// The values that runs keep, without duplicates.
    kept: Vec<Kept>,
    /// By run.
    bindings: Vec<Bindings>,
    /// Exchanges that have not been used, by what runs keep and the key of the request.
    unused: HashMap<(usize, String), Vec<usize>>,
    /// The placeholders of each request.
    values: Vec<Vec<(Leaf, bool)>>,
}

impl Index {
    pub(super) fn of(api: &'static ApiDescriptor, runs: &[Kept], exchanges: &[Recorded]) -> Self {
        let mut index = Self {
            words: Words::of(api),
            operations: api.operations.iter().map(|operation| (operation.name, *operation)).collect(),
            kept: Vec::new(),
            bindings: runs.iter().map(|_| Bindings::default()).collect(),
            unused: HashMap::new(),
            values: Vec::new(),
        };
        runs.iter().for_each(|run| {
            if !index.kept.contains(run) {
                index.kept.push(run.clone())
            }
        });
        for (number, recorded) in exchanges.iter().enumerate() {
            let request = &recorded.exchange.request;
            let run = runs.get(recorded.run).filter(|run| run.api == api.name);
            let found = run.zip(index.operations.get(request.operation.as_str()));
            let parts = found
                .map(|(kept, operation)| Parts::of(&Rules { words: &index.words, operation, kept }, request));
            let kept = index.kept.iter().position(|kept| Some(kept) == run);
            if let Some((parts, kept)) = parts.as_ref().zip(kept) {
                index.unused.entry((kept, parts.key.clone())).or_default().push(number);
            }
            index.values.push(parts.map(|parts| parts.values).unwrap_or_default());
        }
        index
    }

    /// Uses up the exchange that matches a request, and binds its placeholders.
    pub(super) fn find(&mut self, exchanges: &[Recorded], request: &RecordedRequest) -> Option<usize> {
        let operation = self.operations.get(request.operation.as_str())?;
        let parts =
            self.kept.iter().map(|kept| Parts::of(&Rules { words: &self.words, operation, kept }, request));
        let parts: Vec<_> = parts.enumerate().collect();
        let found = [true, false].into_iter().find_map(|takes_numbers| {
            let first =
                parts.iter().filter_map(|(kept, parts)| self.first(exchanges, *kept, parts, takes_numbers));
            first.min()
        });
        let (number, kept) = found?;
        let parts = parts.into_iter().nth(kept)?.1;
        let run = exchanges.get(number)?.run;
        self.unused.get_mut(&(kept, parts.key))?.retain(|unused| *unused != number);
        self.bindings.get_mut(run)?.bind(parts.values, self.values.get(number)?);
        Some(number)
    }

    /// The first exchange that fits.
    fn first(
        &self,
        exchanges: &[Recorded],
        kept: usize,
        parts: &Parts,
        takes_numbers: bool,
    ) -> Option<(usize, usize)> {
        let (mut run, mut sent) = (None, Vec::new());
        let unused = self.unused.get(&(kept, parts.key.clone()))?;
        let found = unused.iter().find(|number| {
            let Some(exchange) = exchanges.get(**number) else { return false };
            let Some(bindings) = self.bindings.get(exchange.run) else { return false };
            if run != Some(exchange.run) {
                let values = parts.values.iter().filter(|(_, is_secret)| !is_secret);
                sent = values.map(|(value, _)| (value, bindings.placeholder(value, takes_numbers))).collect();
                run = Some(exchange.run);
            }
            self.values.get(**number).is_some_and(|recorded| bindings.fit(&sent, recorded))
        });
        found.map(|number| (*number, kept))
    }

    /// Returns the rules of a recorded exchange, and what its placeholders stand for.
    pub(super) fn rules<'a>(
        &'a mut self,
        runs: &'a [Kept],
        recorded: &Recorded,
    ) -> Option<(Rules<'a>, Given<'a>)> {
        let operation = self.operations.get(recorded.exchange.request.operation.as_str())?;
        let rules = Rules { words: &self.words, operation, kept: runs.get(recorded.run)? };
        Some((rules, Given(self.bindings.get_mut(recorded.run)?)))
    }
}

/// Values in place of placeholders.
pub(super) struct Given<'a>(&'a mut Bindings);

impl Given<'_> {
    /// Returns what a program gets for a placeholder.
    pub(super) fn value(&mut self, value: Value<'_>, text: &str) -> String {
        let leaf = (value.kind, text.to_owned());
        match (value.fate, self.0.value(&leaf)) {
            (Fate::Kept | Fate::Cleaned, _) => text.to_owned(),
            (Fate::Hidden | Fate::Secret, Some(value)) => value.to_owned(),
            (Fate::Hidden | Fate::Secret, None) => {
                self.0.given.insert(leaf);
                text.to_owned()
            }
        }
    }

    /// Returns what is shown of a recorded request: secrets are their names.
    pub(super) fn shown(&self, value: Value<'_>, text: &str) -> String {
        let leaf = (value.kind, text.to_owned());
        match value.fate {
            Fate::Kept | Fate::Cleaned => text.to_owned(),
            Fate::Hidden => self.0.value(&leaf).unwrap_or(text).to_owned(),
            Fate::Secret => value.name.to_owned(),
        }
    }
}
