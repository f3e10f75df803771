//! A gatekeeper without the types of its callers.

use std::{
    any::Any,
    future::{Future, ready},
    pin::Pin,
};

use super::{Call, Refusal, credential};
use crate::codec::{Credential, Decode, FormReader};
use crate::core::AuthBlock;

/// A caller of any type.
pub type AnyCaller = Box<dyn Any + Send + Sync>;

/// A credential that is being checked.
pub type Verified<'a> = Pin<Box<dyn Future<Output = Result<AnyCaller, Refusal>> + Send + 'a>>;

/// A gatekeeper. The generated crate implements it for every implementor of its
/// `Gatekeeper`; what neither knows is refused.
pub trait Policy: Send + Sync + 'static {
    /// Turns a credential into a caller.
    fn verify<'a>(&'a self, credentials: Credentials<'a>, call: &'a Call) -> Verified<'a> {
        let _ = call;
        credentials.refuse()
    }

    /// Returns whether the gate with this code is open.
    fn is_open(&self, gate: &str, caller: Option<&AnyCaller>, call: &Call) -> bool {
        let _ = (gate, caller, call);
        false
    }

    /// Returns whether the caller has a permission.
    fn permits(&self, caller: Option<&AnyCaller>, permission: &str) -> bool {
        let _ = (caller, permission);
        false
    }

    /// Returns whether operations whose credential is not shown may be called.
    fn lets_in_where_not_shown(&self, call: &Call) -> bool {
        let _ = call;
        false
    }
}

/// The fields of a credential.
#[derive(Debug)]
pub struct Credentials<'a> {
    pub(super) block: &'static AuthBlock,
    pub(super) fields: &'a mut FormReader,
}

impl<'a> Credentials<'a> {
    /// Returns the name of the credential.
    pub fn credential_name(&self) -> &'static str {
        self.block.credential
    }

    /// Reads the credential, unless a field of it is invalid, and lets a
    /// gatekeeper check it.
    pub fn verify<C, F, Caller>(self, check: impl FnOnce(C) -> F) -> Verified<'a>
    where
        C: Credential + Decode,
        F: Future<Output = Result<Caller, Refusal>> + Send + 'a,
        Caller: Any + Send + Sync,
    {
        match self.read() {
            Ok(credential) => {
                let caller = check(credential);
                Box::pin(async { Ok(Box::new(caller.await?) as AnyCaller) })
            }
            Err(refusal) => Box::pin(ready(Err(refusal))),
        }
    }

    /// Refuses a credential that the API doesn't have.
    #[must_use]
    pub fn refuse(self) -> Verified<'a> {
        Box::pin(ready(Err(Refusal::unauthorized("no such credential"))))
    }

    fn read<C: Credential + Decode>(self) -> Result<C, Refusal> {
        credential::complete(C::BLOCK, self.fields);
        let before = self.fields.errors().len();
        let credential = C::decode(self.fields);
        let errors = self.fields.errors().get(before..).unwrap_or_default();
        if errors.is_empty() {
            return Ok(credential);
        }
        let prefix = credential::prefix(self.block).unwrap_or_default();
        Err(credential::invalid(self.block, errors.iter().map(|error| format!("{prefix}{error}"))))
    }
}

/// Returns the caller as its own type.
#[must_use]
pub fn caller_as<C: 'static>(caller: Option<&AnyCaller>) -> Option<&C> {
    caller?.downcast_ref()
}
