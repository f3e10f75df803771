//! The default transport.

use std::{
    error::Error as _,
    future::Future,
    io, iter,
    pin::{Pin, pin},
    sync::{Arc, OnceLock},
    task::{Context, Poll},
};

use http::uri::{Authority, PathAndQuery, Scheme, Uri};
use http_body_util::BodyExt as _;
use reqwest::Url;
use tokio::runtime::Handle;
use tower_service::Service;

use super::{Limits, Outgoing, Transport};
use crate::core::error::{NotSent, TimedOut, Unanswered};
use crate::core::{Body, BoxError, Error, ErrorKind, debug::shows, defaults::CONNECT_TIMEOUT};

/// A transport over `reqwest`, with a connection pool that its clones share.
/// It needs a tokio runtime.
#[derive(Clone)]
pub struct Reqwest {
    client: reqwest::Client,
    /// The server of the first request.
    server: Arc<OnceLock<Server>>,
}

/// The server of a request, and its URL.
struct Server {
    scheme: Option<Scheme>,
    authority: Option<Authority>,
    url: Url,
}

impl Server {
    fn is_of(&self, uri: &Uri) -> bool {
        let authority = self.authority.as_ref().map(Authority::as_str);
        self.scheme.as_ref() == uri.scheme() && authority == uri.authority().map(Authority::as_str)
    }
}

impl Reqwest {
    /// Creates a transport with reqwest's default settings, and a limit of 30 seconds
    /// for connecting.
    ///
    /// # Errors
    /// If TLS can't be set up on this machine.
    pub fn new() -> Result<Self, Error> {
        Self::with(usual())
    }

    /// Creates the default transport. The error doesn't name the caller, which adds its name.
    pub(crate) fn usual() -> Result<Self, BoxError> {
        Self::built(usual())
    }

    /// Creates the default transport, which also trusts the certificates in this PEM.
    #[cfg(feature = "cli")]
    pub(crate) fn trusting(pem: &[u8]) -> Result<Self, BoxError> {
        let certificates = reqwest::Certificate::from_pem_bundle(pem)?;
        if certificates.is_empty() {
            return Err("it has no certificate in PEM format".into());
        }
        Self::built(usual().tls_certs_merge(certificates))
    }

    /// Creates a transport with custom settings: proxies, certificates, pools.
    /// Redirects and retries are always turned off.
    ///
    /// With the feature `tls`, ring becomes the process's provider of cryptography, unless
    /// the program has installed another before its first client, or has the feature
    /// `tls-aws-lc`.
    ///
    /// # Errors
    /// If reqwest rejects the settings.
    pub fn with(builder: reqwest::ClientBuilder) -> Result<Self, Error> {
        Self::built(builder).map_err(|error| ErrorKind::Connect(error).into())
    }

    fn built(builder: reqwest::ClientBuilder) -> Result<Self, BoxError> {
        #[cfg(all(feature = "tls", not(feature = "tls-aws-lc")))]
        install_ring();
        let builder = builder.redirect(reqwest::redirect::Policy::none()).retry(reqwest::retry::never());
        Ok(Self { client: builder.build()?, server: Arc::default() })
    }

    /// reqwest's future, which is small.
    fn execute(
        &self,
        request: http::Request<Body>,
    ) -> Result<impl Future<Output = reqwest::Result<reqwest::Response>> + use<>, BoxError> {
        Ok(self.client.execute(self.request(request)?))
    }

    fn request(&self, request: http::Request<Body>) -> Result<reqwest::Request, BoxError> {
        let (head, body) = request.into_parts();
        let mut request = reqwest::Request::new(head.method, self.url(&head.uri)?);
        *request.headers_mut() = head.headers;
        *request.version_mut() = head.version;
        *request.body_mut() = Some(into_reqwest(body));
        Ok(request)
    }

    /// The URL of a request. Its server is usually the one of the first request: reading a host takes
    /// longer than all the rest.
    fn url(&self, uri: &Uri) -> Result<Url, BoxError> {
        let path = uri.path_and_query().map_or("", PathAndQuery::as_str);
        // Two slashes would begin a host, and a backslash counts as one.
        let is_path = path.starts_with('/') && !path.starts_with("//") && !path.contains('\\');
        if let Some(server) = self.server.get().filter(|server| is_path && server.is_of(uri)) {
            return server.url.join(path).map_err(|error| NotSent(error.into()).into());
        }
        let url = Url::parse(&uri.to_string()).map_err(|error| NotSent(error.into()))?;
        let (scheme, authority) = (uri.scheme().cloned(), uri.authority().cloned());
        let mut server = Server { scheme, authority, url: url.clone() };
        server.url.set_path("");
        server.url.set_query(None);
        // It fails if another request was the first.
        self.server.set(server).ok();
        Ok(url)
    }
}

/// Gives reqwest a provider of cryptography: it has none of its own with the feature `tls`.
#[cfg(all(feature = "tls", not(feature = "tls-aws-lc")))]
fn install_ring() {
    if rustls::crypto::CryptoProvider::get_default().is_none() {
        // It fails only if another thread has just installed one, which serves as well.
        rustls::crypto::ring::default_provider().install_default().ok();
    }
}

fn usual() -> reqwest::ClientBuilder {
    reqwest::Client::builder().connect_timeout(CONNECT_TIMEOUT)
}

impl Transport for Reqwest {
    fn call(
        &self,
        request: http::Request<Body>,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send {
        let limits = Limits::of(&request);
        self.exchange(Box::new(request), limits)
    }

    fn send_outgoing(
        &self,
        outgoing: Outgoing,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send {
        let limits = Limits::of_outgoing(&outgoing);
        self.exchange(outgoing.request, limits)
    }
}

impl Reqwest {
    fn exchange(
        &self,
        // Boxed: an async block keeps room for what it takes and for what it moves on.
        request: Box<http::Request<Body>>,
        limits: Limits,
    ) -> impl Future<Output = Result<http::Response<Body>, BoxError>> + Send {
        let limits = limits.over_connection(request.body());
        async move {
            // The reader of the body may be outside of the runtime.
            let runtime = Handle::try_current().ok();
            let runtime = move || runtime.clone();
            let (response, deadline) = limits.wait(&runtime, pin!(self.execute(*request)?)).await?;
            let response = http::Response::from(response.map_err(unanswered)?);
            Ok(response.map(|body| limits.limited(body.map_err(without_url), deadline, runtime)))
        }
    }
}

/// The service at the bottom of a stack of middleware. It is always ready, and
/// respects the time limits of each request.
impl Service<http::Request<Body>> for Reqwest {
    type Response = http::Response<Body>;
    type Error = BoxError;
    type Future = Pin<Box<dyn Future<Output = Result<http::Response<Body>, BoxError>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), BoxError>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let transport = self.clone();
        Box::pin(async move { Transport::call(&transport, request).await })
    }
}

// Default headers may contain secrets.
shows!(Reqwest, |it| Reqwest {});

fn into_reqwest(body: Body) -> reqwest::Body {
    match body.as_bytes() {
        Some(bytes) => bytes.clone().into(),
        None => reqwest::Body::wrap(body),
    }
}

/// The error of a request. Marks those where the server closed the connection before it responded, which
/// may happen to an idle connection at any time.
fn unanswered(error: reqwest::Error) -> BoxError {
    let mut causes = iter::successors(error.source(), |&cause| cause.source());
    let has_ended = causes.any(|cause| {
        let is_incomplete = cause.downcast_ref().is_some_and(hyper::Error::is_incomplete_message);
        let io = cause.downcast_ref().map(io::Error::kind);
        is_incomplete || matches!(io, Some(io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe))
    });
    let is_unanswered = has_ended && !error.is_connect();
    let error = without_url(error);
    if is_unanswered { Unanswered(error).into() } else { error }
}

/// Removes the URL, which may have secrets, from reqwest's errors.
fn without_url(error: reqwest::Error) -> BoxError {
    // Checked before the timeout: connecting has its own.
    if error.is_connect() || error.is_builder() {
        return NotSent(error.without_url().into()).into();
    }
    if error.is_timeout() {
        return TimedOut.into();
    }
    error.without_url().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_server_makes_no_other_url_of_a_path() {
        let known = Reqwest::usual().unwrap();
        known.url(&Uri::from_static("http://a.example:81/b?c")).unwrap();
        for path in [
            "/",
            "/b/c?d=e%20f",
            "/b/../c",
            "//b/c",
            "/\\b/c",
            "/b\\c",
            "/b//c",
            "?d",
            "/b:c@d",
            "/%2F%2fb",
            "/b?",
            "/b?a'b",
            "/b?//c",
            "/b?x\\y",
            "/.//b",
            "/..//b",
            "/../../b",
        ] {
            let uri: Uri = format!("http://a.example:81{path}").parse().unwrap();
            let expected = Reqwest::usual().unwrap().url(&uri).unwrap();
            assert_eq!(known.url(&uri).unwrap(), expected, "{path}");
            assert_eq!(expected.host_str(), Some("a.example"), "{path}");
        }
        for other in ["http://a.example/b", "https://a.example:81/b", "http://b.example:81/b"] {
            assert_eq!(known.url(&Uri::from_static(other)).unwrap().as_str(), other);
        }
    }
}
