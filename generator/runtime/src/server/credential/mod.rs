//! The fields of a credential, wherever they are sent.

mod head;

use http::{
    HeaderMap,
    header::{AUTHORIZATION, COOKIE},
};

pub(super) use self::head::challenge;
use super::{Call, Refusal};
use crate::codec::FormReader;
use crate::core::{AuthBlock, Descriptor, Parameter, Place};

/// The place of a credential's fields. No parameter has the name of one that comes with the
/// parameters, so they can stay in the form.
pub(super) enum Carried {
    /// In the head of the request, or nowhere.
    Head(Option<(&'static AuthBlock, FormReader)>),
    /// In the form, or nowhere.
    Form,
}

/// The prefix of its headers' names, if it is sent in headers.
pub(super) fn prefix(block: &AuthBlock) -> Option<&'static str> {
    match block.place {
        Place::Header { prefix } => Some(prefix),
        Place::Form
        | Place::Query
        | Place::Path
        | Place::Cookie
        | Place::Body
        | Place::Basic
        | Place::Bearer => None,
    }
}

/// The headers that can carry a credential or a secret, besides `Authorization`.
#[derive(Default)]
pub(super) struct Hidden {
    /// Starts of names, in lower case.
    prefixes: Vec<String>,
    /// Names, in lower case.
    names: Vec<String>,
}

impl Hidden {
    pub(super) fn of(operation: &Descriptor) -> Self {
        let mut hidden = Self::default();
        for block in operation.auth_blocks() {
            hidden.prefixes.extend(prefix(block).filter(|it| !it.is_empty()).map(str::to_ascii_lowercase));
            block.parameters.iter().for_each(|known| hidden.add(block.place_of(known), known));
        }
        let secrets = operation.parameters.iter().filter(|known| known.secret);
        secrets.for_each(|known| hidden.add(known.place, known));
        hidden
    }

    fn add(&mut self, place: Place, known: &Parameter) {
        self.names.extend(match place {
            Place::Header { prefix } => Some(format!("{prefix}{}", known.wire_name()).to_ascii_lowercase()),
            Place::Cookie => Some(COOKIE.to_string()),
            Place::Form | Place::Query | Place::Path | Place::Body | Place::Basic | Place::Bearer => None,
        });
    }

    /// Marks the headers that can carry the credential as sensitive: a gatekeeper or a handler that
    /// logs headers doesn't log the credential.
    pub(super) fn hide(&self, headers: &mut HeaderMap) {
        for (name, value) in headers.iter_mut() {
            let is_it = *name == AUTHORIZATION
                || self.prefixes.iter().any(|prefix| name.as_str().starts_with(prefix.as_str()))
                || self.names.iter().any(|own| *own == name.as_str());
            if is_it {
                value.set_sensitive(true);
            }
        }
    }
}

/// Finds what carries the credential, by the head alone.
///
/// # Errors
/// If the head carries it incompletely, or more than once.
pub(super) fn carried(call: &Call) -> Result<Carried, Refusal> {
    let operation = call.operation;
    let Some(block) = operation.auth.block() else { return Ok(Carried::Head(None)) };
    if let Some(fields) = in_head(block, call)? {
        return Ok(Carried::Head(Some((block, fields))));
    }
    for block in operation.also_auth {
        if let Some(fields) = in_head(block, call)? {
            return Ok(Carried::Head(Some((block, fields))));
        }
    }
    if operation.bearer_only {
        return Err(bearer_only(block));
    }
    let is_form = operation.auth_blocks().any(|block| is_form(&block));
    Ok(if is_form { Carried::Form } else { Carried::Head(None) })
}

/// Returns whether a field of the credential comes with the parameters.
fn is_form(block: &&'static AuthBlock) -> bool {
    block.parameters.iter().any(|known| block.place_of(known) == Place::Form)
}

fn in_head(block: &'static AuthBlock, call: &Call) -> Result<Option<FormReader>, Refusal> {
    if let Some(field) = block.bearer
        && let Some(token) = head::bearer(call.headers())?
    {
        let mut fields = FormReader::default();
        fields.push(field, Some(token));
        return Ok(Some(fields));
    }
    // Another block without a bearer can be sent instead.
    if call.operation.bearer_only && block.bearer.is_some() || is_form(&block) {
        return Ok(None);
    }
    let fields = head::fields(block, call)?;
    if fields.is_empty() {
        return Ok(None);
    }
    check(block, prefix(block).unwrap_or_default(), &fields)?;
    Ok(Some(fields))
}

/// The refusal of a call without the credential.
pub(super) fn missing(operation: &Descriptor) -> Refusal {
    let words = operation.auth_blocks().map(|block| {
        let names: Vec<String> = block.parameters.iter().filter_map(|known| named(block, known)).collect();
        let colon = if names.is_empty() { "" } else { ": " };
        format!("the {}{colon}{}", block.title, names.join(", "))
    });
    Refusal::unauthorized(format!("the operation needs {}", words.collect::<Vec<_>>().join(", or ")))
}

/// A field and its place in the head.
fn named(block: &AuthBlock, known: &Parameter) -> Option<String> {
    let name = known.wire_name();
    match block.place_of(known) {
        Place::Header { prefix } => Some(format!("`{prefix}{name}`")),
        Place::Query => Some(format!("`{name}` in the query")),
        Place::Cookie => Some(format!("the cookie `{name}`")),
        Place::Form | Place::Path | Place::Body | Place::Basic | Place::Bearer => None,
    }
}

fn bearer_only(block: &AuthBlock) -> Refusal {
    let field = block.bearer.unwrap_or_default();
    Refusal::unauthorized(format!(
        "the {} of this operation is sent in the header `Authorization: Bearer`: the field `{field}` of the \
         form is a parameter",
        block.title
    ))
}

/// The block whose credential the form has: of several that share fields, the first that is complete.
///
/// # Errors
/// If one is there, and incomplete or malformed.
pub(super) fn in_form(
    operation: &Descriptor,
    form: &FormReader,
) -> Result<Option<&'static AuthBlock>, Refusal> {
    let is_there = |block: &&'static AuthBlock| {
        block.parameters.iter().any(|known| known.constant.is_none() && form.has(known.name))
    };
    let mut refusal = None;
    for block in operation.auth_blocks().filter(is_form).filter(is_there) {
        match check(block, "", form) {
            Ok(()) => return Ok(Some(block)),
            Err(error) => refusal = refusal.or(Some(error)),
        }
    }
    refusal.map_or(Ok(None), Err)
}

/// Compares what the headers carried with what the form says of it.
///
/// # Errors
/// If the form has other values.
pub(super) fn agrees(call: &Call, form: &FormReader) -> Result<(), Refusal> {
    if call.operation.bearer_only {
        return Ok(());
    }
    let Carried::Head(Some((block, fields))) = carried(call)? else { return Ok(()) };
    let is_parameter = |name: &str| call.operation.parameters.iter().any(|known| known.name == name);
    let sent = block.parameters.iter().map(|known| known.name).filter(|name| fields.has(name));
    let mut sent = sent.filter(|name| !is_parameter(name));
    if sent.any(|name| form.values(name).any(|value| value != fields.text(name))) {
        return Err(Refusal::unauthorized("the form and the headers carry different credentials"));
    }
    Ok(())
}

/// Checks that a block is complete and that its listed values are listed. That
/// list is closed: an unknown scheme proves nothing. Messages begin names with
/// the prefix of headers.
fn check(block: &AuthBlock, prefix: &str, fields: &FormReader) -> Result<(), Refusal> {
    let mut errors = Vec::new();
    for known in block.parameters {
        let mut values = fields.values(known.name);
        let value = values.next();
        let is_off = |value: &str| match known.constant {
            Some(constant) => value != constant,
            None => !known.values.is_empty() && !known.values.contains(&value),
        };
        let what = match value {
            _ if values.next().is_some() => "given more than once",
            Some(None) => "malformed: not percent-encoded UTF-8",
            None if known.required => "missing",
            Some(Some(value)) if is_off(value) => "not one of its values",
            Some(Some(_)) | None => continue,
        };
        errors.push(format!("{prefix}{}: {what}", known.name));
    }
    if errors.is_empty() {
        return Ok(());
    }
    Err(invalid(block, errors))
}

/// The refusal of a credential with these errors.
pub(super) fn invalid(block: &AuthBlock, errors: impl IntoIterator<Item = String>) -> Refusal {
    let errors: Vec<String> = errors.into_iter().collect();
    Refusal::unauthorized(format!("the {} is invalid: {}", block.title, errors.join("; ")))
}

/// Adds the fields that headers may leave out but that the credential always
/// has: they are empty.
pub(super) fn complete(own: &AuthBlock, fields: &mut FormReader) {
    for known in own.parameters {
        if known.required && known.constant.is_none() && !fields.has(known.name) {
            fields.push(known.name, Some(""));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::Auth;

    const fn block(name: &'static str, parameters: &'static [Parameter]) -> AuthBlock {
        AuthBlock {
            name,
            title: name,
            credential: name,
            place: Place::Form,
            bearer: None,
            refused_with: &[],
            checked_first: false,
            parameters,
        }
    }

    static PASSWORD: AuthBlock = block(
        "password",
        &[Parameter::required("name", "string"), Parameter::required("password", "string")],
    );
    static KEY: AuthBlock =
        block("key", &[Parameter::required("name", "string"), Parameter::required("key", "string")]);
    static OPERATION: Descriptor =
        Descriptor::new("LampAdd").auth(Auth::Required(&PASSWORD)).also_auth(&[&KEY]);

    #[test]
    fn a_form_can_have_any_of_the_credentials() {
        let found = |form: &str| {
            let form = FormReader::new(form.as_bytes());
            in_form(&OPERATION, &form).map(|block| block.map(|it| it.name)).map_err(|it| it.to_string())
        };
        assert_eq!(found("name=a&password=b"), Ok(Some("password")));
        assert_eq!(found("name=a&key=b"), Ok(Some("key")));
        assert_eq!(found("other=a"), Ok(None));
        let refused = found("name=a").unwrap_err();
        assert!(refused.contains("the password is invalid: password: missing"), "{refused}");
    }
}
