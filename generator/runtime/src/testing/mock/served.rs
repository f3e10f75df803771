//! A mock on a socket.

use std::{
    io,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    time::Duration,
};

use axum::Router;
use tokio::sync::oneshot;

use crate::core::{background, debug::shows};
use crate::server::Serve;

/// A mock on a free port of this machine, until it is dropped. It runs on its
/// own thread.
#[must_use = "it stops serving when it is dropped"]
pub struct Served {
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl Served {
    pub(super) fn start(router: Router) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel::<()>();
        background::runtime(async move {
            // Here, because it needs the runtime.
            if let Ok(listener) = tokio::net::TcpListener::from_std(listener) {
                let stopped = async { drop(stopped.await) };
                Serve::new().grace(Duration::ZERO).run_until(listener, router, stopped).await;
            }
        })?;
        Ok(Self { address, _stop: stop })
    }

    /// Returns its base URL, such as `http://127.0.0.1:50123`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns its address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

shows!(Served, |it| Served { address: it.address });
