//! What was seen at one path with one method, over all its exchanges.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::IndexMap;

use crate::recordings::exchange::{Answer, Encoding, Exchange, Parameters};
use crate::recordings::shape::{Room, Shape, Values};

/// Parameters of an endpoint that are kept.
const MOST_PARAMETERS: usize = 1000;
/// Headers of an endpoint that are kept.
const MOST_HEADERS: usize = 500;

/// What was seen at a path with a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Exchanges that were no failures.
    pub fine: Part,
    /// Exchanges that may be failures although their HTTP status is not: by the
    /// field that holds such a status.
    pub doubtful: BTreeMap<String, Part>,
    /// Failures by HTTP status.
    pub failed: BTreeMap<u16, Failed>,
}

/// Exchanges of an endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// How many.
    pub requests: u64,
    /// Those whose parameters are known as a whole.
    pub whole: u64,
    /// The parameters in queries.
    pub query: Parameters,
    /// The parameters in bodies.
    pub body: Parameters,
    /// How bodies are encoded.
    pub encodings: BTreeMap<Encoding, u64>,
    /// Names of headers.
    pub headers: BTreeSet<String>,
    /// What was answered.
    pub answers: Answers,
}

/// Answers that were no failures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// JSON.
    pub json: Shape,
    /// Text, by content type.
    pub texts: BTreeMap<String, u64>,
    /// Anything else, by content type.
    pub bytes: BTreeMap<String, u64>,
    /// Redirects, by HTTP status.
    pub redirects: BTreeMap<u16, u64>,
    /// Answers without a body.
    pub empty: u64,
    /// Answers that the recording doesn't show.
    pub not_recorded: u64,
}

/// Failures with one HTTP status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failed {
    /// How many.
    pub count: u64,
    /// JSON.
    pub json: Shape,
    /// Other bodies.
    pub others: u64,
    /// Answers without a body.
    pub empty: u64,
}

impl Endpoint {
    /// Adds an exchange that was answered.
    pub fn add(&mut self, exchange: Exchange, room: &mut Room) {
        if exchange.status >= 400 {
            return self.failed.entry(exchange.status).or_default().add(exchange.answer, room);
        }
        match exchange.doubtful().map(str::to_owned) {
            Some(field) => self.doubtful.entry(field).or_default().add(exchange, room),
            None => self.fine.add(exchange, room),
        }
    }

    /// Decides about the doubtful exchanges: those with a status in a field for
    /// which `is_status` holds are failures.
    #[must_use]
    pub fn decided(&self, is_status: impl Fn(&str) -> bool) -> Self {
        let mut room = Room::NO_LIMIT;
        let mut decided = Self { doubtful: BTreeMap::new(), ..self.clone() };
        for (field, part) in self.doubtful.clone() {
            match is_status(&field) {
                true => decided.failed.entry(200).or_default().absorb(part, &mut room),
                false => decided.fine.absorb(part, &mut room),
            }
        }
        decided
    }
}

impl Endpoint {
    /// Adds the values that were kept to those of each name.
    pub(crate) fn values(&self, to: &mut BTreeMap<String, Values>) {
        for part in self.doubtful.values().chain([&self.fine]) {
            part.answers.json.values(to);
            for (name, written) in part.query.iter().chain(&part.body) {
                written.shape.values(to);
                if let Some(values) = &written.values {
                    to.entry(name.clone()).or_default().absorb(values);
                }
            }
        }
    }
}

impl Part {
    fn add(&mut self, exchange: Exchange, room: &mut Room) {
        let Exchange { query, body, encoding, is_cut, headers, content_type, answer, status, .. } = exchange;
        self.requests += 1;
        self.whole += u64::from(!is_cut);
        absorb(&mut self.query, query, room);
        absorb(&mut self.body, body, room);
        *self.encodings.entry(encoding).or_default() += 1;
        for name in headers {
            if self.headers.contains(&name) || room.takes(self.headers.len() < MOST_HEADERS) {
                self.headers.insert(name);
            }
        }
        let content_type = || content_type.unwrap_or_default();
        let answers = &mut self.answers;
        match answer {
            Answer::NotRecorded => answers.not_recorded += 1,
            Answer::Empty => answers.empty += 1,
            Answer::Redirect => *answers.redirects.entry(status).or_default() += 1,
            Answer::Json(shape) => answers.json.absorb(*shape, room),
            Answer::Text => *answers.texts.entry(content_type()).or_default() += 1,
            Answer::Bytes => *answers.bytes.entry(content_type()).or_default() += 1,
        }
    }

    /// Adds the exchanges of another part.
    pub fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { requests, whole, query, body, encodings, headers, answers } = other;
        self.requests += requests;
        self.whole += whole;
        absorb(&mut self.query, query, room);
        absorb(&mut self.body, body, room);
        sum(&mut self.encodings, encodings);
        self.headers.extend(headers);
        self.answers.absorb(answers, room);
    }
}

impl Answers {
    /// Adds other answers.
    pub fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { json, texts, bytes, redirects, empty, not_recorded } = other;
        self.json.absorb(json, room);
        sum(&mut self.texts, texts);
        sum(&mut self.bytes, bytes);
        sum(&mut self.redirects, redirects);
        self.empty += empty;
        self.not_recorded += not_recorded;
    }
}

impl Failed {
    fn add(&mut self, answer: Answer, room: &mut Room) {
        self.count += 1;
        match answer {
            Answer::Json(shape) => self.json.absorb(*shape, room),
            Answer::Text | Answer::Bytes | Answer::Redirect => self.others += 1,
            Answer::Empty | Answer::NotRecorded => self.empty += 1,
        }
    }

    fn absorb(&mut self, part: Part, room: &mut Room) {
        self.count += part.requests;
        self.json.absorb(part.answers.json, room);
    }
}

fn absorb(to: &mut Parameters, from: Parameters, room: &mut Room) {
    for (name, written) in from {
        if to.contains_key(&name) || room.takes(to.len() < MOST_PARAMETERS) {
            to.entry(name).or_default().absorb(written, room);
        }
    }
}

fn sum<K: Ord>(to: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, count) in from {
        *to.entry(key).or_default() += count;
    }
}

/// By path and method, in their order.
pub type Endpoints = IndexMap<(String, String), Endpoint>;
