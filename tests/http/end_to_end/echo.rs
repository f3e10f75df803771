//! A server that repeats the request.

use axum::extract::Request;
use http::StatusCode;

use crate::support::server::Asked;

/// Responds with a failure of the shapes of both APIs.
pub async fn failing(request: Request) -> (StatusCode, String) {
    (StatusCode::FORBIDDEN, json(&Asked::of(request).await.unwrap()))
}

/// A failure of the shapes of both APIs that has the whole request.
pub fn json(asked: &Asked) -> String {
    let said = text(asked);
    serde_json::json!({ "Status": 403, "Message": said, "status": "error", "code": 403, "data": said })
        .to_string()
}

/// The whole request, unchanged and decoded.
pub fn text(asked: &Asked) -> String {
    let mut said = String::from_utf8_lossy(&asked.body).into_owned();
    for (_, value) in form_urlencoded::parse(&asked.body) {
        said.push_str(" | ");
        said.push_str(&value);
    }
    for value in asked.headers.values() {
        said.push_str(" | ");
        said.push_str(&String::from_utf8_lossy(value.as_bytes()));
    }
    said
}
