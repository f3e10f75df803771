//! The output of `--verbose`: the heads of request and response, without secrets.

use http::{HeaderMap, HeaderName, HeaderValue, header::USER_AGENT};

use super::screen::complain;
use crate::codec::redact::SentValues;
use crate::core::{Body, text::Inert};

/// Headers of responses whose values are shown. Any other may be a secret.
const SHOWN: &str = "allow cache-control connection content-disposition content-encoding content-language \
                     content-length content-type date etag expires last-modified retry-after server \
                     strict-transport-security transfer-encoding upgrade vary via x-request-id";

/// Maximum number of characters of a value that are shown.
const LONGEST: usize = 500;

/// The replacement of a secret value.
const HIDDEN: &str = "[hidden]";

/// Prints the head of a request, with this path.
pub(super) fn request(request: &http::Request<Body>, path: &str) {
    let uri = request.uri();
    let query = if uri.query().is_some() { "?[hidden]" } else { "" };
    let host = uri.authority().map(ToString::to_string).unwrap_or_default();
    let scheme = uri.scheme_str().unwrap_or_default();
    complain(format_args!("> {} {scheme}://{host}{}{query}", request.method(), Inert(path)));
    let show = |name: &HeaderName, value: &HeaderValue| {
        let is_shown = name == USER_AGENT || !value.is_sensitive();
        is_shown.then(|| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    headers('>', request.headers(), show);
}

/// Prints the head of a response, without the secrets of its request.
pub(super) fn response(response: &http::Response<Body>, sent: &SentValues) {
    complain(format_args!("< {:?} {}", response.version(), response.status()));
    let show = |name: &HeaderName, value: &HeaderValue| {
        let text = SHOWN
            .split(' ')
            .any(|shown| shown == name.as_str())
            .then(|| String::from_utf8_lossy(value.as_bytes()));
        text.map(|text| sent.redacted(&text, LONGEST))
    };
    headers('<', response.headers(), show);
}

fn headers(mark: char, headers: &HeaderMap, show: impl Fn(&HeaderName, &HeaderValue) -> Option<String>) {
    for (name, value) in headers {
        let text = show(name, value).unwrap_or_else(|| HIDDEN.to_owned());
        complain(format_args!("{mark} {name}: {}", Inert(&text)));
    }
    complain(mark);
}
