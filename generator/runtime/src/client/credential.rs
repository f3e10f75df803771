//! A credential that was given or issued, and as requests have it.

use std::{
    ptr,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering},
    },
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use http::HeaderValue;

use crate::codec::values::{Placed, Value};
use crate::codec::{Carrier, Credential, FormWriter};
use crate::core::{Auth, AuthBlock, Descriptor, ErrorKind, Parameter, Place};

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

/// A credential and whether its one-time code was sent.
pub(crate) struct Held {
    pub(super) credential: Box<dyn AnyCredential>,
    one_time_sent: AtomicBool,
    /// As the first request had it.
    carried: OnceLock<Arc<Carried>>,
}

impl<C: AnyCredential + 'static> From<C> for Held {
    fn from(credential: C) -> Self {
        let one_time_sent = AtomicBool::new(false);
        Self { credential: Box::new(credential), one_time_sent, carried: OnceLock::new() }
    }
}

impl Held {
    /// It, as requests have it that take it in this way.
    pub(super) fn carried(
        &self,
        block: &'static AuthBlock,
        carrier: Carrier,
    ) -> Result<Arc<Carried>, ErrorKind> {
        if let Some(known) = self.carried.get().filter(|known| known.is_for(block, carrier)) {
            return Ok(known.clone());
        }
        let carried = Arc::new(Carried::new(&*self.credential, block, carrier)?);
        // Operations differ, if the first one was another.
        self.carried.set(carried.clone()).ok();
        Ok(carried)
    }

    /// Marks its one-time code as sent; returns false if it was sent before.
    pub(super) fn claim(&self) -> bool {
        !self.one_time_sent.swap(true, Ordering::SeqCst)
    }

    /// Marks the one-time code, which was claimed, as not sent after all.
    pub(super) fn release(&self) {
        self.one_time_sent.store(false, Ordering::SeqCst);
    }
}

/// A credential as requests have it: the same in each that takes it in this way.
pub(super) struct Carried {
    block: &'static AuthBlock,
    carrier: Carrier,
    /// Those at [`Place::Basic`] and [`Place::Bearer`] are parts of the header `Authorization`, which is a value as well.
    pub(super) values: Arc<[Placed]>,
}

impl Carried {
    pub(super) fn new(
        credential: &dyn AnyCredential,
        block: &'static AuthBlock,
        carrier: Carrier,
    ) -> Result<Self, ErrorKind> {
        let mut form = FormWriter::new(block.parameters);
        credential.encode(&mut form);
        let mut values = form.values;
        match carrier {
            Carrier::Bearer => {
                values.retain(|placed| block.bearer == Some(placed.name));
                values.iter_mut().for_each(|placed| placed.place = Place::Bearer);
                values.extend(authorization("Bearer", bearer(block, &values)?));
            }
            Carrier::Block => {
                let usual = values.iter_mut().filter(|placed| placed.place == Place::Form);
                usual.for_each(|placed| placed.place = block.place);
                match block.place {
                    Place::Basic => values.extend(authorization("Basic", basic(&values)?)),
                    Place::Bearer => values.extend(authorization("Bearer", bearer(block, &values)?)),
                    Place::Form
                    | Place::Header { .. }
                    | Place::Query
                    | Place::Path
                    | Place::Cookie
                    | Place::Body => {}
                }
            }
        }
        Ok(Self { block, carrier, values: values.into() })
    }

    /// Returns whether this is what an operation takes that has this block.
    pub(super) fn is_for(&self, block: &'static AuthBlock, carrier: Carrier) -> bool {
        ptr::eq(self.block, block) && self.carrier == carrier
    }
}

/// The header `Authorization`, and what follows its scheme: a server may repeat that alone.
fn authorization(scheme: &str, text: String) -> [Placed; 2] {
    const HEADER: &Parameter = &Parameter::required("Authorization", "string").secret();
    let placed =
        |place, text| Placed { name: HEADER.name, parameter: Some(HEADER), place, value: Value::Text(text) };
    [placed(Place::Header { prefix: "" }, format!("{scheme} {text}")), placed(Place::Basic, text)]
}

/// The token, if a header can have it.
fn bearer(block: &AuthBlock, values: &[Placed]) -> Result<String, ErrorKind> {
    let token = values.iter().find(|placed| placed.place == Place::Bearer);
    let token = token.ok_or(ErrorKind::NoBearer { block: block.title })?;
    let text = token.texts().concat();
    let is_token = !text.is_empty() && !text.contains(char::is_whitespace);
    let is_token = is_token && HeaderValue::from_str(&text).is_ok();
    if is_token { Ok(text) } else { Err(invalid(token.name)) }
}

fn invalid(name: &str) -> ErrorKind {
    ErrorKind::Header { name: name.to_owned() }
}

/// The user and the password, in base64.
///
/// # Errors
/// If the user has a colon, which would end it, or one of them a control character.
fn basic(values: &[Placed]) -> Result<String, ErrorKind> {
    let own = values.iter().filter(|placed| placed.place == Place::Basic);
    let own: Vec<_> = own.map(|placed| (placed.name, placed.texts().concat())).collect();
    let mut end = Some(':');
    for (name, text) in &own {
        let user_end = end.take();
        if text.contains(|it: char| it.is_control() || Some(it) == user_end) {
            return Err(invalid(name));
        }
    }
    let texts: Vec<_> = own.into_iter().map(|(_, text)| text).collect();
    Ok(STANDARD.encode(texts.join(":")))
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
