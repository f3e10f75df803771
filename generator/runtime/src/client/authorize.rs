//! Adds the credential to a request.

use std::sync::Arc;

use http::{HeaderValue, header::AUTHORIZATION, uri::PathAndQuery};

use super::{
    call::{Draft, has_one_time},
    held::Held,
    settings::Settings,
};
use crate::codec::form::{Shown, Target, Written, header};
use crate::codec::{Carrier, FormWriter, percent, redact::Secrets};
use crate::core::{Auth, AuthBlock, Descriptor, Encoding, ErrorKind, Place, base64};

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
    if let Some(page) = &mut draft.page {
        add_to_page(page, &fields, block, draft.descriptor.encoding)?;
    }
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

/// Puts the fields that are sent in the query into the URL of another page, which the server gave
/// without them or as they were.
fn add_to_page(
    page: &mut PathAndQuery,
    fields: &[Written],
    block: &AuthBlock,
    encoding: Encoding,
) -> Result<(), ErrorKind> {
    let in_query = |place| place == Place::Query || place == Place::Form && encoding == Encoding::Query;
    let is_in_query = |it: &&Written| in_query(if it.place == Place::Form { block.place } else { it.place });
    for field in fields.iter().filter(is_in_query) {
        let name = field.wire_name();
        let is_it = |given: &str| {
            let given = given.split_once('=').map_or(given, |(given, _)| given);
            percent::decode(given.as_bytes()).is_some_and(|given| given == name)
        };
        let others = page.query().into_iter().flat_map(|query| query.split('&')).filter(|it| !is_it(it));
        let mut query = others.collect::<Vec<_>>().join("&");
        percent::push_field(&mut query, name, field.text.expose());
        *page = format!("{}?{query}", page.path()).try_into().map_err(|_| ErrorKind::NextPage)?;
    }
    Ok(())
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
