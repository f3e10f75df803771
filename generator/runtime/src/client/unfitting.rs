//! Calls whose credential need not be the one that their operation takes.

pub(crate) use super::held::Holder;
use super::{Client, Options};
use crate::{Api, Descriptor, Error, Reply, Transport};

impl<A: Api, T: Transport> Client<A, T> {
    /// Calls an operation without parameters, with this credential or without one.
    pub(crate) async fn unfitting(
        &self,
        operation: &'static Descriptor,
        credential: Option<Holder>,
    ) -> Result<Reply, Error> {
        let core = self.core.with_credential(credential);
        let draft = core.begin(operation, Options { takes_any_credential: true, ..Options::default() })?;
        self.exchange(core.sign(draft, None)?, |_, _| {}).await
    }
}
