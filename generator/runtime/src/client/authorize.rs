//! Adds the credential to a request.

use std::sync::Arc;

use http::uri::PathAndQuery;

use super::{
    call::{Draft, has_one_time},
    carried::Carried,
    held::Held,
    settings::Settings,
};
use crate::codec::form::Written;
use crate::codec::{Carrier, percent};
use crate::core::{Auth, AuthBlock, Descriptor, Encoding, ErrorKind, Place};

impl Carried {
    /// Puts it into a request.
    fn place(&self, draft: &mut Draft) -> Result<(), ErrorKind> {
        if let Some(page) = &mut draft.page {
            add_to_page(page, &self.fields, draft.descriptor.encoding)?;
        }
        for (name, value) in &self.headers {
            draft.headers.insert(name, value.clone());
        }
        let mut form = Vec::new();
        for field in &self.fields {
            match field.place {
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
    draft.form.secrets.credential = Some(carried.secrets.clone());
    draft.one_time = has_one_time(&carried.names, block.parameters).then(|| held.clone());
    Ok(())
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
