//! Admission control: the memory of requests whose callers aren't known yet.
//!
//! Anyone can send such a request, slowly, and one per socket. So they take no
//! handler's slot, and share one budget. When it is exhausted, the request that
//! has used the most bytes for the longest time is dropped: small and fast forms
//! get through, however many others stay unfinished.

use std::{
    collections::BTreeMap,
    future::{Future, poll_fn},
    pin::Pin,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    task::{Poll, Waker},
};

use http::StatusCode;
use tokio::time::Instant;

use super::Refusal;

/// Memory of a request without its form, for its head and its task, in bytes.
const OVERHEAD: usize = 4 * 1024;

/// Bytes that a request uses, reported by what reads it.
#[derive(Default)]
pub(super) struct Usage(AtomicUsize);

impl Usage {
    pub(super) fn set(&self, bytes: usize) {
        self.0.store(bytes, Relaxed);
    }
}

/// The requests before their callers are admitted.
pub(super) struct Admission {
    budget: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    requests: BTreeMap<u64, Request>,
    next_id: u64,
    /// Bytes of all requests.
    used: usize,
}

struct Request {
    since: Instant,
    used: usize,
    waker: Waker,
}

impl Admission {
    pub(super) fn new(budget: usize) -> Self {
        Self { budget, state: Mutex::default() }
    }

    /// Runs the work that admits a request, while there is room for it.
    ///
    /// # Errors
    /// 503 if it is dropped to make room for others.
    pub(super) async fn admit<T>(
        &self,
        usage: &Usage,
        mut work: Pin<&mut impl Future<Output = Result<T, Refusal>>>,
    ) -> Result<T, Refusal> {
        // Most requests never wait, and need none.
        let mut reservation: Option<Reservation<'_>> = None;
        poll_fn(|context| {
            if reservation.as_ref().is_some_and(Reservation::is_lost) {
                return Poll::Ready(Err(busy()));
            }
            let done = work.as_mut().poll(context);
            if done.is_pending() {
                let reservation = reservation.get_or_insert_with(|| Reservation::new(self));
                reservation.update(usage, context.waker());
                if reservation.is_lost() {
                    return Poll::Ready(Err(busy()));
                }
            }
            done
        })
        .await
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The refusal of an overloaded server.
pub(super) fn busy() -> Refusal {
    Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "the server is busy; try again later")
}

/// A request's part of the budget, until it is dropped or lost to others.
struct Reservation<'a> {
    admission: &'a Admission,
    id: u64,
}

impl<'a> Reservation<'a> {
    fn new(admission: &'a Admission) -> Self {
        let mut state = admission.lock();
        let id = state.next_id;
        state.next_id += 1;
        let waker = Waker::noop().clone();
        state.requests.insert(id, Request { since: Instant::now(), used: 0, waker });
        Self { admission, id }
    }

    fn is_lost(&self) -> bool {
        !self.admission.lock().requests.contains_key(&self.id)
    }

    /// Updates what the request uses and drops requests until the others fit.
    fn update(&self, usage: &Usage, waker: &Waker) {
        let mut state = self.admission.lock();
        let Some(mut request) = state.remove(self.id) else { return };
        request.waker.clone_from(waker);
        request.used = usage.0.load(Relaxed).saturating_add(OVERHEAD);
        state.used += request.used;
        state.requests.insert(self.id, request);
        while state.used > self.admission.budget
            && let Some(worst) = state.worst().and_then(|id| state.remove(id))
        {
            worst.waker.wake();
        }
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        self.admission.lock().remove(self.id);
    }
}

impl State {
    fn remove(&mut self, id: u64) -> Option<Request> {
        let request = self.requests.remove(&id)?;
        self.used -= request.used;
        Some(request)
    }

    /// The request that has cost the most so far: bytes times time.
    fn worst(&self) -> Option<u64> {
        let now = Instant::now();
        let cost = |request: &Request| {
            let time = now.saturating_duration_since(request.since).as_micros() + 1;
            time.saturating_mul(request.used as u128)
        };
        self.requests.iter().max_by_key(|(_, request)| cost(request)).map(|(id, _)| *id)
    }
}
