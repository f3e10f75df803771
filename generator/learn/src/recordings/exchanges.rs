//! The samples from one path with one method, over all its exchanges.

use std::collections::BTreeMap;

use generator_spec::model::ReturnKind;
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
    /// Requests that didn't fail.
    pub fine: Requests,
    /// Their responses, by HTTP status.
    pub by_status: BTreeMap<u16, Responses>,
    /// The responses of failures, by HTTP status.
    pub failed: BTreeMap<u16, Responses>,
}

/// Requests to an endpoint.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Requests {
    /// The number of requests.
    pub count: u64,
    /// Those whose parameters are known as a whole.
    pub whole: u64,
    /// The parameters: those of GET, HEAD and DELETE are in queries, others in bodies.
    pub parameters: Parameters,
    /// The parameters in queries of other methods.
    pub query: Parameters,
    /// JSON bodies. The fields of objects are parameters, too, unless the method has those in queries.
    pub body: ValueShape,
    /// The content types of bodies, or words for them; none if they are not known.
    pub encodings: BTreeMap<String, u64>,
    /// Headers, by their names in lower case. `Authorization` has its scheme after its name, if that is shown.
    pub headers: Parameters,
    /// Cookies.
    pub cookies: Parameters,
    /// The values of the variables of a path.
    pub path: Parameters,
}

/// Responses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Responses {
    /// JSON.
    pub json: ValueShape,
    /// The content types of JSON.
    pub json_types: BTreeMap<String, u64>,
    /// Others, by their kind and content type: type and subtype, without parameters but `charset=utf-8`.
    pub others: BTreeMap<(ReturnKind, String), u64>,
    /// Of those without a body, those of which it is certain.
    pub surely_empty: u64,
    /// Responses that the recording doesn't show.
    pub not_recorded: u64,
    /// Headers, by their names in lower case.
    pub headers: Parameters,
    /// Responses of which headers are known.
    pub with_headers: u64,
}

/// Returns whether requests with this HTTP method have their parameters in the query.
#[must_use]
pub fn has_query(method: &str) -> bool {
    matches!(method, "GET" | "HEAD" | "DELETE")
}

impl Endpoint {
    /// Adds what was seen at another path.
    pub(crate) fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { fine, by_status, failed } = other;
        self.fine.absorb(fine, room);
        by_status.into_iter().for_each(|(it, all)| self.by_status.entry(it).or_default().absorb(all, room));
        failed.into_iter().for_each(|(it, all)| self.failed.entry(it).or_default().absorb(all, room));
    }

    /// The responses that are no failures.
    #[must_use]
    pub fn responses(&self) -> Responses {
        self.by_status.values().cloned().fold(Responses::default(), Responses::and)
    }
}

impl Requests {
    fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { count, whole, parameters, query, body, encodings, headers, cookies, path } = other;
        self.count += count;
        self.whole += whole;
        self.body.absorb(body, room);
        sum(&mut self.encodings, encodings);
        absorb(&mut self.parameters, parameters, room);
        absorb(&mut self.query, query, room);
        absorb(&mut self.headers, headers, room);
        absorb(&mut self.cookies, cookies, room);
        absorb(&mut self.path, path, room);
    }
}

impl Responses {
    /// The number of responses.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.json.count() + self.others.values().sum::<u64>() + self.not_recorded
    }

    /// The number of those of a kind, but for JSON.
    #[must_use]
    pub fn of(&self, kind: ReturnKind) -> u64 {
        self.others.iter().filter(|((own, _), _)| *own == kind).map(|(_, count)| count).sum()
    }

    /// The responses of two places.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.absorb(other, &mut Room::NO_LIMIT.clone());
        self
    }

    fn absorb(&mut self, other: Self, room: &mut Room) {
        let Self { json, json_types, others, surely_empty, not_recorded, headers, with_headers } = other;
        self.json.absorb(json, room);
        sum(&mut self.json_types, json_types);
        sum(&mut self.others, others);
        self.surely_empty += surely_empty;
        self.not_recorded += not_recorded;
        absorb(&mut self.headers, headers, room);
        self.with_headers += with_headers;
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
