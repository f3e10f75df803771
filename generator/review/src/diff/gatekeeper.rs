//! Gates, and the checks of the gatekeeper that follow from them.

use super::Kind;
use super::compare::{changed, values};
use super::differ::{Differ, Names, Spot};
use super::pairing::pair;
use super::rules::credential as rules;
use generator_spec::facts::{Key, asked, of_gate};
use generator_spec::model::{Api, Asks, Auth, Gate};

impl<'a> Differ<'a> {
    /// Compares the gates.
    pub fn gates(&mut self) {
        let (base, head) = (&self.base.gates, &self.head.gates);
        let matched = pair(base, head, |gate| &gate.code);
        let entries = [&rules::GATE_ADDED, &rules::GATE_REMOVED];
        self.entries(&matched, |_| entries, |names, it| Spot::of(Kind::Gate, names(&it.code)), |_| None);
        for (base, head) in &matched.both {
            self.gate(base, head);
        }
        let [base, head] =
            [base, head].map(|it| it.iter().map(|gate| gate.code.as_str()).collect::<Vec<_>>());
        self.order(&rules::GATES_REORDERED, self.whole().key("gates"), &base, &head);
    }

    fn gate(&mut self, base: &'a Gate, head: &'a Gate) {
        let Gate { code, doc, auth, asks } = base;
        let spot = Spot::of(Kind::Gate, Names::both(code, &head.code));
        let (was, is) = (self.base, self.head);
        let said = |key| values([of_gate(was, base), of_gate(is, head)], key);
        self.key([&rules::GATE_CREDENTIAL_CHANGED; 3], spot, Key::Auth, *auth != head.auth, said);
        // Its method and its caller are the gatekeeper's.
        let kind = |asks: &Option<Asks>| asks.as_ref().map(|asks| asked(asks.kind).to_owned());
        self.value(&rules::GATE_QUESTION_CHANGED, spot.key("asks"), kind(asks), kind(&head.asks));
        self.texts(spot, &changed!(head; doc));
    }

    /// Compares the methods that check callers.
    pub fn gatekeeper(&mut self) {
        let spot = self.whole().key("gates");
        let (base, head) = (checks(self.base), checks(self.head));
        let mut matched = pair(&base, &head, |check| &check.method);
        // That of the same gate, by another name.
        matched.recognise(|_, check| check.gate, |_, _| true);
        let entries = [&rules::QUESTION_ADDED, &rules::QUESTION_REMOVED];
        self.entries(&matched, |_| entries, |_, _| spot, |check| Some(check.text()));
        for (base, head) in &matched.both {
            self.value(&rules::QUESTION_RENAMED, spot, base.text(), head.text());
        }
    }
}

/// A method of the gatekeeper that has a default.
struct Check<'a> {
    method: String,
    about: Option<&'a str>,
    gate: Option<&'a str>,
}

impl Check<'_> {
    fn text(&self) -> String {
        match self.about {
            Some(about) => format!("{} (of {about})", self.method),
            None => self.method.clone(),
        }
    }
}

fn checks(api: &Api) -> Vec<Check<'_>> {
    let of_gates = api.gates.iter().filter_map(|gate| {
        let asks = gate.asks.as_ref()?;
        let about = asks.credential.as_deref();
        Some(Check { method: asks.method.clone(), about, gate: Some(&gate.code) })
    });
    let check = |method: &str, about| Check { method: method.to_owned(), about, gate: None };
    let permission = api.permission_credential.as_deref().map(|it| check("has_permission", Some(it)));
    let is_not_shown = api.operations().any(|operation| operation.auth == Auth::NotShown);
    let not_shown = is_not_shown.then(|| check("lets_in_where_not_shown", None));
    of_gates.chain(permission).chain(not_shown).collect()
}
