//! The settings of a client.

use std::{collections::HashMap, fmt, marker::PhantomData, sync::Arc, time::Duration};

use http::{
    HeaderMap, HeaderName, HeaderValue,
    header::{AUTHORIZATION, CONTENT_LENGTH, CONTENT_TYPE, PROXY_AUTHORIZATION, USER_AGENT},
    uri::PathAndQuery,
};

use super::{Client, authorize::AnyCredential, prepare::Core, route::Base};
use crate::{Api, Credential, Error, ErrorKind, Secret, Transport, Version, scrub};

/// How much of an answer is buffered unless the caller says otherwise, in
/// bytes.
const MAX_BODY: usize = 64 * 1024 * 1024;

/// How long a download may pause unless the caller says otherwise.
const READ_TIMEOUT: Duration = Duration::from_secs(60);

const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

type MakeTransport<T> = Box<dyn FnOnce() -> Result<T, ErrorKind> + Send>;

/// Builds a [`Client`].
#[must_use]
pub struct ClientBuilder<A, T> {
    settings: Result<Settings, ErrorKind>,
    credential: Option<Arc<dyn AnyCredential>>,
    transport: MakeTransport<T>,
    api: PhantomData<fn() -> A>,
}

/// What all requests of a client have in common.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(super) base: Base,
    pub(super) headers: HeaderMap,
    /// Values of headers that the caller set.
    pub(super) header_secrets: Arc<[Secret]>,
    pub(super) timeout: Option<Duration>,
    pub(super) read_timeout: Option<Duration>,
    pub(super) server_version: Option<Version>,
    /// Paths that were set, by the names of the operations.
    pub(super) paths: HashMap<String, String>,
    pub(super) prefer_alias: bool,
    pub(super) max_body: usize,
}

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    pub(super) fn new(
        base_url: &str,
        transport: impl FnOnce() -> Result<T, ErrorKind> + Send + 'static,
    ) -> Self {
        let agent = format!("{}-api/{}", A::DESCRIPTOR.name, env!("CARGO_PKG_VERSION"));
        let settings = Base::parse(base_url).map_err(ErrorKind::BaseUrl).map(Settings::new);
        let builder = Self { settings, credential: None, transport: Box::new(transport), api: PhantomData };
        builder.user_agent(&agent)
    }

    /// Sets the credential.
    pub fn credential(mut self, credential: impl Credential<Api = A>) -> Self {
        self.credential = Some(Arc::new(credential));
        self
    }

    /// Sets how long a call may take. For a download it is the time until the
    /// server begins to answer; without this setting there is no limit.
    pub fn timeout(self, duration: Duration) -> Self {
        self.set(|settings| settings.timeout = Some(duration))
    }

    /// Sets how long a download may pause once it has begun; otherwise it is
    /// 60 seconds. `None` waits for ever.
    pub fn read_timeout(self, duration: impl Into<Option<Duration>>) -> Self {
        let duration = duration.into();
        self.set(|settings| settings.read_timeout = duration)
    }

    /// Sets the user agent; otherwise it is the name of the API and the
    /// version of the crate.
    pub fn user_agent(self, text: &str) -> Self {
        self.header(USER_AGENT.as_str(), text)
    }

    /// Sets a header of all requests. It can replace neither content type nor
    /// content length, and the headers of a credential win over it. Its value
    /// does not show where a server repeats it, if it has 4 or more characters.
    pub fn header(self, name: &str, value: &str) -> Self {
        let header = HeaderName::try_from(name).ok().zip(HeaderValue::try_from(value).ok());
        self.try_set(|settings| match header {
            Some((name, mut value)) => {
                // It may be a secret: `Debug` of a request must not show it.
                value.set_sensitive(true);
                settings.headers.insert(name, value);
                Ok(())
            }
            _ => Err(ErrorKind::Header { name: name.to_owned() }),
        })
    }

    /// Tells the version of the server. What is newer is then refused before
    /// anything is sent; where only an alias is old enough, it is used.
    pub fn server_version(self, version: Version) -> Self {
        self.set(|settings| settings.server_version = Some(version))
    }

    /// Sets the path of an operation, by the name that the documents give it,
    /// whatever its description says. It is relative to the base URL.
    pub fn path(self, operation: &str, path: &str) -> Self {
        self.try_set(|settings| {
            check_path(A::DESCRIPTOR.operations, operation, path)?;
            settings.paths.insert(operation.to_owned(), path.to_owned());
            Ok(())
        })
    }

    /// Uses an alias of an operation, if it has one, instead of its path.
    pub fn prefer_alias(self) -> Self {
        self.set(|settings| settings.prefer_alias = true)
    }

    /// Sets how many bytes of an answer are buffered at most; otherwise it is
    /// 64 MiB. Downloads that are read in chunks have no limit.
    pub fn max_body(self, bytes: usize) -> Self {
        self.set(|settings| settings.max_body = bytes)
    }

    /// Sets the transport.
    pub fn transport<U: Transport>(self, transport: U) -> ClientBuilder<A, U> {
        self.map_transport(|_| Ok(transport))
    }

    /// Makes another transport of this one, when the client is built.
    pub(crate) fn map_transport<U: Transport>(
        self,
        map: impl FnOnce(MakeTransport<T>) -> Result<U, ErrorKind> + Send + 'static,
    ) -> ClientBuilder<A, U> {
        let make = self.transport;
        ClientBuilder {
            settings: self.settings,
            credential: self.credential,
            transport: Box::new(|| map(make)),
            api: PhantomData,
        }
    }

    /// The client.
    ///
    /// # Errors
    /// If the base URL, a header or a path can't be used, or if the transport
    /// can't be set up. The first such fault is told.
    pub fn build(self) -> Result<Client<A, T>, Error> {
        let mut settings = self.settings?;
        settings.header_secrets = header_secrets(&settings.headers);
        settings.headers.insert(CONTENT_TYPE, FORM);
        settings.headers.insert(CONTENT_LENGTH, 0.into());
        let core =
            Core { api: A::DESCRIPTOR, settings, credential: self.credential, one_time_sent: false.into() };
        Ok(Client { core: Arc::new(core), transport: (self.transport)()?, api: PhantomData })
    }

    fn set(self, change: impl FnOnce(&mut Settings)) -> Self {
        self.try_set(|settings| {
            change(settings);
            Ok(())
        })
    }

    fn try_set(mut self, change: impl FnOnce(&mut Settings) -> Result<(), ErrorKind>) -> Self {
        self.settings = self.settings.and_then(|mut settings| {
            change(&mut settings)?;
            Ok(settings)
        });
        self
    }
}

impl Settings {
    fn new(base: Base) -> Self {
        Self {
            base,
            headers: HeaderMap::new(),
            header_secrets: Arc::default(),
            timeout: None,
            read_timeout: Some(READ_TIMEOUT),
            server_version: None,
            paths: HashMap::new(),
            prefer_alias: false,
            max_body: MAX_BODY,
        }
    }
}

/// What a server must not repeat of the headers that the caller set.
fn header_secrets(headers: &HeaderMap) -> Arc<[Secret]> {
    let mut secrets = Vec::new();
    for (name, value) in headers {
        if [USER_AGENT, CONTENT_TYPE, CONTENT_LENGTH].contains(name) {
            continue;
        }
        let text = std::str::from_utf8(value.as_bytes()).unwrap_or_default();
        secrets.push(text);
        if [AUTHORIZATION, PROXY_AUTHORIZATION].contains(name) {
            // A server may repeat the token without its scheme.
            secrets.extend(text.split_once(' ').map(|(_, token)| token.trim()));
        }
    }
    secrets.retain(|text| scrub::is_long_enough(text));
    secrets.into_iter().map(Secret::from).collect()
}

fn check_path(operations: &[&crate::Descriptor], operation: &str, path: &str) -> Result<(), ErrorKind> {
    if !operations.iter().any(|known| known.name == operation) {
        let name = operation.to_owned();
        return Err(ErrorKind::UnknownOperation { name });
    }
    let is_path = path.starts_with('/') && !path.contains(['?', '#']);
    if !is_path || PathAndQuery::try_from(path).is_err() {
        let operation = operation.to_owned();
        return Err(ErrorKind::Path { operation });
    }
    Ok(())
}

impl<A, T> fmt::Debug for ClientBuilder<A, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClientBuilder")
            .field("settings", &self.settings)
            .field("credential", &self.credential.as_ref().map(|known| known.block().name))
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for Settings {
    /// Of headers only the names: a caller may put a secret into one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("base", &format_args!("{}", self.base))
            .field("headers", &self.headers.keys().collect::<Vec<_>>())
            .field("timeout", &self.timeout)
            .field("read_timeout", &self.read_timeout)
            .field("server_version", &self.server_version)
            .field("paths", &self.paths)
            .field("prefer_alias", &self.prefer_alias)
            .field("max_body", &self.max_body)
            .finish()
    }
}
