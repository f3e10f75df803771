//! The settings of a client.

use std::{marker::PhantomData, time::Duration};

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, USER_AGENT};

use super::settings::{Settings, header, header_secrets};
use super::{base::Base, credential_source::CredentialSource, prepare::Core, transport::Transport};
use crate::codec::{Api, Credential};
use crate::core::{
    ApiDescriptor, Descriptor, ErrorKind, ServerUrl, Version, debug::shows, descriptor::is_path,
};

type MakeTransport<T> = Box<dyn FnOnce() -> Result<T, ErrorKind> + Send>;

/// Builds a [`Client`](crate::Client).
#[must_use]
pub struct ClientBuilder<A, T> {
    settings: Result<Settings, ErrorKind>,
    credential: Option<CredentialSource>,
    transport: MakeTransport<T>,
    api: PhantomData<fn() -> A>,
}

impl<A: Api, T: Transport> ClientBuilder<A, T> {
    pub(super) fn new(
        base_url: &str,
        transport: impl FnOnce() -> Result<T, ErrorKind> + Send + 'static,
    ) -> Self {
        let settings = Base::parse(base_url).map_err(ErrorKind::BaseUrl).map(Settings::new);
        let builder = Self { settings, credential: None, transport: Box::new(transport), api: PhantomData };
        builder.user_agent(&default_agent(A::DESCRIPTOR))
    }

    /// Sets the credential.
    pub fn credential(self, credential: impl Credential<Api = A>) -> Self {
        self.holder(credential.into())
    }

    pub(super) fn holder(mut self, holder: CredentialSource) -> Self {
        self.credential = Some(holder);
        self
    }

    /// Limits the time of a call, with all that a transport does for it: the
    /// waiting and the repeated requests of layers, too. For a download, the
    /// limit ends when the response begins. There is no limit by default.
    pub fn timeout(self, duration: Duration) -> Self {
        self.set(|settings| settings.timeout = Some(duration))
    }

    /// Limits how long the server may pause within a response, download or
    /// not. The default is 60 seconds; `None` waits forever. Over a connection,
    /// the response has to begin within ten times as long, unless a stream is
    /// uploaded: [`ClientBuilder::timeout`] is for shorter limits.
    pub fn read_timeout(self, duration: impl Into<Option<Duration>>) -> Self {
        let duration = duration.into();
        self.set(|settings| settings.read_timeout = duration)
    }

    /// Sends a call again if it failed in a way that may pass, and if that does no
    /// harm; [`Retry`](crate::Retry) says when. By default, each call is sent once.
    #[cfg(feature = "reqwest")]
    pub fn retry(self, retry: super::retry::Retry) -> Self {
        self.set(|settings| settings.retry = retry)
    }

    /// Sets the user agent. The default is the name of the API and the version
    /// of the crate.
    pub fn user_agent(self, text: &str) -> Self {
        self.header(USER_AGENT.as_str(), text)
    }

    /// Sets a header of every request. It can't replace the content type, the
    /// content length or the headers of a credential. Its value is treated as
    /// a secret if it has 4 or more characters.
    ///
    /// `Accept-Encoding` is `identity` unless it is set here, by a call or by a parameter. Then nothing
    /// undoes the encoding of a response, unless the transport does.
    pub fn header(self, name: &str, value: &str) -> Self {
        self.try_set(|settings| {
            let (name, value) = header(name, value)?;
            settings.headers.insert(name, value);
            Ok(())
        })
    }

    /// Sets the content type of a body that can have another one.
    #[cfg(feature = "cli")]
    pub(crate) fn content_type(self, value: &str) -> Self {
        self.try_set(|settings| {
            settings.content_type = Some(header(CONTENT_TYPE.as_str(), value)?.1);
            Ok(())
        })
    }

    /// Sends the operations that are at a server of their own, which the spec names, to a URL:
    /// `server(&UPLOADS_SERVER, &UPLOADS_SERVER.url())`. Without this, they go to the base URL, as all others do.
    pub fn server(self, server: &ServerUrl, url: &str) -> Self {
        self.try_set(|settings| {
            settings.servers.insert(server.name, Base::parse(url).map_err(ErrorKind::BaseUrl)?);
            Ok(())
        })
    }

    /// Sets the version of the server. Operations and parameters that the
    /// server is too old for are then rejected before anything is sent, and
    /// an alias is used where the server is too old for the path.
    pub fn server_version(self, version: Version) -> Self {
        self.set(|settings| settings.server_version = Some(version))
    }

    /// Overrides the path of an operation, given by its name in the documents.
    /// The path is relative to the base URL.
    pub fn path(self, operation: &str, path: &str) -> Self {
        self.try_set(|settings| {
            check_path(A::DESCRIPTOR.operations, operation, path)?;
            settings.paths.insert(operation.to_owned(), path.to_owned());
            Ok(())
        })
    }

    /// Uses the first alias of an operation instead of its path.
    pub fn prefer_alias(self) -> Self {
        self.set(|settings| settings.prefer_alias = true)
    }

    /// Limits how many bytes of a response are buffered. The default is 64 MiB.
    /// Downloads that are read in chunks have no limit.
    ///
    /// A typed result may take 16 times the memory of its JSON (64 MiB if that is short);
    /// others are errors ([`ErrorKind::Decode`](crate::ErrorKind::Decode)). This can't be
    /// changed, but the error has the body, which [`Json`](crate::Json) reads.
    pub fn max_body(self, bytes: usize) -> Self {
        self.set(|settings| settings.max_body = bytes)
    }

    /// Rejects, before anything is sent, every operation that does more than read:
    /// all but those whose descriptor has [`Effect::Reads`](crate::Effect::Reads). Most
    /// effects are inferred: what an operation does on a server is not tested.
    /// It applies to [`Client::prepare`](crate::Client::prepare) and
    /// [`Client::with_credential`](crate::Client::with_credential), too.
    ///
    /// A call to the path of another operation counts with the stricter effect of the two. A path
    /// that the API doesn't have is accepted from [`ClientBuilder::path`]; from a call, only
    /// with [`CallBuilder::trust_path`](crate::CallBuilder::trust_path).
    pub fn read_only(self) -> Self {
        self.set(|settings| settings.read_only = true)
    }

    /// Sets the transport.
    pub fn transport<U: Transport>(self, transport: U) -> ClientBuilder<A, U> {
        self.map_transport(|_| Ok(transport))
    }

    /// Wraps the transport when the client is built.
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

    /// The parts of the client.
    pub(super) fn finish(self) -> Result<(Core, T), ErrorKind> {
        let mut settings = self.settings?;
        settings.header_secrets = header_secrets(&settings.headers).into();
        // Each body sets its own.
        settings.headers.remove(CONTENT_TYPE);
        settings.headers.remove(CONTENT_LENGTH);
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

/// The user agent of a client for which none is set.
pub(crate) fn default_agent(api: &ApiDescriptor) -> String {
    format!("{}-api/{}", api.name, api.crate_version)
}

fn check_path(operations: &[&Descriptor], operation: &str, path: &str) -> Result<(), ErrorKind> {
    if !operations.iter().any(|known| known.name == operation) {
        let name = operation.to_owned();
        return Err(ErrorKind::UnknownOperation { name });
    }
    if !is_path(path) {
        let operation = operation.to_owned();
        return Err(ErrorKind::Path { operation });
    }
    Ok(())
}

shows!([A, T] ClientBuilder<A, T>, |it| ClientBuilder {
    settings: it.settings,
    credential: it.credential.as_ref().map(|known| known.block().name)
});
