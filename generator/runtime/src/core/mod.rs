//! Descriptors, errors, secrets, versions and bodies: all other layers import from this one.

#[cfg(any(feature = "reqwest", feature = "mock"))]
pub(crate) mod background;
pub(crate) mod body;
pub(crate) mod buffer;
pub(crate) mod call_info;
pub(crate) mod debug;
pub(crate) mod defaults;
pub(crate) mod descriptor;
#[cfg(feature = "blocking")]
pub(crate) mod driver;
pub(crate) mod error;
pub(crate) mod failure;
mod json;
mod misfit;
mod number;
#[cfg(feature = "reqwest")]
pub(crate) mod partial;
mod secret;
mod server_url;
pub(crate) mod template;
pub(crate) mod text;
mod text_form;
pub(crate) mod unblock;
pub(crate) mod version;

#[cfg(feature = "cassette")]
pub(crate) use self::descriptor::row_of;
#[cfg(feature = "server")]
pub(crate) use self::descriptor::stars;
pub(crate) use self::descriptor::{BYTES, essence, first_of, includes, types_of};
pub(crate) use self::misfit::{LACKING, MAX_MISFITS, Step};
pub use self::{
    body::Body,
    descriptor::{
        Alias, ApiDescriptor, Asks, Auth, AuthBlock, Choice, Deprecation, Descriptor, Effect, Encoding,
        EnvelopeShape, Fill, Format, Gate, ListStyle, MessageShape, ObjectStyle, PageStep, Pages, Parameter,
        PathStatus, Place, Range, RequiredWhen, ReturnKind, StatusResult, Takes, TypeShape, ValueKind, Waits,
    },
    error::{BoxError, Error, ErrorKind, Newer},
    failure::{Failure, Undecoded},
    json::Json,
    misfit::Misfit,
    number::Number,
    secret::{Secret, Sensitive},
    server_url::{ServerUrl, ServerUrlError, UrlVariable},
    text_form::{
        Base64, Base64Form, Base64Url, Base64UrlForm, Date, DateForm, HttpDate, HttpDateForm, IntText,
        IntTextForm, IsoDuration, IsoDurationForm, TextForm, TextOf, Time, TimeForm, Timestamp,
        TimestampForm,
    },
    version::{InvalidVersion, Version},
};
