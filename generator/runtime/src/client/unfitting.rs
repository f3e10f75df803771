//! Calls with any credential, whether or not their operation takes it.

pub(crate) use super::credential_source::CredentialSource;
use super::{Client, Options, call::Draft, transport::Transport};
use crate::codec::{Api, Reply, values::quoted};
use crate::core::{Descriptor, Error, ErrorKind, Parameter, Place, ValueKind};

impl<A: Api, T: Transport> Client<A, T> {
    /// Calls an operation without parameters, with this credential or without one.
    pub(crate) async fn unfitting(
        &self,
        operation: &'static Descriptor,
        credential: Option<CredentialSource>,
    ) -> Result<Box<Reply>, Error> {
        let core = self.core.with_credential(credential);
        let mut draft = core.begin(operation, unfit())?;
        fill(&mut draft);
        self.exchange(core.sign(draft, None)?, |_, _| {}).await
    }

    /// Calls an operation without parameters and without a credential, at another path of the server.
    pub(crate) async fn unfitting_at(
        &self,
        operation: &'static Descriptor,
        path: &str,
    ) -> Result<Box<Reply>, Error> {
        let core = self.core.with_credential(None);
        let mut draft = core.begin(operation, unfit())?;
        let invalid =
            |_| Error::new(operation.name, ErrorKind::Path { operation: operation.name.to_owned() });
        draft.page = Some(path.parse().map_err(invalid)?);
        fill(&mut draft);
        self.exchange(core.sign(draft, None)?, |_, _| {}).await
    }

    /// The path of an operation at the server, with that of the base URL.
    pub(crate) fn path_of(&self, operation: &'static Descriptor) -> Option<String> {
        let draft = self.core.with_credential(None).begin(operation, unfit()).ok()?;
        Some(format!("{}{}", self.core.settings.base_of(operation).path(), draft.path))
    }
}

/// Adds the parameters that tell the operation apart from others and those of its path. Where any value
/// will do, hardly any server has it, so that one that doesn't refuse the call finds nothing to act on.
fn fill(draft: &mut Draft) {
    let is_filled = |known: &&Parameter| known.place == Place::Path || known.chooses;
    for known in draft.descriptor.parameters.iter().filter(is_filled) {
        let value = known.constant.unwrap_or(match (known.kind, known.values) {
            (_, [first, ..]) => first,
            (ValueKind::Number, []) => "2147483646",
            (ValueKind::Text | ValueKind::Boolean | ValueKind::Other, []) => "no-such-value",
        });
        draft.form.put(known.name, value);
    }
    let body = draft.descriptor.parameters.iter().find(|known| known.place == Place::Body);
    let fields = draft.descriptor.marks.iter().filter(|known| known.chooses && known.place == Place::Form);
    let fields: Vec<String> = fields.filter_map(json).collect();
    if let Some(body) = body.filter(|_| !fields.is_empty()) {
        draft.form.put(body.name, &format!("{{{}}}", fields.join(",")));
    }
}

/// The JSON of a field with its one value.
fn json(known: &Parameter) -> Option<String> {
    let value = known.constant?;
    let value = if known.kind == ValueKind::Text { quoted(value) } else { value.to_owned() };
    Some(format!("{}:{value}", quoted(known.wire_name())))
}

fn unfit() -> Options {
    Options { takes_any_credential: true, ..Options::default() }
}
