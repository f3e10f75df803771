//! The changes of an operation's result.

use super::compare::Likeness;
use super::differ::{Differ, Spot};
use super::facts::Facts;
use super::rule::row;
use generator_spec::facts::Key;
use generator_spec::model::{ReturnKind, Returns};

impl<'a> Differ<'a> {
    /// Compares two results.
    pub fn returns(&mut self, spot: Spot<'a>, base: &'a Returns, head: &'a Returns, facts: &Facts<'_>) {
        let is_same_kind = base.kind.name() == head.kind.name();
        let is_respelt = || {
            let notation = |returns: &'a Returns| returns.ty.as_ref().map(|ty| &ty.notation);
            let named = base.ty.as_ref().and_then(|ty| ty.shape.named());
            !is_same_kind || notation(base) != notation(head) && named.is_none()
        };
        let row = match self.is_same_output(base, head) {
            false if is_same_kind => Some(row!("return-type-changed")),
            false => Some(row!("return-kind-changed")),
            true if framing(base.kind) != framing(head.kind) => Some(row!("return-framing-changed")),
            true => is_respelt().then_some(row!("return-respelt")),
        };
        if let Some(row) = row {
            self.fact(row, spot, Key::Returns, facts);
        }
        let spot = spot.key("returns");
        if let (ReturnKind::Redirect(was), ReturnKind::Redirect(is)) = (base.kind, head.kind) {
            self.values(row!("redirect-status-changed"), spot, [was, is].map(|status| status.to_string()));
        }
        if is_same_kind {
            let types = [base, head].map(|it| it.content_type.clone());
            self.values(row!("content-type-changed"), spot, types);
        }
        if base.secret != head.secret {
            let row = match (base.is_sealed(), head.is_sealed()) {
                (false, false) => row!("return-secrecy-changed"),
                (false, true) => row!("return-secret-marked"),
                (true, _) => row!("return-secret-unmarked"),
            };
            self.report(row, spot, None, None);
        }
        self.texts(spot, [("doc", base.doc != head.doc), ("source", base.source != head.source)]);
    }

    /// Returns whether client and server have the same Rust types for it.
    fn is_same_output(&self, base: &Returns, head: &Returns) -> bool {
        let (was, is) = (output(base.kind), output(head.kind));
        was == is
            && (was != ReturnKind::Json
                || match (base.values, head.values, &base.ty, &head.ty) {
                    (Some(was), Some(is), _, _) => self.is_same_type(was, is),
                    (None, None, Some(was), Some(is)) => {
                        self.likeness(&was.shape, &is.shape) != Likeness::Different
                    }
                    (None, None, None, None) => true,
                    (Some(_) | None, Some(_) | None, Some(_) | None, Some(_) | None) => false,
                })
    }
}

/// Maps kinds that produce the same Rust type to one of them.
fn output(kind: ReturnKind) -> ReturnKind {
    match kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope => ReturnKind::Json,
        ReturnKind::Text | ReturnKind::Redirect(_) => ReturnKind::Text,
        ReturnKind::Bytes | ReturnKind::Described | ReturnKind::Nothing => kind,
    }
}

/// Maps kinds that are read in the same way to one of them.
fn framing(kind: ReturnKind) -> ReturnKind {
    match kind {
        ReturnKind::Message | ReturnKind::Json => ReturnKind::Json,
        ReturnKind::Redirect(_) => ReturnKind::Redirect(0),
        ReturnKind::Envelope
        | ReturnKind::Text
        | ReturnKind::Bytes
        | ReturnKind::Described
        | ReturnKind::Nothing => kind,
    }
}
