//! Prepares the request of an operation.

use std::{sync::Arc, time::Duration};

use http::HeaderMap;

use super::{
    accept::{set_accept, set_accept_encoding},
    call::{Call, Draft, has_one_time},
    credential::{EncodedCredential, HeldCredential, fitting},
    credential_source::CredentialSource,
    options::Options,
    settings::{Settings, header_secrets},
    transport::{Outgoing, ReadTimeout, Timeout, Until},
};
use crate::codec::{Carrier, FormWriter, redact::SentValues, reply::CallContext};
use crate::core::{
    ApiDescriptor, Descriptor, Effect, Error, ErrorKind, Secret, Waits, call_info::CallInfo, debug::shows,
};

/// A typical request has at most this many headers.
const HEADERS: usize = 8;

/// The state that all clones of a client share.
pub(crate) struct Core {
    pub(super) api: &'static ApiDescriptor,
    pub(super) settings: Settings,
    pub(super) credential: Option<CredentialSource>,
}

impl Core {
    pub(super) fn new(
        api: &'static ApiDescriptor,
        settings: Settings,
        credential: Option<CredentialSource>,
    ) -> Self {
        Self { api, settings, credential }
    }

    pub(super) fn with_credential(&self, credential: Option<CredentialSource>) -> Self {
        Self::new(self.api, self.settings.clone(), credential)
    }

    /// Starts a call with everything that doesn't need the parameters.
    pub(super) fn begin(
        &self,
        descriptor: &'static Descriptor,
        options: Options,
    ) -> Result<Box<Draft>, Error> {
        self.draft(descriptor, options).map_err(|kind| Error::new(descriptor.name, kind))
    }

    fn draft(&self, descriptor: &'static Descriptor, options: Options) -> Result<Box<Draft>, ErrorKind> {
        let route = self.settings.route(self.api, descriptor, &options)?;
        let has = self.credential.as_ref().map(CredentialSource::block);
        let block = match descriptor.auth.block() {
            Some(block) if options.takes_any_credential => has.and(Some(block)),
            _ => fitting(has, descriptor)?,
        };
        if let Some(error) = options.error {
            return Err(*error);
        }
        let until = if descriptor.is_streamed() { Until::Head } else { Until::End };
        let timeout = options.timeout(&self.settings).map(|duration| Timeout::new(duration, until));
        let read_timeout = options.read_timeout(&self.settings).map(ReadTimeout);
        let retry = options.retry.unwrap_or(self.settings.retry);
        let limit = options.max_body.unwrap_or(self.settings.max_body);
        let (headers, header_secrets) = self.headers(options.headers);
        Ok(Box::new(Draft {
            headers,
            header_secrets,
            timeout,
            read_timeout,
            limit,
            retry,
            descriptor,
            path: route.path,
            inferred_path: route.inferred,
            form: FormWriter::new(descriptor.parameters),
            block,
            page: None,
        }))
    }

    /// The headers of the client and those of a call, with the values that may be secrets.
    fn headers(&self, of_call: HeaderMap) -> (HeaderMap, Arc<[Secret]>) {
        let mut headers = HeaderMap::with_capacity(HEADERS);
        for (name, value) in &self.settings.headers {
            headers.append(name, value.clone());
        }
        let known = &self.settings.header_secrets;
        if of_call.is_empty() {
            return (headers, known.clone());
        }
        let secrets = header_secrets(&of_call).into_iter().chain(known.iter().cloned()).collect();
        headers.extend(of_call);
        (headers, secrets)
    }

    /// The credential of a call, encoded for its operation. If `held` is `None`, the last known one.
    fn credential(
        &self,
        draft: &Draft,
        held: Option<&Arc<HeldCredential>>,
    ) -> Result<Option<Signature>, ErrorKind> {
        let Some(block) = draft.block else { return Ok(None) };
        let known = self.credential.as_ref().and_then(CredentialSource::known);
        // Lazily, here and below: an error is large, and would be built and dropped in each call.
        let held =
            held.or(known.as_ref()).ok_or_else(|| ErrorKind::MissingCredential { needs: block.title })?;
        // The block may be an alternative that has no bearer token.
        let is_bearer = draft.descriptor.bearer_only && block.bearer.is_some();
        let carrier = if is_bearer { Carrier::Bearer } else { held.credential.carrier() };
        Ok(Some((held.clone(), held.encoded(block, carrier)?)))
    }

    /// Finishes a call whose parameters are written.
    pub(super) fn sign(
        &self,
        draft: Box<Draft>,
        held: Option<&Arc<HeldCredential>>,
    ) -> Result<Box<Call>, Error> {
        let name = draft.descriptor.name;
        self.credential(&draft, held)
            .and_then(|signature| self.finish(draft, signature))
            .map_err(|kind| Error::new(name, kind))
    }

    fn finish(&self, mut draft: Box<Draft>, signature: Option<Signature>) -> Result<Box<Call>, ErrorKind> {
        let operation = draft.descriptor;
        let (held, credential) = match signature {
            Some((held, encoded)) => (Some(held), encoded.values.clone()),
            None => (None, Arc::default()),
        };
        self.settings.reject_newer(&credential)?;
        self.settings.reject_newer(&draft.form.values)?;
        let one_time = held.filter(|_| has_one_time(&credential));
        let has_one_time_code = one_time.is_some() || has_one_time(&draft.form.values);
        let mut read_timeout = draft.read_timeout;
        if let (Some(wait), Some(ReadTimeout(pause))) = (wait(operation, &draft.form), &mut read_timeout) {
            *pause = pause.saturating_add(wait);
        }
        let mut request = self.settings.assemble(self.api, &mut draft, &credential)?;
        set_accept(request.headers_mut(), operation);
        let takes_encoded = set_accept_encoding(request.headers_mut());
        let info = CallInfo { api: self.api, operation, has_one_time_code, tries: 1 };
        let is_own = operation.paths().any(|known| known == draft.path);
        let only_reads = operation.effect == Effect::Reads && is_own;
        let Draft { header_secrets: headers, form, page, path, inferred_path, limit, timeout, retry, .. } =
            *draft;
        let is_page = page.is_some();
        let sent = Arc::new(SentValues { headers, credential, values: form.values, is_page });
        let path = Some(path).filter(|_| is_page);
        let outgoing = Outgoing {
            request,
            info,
            timeout,
            read_timeout,
            #[cfg(feature = "cassette")]
            sent: sent.clone(),
        };
        let context = CallContext {
            descriptor: operation,
            inferred_path,
            api: self.api,
            sent,
            tries: 0,
            limit,
            only_reads,
            streams: false,
            takes_encoded,
        };
        Ok(Box::new(Call { outgoing, context: Box::new(context), one_time, retry, path }))
    }
}

/// A credential, and its values in the request.
type Signature = (Arc<HeldCredential>, Arc<EncodedCredential>);

/// The time that the server may take before it responds.
fn wait(operation: &Descriptor, form: &FormWriter) -> Option<Duration> {
    match operation.waits? {
        Waits::Seconds(seconds) => Some(Duration::from_secs(seconds.into())),
        Waits::Parameter(name) => {
            let known = operation.parameters.iter().find(|known| known.name == name);
            let text = form.text(name).or(known?.default)?;
            Duration::try_from_secs_f64(text.parse().ok()?).ok()
        }
    }
}

shows!(Core, |it| Core {
    api: it.api.name,
    settings: it.settings,
    credential: it.credential.as_ref().map(|credential| credential.block().name)
});
