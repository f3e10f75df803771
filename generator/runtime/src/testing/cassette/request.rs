//! A request -> what can be recorded of it, with its values.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use http::header::AUTHORIZATION;

use super::{
    exchange::{File, Files, RecordedRequest},
    rules::header_parameter,
};
use crate::codec::form::{FileCopy, MultipartCopy, PathCopy, places};
use crate::codec::{FormReader, json::Tape};
use crate::core::{Body, BoxError, Descriptor, Encoding, Place, Secret, call_info::CallInfo, template};

/// A request on its way to the server.
pub(super) struct Reading {
    pub(super) info: CallInfo,
    request: RecordedRequest,
    /// Secrets of other headers.
    pub(super) secrets: Vec<Secret>,
    /// The number of bytes of each of its files that were sent.
    sent: Vec<Arc<AtomicU64>>,
}

impl Reading {
    /// Reads a request. A multipart form is a stream: a copy of its fields comes with it.
    ///
    /// # Errors
    /// If it is not the request of a client of a generated crate.
    pub(super) fn new(request: &http::Request<Body>) -> Result<Self, BoxError> {
        let Some(info) = request.extensions().get::<CallInfo>().copied() else {
            return Err("only requests of a generated crate's client can be recorded".into());
        };
        let path = recorded_path(request, info.operation);
        let (headers, secrets) = headers(request, info);
        let copy = request.extensions().get::<MultipartCopy>().cloned().unwrap_or_default();
        let form = match info.operation.is_one_form() {
            true => form(request, info.operation, &copy),
            false => from_places(request, info.operation, &copy),
        };
        let sent = copy.files.iter().map(|file| file.sent.clone()).collect();
        let file = |it: FileCopy| File { name: it.name, media_type: it.media_type, bytes: 0 };
        let request = RecordedRequest {
            operation: info.operation.name.to_owned(),
            method: (request.method() != http::Method::POST).then(|| request.method().to_string()),
            path,
            headers,
            form,
            file: Files(copy.files.into_iter().map(file).collect()),
        };
        Ok(Self { info, request, secrets, sent })
    }

    /// The request, as far as it was sent.
    pub(super) fn request(&self) -> RecordedRequest {
        let mut request = self.request.clone();
        for (file, sent) in request.file.0.iter_mut().zip(&self.sent) {
            file.bytes = sent.load(Relaxed);
        }
        request
    }
}

/// The path in the API's description, or that of the request if it was set.
fn recorded_path(request: &http::Request<Body>, operation: &Descriptor) -> String {
    let path = request.uri().path();
    let values = request.extensions().get::<PathCopy>();
    let value = |name: &str| values?.0.iter().find(|(own, _)| *own == name).map(|(_, text)| text.expose());
    let mut known = operation.paths();
    let is_it = |known: &&str| match known.contains('{') && values.is_some() {
        true => template::fill(String::new(), known, value).is_ok_and(|filled| path.ends_with(&filled)),
        false => path.ends_with(known),
    };
    known.find(is_it).unwrap_or(path).to_owned()
}

/// The fields of a form.
fn form(
    request: &http::Request<Body>,
    operation: &Descriptor,
    copy: &MultipartCopy,
) -> Vec<(String, String)> {
    let parts = copy.texts.iter().map(|(name, text)| ((*name).to_owned(), text.expose().to_owned()));
    let form = match operation.encoding {
        Encoding::Query | Encoding::Body => request.uri().query().map(str::as_bytes),
        Encoding::Form => request.body().as_bytes().map(|bytes| &**bytes),
        Encoding::Multipart | Encoding::Json => None,
    };
    let form = FormReader::new(form.unwrap_or_default());
    parts.chain(pairs(&form)).collect()
}

fn pairs(form: &FormReader) -> impl Iterator<Item = (String, String)> {
    form.pairs().map(|(name, text)| (name.to_owned(), text.to_owned()))
}

/// The parameters from all places, in the documents' order and with their names there. A
/// credential that is in the query or a cookie comes last.
fn from_places(
    request: &http::Request<Body>,
    operation: &Descriptor,
    copy: &MultipartCopy,
) -> Vec<(String, String)> {
    let query = FormReader::new(request.uri().query().unwrap_or_default().as_bytes());
    let mut form = places::gather(operation, request.headers(), &query, &mut sent(request, operation, copy));
    let in_path = request.extensions().get::<PathCopy>().map(|copy| copy.0.as_slice()).unwrap_or_default();
    for (name, text) in in_path {
        form.push(name, Some(text.expose()));
    }
    for block in operation.auth_blocks() {
        for field in block.parameters {
            let name = field.wire_name();
            match block.place_of(field) {
                Place::Query => query.values(name).for_each(|value| form.push(field.name, value)),
                Place::Cookie => {
                    let values = places::cookies(request.headers(), name);
                    values.iter().for_each(|value| form.push(field.name, value.as_deref()));
                }
                Place::Form | Place::Header { .. } | Place::Path | Place::Body | Place::Basic => {}
            }
        }
    }
    let place = |name: &str| operation.parameters.iter().position(|known| known.name == name);
    let mut pairs: Vec<_> = pairs(&form).collect();
    pairs.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    pairs
}

/// The fields of the body; JSON of another kind is one.
fn sent(request: &http::Request<Body>, operation: &Descriptor, copy: &MultipartCopy) -> FormReader {
    let bytes = request.body().as_bytes().map(|bytes| &**bytes).unwrap_or_default();
    let text = || std::str::from_utf8(bytes).ok().filter(|text| !text.is_empty());
    let mut sent = FormReader::default();
    match operation.encoding {
        Encoding::Form => return FormReader::new(bytes),
        Encoding::Multipart => {
            copy.texts.iter().for_each(|(name, text)| sent.push(name, Some(text.expose())));
        }
        Encoding::Json => {
            let tape = text().and_then(|text| Some((text.to_owned(), Tape::of(text).ok()?)));
            let fields = tape.and_then(|(text, tape)| FormReader::of_object(text, tape).ok());
            return fields.unwrap_or_default();
        }
        Encoding::Body => {
            let body = operation.parameters.iter().find(|it| it.place == Place::Body && !it.file);
            if let (Some(parameter), Some(text)) = (body, text()) {
                sent.push(parameter.wire_name(), Some(text));
            }
        }
        Encoding::Query => {}
    }
    sent
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
        let request = Reading::new(&request.extension(info).body(Body::empty()).unwrap()).unwrap().request();
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
