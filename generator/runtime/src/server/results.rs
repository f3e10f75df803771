//! Outputs by status and outputs with headers -> responses.

use super::{Success, response::Respond};
use crate::codec::form::{Target, Written};
use crate::codec::returns::{self, Returns};
use crate::codec::{FormWriter, Headers, OtherStatus, Results, WithHeaders};
use crate::core::Place;

/// The outputs of an operation by status, which a handler returns.
/// [`results!`](crate::results!) implements it.
pub trait RespondByStatus: Results {
    /// Returns the response that is sent.
    fn respond(self) -> Success;
}

impl<E: RespondByStatus> Respond for returns::ByStatus<E> {
    type Given = E;

    fn respond(given: E) -> Success {
        given.respond()
    }

    fn respond_output(output: E) -> Success {
        output.respond()
    }
}

impl<R: Respond, H: Headers> Respond for returns::WithHeaders<R, H> {
    type Given = WithHeaders<R::Given, H>;

    fn respond(given: Self::Given) -> Success {
        with_headers(R::respond(given.value), given.headers)
    }

    fn respond_output(output: <Self as Returns>::Output) -> Success {
        with_headers(R::respond_output(output.value), output.headers)
    }
}

fn with_headers<H: Headers>(success: Success, headers: H) -> Success {
    let mut form = FormWriter::with_target(Target::List(Vec::new()), H::PARAMETERS);
    headers.encode(&mut form);
    form.take_list().iter().fold(success, |success, written: &Written| {
        let place = written.parameter.map(|known| known.place);
        let prefix = if let Some(Place::Header { prefix }) = place { prefix } else { "" };
        success.header(&format!("{prefix}{}", written.wire_name()), written.text.expose())
    })
}

impl From<OtherStatus> for Success {
    /// Headers are left out: those of another server may not be true here.
    fn from(other: OtherStatus) -> Self {
        let content_type = other.headers().get(http::header::CONTENT_TYPE);
        let content_type = content_type.and_then(|it| it.to_str().ok()).map(str::to_owned);
        let file = super::File::bytes(other.body().clone());
        let file = match content_type {
            Some(content_type) => file.content_type(content_type),
            None => file,
        };
        Self::of::<returns::Bytes>(file).status(other.http_status().as_u16())
    }
}

/// Implements [`RespondByStatus`].
#[doc(hidden)]
#[macro_export]
macro_rules! __respond_by_status {
    ($name:ident { $($variant:ident($kind:ty) = $from:literal),* }) => {
        impl $crate::server::RespondByStatus for $name {
            fn respond(self) -> $crate::server::Success {
                match self {
                    $(Self::$variant(output) => {
                        <$kind as $crate::server::Respond>::respond_output(output).status($from)
                    })*
                    Self::Other(other) => other.into(),
                }
            }
        }
    };
}
