//! A request -> what can be recorded of it, with its values.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use http::header::AUTHORIZATION;

use super::{
    exchange::{File, RecordedRequest},
    rules::header_parameter,
};
use crate::codec::{FormReader, form::MultipartCopy};
use crate::core::{Body, BoxError, Encoding, Secret, call_info::CallInfo};

/// A request on its way to the server.
pub(super) struct Reading {
    pub(super) info: CallInfo,
    request: RecordedRequest,
    /// Secrets of other headers.
    pub(super) secrets: Vec<Secret>,
    /// The number of bytes of its file that were sent.
    sent: Arc<AtomicU64>,
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
        let path = request.uri().path();
        let mut known =
            info.operation.path.into_iter().chain(info.operation.aliases.iter().map(|it| it.path));
        let path = known.find(|known| path.ends_with(known)).unwrap_or(path);
        let (headers, secrets) = headers(request, info);
        let copy = request.extensions().get::<MultipartCopy>().cloned().unwrap_or_default();
        let parts = copy.texts.iter().map(|(name, text)| ((*name).to_owned(), text.expose().to_owned()));
        let form = match info.operation.encoding {
            Encoding::Query | Encoding::Body => request.uri().query().map(str::as_bytes),
            Encoding::Form => request.body().as_bytes().map(|bytes| &**bytes),
            Encoding::Multipart | Encoding::Json => None,
        };
        let form = FormReader::new(form.unwrap_or_default());
        let fields = form.pairs().map(|(name, text)| (name.to_owned(), text.to_owned()));
        let sent = copy.file.as_ref().map(|file| file.sent.clone()).unwrap_or_default();
        let request = RecordedRequest {
            operation: info.operation.name.to_owned(),
            method: (request.method() != http::Method::POST).then(|| request.method().to_string()),
            path: path.to_owned(),
            headers,
            form: parts.chain(fields).collect(),
            file: copy.file.map(|file| File { name: file.name, media_type: file.media_type, bytes: 0 }),
        };
        Ok(Self { info, request, secrets, sent })
    }

    /// The request, as far as it was sent.
    pub(super) fn request(&self) -> RecordedRequest {
        let mut request = self.request.clone();
        if let Some(file) = &mut request.file {
            file.bytes = self.sent.load(Relaxed);
        }
        request
    }
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
