//! Outputs that depend on the status of HTTP, and outputs with headers.

use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode};

use super::encode::{Decode, Encode};
use super::reply::Reply;
use super::values::{
    FormReader,
    object::{gather_headers, gather_items, in_header},
};
use crate::core::{ErrorKind, Misfit, Parameter, Place, debug::shows};

/// Reads one of the outputs of an operation from a response that is not a failure.
pub type OutputReader<E> = fn(Reply) -> Result<E, ErrorKind>;

/// The outputs of an operation, in the order of [`Descriptor::results`](crate::Descriptor::results), which
/// says what responses have them. [`results!`](crate::results!) implements it.
pub trait Results: From<OtherStatus> + Send + 'static {
    /// The readers, one for each output.
    const READERS: &'static [OutputReader<Self>];
}

/// A response with a status that the documents don't have for the operation, in full.
///
/// `Debug` shows neither the headers nor the body, which may contain anything.
#[derive(Clone)]
pub struct OtherStatus {
    status: StatusCode,
    headers: Box<HeaderMap>,
    body: Bytes,
}

impl OtherStatus {
    /// Creates a response with this status and body, for a server.
    #[must_use]
    pub fn new(status: StatusCode, body: impl Into<Bytes>) -> Self {
        Self { status, headers: Box::default(), body: body.into() }
    }

    /// Returns the HTTP status.
    pub fn http_status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers, which may contain secrets.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the unchanged body, which may contain secrets.
    pub fn body(&self) -> &Bytes {
        &self.body
    }
}

impl PartialEq for OtherStatus {
    fn eq(&self, other: &Self) -> bool {
        self.status == other.status && self.body == other.body
    }
}

shows!(OtherStatus, |it| OtherStatus { status: it.status, body: format_args!("{} bytes", it.body.len()) });

impl From<Reply> for OtherStatus {
    fn from(reply: Reply) -> Self {
        Self { status: reply.head.status, headers: Box::new(reply.head.headers), body: reply.start }
    }
}

/// Reads one of several outputs: that of the response's row.
pub(super) fn read<E: Results>(reply: Reply) -> Result<E, ErrorKind> {
    match reply.arm().and_then(|row| E::READERS.get(row)) {
        Some(reader) => reader(reply),
        None => Ok(OtherStatus::from(reply).into()),
    }
}

/// The headers of an output: a struct whose fields are parameters in headers.
pub trait Headers: Encode + Decode + Send + 'static {
    /// Their descriptions.
    const PARAMETERS: &'static [Parameter];
}

/// An output and the headers that came with it.
#[derive(Clone, PartialEq)]
pub struct WithHeaders<T, H> {
    /// The output.
    pub value: T,
    /// The headers.
    pub headers: H,
}

impl<T: fmt::Debug, H: fmt::Debug> fmt::Debug for WithHeaders<T, H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WithHeaders").field("value", &self.value).field("headers", &self.headers).finish()
    }
}

/// Reads the headers of an output. An optional one that can't be read is absent: the result can be used.
pub(super) fn headers<H: Headers>(reply: &Reply) -> Result<H, ErrorKind> {
    let mut skipped: Vec<String> = Vec::new();
    loop {
        let mut form = form_of(reply, H::PARAMETERS, &skipped);
        let headers = H::decode(&mut form);
        let Err(errors) = form.finish() else { return Ok(headers) };
        let is_needed = |name: &str| H::PARAMETERS.iter().any(|known| known.name == name && known.required);
        if let Some(error) = errors.iter().find(|it| is_needed(&it.name) || skipped.contains(&it.name)) {
            return Err(reply.undecoded(Misfit::new(format!("header {error}"))));
        }
        skipped.extend(errors.into_iter().map(|error| error.name));
    }
}

/// The headers of a response under their names, without those that are skipped.
fn form_of(reply: &Reply, parameters: &[Parameter], skipped: &[String]) -> FormReader {
    let mut form = FormReader::default();
    for known in parameters.iter().filter(|known| !skipped.iter().any(|name| name == known.name)) {
        if known.object.is_some() {
            gather_headers(&mut form, known, &reply.head.headers);
            continue;
        }
        let prefix = if let Place::Header { prefix } = known.place { prefix } else { "" };
        let values = reply.head.headers.get_all(format!("{prefix}{}", known.wire_name())).iter();
        let texts = values.map(|value| std::str::from_utf8(value.as_bytes()).ok());
        if known.list.is_some() && known.json {
            gather_items(&mut form, known, texts.flat_map(in_header));
            continue;
        }
        for text in texts {
            match (text, known.list.and_then(crate::core::ListStyle::separator)) {
                (Some(text), Some(separator)) => {
                    text.split(separator).for_each(|item| form.push(known.name, Some(item.trim())));
                }
                (text, _) => form.push(known.name, text),
            }
        }
    }
    form
}

/// Defines the outputs of an operation: for each of the descriptor's `results` a variant, and its kind
/// unless it is nothing. A response with another status is `Other`.
///
/// ```
/// use api_runtime::returns::{ByStatus, Json};
///
/// api_runtime::results! {
///     /// The results of `AddBed`.
///     pub enum AddBedResult {
///         /// It is new.
///         Created(Json<String>),
///         /// It was there.
///         Found,
///     }
/// }
///
/// let result = AddBedResult::Created("a".to_owned());
/// assert!(matches!(result, AddBedResult::Created(id) if id == "a"));
/// type Returns = ByStatus<AddBedResult>;
/// ```
#[macro_export]
macro_rules! results {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $variant:ident $(($kind:ty $(,)?))?),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Debug)]
        #[non_exhaustive]
        $vis enum $name {
            $($(#[$doc])* $variant $((<$kind as $crate::returns::Returns>::Output))?,)*
            /// Another status.
            Other($crate::OtherStatus),
        }

        impl $crate::Results for $name {
            const READERS: &'static [$crate::OutputReader<Self>] =
                &[$(|reply| $crate::__read_result!(reply, $variant $(, $kind)?)),*];
        }

        impl From<$crate::OtherStatus> for $name {
            fn from(other: $crate::OtherStatus) -> Self {
                Self::Other(other)
            }
        }

        $crate::__respond_by_status! { $name { $($variant $(($kind))?,)* } }
    };
}

/// Reads the output of a variant.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_result {
    ($reply:ident, $variant:ident) => {
        <$crate::returns::Nothing as $crate::returns::Returns>::read($reply).map(|()| Self::$variant)
    };
    ($reply:ident, $variant:ident, $kind:ty) => {
        <$kind as $crate::returns::Returns>::read($reply).map(Self::$variant)
    };
}

/// Sends outputs by status.
#[cfg(feature = "server")]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($name:ident { $($variant:ident $(($kind:ty))?,)* }) => {
        impl $crate::server::RespondByStatus for $name {
            #[allow(unreachable_patterns, reason = "a variant with a value has had its arm")]
            fn respond(self) -> $crate::server::Success {
                enum Row {
                    $($variant),*
                }
                match self {
                    $($(Self::$variant(value) => {
                        <$kind as $crate::server::Respond>::respond_output(value).row(Row::$variant as usize)
                    })?)*
                    $(Self::$variant { .. } => {
                        $crate::server::Success::of::<$crate::returns::Nothing>(()).row(Row::$variant as usize)
                    })*
                    Self::Other(other) => other.into(),
                }
            }
        }
    };
}

#[cfg(not(feature = "server"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($($tokens:tt)*) => {};
}
