//! Authentication blocks.

use super::differ::{Differ, Names, Spot};
use super::pairing::{is_reordered, pair};
use super::rules::credential as rules;
use super::{Change, Heading, Kind, Rule};
use crate::model::{AuthBlock, BlockPlace, Scheme};

impl<'a> Differ<'a> {
    /// Compares the authentication blocks.
    pub fn credentials(&mut self) {
        let matched = pair(&self.base.blocks, &self.head.blocks, |block| &block.name);
        for (_, block) in &matched.gone {
            let rule = if block.is_own_credential() { &rules::REMOVED } else { &rules::CARRIER_REMOVED };
            self.tell(rule, Spot::of(Kind::Credential, Names::gone(&block.name)), place(block), None);
        }
        for (_, block) in &matched.new {
            let rule = if block.is_own_credential() { &rules::ADDED } else { &rules::CARRIER_ADDED };
            self.tell(rule, Spot::of(Kind::Credential, Names::new(&block.name)), None, place(block));
        }
        for (base, head) in &matched.both {
            self.ownership(base, head);
            self.credential(base, head);
        }
    }

    /// Who has a credential's type of its own.
    fn ownership(&mut self, base: &'a AuthBlock, head: &'a AuthBlock) {
        let spot = Spot::of(Kind::Credential, Names::both(&base.name, &head.name)).key("credential_of");
        let rule = match (base.is_own_credential(), head.is_own_credential()) {
            (true, false) => &rules::REMOVED,
            (false, true) => &rules::ADDED,
            (false, false) if base.credential != head.credential => &rules::CREDENTIAL_OF_CHANGED,
            (true, true) | (false, false) => return,
        };
        self.tell(rule, spot, base.credential.clone(), head.credential.clone());
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
            // Compared beside it.
            credential: _,
            place: travels,
            bearer,
            scheme,
            parameters,
            schemes,
            status,
            rules: texts,
            notes,
        } = base;
        let spot = Spot::of(Kind::Credential, Names::both(name, &head.name));
        if *travels != head.place {
            self.tell(&rules::PLACE_CHANGED, spot.key("in"), place(base), place(head));
        }
        let bearers = [&rules::BEARER_ADDED, &rules::BEARER_REMOVED, &rules::BEARER_CHANGED];
        self.role(spot.key("bearer"), bearer.as_ref(), head.bearer.as_ref(), bearers);
        let named = [&rules::SCHEME_NAMED, &rules::SCHEME_NOT_NAMED, &rules::SCHEME_NAMED_BY_OTHER];
        self.role(spot.key("scheme"), scheme.as_ref(), head.scheme.as_ref(), named);
        if head.is_own_credential() {
            self.parameters(spot, parameters, &head.parameters);
        } else {
            self.carried(spot.key("parameters"), base, head);
        }
        self.schemes(spot, schemes, &head.schemes);
        if *status != head.status {
            self.tell(
                &rules::STATUS_CHANGED,
                spot.key("status"),
                status.name().to_owned(),
                head.status.name().to_owned(),
            );
        }
        let same = [
            ("title", *title == head.title),
            ("rules", *texts == head.rules),
            ("notes", *notes == head.notes),
        ];
        self.tell_texts(spot, &same);
    }

    /// A parameter that has a role, by name.
    fn role(
        &mut self,
        spot: Spot<'a>,
        base: Option<&String>,
        head: Option<&String>,
        [added, removed, changed]: [&'static Rule; 3],
    ) {
        let rule = match (base, head) {
            (None, Some(_)) => added,
            (Some(_), None) => removed,
            (Some(base), Some(head)) if base != head => changed,
            (Some(_), Some(_)) | (None, None) => return,
        };
        self.tell(rule, spot, base.cloned(), head.cloned());
    }

    /// What carries another block's credential has no type of its own.
    fn carried(&mut self, spot: Spot<'a>, base: &'a AuthBlock, head: &'a AuthBlock) {
        let found = self.apart(|it| it.parameters(spot, &base.parameters, &head.parameters));
        let is_text = |change: &Change| change.rule.heading == Heading::Documentation;
        let (texts, wire): (Vec<_>, Vec<_>) = found.into_iter().partition(is_text);
        self.append(texts);
        if !wire.is_empty() {
            let names = |block: &AuthBlock| {
                let names: Vec<&str> = block.parameters.iter().map(|it| it.name.as_str()).collect();
                names.join(", ")
            };
            self.tell(&rules::CARRIER_CHANGED, spot, names(base), names(head));
        }
    }

    fn schemes(&mut self, spot: Spot<'a>, base: &'a [Scheme], head: &'a [Scheme]) {
        let matched = pair(base, head, |scheme| &scheme.rust);
        for (_, scheme) in &matched.gone {
            self.tell(
                &rules::SCHEME_REMOVED,
                spot.gone("schemes", &scheme.rust),
                scheme.takes.join(", "),
                None,
            );
        }
        for (_, scheme) in &matched.new {
            self.tell(
                &rules::SCHEME_ADDED,
                spot.added("schemes", &scheme.rust),
                None,
                scheme.takes.join(", "),
            );
        }
        for (base, head) in &matched.both {
            let Scheme { rust, value, takes } = base;
            let spot = spot.member("schemes", Names::both(rust, &head.rust));
            if *value != head.value {
                self.tell(&rules::SCHEME_VALUE_CHANGED, spot, value.clone(), head.value.clone());
            }
            // Its arguments are in the order of the block's parameters.
            let names = |takes: &'a [String]| takes.iter().map(String::as_str);
            let is_same =
                takes.len() == head.takes.len() && takes.iter().all(|name| head.takes.contains(name));
            if !is_same {
                self.tell(&rules::SCHEME_TAKES_CHANGED, spot, takes.join(", "), head.takes.join(", "));
            } else if is_reordered(names(takes), names(&head.takes)) {
                self.tell_texts(spot, &[("order", false)]);
            }
        }
    }
}

fn place(block: &AuthBlock) -> String {
    match &block.place {
        BlockPlace::Form => "in the form".to_owned(),
        BlockPlace::Header(prefix) => format!("in headers {prefix}*"),
    }
}
