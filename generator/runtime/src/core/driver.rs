//! The thread that runs the connections of a blocking client.

use std::{future::Future, io, sync::Arc};

use tokio::{runtime::Handle, sync::oneshot, task::unconstrained};

use super::background;

/// A thread that runs connections until the last clone is dropped.
#[derive(Clone)]
pub(crate) struct Driver {
    runtime: Handle,
    _stop: Arc<oneshot::Sender<()>>,
}

impl Driver {
    pub(crate) fn start() -> io::Result<Self> {
        let (stop, stopped) = oneshot::channel();
        Ok(Self { runtime: background::runtime(stopped)?, _stop: Arc::new(stop) })
    }

    /// Blocks until the future is ready. Unlike tokio's `block_on`, this does
    /// not panic inside an async program.
    pub(crate) fn wait<F: Future>(&self, future: F) -> F::Output {
        let _context = self.runtime.enter();
        // Inside a task, tokio would force the future to yield now and then,
        // and nothing would wake it: the task itself never yields.
        pollster::block_on(unconstrained(future))
    }
}

#[cfg(test)]
mod tests {
    use std::task::Poll;

    use super::*;

    /// A poll may park the thread itself, as channels do.
    #[test]
    fn a_wake_during_a_poll_that_parks_is_not_lost() {
        let mut polls = 0;
        Driver::start().unwrap().wait(std::future::poll_fn(|context| {
            polls += 1;
            context.waker().wake_by_ref();
            std::thread::current().unpark();
            std::thread::park();
            if polls == 2 { Poll::Ready(()) } else { Poll::Pending }
        }));
        assert_eq!(polls, 2);
    }
}
