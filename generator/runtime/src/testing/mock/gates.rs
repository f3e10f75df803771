//! The gatekeeper of a mock: it admits every caller unless a test says otherwise.

use std::{
    any::Any,
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use crate::codec::Credential;
use crate::core::debug::shows;
use crate::server::{AnyCaller, Refusal};

/// The gatekeeper of a mock. The generated crate implements its `Gatekeeper` for
/// it; a caller is the credential itself.
#[derive(Clone, Default)]
pub struct Gates(Arc<Mutex<Rules>>);

#[derive(Default)]
pub(super) struct Rules {
    pub(super) shut: HashSet<String>,
    pub(super) denied: HashSet<String>,
    pub(super) accepts: Vec<Accepts>,
}

/// Decides whether a credential is accepted. Credentials of other types are.
type Accepts = Arc<dyn Fn(&dyn Any) -> bool + Send + Sync>;

impl Gates {
    /// Checks a credential.
    ///
    /// # Errors
    /// If the test doesn't accept it.
    pub fn accept<C: Credential>(&self, credential: C) -> Result<C, Refusal> {
        // Cloned, so that the functions run without the lock and may use the mock.
        let accepts = self.rules().accepts.clone();
        if accepts.iter().all(|accepts| accepts(&credential)) {
            return Ok(credential);
        }
        Err(Refusal::unauthorized(format!("the {} is not accepted", C::BLOCK.title)))
    }

    /// Returns whether a gate is open.
    #[must_use]
    pub fn is_open(&self, code: &str) -> bool {
        !self.rules().shut.contains(code)
    }

    /// Returns whether callers have a permission.
    #[must_use]
    pub fn permits(&self, name: &str) -> bool {
        !self.rules().denied.contains(name)
    }

    pub(super) fn rules(&self) -> MutexGuard<'_, Rules> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

shows!(Gates, |it| Gates { shut: it.rules().shut, denied: it.rules().denied });

/// The caller of a mock.
pub struct Caller(pub(super) Option<AnyCaller>);

impl Caller {
    /// Returns the credential, if it was sent and is of this type.
    pub fn credential<C: Credential>(&self) -> Option<&C> {
        self.0.as_ref()?.downcast_ref()
    }
}

// Not the credential.
shows!(Caller, |it| Caller {});
