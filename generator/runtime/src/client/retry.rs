//! Retries.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    time::{Duration, SystemTime},
};

use http::header::RETRY_AFTER;

use crate::core::{ErrorKind, Failure};

/// The pause after the first try, unless another is set.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The longest pause, unless another is set.
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// The statuses of a server that is overloaded, is restarting, or can't be reached by its proxy. 500 is
/// not among them: servers send it for errors that happen each time.
const TRANSIENT: [i64; 5] = [408, 429, 502, 503, 504];

/// The number of times that a call is sent, and the pauses between.
///
/// A call that fails is sent again if that can help and does no harm:
///
/// | what happened | which calls are sent again |
/// |---|---|
/// | nothing was sent: there is no connection | all |
/// | the connection broke, or paused for too long | those of [`repeatable`](crate::Descriptor::repeatable) operations |
/// | the server refused with status 408, 429, 502, 503 or 504, of HTTP or of the message in the body | those of repeatable operations |
///
/// A call with a one-time code is sent once, and so is a multipart form, whose files stream.
/// A call that breaks off while its [`Download`](crate::Download) is read is not sent again either.
///
/// Each pause is twice as long as the one before, and shortened at random by up to half, so that
/// many clients don't come back at the same time. A server that says `Retry-After` gets at least
/// that pause. A call fails at once, with the error of the last try, if that is longer than the
/// longest pause, or if the call's [`timeout`](crate::ClientBuilder::timeout), which is that of
/// all tries, would pass before the next one. Within a tokio runtime, the pauses need its timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retry {
    tries: u32,
    first_pause: Duration,
    longest_pause: Duration,
}

impl Retry {
    /// Sends a call at most this often; 1 is [`Retry::never`]. A call that only reads is sent once more in any
    /// case if its connection ended before a response: servers end idle connections at any time.
    #[must_use]
    pub const fn tries(most: u32) -> Self {
        Self { tries: most, first_pause: FIRST_PAUSE, longest_pause: LONGEST_PAUSE }
    }

    /// Sends a call once, but for what [`Retry::tries`] says of calls that read.
    #[must_use]
    pub const fn never() -> Self {
        Self::tries(1)
    }

    /// Sets the pause after the first try. The default is half a second.
    #[must_use]
    pub const fn first_pause(mut self, pause: Duration) -> Self {
        self.first_pause = pause;
        self
    }

    /// Sets the longest pause. The default is 30 seconds.
    #[must_use]
    pub const fn longest_pause(mut self, pause: Duration) -> Self {
        self.longest_pause = pause;
        self
    }

    /// Returns whether a call may be sent again after so many tries.
    pub(crate) fn allows_more_than(self, tries: u32) -> bool {
        tries < self.tries
    }

    /// The pause after so many tries, the last of which failed; `None` if there may not be another.
    pub(crate) fn pause(self, tries: u32, error: &ErrorKind, repeatable: bool) -> Option<Duration> {
        let wanted = match error {
            ErrorKind::Connect(_) => Duration::ZERO,
            ErrorKind::Transport(_) | ErrorKind::TimedOut if repeatable => Duration::ZERO,
            ErrorKind::Failure(failure) if repeatable && may_pass(failure) => {
                retry_after(failure).unwrap_or_default()
            }
            _ => return None,
        };
        let doubled = 2_u32.saturating_pow(tries.saturating_sub(1));
        let pause = self.first_pause.saturating_mul(doubled).min(self.longest_pause).mul_f64(jitter());
        (wanted <= self.longest_pause).then(|| wanted.saturating_add(pause))
    }
}

fn may_pass(failure: &Failure) -> bool {
    failure.statuses().any(|status| TRANSIENT.contains(&status))
}

/// The time that the server asks for: a number of seconds, or a date.
fn retry_after(failure: &Failure) -> Option<Duration> {
    let text = failure.headers().get(RETRY_AFTER)?.to_str().ok()?;
    match text.parse() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => httpdate::parse_http_date(text).ok()?.duration_since(SystemTime::now()).ok(),
    }
}

/// A random factor from one half to 1.
fn jitter() -> f64 {
    let random = RandomState::new().build_hasher().finish();
    0.5 + f64::from((random >> 32) as u32) / f64::from(u32::MAX) / 2.0
}
