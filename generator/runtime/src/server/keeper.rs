//! The functions of a gatekeeper, as plain data.

use std::{any::Any, fmt, future::Future, pin::Pin, sync::Arc};

use super::{Call, Refusal, credential};
use crate::{AuthBlock, Decode, Fault, FormReader};

/// A caller of any type.
pub type AnyCaller = Box<dyn Any + Send + Sync>;

/// The functions of a gatekeeper `S`. The generated crate makes one for each
/// implementor of its `Gatekeeper`.
pub struct Keeper<S: 'static> {
    /// Who is it? One per credential.
    pub logins: &'static [Login<S>],
    /// Is the gate open? One per gate that needs an answer.
    pub questions: &'static [Question<S>],
    /// Whether the caller has a permission; `None` if no operation needs one.
    pub permission: Option<fn(&S, &AnyCaller, &str) -> bool>,
    /// Whether operations whose credential is not shown may be called.
    pub not_shown: fn(&S, &Call) -> bool,
}

/// How a credential becomes a caller.
pub struct Login<S> {
    /// The block that defines the credential.
    pub block: &'static AuthBlock,
    /// Reads the credential and asks the gatekeeper.
    pub verify: for<'a> fn(&'a S, Credentials<'a>, &'a Call) -> Verified<'a>,
}

/// What a gate asks.
pub struct Question<S> {
    /// Code of the gate.
    pub code: &'static str,
    /// Asks the gatekeeper.
    pub ask: fn(&S, Option<&AnyCaller>, &Call) -> bool,
}

/// A credential being checked.
pub struct Verified<'a>(pub(super) Pin<Box<dyn Future<Output = Result<AnyCaller, Refusal>> + Send + 'a>>);

impl<'a> Verified<'a> {
    /// Boxes the future of the check.
    pub fn new<C: Send + Sync + 'static>(
        future: impl Future<Output = Result<C, Refusal>> + Send + 'a,
    ) -> Self {
        Self(Box::pin(async move { future.await.map(|caller| Box::new(caller) as AnyCaller) }))
    }
}

impl<S> fmt::Debug for Keeper<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut keeper = f.debug_struct("Keeper");
        keeper.field("logins", &self.logins).field("questions", &self.questions).finish_non_exhaustive()
    }
}

impl<S> fmt::Debug for Login<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Login").field(&self.block.name).finish()
    }
}

impl<S> fmt::Debug for Question<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Question").field(&self.code).finish()
    }
}

impl fmt::Debug for Verified<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Verified")
    }
}

/// The fields of a credential.
#[derive(Debug)]
pub struct Credentials<'a> {
    pub(super) block: &'static AuthBlock,
    pub(super) fields: &'a mut FormReader,
}

impl Credentials<'_> {
    /// Reads the credential.
    ///
    /// # Errors
    /// Lists every invalid field.
    pub fn read<C: Decode>(self) -> Result<C, Refusal> {
        let before = self.fields.faults().len();
        let credential = C::decode(self.fields);
        match self.fields.faults().get(before..) {
            None | Some([]) => Ok(credential),
            Some(faults) => Err(misfit(self.block, faults)),
        }
    }
}

fn misfit(block: &AuthBlock, faults: &[Fault]) -> Refusal {
    let prefix = credential::prefix(block).unwrap_or_default();
    let list: Vec<String> = faults.iter().map(|fault| format!("{prefix}{fault}")).collect();
    Refusal::unauthorized(format!("the {} is invalid: {}", block.title, list.join("; ")))
}

/// The caller as its own type.
#[must_use]
pub fn caller_as<C: 'static>(caller: Option<&AnyCaller>) -> Option<&C> {
    caller?.downcast_ref()
}

/// A gatekeeper of any type, with its functions.
pub(super) trait AnyKeeper: Send + Sync {
    fn verify<'a>(&'a self, block: &AuthBlock, credentials: Credentials<'a>, call: &'a Call) -> Verified<'a>;
    fn ask(&self, code: &str, caller: Option<&AnyCaller>, call: &Call) -> bool;
    fn permits(&self, caller: Option<&AnyCaller>, permission: &str) -> bool;
    fn lets_in_where_not_shown(&self, call: &Call) -> bool;
}

pub(super) struct Bound<S: 'static> {
    pub(super) server: Arc<S>,
    pub(super) keeper: Keeper<S>,
}

/// What has no function is refused.
impl<S: Send + Sync> AnyKeeper for Bound<S> {
    fn verify<'a>(&'a self, block: &AuthBlock, credentials: Credentials<'a>, call: &'a Call) -> Verified<'a> {
        let mut logins = self.keeper.logins.iter();
        match logins.find(|login| login.block.name == block.credential) {
            Some(login) => {
                credential::complete(login.block, credentials.fields);
                (login.verify)(&self.server, credentials, call)
            }
            None => Verified(Box::pin(async { Err(Refusal::unauthorized("no such credential")) })),
        }
    }

    fn ask(&self, code: &str, caller: Option<&AnyCaller>, call: &Call) -> bool {
        let mut questions = self.keeper.questions.iter();
        let question = questions.find(|question| question.code == code);
        question.is_some_and(|question| (question.ask)(&self.server, caller, call))
    }

    fn permits(&self, caller: Option<&AnyCaller>, permission: &str) -> bool {
        let ask = self.keeper.permission.zip(caller);
        ask.is_some_and(|(permits, caller)| permits(&self.server, caller, permission))
    }

    fn lets_in_where_not_shown(&self, call: &Call) -> bool {
        (self.keeper.not_shown)(&self.server, call)
    }
}
