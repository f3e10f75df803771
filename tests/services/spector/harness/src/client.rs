//! Calls Spector's server.

use api_runtime::server::Given;
use api_runtime::{Client, Error, Output, Paged, Reqwest};
use futures_util::StreamExt as _;
use serde_json::Value;

use crate::compare::json;
use crate::plan::{Call, Response};
use crate::{Callable, Fault, Sign, builder, decoded, server};

/// Makes a call. What comes back is read, and written again by a server.
pub async fn call<O: Callable>(call: &Call, url: &str, sign: Sign<O::Api>) -> Result<(), Fault>
where
    Given<O>: From<Output<O>>,
{
    let (client, [expected, ..]) = (client::<O>(call, url, sign)?, call.responses.as_slice()) else {
        return Err("no response is expected".to_owned());
    };
    match client.send(decoded::<O>(call)?).await {
        Ok(output) if expected.status < 400 => {
            let sent = &call.requests[..1];
            server::written::<O>(output.into(), sent, expected, url).await.map_err(|fault| format!("read: {fault}"))
        }
        Ok(_) => Err(format!("expected status {}", expected.status)),
        Err(error) => failed(&error, expected),
    }
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
