//! Responds to a request that the gates have admitted.

use std::{panic::Location, sync::Arc, thread};

use super::{expected::Chosen, gates::Caller, in_process::sleep, plan::Plan, steps::AnyRequest};
use crate::server::{Admitted, AnyCaller, Context, Handled, Refusal, Success};
use crate::testing::sent::Sent;

/// The handler of all operations.
pub(super) fn handler(plan: Arc<Plan>) -> impl Fn(Admitted) -> Handled {
    move |admitted| Box::pin(respond(plan.clone(), admitted))
}

async fn respond(plan: Arc<Plan>, mut admitted: Admitted) -> Result<Success, Refusal> {
    let operation = admitted.call().operation();
    let Some(codec) = plan.codec(operation) else {
        return Err(plan.refuse(operation, &Sent::of(operation.parameters, admitted.form())));
    };
    admitted.form().buffer_files().await.map_err(|error| Refusal::of_upload(&error))?;
    let sent = Sent::of(operation.parameters, admitted.form());
    let (request, context) = (codec.decode)(admitted).inspect_err(|refusal| {
        plan.refused(operation.name, refusal.to_string());
    })?;
    let chosen = {
        let _panicked = Panicked { plan: &plan, what: "a condition of", operation: operation.name, at: None };
        plan.choose(codec, &sent, &*request)?
    };
    chosen.respond(&plan, request, context).await
}

impl Chosen {
    async fn respond(
        self,
        plan: &Plan,
        request: AnyRequest,
        context: Context<Option<AnyCaller>>,
    ) -> Result<Success, Refusal> {
        if let Some(delay) = self.delay {
            sleep(delay).await;
        }
        let _panicked =
            Panicked { plan, what: "the response to", operation: self.operation, at: Some(self.at) };
        let handled = match self.handler {
            None => Err("has no response: add one, such as `returns`"),
            Some(handler) => handler(request, context.map(Caller)),
        };
        match handled {
            Ok(handled) => handled.await,
            Err(why) => {
                let text = format!("{}, expected at {}, {why}", self.operation, self.at);
                plan.fail(text.clone());
                Err(Refusal::not_implemented(text))
            }
        }
    }
}

/// Fails the test if a closure of the test panics: the server then returns 500,
/// which the program may take for a response.
struct Panicked<'a> {
    plan: &'a Plan,
    what: &'static str,
    operation: &'static str,
    at: Option<&'static Location<'static>>,
}

impl Drop for Panicked<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            let at = self.at.map(|at| format!(", expected at {at},")).unwrap_or_default();
            self.plan.fail(format!("{} {}{at} panicked", self.what, self.operation));
        }
    }
}
