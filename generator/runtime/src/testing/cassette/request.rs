//! A request -> what can be recorded of it, with its values.

use std::sync::{Arc, atomic::Ordering::Relaxed};

use http::header::{AUTHORIZATION, HeaderMap};

use super::{
    exchange::{File, Files, RecordedRequest},
    rules::header_parameter,
};
use crate::codec::form::{
    Value,
    apart::{self, Parts},
};
use crate::codec::{FormReader, redact::SentValues};
use crate::core::{
    BYTES, Body, BoxError, Descriptor, Encoding, Place, Secret, call_info::CallInfo, template,
};

/// A request on its way to the server.
pub(super) struct Reading {
    pub(super) info: CallInfo,
    request: RecordedRequest,
    /// Secrets of other headers.
    pub(super) secrets: Vec<Secret>,
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
        let path = recorded_path(request, info.operation, &sent);
        let (headers, secrets) = headers(request, info);
        let request = RecordedRequest {
            operation: info.operation.name.to_owned(),
            method: (request.method() != http::Method::POST).then(|| request.method().to_string()),
            path,
            headers,
            form: fields(request, info.operation, &sent),
            file: Files(Vec::new()),
        };
        Ok(Self { info, request, secrets, sent })
    }

    /// The request, as far as it was sent.
    pub(super) fn request(&self) -> RecordedRequest {
        let mut request = self.request.clone();
        request.file.0 = files(self.info.operation, &self.sent).collect();
        request
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
            Place::Header { .. } | Place::Basic => {}
            Place::Form | Place::Query | Place::Path | Place::Cookie | Place::Body => {
                placed.texts().iter().for_each(|text| fields.push(placed.name, Some(text)));
            }
        }
    }
    for placed in sent.values.iter().filter(|placed| !is_in_url(placed.place)) {
        match placed.place {
            Place::Form if operation.encoding == Encoding::Json => {
                fields.push(placed.name, Some(&placed.json()))
            }
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
            | Place::Basic => {
                placed.fields().iter().for_each(|text| fields.push(placed.name, Some(text)));
            }
        }
    }
    fields.pairs().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

/// Adds what is in the query of a page.
fn add_page(fields: &mut FormReader, request: &http::Request<Body>, operation: &Descriptor) {
    let query = request.uri().query().unwrap_or_default();
    let query = FormReader::of_form(query.as_bytes(), operation.parameters);
    if operation.is_one_form() {
        return query.pairs().for_each(|(name, text)| fields.push(name, Some(text)));
    }
    let (encoding, headers, body) = (operation.encoding, &HeaderMap::new(), &FormReader::default());
    let parts = Parts { encoding, headers, query: &query, body };
    for known in operation.parameters.iter().filter(|known| known.place.is_in_query(encoding)) {
        apart::add(fields, known, encoding, &parts.texts(known.place, known));
    }
    let blocks = operation.auth_blocks();
    for (known, place) in blocks.flat_map(|it| it.parameters.iter().map(|known| (known, it.place_of(known))))
    {
        let texts = if place.is_in_query(encoding) { parts.texts(place, known) } else { Vec::new() };
        texts.iter().for_each(|text| fields.push(known.name, text.as_deref()));
    }
}

/// The files of a request, with the number of bytes that were sent by now.
fn files(operation: &Descriptor, sent: &SentValues) -> impl Iterator<Item = File> {
    sent.values.iter().filter_map(|placed| {
        let Value::File(upload) = &placed.value else { return None };
        let usual = operation.usual_body_type().filter(|_| placed.place == Place::Body).unwrap_or(BYTES);
        let media_type = upload.media_type().unwrap_or(usual).to_owned();
        Some(File { name: upload.file_name().to_owned(), media_type, bytes: upload.sent.load(Relaxed) })
    })
}

/// The headers that carry a credential, and the secrets in others.
fn headers(request: &http::Request<Body>, info: CallInfo) -> (Vec<(String, String)>, Vec<Secret>) {
    let (mut headers, mut secrets) = (Vec::new(), Vec::new());
    for (name, value) in request.headers() {
        let text = String::from_utf8_lossy(value.as_bytes()).into_owned();
        if *name == AUTHORIZATION || header_parameter(info.api, info.operation, name.as_str()).is_some() {
            headers.push((name.to_string(), text));
        } else if value.is_sensitive() {
            secrets.push(text.into());
        }
    }
    headers.sort();
    (headers, secrets)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::{ApiDescriptor, Descriptor, Parameter};
    use crate::testing::cassette::{
        exchange::Kept,
        rules::{Fate, Rules, Value, Words},
    };

    #[test]
    fn the_parameters_of_a_query_are_recorded() {
        static API: ApiDescriptor = ApiDescriptor { operations: &[&FIND], ..ApiDescriptor::EMPTY };
        static FIND: Descriptor = Descriptor::new("LampFind").documented_path("/find").query().parameters(&[
            Parameter::required("Room", "string"),
            Parameter::required("Kind", "string").values(&["table"]),
        ]);
        let request = http::Request::get("http://lamps.invalid/1/find?Room=a+b&Kind=table&Pin=canary");
        let info = CallInfo { api: &API, operation: &FIND, has_one_time_code: false, tries: 1 };
        let sent = Arc::new(SentValues { is_page: true, ..SentValues::default() });
        let request = request.extension(info).extension(sent).body(Body::empty()).unwrap();
        let request = Reading::new(&request).unwrap().request();
        let (words, kept) = (Words::of(&API), Kept::new());
        let rules = Rules { words: &words, operation: &FIND, kept: &kept };
        let mut map = |value: Value<'_>, text: &str| match value.fate {
            Fate::Kept => text.to_owned(),
            _ => value.name.to_owned(),
        };
        let recorded = rules.request(&request, &mut map);
        assert_eq!((recorded.method.as_deref(), &*recorded.path), (Some("GET"), "/find"));
        let form = [("Room", "Room"), ("Kind", "table"), ("field", "value")];
        assert_eq!(recorded.form, form.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
