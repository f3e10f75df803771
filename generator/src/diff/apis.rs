//! An API as a whole.

use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::api as rules;
use super::{Change, Kind, Place, Rule, Side, Subject};
use crate::load::ApiSource;
use crate::model::{Api, Constant, Encoding, Envelope, Literal, Message, PathConvention};

/// What changed in an API.
pub fn compare<'a>(base: (&'a ApiSource, &'a Api), head: (&'a ApiSource, &'a Api)) -> Vec<Change> {
    let mut differ = Differ::new(base, head);
    // First, so that all others know which types have a new name.
    differ.types();
    differ.api();
    differ.credentials();
    differ.gates();
    differ.gatekeeper();
    differ.groups();
    differ.finish()
}

/// An API that is only there before, or only now.
pub fn whole(rule: &'static Rule, source: &ApiSource, api: &Api) -> Change {
    let at = source.api.at();
    let side = if *rule == rules::API_REMOVED { Side::Base } else { Side::Head };
    let size = format!("{} operations, {} types", api.operations().count(), api.types.len());
    Change {
        rule,
        api: api.name.clone(),
        subject: Subject { kind: Kind::Api, name: api.name.clone() },
        member: None,
        before: (side == Side::Base).then(|| size.clone()),
        after: (side == Side::Head).then_some(size),
        place: Some(Place { side, path: at.path().to_owned(), line: 1 }),
    }
}

impl<'a> Differ<'a> {
    fn api(&mut self) {
        let (base, head) = (self.base, self.head);
        let Api {
            name,
            // Follows from the name.
            rust: _,
            title,
            about,
            base_url,
            documents,
            method,
            encoding,
            // Compared one by one.
            blocks: _,
            gates: _,
            permission_credential: _,
            message,
            envelope,
            convention,
            groups: _,
            types: _,
            constants,
            resources,
            states,
            limits,
            version_changes,
            topics,
            not_shown,
            notes,
            overlays,
            // How the crate is shipped is no fact of the API.
            packaging: _,
        } = base;
        let spot = Spot::of(Kind::Api, Names::both(name, &head.name));
        if *method != head.method {
            self.tell(&rules::HTTP_METHOD_CHANGED, spot.key("method"), method.clone(), head.method.clone());
        }
        self.encoding(spot.key("encoding"), encoding, &head.encoding);
        self.message(spot.key("message"), message.as_ref(), head.message.as_ref());
        self.envelope(spot.key("envelope"), envelope.as_ref(), head.envelope.as_ref());
        self.constants(constants, &head.constants);
        let texts = [
            ("title", *title == head.title),
            ("about", *about == head.about),
            ("base_url", *base_url == head.base_url),
            ("documents", *documents == head.documents),
            ("path_convention", is_same_convention(convention.as_ref(), head.convention.as_ref())),
            ("resources", *resources == head.resources),
            ("states", *states == head.states),
            ("limits", *limits == head.limits),
            ("version_changes", *version_changes == head.version_changes),
            ("topics", *topics == head.topics),
            ("not_shown", *not_shown == head.not_shown),
            ("notes", *notes == head.notes),
            ("overlays", *overlays == head.overlays),
        ];
        // One change each: they stand far apart.
        texts.into_iter().for_each(|text| self.tell_texts(spot.key(text.0), &[text]));
    }

    fn encoding(&mut self, spot: Spot<'a>, base: &Encoding, head: &Encoding) {
        // The kind shows in every operation.
        let Encoding { kind: _, status, rules: texts } = base;
        if *status != head.status {
            self.tell(
                &rules::ENCODING_STATUS_CHANGED,
                spot,
                status.name().to_owned(),
                head.status.name().to_owned(),
            );
        }
        self.tell_texts(spot, &[("rules", *texts == head.rules)]);
    }

    fn message(&mut self, spot: Spot<'a>, base: Option<&Message>, head: Option<&Message>) {
        let is_same = match (base, head) {
            (Some(base), Some(head)) => self.is_same_message(base, head),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if !is_same {
            let text = |message: &Message| format!("status {}, text {}", message.status, message.text);
            self.tell(&rules::MESSAGE_SHAPE_CHANGED, spot, base.map(text), head.map(text));
        }
    }

    fn envelope(&mut self, spot: Spot<'a>, base: Option<&Envelope>, head: Option<&Envelope>) {
        let (was, is) = (base.map(envelope_text), head.map(envelope_text));
        if was != is {
            self.tell(&rules::ENVELOPE_SHAPE_CHANGED, spot, was, is);
        }
        if let (Some(base), Some(head)) = (base, head) {
            self.tell_texts(spot, &[("type", base.name == head.name)]);
        }
    }

    fn is_same_message(&self, base: &Message, head: &Message) -> bool {
        let Message { type_id, status, text } = base;
        self.is_same_type(*type_id, head.type_id) && *status == head.status && *text == head.text
    }

    fn constants(&mut self, base: &'a [Constant], head: &'a [Constant]) {
        let matched = pair(base, head, |constant| &constant.name);
        let text = |constant: &Constant| constant.value.text();
        let spot = |names| Spot::of(Kind::Constant, names);
        for (_, base) in matched.gone {
            self.tell(&rules::CONSTANT_REMOVED, spot(Names::gone(&base.name)), text(base), None);
        }
        for (_, head) in matched.new {
            self.tell(&rules::CONSTANT_ADDED, spot(Names::new(&head.name)), None, text(head));
        }
        for (base, head) in matched.both {
            // The Rust name is the name in capitals, the type in Rust the value's.
            let Constant { name, rust: _, ty, value, doc } = base;
            let spot = spot(Names::both(name, &head.name));
            let (before, after) =
                (format!("{}: {}", ty.notation, text(base)), format!("{}: {}", head.ty.notation, text(head)));
            if rust_type(value) != rust_type(&head.value) {
                self.tell(&rules::CONSTANT_TYPE_CHANGED, spot, before, after);
            } else if *value != head.value {
                self.tell(&rules::CONSTANT_VALUE_CHANGED, spot, before, after);
            }
            self.tell_texts(spot, &[("type", ty.notation == head.ty.notation), ("doc", *doc == head.doc)]);
        }
    }
}

fn envelope_text(envelope: &Envelope) -> String {
    // The name is a text beside it.
    let Envelope { name: _, status, ok, error, code, data } = envelope;
    format!("status {status} ({ok}, {error}), code {code}, data {data}")
}

fn is_same_convention(base: Option<&PathConvention>, head: Option<&PathConvention>) -> bool {
    match (base, head) {
        (Some(PathConvention { prefix, words, rules, exceptions }), Some(head)) => {
            *prefix == head.prefix
                && *words == head.words
                && *rules == head.rules
                && *exceptions == head.exceptions
        }
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    }
}

fn rust_type(value: &Literal) -> &'static str {
    match value {
        Literal::Bool(_) => "bool",
        Literal::Int(_) => "i64",
        Literal::Float(_) => "f64",
        Literal::Text(_) => "&str",
    }
}
