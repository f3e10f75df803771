//! Results of operations, by their statuses.

use super::Learner;
use super::compare::Place;
use super::draft::flow;
use super::report::{Contradiction, Section, of_requests};
use super::types::samples;
use crate::recordings::{Endpoint, Exchanges, Responses, ValueShape};
use generator_spec::diagnostics::At;
use generator_spec::model::{HttpMethod, Operation, ReturnKind, Returns, StatusRange};
use serde_json::{Map, Value};

/// Responses of one kind, as far as that is known; their content type, if there is only one; and
/// how many there were.
type Kind = (ReturnKind, String, u64);

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
        if operation.returns.status.is_none() && operation.more_returns.is_empty() {
            self.returns(operation, endpoint);
        } else {
            let known = endpoint.by_status.iter().filter(|(status, _)| **status != NOT_MODIFIED);
            known.for_each(|(status, it)| self.with_status(operation, *status, it));
        }
        // An API with its own form of failures has it with every status.
        if operation.failures.is_empty() && self.api.message.is_some() {
            return;
        }
        let failed = endpoint.failed.iter().filter(|(status, _)| **status >= 400);
        failed.for_each(|(status, it)| self.with_status(operation, *status, it));
    }

    /// Compares the responses with a status with the result that the spec has for it.
    fn with_status(&mut self, operation: &Operation, status: u16, responses: &Responses) {
        let part = format!("response {status}");
        let place = Place::of(&operation.name, &part);
        let is_own = |it: &&Returns| match it.status {
            Some(own) => own.overlaps(StatusRange { from: status, to: status }),
            None => (200..300).contains(&status),
        };
        // One alone wins over a range that has it.
        let own = operation.results().filter(is_own);
        let own = own.min_by_key(|it| it.status.map_or(u16::MAX, |own| own.to - own.from));
        let Some(kind) = self.kind(&place, responses) else { return };
        let (json, times) = (&responses.json, samples(kind.2));
        let found = match own {
            Some(own) if is_open(own) => {
                if kind.0 != ReturnKind::Nothing {
                    let returned = self.returned(&[&operation.name, "Body"], kind, json);
                    let line =
                        format!("{}: HTTP {status} is {} ({times})", operation.name, in_words(&returned));
                    self.report.add(Section::Results, line);
                    self.set_status(operation, status, returned, times);
                }
                return;
            }
            // An empty body may be one that a browser didn't keep.
            Some(_) if kind.0 == ReturnKind::Nothing && !BODILESS.contains(&status) => return,
            Some(own) if own.kind == ReturnKind::Nothing => return,
            Some(own) => self.disagreements(own, &kind, json, &place),
            None if status < 400 => {
                let seen = format!("{} in {}", kind.0.name(), kind.2);
                vec![place.contradiction("no such status", seen)]
            }
            None if operation.failures.is_empty() || kind.0 != ReturnKind::Json => return,
            None => {
                let line = format!(
                    "{}: HTTP {status} is not in the spec, {} ({times})",
                    operation.name,
                    kind.0.name()
                );
                self.report.add(Section::Results, line);
                let returned = self.returned(&[&operation.name, "Body"], kind, json);
                return self.set_status(operation, status, returned, times);
            }
        };
        if !found.is_empty() {
            let returned = self.returned(&[&operation.name, "Body"], kind, json);
            self.contradict_result(operation, found, &format!("{{{status}: {}}}", flow(&returned)));
            self.set_status(operation, status, returned, times);
        }
    }

    /// Compares all responses with the one result of an operation, and learns it if the spec doesn't say it.
    fn returns(&mut self, operation: &Operation, endpoint: &Endpoint) {
        let (own, part, name) = (&operation.returns, &endpoint.fine, operation.name.as_str());
        let place = Place::of(name, "response");
        if !is_open(own) && own.kind != ReturnKind::Nothing {
            self.bodiless(operation, endpoint);
        }
        let Some(kind) = self.kind(&place, &part.responses) else { return };
        let json = &part.responses.json;
        let times = of_requests(kind.2, part.requests);
        if is_open(own) {
            let returned = self.returned(&[name, "Result"], kind, json);
            self.report.add(Section::Results, format!("{name}: {} ({times})", in_words(&returned)));
            return self.draft.set(&["operations", name, "returns"], returned, times);
        }
        // An empty body may be one that a browser didn't keep.
        if kind.0 == ReturnKind::Nothing {
            return;
        }
        let found = self.disagreements(own, &kind, json, &place);
        if !found.is_empty() {
            let returned = self.returned(&[name, "Result"], kind, json);
            self.contradict_result(operation, found, &flow(&returned));
            self.draft.set(&["operations", name, "returns"], returned, times);
        }
    }

    /// Adds the statuses of responses that can't have the body of the result.
    fn bodiless(&mut self, operation: &Operation, endpoint: &Endpoint) {
        for status in BODILESS {
            let count = endpoint.by_status.get(&status).map_or(0, |it| it.empty + it.not_recorded);
            if count > 0 {
                let part = format!("response {status}");
                let seen = format!("no body in {}", of_requests(count, endpoint.fine.requests));
                let found =
                    Place::of(&operation.name, &part).contradiction(operation.returns.kind.name(), seen);
                self.contradict_result(operation, vec![found], &format!("{{{status}: nothing}}"));
                self.set_status(operation, status, "nothing".into(), samples(count));
            }
        }
    }

    /// Reports what contradicts a result, which the overlay replaces.
    fn contradict_result(&mut self, operation: &Operation, found: Vec<Contradiction>, change: &str) {
        let at = self.locator.key(&operation.name, "returns").map(|said| said.at);
        for it in found {
            let path = ["operations", &operation.name, "returns"];
            self.report.contradict(it.at(at).written(&path, &format!("returns: {change}")));
        }
    }

    /// Writes the result with a status, beside the others.
    fn set_status(&mut self, operation: &Operation, status: u16, returned: Value, times: String) {
        let path = ["operations", &operation.name, "returns"];
        let is_status = |key: &String| key.starts_with(|c: char| c.is_ascii_digit()) || key == "default";
        let own = || Some(value(self.locator.key(&operation.name, "returns")?.at));
        // Without a result of its own, it has another operation's.
        let Some(known) = self.draft.value(&path).cloned().or_else(own) else { return };
        let mut all = match known {
            Value::Object(all) if all.keys().all(is_status) => all,
            known => [(operation.returns.kind.status().to_string(), known)].into_iter().collect(),
        };
        all.insert(status.to_string(), returned);
        all.sort_keys();
        self.draft.set(&path, all, times);
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
        let redirects = redirects.iter().map(|(status, count)| (ReturnKind::Redirect(*status), *count));
        kinds.extend(redirects.map(|(kind, count)| (kind, String::new(), count)));
        kinds.retain(|(.., count)| *count > 0);
        if kinds.is_empty() && *empty > 0 {
            return Some((ReturnKind::Nothing, String::new(), *empty));
        }
        if kinds.len() > 1 {
            let each = kinds.iter().map(|(kind, _, count)| format!("{} in {count}", kind.name()));
            let found = place.contradiction("one kind of result", each.collect::<Vec<_>>().join(", "));
            let at = self.locator.key(place.operation, "returns").map(|said| said.at);
            self.report.contradict(found.at(at).open("a result for each status, or `returns: bytes`"));
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
        let is_usual = content_type.is_empty() || content_type.starts_with(kind.usual_content_type());
        let content_type = (!is_usual).then(|| ("content_type".to_owned(), content_type.into()));
        [(kind.name().to_owned(), of)].into_iter().chain(content_type).collect::<Map<_, _>>().into()
    }

    /// Contradictions of a result; what responses show of its types is kept.
    fn disagreements(
        &mut self,
        own: &Returns,
        (kind, _, count): &Kind,
        json: &ValueShape,
        place: &Place<'_>,
    ) -> Vec<Contradiction> {
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
            | (ReturnKind::Bytes, ReturnKind::Json | ReturnKind::Text | ReturnKind::Bytes)
            | (ReturnKind::Described, _) => true,
            (own, kind) => own == kind,
        };
        let seen = || format!("{} in {count}", kind.name());
        if agrees { Vec::new() } else { vec![place.contradiction(own.kind.name(), seen())] }
    }
}

/// Returns whether the spec doesn't say what a result is.
fn is_open(own: &Returns) -> bool {
    own.kind == ReturnKind::Described && own.ty.is_none()
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
