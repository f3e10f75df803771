//! Adds the credential to a request.

use std::sync::Arc;

use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

use super::{call::Draft, held::Held, settings::Settings};
use crate::{
    Auth, AuthBlock, Carrier, Credential, ErrorKind, FormWriter, Parameter, Place, Secret, form::Target,
};

/// A credential of any type.
pub(crate) trait AnyCredential: Send + Sync {
    fn block(&self) -> &'static AuthBlock;
    fn carrier(&self) -> Carrier;
    fn encode(&self, form: &mut FormWriter);
}

impl<C: Credential> AnyCredential for C {
    fn block(&self) -> &'static AuthBlock {
        C::BLOCK
    }

    fn carrier(&self) -> Carrier {
        Credential::carrier(self)
    }

    fn encode(&self, form: &mut FormWriter) {
        Credential::encode(self, form);
    }
}

/// Puts the credential into the draft, as the operation takes it.
pub(super) fn authorize(
    draft: &mut Draft,
    held: &Arc<Held>,
    block: &'static AuthBlock,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    let credential = &*held.credential;
    let carrier = if draft.descriptor.bearer_only { Carrier::Bearer } else { credential.carrier() };
    let has_one_time = match (carrier, block.place) {
        (Carrier::Bearer, _) => put_bearer(draft, credential, block),
        (Carrier::Block, Place::Form) => put_fields(draft, credential, block, settings),
        (Carrier::Block, Place::Header { prefix }) => put_headers(draft, credential, block, prefix, settings),
    }?;
    draft.call.one_time = has_one_time.then(|| held.clone());
    Ok(())
}

/// The block that says how the operation takes a credential of the block `has`, if it does.
pub(super) fn fitting(
    has: Option<&'static AuthBlock>,
    auth: Auth,
) -> Result<Option<&'static AuthBlock>, ErrorKind> {
    let fits = |block: &AuthBlock| has.is_some_and(|has| has.credential == block.credential);
    match auth {
        Auth::None => Ok(None),
        Auth::NotShown => Ok(has),
        Auth::Optional(block) => Ok(Some(block).filter(|block| fits(block))),
        Auth::Required(block) => match has {
            _ if fits(block) => Ok(Some(block)),
            None => Err(ErrorKind::MissingCredential { needs: block.title }),
            Some(other) => Err(ErrorKind::WrongCredential { needs: block.title, has: other.title }),
        },
    }
}

fn put_fields(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
    settings: &Settings,
) -> Result<bool, ErrorKind> {
    credential.encode(&mut draft.form);
    settings.reject_newer(&draft.form.names, block.parameters)?;
    Ok(has_one_time(&draft.form.names, block.parameters))
}

fn put_headers(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
    prefix: &'static str,
    settings: &Settings,
) -> Result<bool, ErrorKind> {
    let mut form = FormWriter::with_target(Target::Headers(prefix, HeaderMap::new()), block.parameters);
    credential.encode(&mut form);
    let form = form.finish()?;
    draft.call.context.secrets.add(form.secrets);
    if let Target::Headers(_, headers) = form.target {
        draft.call.request.headers_mut().extend(headers);
    }
    settings.reject_newer(&form.names, block.parameters)?;
    Ok(has_one_time(&form.names, block.parameters))
}

fn put_bearer(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
) -> Result<bool, ErrorKind> {
    let missing = || ErrorKind::NoBearer { block: block.title };
    let field = block.bearer.ok_or_else(missing)?;
    let mut form = FormWriter::with_target(Target::List(Vec::new()), block.parameters);
    credential.encode(&mut form);
    let token = form.take_list().into_iter().find(|written| written.name == field).ok_or_else(missing)?.text;
    let value = bearer(&token).ok_or_else(|| ErrorKind::Header { name: field.into() })?;
    draft.call.request.headers_mut().insert(AUTHORIZATION, value);
    draft.call.context.secrets.push(token);
    Ok(has_one_time(&[field], block.parameters))
}

/// The header value; `None` if a header cannot carry the token.
fn bearer(token: &Secret) -> Option<HeaderValue> {
    let text = token.expose();
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    let mut value = HeaderValue::try_from(format!("Bearer {text}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// Returns whether one of the parameters that were written is a one-time code.
pub(super) fn has_one_time(names: &[&'static str], parameters: &[Parameter]) -> bool {
    parameters.iter().any(|known| known.one_time && names.contains(&known.name))
}
