//! A credential that was given or issued.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::codec::{Carrier, Credential, FormWriter};
use crate::core::AuthBlock;

/// A credential of any type.
pub(crate) trait AnyCredential: Send + Sync {
    fn block(&self) -> &'static AuthBlock;
    fn carrier(&self) -> Carrier;
    fn encode(&self, form: &mut FormWriter);
}

impl<C: Credential> AnyCredential for C {
    fn block(&self) -> &'static AuthBlock {
        C::BLOCK
    }

    fn carrier(&self) -> Carrier {
        Credential::carrier(self)
    }

    fn encode(&self, form: &mut FormWriter) {
        Credential::encode(self, form);
    }
}

/// A credential and whether its one-time code was sent.
pub(crate) struct Held {
    pub(super) credential: Box<dyn AnyCredential>,
    one_time_sent: AtomicBool,
}

impl<C: AnyCredential + 'static> From<C> for Held {
    fn from(credential: C) -> Self {
        Self { credential: Box::new(credential), one_time_sent: AtomicBool::new(false) }
    }
}

impl Held {
    /// Marks its one-time code as sent; returns false if it was sent before.
    pub(super) fn claim(&self) -> bool {
        !self.one_time_sent.swap(true, Ordering::SeqCst)
    }

    /// Marks the one-time code, which was claimed, as not sent after all.
    pub(super) fn release(&self) {
        self.one_time_sent.store(false, Ordering::SeqCst);
    }
}
