//! Adds the credential to a request.

use std::{ptr, sync::Arc};

use http::{HeaderName, HeaderValue, header::AUTHORIZATION, uri::PathAndQuery};

use super::{
    call::{Draft, has_one_time},
    held::{AnyCredential, Held},
    settings::Settings,
};
use crate::codec::form::{Target, Written, header};
use crate::codec::{Carrier, FormWriter, percent, redact::Secrets};
use crate::core::{Auth, AuthBlock, Descriptor, Encoding, ErrorKind, Place, base64};

/// A credential as requests have it: the same in each that takes it in this way.
pub(super) struct Carried {
    block: &'static AuthBlock,
    carrier: Carrier,
    names: Vec<&'static str>,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// The fields that are not in a header of their own, each with its place.
    fields: Vec<Written>,
    secrets: Arc<Secrets>,
}

impl Carried {
    pub(super) fn new(
        credential: &dyn AnyCredential,
        block: &'static AuthBlock,
        carrier: Carrier,
    ) -> Result<Self, ErrorKind> {
        let mut form = FormWriter::with_target(Target::List(Vec::new()), block.parameters);
        credential.encode(&mut form);
        let (mut all, mut secrets, mut headers, mut fields) =
            (form.take_list(), form.secrets, Vec::new(), Vec::new());
        if carrier == Carrier::Bearer {
            all.retain(|field| block.bearer == Some(field.name));
        }
        let names = all.iter().map(|field| field.name).collect();
        if carrier == Carrier::Bearer {
            let token = all.pop().ok_or(ErrorKind::NoBearer { block: block.title })?;
            let is_token =
                !token.text.expose().is_empty() && !token.text.expose().contains(char::is_whitespace);
            let value = authorization("Bearer", token.text.expose()).filter(|_| is_token);
            headers.push((AUTHORIZATION, value.ok_or_else(|| invalid(token.name))?));
            secrets.push(token.text);
            all.clear();
        } else if block.place == Place::Basic {
            let value = basic(&all);
            let header = authorization("Basic", &value).ok_or_else(|| invalid(AUTHORIZATION.as_str()))?;
            headers.push((AUTHORIZATION, header));
            secrets.push(value.into());
        }
        for mut field in all {
            field.place = if field.place == Place::Form { block.place } else { field.place };
            if let Place::Header { prefix } = field.place {
                headers.push(header(prefix, field.wire_name(), field.shown())?);
            } else {
                fields.push(field);
            }
        }
        Ok(Self { block, carrier, names, headers, fields, secrets: Arc::new(secrets) })
    }

    /// Returns whether this is what an operation takes that has this block.
    pub(super) fn is_for(&self, block: &'static AuthBlock, carrier: Carrier) -> bool {
        ptr::eq(self.block, block) && self.carrier == carrier
    }

    /// Puts it into a request.
    fn place(&self, draft: &mut Draft) -> Result<(), ErrorKind> {
        if let Some(page) = &mut draft.page {
            add_to_page(page, &self.fields, draft.descriptor.encoding)?;
        }
        let lists = matches!(draft.form.target, Target::List(_));
        if !lists || self.block.place != Place::Basic {
            for (name, value) in &self.headers {
                draft.call.request.headers_mut().insert(name, value.clone());
            }
        }
        let mut form = Vec::new();
        for field in &self.fields {
            match field.place {
                _ if lists => form.push(field),
                Place::Query => draft.form.elsewhere().add_to_query(field.wire_name(), field.text.expose()),
                Place::Cookie => draft.form.elsewhere().add_cookie(field.wire_name(), field.shown()),
                Place::Form | Place::Path | Place::Body | Place::Header { .. } => form.push(field),
                // In a header.
                Place::Basic => {}
            }
        }
        if !form.is_empty() {
            draft.form.prepend(&form);
        }
        Ok(())
    }
}

/// Puts the credential into the draft, as the operation takes it.
pub(super) fn authorize(
    draft: &mut Draft,
    held: &Arc<Held>,
    block: &'static AuthBlock,
    settings: &Settings,
) -> Result<(), ErrorKind> {
    let carrier = if draft.descriptor.bearer_only { Carrier::Bearer } else { held.credential.carrier() };
    let carried = held.carried(block, carrier)?;
    settings.reject_newer(&carried.names, block.parameters)?;
    carried.place(draft)?;
    draft.call.context.secrets.credential = Some(carried.secrets.clone());
    draft.call.one_time = has_one_time(&carried.names, block.parameters).then(|| held.clone());
    Ok(())
}

fn invalid(name: &str) -> ErrorKind {
    ErrorKind::Header { name: name.to_owned() }
}

/// Puts the fields that are sent in the query into the URL of another page, which the server gave
/// without them or as they were.
fn add_to_page(page: &mut PathAndQuery, fields: &[Written], encoding: Encoding) -> Result<(), ErrorKind> {
    let is_usual = |place| place == Place::Form && encoding == Encoding::Query;
    for field in fields.iter().filter(|it| it.place == Place::Query || is_usual(it.place)) {
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

/// The value of the header `Authorization`; `None` if a header cannot carry the text.
fn authorization(scheme: &str, text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::try_from(format!("{scheme} {text}")).ok()?;
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
