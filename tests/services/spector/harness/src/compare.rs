//! Compares a response with the one that is expected.

use api_runtime::http;
use serde_json::Value;

use crate::Fault;
use crate::plan::Response;

/// Status, the headers that are expected, and the body: JSON as values, everything else to the byte.
pub fn answer(is: &http::Response<Vec<u8>>, expected: &Response, url: &str) -> Result<(), Fault> {
    if is.status() != expected.status {
        return Err(format!("status {} instead of {}: {}", is.status(), expected.status, String::from_utf8_lossy(is.body())));
    }
    for (name, value) in &expected.headers {
        let sent = is.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("nothing");
        let same = match name.eq_ignore_ascii_case("content-type") {
            true => sent.split(';').next() == value.split(';').next(),
            false => sent == value,
        };
        // What the spec doesn't say, such as a header of one scenario, no server can know.
        if !same && !expected.unsaid.contains(name) {
            return Err(format!("{name}: {sent} instead of {value}"));
        }
    }
    let body = expected.body(url);
    let is_same = *is.body() == body || json(is.body()).is_some_and(|is| Some(is) == json(&body));
    if is_same { Ok(()) } else { Err(format!("body {} instead of {}", String::from_utf8_lossy(is.body()), String::from_utf8_lossy(&body))) }
}

/// A body as a value, if it is JSON.
pub fn json(body: &[u8]) -> Option<Value> {
    serde_json::from_slice(body).ok()
}
