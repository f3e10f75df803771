//! A credential as requests have it.

use std::{ptr, sync::Arc};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::{HeaderName, HeaderValue, header::AUTHORIZATION};

use crate::codec::form::{Target, Written, header};
use crate::codec::{Carrier, Credential, FormWriter, redact::Secrets};
use crate::core::{AuthBlock, ErrorKind, Place};

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

/// A credential as requests have it: the same in each that takes it in this way.
pub(super) struct Carried {
    pub(super) block: &'static AuthBlock,
    pub(super) carrier: Carrier,
    pub(super) names: Vec<&'static str>,
    pub(super) headers: Vec<(HeaderName, HeaderValue)>,
    /// The fields that are not in a header of their own, each with its place; none of a bearer.
    pub(super) fields: Vec<Written>,
    pub(super) secrets: Arc<Secrets>,
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
            let value = basic(&all)?;
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
}

fn invalid(name: &str) -> ErrorKind {
    ErrorKind::Header { name: name.to_owned() }
}

/// The user and the password, in base64.
///
/// # Errors
/// If the user has a colon, which would end it, or one of them a control character.
fn basic(fields: &[Written]) -> Result<String, ErrorKind> {
    let mut end = Some(':');
    for field in fields {
        let user_end = end.take();
        if field.text.expose().contains(|it: char| it.is_control() || Some(it) == user_end) {
            return Err(invalid(field.name));
        }
    }
    let texts: Vec<&str> = fields.iter().map(|field| field.text.expose()).collect();
    Ok(STANDARD.encode(texts.join(":")))
}

/// The value of the header `Authorization`; `None` if a header cannot carry the text.
fn authorization(scheme: &str, text: &str) -> Option<HeaderValue> {
    let mut value = HeaderValue::try_from(format!("{scheme} {text}")).ok()?;
    value.set_sensitive(true);
    Some(value)
}
