//! One asking of the function of a credential, which several calls may wait for.

use std::{cell::RefCell, error, future, panic::AssertUnwindSafe, ptr, sync::Arc};

use futures_util::future::{BoxFuture, FutureExt};

use super::held::Held;
use crate::core::BoxError;

/// The function.
pub(super) type Ask = Box<dyn Fn() -> BoxFuture<'static, Result<Held, BoxError>> + Send + Sync>;

pub(super) type Cause = Arc<dyn error::Error + Send + Sync>;

thread_local! {
    /// The functions that run on this thread, each within the one before it.
    static WITHIN: RefCell<Vec<*const Ask>> = const { RefCell::new(Vec::new()) };
}

/// Calls the function when this is polled for the first time.
pub(super) async fn answer(ask: &Ask) -> Result<Arc<Held>, Cause> {
    let mut asked = None;
    let answer = future::poll_fn(|context| {
        let _within = Within::enter(ask);
        asked.get_or_insert_with(ask).as_mut().poll(context)
    });
    // A panic would be one of every call that waits.
    let answer = AssertUnwindSafe(answer).catch_unwind().await;
    let answer = answer.unwrap_or_else(|_| Err("the function of `credential_from` panicked".into()));
    answer.map(Arc::new).map_err(Cause::from)
}

/// Returns whether the function runs on this thread right now, and so makes the call
/// that asks this.
pub(super) fn is_within(ask: &Ask) -> bool {
    WITHIN.with_borrow(|functions| functions.contains(&ptr::from_ref(ask)))
}

struct Within;

impl Within {
    fn enter(ask: &Ask) -> Self {
        WITHIN.with_borrow_mut(|functions| functions.push(ask));
        Self
    }
}

impl Drop for Within {
    fn drop(&mut self) {
        WITHIN.with_borrow_mut(Vec::pop);
    }
}
