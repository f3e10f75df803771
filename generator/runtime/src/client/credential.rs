//! A client's credential, and its values in requests.

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
pub(crate) struct HeldCredential {
    pub(super) credential: Box<dyn AnyCredential>,
    one_time_sent: AtomicBool,
    /// The values in the first request.
    encoded: OnceLock<Arc<EncodedCredential>>,
}

impl<C: AnyCredential + 'static> From<C> for HeldCredential {
    fn from(credential: C) -> Self {
        let one_time_sent = AtomicBool::new(false);
        Self { credential: Box::new(credential), one_time_sent, encoded: OnceLock::new() }
    }
}

impl HeldCredential {
    /// The values in requests of operations with this block.
    pub(super) fn encoded(
        &self,
        block: &'static AuthBlock,
        carrier: Carrier,
    ) -> Result<Arc<EncodedCredential>, ErrorKind> {
        if let Some(known) = self.encoded.get().filter(|known| known.is_for(block, carrier)) {
            return Ok(known.clone());
        }
        let encoded = Arc::new(EncodedCredential::new(&*self.credential, block, carrier)?);
        // Only the first one is kept: most clients use one block.
        self.encoded.set(encoded.clone()).ok();
        Ok(encoded)
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

/// The values of a credential in requests of operations with the same block.
pub(super) struct EncodedCredential {
    block: &'static AuthBlock,
    carrier: Carrier,
    /// Values at [`Place::Basic`] and [`Place::Bearer`] are parts of the header `Authorization`, which is
    /// a value, too.
    pub(super) values: Arc<[Placed]>,
}

impl EncodedCredential {
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
                for placed in values.iter_mut().filter(|placed| placed.place == Place::Form) {
                    placed.place = block.place;
                }
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

    /// Returns whether these are the values for operations with this block.
    pub(super) fn is_for(&self, block: &'static AuthBlock, carrier: Carrier) -> bool {
        ptr::eq(self.block, block) && self.carrier == carrier
    }
}

/// The header `Authorization`, and the text after its scheme, which a server may repeat alone.
fn authorization(scheme: &str, text: String) -> [Placed; 2] {
    const HEADER: &Parameter = &Parameter::required("Authorization", "string").secret();
    let placed =
        |place, text| Placed { name: HEADER.name, parameter: Some(HEADER), place, value: Value::Text(text) };
    [placed(Place::Header { prefix: "" }, format!("{scheme} {text}")), placed(Place::Basic, text)]
}

/// The token of a bearer header.
///
/// # Errors
/// There is no token, or it has characters that a header can't have.
fn bearer(block: &AuthBlock, values: &[Placed]) -> Result<String, ErrorKind> {
    let token = values.iter().find(|placed| placed.place == Place::Bearer);
    let token = token.ok_or(ErrorKind::NoBearer { block: block.title })?;
    let text = token.texts().concat();
    let is_valid =
        !text.is_empty() && !text.contains(char::is_whitespace) && HeaderValue::from_str(&text).is_ok();
    if is_valid { Ok(text) } else { Err(invalid(token.name)) }
}

fn invalid(name: &str) -> ErrorKind {
    ErrorKind::Header { name: name.to_owned() }
}

/// The user and the password, in base64.
///
/// # Errors
/// If the user has a colon, which separates the two, or if either has a control character.
fn basic(values: &[Placed]) -> Result<String, ErrorKind> {
    let mut texts = Vec::new();
    for placed in values.iter().filter(|placed| placed.place == Place::Basic) {
        let text = placed.texts().concat();
        let is_user = texts.is_empty();
        if text.contains(|character: char| character.is_control() || is_user && character == ':') {
            return Err(invalid(placed.name));
        }
        texts.push(text);
    }
    Ok(STANDARD.encode(texts.join(":")))
}

/// The block with which an operation takes a credential of the block `has`; `None` if it takes none.
pub(super) fn fitting(
    has: Option<&'static AuthBlock>,
    operation: &Descriptor,
) -> Result<Option<&'static AuthBlock>, ErrorKind> {
    let fitting = |block| {
        let mut blocks = [block].into_iter().chain(operation.also_auth.iter().copied());
        blocks.find(|block: &&AuthBlock| has.is_some_and(|has| has.credential == block.credential))
    };
    match operation.auth {
        Auth::None => Ok(None),
        Auth::NotShown => Ok(has),
        Auth::Optional(block) => Ok(fitting(block)),
        Auth::Required(block) => match (fitting(block), has) {
            (Some(block), _) => Ok(Some(block)),
            (None, None) => Err(ErrorKind::MissingCredential { needs: block.title }),
            (None, Some(other)) => Err(ErrorKind::WrongCredential { needs: block.title, has: other.title }),
        },
    }
}
