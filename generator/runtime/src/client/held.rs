//! The credential of a client.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use super::authorize::AnyCredential;
#[cfg(feature = "reqwest")]
use super::source::Source;
use crate::AuthBlock;

/// The source of a client's credential.
#[derive(Clone)]
pub(crate) enum Holder {
    Given(Arc<Held>),
    /// A function that is asked for it.
    #[cfg(feature = "reqwest")]
    Asked(Arc<Source>),
}

impl Holder {
    pub(crate) fn block(&self) -> &'static AuthBlock {
        match self {
            Self::Given(held) => held.credential.block(),
            #[cfg(feature = "reqwest")]
            Self::Asked(source) => source.block,
        }
    }

    /// The credential; `None` if the function was not asked yet.
    pub(super) fn known(&self) -> Option<Arc<Held>> {
        match self {
            Self::Given(held) => Some(held.clone()),
            #[cfg(feature = "reqwest")]
            Self::Asked(source) => source.known(),
        }
    }
}

impl<C: AnyCredential + 'static> From<C> for Holder {
    fn from(credential: C) -> Self {
        Self::Given(Arc::new(credential.into()))
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
