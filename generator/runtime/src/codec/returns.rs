//! The kinds of output, as markers: the output of `returns::Json<User>` is a
//! `User`.

use std::marker::PhantomData;

use http::header::LOCATION;

use super::json::{JsonReader, JsonValue};
use super::results::{Headers, Results};
use super::{download::Download, outcome, reply::Reply};
use crate::core::{EnvelopeShape, ErrorKind, Misfit, Step};

/// A kind of output.
pub trait Returns: 'static {
    /// The type of the output.
    type Output: Send + 'static;

    /// Reads a response that is not a failure.
    ///
    /// # Errors
    /// If it doesn't fit the output type.
    fn read(reply: Reply) -> Result<Self::Output, ErrorKind>;
}

/// The message type of the API.
#[derive(Debug)]
pub struct Message<T>(PhantomData<fn() -> T>);

/// JSON of a type.
#[derive(Debug)]
pub struct Json<T>(PhantomData<fn() -> T>);

/// The envelope of the API; the output is its content. `Envelope<()>` accepts
/// `null` and an envelope without content.
#[derive(Debug)]
pub struct Envelope<T>(PhantomData<fn() -> T>);

/// Text, unchanged.
#[derive(Debug)]
pub struct Text;

/// A body of bytes, streamed.
#[derive(Debug)]
pub struct Bytes;

/// A redirect, which is not followed. The output is its target, unchanged: it
/// may be relative to the path of the operation.
#[derive(Debug)]
pub struct Redirect;

/// JSON whose shape the documents only describe in words. An empty body is
/// `null`.
#[derive(Debug)]
pub struct Described;

/// No body. If there is one all the same, it is dropped.
#[derive(Debug)]
pub struct Nothing;

/// One of several outputs: the status of HTTP says which, and the content type. [`results!`](crate::results!) defines them.
#[derive(Debug)]
pub struct ByStatus<E>(PhantomData<fn() -> E>);

/// An output of another kind with headers.
#[derive(Debug)]
pub struct WithHeaders<R, H>(PhantomData<fn() -> (R, H)>);

/// An output of another kind that is a secret.
#[derive(Debug)]
pub struct Sensitive<R>(PhantomData<fn() -> R>);

impl<R: Returns> Returns for Sensitive<R> {
    type Output = crate::core::Sensitive<R::Output>;

    fn read(reply: Reply) -> Result<Self::Output, ErrorKind> {
        R::read(reply).map(Into::into)
    }
}

impl<E: Results> Returns for ByStatus<E> {
    type Output = E;

    fn read(reply: Reply) -> Result<E, ErrorKind> {
        super::results::read(reply)
    }
}

impl<R: Returns, H: Headers> Returns for WithHeaders<R, H> {
    type Output = super::results::WithHeaders<R::Output, H>;

    fn read(reply: Reply) -> Result<Self::Output, ErrorKind> {
        let headers = super::results::headers(&reply)?;
        Ok(super::results::WithHeaders { value: R::read(reply)?, headers })
    }
}

impl<T: JsonValue + Send + 'static> Returns for Message<T> {
    type Output = T;

    fn read(reply: Reply) -> Result<T, ErrorKind> {
        json(&reply)
    }
}

impl<T: JsonValue + Send + 'static> Returns for Json<T> {
    type Output = T;

    fn read(reply: Reply) -> Result<T, ErrorKind> {
        json(&reply)
    }
}

impl<T: JsonValue + Send + 'static> Returns for Envelope<T> {
    type Output = T;

    fn read(reply: Reply) -> Result<T, ErrorKind> {
        envelope(&reply).map_err(|misfit| reply.undecoded(misfit))
    }
}

impl Returns for Text {
    type Output = String;

    fn read(reply: Reply) -> Result<String, ErrorKind> {
        match reply.text() {
            Some(text) => Ok(text.into_owned()),
            None => Err(reply
                .undecoded(Misfit::new("expected text in UTF-8 or in the `charset` of its content type"))),
        }
    }
}

impl Returns for Bytes {
    type Output = Download;

    fn read(reply: Reply) -> Result<Download, ErrorKind> {
        Ok(Download::new(reply))
    }
}

impl Returns for Redirect {
    type Output = String;

    fn read(reply: Reply) -> Result<String, ErrorKind> {
        let status = reply.head.status;
        if !status.is_redirection() {
            return Err(ErrorKind::NotRedirected { status });
        }
        let location = reply.head.headers.get(LOCATION).map(|target| target.to_str());
        match location {
            Some(Ok(target)) => Ok(target.to_owned()),
            Some(Err(_)) => Err(reply.undecoded(Misfit::new("the target of the redirect is not ASCII"))),
            None => Err(reply.undecoded(Misfit::new("the redirect has no target"))),
        }
    }
}

impl Returns for Described {
    type Output = crate::core::Json;

    fn read(reply: Reply) -> Result<crate::core::Json, ErrorKind> {
        if reply.start.trim_ascii().is_empty() {
            return Ok(crate::core::Json::default());
        }
        json(&reply)
    }
}

impl Returns for Nothing {
    type Output = ();

    fn read(_: Reply) -> Result<(), ErrorKind> {
        Ok(())
    }
}

fn json<T: JsonValue>(reply: &Reply) -> Result<T, ErrorKind> {
    reply.json().and_then(JsonReader::read).map_err(|misfit| reply.undecoded(misfit))
}

fn envelope<T: JsonValue>(reply: &Reply) -> Result<T, Misfit> {
    let (shape, data) = envelope_data(reply)?;
    let data = data.map_or_else(|| super::json::read("null"), JsonReader::read);
    data.map_err(|misfit| misfit.at(&[Step::Field(shape.data.into())]))
}

/// The content of an envelope, if it has one.
pub(crate) fn envelope_data(reply: &Reply) -> Result<(EnvelopeShape, Option<JsonReader<'_>>), Misfit> {
    let shape = reply.call.api.envelope;
    let shape = shape.ok_or_else(|| Misfit::new("the API's description has no envelope"))?;
    let json = reply.json()?;
    json.object()?;
    if outcome::field::<String>(json, shape.status).as_deref() != Some(shape.ok) {
        let reason = format!("expected `{}` or `{}`", shape.ok, shape.error);
        return Err(Misfit::new(reason).at(&[Step::Field(shape.status.into())]));
    }
    Ok((shape, json.field(shape.data)))
}
