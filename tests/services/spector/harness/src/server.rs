//! Sends exact requests to a generated server.

use api_runtime::http::{self, Response as Answer};
use api_runtime::mock::{InProcess, Mock, Mocked};
use api_runtime::server::Given;
use api_runtime::{Body, Json, Output, Transport as _};
use http_body_util::BodyExt as _;

use crate::compare;
use crate::plan::{Call, Request, Response, bytes};
use crate::{Callable, Fault, Serve, Sign, builder, decoded};

const URL: &str = "http://localhost";

/// A server of one operation.
pub struct Served {
    transport: InProcess,
    /// What was wrong with its requests, if it refused any.
    unmet: Box<dyn Fn() -> Option<String>>,
}

impl Served {
    fn new<A: Mocked>(mock: Mock<A>) -> Self {
        let transport = mock.transport();
        Self { transport, unmet: Box::new(move || mock.check().err().map(|unmet| unmet.to_string())) }
    }
}

/// A server that gives a response. If it is `exact`, it takes the values of the call only.
pub fn served<O: Callable>(call: &Call, response: &Response, exact: bool, sign: Sign<O::Api>) -> Result<Served, Fault>
where
    Given<O>: From<Output<O>>,
{
    let given = if response.status < 400 { Some(given::<O>(call, response, sign)?) } else { None };
    let failure: Option<Json> = serde_json::from_slice(&response.body("")).ok();
    let seen = if exact { Some(format!("{:?}", decoded::<O>(call)?)) } else { None };
    let mock = Mock::<O::Api>::new();
    let expectation = mock.expect::<O>().when(move |it| seen.as_ref().is_none_or(|seen| *seen == format!("{it:?}")));
    match (given, &failure) {
        (Some(given), _) => expectation.returns(given),
        (None, Some(body)) => expectation.fails_with(response.status, body),
        (None, None) => expectation.fails(response.status, "failed"),
    }
    .times(0..);
    Ok(Served::new(mock))
}

/// A server that returns this.
pub fn returning<O: Callable>(given: Given<O>) -> Served {
    let mock = Mock::<O::Api>::new();
    let _ = mock.expect::<O>().returns(given).times(0..);
    Served::new(mock)
}

/// Serves the requests of a call with their responses, and refuses those that were changed.
pub async fn serve(call: &Call, served: &Serve) -> Result<(), Fault> {
    let pairs = call.requests.iter().zip(&call.responses).filter(|(request, _)| !request.elsewhere);
    for (index, (request, response)) in pairs.enumerate() {
        // The values of further pages are not those of the call.
        let served = served(call, response, index == 0 && call.files.is_empty())?;
        let answer = send(&served.transport, request).await?;
        let compared = compare::answer(&answer, response, "");
        compared.map_err(|fault| match (served.unmet)() {
            None => fault,
            Some(unmet) => format!("{fault}: {unmet}"),
        })?;
        for changed in call.changed.iter().filter(|_| index == 0) {
            let answer = send(&served.transport, changed).await?;
            if !answer.status().is_client_error() {
                let _ = (served.unmet)();
                return Err(format!("{}: {}", changed.what, answer.status()));
            }
        }
        let _ = (served.unmet)();
    }
    Ok(())
}

/// What a handler returns for a response: what a client reads of it.
fn given<O: Callable>(call: &Call, response: &Response, sign: Sign<O::Api>) -> Result<Given<O>, Fault>
where
    Given<O>: From<Output<O>>,
{
    let client = builder::<O>(call, URL, sign).build().map_err(|error| error.to_string())?;
    let (_, pending) = client.prepare(decoded::<O>(call)?).map_err(|error| error.to_string())?;
    let mut answer = Answer::builder().status(response.status);
    for (name, value) in &response.headers {
        answer = answer.header(name, value);
    }
    let answer = answer.body(response.body("").into()).map_err(|error| error.to_string())?;
    pending.read(answer).map(Into::into).map_err(|error| error.to_string())
}

/// Compares what a server writes with the response that its result was read from.
pub async fn written(served: Served, requests: &[Request], expected: &Response, url: &str) -> Result<(), Fault> {
    let answer = match requests {
        [request, ..] => send(&served.transport, request).await,
        [] => Err("no request".to_owned()),
    };
    let _ = (served.unmet)();
    compare::answer(&answer?, expected, url)
}

async fn send(to: &InProcess, request: &Request) -> Result<Answer<Vec<u8>>, Fault> {
    let mut sent = http::Request::builder().method(request.method.as_str()).uri(format!("{URL}{}", request.target));
    for (name, value) in &request.headers {
        sent = sent.header(name, value);
    }
    let sent = sent.body(Body::from(bytes(&request.base64))).map_err(|error| error.to_string())?;
    let (head, body) = to.call(sent).await.map_err(|error| error.to_string())?.into_parts();
    let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes();
    Ok(Answer::from_parts(head, body.to_vec()))
}
