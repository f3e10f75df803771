//! The header timeout, without a timer for each request.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use hyper::rt::{Sleep, Timer};

/// The timer of a connection, which waits for one head at a time, and equally
/// long for each.
///
/// hyper starts a timer for each request, and setting and cancelling one costs
/// more than reading the head: with hyper-util's, a server takes 7 % fewer
/// requests. Here one timer stays set. If it fires too early, because a later wait
/// replaced the one it was set for, it is set again.
pub(super) struct HeadTimer(Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>);

impl HeadTimer {
    pub(super) fn new(time: Duration) -> Self {
        Self(Arc::new(Mutex::new(Box::pin(tokio::time::sleep(time)))))
    }
}

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(Instant::now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        Box::pin(Wait { deadline, shared: self.0.clone() })
    }
}

struct Wait {
    deadline: Instant,
    shared: Arc<Mutex<Pin<Box<tokio::time::Sleep>>>>,
}

impl Sleep for Wait {}

impl Future for Wait {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            ready!(shared.as_mut().poll(context));
            if Instant::now() >= self.deadline {
                return Poll::Ready(());
            }
            shared.as_mut().reset(self.deadline.into());
        }
    }
}
