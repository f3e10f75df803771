//! Calls Spector's server.

use api_runtime::server::Given;
use api_runtime::{Client, Error, Output, Paged, Reqwest};
use futures_util::StreamExt as _;
use serde_json::Value;

use crate::compare::json;
use crate::plan::{Call, Response};
use crate::server::{self, Served};
use crate::{Callable, Fault, Sign, Waiting, builder, decoded};

/// Makes a call; returns a server of its result.
pub async fn call<O: Callable>(call: &Call, url: &str, sign: Sign<O::Api>) -> Result<Result<Served, Error>, Fault>
where
    Given<O>: From<Output<O>>,
{
    let sent = client::<O>(call, url, sign)?.send(decoded::<O>(call)?).await;
    Ok(sent.map(|output| server::returning::<O>(output.into())))
}

/// Compares the result of a call. What was read is written again by a server.
pub fn check<'c>(
    call: &'c Call,
    url: &'c str,
    made: Waiting<'c, Result<Result<Served, Error>, Fault>>,
) -> Waiting<'c, Result<(), Fault>> {
    Box::pin(async move {
        let [expected, ..] = call.responses.as_slice() else {
            return Err("no response is expected".to_owned());
        };
        match made.await? {
            Ok(served) if expected.status < 400 => {
                let written = server::written(served, &call.requests[..1], expected, url).await;
                written.map_err(|fault| format!("read: {fault}"))
            }
            Ok(_) => Err(format!("expected status {}", expected.status)),
            Err(error) => failed(&error, expected),
        }
    })
}

fn failed(error: &Error, expected: &Response) -> Result<(), Fault> {
    match error.failure() {
        Some(failure) if failure.http_status() == expected.status => {
            let text = expected.body("");
            let (is, body) = (json(failure.body()), json(&text));
            if failure.body()[..] == text[..] || is.is_some() && is == body { Ok(()) } else { Err(format!("failure {is:?} instead of {body:?}")) }
        }
        _ => Err(format!("{error}: {:?}", std::error::Error::source(error).map(ToString::to_string))),
    }
}

/// Reads all pages as a stream of items.
pub async fn pages<O: Callable + Paged<Item: serde::Serialize>>(
    call: &Call,
    url: &str,
    sign: Sign<O::Api>,
) -> Result<(), Fault> {
    let mut items = Box::pin(client::<O>(call, url, sign)?.pages(decoded::<O>(call)?));
    let mut read = Vec::new();
    while let Some(item) = items.next().await {
        let item = item.map_err(|error| error.to_string())?;
        read.push(serde_json::to_value(item).map_err(|error| error.to_string())?);
    }
    let list = |response: &Response| {
        let body = json(&response.body(url)).unwrap_or_default();
        let list = call.items.split('.').try_fold(&body, |value, name| value.get(name)).cloned();
        list.as_ref().and_then(Value::as_array).cloned().unwrap_or_default()
    };
    let expected: Vec<Value> = call.responses.iter().flat_map(list).collect();
    if read == expected { Ok(()) } else { Err(format!("items {read:?} instead of {expected:?}")) }
}

fn client<O: Callable>(call: &Call, url: &str, sign: Sign<O::Api>) -> Result<Client<O::Api, Reqwest>, Fault> {
    builder::<O>(call, url, sign).build().map_err(|error| error.to_string())
}
