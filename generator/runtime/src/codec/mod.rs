//! Operations <-> requests and responses, for clients and servers.

pub(crate) mod download;
mod encode;
pub(crate) mod json;
mod operation;
pub(crate) mod outcome;
pub(crate) mod percent;
#[cfg(any(feature = "cli", feature = "server"))]
mod range;
pub(crate) mod redact;
pub(crate) mod reply;
mod results;
pub mod returns;
mod upload;
#[cfg(any(feature = "cli", feature = "server"))]
pub(crate) mod validate;
pub(crate) mod values;

pub use self::{
    download::Download,
    encode::{Decode, Encode},
    json::{Extra, FieldCheck, Fit, Joined, JsonReader, JsonValue, JsonWriter, Object, ObjectField, Others},
    operation::{Api, Carrier, Credential, Operation, Output},
    reply::Reply,
    results::{Headers, OtherStatus, OutputReader, Results, WithHeaders},
    upload::Upload,
    values::{FormReader, FormValue, FormWriter, ParameterError},
};
