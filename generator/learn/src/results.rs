//! Results of operations and the fields of types that the spec only names.

use std::collections::BTreeMap;

use crate::recordings::{Endpoint, Exchanges, HIDDEN, Responses, ValueShape};
use serde_json::{Map, Value};

use super::Learner;
use super::report::{Section, name, of_requests};
use super::structure::is_dictionary;
use super::types::samples;
use super::words;
use generator_spec::model::{JsonKind, Operation, ReturnKind, Returns, Shape, StatusRange, TypeId, TypeKind};

/// Responses of one kind, as far as that is known; their content type, if there is only one; and
/// how many there were.
type Kind = (ReturnKind, String, u64);

impl Learner<'_> {
    /// Learns what an operation returns with each HTTP status.
    pub fn results(&mut self, operation: &Operation, endpoint: &Endpoint) {
        if operation.returns.status.is_none() && operation.more_returns.is_empty() {
            self.returns(operation, &endpoint.fine);
        } else {
            endpoint.by_status.iter().for_each(|(status, it)| self.with_status(operation, *status, it));
        }
        // An API with its own form of failures has it with every status.
        if operation.failures.is_empty() && self.api.message.is_some() {
            return;
        }
        endpoint.failed.iter().for_each(|(status, it)| self.with_status(operation, *status, it));
    }

    /// Compares the responses with a status with the result that the spec has for it.
    fn with_status(&mut self, operation: &Operation, status: u16, responses: &Responses) {
        let name = &operation.name;
        let is_own = |it: &&Returns| match it.status {
            Some(own) => own.overlaps(StatusRange { from: status, to: status }),
            None => (200..300).contains(&status),
        };
        // One alone wins over a range that has it.
        let own = operation
            .results()
            .filter(is_own)
            .min_by_key(|it| it.status.map_or(u16::MAX, |own| own.to - own.from));
        let Some((kind, _, count)) = self.kind(name, responses) else { return };
        let times = samples(count);
        let Some(own) = own else {
            let section = if status < 400 { Section::Contradictions } else { Section::Failures };
            let what = format!("{name}: HTTP {status} is not in the spec, {} ({times})", kind.name());
            return self.report.add(section, what);
        };
        let is_empty = kind == ReturnKind::Nothing || own.kind == ReturnKind::Nothing;
        if is_empty || self.agrees(own, kind, &responses.json) {
            return;
        }
        let what = format!("{name}: {} with HTTP {status}, not {}", kind.name(), own.kind.name());
        self.report.add(Section::Contradictions, format!("{what} ({times})"));
    }

    /// Learns what an operation returns, if the spec doesn't say so already.
    fn returns(&mut self, operation: &Operation, part: &Exchanges) {
        let Some(kind) = self.kind(&operation.name, &part.responses) else { return };
        let json = &part.responses.json;
        let own = &operation.returns;
        let is_open = own.kind == ReturnKind::Described && own.ty.is_none();
        // An empty body is only evidence of a result that nobody knows.
        if !is_open && (kind.0 == ReturnKind::Nothing || self.agrees(own, kind.0, json)) {
            return;
        }
        let times = of_requests(kind.2, part.requests);
        let returned = self.returned(&operation.name, kind, json);
        let (section, instead) = match is_open {
            true => (Section::Results, String::new()),
            false => (Section::Contradictions, format!(", not {}", own.kind.name())),
        };
        self.report.add(section, format!("{}: {}{instead} ({times})", operation.name, in_words(&returned)));
        self.draft.set(&["operations", &operation.name, "returns"], returned, times);
    }

    /// The result of an operation that the spec lacks, and the evidence.
    pub fn new_returns(&mut self, name: &str, part: &Exchanges) -> Option<(Value, String)> {
        let kind = self.kind(name, &part.responses)?;
        let times = of_requests(kind.2, part.requests);
        Some((self.returned(name, kind, &part.responses.json), times))
    }

    /// The one kind of responses.
    fn kind(&mut self, operation: &str, responses: &Responses) -> Option<Kind> {
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
            self.report.add(Section::Contradictions, format!("{operation}: responses of different kinds"));
            return None;
        }
        kinds.pop()
    }

    /// `message`, or a kind with its type, and a content type that isn't the kind's own.
    fn returned(&mut self, operation: &str, (kind, content_type, _): Kind, json: &ValueShape) -> Value {
        let data = self.dialect.data(json);
        let kind = match kind {
            ReturnKind::Json if self.dialect.is_only_message(json) => ReturnKind::Message,
            ReturnKind::Json if data.is_some() => ReturnKind::Envelope,
            other => other,
        };
        let of: Value = match kind {
            ReturnKind::Message | ReturnKind::Nothing | ReturnKind::Described => return kind.name().into(),
            ReturnKind::Json | ReturnKind::Envelope => {
                let typed = self.types.of(data.unwrap_or(json), &[operation, "Result"]);
                if typed.nullable {
                    let line = format!("{operation}: `null` in some responses");
                    self.report.add(Section::Contradictions, line);
                }
                typed.notation.into()
            }
            ReturnKind::Text => "string".into(),
            ReturnKind::Bytes => "any".into(),
            ReturnKind::Redirect(status) => status.into(),
        };
        let is_usual = content_type.is_empty() || content_type.starts_with(kind.usual_content_type());
        let content_type = (!is_usual).then(|| ("content_type".to_owned(), content_type.into()));
        [(kind.name().to_owned(), of)].into_iter().chain(content_type).collect::<Map<_, _>>().into()
    }

    /// Returns whether responses are what the spec says; what they show of types is kept.
    fn agrees(&mut self, returns: &Returns, kind: ReturnKind, json: &ValueShape) -> bool {
        match (returns.kind, kind) {
            (ReturnKind::Message, ReturnKind::Json) => self.dialect.is_message(json),
            (ReturnKind::Json, ReturnKind::Json) => self.is_of_type(returns, json),
            (ReturnKind::Envelope, ReturnKind::Json) => {
                self.dialect.data(json).is_some_and(|data| self.is_of_type(returns, data))
            }
            (ReturnKind::Text, ReturnKind::Json | ReturnKind::Text)
            | (ReturnKind::Bytes, ReturnKind::Json | ReturnKind::Text | ReturnKind::Bytes)
            | (ReturnKind::Described, _) => true,
            (own, kind) => matches!(own, ReturnKind::Redirect(_)) && own == kind,
        }
    }

    fn is_of_type(&mut self, returns: &Returns, shape: &ValueShape) -> bool {
        let Some(ty) = &returns.ty else { return true };
        let fits = self.fits(&ty.shape, shape);
        if fits {
            self.add_typed(&ty.shape, shape);
        }
        fits
    }

    /// Returns whether all samples can be of a type. What is within a type that the
    /// documents show is theirs: only its own kind is looked at.
    fn fits(&self, ty: &Shape, shape: &ValueShape) -> bool {
        let is_all = |count: u64| count + shape.nulls == shape.count();
        match ty {
            Shape::Scalar(scalar) => match scalar.row().json {
                JsonKind::String => is_all(shape.texts),
                JsonKind::Integer => is_all(shape.ints),
                JsonKind::Number => is_all(shape.ints + shape.numbers),
                JsonKind::Boolean => is_all(shape.bools),
                JsonKind::Object => is_all(shape.objects),
                JsonKind::Null => is_all(0),
                JsonKind::Any => true,
            },
            Shape::List(item) => {
                is_all(shape.lists) && shape.item.as_ref().is_none_or(|shape| self.fits(item, shape))
            }
            Shape::Map(value) => is_all(shape.objects) && self.fits(value, &shape.merged_fields()),
            Shape::Nullable(inner) => self.fits(inner, shape),
            Shape::Named(id) => match self.api.ty(*id).map(|ty| &ty.kind) {
                Some(TypeKind::Fields { .. }) => is_all(shape.objects),
                Some(TypeKind::Enum { .. }) => is_all(shape.texts + shape.ints + shape.numbers),
                Some(TypeKind::Opaque | TypeKind::Union { .. }) | None => true,
            },
        }
    }

    /// Adds what was seen in the place of a type: fields that the spec doesn't show.
    pub fn add_typed(&mut self, shape: &Shape, seen: &ValueShape) {
        let id = match shape {
            Shape::Scalar(_) => return,
            Shape::List(item) => return seen.item.iter().for_each(|seen| self.add_typed(item, seen)),
            Shape::Map(value) => return self.add_typed(value, &seen.merged_fields()),
            Shape::Nullable(inner) => return self.add_typed(inner, seen),
            Shape::Named(id) => *id,
        };
        match self.api.ty(id).map(|ty| &ty.kind) {
            Some(TypeKind::Opaque) => absorb(self.opaque.entry(id).or_default(), seen),
            Some(TypeKind::Fields { fields, .. }) => {
                let others = seen.others.iter().map(|inside| (HIDDEN, &**inside));
                for (name, inside) in seen.fields.iter().map(|(name, it)| (name.as_str(), it)).chain(others) {
                    match fields.iter().find(|field| field.wire_name() == name) {
                        Some(field) => self.add_typed(&field.ty.shape, inside),
                        None => absorb(self.more.entry((id, name.to_owned())).or_default(), inside),
                    }
                }
            }
            Some(TypeKind::Union { tag: Some(tag), content, members, .. }) => {
                for member in members {
                    let value = member.value.as_ref();
                    let Some(own) = value.and_then(|value| seen.tagged.get(value)) else { continue };
                    let own = content.as_ref().map_or(Some(own), |content| own.fields.get(content));
                    let Some(mut own) = own.cloned() else { continue };
                    own.fields.shift_remove(tag);
                    self.add_typed(&member.ty.shape, &own);
                }
                let known: u64 = seen.tagged.values().map(ValueShape::count).sum();
                if seen.objects > known {
                    let name = self.api.ty(id).map_or("", |ty| &ty.name);
                    let what = samples(seen.objects - known);
                    let line = format!("{name}: {what} with another `{tag}`");
                    self.report.add(Section::Contradictions, line);
                }
            }
            Some(TypeKind::Enum { .. } | TypeKind::Union { tag: None, .. }) | None => {}
        }
    }

    /// Writes the fields of types that the spec only names, and more fields of others.
    pub fn type_fields(&mut self) {
        for (id, seen) in std::mem::take(&mut self.opaque) {
            let Some(ty) = self.api.ty(id) else { continue };
            if seen.objects == 0 || seen.objects + seen.nulls < seen.count() || is_dictionary(&seen) {
                let line = format!("{}: was seen, but not as an object with fixed fields", ty.name);
                self.report.add(Section::Results, line);
                continue;
            }
            self.types.add_named(&ty.name, &["types"], seen);
        }
        let mut taken: BTreeMap<TypeId, _> = BTreeMap::new();
        for ((id, field), seen) in std::mem::take(&mut self.more) {
            let Some(ty) = self.api.ty(id) else { continue };
            let TypeKind::Fields { fields, .. } = &ty.kind else { continue };
            let taken =
                taken.entry(id).or_insert_with(|| fields.iter().map(|field| field.rust.clone()).collect());
            if !words::is_usable(&field) {
                let line = format!("{}: fields whose names are not known words", ty.name);
                self.report.add(Section::LeftOut, line);
                continue;
            }
            let added = self.types.field(&ty.rust, &field, &seen, taken);
            let notation = added.get("type").unwrap_or(&added).as_str().unwrap_or_default();
            let line = format!("{}: has the field {}, {}", ty.name, name(&field), name(notation));
            self.report.add(Section::Contradictions, line);
            let path = ["types", &ty.name, "fields", &field];
            self.draft.set(&path, serde_json::json!({ "add": added }), samples(seen.count()));
        }
    }
}

fn absorb(to: &mut ValueShape, seen: &ValueShape) {
    *to = std::mem::take(to).and(seen.clone());
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
