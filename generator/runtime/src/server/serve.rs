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
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::limits::{MAX_CONNECTIONS, MAX_HEAD, TIMEOUT};

/// Longer timeouts would exceed what a clock can count: 30 years.
const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

/// Address of the other end: an extension of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// Serves a router over HTTP/1 on a listener.
///
/// Unlike axum's own `serve`, it has a header timeout, a write timeout, a
/// bounded shutdown and a limit of connections. It refuses heads of more than
/// 64 KiB, and requests whose header `Host` is missing.
///
/// # Memory
///
/// A connection buffers up to 128 KiB of what it receives and 64 KiB of what it
/// sends; an idle one takes about 10 KiB. Until callers are admitted, a process
/// therefore uses at most 128 KiB for each of the connections, and twice
/// [`Builder::max_unadmitted`](super::Builder::max_unadmitted): by default, 256
/// MiB. What handlers use is added to that.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Serve {
    header_timeout: Duration,
    write_timeout: Duration,
    grace: Option<Duration>,
    max_connections: usize,
}

impl Default for Serve {
    fn default() -> Self {
        Self {
            header_timeout: TIMEOUT,
            write_timeout: TIMEOUT,
            grace: Some(TIMEOUT),
            max_connections: MAX_CONNECTIONS,
        }
    }
}

impl Serve {
    /// Creates a server with the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how long the headers of a request may take, and how long a
    /// connection may stay idle. Default: 30 seconds.
    pub fn header_timeout(mut self, timeout: Duration) -> Self {
        self.header_timeout = timeout.min(LONGEST);
        self
    }

    /// Sets how long a client may read nothing of a response before its
    /// connection is closed. Default: 30 seconds.
    pub fn write_timeout(mut self, timeout: Duration) -> Self {
        self.write_timeout = timeout.min(LONGEST);
        self
    }

    /// Sets how long running requests may take after the server is asked to
    /// stop; then their connections are closed. Default: 30 seconds. `None`
    /// waits as long as they take.
    pub fn grace(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.grace = time.into();
        self
    }

    /// Sets how many connections may be open at once; 0 counts as 1. Others wait
    /// in the listener's queue until one ends. Default: 1024.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections.max(1);
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
                accepted = listener.accept(), if connections.len() < self.max_connections => match accepted {
                    Ok((stream, peer)) => {
                        connections.spawn(self.connection(stream, peer, router.clone(), &running));
                        if connections.len() == self.max_connections {
                            tracing::warn!(limit = self.max_connections, "further connections wait");
                        }
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
        // Small responses are sent at once; if this can't be set, they are sent later.
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            router.clone().call(request)
        });
        let mut stream = TimeoutWriter::new(stream);
        stream.set_timeout(Some(self.write_timeout));
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.header_timeout)
            .max_buf_size(MAX_HEAD)
            .max_header_size(MAX_HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
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
