//! The samples from one path with one method, over all its exchanges.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::parameter::Samples;
use super::shape::{Room, ValueShape};

/// By path and method, in their order.
pub type Endpoints = IndexMap<(String, String), Endpoint>;

/// Parameters by name.
pub type Parameters = IndexMap<String, Samples>;

/// The samples from a path with a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endpoint {
    /// Exchanges that were no failures; with responses once the doubtful ones are decided.
    pub fine: Exchanges,
    /// Their responses, by HTTP status.
    pub by_status: BTreeMap<u16, Responses>,
    /// Exchanges that may be failures although their HTTP status is not: by the
    /// field that holds such a status, and the HTTP status.
    pub doubtful: BTreeMap<(String, u16), Exchanges>,
    /// The responses of failures, by HTTP status.
    pub failed: BTreeMap<u16, Responses>,
}

/// Exchanges of an endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exchanges {
    /// The number of requests.
    pub requests: u64,
    /// Those whose parameters are known as a whole.
    pub whole: u64,
    /// The parameters: those of GET, HEAD and DELETE are in queries, others in bodies.
    pub parameters: Parameters,
    /// The parameters in queries of other methods.
    pub query: Parameters,
    /// JSON bodies. The fields of objects are parameters, too, unless the method has those in queries.
    pub body: ValueShape,
    /// The encodings of bodies; none if they are not known.
    pub encodings: BTreeMap<Encoding, u64>,
    /// Headers, by their names in lower case. `Authorization` has its scheme after its name, if that is shown.
    pub headers: Parameters,
    /// Cookies.
    pub cookies: Parameters,
    /// The values of the variables of a path.
    pub path: Parameters,
    /// The responses.
    pub responses: Responses,
}

/// Responses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Responses {
    /// JSON.
    pub json: ValueShape,
    /// Text, by content type: type and subtype, without parameters but `charset=utf-8`.
    pub texts: BTreeMap<String, u64>,
    /// Anything else, by content type.
    pub bytes: BTreeMap<String, u64>,
    /// Redirects, by HTTP status.
    pub redirects: BTreeMap<u16, u64>,
    /// Headers, by their names in lower case.
    pub headers: Parameters,
    /// Responses of which headers are known.
    pub with_headers: u64,
    /// Responses without a body.
    pub empty: u64,
    /// Of these, those of which it is certain.
    pub surely_empty: u64,
    /// Responses that the recording doesn't show.
    pub not_recorded: u64,
}

/// Returns whether requests with this HTTP method have their parameters in the query.
#[must_use]
pub fn has_query(method: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "DELETE")
}

/// The encoding of a request's body.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Encoding {
    /// The request has no body.
    #[default]
    Empty,
    /// A form.
    Form,
    /// A form of parts.
    Multipart,
    /// JSON.
    Json,
    /// Anything else, by its content type, which is empty if its words are not known.
    Other(String),
}

impl Encoding {
    /// Its content type, or words for it.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Empty => "no body",
            Self::Form => "application/x-www-form-urlencoded",
            Self::Multipart => "multipart/form-data",
            Self::Json => "application/json",
            Self::Other(ty) if ty.is_empty() => "another content type",
            Self::Other(ty) => ty,
        }
    }
}

impl Endpoint {
    /// Adds an exchange with a response of this HTTP status.
    pub(crate) fn add(&mut self, status: u16, part: Exchanges, room: &mut Room) {
        match part.responses.json.hidden_status().map(str::to_owned) {
            _ if status >= 400 => self.add_failed(status, part, room),
            Some(field) => self.doubtful.entry((field, status)).or_default().absorb(part, room),
            None => self.add_fine(status, part, room),
        }
    }

    fn add_fine(&mut self, status: u16, mut part: Exchanges, room: &mut Room) {
        let responses = std::mem::take(&mut part.responses);
        self.by_status.entry(status).or_default().absorb(responses, room);
        self.fine.absorb(part, room);
    }

    fn add_failed(&mut self, status: u16, part: Exchanges, room: &mut Room) {
        self.failed.entry(status).or_default().absorb(part.responses, room);
    }

    /// Decides about the doubtful exchanges: those with a status in a field for
    /// which `is_status` holds are failures.
    #[must_use]
    pub fn decided(&self, is_status: impl Fn(&str) -> bool) -> Self {
        let (mut decided, room) = (self.clone(), &mut Room::NO_LIMIT.clone());
        for ((field, status), part) in std::mem::take(&mut decided.doubtful) {
            match is_status(&field) {
                true => decided.add_failed(status, part, room),
                false => decided.add_fine(status, part, room),
            }
        }
        for responses in decided.by_status.values() {
            decided.fine.responses.absorb(responses.clone(), room);
        }
        decided
    }
}

impl Exchanges {
    /// Adds the exchanges of another part.
    pub fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { requests, whole, parameters, query, body, encodings, headers, cookies, path, responses } =
            other;
        self.requests += requests;
        self.whole += whole;
        absorb(&mut self.parameters, parameters, room);
        absorb(&mut self.query, query, room);
        self.body.absorb(body, room);
        sum(&mut self.encodings, encodings);
        absorb(&mut self.headers, headers, room);
        absorb(&mut self.cookies, cookies, room);
        absorb(&mut self.path, path, room);
        self.responses.absorb(responses, room);
    }
}

impl Responses {
    /// The number of responses.
    #[must_use]
    pub fn count(&self) -> u64 {
        let Self { json, texts, bytes, redirects, empty, not_recorded, .. } = self;
        let others = texts.values().chain(bytes.values()).chain(redirects.values());
        json.count() + others.sum::<u64>() + empty + not_recorded
    }

    /// The responses of two places.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.absorb(other, &mut Room::NO_LIMIT.clone());
        self
    }

    fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { json, texts, bytes, redirects, empty, not_recorded, .. } = other;
        let Self { headers, with_headers, surely_empty, .. } = other;
        self.surely_empty += surely_empty;
        absorb(&mut self.headers, headers, room);
        self.with_headers += with_headers;
        self.json.absorb(json, room);
        sum(&mut self.texts, texts);
        sum(&mut self.bytes, bytes);
        sum(&mut self.redirects, redirects);
        self.empty += empty;
        self.not_recorded += not_recorded;
    }
}

fn absorb(to: &mut Parameters, from: Parameters, room: &mut Room) {
    for (name, samples) in from {
        if to.contains_key(&name) || room.takes(true) {
            to.entry(name).or_default().absorb(samples, room);
        }
    }
}

fn sum<K: Ord>(to: &mut BTreeMap<K, u64>, from: BTreeMap<K, u64>) {
    for (key, count) in from {
        *to.entry(key).or_default() += count;
    }
}
