//! Results of operations, by their statuses.

use std::collections::{BTreeMap, BTreeSet};

use super::contents::{essence, is_content_type, row};
use super::finding::{Finding, Place, Section};
use super::kinds::takes;
use super::words::of_requests;
use super::yaml::flow;
use super::{Learner, dialect, types};
use crate::recordings::{Endpoint, Exchanges, JSON, Values};
use generator_spec::diagnostics::At;
use generator_spec::model::{HttpMethod, Operation, ReturnKind, Returns};
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

impl<'a> Learner<'a> {
    /// Compares the responses of an operation with what the spec says of each HTTP status.
    pub fn results(&mut self, operation: &Operation, Endpoint { fine, failed }: &Endpoint<'a>) {
        if operation.http_method == HttpMethod::Head {
            return;
        }
        self.headers(operation, fine, failed);
        let (own, one) = (&operation.returns, operation.more_returns.is_empty());
        let is_redirect = matches!(own.kind, ReturnKind::Redirect(_));
        let is_usual = |status: u16| !BODILESS.contains(&status) && (status < 300 || is_redirect);
        let is_of_one = |status: u16| one && own.status.is_none() && (is_open(own) || is_usual(status));
        let (of_one, mut all): (Vec<_>, Vec<_>) =
            fine.by_status().into_iter().partition(|(status, _)| is_of_one(*status));
        all.retain(|(status, _)| *status != NOT_MODIFIED);
        // An API with its own form of failures has it with every status.
        let has_form = operation.failures.is_empty() && self.api.message.is_some();
        all.extend(failed.by_status().into_iter().filter(|(status, _)| *status >= 400 && !has_form));
        let (mut found, mut changes) = (Vec::new(), Changes::new());
        let statuses: Vec<u16> = of_one.iter().map(|(status, _)| *status).collect();
        let any = Exchanges(of_one.iter().flat_map(|(_, it)| &it.0).copied().collect());
        if is_open(own) && of_one.len() > 1 && kinds(&any).len() > 1 {
            all.extend(of_one);
        } else if !of_one.is_empty() {
            found.extend(self.result(operation, None, (&any, fine.count()), &mut changes));
        }
        let requests = fine.count() + failed.count();
        for (status, responses) in all {
            found.extend(self.result(operation, Some(status), (&responses, requests), &mut changes));
        }
        if let Some(value) = self.changed(operation, &changes, &statuses) {
            let times = changes.into_values().next_back().map(|(_, times)| times).unwrap_or_default();
            let path = ["operations", &operation.name, "returns"];
            found = found.into_iter().map(|it| it.write(&path, value.clone(), times.clone())).collect();
        }
        self.found.extend(found);
    }

    /// The results of an operation with what is changed; `None` if nothing is, or if they are those of
    /// another operation. `statuses` are those of its one result.
    fn changed(&self, operation: &Operation, changes: &Changes, statuses: &[u16]) -> Option<Value> {
        let of_any = changes.get(&None).map(|(value, _)| value.clone());
        let said = || self.said(operation, "returns").map(value);
        let known = of_any.or_else(said).or_else(|| is_open(&operation.returns).then(Value::default))?;
        let is_status = |key: &String| key.starts_with(|c: char| c.is_ascii_digit()) || key == "default";
        let mut all = match known {
            _ if changes.is_empty() => return None,
            known if changes.keys().all(Option::is_none) => return Some(known),
            Value::Object(all) if all.keys().all(is_status) => all,
            _ if is_open(&operation.returns) && !changes.contains_key(&None) => Map::new(),
            known if statuses.is_empty() => {
                [(operation.returns.kind.status().to_string(), known)].into_iter().collect()
            }
            known => statuses.iter().map(|status| (status.to_string(), known.clone())).collect(),
        };
        let by_status = changes.iter().filter_map(|(status, (value, _))| Some(((*status)?, value)));
        all.extend(by_status.map(|(status, value)| (status.to_string(), value.clone())));
        all.sort_keys();
        Some(all.into())
    }

    /// Compares the responses with a status, or with any success, with the result that the spec has for it.
    fn result(
        &mut self,
        operation: &Operation,
        status: Option<u16>,
        (responses, requests): (&Exchanges<'a>, u64),
        changes: &mut Changes,
    ) -> Vec<Finding> {
        let name = operation.name.as_str();
        let part = status.map_or_else(|| "response".to_owned(), |status| format!("response {status}"));
        let place = self.place(operation, part, "returns");
        let of_any = Some(&operation.returns).filter(|it| it.status.is_none() && is_open(it));
        let of_any = of_any.filter(|_| status.is_none_or(|it| it < 400));
        let own = status.map_or(Some(&operation.returns), |status| row(operation, status).or(of_any));
        let is_bodiless = status.is_some_and(|it| BODILESS.contains(&it));
        match own {
            Some(own) if own.by_content => {
                self.contents(operation, own, &place, responses);
                return Vec::new();
            }
            Some(own) if !is_bodiless => self.empty(&place, own, responses),
            Some(_) | None => {}
        }
        let Some(kind) = self.kind(&place, own, responses) else { return Vec::new() };
        let (json, times) = (&responses.results(), of_requests(kind.2, requests));
        let is_empty = kind.0 == ReturnKind::Nothing;
        let seen = || format!("{} in {times}", if is_empty { "no body" } else { kind.0.name() });
        let (mut found, adds) = match own {
            Some(own) if is_open(own) && (!is_empty || status.is_none()) => (Vec::new(), "is "),
            Some(own) if is_empty && is_bodiless && own.kind != ReturnKind::Nothing && !is_open(own) => {
                (vec![place.contradicts(own.kind.name(), seen())], "")
            }
            Some(_) if is_empty => return Vec::new(),
            Some(own) => (self.disagreements(own, &kind, &times, json, &place), ""),
            None if status.is_none_or(|it| it < 400) => {
                (vec![place.contradicts("no such status", seen())], "")
            }
            None if operation.failures.is_empty() || !is_failure(status, &kind) => return Vec::new(),
            None => (Vec::new(), "is not in the spec, "),
        };
        if found.is_empty() && adds.is_empty() {
            return found;
        }
        let returned = self.returned(&[name, if status.is_some() { "Body" } else { "Result" }], kind, json);
        let (what, written) = match status {
            None => (String::new(), flow(&returned)),
            Some(status) => (format!("HTTP {status} {adds}"), format!("{{{status}: {}}}", flow(&returned))),
        };
        if found.is_empty() {
            let line = format!("{name}: {what}{} ({times})", in_words(&returned));
            found.push(Finding::new(Section::Results, line));
        }
        changes.insert(status, (returned, times));
        found.into_iter().map(|it| it.change(format!("returns: {written}"))).collect()
    }

    /// Reports bodies that are lacking; a browser may not have kept them.
    fn empty(&mut self, place: &Place<'_>, own: &Returns, responses: &Exchanges<'_>) {
        let can_be = own.ty.as_ref().is_some_and(|it| takes(self.api, &it.shape, "null"));
        let empty = responses.of(ReturnKind::Nothing);
        if own.kind != ReturnKind::Json || can_be || empty == 0 {
            return;
        }
        let times = of_requests(empty, responses.count());
        if responses.counted(|it| it.response.is_surely_empty) == 0 {
            let line =
                format!("{}: {}: no body in {times}, or it wasn't recorded", place.operation, place.part);
            return self.add(Section::Ambiguous, line);
        }
        let ty = own.ty.as_ref().map_or("any", |it| &it.notation);
        let found = place.contradicts(own.kind.name(), format!("no body in {times}"));
        self.found.push(found.change(format!("returns: {{json: {ty} or null}}")));
    }

    /// The one kind of responses.
    fn kind(&mut self, place: &Place<'_>, own: Option<&Returns>, responses: &Exchanges<'_>) -> Option<Kind> {
        let mut kinds = kinds(responses);
        if kinds.len() > 1 {
            let each = kinds.iter().map(|(kind, _, count)| format!("{} in {count}", kind.name()));
            let each = each.collect::<Vec<_>>().join(", ");
            if own.is_some_and(is_open) {
                let line = format!("{}: {}: {each}", place.operation, place.part);
                self.add(Section::Ambiguous, line);
                return None;
            }
            let found = place.contradicts("one kind of result", each);
            self.found.push(found.change("a result for each status, or `returns: bytes`"));
            return None;
        }
        kinds.pop()
    }

    /// `message`, or a kind with its type, and a content type that isn't the kind's own.
    fn returned(&mut self, place: &[&str], (kind, content_type, _): Kind, json: &Values<'a>) -> Value {
        let data = dialect::data(self.api, json);
        let kind = match kind {
            ReturnKind::Json if dialect::is_only_message(self.api, json) => ReturnKind::Message,
            ReturnKind::Json if data.is_some() => ReturnKind::Envelope,
            other => other,
        };
        let of: Value = match kind {
            ReturnKind::Message | ReturnKind::Nothing | ReturnKind::Described => return kind.name().into(),
            ReturnKind::Json | ReturnKind::Envelope => {
                // A result that is null now and then is any JSON.
                types::inner(self.types.of(data.as_ref().unwrap_or(json), place)).into()
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
        json: &Values<'a>,
        place: &Place<'_>,
    ) -> Vec<Finding> {
        let agrees = match (own.kind, *kind) {
            (ReturnKind::Message, ReturnKind::Json) => dialect::is_message(self.api, json),
            // What nobody reads.
            (ReturnKind::Nothing, ReturnKind::Json) => json.counted(|it| *it == json!({})) == json.count(),
            (ReturnKind::Json | ReturnKind::Envelope, ReturnKind::Json) => {
                let data = dialect::data(self.api, json);
                let inside = if own.kind == ReturnKind::Json { Some(json) } else { data.as_ref() };
                if let (Some(ty), Some(json)) = (&own.ty, inside) {
                    return self.compare(&ty.shape, json, place);
                }
                inside.is_some()
            }
            (ReturnKind::Text, ReturnKind::Json | ReturnKind::Text)
            | (ReturnKind::Bytes, ReturnKind::Json | ReturnKind::Text | ReturnKind::Bytes) => {
                let is_json = own.kind == ReturnKind::Bytes && *kind == ReturnKind::Json;
                let content_type = if is_json { JSON } else { content_type };
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

/// The kinds of responses; those without a body are one only if they are alone.
fn kinds(responses: &Exchanges<'_>) -> Vec<Kind> {
    let mut all = BTreeMap::<_, (BTreeSet<&str>, u64)>::new();
    for it in &responses.0 {
        let Some(kind) = it.response.kind else { continue };
        let (types, count) = all.entry((kind != ReturnKind::Json, kind)).or_default();
        types.insert(if kind == ReturnKind::Json { "" } else { &it.response.content_type });
        *count += 1;
    }
    if all.len() > 1 {
        all.retain(|(_, kind), _| *kind != ReturnKind::Nothing);
    }
    let only = |types: BTreeSet<&str>| {
        types.first().filter(|_| types.len() == 1).copied().unwrap_or_default().to_owned()
    };
    all.into_iter().map(|((_, kind), (types, count))| (kind, only(types), count)).collect()
}

/// Returns whether the spec doesn't say what a result is.
fn is_open(own: &Returns) -> bool {
    own.kind == ReturnKind::Described && own.ty.is_none()
}

/// Returns whether responses look like failures of an API. What is before it fails with pages, and with
/// texts if the API is gone.
fn is_failure(status: Option<u16>, (kind, content_type, _): &Kind) -> bool {
    let is_plain = *kind == ReturnKind::Text && essence(content_type) == kind.usual_content_type();
    *kind == ReturnKind::Json || is_plain && status.is_none_or(|it| it < 500)
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
