//! Puts parameters into the body of a request.

use http::{
    HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};

use crate::codec::form::{Multipart, Target};
use crate::core::{Body, ErrorKind};

const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

/// Puts the parameters into the body.
pub(super) fn set_body(request: &mut http::Request<Body>, target: Target) -> Result<(), ErrorKind> {
    *request.body_mut() = match target {
        Target::Form(text) => {
            request.headers_mut().insert(CONTENT_TYPE, FORM);
            text.into()
        }
        Target::Json(fields) => {
            request.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            format!("{{{fields}}}").into()
        }
        Target::Multipart(parts) => {
            request.headers_mut().insert(CONTENT_TYPE, multipart_type(&parts)?);
            #[cfg(feature = "cassette")]
            let parts = parts.copied_into(request.extensions_mut());
            parts.into_body()
        }
        // It is never sent as a request.
        Target::List(_) => Body::empty(),
    };
    set_length(request);
    Ok(())
}

/// States the size of the body. Even if it is zero: some servers require it with every POST.
pub(super) fn set_length(request: &mut http::Request<Body>) {
    if let Some(size) = request.body().size() {
        request.headers_mut().insert(CONTENT_LENGTH, size.into());
    }
}

fn multipart_type(parts: &Multipart) -> Result<HeaderValue, ErrorKind> {
    HeaderValue::try_from(parts.content_type())
        .map_err(|_| ErrorKind::Header { name: CONTENT_TYPE.to_string() })
}
