//! A thread that runs a tokio runtime.

use std::{
    future::{Future, pending},
    io,
    sync::{
        LazyLock,
        mpsc::{self, Sender},
    },
    thread,
};

use tokio::runtime::{Builder, Handle};

/// A runtime for timers on its own thread, started at the first call: the
/// caller's runtime need not be tokio's, and a tokio runtime without timers
/// would panic. `None` if the thread can't be started.
pub(crate) fn timers() -> Option<Handle> {
    static TIMERS: LazyLock<Option<Handle>> = LazyLock::new(|| runtime(pending::<()>()).ok());
    TIMERS.clone()
}

/// Starts a runtime on its own thread, which ends with the future.
pub(crate) fn runtime(until: impl Future + Send + 'static) -> io::Result<Handle> {
    let (started, handle) = mpsc::channel();
    thread::Builder::new().name("api-runtime".to_owned()).spawn(move || run(until, &started))?;
    handle.recv().map_err(io::Error::other)?
}

/// Builds the runtime, and drops it on the same thread: inside an async program
/// that would panic.
fn run(until: impl Future, started: &Sender<io::Result<Handle>>) {
    let runtime = Builder::new_current_thread().enable_all().build();
    // The receiver always waits for it.
    let _ = match runtime {
        Ok(runtime) => started.send(Ok(runtime.handle().clone())).map(|()| drop(runtime.block_on(until))),
        Err(error) => started.send(Err(error)),
    };
}
