//! A request -> what can be recorded of it, with its values and secrets.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use http::header::{AUTHORIZATION, HeaderMap};

use super::file::{File, RecordedRequest};
use crate::codec::values::{
    Placed, Value,
    apart::{self, Parts},
};
use crate::codec::{FormReader, redact::SentValues};
use crate::core::{
    BYTES, Body, BoxError, Descriptor, Encoding, Place, Secret, call_info::CallInfo, first_of, template,
};

/// A request on its way to the server.
pub(super) struct Reading {
    pub(super) info: CallInfo,
    pub(super) url: http::Uri,
    request: RecordedRequest,
    /// Secrets in headers.
    secrets: Vec<Secret>,
    sent: Arc<SentValues>,
}

impl Reading {
    /// Reads a request. Its values come with it, as a client wrote them.
    ///
    /// # Errors
    /// If it is not the request of a client of a generated crate.
    pub(super) fn new(request: &http::Request<Body>) -> Result<Self, BoxError> {
        let Some(info) = request.extensions().get::<CallInfo>().copied() else {
            return Err("only requests of a generated crate's client can be recorded".into());
        };
        let sent: Arc<SentValues> = request.extensions().get().cloned().unwrap_or_default();
        let (headers, secrets) = headers(request, &sent);
        let recorded = RecordedRequest {
            operation: info.operation.name.to_owned(),
            method: (request.method() != http::Method::POST).then(|| request.method().to_string()),
            tries: Some(info.tries).filter(|tries| *tries > 1),
            path: recorded_path(request, info.operation, &sent),
            headers,
            form: fields(request, info.operation, &sent),
            files: Vec::new(),
        };
        Ok(Self { info, url: request.uri().clone(), request: recorded, secrets, sent })
    }

    /// The request, as far as it was sent.
    pub(super) fn request(&self) -> RecordedRequest {
        RecordedRequest { files: files(self.info.operation, &self.sent).collect(), ..self.request.clone() }
    }

    /// All texts that certainly are secrets.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let headers = self.secrets.iter().map(Secret::expose).filter(|text| !text.is_empty());
        headers.chain(self.sent.all().flat_map(Placed::secrets))
    }
}

/// The path in the API's description, or that of the request if it was set.
fn recorded_path(request: &http::Request<Body>, operation: &Descriptor, sent: &SentValues) -> String {
    let path = request.uri().path();
    let in_path: Vec<_> = sent.values.iter().filter(|placed| placed.place == Place::Path).collect();
    let value = |name: &str, path: &mut String, push| {
        in_path.iter().find(|placed| placed.name == name).map(|placed| placed.push_items(path, push))
    };
    let is_it = |known: &&str| match known.contains('{') && !in_path.is_empty() {
        true => template::fill(String::new(), known, value).is_ok_and(|filled| path.ends_with(&filled)),
        false => path.ends_with(known),
    };
    operation.paths().find(is_it).unwrap_or(path).to_owned()
}

/// Names and values as a server reads them, but for the headers of a credential.
fn fields(request: &http::Request<Body>, operation: &Descriptor, sent: &SentValues) -> Vec<(String, String)> {
    let mut fields = FormReader::default();
    // The server named the URL of a page.
    let is_in_url = |place: Place| sent.is_page && place.is_in_query(operation.encoding);
    if sent.is_page {
        add_page(&mut fields, request, operation);
    }
    for placed in sent.credential.iter().filter(|placed| !is_in_url(placed.place)) {
        match placed.place {
            Place::Header { .. } | Place::Basic | Place::Bearer => {}
            Place::Form | Place::Query | Place::Path | Place::Cookie | Place::Body => {
                placed.texts().iter().for_each(|text| fields.push(placed.name, Some(text)));
            }
        }
    }
    // Another one each time.
    let is_filled = |placed: &Placed| placed.parameter.is_some_and(|known| known.fill.is_some());
    let values = sent.values.iter().filter(|placed| !is_in_url(placed.place) && !is_filled(placed));
    for placed in values {
        match placed.place {
            Place::Form if operation.encoding == Encoding::Json => {
                fields.push(placed.name, Some(&placed.json()))
            }
            Place::Body if placed.object().is_some() => fields.push(placed.name, Some(&placed.json())),
            // It was moved.
            Place::Body if !matches!(placed.value, Value::File(_)) => {
                let body = request.body().as_bytes().and_then(|bytes| std::str::from_utf8(bytes).ok());
                let body = body.filter(|text| !text.is_empty());
                body.into_iter().for_each(|text| fields.push(placed.name, Some(text)));
            }
            Place::Form
            | Place::Header { .. }
            | Place::Query
            | Place::Path
            | Place::Cookie
            | Place::Body
            | Place::Basic
            | Place::Bearer => {
                placed.add_to(&mut fields);
            }
        }
    }
    fields.pairs().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// Adds what is in the query of a page.
fn add_page(fields: &mut FormReader, request: &http::Request<Body>, operation: &Descriptor) {
    let query = request.uri().query().unwrap_or_default();
    let query = FormReader::of_form(query.as_bytes(), operation.parameters);
    let (encoding, headers, body) = (operation.encoding, &HeaderMap::new(), &FormReader::default());
    let parts = Parts { encoding, headers, query: &query, body };
    for known in operation.parameters.iter().filter(|known| known.place.is_in_query(encoding)) {
        apart::add_known(fields, operation, known, parts);
    }
    let blocks = operation.auth_blocks();
    for (known, place) in blocks.flat_map(|it| it.parameters.iter().map(|known| (known, it.place_of(known))))
    {
        let texts = if place.is_in_query(encoding) { parts.texts(place, known) } else { Vec::new() };
        texts.iter().for_each(|text| fields.push(known.name, text.as_deref()));
    }
    let known = operation.parameters.iter().chain(operation.auth_blocks().flat_map(|it| it.parameters));
    let known: Vec<_> = known.collect();
    let is_other = |name: &str| !known.iter().any(|known| known.has_field(name));
    query.pairs().filter(|(name, _)| is_other(name)).for_each(|(name, text)| fields.push(name, Some(text)));
}

/// The files of a request, with the number of bytes that were sent by now.
fn files(operation: &Descriptor, sent: &SentValues) -> impl Iterator<Item = File> {
    sent.values.iter().filter_map(|placed| {
        let Value::File(upload) = &placed.value else { return None };
        let usual = first_of(operation.body_type).filter(|_| placed.place == Place::Body).unwrap_or(BYTES);
        let media_type = upload.media_type().unwrap_or(usual).to_owned();
        Some(File { name: upload.file_name().to_owned(), media_type, bytes: upload.sent.load(Relaxed) })
    })
}

/// The headers that carry a credential, and the secrets in all of them.
fn headers(request: &http::Request<Body>, sent: &SentValues) -> (Vec<(String, String)>, Vec<Secret>) {
    let name_of = |placed: &Placed| match placed.place {
        Place::Header { prefix } => Some(format!("{prefix}{}", placed.wire_name())),
        Place::Basic
        | Place::Bearer
        | Place::Form
        | Place::Query
        | Place::Path
        | Place::Cookie
        | Place::Body => None,
    };
    let credential: Vec<_> = sent.credential.iter().filter_map(name_of).collect();
    let is_credential = |name: &str| credential.iter().any(|own| own.eq_ignore_ascii_case(name));
    let (mut headers, mut secrets) = (Vec::new(), Vec::new());
    for (name, value) in request.headers() {
        let text = String::from_utf8_lossy(value.as_bytes());
        if *name == AUTHORIZATION {
            let token = text.split_once(' ').map_or(&*text, |(_, token)| token.trim());
            secrets.push(token.to_owned().into());
        } else if value.is_sensitive() && !is_credential(name.as_str()) {
            secrets.push(text.into_owned().into());
        }
        if *name == AUTHORIZATION || is_credential(name.as_str()) {
            headers.push((name.to_string(), String::new()));
        }
    }
    headers.sort();
    (headers, secrets)
}
