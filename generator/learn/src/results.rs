//! Results of operations, by their statuses.

use std::collections::BTreeMap;

use super::Learner;
use super::finding::{Finding, Place, Section};
use super::kinds::takes;
use super::lines::{of_requests, requests};
use super::values::fits;
use super::yaml::flow;
use crate::recordings::{Endpoint, Exchanges, Responses, Samples, ValueShape};
use generator_spec::diagnostics::At;
use generator_spec::model::{HttpMethod, Operation, Presence, ReturnKind, Returns, StatusRange};
use serde_json::{Map, Value, json};

/// Responses of one kind, as far as that is known; their content type, if there is only one; and
/// how many there were.
type Kind = (ReturnKind, String, u64);

/// The results instead, by status (`None` is any success), and how often each was seen.
type Changes = BTreeMap<Option<u16>, (Value, String)>;

/// Statuses of responses that never have a body.
const BODILESS: [u16; 2] = [204, 205];
/// A browser has the body already.
const NOT_MODIFIED: u16 = 304;

impl Learner<'_> {
    /// Compares the responses of an operation with what the spec says of each HTTP status.
    pub fn results(&mut self, operation: &Operation, endpoint: &Endpoint) {
        if operation.http_method == HttpMethod::Head {
            return;
        }
        let (mut found, mut changes) = (Vec::new(), Changes::new());
        let has_one = operation.returns.status.is_none() && operation.more_returns.is_empty();
        let is_redirect = matches!(operation.returns.kind, ReturnKind::Redirect(_));
        let is_apart = |status: u16| {
            BODILESS.contains(&status) || status >= 300 && !is_redirect && !is_open(&operation.returns)
        };
        if has_one {
            let mut part = endpoint.fine.clone();
            if !is_open(&operation.returns) {
                let own = endpoint.by_status.iter().filter(|(it, _)| **it != NOT_MODIFIED && !is_apart(**it));
                let all = own.fold(Responses::default(), |all, (_, it)| all.and(it.clone()));
                part.responses = all;
            }
            found.extend(self.returns(operation, &part, &mut changes));
        }
        // An API with its own form of failures has it with every status.
        let has_form = operation.failures.is_empty() && self.api.message.is_some();
        let of_returns = |status: u16| status != NOT_MODIFIED && (!has_one || is_apart(status));
        let fine = endpoint.by_status.iter().filter(|(status, _)| of_returns(**status));
        let failed = endpoint.failed.iter().filter(|(status, _)| **status >= 400 && !has_form);
        let failures: u64 = endpoint.failed.values().map(Responses::count).sum();
        self.headers(operation, endpoint);
        for (status, responses) in fine.chain(failed) {
            let all = endpoint.fine.requests + failures;
            found.extend(self.with_status(operation, (*status, responses), all, &mut changes));
        }
        let Some(value) = self.changed(operation, &changes) else { return self.found.extend(found) };
        let at = self.locator.key(&operation.name, "returns").map(|said| said.at);
        let times = changes.into_values().next_back().map(|(_, times)| times).unwrap_or_default();
        let path = ["operations", &operation.name, "returns"];
        self.found.extend(found.into_iter().map(|it| it.at(at).write(&path, value.clone(), times.clone())));
    }

    /// The results of an operation with what is changed; `None` if nothing is, or if they are those of
    /// another operation.
    fn changed(&self, operation: &Operation, changes: &Changes) -> Option<Value> {
        if changes.is_empty() {
            return None;
        }
        let one = changes.get(&None).map(|(value, _)| value.clone());
        let own = || Some(value(self.locator.key(&operation.name, "returns")?.at));
        let known = one.or_else(own)?;
        let is_status = |key: &String| key.starts_with(|c: char| c.is_ascii_digit()) || key == "default";
        let mut all = match known {
            known if changes.keys().all(Option::is_none) => return Some(known),
            Value::Object(all) if all.keys().all(is_status) => all,
            known => Map::from_iter([(operation.returns.kind.status().to_string(), known)]),
        };
        let by_status = changes.iter().filter_map(|(status, (value, _))| Some(((*status)?, value)));
        all.extend(by_status.map(|(status, value)| (status.to_string(), value.clone())));
        all.sort_keys();
        Some(all.into())
    }

    /// Compares all responses with the one result of an operation.
    fn returns(&mut self, operation: &Operation, part: &Exchanges, changes: &mut Changes) -> Vec<Finding> {
        let (own, name) = (&operation.returns, operation.name.as_str());
        let place = Place::of(name, "response");
        self.empty(&place, own, &part.responses);
        let Some(kind) = self.kind(&place, &part.responses) else { return Vec::new() };
        let (json, times) = (&part.responses.json, of_requests(kind.2, part.requests));
        if !is_open(own) && kind.0 == ReturnKind::Nothing {
            return Vec::new();
        }
        let disagrees =
            if is_open(own) { Vec::new() } else { self.disagreements(own, &kind, &times, json, &place) };
        if disagrees.is_empty() && !is_open(own) {
            return Vec::new();
        }
        let returned = self.returned(&[name, "Result"], kind, json);
        changes.insert(None, (returned.clone(), times.clone()));
        if is_open(own) {
            let line = format!("{name}: {} ({times})", in_words(&returned));
            return vec![Finding::new(Section::Results, line)];
        }
        let change = format!("returns: {}", flow(&returned));
        disagrees.into_iter().map(|it| it.change(&*change)).collect()
    }

    /// Compares the responses with a status with the result that the spec has for it.
    fn with_status(
        &mut self,
        operation: &Operation,
        (status, responses): (u16, &Responses),
        requests: u64,
        changes: &mut Changes,
    ) -> Vec<Finding> {
        let (name, part) = (operation.name.as_str(), format!("response {status}"));
        let place = Place::of(name, &part);
        let is_own = |it: &&Returns| match it.status {
            Some(own) => own.overlaps(StatusRange { from: status, to: status }),
            None => (200..300).contains(&status),
        };
        // One alone wins over a range that has it.
        let own = operation.results().filter(is_own);
        let own = own.min_by_key(|it| it.status.map_or(u16::MAX, |own| own.to - own.from));
        let is_of_one =
            |it: &&Returns| own.is_some_and(|own| own.status == it.status && !std::ptr::eq(own, *it));
        if operation.results().any(|it| is_of_one(&it)) {
            return self.with_types(operation, status, responses);
        }
        let Some(kind) = self.kind(&place, responses) else { return Vec::new() };
        let (json, times) = (&responses.json, of_requests(kind.2, requests));
        let is_empty = kind.0 == ReturnKind::Nothing;
        let seen = || format!("{} in {times}", if is_empty { "no body" } else { kind.0.name() });
        let (mut found, adds) = match own {
            Some(own) if own.kind == ReturnKind::Nothing || is_open(own) && is_empty => return Vec::new(),
            Some(own) if is_open(own) => (Vec::new(), "is"),
            Some(own) if !is_empty => (self.disagreements(own, &kind, &times, json, &place), ""),
            Some(own) if BODILESS.contains(&status) => (vec![place.contradicts(own.kind.name(), seen())], ""),
            Some(own) => {
                self.empty(&place, own, responses);
                return Vec::new();
            }
            None if status < 400 => (vec![place.contradicts("no such status", seen())], ""),
            None if operation.failures.is_empty() || !is_failure(status, &kind) => return Vec::new(),
            None => (Vec::new(), "is not in the spec,"),
        };
        if found.is_empty() && adds.is_empty() {
            return found;
        }
        let returned = self.returned(&[name, "Body"], kind, json);
        if found.is_empty() {
            let line = format!("{name}: HTTP {status} {adds} {} ({times})", in_words(&returned));
            found.push(Finding::new(Section::Results, line));
        }
        let change = format!("returns: {{{status}: {}}}", flow(&returned));
        changes.insert(Some(status), (returned, times));
        found.into_iter().map(|it| it.change(&*change)).collect()
    }

    /// Compares responses with a status that has a result for each content type.
    fn with_types(&mut self, operation: &Operation, status: u16, responses: &Responses) -> Vec<Finding> {
        let part = format!("response {status}");
        let place = Place::of(&operation.name, &part);
        let is_own =
            |it: &&Returns| it.status.is_none_or(|it| it.overlaps(StatusRange { from: status, to: status }));
        let own: Vec<&Returns> = operation.results().filter(is_own).collect();
        let mut of_json = own.iter().filter(|it| it.kind == ReturnKind::Json);
        // Several types of JSON are alike here.
        let mut found = match (of_json.next(), of_json.next()) {
            (Some(Returns { ty: Some(ty), .. }), None) => self.compare(&ty.shape, &responses.json, &place),
            _ => Vec::new(),
        };
        let json = ("application/json".to_owned(), responses.json.count());
        let types = responses.texts.iter().chain(&responses.bytes).chain([(&json.0, &json.1)]);
        let is_other = |(ty, count): &(&String, &u64)| {
            let is_known =
                |it: &&Returns| lists(it, ty) || it.kind == ReturnKind::Json && ty.ends_with("json");
            **count > 0 && !ty.is_empty() && !own.iter().any(is_known)
        };
        for (ty, count) in types.filter(is_other) {
            let listed: Vec<&str> = own.iter().map(|it| it.content_type.as_str()).collect();
            let seen = format!("{} in {}", essence(ty), of_requests(*count, responses.count()));
            let change = format!("returns: {{{status}: {{content: {{{}: bytes}}}}}}", essence(ty));
            found.push(place.contradicts(listed.join(", "), seen).change(change));
        }
        let at = self.locator.key(&operation.name, "returns").map(|said| said.at);
        self.found.extend(found.into_iter().map(|it| it.at(at)));
        Vec::new()
    }

    /// Compares the headers of responses with those that the spec has for their statuses.
    fn headers(&mut self, operation: &Operation, endpoint: &Endpoint) {
        for (status, responses) in endpoint.by_status.iter().chain(&endpoint.failed) {
            let (part, range) = (format!("response {status}"), StatusRange { from: *status, to: *status });
            let is_own = |it: &&Returns| match it.status {
                Some(own) => own.overlaps(range),
                None => (200..300).contains(status),
            };
            let Some(own) = operation.results().find(is_own).filter(|_| responses.with_headers > 0) else {
                continue;
            };
            for header in &own.headers {
                let none = Samples::default();
                let seen = responses.headers.get(&header.wire_name().to_ascii_lowercase()).unwrap_or(&none);
                let lacking = responses.with_headers.saturating_sub(seen.requests);
                let place = Place::of(&operation.name, &part).within(header.wire_name());
                let at = self.locator.key(&operation.name, "returns").map(|said| said.at);
                if lacking > 0 && header.presence == Presence::Required {
                    let what = format!("absent in {}", of_requests(lacking, responses.with_headers));
                    let change = format!("{}: {}?", header.name, header.ty.notation);
                    self.found.push(place.contradicts("a required header", what).at(at).change(change));
                }
                if seen.values() > 0 && !fits(header, seen) {
                    let what = format!("another type in {}", requests(seen.requests));
                    self.found.push(place.contradicts(&*header.ty.notation, what).at(at));
                }
            }
        }
    }

    /// Reports bodies that are lacking; a browser may not have kept them.
    fn empty(&mut self, place: &Place<'_>, own: &Returns, responses: &Responses) {
        let can_be = own.ty.as_ref().is_some_and(|it| takes(self.api, &it.shape, "null"));
        if own.kind != ReturnKind::Json || can_be || responses.empty == 0 {
            return;
        }
        let times = of_requests(responses.empty, responses.count());
        if responses.surely_empty == 0 {
            let line =
                format!("{}: {}: no body in {times}, or it wasn't recorded", place.operation, place.part);
            return self.add(Section::Ambiguous, line);
        }
        let at = self.locator.key(place.operation, "returns").map(|said| said.at);
        let ty = own.ty.as_ref().map_or("any", |it| &it.notation);
        let found = place.contradicts(own.kind.name(), format!("no body in {times}"));
        self.found.push(found.at(at).change(format!("returns: {{json: {ty} or null}}")));
    }

    /// The result of an operation that the spec lacks, and the evidence.
    pub fn new_returns(&mut self, name: &str, part: &Exchanges) -> Option<(Value, String)> {
        let kind = self.kind(&Place::of(name, "response"), &part.responses)?;
        let times = of_requests(kind.2, part.requests);
        Some((self.returned(&[name, "Result"], kind, &part.responses.json), times))
    }

    /// The one kind of responses.
    fn kind(&mut self, place: &Place<'_>, responses: &Responses) -> Option<Kind> {
        let Responses { json, texts, bytes, redirects, empty, .. } = responses;
        let mut kinds = vec![(ReturnKind::Json, String::new(), json.count())];
        for (kind, types) in [(ReturnKind::Text, texts), (ReturnKind::Bytes, bytes)] {
            let only = types.keys().next().filter(|_| types.len() == 1);
            kinds.push((kind, only.cloned().unwrap_or_default(), types.values().sum()));
        }
        kinds.extend(redirects.iter().map(|(it, count)| (ReturnKind::Redirect(*it), String::new(), *count)));
        kinds.retain(|(.., count)| *count > 0);
        if kinds.is_empty() && *empty > 0 {
            return Some((ReturnKind::Nothing, String::new(), *empty));
        }
        if kinds.len() > 1 {
            let each = kinds.iter().map(|(kind, _, count)| format!("{} in {count}", kind.name()));
            let found = place.contradicts("one kind of result", each.collect::<Vec<_>>().join(", "));
            let at = self.locator.key(place.operation, "returns").map(|said| said.at);
            self.found.push(found.at(at).change("a result for each status, or `returns: bytes`"));
            return None;
        }
        kinds.pop()
    }

    /// `message`, or a kind with its type, and a content type that isn't the kind's own.
    fn returned(&mut self, place: &[&str], (kind, content_type, _): Kind, json: &ValueShape) -> Value {
        let data = self.dialect.data(json);
        let kind = match kind {
            ReturnKind::Json if self.dialect.is_only_message(json) => ReturnKind::Message,
            ReturnKind::Json if data.is_some() => ReturnKind::Envelope,
            other => other,
        };
        let of: Value = match kind {
            ReturnKind::Message | ReturnKind::Nothing | ReturnKind::Described => return kind.name().into(),
            ReturnKind::Json | ReturnKind::Envelope => {
                // A result that is null now and then is any JSON.
                let typed = self.types.of(data.unwrap_or(json), place);
                if typed.nullable { "any".into() } else { typed.notation.into() }
            }
            ReturnKind::Text => "string".into(),
            ReturnKind::Bytes => "any".into(),
            ReturnKind::Redirect(status) => status.into(),
        };
        let mut returned = json!({ kind.name(): of });
        if !content_type.is_empty() && !content_type.starts_with(kind.usual_content_type()) {
            returned["content_type"] = content_type.into();
        }
        returned
    }

    /// Contradictions of a result; what responses show of its types is kept.
    fn disagreements(
        &mut self,
        own: &Returns,
        (kind, content_type, _): &Kind,
        times: &str,
        json: &ValueShape,
        place: &Place<'_>,
    ) -> Vec<Finding> {
        let data = self.dialect.data(json).cloned();
        let agrees = match (own.kind, *kind) {
            (ReturnKind::Message, ReturnKind::Json) => self.dialect.is_message(json),
            // What nobody reads.
            (ReturnKind::Nothing, ReturnKind::Json) => json.objects == json.count() && json.places() == 1,
            (ReturnKind::Json, ReturnKind::Json) | (ReturnKind::Envelope, ReturnKind::Json) => {
                let inside = if own.kind == ReturnKind::Json { Some(json) } else { data.as_ref() };
                if let (Some(ty), Some(json)) = (&own.ty, inside) {
                    return self.compare(&ty.shape, json, place);
                }
                inside.is_some()
            }
            (ReturnKind::Text, ReturnKind::Json | ReturnKind::Text)
            | (ReturnKind::Bytes, ReturnKind::Json | ReturnKind::Text | ReturnKind::Bytes) => {
                let is_json = own.kind == ReturnKind::Bytes && *kind == ReturnKind::Json;
                let content_type = if is_json { "application/json" } else { content_type };
                if !is_content_type(own, content_type) {
                    let seen = format!("{} in {times}", essence(content_type));
                    return vec![place.contradicts(&*own.content_type, seen)];
                }
                true
            }
            (ReturnKind::Described, _) => true,
            (own, kind) => own == kind,
        };
        let seen = || format!("{} in {times}", kind.name());
        if agrees { Vec::new() } else { vec![place.contradicts(own.kind.name(), seen())] }
    }
}

/// Returns whether the spec doesn't say what a result is.
fn is_open(own: &Returns) -> bool {
    own.kind == ReturnKind::Described && own.ty.is_none()
}

/// Returns whether responses look like failures of an API. What is before it fails with pages, and with
/// texts if the API is gone.
fn is_failure(status: u16, (kind, content_type, _): &Kind) -> bool {
    let is_plain = *kind == ReturnKind::Text && essence(content_type) == kind.usual_content_type();
    *kind == ReturnKind::Json || is_plain && status < 500
}

/// Returns whether a result can have a content type; nothing contradicts a usual one.
fn is_content_type(own: &Returns, seen: &str) -> bool {
    let is_usual = essence(&own.content_type) == own.kind.usual_content_type();
    seen.is_empty() || is_usual || lists(own, seen)
}

fn lists(own: &Returns, seen: &str) -> bool {
    [&own.content_type].into_iter().chain(&own.more_content_types).any(|it| is_of(it, seen))
}

/// Returns whether a content type is one that the spec lists, which may be a range.
pub fn is_of(listed: &str, seen: &str) -> bool {
    match essence(listed).strip_suffix('*') {
        Some(start) => start == "*/" || essence(seen).starts_with(start),
        None => essence(seen) == essence(listed),
    }
}

/// Type and subtype.
fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The value at a place of a spec.
fn value(at: At<'_>) -> Value {
    match at.text() {
        Some("true") => true.into(),
        Some("false") => false.into(),
        Some(text) => text.parse().map_or_else(|_| text.into(), |number: u64| number.into()),
        None => match at.entries().map(|(key, at)| (key.to_owned(), value(at))).collect::<Map<_, _>>() {
            map if map.is_empty() => at.items().map(value).collect(),
            map => map.into(),
        },
    }
}

fn in_words(returned: &Value) -> String {
    let Value::Object(returned) = returned else {
        return if returned == "nothing" { "nothing" } else { "a message" }.to_owned();
    };
    let text = |value: &Value| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let pair = |(key, value): (&String, &Value)| match key.as_str() {
        "content_type" => text(value),
        kind => format!("{kind} `{}`", text(value)),
    };
    returned.iter().map(pair).collect::<Vec<_>>().join(", ")
}
