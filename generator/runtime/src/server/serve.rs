//! A router on a socket.

use std::{
    convert::Infallible,
    future::{Future, pending},
    io,
    net::SocketAddr,
    pin::pin,
    time::Duration,
};

use axum::{Router, body::Body, response::IntoResponse};
use http::{HeaderName, Request, Response, StatusCode, header::CONNECTION};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::{JoinError, JoinSet},
};
use tokio_io_timeout::TimeoutWriter;
use tower_service::Service;

use super::{
    connection::{Reporting, Socket},
    connections::Connections,
    limits::{MAX_CONNECTIONS, MAX_HEAD, TIMEOUT},
    peers::{self, Peers},
    phase::ConnectionState,
};

/// Longer timeouts would exceed what a clock can count: 30 years.
const LONGEST: Duration = Duration::from_secs(30 * 365 * 24 * 60 * 60);

/// The pause between two looks of a new connection for a place.
const TICK: Duration = Duration::from_millis(10);

/// Address of the other end: an extension of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// Serves a router over HTTP/1 on a listener.
///
/// Unlike axum's own `serve`, it has a header timeout, a write timeout, a
/// bounded shutdown and a limit of connections. It refuses heads of more than
/// 64 KiB, and requests whose header `Host` is missing.
///
/// # Connections
///
/// When all [places](Serve::max_connections) are taken, a new connection is
/// accepted all the same, and another one is closed: the oldest that has not
/// sent a whole head; if there is none, the one that has been idle for the
/// longest; then the oldest whose caller has not passed the gates. Each has a
/// second before that. A request that has passed them, or whose
/// route isn't of the [`Builder`](super::Builder), keeps its connection until
/// the response is sent: only if all places have such requests, new
/// connections wait.
///
/// # Memory
///
/// A connection buffers up to 128 KiB of what it receives and 64 KiB of what it
/// sends; an idle one takes about 10 KiB. Until callers are admitted, a process
/// therefore uses at most 128 KiB for each of the connections (by default, 128
/// MiB), and twice [`Builder::max_unadmitted`](super::Builder::max_unadmitted)
/// (another 128 MiB). What handlers use is added to that.
#[derive(Clone, Debug)]
#[must_use]
pub struct Serve {
    header_timeout: Duration,
    write_timeout: Duration,
    grace: Option<Duration>,
    max_connections: usize,
    /// `None` is the default, `Some(None)` no limit.
    max_per_peer: Option<Option<usize>>,
    peer_header: Option<HeaderName>,
}

impl Default for Serve {
    fn default() -> Self {
        Self {
            header_timeout: TIMEOUT,
            write_timeout: TIMEOUT,
            grace: Some(TIMEOUT),
            max_connections: MAX_CONNECTIONS,
            max_per_peer: None,
            peer_header: None,
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

    /// Sets how many connections may be open at once; 0 counts as 1. When all are
    /// taken, [another one makes room](Serve#connections). Default: 1024.
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections.max(1);
        self
    }

    /// Sets how many connections one peer may have, and how many of its requests
    /// may run at once; 0 counts as 1. Of more connections the oldest are closed, in
    /// [the same order](Serve#connections): after four seconds, or when their places
    /// are needed. More requests get 503. Default: a quarter of
    /// [`Serve::max_connections`]. `None` is no limit.
    ///
    /// A peer is an IPv4 address, or an IPv6 network of 64 bits.
    pub fn max_per_peer(mut self, connections: impl Into<Option<usize>>) -> Self {
        self.max_per_peer = Some(connections.into().map(|connections| connections.max(1)));
        self
    }

    /// Takes the peer from a header, such as `X-Forwarded-For`: its last address.
    /// Only for servers that nobody can reach except through a proxy that sets the
    /// header: others could write any address.
    ///
    /// The header comes after the connection was accepted, so this limits only the
    /// running requests of a peer, not its connections. Without a valid address,
    /// the peer is the proxy.
    pub fn peer_header(mut self, name: HeaderName) -> Self {
        self.peer_header = Some(name);
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
        let limit = self.max_per_peer.unwrap_or(Some((self.max_connections / 4).max(1)));
        let peers = Peers::new(limit);
        let mut open = Connections::new(self.max_connections, limit.filter(|_| self.peer_header.is_none()));
        // One more is accepted, so that another makes room for it.
        let mut waiting: Option<(TcpStream, SocketAddr)> = None;
        let mut stop = pin!(stop);
        loop {
            if connections.len() < self.max_connections
                && let Some((stream, address)) = waiting.take()
            {
                let peer = peers::of(address.ip());
                let state = ConnectionState::new(peer, peers.clone());
                let connection = self.connection(stream, address, state.clone(), router.clone(), &running);
                open.add(peer, state, connections.spawn(connection));
            }
            // Until the one that makes room has ended, no other is asked to.
            open.make_room(waiting.is_some() && connections.len() == open.len());
            tokio::select! {
                accepted = listener.accept(), if waiting.is_none() => match accepted {
                    Ok(accepted) => waiting = Some(accepted),
                    Err(error) => pause_after(&error).await,
                },
                Some(ended) = connections.join_next_with_id() => {
                    open.remove(ended.map_or_else(|error: JoinError| error.id(), |(id, ())| id));
                }
                () = tokio::time::sleep(TICK), if waiting.is_some() || open.is_crowded() => {}
                () = &mut stop => break,
            }
        }
        drop((listener, waiting));
        let finished = running.shutdown();
        match self.grace {
            Some(time) => drop(tokio::time::timeout(time, finished).await),
            None => finished.await,
        }
        connections.shutdown().await;
    }

    fn connection(
        &self,
        stream: TcpStream,
        address: SocketAddr,
        state: ConnectionState,
        router: Router,
        running: &GracefulShutdown,
    ) -> impl Future<Output = ()> + Send + use<> {
        // Small responses are sent at once; if this can't be set, they are sent later.
        let _ = stream.set_nodelay(true);
        let mut socket = TimeoutWriter::new(Socket { stream, state: state.clone() });
        socket.set_timeout(Some(self.write_timeout));
        let (peer, header) = (peers::of(address.ip()), self.peer_header.clone());
        let service = service_fn(move |mut request: Request<Incoming>| {
            let named = header.as_ref().and_then(|name| peers::named(request.headers(), name));
            let may_run = state.begin(named.unwrap_or(peer));
            request.extensions_mut().insert(Peer(address));
            request.extensions_mut().insert(state.clone());
            let (state, mut router) = (state.clone(), router.clone());
            async move {
                let response = if may_run { router.call(request).await? } else { busy() };
                Ok::<_, Infallible>(response.map(|body| Reporting::new(body, state)))
            }
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.header_timeout)
            .max_buf_size(MAX_HEAD)
            .max_header_size(MAX_HEAD)
            .serve_connection(TokioIo::new(Box::pin(socket)), service);
        let connection = running.watch(connection);
        async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        }
    }
}

/// The response to a peer with too many running requests.
fn busy() -> Response<Body> {
    (StatusCode::SERVICE_UNAVAILABLE, [(CONNECTION, "close")], "too many requests at once").into_response()
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
