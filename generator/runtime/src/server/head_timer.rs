//! The time that a head may take, without a timer of its own for each request.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll, ready},
    time::{Duration, Instant},
};

use hyper::rt::{Sleep, Timer};

/// The timer of a connection, which waits for one head at a time, and for each
/// as long as for the others.
///
/// hyper begins to wait anew for each request, and a timer that is set and
/// taken back costs more than reading the head. Here one stays set: where it
/// ends too early, since the wait began later, it is set again.
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
