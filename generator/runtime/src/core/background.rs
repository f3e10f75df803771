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

/// A runtime of one thread that checks its timers after each poll of a task, instead of every 61
/// polls. If a server floods a connection, timers are late by one poll. That can still take seconds
/// in a dev build, so the time until a response begins is measured by [`timers`], whose runtime has
/// no connections.
fn builder() -> Builder {
    let mut builder = Builder::new_current_thread();
    builder.enable_all().event_interval(1);
    builder
}

/// Builds the runtime, and drops it on the same thread: inside an async program
/// that would panic.
fn run(until: impl Future, started: &Sender<io::Result<Handle>>) {
    let runtime = builder().build();
    // It can't fail: the receiver waits for it.
    let _ = match runtime {
        Ok(runtime) => started.send(Ok(runtime.handle().clone())).map(|()| drop(runtime.block_on(until))),
        Err(error) => started.send(Err(error)),
    };
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicU32, Ordering},
        task::Poll,
        time::Duration,
    };

    use super::*;

    /// Tokio checks its timers after this many polls by default.
    const USUAL_INTERVAL: u32 = 61;

    #[test]
    fn a_task_that_never_rests_does_not_delay_timers() {
        static POLLS: AtomicU32 = AtomicU32::new(0);
        builder().build().unwrap().block_on(async {
            tokio::spawn(std::future::poll_fn(|context| {
                POLLS.fetch_add(1, Ordering::Relaxed);
                thread::sleep(Duration::from_millis(20));
                context.waker().wake_by_ref();
                Poll::<()>::Pending
            }));
            tokio::time::sleep(Duration::from_millis(40)).await;
        });
        assert!(POLLS.load(Ordering::Relaxed) < USUAL_INTERVAL, "{POLLS:?}");
    }
}
