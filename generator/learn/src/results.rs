//! What operations return.

use std::collections::{BTreeMap, BTreeSet};

use crate::recordings::{Answers, Part, Shape as Seen};

use super::draft::{Fact, ReturnsDraft};
use super::envelope;
use super::message::{Roles, is_message};
use super::opaque::Opaque;
use super::report::{Report, Section, of_requests};
use super::types::Types;
use crate::model::{Api, Envelope, Operation, ReturnKind, Returns, Scalar, Shape, TypeKind};

/// What the results of an API are learned with.
pub struct Learning<'a, 'w> {
    /// The API.
    pub api: &'a Api,
    /// The roles of a message's fields.
    pub roles: Option<&'w Roles>,
    /// All fields of messages.
    pub message: &'w BTreeSet<String>,
    /// The envelope.
    pub envelope: Option<&'w Envelope>,
    /// Where new types go.
    pub types: &'w mut Types,
    /// Where the fields of known types go.
    pub opaque: &'w mut Opaque<'a>,
    /// What is reported.
    pub report: &'w mut Report,
}

/// Answers of one kind.
enum Kind<'s> {
    Json(&'s Seen),
    Text(String),
    Bytes(String),
    Redirect(u16),
}

impl Learning<'_, '_> {
    /// What an operation returns, if the spec doesn't say so already.
    pub fn returns(&mut self, operation: &Operation, part: &Part) -> Option<Fact<ReturnsDraft>> {
        let (kind, count) = self.kind(&operation.name, &part.answers)?;
        let times = of_requests(count, part.requests);
        let is_open = operation.returns.kind == ReturnKind::Described && operation.returns.ty.is_none();
        if !is_open && self.agrees(&operation.returns, &kind) {
            return None;
        }
        let returns = self.inferred(&operation.name, &kind)?;
        let what = words(&returns);
        let line = match is_open {
            true => format!("{}: {what} ({times})", operation.name),
            false => format!("{}: {what}, not {} ({times})", operation.name, operation.returns.kind.name()),
        };
        self.report.add(if is_open { Section::Results } else { Section::Contradictions }, line);
        Some(Fact::new(returns, times))
    }

    /// What an operation that the spec lacks returns.
    pub fn new_returns(&mut self, name: &str, part: &Part) -> Option<Fact<ReturnsDraft>> {
        let (kind, count) = self.kind(name, &part.answers)?;
        Some(Fact::new(self.inferred(name, &kind)?, of_requests(count, part.requests)))
    }

    /// The one kind of answers, and how many there were.
    fn kind<'s>(&mut self, operation: &str, answers: &'s Answers) -> Option<(Kind<'s>, u64)> {
        let Answers { json, texts, bytes, redirects, .. } = answers;
        let mut kinds = Vec::new();
        if json.count() > 0 {
            kinds.push((Kind::Json(json), json.count()));
        }
        kinds.extend(only(texts).map(|(ty, count)| (Kind::Text(ty), count)));
        kinds.extend(only(bytes).map(|(ty, count)| (Kind::Bytes(ty), count)));
        kinds.extend(redirects.iter().map(|(status, count)| (Kind::Redirect(*status), *count)));
        if kinds.len() > 1 {
            self.report.add(Section::Contradictions, format!("{operation}: answers of different kinds"));
            return None;
        }
        kinds.pop()
    }

    fn inferred(&mut self, operation: &str, kind: &Kind<'_>) -> Option<ReturnsDraft> {
        let content_type = |given: &str, usual: &str| {
            Some(given.to_owned()).filter(|given| !given.is_empty() && given != usual)
        };
        let draft =
            |kind, of: &str, content_type| ReturnsDraft::Kind { kind, of: of.to_owned(), content_type };
        Some(match kind {
            Kind::Json(shape) => return Some(self.json(operation, shape)),
            Kind::Text(ty) => {
                let plain = ty.replace(";charset=UTF-8", "");
                let ty = if plain == "text/plain" { "" } else { ty };
                draft("text", "string", content_type(ty, "text/plain"))
            }
            Kind::Bytes(ty) => draft("bytes", "any", content_type(ty, "application/octet-stream")),
            Kind::Redirect(status) => draft("redirect", &status.to_string(), None),
        })
    }

    fn json(&mut self, operation: &str, shape: &Seen) -> ReturnsDraft {
        if self.is_api_message(shape) {
            return ReturnsDraft::Message;
        }
        let data = self.envelope.and_then(|own| envelope::data(shape, own));
        let kind = if data.is_some() { "envelope" } else { "json" };
        let of = self.types.of_result(data.unwrap_or(shape), operation);
        ReturnsDraft::Kind { kind, of, content_type: None }
    }

    /// A result with more fields than a message has is more than a message.
    fn is_api_message(&self, shape: &Seen) -> bool {
        let is_whole = shape.others.is_none() && shape.fields.keys().all(|name| self.message.contains(name));
        is_whole && self.roles.is_some_and(|roles| is_message(shape, roles))
    }

    /// Whether answers are what the spec says; what they show of types is kept.
    fn agrees(&mut self, returns: &Returns, kind: &Kind<'_>) -> bool {
        match (returns.kind, kind) {
            (ReturnKind::Message, Kind::Json(shape)) => {
                self.roles.is_some_and(|roles| is_message(shape, roles))
            }
            (ReturnKind::Json, Kind::Json(shape)) => self.is_of_type(returns, shape),
            (ReturnKind::Envelope, Kind::Json(shape)) => {
                let data = self.envelope.and_then(|own| envelope::data(shape, own));
                data.is_some_and(|data| self.is_of_type(returns, data))
            }
            (ReturnKind::Text, Kind::Json(_) | Kind::Text(_))
            | (ReturnKind::Bytes, Kind::Json(_) | Kind::Text(_) | Kind::Bytes(_))
            | (ReturnKind::Described, _) => true,
            (ReturnKind::Redirect(own), Kind::Redirect(status)) => own == *status,
            _ => false,
        }
    }

    fn is_of_type(&mut self, returns: &Returns, shape: &Seen) -> bool {
        let Some(ty) = &returns.ty else { return true };
        let fits = self.fits(&ty.shape, shape);
        if fits {
            self.opaque.add(&ty.shape, shape);
        }
        fits
    }

    /// Whether all samples can be of a type. What is within a type that the
    /// documents show is theirs: only its own kind is looked at.
    fn fits(&self, ty: &Shape, shape: &Seen) -> bool {
        let is_all = |count: u64| count + shape.nulls == shape.count();
        match ty {
            Shape::Scalar(scalar) => match scalar {
                Scalar::String => is_all(shape.texts),
                Scalar::Int => is_all(shape.ints),
                Scalar::Number => is_all(shape.ints + shape.numbers),
                Scalar::Bool => is_all(shape.bools),
                Scalar::Object => is_all(shape.objects),
                Scalar::Null => is_all(0),
                Scalar::Any | Scalar::File => true,
            },
            Shape::List(item) => {
                is_all(shape.lists) && shape.item.as_ref().is_none_or(|shape| self.fits(item, shape))
            }
            Shape::Map(value) => is_all(shape.objects) && self.fits(value, &shape.merged_fields()),
            Shape::Named(id) => match self.api.ty(*id).map(|ty| &ty.kind) {
                Some(TypeKind::Fields { .. }) => is_all(shape.objects),
                Some(TypeKind::Enum { .. }) => is_all(shape.texts + shape.ints + shape.numbers),
                Some(TypeKind::Opaque) | None => true,
            },
        }
    }
}

/// All of a kind, with the content type if there is only one.
fn only(types: &BTreeMap<String, u64>) -> Option<(String, u64)> {
    let count = types.values().sum();
    let mut names = types.keys();
    match (names.next(), names.next()) {
        (None, _) => None,
        (Some(name), None) => Some((name.clone(), count)),
        (Some(_), Some(_)) => Some((String::new(), count)),
    }
}

fn words(returns: &ReturnsDraft) -> String {
    match returns {
        ReturnsDraft::Message => "a message".to_owned(),
        ReturnsDraft::Kind { kind, of, content_type: None } => format!("{kind} `{of}`"),
        ReturnsDraft::Kind { kind, of, content_type: Some(ty) } => format!("{kind} `{of}`, {ty}"),
    }
}
