//! The settings of a server.

use std::{collections::HashMap, sync::Arc, time::Duration};

use axum::{Router, routing::any_service};
use tokio::sync::Semaphore;

use super::{
    BuildError, Group, HttpStatus, Policy,
    admission::Admission,
    credential::Hidden,
    endpoint::Endpoint,
    gates,
    limits::Limits,
    routes::{self, Paths},
    state::{OnRefusal, ServerState},
    target::{Handler, Operation, Targets},
};
#[cfg(feature = "mock")]
use crate::core::Descriptor;
use crate::core::{ApiDescriptor, Version, debug::shows};

/// Builds the router of a server.
///
/// Every path of the API exists, with or without a handler: an operation
/// without one returns 501 to callers that the gates admit.
#[must_use]
pub struct Builder<S: 'static> {
    api: &'static ApiDescriptor,
    server: Arc<S>,
    policy: Box<dyn Policy>,
    handlers: HashMap<&'static str, Handler>,
    paths: Paths,
    http_status: HttpStatus,
    version: Option<Version>,
    limits: Limits,
    on_early_refusal: Option<OnRefusal>,
}

impl<S: Send + Sync + 'static> Builder<S> {
    /// Creates a builder, for the generated crate's `builder`.
    pub fn new(
        api: &'static ApiDescriptor,
        server: S,
        policy: impl FnOnce(Arc<S>) -> Box<dyn Policy>,
    ) -> Self {
        let server = Arc::new(server);
        Self {
            api,
            policy: policy(server.clone()),
            server,
            handlers: HashMap::new(),
            paths: HashMap::new(),
            http_status: HttpStatus::default(),
            version: None,
            limits: Limits::default(),
            on_early_refusal: None,
        }
    }

    /// Adds the handlers of a group.
    pub fn group(mut self, group: Group<S>) -> Self {
        for route in group.0 {
            let (server, handle) = (self.server.clone(), route.handle);
            let handler = Arc::new(move |admitted| handle(server.clone(), admitted));
            self.handlers.insert(route.operation.name, handler);
        }
        self
    }

    /// Handles all operations that have no handler yet.
    #[cfg(feature = "mock")]
    pub(crate) fn otherwise(
        mut self,
        handle: impl Fn(super::Admitted) -> super::Handled + Send + Sync + 'static,
    ) -> Self {
        let handler: Handler = Arc::new(handle);
        for operation in self.api.operations {
            self.handlers.entry(operation.name).or_insert_with(|| handler.clone());
        }
        self
    }

    /// Calls a function with the refusals of requests that reach no handler.
    #[cfg(feature = "mock")]
    pub(crate) fn on_early_refusal(
        mut self,
        report: impl Fn(&'static Descriptor, &super::Refusal) + Send + Sync + 'static,
    ) -> Self {
        self.on_early_refusal = Some(Box::new(report));
        self
    }

    /// Sets the path of an operation, by its name in the documents. Its aliases
    /// stay. It has the operation's parameters that are in the path: `/beds/{bed}`.
    pub fn path(mut self, operation: &str, path: &str) -> Self {
        self.paths.insert(operation.to_owned(), path.to_owned());
        self
    }

    /// Sets the server's version: newer operations don't exist, and newer
    /// parameters are refused.
    pub fn server_version(mut self, version: Version) -> Self {
        self.version = Some(version);
        self
    }

    /// Sets the HTTP status of messages that contain a status.
    pub fn http_status(mut self, http_status: HttpStatus) -> Self {
        self.http_status = http_status;
        self
    }

    /// Sets how many bytes a form may have, or a multipart form without its
    /// only file: several files are held in memory. Default: 8 MiB. See
    /// [`Builder::max_plain_form`].
    pub fn max_form(mut self, bytes: u64) -> Self {
        self.limits.form = bytes;
        self
    }

    /// Sets how many bytes the form of an operation without JSON parameters
    /// and without several files may have, if that is less than [`Builder::max_form`]. Default: 64 KiB.
    pub fn max_plain_form(mut self, bytes: u64) -> Self {
        self.limits.plain_form = bytes;
        self
    }

    /// Sets how many bytes an uploaded file may have. Default: 1 GiB.
    pub fn max_upload(mut self, bytes: u64) -> Self {
        self.limits.upload = bytes;
        self
    }

    /// Sets how long the server waits for a body: for its next bytes, and in
    /// total unless it keeps up [`Builder::min_body_rate`]. Default: 30 seconds.
    /// `None` waits forever.
    pub fn body_timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.limits.body_timeout = timeout.into();
        self
    }

    /// Sets the bytes per second that a body needs if it takes longer than
    /// [`Builder::body_timeout`]: that many bytes earn it another second.
    /// Default: 1 KiB. 0 allows any rate.
    pub fn min_body_rate(mut self, bytes_per_second: u64) -> Self {
        self.limits.body_rate = bytes_per_second;
        self
    }

    /// Sets how much memory all requests may use together until their callers
    /// have passed the gates, in bytes. Default: 64 MiB.
    ///
    /// It counts the bytes of bodies read so far and 4 KiB for each request. When
    /// it is exhausted, the requests that have used the most memory for the
    /// longest time get 503, so unfinished forms can't keep other callers out. It
    /// must be larger than [`Builder::max_form`], or forms of that size are
    /// refused.
    ///
    /// The process can use up to twice as much: allocators leave gaps, and each
    /// thread may be decoding one form. The buffers of connections, which hold
    /// heads, are not part of it: [`Serve`](super::Serve#memory) limits those.
    pub fn max_unadmitted(mut self, bytes: usize) -> Self {
        self.limits.unadmitted = bytes;
        self
    }

    /// Sets how many handlers may run at once. Default: 1024. A handler counts
    /// until the file that it returns is sent. Requests beyond the limit get 503.
    /// Only callers that have passed the gates count, so callers without
    /// credentials can't keep others out.
    pub fn max_concurrent(mut self, requests: usize) -> Self {
        self.limits.concurrent = requests;
        self
    }

    /// Returns the router. Add layers and routes to it, nest it under a prefix, serve
    /// it with [`Serve`](super::Serve), with axum or with hyper. Its fallback
    /// responds to unknown paths in the API's shape; of routers that are merged, only
    /// one can have one: the others are from [`Builder::into_routes`].
    ///
    /// # Errors
    /// If a path that was set is invalid, belongs to another operation, or is
    /// set for an unknown operation.
    pub fn into_router(self) -> Result<Router, BuildError> {
        let (router, state) = self.build()?;
        Ok(router.fallback_service(Endpoint { state, targets: Targets::default() }))
    }

    /// Returns the router without its fallback, to be merged into another: two APIs on
    /// one port are `one.into_router()?.merge(other.into_routes()?)`.
    ///
    /// # Errors
    /// See [`Builder::into_router`].
    pub fn into_routes(self) -> Result<Router, BuildError> {
        self.build().map(|(router, _)| router)
    }

    fn build(self) -> Result<(Router, Arc<ServerState>), BuildError> {
        let paths = routes::paths(self.api, &self.paths, self.version)?;
        let state = Arc::new(ServerState {
            api: self.api,
            policy: self.policy,
            http_status: self.http_status,
            version: self.version,
            admission: Admission::new(self.limits.unadmitted),
            on_early_refusal: self.on_early_refusal,
            slots: Arc::new(Semaphore::new(self.limits.concurrent.min(Semaphore::MAX_PERMITS))),
        });
        let mut router = Router::new().without_v07_checks();
        let operation = |descriptor| Operation {
            descriptor,
            gates: gates::of(self.api, descriptor),
            limits: self.limits.of(descriptor),
            is_one_form: descriptor.is_one_form(),
            hidden: Hidden::of(descriptor),
            handler: self.handlers.get(descriptor.name).cloned(),
        };
        for (path, targets) in routes::routes(paths, operation) {
            router = router
                .route(&path, any_service(Endpoint { state: state.clone(), targets: Targets(targets) }));
        }
        Ok((router, state))
    }
}

shows!([S] Builder<S>, |it| Builder {
    api: it.api.name,
    paths: it.paths,
    http_status: it.http_status,
    version: it.version,
    limits: it.limits
});
