//! Gates, and the questions of the gatekeeper that follow from them.

use super::Kind;
use super::differ::{Differ, Names, Spot};
use super::pairing::{is_reordered, pair};
use super::rules::credential as rules;
use crate::model::{Api, Asks, Auth, Gate};

impl<'a> Differ<'a> {
    /// Compares the gates.
    pub fn gates(&mut self) {
        let (base, head) = (&self.base.gates, &self.head.gates);
        let matched = pair(base, head, |gate| &gate.code);
        for (_, gate) in &matched.gone {
            self.tell(&rules::GATE_REMOVED, Spot::of(Kind::Gate, Names::gone(&gate.code)), None, None);
        }
        for (_, gate) in &matched.new {
            self.tell(&rules::GATE_ADDED, Spot::of(Kind::Gate, Names::new(&gate.code)), None, None);
        }
        for (base, head) in &matched.both {
            self.gate(base, head);
        }
        let codes = |gates: &'a [Gate]| gates.iter().map(|gate| gate.code.as_str());
        if is_reordered(codes(base), codes(head)) {
            let spot = Spot::of(Kind::Api, Names::both(&self.base.name, &self.head.name)).key("gates");
            let text = |gates| codes(gates).collect::<Vec<_>>().join(" ");
            self.tell(&rules::GATES_REORDERED, spot, text(base), text(head));
        }
    }

    fn gate(&mut self, base: &'a Gate, head: &'a Gate) {
        let Gate { code, doc, auth, asks } = base;
        let spot = Spot::of(Kind::Gate, Names::both(code, &head.code));
        if *auth != head.auth {
            let text = |auth: &Option<Auth>| auth.as_ref().and_then(Auth::block).map(str::to_owned);
            self.tell(&rules::GATE_CREDENTIAL_CHANGED, spot.key("auth"), text(auth), text(&head.auth));
        }
        // Its method and its caller are the gatekeeper's.
        let kind = |asks: &Option<Asks>| asks.as_ref().map(|asks| asks.kind.name().to_owned());
        if kind(asks) != kind(&head.asks) {
            self.tell(&rules::GATE_QUESTION_CHANGED, spot.key("asks"), kind(asks), kind(&head.asks));
        }
        self.tell_texts(spot, &[("doc", *doc == head.doc)]);
    }

    /// Compares the methods that answer questions.
    pub fn gatekeeper(&mut self) {
        let spot = Spot::of(Kind::Api, Names::both(&self.base.name, &self.head.name)).key("gates");
        let (base, head) = (questions(self.base), questions(self.head));
        let mut matched = pair(&base, &head, |question| &question.method);
        // The same gate's, by another name.
        matched.recognise(|_, question| question.gate, |_, _| true);
        for (_, question) in &matched.gone {
            self.tell(&rules::QUESTION_REMOVED, spot, question.text(), None);
        }
        for (_, question) in &matched.new {
            self.tell(&rules::QUESTION_ADDED, spot, None, question.text());
        }
        for (base, head) in &matched.both {
            if base.text() != head.text() {
                self.tell(&rules::QUESTION_RENAMED, spot, base.text(), head.text());
            }
        }
    }
}

/// A method of the gatekeeper with a default.
struct Question<'a> {
    method: String,
    about: Option<&'a str>,
    gate: Option<&'a str>,
}

impl Question<'_> {
    fn text(&self) -> String {
        match self.about {
            Some(about) => format!("{} (of {about})", self.method),
            None => self.method.clone(),
        }
    }
}

fn questions(api: &Api) -> Vec<Question<'_>> {
    let of_gates = api.gates.iter().filter_map(|gate| {
        let asks = gate.asks.as_ref()?;
        let about = asks.credential.as_deref();
        Some(Question { method: asks.method.clone(), about, gate: Some(&gate.code) })
    });
    let permission = api.permission_credential.as_ref().map(|credential| Question {
        method: "has_permission".to_owned(),
        about: Some(credential),
        gate: None,
    });
    let not_shown = api.operations().any(|operation| operation.auth == Auth::NotShown);
    let not_shown =
        not_shown.then(|| Question { method: "lets_in_where_not_shown".to_owned(), about: None, gate: None });
    of_gates.chain(permission).chain(not_shown).collect()
}
