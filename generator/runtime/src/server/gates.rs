//! Who is it, and may they?
//!
//! Credentials first, then roles, then scope. What nobody answers is refused.

use http::StatusCode;

use super::{AnyCaller, Call, Credentials, Refusal, core::Core, credential};
use crate::{ApiDescriptor, Asks, Auth, AuthBlock, Descriptor, FormReader, Gate};

/// The credential that came with the request, if one came.
///
/// # Errors
/// If it is incomplete, or not the same wherever it travels.
pub(super) fn credentials<'a>(
    core: &Core,
    call: &Call,
    form: &'a mut FormReader,
) -> Result<Option<Credentials<'a>>, Refusal> {
    match call.operation.auth {
        Auth::None | Auth::NotShown => Ok(None),
        Auth::Required(block) | Auth::Optional(block) => {
            let own = core.keeper.own_block(block.credential).unwrap_or(block);
            credential::find(block, own, call, form)
        }
    }
}

/// Who it is; `None` if nobody has to be known.
pub(super) async fn caller(
    core: &Core,
    gates: &[&'static Gate],
    call: &Call,
    credentials: Option<Credentials<'_>>,
) -> Result<Option<AnyCaller>, Refusal> {
    let missing = |block: &AuthBlock| Err(Refusal::unauthorized(format!("it needs the {}", block.title)));
    match (call.operation.auth, credentials) {
        (Auth::Required(block) | Auth::Optional(block), Some(credentials)) => {
            core.keeper.verify(block, credentials, call).0.await.map(Some)
        }
        (Auth::Required(block), None) => missing(block),
        (Auth::Optional(_), None) if lets_in_anybody(core, gates, call) => Ok(None),
        (Auth::Optional(block), None) => missing(block),
        (Auth::None, _) => Ok(None),
        (Auth::NotShown, _) if core.keeper.lets_in_where_not_shown(call) => Ok(None),
        (Auth::NotShown, _) => Err(Refusal::unauthorized("this server does not let everybody call it")),
    }
}

/// Whether this caller may do that.
///
/// # Errors
/// Says which gate is shut.
pub(super) fn pass(
    core: &Core,
    gates: &[&'static Gate],
    call: &Call,
    caller: Option<&AnyCaller>,
    form: &FormReader,
) -> Result<(), Refusal> {
    let gates = Gates { core, gates, call, caller };
    gates.pass(|asks| asks == Some(Asks::Server))?;
    gates.pass(|asks| matches!(asks, Some(Asks::Caller | Asks::TopLevel | Asks::Operation)))?;
    gates.refuse_unanswerable()?;
    gates.top_level_parameters(form)?;
    gates.permission()
}

/// Whether the gates that leave the credential out are open. There must be one.
fn lets_in_anybody(core: &Core, gates: &[&'static Gate], call: &Call) -> bool {
    let mut asked = gates.iter().filter(|gate| gate.asks == Some(Asks::Anonymous)).peekable();
    asked.peek().is_some() && asked.all(|gate| core.keeper.ask(gate.code, None, call))
}

/// The gates of an operation, in the documents' order, as far as the API's
/// description knows them.
pub(super) fn of(api: &ApiDescriptor, operation: &Descriptor) -> Vec<&'static Gate> {
    let known = |code: &&str| api.gates.iter().find(|gate| gate.code == *code);
    operation.gates.iter().filter_map(known).collect()
}

/// The gates of one call.
struct Gates<'a> {
    core: &'a Core,
    gates: &'a [&'static Gate],
    call: &'a Call,
    caller: Option<&'a AnyCaller>,
}

impl Gates<'_> {
    /// Passes the gates that ask such a thing, in the documents' order.
    fn pass(&self, takes: impl Fn(Option<Asks>) -> bool) -> Result<(), Refusal> {
        for gate in self.gates.iter().filter(|gate| takes(gate.asks)) {
            if !self.core.keeper.ask(gate.code, self.caller, self.call) {
                return Err(Refusal::new(StatusCode::FORBIDDEN, gate.doc));
            }
        }
        Ok(())
    }

    /// A gate that neither the credential nor an answer opens stays shut.
    fn refuse_unanswerable(&self) -> Result<(), Refusal> {
        let codes = self.call.operation.gates;
        let opened = || self.gates.iter().filter(|gate| gate.credential || gate.asks.is_some());
        if opened().count() == codes.len() {
            return Ok(());
        }
        let shut = codes.iter().find(|code| !opened().any(|gate| gate.code == **code));
        Err(Refusal::forbidden(format!("nothing opens the gate {}", shut.copied().unwrap_or_default())))
    }

    fn top_level_parameters(&self, form: &FormReader) -> Result<(), Refusal> {
        let mut parameters = self.call.operation.parameters.iter();
        let Some(sent) = parameters.find(|known| known.top_level_only && form.has(known.name)) else {
            return Ok(());
        };
        let mut gates = self.core.api.gates.iter();
        let gate = gates.find(|gate| gate.asks == Some(Asks::TopLevel));
        if gate.is_some_and(|gate| self.core.keeper.ask(gate.code, self.caller, self.call)) {
            return Ok(());
        }
        let name = sent.name;
        Err(Refusal::forbidden(format!("only administrators of the top level may send `{name}`")))
    }

    fn permission(&self) -> Result<(), Refusal> {
        match self.call.operation.permission {
            Some(name) if !self.core.keeper.permits(self.caller, name) => {
                Err(Refusal::forbidden(format!("it needs the permission {name}")))
            }
            _ => Ok(()),
        }
    }
}
