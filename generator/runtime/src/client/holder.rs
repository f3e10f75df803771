//! The credential of a client.

use std::sync::Arc;

use super::credential::{AnyCredential, Held};
#[cfg(feature = "reqwest")]
use super::source::Source;
use crate::core::AuthBlock;

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
