//! Authentication blocks.

use super::compare::Row;
use super::differ::{Differ, Spot, both};
use super::facts::{listed, value};
use super::pairing::{is_reordered, pair};
use super::rule::row;
use super::rules::credential::SECTION;
use super::{Change, Heading, SubjectKind, parameters};
use generator_spec::facts::{Key, of_block};
use generator_spec::model::{AuthBlock, Scheme};

impl<'a> Differ<'a> {
    /// Compares the authentication blocks.
    pub fn credentials(&mut self) {
        let matched = pair(&self.base.blocks, &self.head.blocks, |block| &block.name);
        let rows = |block: &AuthBlock| match block.is_own_credential() {
            true => [row!("credential-added"), row!("credential-removed")],
            false => [row!("credential-carrier-added"), row!("credential-carrier-removed")],
        };
        let head = self.head;
        let place = |block: &AuthBlock| value(&of_block(head, block), Key::In);
        self.entries(&matched, rows, |names, it| Spot::of(SubjectKind::Credential, names(&it.name)), place);
        for (base, head) in &matched.both {
            let spot = Spot::of(SubjectKind::Credential, both(&base.name, &head.name));
            let blocks = [base, head].map(|it| it.credential.clone());
            self.values(ownership(base, head), spot.key("credential_of"), blocks);
            self.facts(&SECTION, spot, &[of_block(self.base, base), of_block(self.head, head)], |_| false);
            if head.is_own_credential() {
                self.parameters(spot, &base.parameters, &head.parameters);
            } else {
                self.carried(spot.key("parameters"), base, head);
            }
            self.schemes(spot, &base.schemes, &head.schemes);
        }
    }

    /// A block that carries another block's credential has no type for its parameters.
    fn carried(&mut self, spot: Spot<'a>, base: &'a AuthBlock, head: &'a AuthBlock) {
        let before = self.changes.len();
        self.parameters(spot, &base.parameters, &head.parameters);
        let is_wire = |change: &mut Change| change.rule.heading != Heading::Documentation;
        if self.changes.extract_if(before.., is_wire).count() > 0 {
            let text = |block: &AuthBlock| {
                let all = block.parameters.iter().map(|it| format!("{}: {}", it.name, parameters::text(it)));
                all.collect::<Vec<_>>().join(", ")
            };
            self.report(row!("credential-carrier-changed"), spot, text(base), text(head));
        }
    }

    fn schemes(&mut self, spot: Spot<'a>, base: &'a [Scheme], head: &'a [Scheme]) {
        let matched = pair(base, head, |scheme| &scheme.rust);
        self.entries(
            &matched,
            |_| [row!("scheme-added"), row!("scheme-removed")],
            |names, it| spot.member("schemes", names(&it.rust)),
            |it| listed(&it.takes),
        );
        for (base, head) in &matched.both {
            let spot = spot.member("schemes", both(&base.rust, &head.rust));
            self.values(row!("scheme-value-changed"), spot, [base, head].map(|it| it.value.clone()));
            // Its arguments are in the order of the block's parameters.
            let takes = [base, head].map(|it| it.takes.iter().map(String::as_str).collect::<Vec<_>>());
            let [was, is] = &takes;
            let is_same = was.len() == is.len() && was.iter().all(|name| is.contains(name));
            if !is_same {
                self.values(row!("scheme-takes-changed"), spot, [base, head].map(|it| listed(&it.takes)));
            }
            self.texts(spot, [("order", is_same && is_reordered(was, is))]);
        }
    }
}

/// The rule for a block that carries another credential: it depends on the blocks that have their
/// own type.
fn ownership(base: &AuthBlock, head: &AuthBlock) -> Row {
    match (base.is_own_credential(), head.is_own_credential()) {
        (true, false) => row!("credential-removed"),
        (false, true) => row!("credential-added"),
        (true, true) | (false, false) => row!("credential-of-changed"),
    }
}
