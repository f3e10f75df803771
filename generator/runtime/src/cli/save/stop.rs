//! Ctrl-C, and what the system sends to end a program.

use std::{future::pending, io};

/// Listens from its creation on: from then on such a signal doesn't end the
/// program by itself.
pub(super) struct Stop(Option<Signals>);

#[cfg(unix)]
type Signals = [tokio::signal::unix::Signal; 3];

#[cfg(not(unix))]
type Signals = ();

impl Stop {
    pub(super) fn new() -> io::Result<Self> {
        signals().map(|signals| Self(Some(signals)))
    }

    /// Leaves signals alone.
    pub(super) fn never() -> Self {
        Self(None)
    }

    /// Waits for a signal.
    pub(super) async fn requested(&mut self) {
        match &mut self.0 {
            Some(signals) => received(signals).await,
            None => pending().await,
        }
    }
}

#[cfg(unix)]
fn signals() -> io::Result<Signals> {
    use tokio::signal::unix::{SignalKind, signal};
    Ok([signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?, signal(SignalKind::hangup())?])
}

#[cfg(unix)]
async fn received([one, two, three]: &mut Signals) {
    tokio::select! { _ = one.recv() => (), _ = two.recv() => (), _ = three.recv() => () }
}

#[cfg(not(unix))]
fn signals() -> io::Result<Signals> {
    Ok(())
}

#[cfg(not(unix))]
async fn received((): &mut Signals) {
    if tokio::signal::ctrl_c().await.is_err() {
        pending().await
    }
}
