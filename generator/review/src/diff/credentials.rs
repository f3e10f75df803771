//! Authentication blocks.

use super::compare::{changed, listed, value, values};
use super::differ::{Differ, Names, Spot};
use super::pairing::{is_reordered, pair};
use super::rules::credential as rules;
use super::{Change, Heading, Kind, parameters};
use generator_spec::facts::{Key, of_block};
use generator_spec::model::{AuthBlock, Scheme};

impl<'a> Differ<'a> {
    /// Compares the authentication blocks.
    pub fn credentials(&mut self) {
        let matched = pair(&self.base.blocks, &self.head.blocks, |block| &block.name);
        let entries = |block: &AuthBlock| match block.is_own_credential() {
            true => [&rules::ADDED, &rules::REMOVED],
            false => [&rules::CARRIER_ADDED, &rules::CARRIER_REMOVED],
        };
        let head = self.head;
        let place = |block: &AuthBlock| value(&of_block(head, block), Key::In);
        self.entries(&matched, entries, |names, it| Spot::of(Kind::Credential, names(&it.name)), place);
        for (base, head) in &matched.both {
            self.ownership(base, head);
            self.credential(base, head);
        }
    }

    /// Which blocks have their own credential type.
    fn ownership(&mut self, base: &'a AuthBlock, head: &'a AuthBlock) {
        let spot = Spot::of(Kind::Credential, Names::both(&base.name, &head.name)).key("credential_of");
        let rule = match (base.is_own_credential(), head.is_own_credential()) {
            (true, false) => &rules::REMOVED,
            (false, true) => &rules::ADDED,
            (true, true) | (false, false) => &rules::CREDENTIAL_OF_CHANGED,
        };
        self.value(rule, spot, base.credential.clone(), head.credential.clone());
    }

    fn credential(&mut self, base: &'a AuthBlock, head: &'a AuthBlock) {
        let AuthBlock {
            name,
            // Follow from the name and `credential`.
            rust: _,
            caller: _,
            method: _,
            constant: _,
            title,
            // Compared in `ownership`.
            credential: _,
            place,
            bearer,
            scheme,
            parameters,
            schemes,
            status,
            rules,
            notes,
        } = base;
        let spot = Spot::of(Kind::Credential, Names::both(name, &head.name));
        let (was, is) = (self.base, self.head);
        let said = |key| values([of_block(was, base), of_block(is, head)], key);
        self.key([&rules::PLACE_CHANGED; 3], spot, Key::In, *place != head.place, said);
        let bearers = [&rules::BEARER_ADDED, &rules::BEARER_REMOVED, &rules::BEARER_CHANGED];
        self.option(bearers, spot.key("bearer"), bearer.clone(), head.bearer.clone());
        let named = [&rules::SCHEME_NAMED, &rules::SCHEME_NOT_NAMED, &rules::SCHEME_NAMED_BY_OTHER];
        self.option(named, spot.key("scheme"), scheme.clone(), head.scheme.clone());
        if head.is_own_credential() {
            self.parameters(spot, parameters, &head.parameters);
        } else {
            self.carried(spot.key("parameters"), base, head);
        }
        self.schemes(spot, schemes, &head.schemes);
        self.status(&rules::STATUS_CHANGED, spot.key("status"), *status, head.status);
        self.texts(spot, &changed!(head; title rules notes));
    }

    /// A block that carries another block's credential has no type for its parameters.
    fn carried(&mut self, spot: Spot<'a>, base: &'a AuthBlock, head: &'a AuthBlock) {
        let found = self.apart(|it| it.parameters(spot, &base.parameters, &head.parameters));
        let is_text = |change: &Change| change.rule.heading == Heading::Documentation;
        let (texts, wire): (Vec<_>, Vec<_>) = found.into_iter().partition(is_text);
        self.append(texts);
        if !wire.is_empty() {
            let text = |block: &AuthBlock| {
                let all = block.parameters.iter().map(|it| format!("{}: {}", it.name, parameters::text(it)));
                all.collect::<Vec<_>>().join(", ")
            };
            self.report(&rules::CARRIER_CHANGED, spot, text(base), text(head));
        }
    }

    fn schemes(&mut self, spot: Spot<'a>, base: &'a [Scheme], head: &'a [Scheme]) {
        let matched = pair(base, head, |scheme| &scheme.rust);
        let entries = [&rules::SCHEME_ADDED, &rules::SCHEME_REMOVED];
        self.entries(
            &matched,
            |_| entries,
            |names, it| spot.member("schemes", names(&it.rust)),
            |it| listed(&it.takes),
        );
        for (base, head) in &matched.both {
            let Scheme { rust, value, takes } = base;
            let spot = spot.member("schemes", Names::both(rust, &head.rust));
            self.value(&rules::SCHEME_VALUE_CHANGED, spot, value.clone(), head.value.clone());
            // Its arguments are in the order of the block's parameters.
            let [was, is] = [takes, &head.takes].map(|it| it.iter().map(String::as_str).collect::<Vec<_>>());
            let is_same = was.len() == is.len() && was.iter().all(|name| is.contains(name));
            if !is_same {
                self.value(&rules::SCHEME_TAKES_CHANGED, spot, listed(takes), listed(&head.takes));
            }
            self.texts(spot, &[("order", is_same && is_reordered(&was, &is))]);
        }
    }
}
