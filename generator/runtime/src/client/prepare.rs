//! From an operation to its request.

use std::{sync::Arc, time::Duration};

use http::Method;

use super::{
    accept::set_accept,
    authorize::{authorize, fitting},
    body::set_body,
    call::{Call, Draft, has_one_time},
    held::Held,
    holder::Holder,
    options::Options,
    places::set_places,
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

/// The state that all clones of a client share.
pub(crate) struct Core {
    api: &'static ApiDescriptor,
    settings: Settings,
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
            _ if options.lists => Target::List(Vec::new()),
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
        let call = Box::new(self.empty_call(descriptor, options, route)?);
        Ok(Box::new(Draft { call, descriptor, form, block, page: None }))
    }

    fn empty_call(
        &self,
        descriptor: &'static Descriptor,
        options: Options,
        route: Route,
    ) -> Result<Call, ErrorKind> {
        if let Some(error) = options.error {
            return Err(error);
        }
        let mut request = http::Request::new(Body::empty());
        *request.method_mut() = method(descriptor)?;
        *request.uri_mut() = route.uri;
        *request.headers_mut() = self.settings.headers.clone();
        if let Some(duration) = options.timeout(&self.settings) {
            let until = if descriptor.returns.is_streamed() { Until::Head } else { Until::End };
            request.extensions_mut().insert(Timeout::new(duration, until));
        }
        if let Some(duration) = options.read_timeout(&self.settings) {
            request.extensions_mut().insert(ReadTimeout(duration));
        }
        let mut secrets = Secrets::of_headers(self.settings.header_secrets.clone());
        header_secrets(&options.headers).into_iter().for_each(|secret| secrets.push(secret));
        request.headers_mut().extend(options.headers);
        let context = CallContext {
            operation: descriptor.name,
            descriptor,
            inferred_path: route.inferred,
            returns: descriptor.returns,
            api: self.api,
            secrets,
            tries: 0,
            limit: options.max_body.unwrap_or(self.settings.max_body),
            streams: false,
        };
        let retry = options.retry.unwrap_or(self.settings.retry);
        Ok(Call { request, context, one_time: None, retry })
    }

    /// Puts a credential before the parameters, which are written: the one that is known, if this
    /// is `None`.
    pub(super) fn authorize(&self, draft: &mut Draft, held: Option<&Arc<Held>>) -> Result<(), ErrorKind> {
        let Some(block) = draft.block else { return Ok(()) };
        let known = self.credential.as_ref().and_then(Holder::known);
        let held = held.or(known.as_ref()).ok_or(ErrorKind::MissingCredential { needs: block.title })?;
        authorize(draft, held, block, &self.settings)
    }

    /// Finishes a call whose parameters are written.
    pub(super) fn sign(&self, mut draft: Box<Draft>, held: Option<&Arc<Held>>) -> Result<Box<Call>, Error> {
        let name = draft.descriptor.name;
        let call = self.authorize(&mut draft, held).and_then(|()| self.finish(draft));
        call.map_err(|kind| Error::new(name, kind))
    }

    /// Finishes a call whose parameters and credential are written.
    pub(super) fn finish(&self, draft: Box<Draft>) -> Result<Box<Call>, ErrorKind> {
        let mut call = draft.call;
        let form = draft.form.finish()?;
        self.settings.reject_newer(&form.names, draft.descriptor.parameters)?;
        let has_one_time_code =
            call.one_time.is_some() || has_one_time(&form.names, draft.descriptor.parameters);
        let info = CallInfo { api: self.api, operation: draft.descriptor, has_one_time_code, tries: 1 };
        call.request.extensions_mut().insert(info);
        let wait = wait(draft.descriptor, &form);
        call.context.secrets.add(form.secrets);
        let operation = draft.descriptor;
        if let (Some(wait), Some(ReadTimeout(pause))) = (wait, call.request.extensions_mut().get_mut()) {
            *pause = pause.saturating_add(wait);
        }
        if let Target::List(_) = form.target {
            // The list is what is wanted, and the headers that it doesn't have.
            set_accept(call.request.headers_mut(), operation);
            return Ok(call);
        }
        let mut elsewhere = form.elsewhere;
        // A form has nothing elsewhere.
        if elsewhere.is_some() && operation.has_path_parameters() {
            #[cfg(feature = "cassette")]
            if let Some(elsewhere) = &elsewhere {
                call.request.extensions_mut().insert(elsewhere.path_copy());
            }
            self.settings.fill_path(self.api, &mut call.request, operation, elsewhere.as_deref())?;
        }
        match &mut elsewhere {
            // All forms.
            None if operation.has_usual_body() => set_body(&mut call.request, form.target)?,
            elsewhere => set_places(&mut call.request, operation, form.target, elsewhere.as_deref_mut())?,
        }
        set_accept(call.request.headers_mut(), operation);
        if let Some(page) = draft.page {
            self.settings.set_page(self.api, &mut call.request, operation, page)?;
        }
        Ok(call)
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
