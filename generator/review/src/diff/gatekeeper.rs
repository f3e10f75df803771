//! Gates and the checks of the gatekeeper that follow from them.

use super::SubjectKind;
use super::differ::{Differ, Spot, both};
use super::pairing::pair;
use super::rule::row;
use super::rules::credential::SECTION;
use generator_spec::facts::{asked, of_gate};
use generator_spec::model::{Api, Auth, Gate};

impl<'a> Differ<'a> {
    /// Compares the gates.
    pub fn gates(&mut self) {
        let (base, head) = (&self.base.gates, &self.head.gates);
        let matched = pair(base, head, |gate| &gate.code);
        self.entries(
            &matched,
            |_| [row!("gate-added"), row!("gate-removed")],
            |names, it| Spot::of(SubjectKind::Gate, names(&it.code)),
            |_| None,
        );
        for (base, head) in &matched.both {
            let spot = Spot::of(SubjectKind::Gate, both(&base.code, &head.code));
            self.facts(&SECTION, spot, &[of_gate(self.base, base), of_gate(self.head, head)], |_| false);
            // Its method and its caller are the gatekeeper's.
            let kind = |gate: &Gate| gate.asks.as_ref().map(|asks| asked(asks.kind).to_owned());
            self.values(row!("gate-question-changed"), spot.key("asks"), [base, head].map(|it| kind(it)));
        }
        self.order(row!("gates-reordered"), self.whole().key("gates"), [base, head], |gate| &gate.code);
    }

    /// Compares the methods that check callers.
    pub fn gatekeeper(&mut self) {
        let spot = self.whole().key("gates");
        let (base, head) = (checks(self.base), checks(self.head));
        let mut matched = pair(&base, &head, |check| check.method);
        // That of the same gate, by another name.
        matched.recognize(|_, check| check.gate, |_, _| true);
        self.entries(
            &matched,
            |_| [row!("gatekeeper-question-added"), row!("gatekeeper-question-removed")],
            |_, _| spot,
            |check| Some(check.text()),
        );
        for (base, head) in &matched.both {
            self.values(row!("gatekeeper-question-changed"), spot, [base, head].map(|it| it.text()));
        }
    }
}

/// A method of the gatekeeper that has a default.
struct Check<'a> {
    method: &'a str,
    about: Option<&'a str>,
    gate: Option<&'a str>,
}

impl Check<'_> {
    fn text(&self) -> String {
        self.about.map_or_else(|| self.method.to_owned(), |about| format!("{} (of {about})", self.method))
    }
}

fn checks(api: &Api) -> Vec<Check<'_>> {
    let of_gates = api.gates.iter().filter_map(|gate| {
        let asks = gate.asks.as_ref()?;
        Some(Check { method: &asks.method, about: asks.credential.as_deref(), gate: Some(&gate.code) })
    });
    let permission = api.permission_credential.as_deref().map(|about| ("has_permission", Some(about)));
    let is_not_shown = api.operations().any(|operation| operation.auth == Auth::NotShown);
    let not_shown = is_not_shown.then_some(("lets_in_where_not_shown", None));
    let others = permission.into_iter().chain(not_shown);
    of_gates.chain(others.map(|(method, about)| Check { method, about, gate: None })).collect()
}
