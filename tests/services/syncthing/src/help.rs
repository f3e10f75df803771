//! What several topics need.

use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

use syncthing_api::Error;

use crate::Done;

/// The HTTP status of a failure.
#[track_caller]
pub fn status<T: Debug>(result: Result<T, Error>) -> u16 {
    let error = result.expect_err("the server should refuse this");
    let failure = error.failure().unwrap_or_else(|| panic!("no failure: {error}"));
    failure.http_status().as_u16()
}

/// The text of a failure.
#[track_caller]
pub fn text<T: Debug>(result: Result<T, Error>) -> String {
    let error = result.expect_err("the server should refuse this");
    let failure = error.failure().unwrap_or_else(|| panic!("no failure: {error}"));
    String::from_utf8_lossy(failure.body()).trim().to_owned()
}

/// Waits until something holds, for up to 20 seconds.
pub async fn until<F: Future<Output = Result<bool, Error>>>(
    what: &str,
    mut holds: impl FnMut() -> F,
) -> Done {
    let mut last = None;
    for _ in 0..100 {
        match holds().await {
            Ok(true) => return Ok(()),
            Ok(false) => {}
            Err(error) => last = Some(error),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Err(format!("{what}: not in 20 seconds; {last:?}").into())
}
