//! Requests whose callers aren't admitted yet, and the memory they share.
//!
//! Anyone can send such a request, slowly, and one per socket. So they take no
//! handler's slot, and share one budget. When it is exhausted, the request that
//! has held the most bytes for the longest time is dropped: small and fast forms
//! get through, however many others stay unfinished.

use std::{
    collections::BTreeMap,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Context, Poll, Waker},
};

use http::StatusCode;
use tokio::time::Instant;

use super::Refusal;

/// Memory of a request besides its form, for its head and its task, in bytes.
const OVERHEAD: usize = 4 * 1024;

/// Bytes that a request holds, reported by what reads it.
#[derive(Default)]
pub(super) struct Held(AtomicUsize);

impl Held {
    pub(super) fn set(&self, bytes: usize) {
        self.0.store(bytes, Relaxed);
    }
}

/// The requests before their callers are admitted.
pub(super) struct Intake {
    most: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    requests: BTreeMap<u64, Request>,
    next_id: u64,
    /// Bytes of all requests.
    held: usize,
    /// Bytes of those that are dropped when next polled.
    leaving: usize,
}

struct Request {
    since: Instant,
    held: usize,
    waker: Waker,
    fate: Fate,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Reads,
    /// Waits until the dropped ones are gone.
    Waits,
    Dropped,
}

impl Intake {
    pub(super) fn new(most: usize) -> Self {
        Self { most, state: Mutex::default() }
    }

    /// Runs the work that admits a request, while there is room for it.
    ///
    /// # Errors
    /// 503 if it is dropped to make room for others.
    pub(super) async fn admit<T>(
        &self,
        held: &Held,
        mut work: Pin<&mut impl Future<Output = Result<T, Refusal>>>,
    ) -> Result<T, Refusal> {
        // Most requests never wait, and need no place.
        if let Poll::Ready(done) = poll_fn(|context| Poll::Ready(work.as_mut().poll(context))).await {
            return done;
        }
        let place = poll_fn(|context| Poll::Ready(self.enter(context))).await;
        poll_fn(|context| {
            let mut fate = place.report(held, context);
            if fate == Fate::Reads {
                let done = work.as_mut().poll(context);
                if done.is_ready() {
                    return done;
                }
                fate = place.report(held, context);
            }
            match fate {
                Fate::Reads | Fate::Waits => Poll::Pending,
                Fate::Dropped => Poll::Ready(Err(busy())),
            }
        })
        .await
    }

    fn enter(&self, context: &Context<'_>) -> Place<'_> {
        let mut state = self.lock();
        let id = state.next_id;
        state.next_id += 1;
        let waker = context.waker().clone();
        state.requests.insert(id, Request { since: Instant::now(), held: 0, waker, fate: Fate::Reads });
        Place { intake: self, id }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal of an overloaded server.
pub(super) fn busy() -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again later")
}

/// A request's entry, removed on drop.
struct Place<'a> {
    intake: &'a Intake,
    id: u64,
}

impl Place<'_> {
    /// Updates what the request holds, and returns its fate.
    fn report(&self, held: &Held, context: &Context<'_>) -> Fate {
        let held = held.0.load(Relaxed).saturating_add(OVERHEAD);
        let mut state = self.intake.lock();
        let state = &mut *state;
        let Some(request) = state.requests.get_mut(&self.id) else { return Fate::Dropped };
        if request.fate == Fate::Dropped {
            return Fate::Dropped;
        }
        request.waker.clone_from(context.waker());
        state.held = state.held - request.held + held;
        request.held = held;
        let is_full = state.held > self.intake.most;
        if is_full {
            state.make_room(self.intake.most);
        }
        let Some(request) = state.requests.get_mut(&self.id) else { return Fate::Dropped };
        if request.fate != Fate::Dropped {
            request.fate = if is_full { Fate::Waits } else { Fate::Reads };
        }
        request.fate
    }
}

impl State {
    /// Drops requests until the others fit.
    fn make_room(&mut self, most: usize) {
        let now = Instant::now();
        while self.held - self.leaving > most {
            let staying = self.requests.values_mut().filter(|request| request.fate != Fate::Dropped);
            let Some(worst) = staying.max_by_key(|request| request.weight(now)) else { return };
            worst.fate = Fate::Dropped;
            worst.waker.wake_by_ref();
            self.leaving += worst.held;
        }
    }
}

impl Request {
    /// Its cost so far: bytes times time.
    fn weight(&self, now: Instant) -> u128 {
        let time = now.saturating_duration_since(self.since).as_micros() + 1;
        time.saturating_mul(self.held as u128)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        let mut state = self.intake.lock();
        let Some(request) = state.requests.remove(&self.id) else { return };
        state.held -= request.held;
        if request.fate == Fate::Dropped {
            state.leaving -= request.held;
        }
        if state.held <= self.intake.most {
            let waiting = state.requests.values().filter(|request| request.fate == Fate::Waits);
            waiting.for_each(|request| request.waker.wake_by_ref());
        }
    }
}
