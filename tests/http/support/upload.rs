//! An upload that reached a handler, as a client would forward it.

use api_runtime::Body;
use axum::extract::{FromRequest as _, Multipart};
use bytes::Bytes;

/// The texts as a form, and the file, read by another parser than ours.
pub async fn parts(request: http::Request<Body>) -> (String, Option<(String, Bytes)>) {
    let request = request.map(axum::body::Body::new);
    let mut parts = Multipart::from_request(request, &()).await.unwrap();
    let (mut texts, mut file) = (Vec::new(), None);
    while let Some(part) = parts.next_field().await.unwrap() {
        match part.file_name().map(str::to_owned) {
            Some(name) => file = Some((name, part.bytes().await.unwrap())),
            None => texts.push((part.name().unwrap().to_owned(), part.text().await.unwrap())),
        }
    }
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(texts);
    (form.finish(), file)
}
