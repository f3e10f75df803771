//! From an operation to its request.

use std::{mem, sync::Arc, time::Duration};

use http::{HeaderMap, Method, Uri};

use super::{
    accept::set_accept,
    authorize::{authorize, fitting},
    call::{Call, Draft, has_one_time},
    held::Held,
    holder::Holder,
    options::Options,
    places::set_body_or_query,
    route::Route,
    settings::{Settings, header_secrets},
    transport::{ReadTimeout, Timeout, Until},
};
use crate::codec::form::{Multipart, Target};
use crate::codec::{FormWriter, redact::Secrets, reply::CallContext};
use crate::core::{
    ApiDescriptor, Body, Descriptor, Encoding, Error, ErrorKind, Waits, call_info::CallInfo, debug::shows,
};

/// Size of a typical form, in bytes.
const FORM_SIZE: usize = 256;

/// Number of headers of a typical request, or some more.
const HEADERS: usize = 6;

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
        let text = || String::with_capacity(FORM_SIZE);
        let target = match descriptor.encoding {
            Encoding::Form | Encoding::Query | Encoding::Body => Target::Form(text()),
            Encoding::Json => Target::Json(text()),
            Encoding::Multipart => Target::Multipart(Multipart::new()),
        };
        let mut form = FormWriter::of_request(target, descriptor);
        if let Some(Waits::Parameter(name)) = descriptor.waits {
            form.watch(name);
        }
        let has = self.credential.as_ref().map(Holder::block);
        let block = match descriptor.auth.block() {
            Some(block) if options.takes_any_credential => has.and(Some(block)),
            _ => fitting(has, descriptor)?,
        };
        let Route { path, inferred } = route;
        let call = Box::new(self.empty_call(descriptor, options, inferred)?);
        Ok(Box::new(Draft { call, descriptor, path, form, block, page: None }))
    }

    fn empty_call(
        &self,
        descriptor: &'static Descriptor,
        options: Options,
        inferred_path: Option<&'static str>,
    ) -> Result<Call, ErrorKind> {
        if let Some(error) = options.error {
            return Err(*error);
        }
        let mut request = http::Request::new(Body::empty());
        *request.method_mut() = method(descriptor)?;
        *request.headers_mut() = HeaderMap::with_capacity(HEADERS);
        for (name, value) in &self.settings.headers {
            request.headers_mut().append(name, value.clone());
        }
        if let Some(duration) = options.timeout(&self.settings) {
            let until = if descriptor.returns.is_streamed() { Until::Head } else { Until::End };
            request.extensions_mut().insert(Timeout::new(duration, until));
        }
        if let Some(duration) = options.read_timeout(&self.settings) {
            request.extensions_mut().insert(ReadTimeout(duration));
        }
        let mut secrets = Secrets::of_headers(self.settings.header_secrets.clone());
        if !options.headers.is_empty() {
            header_secrets(&options.headers).into_iter().for_each(|secret| secrets.push(secret));
            request.headers_mut().extend(options.headers);
        }
        let context = Box::new(CallContext {
            operation: descriptor.name,
            descriptor,
            inferred_path,
            returns: descriptor.returns,
            api: self.api,
            secrets,
            tries: 0,
            limit: options.max_body.unwrap_or(self.settings.max_body),
            streams: false,
        });
        let retry = options.retry.unwrap_or(self.settings.retry);
        Ok(Call { request, context, one_time: None, retry })
    }

    /// Puts a credential before the parameters, which are written: the one that is known, if this
    /// is `None`.
    fn authorize(&self, draft: &mut Draft, held: Option<&Arc<Held>>) -> Result<(), ErrorKind> {
        let Some(block) = draft.block else { return Ok(()) };
        let known = self.credential.as_ref().and_then(Holder::known);
        let held = held.or(known.as_ref()).ok_or(ErrorKind::MissingCredential { needs: block.title })?;
        authorize(draft, held, block, &self.settings)
    }

    /// The URL of a call whose parameters are written, without what its credential adds to the query.
    pub(super) fn url(&self, draft: &Draft) -> Result<Uri, ErrorKind> {
        match &draft.page {
            Some(page) => self.settings.base.url(page.clone()).ok_or(ErrorKind::NextPage),
            None => {
                let elsewhere = draft.form.elsewhere.as_deref();
                self.settings.url(self.api, draft.descriptor, &draft.path, "", elsewhere)
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
        // The form and the request are large, so they aren't moved.
        let Draft { call, descriptor: operation, path, form, page, .. } = &mut *draft;
        form.check()?;
        self.settings.reject_newer(&form.names, operation.parameters)?;
        let has_one_time_code = call.one_time.is_some() || has_one_time(&form.names, operation.parameters);
        let info = CallInfo { api: self.api, operation, has_one_time_code, tries: 1 };
        call.request.extensions_mut().insert(info);
        let wait = wait(operation, form);
        call.context.secrets.add(mem::take(&mut form.secrets));
        if let (Some(wait), Some(ReadTimeout(pause))) = (wait, call.request.extensions_mut().get_mut()) {
            *pause = pause.saturating_add(wait);
        }
        let mut elsewhere = form.elsewhere.take();
        let body = elsewhere.as_mut().and_then(|elsewhere| elsewhere.body.take());
        let query = set_body_or_query(&mut call.request, operation, form.take_target(), body)?;
        *call.request.uri_mut() = match page.take() {
            Some(page) => self.settings.page(self.api, operation, path, page)?,
            None => self.settings.url(self.api, operation, path, &query, elsewhere.as_deref())?,
        };
        if let Some(elsewhere) = elsewhere {
            #[cfg(feature = "cassette")]
            if operation.has_path_parameters() {
                call.request.extensions_mut().insert(elsewhere.path_copy());
            }
            elsewhere.move_into(call.request.headers_mut())?;
        }
        set_accept(call.request.headers_mut(), operation);
        Ok(draft.call)
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
