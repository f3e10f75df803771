//! Authentication and gates.
//!
//! Credentials first, then roles, then scope. A gate that nothing opens stays
//! shut.

use super::{AnyCaller, Call, Credentials, Refusal, credential, state::ServerState};
use crate::codec::FormReader;
use crate::core::{ApiDescriptor, Asks, Auth, AuthBlock, Descriptor, Gate};

/// The gates of an operation, in the documents' order, as far as the API's
/// description knows them.
pub(super) fn of(api: &ApiDescriptor, operation: &Descriptor) -> Vec<&'static Gate> {
    let known = |code: &&str| api.gates.iter().find(|gate| gate.code == *code);
    operation.gates.iter().filter_map(known).collect()
}

/// The gates of one call.
#[derive(Clone, Copy)]
pub(super) struct Gates<'a> {
    pub(super) state: &'a ServerState,
    pub(super) gates: &'a [&'static Gate],
    pub(super) call: &'a Call,
}

impl Gates<'_> {
    /// Checks that this caller may call the operation.
    ///
    /// # Errors
    /// Says which gate is shut.
    pub(super) fn pass(self, caller: Option<&AnyCaller>) -> Result<(), Refusal> {
        self.open(caller, |asks| asks == Some(Asks::Server))?;
        self.open(caller, |asks| matches!(asks, Some(Asks::Caller | Asks::TopLevel | Asks::Operation)))?;
        self.refuse_unknown()?;
        self.permission(caller)
    }

    /// The caller, by the fields of the credential; `None` if none is needed.
    ///
    /// # Errors
    /// If the credential is missing or wrong.
    pub(super) async fn caller(
        self,
        sent: Option<(&'static AuthBlock, &mut FormReader)>,
    ) -> Result<Option<AnyCaller>, Refusal> {
        let policy = &self.state.policy;
        match (self.call.operation.auth, sent) {
            (Auth::Required(_) | Auth::Optional(_), Some((block, fields))) => {
                policy.verify(Credentials { block, fields }, self.call).await.map(Some)
            }
            (Auth::Required(_), None) => Err(credential::missing(self.call.operation)),
            (Auth::Optional(_), None) if self.lets_in_anybody() => Ok(None),
            (Auth::Optional(_), None) => Err(credential::missing(self.call.operation)),
            (Auth::None, _) => Ok(None),
            (Auth::NotShown, _) if policy.lets_in_where_not_shown(self.call) => Ok(None),
            (Auth::NotShown, _) => Err(Refusal::unauthorized("this server does not allow calls of it")),
        }
    }

    /// Returns whether the gates that make the credential optional are open. There
    /// must be one.
    fn lets_in_anybody(self) -> bool {
        let mut asked = self.gates.iter().filter(|gate| gate.asks == Some(Asks::Anonymous)).peekable();
        asked.peek().is_some() && asked.all(|gate| self.is_open(gate, None))
    }

    fn is_open(self, gate: &Gate, caller: Option<&AnyCaller>) -> bool {
        self.state.policy.is_open(gate.code, caller, self.call)
    }

    /// Passes the gates with such a question, in the documents' order.
    fn open(self, caller: Option<&AnyCaller>, takes: impl Fn(Option<Asks>) -> bool) -> Result<(), Refusal> {
        let mut gates = self.gates.iter().filter(|gate| takes(gate.asks));
        match gates.find(|gate| !self.is_open(gate, caller)) {
            Some(shut) => Err(Refusal::forbidden(shut.doc)),
            None => Ok(()),
        }
    }

    /// A gate that neither the credential nor the gatekeeper opens stays shut.
    fn refuse_unknown(self) -> Result<(), Refusal> {
        let codes = self.call.operation.gates;
        let opened = || self.gates.iter().filter(|gate| gate.credential || gate.asks.is_some());
        if opened().count() == codes.len() {
            return Ok(());
        }
        let shut = codes.iter().find(|code| !opened().any(|gate| gate.code == **code));
        Err(Refusal::forbidden(format!(
            "this server never opens the gate {}",
            shut.copied().unwrap_or_default()
        )))
    }

    fn permission(self, caller: Option<&AnyCaller>) -> Result<(), Refusal> {
        match self.call.operation.permission {
            Some(name) if !self.state.policy.permits(caller, name) => {
                Err(Refusal::forbidden(format!("the operation needs the permission {name}")))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the caller may send the parameters that are in the form.
    ///
    /// # Errors
    /// Names one that only top-level administrators may send.
    pub(super) fn parameters(self, caller: Option<&AnyCaller>, form: &FormReader) -> Result<(), Refusal> {
        let mut parameters = self.call.operation.parameters.iter();
        let Some(sent) = parameters.find(|known| known.top_level_only && form.has(known.name)) else {
            return Ok(());
        };
        let mut gates = self.state.api.gates.iter();
        let gate = gates.find(|gate| gate.asks == Some(Asks::TopLevel));
        if gate.is_some_and(|gate| self.is_open(gate, caller)) {
            return Ok(());
        }
        let name = sent.name;
        Err(Refusal::forbidden(format!("only top-level administrators may send `{name}`")))
    }
}
