//! From an operation to its request.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use http::{
    HeaderValue, Method,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body::Body as _;

use super::{authorize::AnyCredential, builder::Settings};
use crate::{
    ApiDescriptor, Body, Descriptor, Encoding, Error, ErrorKind, FormWriter, Newer, Parameter, Version,
    form::{Encoded, Multipart, Target},
    reply::CallContext,
    scrub::Secrets,
    transport::{ReadTimeout, Timeout, Until},
};

/// A form of usual size, in bytes.
const FORM_SIZE: usize = 256;

/// What all clones of a client share.
pub(crate) struct Core {
    pub(super) api: &'static ApiDescriptor,
    pub(super) settings: Settings,
    pub(super) credential: Option<Arc<dyn AnyCredential>>,
    /// A code of the credential that works once was sent.
    pub(super) one_time_sent: AtomicBool,
}

/// A request, and what reads its answer. Boxed: it is large, and handed on
/// often.
pub(crate) struct Call {
    pub(super) request: http::Request<Body>,
    pub(super) context: CallContext,
    /// The credential has a code that works once.
    pub(super) one_time: bool,
}

/// A call whose form is being written.
pub(crate) struct Draft {
    pub(super) call: Box<Call>,
    pub(super) descriptor: &'static Descriptor,
    pub(super) form: FormWriter,
    /// How many names of the form belong to the credential.
    credential_names: usize,
}

impl Core {
    pub(super) fn with_credential(&self, credential: Arc<dyn AnyCredential>) -> Self {
        Self {
            api: self.api,
            settings: self.settings.clone(),
            credential: Some(credential),
            one_time_sent: AtomicBool::new(false),
        }
    }

    /// Everything that does not need the parameters.
    pub(super) fn begin(&self, descriptor: &'static Descriptor) -> Result<Draft, Error> {
        self.draft(descriptor).map_err(|kind| Error::new(descriptor.name, kind))
    }

    fn draft(&self, descriptor: &'static Descriptor) -> Result<Draft, ErrorKind> {
        let target = match descriptor.encoding {
            Encoding::Form => Target::Form(String::with_capacity(FORM_SIZE)),
            Encoding::Multipart => Target::Multipart(Multipart::new()),
        };
        let form = FormWriter::with_target(target, &[]);
        let call = Box::new(self.empty_call(descriptor)?);
        let mut draft = Draft { call, descriptor, form, credential_names: 0 };
        self.authorize(&mut draft)?;
        draft.credential_names = draft.form.names().len();
        draft.form.set_parameters(descriptor.parameters);
        Ok(draft)
    }

    fn empty_call(&self, descriptor: &'static Descriptor) -> Result<Call, ErrorKind> {
        let mut request = http::Request::new(Body::empty());
        *request.method_mut() = method(descriptor)?;
        *request.uri_mut() = self.uri(descriptor)?;
        *request.headers_mut() = self.settings.headers.clone();
        let is_streamed = descriptor.returns.is_streamed();
        if let Some(duration) = self.settings.timeout {
            let until = if is_streamed { Until::Head } else { Until::End };
            request.extensions_mut().insert(Timeout::new(duration, until));
        }
        if let Some(duration) = self.settings.read_timeout.filter(|_| is_streamed) {
            request.extensions_mut().insert(ReadTimeout(duration));
        }
        let context = CallContext {
            operation: descriptor.name,
            returns: descriptor.returns,
            api: self.api,
            secrets: Secrets::of_headers(self.settings.header_secrets.clone()),
            limit: self.settings.max_body,
        };
        Ok(Call { request, context, one_time: false })
    }

    /// The call, once the parameters are written.
    pub(super) fn finish(&self, draft: Draft) -> Result<Box<Call>, Error> {
        let name = draft.descriptor.name;
        self.call(draft).map_err(|kind| Error::new(name, kind))
    }

    fn call(&self, draft: Draft) -> Result<Box<Call>, ErrorKind> {
        let mut call = draft.call;
        let encoded = draft.form.finish()?;
        let own = encoded.names.get(draft.credential_names..).unwrap_or_default();
        self.refuse_newer(own, draft.descriptor.parameters)?;
        call.context.secrets.add(set_body(&mut call.request, encoded)?);
        Ok(call)
    }

    /// Marks a code that works once as sent. The last thing before sending, so
    /// that no other refusal uses it up.
    pub(super) fn claim(&self, call: &Call) -> Result<(), Error> {
        if call.one_time && self.one_time_sent.swap(true, Ordering::SeqCst) {
            return Err(Error::new(call.context.operation, ErrorKind::OneTimeSent));
        }
        Ok(())
    }

    /// Refuses a parameter that the server does not know yet.
    pub(super) fn refuse_newer(
        &self,
        names: &[&'static str],
        parameters: &[Parameter],
    ) -> Result<(), ErrorKind> {
        let Some(has) = self.settings.server_version else {
            return Ok(());
        };
        let newer = |known: &&Parameter| known.since > Some(has) && names.contains(&known.name);
        match parameters.iter().find(newer) {
            Some(Parameter { name, since: Some(needs), .. }) => {
                Err(too_new(Newer::Parameter(name), *needs, has))
            }
            _ => Ok(()),
        }
    }
}

pub(super) fn too_new(what: Newer, needs: Version, has: Version) -> ErrorKind {
    ErrorKind::TooNew { what, needs, has }
}

fn method(descriptor: &Descriptor) -> Result<Method, ErrorKind> {
    Method::from_bytes(descriptor.method.as_bytes()).map_err(|_| ErrorKind::NoPath)
}

/// Puts what was written into the request; gives the secrets that are in it.
fn set_body(request: &mut http::Request<Body>, encoded: Encoded) -> Result<Secrets, ErrorKind> {
    *request.body_mut() = match encoded.target {
        // The settings have the content type of a form.
        Target::Form(form) => form.into(),
        Target::Multipart(parts) => {
            request.headers_mut().insert(CONTENT_TYPE, multipart_type(&parts)?);
            parts.into_body()
        }
        // A draft has no other target.
        Target::Headers(..) | Target::Field(..) => Body::empty(),
    };
    // Said even if it is zero: some servers want it with every POST.
    match request.body().size_hint().exact() {
        Some(size) => request.headers_mut().insert(CONTENT_LENGTH, size.into()),
        None => request.headers_mut().remove(CONTENT_LENGTH),
    };
    Ok(encoded.secrets)
}

fn multipart_type(parts: &Multipart) -> Result<HeaderValue, ErrorKind> {
    HeaderValue::try_from(parts.content_type())
        .map_err(|_| ErrorKind::Header { name: CONTENT_TYPE.to_string() })
}

impl fmt::Debug for Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let block = self.credential.as_ref().map(|credential| credential.block().name);
        f.debug_struct("Core")
            .field("api", &self.api.name)
            .field("settings", &self.settings)
            .field("credential", &block)
            .finish_non_exhaustive()
    }
}
