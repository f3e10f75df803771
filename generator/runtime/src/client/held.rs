//! A credential that was given or issued.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicBool, Ordering},
};

use super::carried::{AnyCredential, Carried};
use crate::codec::Carrier;
use crate::core::{AuthBlock, ErrorKind};

/// A credential and whether its one-time code was sent.
pub(crate) struct Held {
    pub(super) credential: Box<dyn AnyCredential>,
    one_time_sent: AtomicBool,
    /// As the first request had it.
    carried: OnceLock<Arc<Carried>>,
}

impl<C: AnyCredential + 'static> From<C> for Held {
    fn from(credential: C) -> Self {
        let one_time_sent = AtomicBool::new(false);
        Self { credential: Box::new(credential), one_time_sent, carried: OnceLock::new() }
    }
}

impl Held {
    /// It, as requests have it that take it in this way.
    pub(super) fn carried(
        &self,
        block: &'static AuthBlock,
        carrier: Carrier,
    ) -> Result<Arc<Carried>, ErrorKind> {
        if let Some(known) = self.carried.get().filter(|known| known.is_for(block, carrier)) {
            return Ok(known.clone());
        }
        let carried = Arc::new(Carried::new(&*self.credential, block, carrier)?);
        // Operations differ, if the first one was another.
        self.carried.set(carried.clone()).ok();
        Ok(carried)
    }

    /// Marks its one-time code as sent; returns false if it was sent before.
    pub(super) fn claim(&self) -> bool {
        !self.one_time_sent.swap(true, Ordering::SeqCst)
    }

    /// Marks the one-time code, which was claimed, as not sent after all.
    pub(super) fn release(&self) {
        self.one_time_sent.store(false, Ordering::SeqCst);
    }
}
