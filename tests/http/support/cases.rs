//! Every operation without its type.

use std::fmt::Debug;
use std::pin::Pin;

use account_portal_api::AccountPortal;
use api_runtime::{
    Api, Client, Decode, Descriptor, Download, Encode, Error, JsonValue, Operation,
    returns::{self, Returns},
};
use backup_server_api::BackupServer;
use bytes::Bytes;
use serde::Serialize;
use serde_json::Value;

use crate::support::any_transport::AnyTransport;
use crate::support::credentials::Login;
use crate::support::sample::Sample;

/// An API whose operations can be gone through.
pub trait TestApi: Login {
    fn cases() -> Vec<Case<Self>>;
}

macro_rules! server_cases {
    ($($name:ident),* $(,)?) => { vec![$(Case::of::<backup_server_api::$name>()),*] };
}

macro_rules! portal_cases {
    ($($name:ident),* $(,)?) => { vec![$(Case::of::<account_portal_api::$name>()),*] };
}

impl TestApi for BackupServer {
    fn cases() -> Vec<Case<Self>> {
        backup_server_api::for_each_operation!(server_cases)
    }
}

impl TestApi for AccountPortal {
    fn cases() -> Vec<Case<Self>> {
        account_portal_api::for_each_operation!(portal_cases)
    }
}

/// One operation.
pub struct Case<A> {
    pub descriptor: &'static Descriptor,
    /// Sends it and reads its output to the end.
    pub send: fn(&Client<A, AnyTransport>, Sample) -> Sent<'_>,
    /// `Debug` of the request.
    pub debug: fn(Sample) -> String,
}

pub type Sent<'c> = Pin<Box<dyn Future<Output = Result<Got, Error>> + Send + 'c>>;

impl<A: Api> Case<A> {
    fn of<O>() -> Self
    where
        O: Operation<Api = A> + Encode + Decode + Debug,
        O::Returns: Received,
    {
        Self { descriptor: O::DESCRIPTOR, send: send::<O>, debug: debug::<O> }
    }
}

fn send<O>(client: &Client<O::Api, AnyTransport>, sample: Sample) -> Sent<'_>
where
    O: Operation + Encode + Decode,
    O::Returns: Received,
{
    Box::pin(got::<O::Returns>(client.send(sample.decode::<O>())))
}

/// Reads an output to its end. It is compiled once per kind of output.
async fn got<R: Received>(sent: impl Future<Output = Result<R::Output, Error>> + Send) -> Result<Got, Error> {
    let output = sent.await?;
    let debug = format!("{output:?}");
    Ok(Got { what: R::received(output).await?, debug })
}

fn debug<O: Decode + Debug>(sample: Sample) -> String {
    format!("{:?}", sample.decode::<O>())
}

impl<A: TestApi> Case<A> {
    /// The first operation of each kind of output and content type.
    pub fn one_of_each_kind() -> Vec<Self> {
        let mut kinds = Vec::new();
        let mut cases = A::cases();
        cases.retain(|case| {
            let kind = (case.descriptor.returns, case.descriptor.content_type);
            let is_new = !kinds.contains(&kind);
            kinds.push(kind);
            is_new
        });
        cases
    }
}

/// The caller's result and its `Debug` output.
#[derive(Debug)]
pub struct Got {
    pub what: What,
    pub debug: String,
}

#[derive(Debug, PartialEq)]
pub enum What {
    Value(Value),
    File { size: Option<u64>, content_type: Option<String>, file_name: Option<String>, content: Bytes },
}

/// Reads an output of a kind.
pub trait Received: Returns<Output: Debug> {
    fn received(output: Self::Output) -> impl Future<Output = Result<What, Error>> + Send;
}

macro_rules! received_value {
    ($([$($generic:tt)*] $kind:ty),* $(,)?) => {$(
        impl $($generic)* Received for $kind {
            async fn received(output: Self::Output) -> Result<What, Error> {
                Ok(What::Value(serde_json::to_value(output).expect("an output is JSON")))
            }
        }
    )*};
}
received_value! {
    [<T: JsonValue + Debug + Serialize + Send + 'static>] returns::Message<T>,
    [<T: JsonValue + Debug + Serialize + Send + 'static>] returns::Json<T>,
    [<T: JsonValue + Debug + Serialize + Send + 'static>] returns::Envelope<T>,
    [] returns::Described,
    [] returns::Redirect,
    [] returns::Text,
}

impl Received for returns::Bytes {
    async fn received(output: Download) -> Result<What, Error> {
        Ok(What::File {
            size: output.size(),
            content_type: output.content_type().map(str::to_owned),
            file_name: output.file_name().map(str::to_owned),
            content: output.bytes().await?,
        })
    }
}
