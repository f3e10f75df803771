//! From an operation to its request.

use std::{sync::Arc, time::Duration};

use http::{HeaderMap, Method, Uri};

use super::{
    accept::{set_accept, set_accept_encoding},
    authorize::{authorize, fitting},
    call::{Call, Draft, has_one_time},
    held::Held,
    holder::Holder,
    options::Options,
    places::set_body_or_query,
    settings::{Settings, header_secrets},
    transport::{Outgoing, ReadTimeout, Timeout, Until},
};
use crate::codec::form::{Multipart, Target};
use crate::codec::{FormWriter, redact::Secrets, reply::CallContext};
use crate::core::{
    ApiDescriptor, Body, Descriptor, Encoding, Error, ErrorKind, Waits, call_info::CallInfo, debug::shows,
};

/// Size of a typical form, in bytes.
const FORM_SIZE: usize = 256;

/// Number of headers of a typical request, or some more.
const HEADERS: usize = 8;

/// The state that all clones of a client share.
pub(crate) struct Core {
    api: &'static ApiDescriptor,
    pub(super) settings: Settings,
    pub(super) credential: Option<Holder>,
}

impl Core {
    pub(super) fn new(api: &'static ApiDescriptor, settings: Settings, credential: Option<Holder>) -> Self {
        Self { api, settings, credential }
    }

    pub(super) fn with_credential(&self, credential: Option<Holder>) -> Self {
        Self::new(self.api, self.settings.clone(), credential)
    }

    /// Starts a call: everything that doesn't need the parameters.
    pub(super) fn begin(
        &self,
        descriptor: &'static Descriptor,
        options: Options,
    ) -> Result<Box<Draft>, Error> {
        self.draft(descriptor, options).map_err(|kind| Error::new(descriptor.name, kind))
    }

    fn draft(&self, descriptor: &'static Descriptor, options: Options) -> Result<Box<Draft>, ErrorKind> {
        let route = self.settings.route(self.api, descriptor, &options)?;
        let has = self.credential.as_ref().map(Holder::block);
        let block = match descriptor.auth.block() {
            Some(block) if options.takes_any_credential => has.and(Some(block)),
            _ => fitting(has, descriptor)?,
        };
        if let Some(error) = options.error {
            return Err(*error);
        }
        let until = if descriptor.returns.is_streamed() { Until::Head } else { Until::End };
        let timeout = options.timeout(&self.settings).map(|duration| Timeout::new(duration, until));
        let read_timeout = options.read_timeout(&self.settings).map(ReadTimeout);
        let retry = options.retry.unwrap_or(self.settings.retry);
        let limit = options.max_body.unwrap_or(self.settings.max_body);
        let text = || String::with_capacity(FORM_SIZE);
        let target = match descriptor.encoding {
            Encoding::Form | Encoding::Query | Encoding::Body => Target::Form(text()),
            Encoding::Json => Target::Json(text()),
            Encoding::Multipart => Target::Multipart(Multipart::new()),
        };
        let mut secrets = Secrets::of_headers(self.settings.header_secrets.clone());
        let headers = self.headers(options.headers, &mut secrets);
        let mut form = FormWriter::of_request(target, descriptor, secrets);
        if let Some(Waits::Parameter(name)) = descriptor.waits {
            form.watch(name);
        }
        Ok(Box::new(Draft {
            headers,
            timeout,
            read_timeout,
            limit,
            one_time: None,
            retry,
            descriptor,
            path: route.path,
            inferred_path: route.inferred,
            form,
            block,
            page: None,
        }))
    }

    /// The headers of the client and those of a call, whose secrets are added.
    fn headers(&self, of_call: HeaderMap, secrets: &mut Secrets) -> HeaderMap {
        let mut headers = HeaderMap::with_capacity(HEADERS);
        for (name, value) in &self.settings.headers {
            headers.append(name, value.clone());
        }
        if !of_call.is_empty() {
            header_secrets(&of_call).into_iter().for_each(|secret| secrets.push(secret));
            headers.extend(of_call);
        }
        headers
    }

    /// Puts a credential before the parameters, which are written: the one that is known, if this
    /// is `None`.
    fn authorize(&self, draft: &mut Draft, held: Option<&Arc<Held>>) -> Result<(), ErrorKind> {
        let Some(block) = draft.block else { return Ok(()) };
        let known = self.credential.as_ref().and_then(Holder::known);
        // Lazily, here and below: an error is large, and would be built and dropped in each call.
        let held =
            held.or(known.as_ref()).ok_or_else(|| ErrorKind::MissingCredential { needs: block.title })?;
        authorize(draft, held, block, &self.settings)
    }

    /// The URL of a call whose parameters are written, without what its credential adds to the query.
    pub(super) fn url(&self, draft: &Draft) -> Result<Uri, ErrorKind> {
        match &draft.page {
            Some(page) => self.settings.base.url(page.clone()).ok_or_else(|| ErrorKind::NextPage),
            None => {
                let (form, elsewhere) = (&draft.form, draft.form.elsewhere.as_deref());
                let is_query = matches!(draft.descriptor.encoding, Encoding::Query | Encoding::Body);
                let usual = if is_query { form.as_str() } else { "" };
                self.settings.url(self.api, draft.descriptor, &draft.path, usual, elsewhere)
            }
        }
    }

    /// Finishes a call whose parameters are written.
    pub(super) fn sign(&self, mut draft: Box<Draft>, held: Option<&Arc<Held>>) -> Result<Box<Call>, Error> {
        let name = draft.descriptor.name;
        let call = self.authorize(&mut draft, held).and_then(|()| self.finish(draft));
        call.map_err(|kind| Error::new(name, kind))
    }

    /// Finishes a call whose parameters and credential are written.
    fn finish(&self, mut draft: Box<Draft>) -> Result<Box<Call>, ErrorKind> {
        // The form is large, so it isn't moved.
        let (operation, form) = (draft.descriptor, &mut draft.form);
        form.check()?;
        self.settings.reject_newer(&form.names, operation.parameters)?;
        let has_one_time_code = draft.one_time.is_some() || has_one_time(&form.names, operation.parameters);
        let mut read_timeout = draft.read_timeout;
        if let (Some(wait), Some(ReadTimeout(pause))) = (wait(operation, form), &mut read_timeout) {
            *pause = pause.saturating_add(wait);
        }
        let mut elsewhere = form.elsewhere.take();
        let body = elsewhere.as_mut().and_then(|elsewhere| elsewhere.body.take());
        let mut request = Box::new(http::Request::new(Body::empty()));
        *request.headers_mut() = draft.headers;
        *request.method_mut() = method(operation)?;
        let query = set_body_or_query(&mut request, operation, form.take_target(), body)?;
        let path = draft.page.is_some().then(|| draft.path.clone());
        *request.uri_mut() = match draft.page.take() {
            Some(page) => self.settings.page(self.api, operation, &draft.path, page)?,
            None => self.settings.url(self.api, operation, &draft.path, &query, elsewhere.as_deref())?,
        };
        if let Some(elsewhere) = elsewhere {
            #[cfg(feature = "cassette")]
            if operation.has_path_parameters() {
                request.extensions_mut().insert(elsewhere.path_copy());
            }
            elsewhere.move_into(request.headers_mut())?;
        }
        set_accept(request.headers_mut(), operation);
        let takes_encoded = set_accept_encoding(request.headers_mut());
        let info = CallInfo { api: self.api, operation, has_one_time_code, tries: 1 };
        let outgoing = Outgoing { request, info, timeout: draft.timeout, read_timeout };
        let context = Box::new(CallContext {
            descriptor: operation,
            inferred_path: draft.inferred_path,
            api: self.api,
            secrets: draft.form.secrets,
            tries: 0,
            limit: draft.limit,
            streams: false,
            takes_encoded,
            kept: draft.form.kept,
        });
        Ok(Box::new(Call { outgoing, context, one_time: draft.one_time, retry: draft.retry, path }))
    }
}

/// The time that the server may take before it responds.
fn wait(operation: &Descriptor, form: &FormWriter) -> Option<Duration> {
    match operation.waits? {
        Waits::Seconds(seconds) => Some(Duration::from_secs(seconds.into())),
        Waits::Parameter(name) => {
            let known = operation.parameters.iter().find(|known| known.name == name);
            let text = form.watched(name).or(known?.default)?;
            Duration::try_from_secs_f64(text.trim_matches('"').parse().ok()?).ok()
        }
    }
}

fn method(descriptor: &Descriptor) -> Result<Method, ErrorKind> {
    Method::from_bytes(descriptor.method.as_bytes()).map_err(|_| ErrorKind::NoPath)
}

shows!(Core, |it| Core {
    api: it.api.name,
    settings: it.settings,
    credential: it.credential.as_ref().map(|credential| credential.block().name)
});
