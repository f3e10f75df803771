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
use tokio::net::{TcpListener, TcpStream};
use tower_service::Service;

use super::head_timer::HeadTimer;

/// Address of the other end: an extension of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Peer(pub SocketAddr);

/// Serves a router over HTTP/1 on a listener.
///
/// What axum's own `serve` lacks: a time for the headers of a request, and one
/// for what is at work when the server is told to stop.
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct Serve {
    header_timeout: Duration,
    grace: Option<Duration>,
}

impl Default for Serve {
    fn default() -> Self {
        Self { header_timeout: Duration::from_secs(30), grace: None }
    }
}

impl Serve {
    /// Serving with the usual settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets how long the headers of a request may take to come, and how long
    /// a connection may stay idle; otherwise it is 30 seconds.
    pub fn header_timeout(mut self, timeout: Duration) -> Self {
        self.header_timeout = timeout;
        self
    }

    /// Sets how long what is at work may take after the server is told to
    /// stop; otherwise it is as long as it takes.
    pub fn grace(mut self, time: Duration) -> Self {
        self.grace = Some(time);
        self
    }

    /// Serves for ever.
    pub async fn run(self, listener: TcpListener, router: Router) {
        self.run_until(listener, router, pending()).await;
    }

    /// Serves until `stop` is ready, then takes no more connections and
    /// finishes what is running.
    pub async fn run_until(self, listener: TcpListener, router: Router, stop: impl Future<Output = ()>) {
        let running = GracefulShutdown::new();
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => self.connection(stream, peer, router.clone(), &running),
                    Err(error) => pause_after(&error).await,
                },
                () = &mut stop => break,
            }
        }
        drop(listener);
        let finished = running.shutdown();
        match self.grace {
            Some(time) => drop(tokio::time::timeout(time, finished).await),
            None => finished.await,
        }
    }

    fn connection(self, stream: TcpStream, peer: SocketAddr, router: Router, running: &GracefulShutdown) {
        // Small answers leave at once; if that can't be set they leave later.
        let _ = stream.set_nodelay(true);
        let service = service_fn(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(Peer(peer));
            router.clone().call(request)
        });
        let connection = http1::Builder::new()
            .timer(HeadTimer::new(self.header_timeout))
            .header_read_timeout(self.header_timeout)
            .serve_connection(TokioIo::new(stream), service);
        let connection = running.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
}

/// A connection that broke before it was accepted is nothing; to be out of
/// sockets is, and passes when others end.
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
