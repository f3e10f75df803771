//! An API as a whole.

use super::compare::{changed, values};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::api as rules;
use super::{Change, Kind, Place, Rule, Side, Subject};
use generator_spec::facts::{Key, of_api};
use generator_spec::load::ApiSource;
use generator_spec::model::{Api, Constant, Encoding, Envelope, Literal, Message};
use generator_spec::text::counted;

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

/// An API that is in only one of the specs.
pub fn whole(rule: &'static Rule, source: &ApiSource, api: &Api) -> Change {
    let at = source.api.at();
    let side = if *rule == rules::API_REMOVED { Side::Base } else { Side::Head };
    let size =
        [counted(api.operations().count(), "operation"), counted(api.types.len(), "type")].join(" and ");
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
            // Paired by it.
            name: _,
            // Follows from the name.
            rust: _,
            // The version follows from changes, and the changelog reports them.
            crate_version: _,
            changelog: _,
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
            index: _,
            constants,
            resources,
            states,
            limits,
            version_changes,
            topics,
            not_shown,
            notes,
            overlays,
            // How the crate is shipped is not a fact about the API.
            packaging: _,
            // Text for readers: no program depends on it.
            guides: _,
        } = base;
        let spot = self.whole();
        let [was, is] = [*method, head.method].map(|method| method.name().to_owned());
        self.value(&rules::HTTP_METHOD_CHANGED, spot.key("method"), was, is);
        self.encoding(spot.key("encoding"), encoding, &head.encoding);
        self.message(message.as_ref(), head.message.as_ref());
        self.envelope(envelope.as_ref(), head.envelope.as_ref());
        self.constants(constants, &head.constants);
        let texts = changed!(head; title about base_url documents resources states limits version_changes
            topics not_shown notes overlays);
        // One change each: they are far apart in the file.
        for text in texts.into_iter().chain([("path_convention", *convention != head.convention)]) {
            self.texts(spot.key(text.0), &[text]);
        }
    }

    fn encoding(&mut self, spot: Spot<'a>, base: &Encoding, head: &Encoding) {
        // The kind is part of every operation.
        let Encoding { kind: _, status, rules } = base;
        self.status(&rules::ENCODING_STATUS_CHANGED, spot, *status, head.status);
        self.texts(spot, &changed!(head; rules));
    }

    fn message(&mut self, base: Option<&Message>, head: Option<&Message>) {
        let is_same = match (base, head) {
            (Some(base), Some(head)) => self.is_same_message(base, head),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let (was, is) = (self.base, self.head);
        let said = |key| values([of_api(was), of_api(is)], key);
        self.key([&rules::MESSAGE_SHAPE_CHANGED; 3], self.whole(), Key::Message, !is_same, said);
    }

    fn envelope(&mut self, base: Option<&'a Envelope>, head: Option<&'a Envelope>) {
        let roles = |it: &'a Envelope| {
            // The name is compared as a text.
            let Envelope { name: _, status, ok, error, code, data } = it;
            [status, ok, error, code, data]
        };
        let (was, is) = (self.base, self.head);
        let (api, said) = (self.whole(), |key| values([of_api(was), of_api(is)], key));
        let is_changed = base.map(roles) != head.map(roles);
        self.key([&rules::ENVELOPE_SHAPE_CHANGED; 3], api, Key::Envelope, is_changed, said);
        if let (Some(base), Some(head)) = (base, head) {
            self.texts(api.key("envelope"), &[("type", base.name != head.name)]);
        }
    }

    fn is_same_message(&self, base: &Message, head: &Message) -> bool {
        let Message { type_id, status, text } = base;
        self.is_same_type(*type_id, head.type_id) && *status == head.status && *text == head.text
    }

    fn constants(&mut self, base: &'a [Constant], head: &'a [Constant]) {
        let matched = pair(base, head, |constant| &constant.name);
        let text = |constant: &Constant| constant.value.text();
        let entries = [&rules::CONSTANT_ADDED, &rules::CONSTANT_REMOVED];
        self.entries(
            &matched,
            |_| entries,
            |names, it| Spot::of(Kind::Constant, names(&it.name)),
            |it| Some(text(it)),
        );
        for (base, head) in matched.both {
            // The Rust name is the name in capitals, the type in Rust the value's.
            let Constant { name, rust: _, ty, value, doc } = base;
            let spot = Spot::of(Kind::Constant, Names::both(name, &head.name));
            if rust_type(value) == rust_type(&head.value) {
                self.value(&rules::CONSTANT_VALUE_CHANGED, spot, text(base), text(head));
            } else {
                let typed = |it: &Constant| format!("{} = {}", it.ty.notation, text(it));
                self.report(&rules::CONSTANT_TYPE_CHANGED, spot, typed(base), typed(head));
            }
            self.texts(spot, &changed!(head; doc));
            self.texts(spot, &[("type", ty.notation != head.ty.notation)]);
        }
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
