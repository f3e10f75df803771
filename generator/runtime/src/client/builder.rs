//! The settings of a client.

use std::{fmt, marker::PhantomData, sync::Arc, time::Duration};

use http::{
    HeaderName, HeaderValue,
    header::{CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT},
    uri::PathAndQuery,
};

use super::{
    authorize::AnyCredential,
    base::Base,
    prepare::Core,
    settings::{Settings, header_secrets},
};
use crate::{Api, Credential, Descriptor, ErrorKind, Transport, Version};

const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

type MakeTransport<T> = Box<dyn FnOnce() -> Result<T, ErrorKind> + Send>;

/// Builds a [`crate::Client`].
#[must_use]
pub struct ClientBuilder<A, T> {
    settings: Result<Settings, ErrorKind>,
    credential: Option<Arc<dyn AnyCredential>>,
    transport: MakeTransport<T>,
    api: PhantomData<fn() -> A>,
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

    /// Sets how long a call may take, or for a download, how long the server
    /// may take to begin its answer. There is no limit unless you set one.
    pub fn timeout(self, duration: Duration) -> Self {
        self.set(|settings| settings.timeout = Some(duration))
    }

    /// Sets how long the server may pause within any answer, download or not;
    /// 60 seconds unless set. `None` waits forever. The time before the answer
    /// begins does not count: limit that with [`ClientBuilder::timeout`].
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

    /// What the client is made of.
    pub(super) fn finish(self) -> Result<(Core, T), ErrorKind> {
        let mut settings = self.settings?;
        settings.header_secrets = header_secrets(&settings.headers);
        settings.headers.insert(CONTENT_TYPE, FORM);
        settings.headers.insert(CONTENT_LENGTH, 0.into());
        Ok((Core::new(A::DESCRIPTOR, settings, self.credential), (self.transport)()?))
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

fn check_path(operations: &[&Descriptor], operation: &str, path: &str) -> Result<(), ErrorKind> {
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
