//! An API as a whole.

use std::mem::discriminant;

use super::differ::{Differ, Spot, both};
use super::pairing::pair;
use super::rule::row;
use super::rules::api::SECTION;
use super::{Change, ChangePlace, Side, Subject, SubjectKind};
use generator_spec::facts::{Key, of_api, of_constant};
use generator_spec::load::ApiSource;
use generator_spec::model::{Api, Constant, Envelope, Message};
use generator_spec::text::counted;

/// The changes of an API.
pub fn compare<'a>(base: (&'a ApiSource, &'a Api), head: (&'a ApiSource, &'a Api)) -> Vec<Change> {
    let mut differ = Differ::new(base, head);
    // First, so that all others know which types have a new name.
    differ.types();
    differ.api();
    differ.constants();
    differ.credentials();
    differ.gates();
    differ.gatekeeper();
    differ.groups();
    differ.changes
}

/// An API that is in only one of the specs.
pub fn whole(side: Side, source: &ApiSource, api: &Api) -> Change {
    let size =
        [counted(api.operations().count(), "operation"), counted(api.types.len(), "type")].join(" and ");
    let (rule, before, after) = match side {
        Side::Base => (row!("api-removed"), Some(size), None),
        Side::Head => (row!("api-added"), None, Some(size)),
    };
    Change {
        rule,
        api: api.name.clone(),
        subject: Subject { kind: SubjectKind::Api, name: api.name.clone() },
        member: None,
        before,
        after,
        place: Some(ChangePlace { side, path: source.api.at().path().to_owned(), line: 1 }),
    }
}

impl<'a> Differ<'a> {
    fn api(&mut self) {
        let (base, head, spot) = (self.base, self.head, self.whole());
        let facts = [of_api(base), of_api(head)];
        self.facts(&SECTION, spot, &facts, |_| false);
        // Its kind is part of every operation.
        let (was, is) = (&base.encoding, &head.encoding);
        let status = [was, is].map(|it| it.status.in_words().to_owned());
        self.values(row!("encoding-status-changed"), spot.key("encoding"), status);
        self.texts(spot.key("encoding"), [("rules", was.rules != is.rules)]);
        if !self.is_same_message(base.message.as_ref(), head.message.as_ref()) {
            self.fact(row!("message-shape-changed"), spot, Key::Message, &facts);
        }
        let (was, is) = (base.envelope.as_ref(), head.envelope.as_ref());
        if was.map(roles) != is.map(roles) {
            self.fact(row!("envelope-shape-changed"), spot, Key::Envelope, &facts);
        }
        let is_renamed = was.zip(is).is_some_and(|(was, is)| was.name != is.name);
        self.texts(spot.key("envelope"), [("type", is_renamed)]);
    }

    fn is_same_message(&self, base: Option<&Message>, head: Option<&Message>) -> bool {
        match (base, head) {
            (Some(Message { type_id, status, text }), Some(head)) => {
                self.is_same_type(*type_id, head.type_id) && *status == head.status && *text == head.text
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        }
    }

    fn constants(&mut self) {
        let matched = pair(&self.base.constants, &self.head.constants, |constant| &constant.name);
        let text = |constant: &Constant| constant.value.text();
        self.entries(
            &matched,
            |_| [row!("constant-added"), row!("constant-removed")],
            |names, it| Spot::of(SubjectKind::Constant, names(&it.name)),
            |it| Some(text(it)),
        );
        for (base, head) in matched.both {
            let spot = Spot::of(SubjectKind::Constant, both(&base.name, &head.name));
            // The type in Rust is the value's.
            if discriminant(&base.value) == discriminant(&head.value) {
                self.values(row!("constant-value-changed"), spot, [base, head].map(text));
            } else {
                let typed = |it: &Constant| format!("{} = {}", it.ty.notation, text(it));
                self.values(row!("constant-type-changed"), spot, [base, head].map(typed));
            }
            self.facts(&SECTION, spot, &[of_constant(base), of_constant(head)], |_| false);
            self.texts(spot, [("type", base.ty.notation != head.ty.notation)]);
        }
    }
}

/// The fields that it is recognized by; its name is only a text.
fn roles(it: &Envelope) -> [&String; 5] {
    let Envelope { name: _, status, ok, error, code, data } = it;
    [status, ok, error, code, data]
}
