//! Sends every operation of a crate that was generated with what was learned of
//! a simulated server, and prints the responses: a line with its name and JSON.
//! `http/learn/compiled.rs` builds and runs it.

#![allow(deprecated)]

mod sample;

/// Types that the samples don't know are any JSON.
mod spec {
    pub struct Spec;

    impl Spec {
        pub fn ty(&self, _: &str) -> Option<&serde_json::Value> {
            None
        }
    }
}

use std::pin::Pin;

use api_runtime::returns::{self, Returns};
use api_runtime::{Auth, Decode, Descriptor, Download, Encode, Error, JsonValue, Operation};
use sample::{Choice, Fill, Sample};
use serde::Serialize;
use serde_json::{Value, json};
use simulated_api::{AdminAuth, BackupServer, Client, UserAuth};

trait Received: Returns {
    fn received(output: Self::Output) -> impl Future<Output = Result<Value, Error>> + Send;
}

macro_rules! received {
    ($([$($generic:tt)*] $kind:ty),* $(,)?) => {$(
        impl $($generic)* Received for $kind {
            async fn received(output: Self::Output) -> Result<Value, Error> {
                Ok(serde_json::to_value(output).expect("an output is JSON"))
            }
        }
    )*};
}
received! {
    [<T: JsonValue + Serialize + Send + 'static>] returns::Message<T>,
    [<T: JsonValue + Serialize + Send + 'static>] returns::Json<T>,
    [] returns::Described,
    [] returns::Redirect,
    [] returns::Text,
}

impl Received for returns::Bytes {
    async fn received(output: Download) -> Result<Value, Error> {
        Ok(json!(String::from_utf8_lossy(&output.bytes().await?)))
    }
}

impl<R: Received> Received for returns::Sensitive<R> {
    async fn received(output: api_runtime::Sensitive<R::Output>) -> Result<Value, Error> {
        R::received(output.into_inner()).await
    }
}

struct Case {
    descriptor: &'static Descriptor,
    send: fn(&Client, Sample) -> Pin<Box<dyn Future<Output = Result<Value, Error>> + '_>>,
}

fn case<O>() -> Case
where
    O: Operation<Api = BackupServer> + Encode + Decode,
    O::Returns: Received,
{
    Case {
        descriptor: O::DESCRIPTOR,
        send: |client, sample| Box::pin(received::<O::Returns>(client.send(sample.decode::<O>()))),
    }
}

/// Reads an output to its end. It is compiled once per kind of output.
async fn received<R: Received>(sent: impl Future<Output = Result<R::Output, Error>>) -> Result<Value, Error> {
    R::received(sent.await?).await
}

macro_rules! cases {
    ($($name:ident),* $(,)?) => { vec![$(case::<simulated_api::$name>()),*] };
}

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let url = std::env::args().nth(1).expect("the address of the double");
    let admin = Client::new(&url, AdminAuth::password("admin", "password")).expect("a client");
    let user = admin.with_credential(UserAuth::password("user", "password"));
    for Case { descriptor, send } in simulated_api::for_each_operation!(cases) {
        for choice in [Choice::All, Choice::Required] {
            let client = match descriptor.auth {
                Auth::Required(block) | Auth::Optional(block) if block.credential == "user" => &user,
                _ => &admin,
            };
            match send(client, Sample::new(descriptor, choice, Fill::Awkward)).await {
                Ok(value) => println!("{}\t{value}", descriptor.name),
                Err(error) => println!("{}\terror: {error}", descriptor.name),
            }
        }
    }
}
