//! The source of a client's credential.

use std::sync::Arc;

use super::credential::{AnyCredential, HeldCredential};
#[cfg(feature = "reqwest")]
use super::credential_function::CredentialFunction;
use crate::core::AuthBlock;

/// The source of a client's credential.
#[derive(Clone)]
pub(crate) enum CredentialSource {
    Given(Arc<HeldCredential>),
    /// A function that is asked for it.
    #[cfg(feature = "reqwest")]
    Function(Arc<CredentialFunction>),
}

impl CredentialSource {
    pub(crate) fn block(&self) -> &'static AuthBlock {
        match self {
            Self::Given(held) => held.credential.block(),
            #[cfg(feature = "reqwest")]
            Self::Function(source) => source.block,
        }
    }

    /// The credential; `None` if the function was not asked yet.
    pub(super) fn known(&self) -> Option<Arc<HeldCredential>> {
        match self {
            Self::Given(held) => Some(held.clone()),
            #[cfg(feature = "reqwest")]
            Self::Function(source) => source.known(),
        }
    }
}

impl<C: AnyCredential + 'static> From<C> for CredentialSource {
    fn from(credential: C) -> Self {
        Self::Given(Arc::new(credential.into()))
    }
}
