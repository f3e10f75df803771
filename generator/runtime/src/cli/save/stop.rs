//! Ctrl-C, and what the system sends to end a program.

use std::io;

/// Listens from its creation on: from then on such a signal doesn't end the
/// program by itself.
pub(super) struct Stop(#[cfg(unix)] [tokio::signal::unix::Signal; 3]);

#[cfg(unix)]
impl Stop {
    pub(super) fn new() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let [one, two, three] = [SignalKind::interrupt(), SignalKind::terminate(), SignalKind::hangup()];
        Ok(Self([signal(one)?, signal(two)?, signal(three)?]))
    }

    /// Waits for a signal.
    pub(super) async fn requested(&mut self) {
        let [one, two, three] = &mut self.0;
        tokio::select! { _ = one.recv() => (), _ = two.recv() => (), _ = three.recv() => () }
    }
}

#[cfg(not(unix))]
impl Stop {
    pub(super) fn new() -> io::Result<Self> {
        Ok(Self())
    }

    /// Waits for Ctrl-C.
    pub(super) async fn requested(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
