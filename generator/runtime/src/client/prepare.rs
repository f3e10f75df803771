//! From an operation to its request.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use http::{
    HeaderMap, HeaderValue, Method, Uri,
    header::{CONTENT_LENGTH, CONTENT_TYPE},
};
use http_body::Body as _;

use super::{authorize::AnyCredential, builder::Settings};
use crate::{
    ApiDescriptor, Body, Descriptor, Encoding, Error, ErrorKind, FormWriter, Newer, Parameter, Version,
    form::{Encoded, Multipart, Target},
    reply::CallContext,
    scrub::Secrets,
    transport::{Timeout, Until},
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

/// A request that is being written.
pub(crate) struct Draft {
    pub(super) descriptor: &'static Descriptor,
    pub(super) form: FormWriter,
    pub(super) headers: HeaderMap,
    pub(super) secrets: Secrets,
    /// The credential has a code that works once.
    pub(super) one_time: bool,
    uri: Uri,
    /// How many names of the form belong to the credential.
    credential_names: usize,
}

impl Draft {
    pub(super) fn form(&mut self) -> &mut FormWriter {
        &mut self.form
    }
}

/// A request that is ready, and what reads its answer.
pub(crate) struct Call {
    pub(super) request: http::Request<Body>,
    pub(super) context: CallContext,
    one_time: bool,
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
        let mut draft = Draft {
            uri: self.uri(descriptor)?,
            descriptor,
            form: FormWriter::with_target(target, &[]),
            headers: self.settings.headers.clone(),
            secrets: Secrets::default(),
            one_time: false,
            credential_names: 0,
        };
        self.authorize(&mut draft)?;
        draft.credential_names = draft.form.names().len();
        draft.form.set_parameters(descriptor.parameters);
        Ok(draft)
    }

    /// The request, once the parameters are written.
    pub(super) fn finish(&self, draft: Draft) -> Result<Call, Error> {
        let name = draft.descriptor.name;
        self.call(draft).map_err(|kind| Error::new(name, kind))
    }

    fn call(&self, draft: Draft) -> Result<Call, ErrorKind> {
        let descriptor = draft.descriptor;
        let mut secrets = draft.secrets;
        let encoded = draft.form.finish()?;
        let own = encoded.names.get(draft.credential_names..).unwrap_or_default();
        self.refuse_newer(own, descriptor.parameters)?;
        let mut request = http::Request::new(Body::empty());
        *request.method_mut() = method(descriptor)?;
        *request.uri_mut() = draft.uri;
        *request.headers_mut() = draft.headers;
        secrets.add(set_body(&mut request, encoded)?);
        if let Some(duration) = self.settings.timeout {
            let until = if descriptor.returns.is_streamed() { Until::Head } else { Until::End };
            request.extensions_mut().insert(Timeout::new(duration, until));
        }
        Ok(Call {
            request,
            context: CallContext {
                operation: descriptor.name,
                api: self.api,
                secrets,
                limit: self.settings.max_body,
            },
            one_time: draft.one_time,
        })
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
fn set_body(request: &mut http::Request<Body>, encoded: Encoded) -> Result<Vec<crate::Secret>, ErrorKind> {
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
    if let Some(size) = request.body().size_hint().exact() {
        // Said even if it is zero: some servers want it with every POST.
        request.headers_mut().insert(CONTENT_LENGTH, size.into());
    }
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
