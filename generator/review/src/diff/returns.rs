//! What an operation returns.

use super::compare::changed;
use super::differ::{Differ, Spot};
use super::rules::returns as rules;
use super::shapes::Likeness;
use generator_spec::facts::Key;
use generator_spec::model::{ReturnKind, Returns};

impl<'a> Differ<'a> {
    /// Compares two results.
    pub fn returns(
        &mut self,
        spot: Spot<'a>,
        base: &'a Returns,
        head: &'a Returns,
        said: impl Fn(Key) -> [Option<String>; 2],
    ) {
        let Returns { kind, ty, values: _, content_type, secret, doc, source } = base;
        let is_same_rust = self.is_same_output(base, head);
        let rule = match (is_same_rust, kind.name() == head.kind.name(), framing(*kind) == framing(head.kind))
        {
            (false, false, _) => Some(&rules::KIND_CHANGED),
            (false, true, _) => Some(&rules::TYPE_CHANGED),
            (true, _, false) => Some(&rules::FRAMING_CHANGED),
            (true, false, true) => Some(&rules::RESPELT),
            (true, true, true) => {
                let notation = |returns: &'a Returns| returns.ty.as_ref().map(|ty| &ty.notation);
                let named = ty.as_ref().and_then(|ty| ty.shape.named());
                (notation(base) != notation(head) && named.is_none()).then_some(&rules::RESPELT)
            }
        };
        if let Some(rule) = rule {
            let [was, is] = said(Key::Returns);
            self.report(rule, spot, was, is);
        }
        if let (ReturnKind::Redirect(was), ReturnKind::Redirect(is)) = (*kind, head.kind) {
            self.value(&rules::REDIRECT_STATUS_CHANGED, spot, was.to_string(), is.to_string());
        }
        if kind.name() == head.kind.name() {
            self.value(&rules::CONTENT_TYPE_CHANGED, spot, content_type.clone(), head.content_type.clone());
        }
        let marks = match base.is_sealed() || head.is_sealed() {
            true => [&rules::SECRET_MARKED, &rules::SECRET_UNMARKED],
            false => [&rules::SECRECY_CHANGED; 2],
        };
        self.flag(marks, spot, *secret, head.secret);
        self.texts(spot, &changed!(head; doc source));
    }

    /// Whether client and server have the same Rust types for it.
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

/// One kind for all whose Rust type is made the same way.
fn output(kind: ReturnKind) -> ReturnKind {
    match kind {
        ReturnKind::Message | ReturnKind::Json | ReturnKind::Envelope => ReturnKind::Json,
        ReturnKind::Text | ReturnKind::Redirect(_) => ReturnKind::Text,
        ReturnKind::Bytes | ReturnKind::Described => kind,
    }
}

/// One kind for all that are read the same way.
fn framing(kind: ReturnKind) -> ReturnKind {
    match kind {
        ReturnKind::Message | ReturnKind::Json => ReturnKind::Json,
        ReturnKind::Redirect(_) => ReturnKind::Redirect(0),
        ReturnKind::Envelope | ReturnKind::Text | ReturnKind::Bytes | ReturnKind::Described => kind,
    }
}
