//! Puts parameters into the body of a request.

use http::{
    HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};

use crate::codec::form::{Multipart, Target};
use crate::core::{Body, ErrorKind};

/// Puts the parameters into the body.
pub(super) fn set_body(request: &mut http::Request<Body>, target: Target) -> Result<(), ErrorKind> {
    *request.body_mut() = match target {
        // The settings have the content type of a form.
        Target::Form(text) => text.into(),
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
        // The list is what is wanted.
        Target::List(_) => Body::empty(),
    };
    set_length(request);
    Ok(())
}

/// States the size of the body. Even if it is zero: some servers require it with every POST.
pub(super) fn set_length(request: &mut http::Request<Body>) {
    match request.body().size() {
        Some(size) => request.headers_mut().insert(CONTENT_LENGTH, size.into()),
        None => request.headers_mut().remove(CONTENT_LENGTH),
    };
}

fn multipart_type(parts: &Multipart) -> Result<HeaderValue, ErrorKind> {
    HeaderValue::try_from(parts.content_type())
        .map_err(|_| ErrorKind::Header { name: CONTENT_TYPE.to_string() })
}
