//! Bytes as messages of HTTP, which are easy to read where they are valid.
//!
//! ```text
//! 1PUT /lamps/a
//! content-type: application/json
//!
//! {"name":"a"}
//! <
//! 200
//! content-type: application/json
//!
//! {"name":"a"}
//! ```

use api_runtime::Body;
use api_runtime::server::axum;
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode, Uri};

/// The first line, the headers and the body.
pub struct Message<'a> {
    first: &'a [u8],
    headers: HeaderMap,
    body: &'a [u8],
}

/// A request and a response.
pub fn halves(bytes: &[u8]) -> (&[u8], &[u8]) {
    split(bytes, b"\n<\n")
}

/// The bytes before and after a mark.
fn split<'a>(bytes: &'a [u8], mark: &[u8]) -> (&'a [u8], &'a [u8]) {
    match bytes.windows(mark.len()).position(|part| part == mark) {
        Some(place) => (&bytes[..place], &bytes[place + mark.len()..]),
        None => (bytes, b""),
    }
}

impl<'a> Message<'a> {
    /// A message without what HTTP can't express.
    pub fn of(bytes: &'a [u8]) -> Self {
        let (head, body) = split(bytes, b"\n\n");
        let (first, lines) = split(head, b"\n");
        let mut headers = HeaderMap::new();
        for line in lines.split(|byte| *byte == b'\n') {
            let (name, value) = split(line, b": ");
            if let (Ok(name), Ok(value)) =
                (HeaderName::from_bytes(name), HeaderValue::from_bytes(value.trim_ascii()))
            {
                headers.append(name, value);
            }
        }
        Self { first, headers, body }
    }

    /// A request, unless the first line isn't that of one.
    pub fn request(self) -> Option<Request<axum::body::Body>> {
        let (method, uri) = split(self.first, b" ");
        let mut request = Request::new(axum::body::Body::from(self.body.to_vec()));
        *request.method_mut() = Method::from_bytes(method).ok()?;
        *request.uri_mut() = Uri::try_from(uri).ok()?;
        *request.headers_mut() = self.headers;
        Some(request)
    }

    /// A response; with status 200 if the first line isn't one.
    pub fn response(self) -> Response<Body> {
        let mut response = Response::new(self.body.to_vec().into());
        *response.status_mut() = StatusCode::from_bytes(self.first).unwrap_or_default();
        *response.headers_mut() = self.headers;
        response
    }
}
