//! Adds the credential to a request.

use std::sync::Arc;

use http::{HeaderValue, header::AUTHORIZATION};

use super::{
    call::{Draft, has_one_time},
    held::Held,
    settings::Settings,
};
use crate::codec::form::{Shown, Target, Written, header};
use crate::codec::{Carrier, FormWriter, redact::Secrets};
use crate::core::{Auth, AuthBlock, Descriptor, ErrorKind, Place, base64};

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
    match carrier {
        Carrier::Bearer => {
            let token = fields.pop().ok_or(ErrorKind::NoBearer { block: block.title })?;
            let value = bearer(&token).ok_or_else(|| invalid(&token))?;
            draft.call.request.headers_mut().insert(AUTHORIZATION, value);
            form.secrets.push(token.text);
        }
        Carrier::Block => form.secrets.add(place(draft, fields, block)?),
    }
    settings.reject_newer(&names, block.parameters)?;
    draft.call.context.secrets.add(form.secrets);
    draft.call.one_time = has_one_time(&names, block.parameters).then(|| held.clone());
    Ok(())
}

fn invalid(field: &Written) -> ErrorKind {
    ErrorKind::Header { name: field.name.into() }
}

/// Puts the fields of a credential where its block says, unless the description of a field says
/// otherwise. Returns what is secret in another spelling.
fn place(draft: &mut Draft, mut fields: Vec<Written>, block: &AuthBlock) -> Result<Secrets, ErrorKind> {
    let mut secrets = Secrets::default();
    if matches!(block.place, Place::Form) && fields.iter().all(|field| matches!(field.place, Place::Form)) {
        draft.form.prepend(fields);
        return Ok(secrets);
    }
    for field in &mut fields {
        if field.place == Place::Form {
            field.place = block.place;
        }
    }
    let lists = matches!(draft.form.target, Target::List(_));
    if block.place == Place::Basic && !lists {
        let value = basic(&fields);
        let mut header = HeaderValue::try_from(format!("Basic {value}"))
            .map_err(|_| ErrorKind::Header { name: AUTHORIZATION.to_string() })?;
        header.set_sensitive(true);
        draft.call.request.headers_mut().insert(AUTHORIZATION, header);
        secrets.push(value.into());
        return Ok(secrets);
    }
    let mut form = Vec::new();
    for field in fields {
        let shown = Shown { text: field.text.expose(), is_secret: field.is_secret };
        match field.place {
            Place::Query | Place::Cookie if lists => form.push(field),
            Place::Header { prefix } => {
                let (name, value) = header(prefix, field.wire_name(), shown)?;
                draft.call.request.headers_mut().insert(name, value);
            }
            Place::Query => draft.form.elsewhere().add_to_query(field.wire_name(), shown.text),
            Place::Cookie => draft.form.elsewhere().add_cookie(field.wire_name(), shown),
            Place::Form | Place::Path | Place::Body | Place::Basic => form.push(field),
        }
    }
    if !form.is_empty() {
        draft.form.prepend(form);
    }
    Ok(secrets)
}

/// The user and the password, in base64.
fn basic(fields: &[Written]) -> String {
    let texts: Vec<&str> = fields.iter().map(|field| field.text.expose()).collect();
    base64::encode(texts.join(":").as_bytes())
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
