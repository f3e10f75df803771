//! A request -> what is recorded of it.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{
    exchange::{File, RecordedRequest},
    redactor::{Redactor, Secrets},
};
use crate::{Body, BoxError, Encoding, FormReader, form::MultipartCopy, transport::CallInfo};

/// A request on its way to the server.
pub(super) struct Reading {
    recorded: RecordedRequest,
    /// The number of bytes of its file that were sent.
    sent: Arc<AtomicU64>,
    pub(super) redactor: Redactor,
}

impl Reading {
    /// Reads a request. A multipart form is a stream: a copy of its fields comes with it.
    ///
    /// # Errors
    /// If it is not the request of a client of a generated crate.
    pub(super) fn new(request: &http::Request<Body>, secrets: &Secrets) -> Result<Self, BoxError> {
        let Some(info) = request.extensions().get::<CallInfo>().copied() else {
            return Err("only requests of a generated crate's client can be recorded".into());
        };
        let redactor = Redactor::new(info, secrets);
        // The secrets of headers and form are known before they are looked for elsewhere.
        let headers = redactor.credential(request.headers());
        let mut recorded = RecordedRequest {
            operation: info.operation.name.to_owned(),
            method: (request.method() != http::Method::POST).then(|| request.method().to_string()),
            path: request.uri().path().to_owned(),
            headers,
            ..RecordedRequest::default()
        };
        let mut add = |name: &str, text: &str| {
            recorded.form.push((name.to_owned(), redactor.field(name, text)));
        };
        let copy = request.extensions().get::<MultipartCopy>().cloned().unwrap_or_default();
        copy.texts.iter().for_each(|(name, text)| add(name, text.expose()));
        let form = match info.operation.encoding {
            Encoding::Query => request.uri().query().map(str::as_bytes),
            Encoding::Form => request.body().as_bytes().map(|bytes| &**bytes),
            Encoding::Multipart => None,
        };
        FormReader::new(form.unwrap_or_default()).pairs().for_each(|(name, text)| add(name, text));
        let mut sent = Arc::default();
        if let Some(file) = copy.file {
            recorded.file = Some(File { name: file.name, media_type: file.media_type, bytes: 0 });
            sent = file.sent;
        }
        Ok(Self { recorded: redactor.complete(recorded), sent, redactor })
    }

    /// The recorded request, as far as it was sent.
    pub(super) fn recorded(&self) -> RecordedRequest {
        let mut recorded = self.recorded.clone();
        if let Some(file) = &mut recorded.file {
            file.bytes = self.sent.load(Relaxed);
        }
        recorded
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cassette::{Redaction, placeholders::Numbering};
    use crate::{ApiDescriptor, Descriptor, Parameter};

    #[test]
    fn the_parameters_of_a_query_are_recorded() {
        static API: ApiDescriptor = ApiDescriptor::EMPTY;
        static FIND: Descriptor = Descriptor::new("LampFind").method("GET").query().parameters(&[
            Parameter::required("Room", "string"),
            Parameter::required("Pin", "string").secret(),
        ]);
        let request = http::Request::get("http://lamps.invalid/find?Room=a+b&Pin=canary");
        let info = CallInfo { api: &API, operation: &FIND, has_one_time_code: false, tries: 1 };
        let request = request.extension(info).body(Body::empty()).unwrap();
        let secrets = Secrets::new(Numbering::Numbered, Redaction::new()).unwrap();
        let recorded = Reading::new(&request, &secrets).unwrap().recorded();
        assert_eq!((recorded.method.as_deref(), &*recorded.path), (Some("GET"), "/find"));
        let form = [("Room", "a b"), ("Pin", "Pin-1")];
        assert_eq!(recorded.form, form.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
}
