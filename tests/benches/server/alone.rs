//! A router without sockets, to count the instructions of a request: sockets and
//! other processes would only add noise.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

use axum::Router;
use axum::body::{Body, Bytes};
use http::header::CONTENT_TYPE;
use tower_service::Service;

use crate::{Result, by_hand, load, stub};

/// The argument for calling a router only.
pub const ROLE: &str = "alone";

/// Calls one of the routers that many times, for a tool such as
/// `valgrind --tool=callgrind server alone generated 20000`.
pub fn run(arguments: &[String]) -> Result<()> {
    let [which, times] = arguments else { return Err("expected a router and a number of calls".into()) };
    let router = match which.as_str() {
        "generated" => stub::router()?,
        "by-hand" => by_hand::router(),
        _ => return Err("the router is `generated` or `by-hand`".into()),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let _inside = runtime.enter();
    let form = Bytes::from(load::form());
    for _ in 0..times.parse()? {
        call(router.clone(), form.clone())?;
    }
    Ok(())
}

/// Nothing waits here: the first poll returns the response.
fn call(mut router: Router, form: Bytes) -> Result<()> {
    let request = http::Request::post(crate::PATH)
        .header("host", "127.0.0.1")
        .header("user-agent", "load")
        .header("accept", "*/*")
        .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
        .body(Body::from(form))?;
    let mut context = Context::from_waker(Waker::noop());
    let answer = pin!(router.call(request)).poll(&mut context);
    match answer {
        Poll::Ready(Ok(response)) if response.status().is_success() => Ok(()),
        Poll::Ready(Ok(response)) => Err(format!("answered {}", response.status()).into()),
        Poll::Pending => Err("the router waited".into()),
    }
}
