//! Each operation as functions of a scenario.

use std::collections::HashMap;
use std::fmt::Debug;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};

use api_runtime::returns::{self, Returns};
use api_runtime::server::{Given, Refusal, Respond};
use api_runtime::{
    Client, Decode, Download, Encode, Error, FormReader, Json, JsonValue, Output, Paged, Parameter, Pending,
    Results, Upload, blocking,
};
use http::StatusCode;
use serde::Serialize;
use serde_json::Value;
use shelf_api::Shelf;
use shelf_api::mock::Mock;

use super::AnyTransport;
use super::scenario::{Answer, Scenario, body, text};

/// The functions of an operation.
pub struct Operation {
    pub parameters: &'static [Parameter],
    pub debug: fn(&Scenario) -> String,
    pub send: fn(&Client<Shelf, AnyTransport>, &Scenario) -> Ending,
    pub block: fn(&blocking::Client<Shelf, AnyTransport>, &Scenario) -> Ending,
    pub expect: fn(&Mock, &Arc<Scenario>),
}

/// What comes of a call: its output, or the items of its list, and its error.
pub type Ended = (Value, Option<Error>);

pub type Ending = Pin<Box<dyn Future<Output = Ended> + Send>>;

/// The operations by their names, with lists as those.
pub static OPERATIONS: LazyLock<HashMap<&str, Operation>> = LazyLock::new(|| {
    macro_rules! all {
        ($($name:ident),* $(,)?) => { [$((stringify!($name), single::<shelf_api::$name>())),*] };
    }
    HashMap::from(shelf_api::for_each_operation!(all))
});

pub static LISTS: LazyLock<HashMap<&str, Operation>> = LazyLock::new(|| {
    macro_rules! all {
        ($($name:ident)*) => { [$((stringify!($name), list::<shelf_api::$name>())),*] };
    }
    HashMap::from(all! {
        BookList NumbersByOffset NumbersByPage NumbersByCursor NumbersByHeader NumbersByUrl NumbersByLink
        NumbersPlain NumbersLinked
    })
});

/// An operation that is sent once.
fn single<O>() -> Operation
where
    O: api_runtime::Operation<Api = Shelf, Returns: Shown + Respond> + Encode + Decode + Debug,
    Given<O>: From<Output<O>>,
{
    Operation {
        parameters: O::DESCRIPTOR.parameters,
        debug: |scenario| format!("{:?}", decode::<O>(scenario)),
        send: |client, scenario| {
            let (client, operation) = (client.clone(), decode::<O>(scenario));
            Box::pin(async move { ended::<O::Returns>(client.send(operation).await).await })
        },
        block: |client, scenario| Box::pin(ended::<O::Returns>(client.send(decode::<O>(scenario)))),
        expect: expect::<O>,
    }
}

/// A list that is read to its end.
fn list<O>() -> Operation
where
    O: Paged<Api = Shelf, Returns: Shown + Respond, Item: Serialize> + Decode + Debug,
    Given<O>: From<Output<O>>,
{
    Operation {
        send: |client, scenario| {
            let mut items = client.pages(decode::<O>(scenario));
            Box::pin(async move {
                let mut all = Vec::new();
                loop {
                    match items.next().await {
                        Ok(Some(item)) => all.push(serde_json::to_value(item).unwrap()),
                        Ok(None) => return (all.into(), None),
                        Err(error) => return (all.into(), Some(error)),
                    }
                }
            })
        },
        block: |client, scenario| {
            let (mut all, mut error) = (Vec::new(), None);
            for item in client.pages(decode::<O>(scenario)) {
                match item {
                    Ok(item) => all.push(serde_json::to_value(item).unwrap()),
                    Err(last) => error = Some(last),
                }
            }
            Box::pin(std::future::ready((all.into(), error)))
        },
        ..single::<O>()
    }
}

async fn ended<R: Shown>(sent: Result<R::Output, Error>) -> Ended {
    let shown = match sent {
        Ok(output) => R::shown(output).await,
        Err(error) => Err(error),
    };
    shown.map_or_else(|error| (Value::Null, Some(error)), |value| (value, None))
}

/// Expects the requests of a scenario, and answers them.
fn expect<O>(mock: &Mock, scenario: &Arc<Scenario>)
where
    O: api_runtime::Operation<Api = Shelf, Returns: Respond> + Encode + Decode + Debug,
    Given<O>: From<Output<O>>,
{
    let exchanges = scenario.exchanges();
    let has_file = O::DESCRIPTOR.parameters.iter().any(|parameter| parameter.file);
    let expected = mock.expect::<O>();
    let expected = match exchanges.len() == 1 && !has_file {
        true => expected.with(decode(scenario)),
        false => expected,
    };
    let (count, mut answers) = (exchanges.len(), exchanges.into_iter());
    let client = super::client("http://shelf.invalid", scenario);
    let answers = move |request: O| {
        let (_, pending) = client.prepare(request).map_err(|error| Refusal::internal(error.to_string()))?;
        given(pending, &answers.next().unwrap().answer)
    };
    let _ = expected.returns_with(answers).times(count);
}

/// The typed request of a scenario.
pub fn decode<O: api_runtime::Operation + Decode>(scenario: &Scenario) -> O {
    let (mut form, mut files) = (form_urlencoded::Serializer::new(String::new()), Vec::new());
    for (name, value) in &scenario.with {
        let mut known = O::DESCRIPTOR.parameters.iter();
        let parameter = known.find(|known| known.name == name);
        let parameter = parameter.unwrap_or_else(|| panic!("{} has no `{name}`", O::DESCRIPTOR.name));
        for text in texts(parameter, value) {
            match parameter.file {
                true => files.push((parameter.name, Upload::bytes("file", text))),
                false => drop(form.append_pair(name, &text)),
            }
        }
    }
    let reader = FormReader::new(form.finish().as_bytes());
    let mut reader = files.into_iter().fold(reader, |reader, (name, file)| reader.with_file(name, file));
    let operation = O::decode(&mut reader);
    reader.finish().unwrap();
    operation
}

/// The texts of a parameter: one for each item of a list.
pub fn texts(parameter: &Parameter, value: &Value) -> Vec<String> {
    match value {
        _ if parameter.json => vec![value.to_string()],
        Value::Array(items) => items.iter().map(text).collect(),
        other => vec![text(other)],
    }
}

/// What a handler returns for an answer: that which a client makes of it.
pub fn given<O>(pending: Pending<O>, answer: &Answer) -> Result<Given<O>, Refusal>
where
    O: api_runtime::Operation<Returns: Respond>,
    Given<O>: From<Output<O>>,
{
    let body = body(answer.body.as_ref());
    let status = StatusCode::from_u16(answer.status()).unwrap();
    if status.as_u16() >= 400 {
        return Err(match answer.body.as_ref().and_then(|body| body.get("error")?.as_str()) {
            Some(text) => Refusal::new(status, text.to_owned()),
            None => body
                .parse::<Json>()
                .map_or_else(|_| Refusal::new(status, body), |json| Refusal::json(status, &json)),
        });
    }
    let output = pending.read(answer.response(body.into()));
    output.map(Into::into).map_err(|error| Refusal::internal(error.to_string()))
}

/// An output that can be compared.
pub trait Shown: Returns {
    fn shown(output: Self::Output) -> impl Future<Output = Result<Value, Error>> + Send;
}

macro_rules! shown {
    ($([$($generic:tt)*] $kind:ty: $output:ident => $value:expr;)*) => {$(
        impl $($generic)* Shown for $kind {
            async fn shown($output: Self::Output) -> Result<Value, Error> {
                Ok($value)
            }
        }
    )*};
}
shown! {
    [<T: JsonValue + Serialize + Send + 'static>] returns::Json<T>: json => serde_json::to_value(json).unwrap();
    [] returns::Text: text => text.into();
    [] returns::Nothing: _nothing => Value::Null;
    [] returns::Bytes: file => String::from_utf8_lossy(&Download::bytes(file).await?).into();
    [<E: Results + Debug>] returns::ByStatus<E>: result => format!("{result:?}").into();
    [<R: Returns<Output: Debug>, H: api_runtime::Headers + Debug>] returns::WithHeaders<R, H>: both => format!("{both:?}").into();
}
