//! Adds the credential to a request.

use std::sync::Arc;

use http::{HeaderName, HeaderValue, header::AUTHORIZATION};

use super::{
    call::{Draft, has_one_time},
    held::Held,
    settings::Settings,
};
use crate::codec::form::{Target, Written};
use crate::codec::{Carrier, FormWriter};
use crate::core::{Auth, AuthBlock, Descriptor, ErrorKind, Place};

/// Puts the credential into the draft, as the operation takes it.
pub(super) fn authorize(
    draft: &mut Draft,
    held: &Arc<Held>,
    block: &'static AuthBlock,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    let credential = &*held.credential;
    let mut form = FormWriter::with_target(Target::List(Vec::new()), block.parameters);
    credential.encode(&mut form);
    let mut fields = form.take_list();
    let carrier = if draft.descriptor.bearer_only { Carrier::Bearer } else { credential.carrier() };
    if carrier == Carrier::Bearer {
        fields.retain(|field| block.bearer == Some(field.name));
    }
    let names: Vec<&str> = fields.iter().map(|field| field.name).collect();
    let headers = draft.call.request.headers_mut();
    match (carrier, block.place) {
        (Carrier::Bearer, _) => {
            let token = fields.pop().ok_or(ErrorKind::NoBearer { block: block.title })?;
            headers.insert(AUTHORIZATION, bearer(&token).ok_or_else(|| invalid(&token))?);
            form.secrets.push(token.text);
        }
        (Carrier::Block, Place::Form) => draft.form.prepend(fields),
        (Carrier::Block, Place::Query | Place::Path | Place::Cookie | Place::Body | Place::Basic) => {
            return Err(ErrorKind::NoBearer { block: block.title });
        }
        (Carrier::Block, Place::Header { prefix }) => {
            for field in &fields {
                let (name, value) = header(prefix, field).ok_or_else(|| invalid(field))?;
                headers.insert(name, value);
            }
        }
    }
    settings.reject_newer(&names, block.parameters)?;
    draft.call.context.secrets.add(form.secrets);
    draft.call.one_time = has_one_time(&names, block.parameters).then(|| held.clone());
    Ok(())
}

fn invalid(field: &Written) -> ErrorKind {
    ErrorKind::Header { name: field.name.into() }
}

/// The header of a field; `None` if it can't carry the text unchanged, because of control
/// characters or white space at either end, which the receiver would cut off.
fn header(prefix: &str, field: &Written) -> Option<(HeaderName, HeaderValue)> {
    let text = field.text.expose();
    if text.trim_matches([' ', '\t']) != text {
        return None;
    }
    let name = HeaderName::from_bytes(format!("{prefix}{}", field.name).as_bytes()).ok()?;
    let mut value = HeaderValue::from_bytes(text.as_bytes()).ok()?;
    value.set_sensitive(field.is_secret);
    Some((name, value))
}

/// The header value; `None` if a header cannot carry the token.
fn bearer(token: &Written) -> Option<HeaderValue> {
    let text = token.text.expose();
    if text.is_empty() || text.contains(char::is_whitespace) {
        return None;
    }
    let mut value = HeaderValue::try_from(format!("Bearer {text}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}

/// The block that says how the operation takes a credential of the block `has`, if it does.
pub(super) fn fitting(
    has: Option<&'static AuthBlock>,
    operation: &Descriptor,
) -> Result<Option<&'static AuthBlock>, ErrorKind> {
    let fits = |block: &AuthBlock| has.is_some_and(|has| has.credential == block.credential);
    let of = |block| [block].into_iter().chain(operation.also_auth.iter().copied()).find(|it| fits(it));
    match operation.auth {
        Auth::None => Ok(None),
        Auth::NotShown => Ok(has),
        Auth::Optional(block) => Ok(of(block)),
        Auth::Required(block) => match (of(block), has) {
            (Some(block), _) => Ok(Some(block)),
            (None, None) => Err(ErrorKind::MissingCredential { needs: block.title }),
            (None, Some(other)) => Err(ErrorKind::WrongCredential { needs: block.title, has: other.title }),
        },
    }
}
