//! Blocking work in an async program.

use std::io;

/// Runs a function that may block: within a tokio runtime, on a thread for blocking work.
///
/// # Errors
/// If the function panics there.
#[cfg(feature = "reqwest")]
pub(crate) async fn unblock<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> io::Result<T> {
    match tokio::runtime::Handle::try_current() {
        Ok(runtime) => runtime.spawn_blocking(work).await.map_err(io::Error::other),
        Err(_) => Ok(work()),
    }
}

/// Runs a function that may block, on this thread: there is no tokio.
#[cfg(not(feature = "reqwest"))]
pub(crate) async fn unblock<T>(work: impl FnOnce() -> T) -> io::Result<T> {
    Ok(work())
}
