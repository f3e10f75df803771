//! A router on a socket.

use std::{
    future::{Future, pending},
    io,
    net::SocketAddr,
    pin::pin,
    time::Duration,
};

use axum::Router;
use http::Request;
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{rt::TokioIo, server::graceful::GracefulShutdown};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tower_service::Service;

use super::{head_timer::HeadTimer, write_timeout::WriteTimeout};

/// How many bytes of a connection are buffered, each way: a request's headers
/// have to fit.
const BUFFER: usize = 64 * 1024;

/// Longer header timeouts would exceed what a clock can count: 30 years.
const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

/// Address of the other end: an extension of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// Serves a router over HTTP/1 on a listener.
///
/// Unlike axum's own `serve`, it has a header timeout, a write timeout and a
/// bounded shutdown. Each connection buffers at most 64 KiB each way; only the
/// limit of open files limits how many there are.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Serve {
    header_timeout: Duration,
    write_timeout: Duration,
    grace: Option<Duration>,
}

impl Default for Serve {
    fn default() -> Self {
        let time = Duration::from_secs(30);
        Self { header_timeout: time, write_timeout: time, grace: Some(time) }
    }
}

impl Serve {
    /// Serving with the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how long the headers of a request may take, and how long a
    /// connection may stay idle. Default: 30 seconds.
    pub fn header_timeout(mut self, timeout: Duration) -> Self {
        self.header_timeout = timeout.min(LONGEST);
        self
    }

    /// Sets how long a client may read nothing of an answer before its
    /// connection is closed. Default: 30 seconds.
    pub fn write_timeout(mut self, timeout: Duration) -> Self {
        self.write_timeout = timeout;
        self
    }

    /// Sets how long running requests may take after the server is asked to
    /// stop; then their connections are closed. Default: 30 seconds. `None`
    /// waits as long as they take.
    pub fn grace(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.grace = time.into();
        self
    }

    /// Serves forever.
    pub async fn run(self, listener: TcpListener, router: Router) {
        self.run_until(listener, router, pending()).await;
    }

    /// Serves until `stop` is ready, then accepts no more connections and
    /// finishes the running requests. Dropping the future closes all
    /// connections.
    pub async fn run_until(self, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
        let running = GracefulShutdown::new();
        let mut connections = JoinSet::new();
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => {
                        connections.spawn(self.connection(stream, peer, router.clone(), &running));
                    }
                    Err(error) => pause_after(&error).await,
                },
                Some(_) = connections.join_next() => {}
                () = &mut stop => break,
            }
        }
        drop(listener);
        let finished = running.shutdown();
        match self.grace {
            Some(time) => drop(tokio::time::timeout(time, finished).await),
            None => finished.await,
        }
        connections.shutdown().await;
    }

    fn connection(
        self,
        stream: TcpStream,
        peer: SocketAddr,
        router: Router,
        running: &GracefulShutdown,
    ) -> impl Future<Output = ()> + Send + use<> {
        // Small answers leave at once; if this can't be set they leave later.
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(HeadTimer::new(self.header_timeout))
            .header_read_timeout(self.header_timeout)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(WriteTimeout::new(stream, self.write_timeout)), service);
        let connection = running.watch(connection);
        async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        }
    }
}

/// A connection that broke before it was accepted doesn't matter. Running out
/// of sockets does, and passes when others are closed.
async fn pause_after(error: &io::Error) {
    let is_the_peers = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    );
    if !is_the_peers {
        tracing::error!(%error, "no connection can be accepted");
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}
