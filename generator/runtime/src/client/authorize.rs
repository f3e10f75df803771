//! Adds the credential to a request.

use http::{HeaderMap, HeaderValue, header::AUTHORIZATION};

use super::{call::Draft, settings::Settings};
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

/// Puts the credential that the operation takes into the draft.
pub(super) fn authorize(
    draft: &mut Draft,
    credential: Option<&dyn AnyCredential>,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    let Some((credential, block)) = fitting(credential, draft.descriptor.auth)? else {
        return Ok(());
    };
    let carrier = if draft.descriptor.bearer_only { Carrier::Bearer } else { credential.carrier() };
    match (carrier, block.place) {
        (Carrier::Bearer, _) => put_bearer(draft, credential, block),
        (Carrier::Block, Place::Form) => put_fields(draft, credential, block, settings),
        (Carrier::Block, Place::Header { prefix }) => put_headers(draft, credential, block, prefix, settings),
    }
}

/// The credential, if the operation takes it, and the block that says how.
fn fitting(
    has: Option<&dyn AnyCredential>,
    auth: Auth,
) -> Result<Option<(&dyn AnyCredential, &'static AuthBlock)>, ErrorKind> {
    let fits = |block: &AuthBlock| has.filter(|has| has.block().credential == block.credential);
    match auth {
        Auth::None => Ok(None),
        Auth::NotShown => Ok(has.map(|credential| (credential, credential.block()))),
        Auth::Optional(block) => Ok(fits(block).map(|credential| (credential, block))),
        Auth::Required(block) => match (fits(block), has) {
            (Some(credential), _) => Ok(Some((credential, block))),
            (None, None) => Err(ErrorKind::MissingCredential { needs: block.title }),
            (None, Some(other)) => {
                Err(ErrorKind::WrongCredential { needs: block.title, has: other.block().title })
            }
        },
    }
}

fn put_fields(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    draft.form.set_parameters(block.parameters);
    credential.encode(&mut draft.form);
    draft.call.one_time = has_one_time(&draft.form.names, block.parameters);
    settings.reject_newer(&draft.form.names, block.parameters)
}

fn put_headers(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
    prefix: &'static str,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    let mut form = FormWriter::with_target(Target::Headers(prefix, HeaderMap::new()), block.parameters);
    credential.encode(&mut form);
    let form = form.finish()?;
    draft.call.one_time = has_one_time(&form.names, block.parameters);
    draft.call.context.secrets.add(form.secrets);
    if let Target::Headers(_, headers) = form.target {
        draft.call.request.headers_mut().extend(headers);
    }
    settings.reject_newer(&form.names, block.parameters)
}

fn put_bearer(
    draft: &mut Draft,
    credential: &dyn AnyCredential,
    block: &'static AuthBlock,
) -> Result<(), ErrorKind> {
    let missing = || ErrorKind::NoBearer { block: block.title };
    let field = block.bearer.ok_or_else(missing)?;
    let mut form = FormWriter::with_target(Target::List(Vec::new()), block.parameters);
    credential.encode(&mut form);
    let token = form.take_list().into_iter().find(|written| written.name == field).ok_or_else(missing)?.text;
    let value = bearer(&token).ok_or_else(|| ErrorKind::Header { name: field.into() })?;
    draft.call.request.headers_mut().insert(AUTHORIZATION, value);
    draft.call.one_time = has_one_time(&[field], block.parameters);
    draft.call.context.secrets.push(token);
    Ok(())
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
