//! The generated server, with each operation attacked.

#[path = "../../../attack.rs"]
mod requests;

use std::time::Duration;

use syncthing_api::runtime::Api as _;
use syncthing_api::server::{Call, Context, Gatekeeper, Given, Refusal, axum::http::StatusCode};
use syncthing_api::{KeyAuth, Syncthing};

use crate::Done;

/// The parts of the generated crate that the attack uses.
mod attacked {
    pub use syncthing_api::{runtime, server::axum};
}

const KEY: &str = "canary-key";

/// A server whose handlers only say that they were reached.
struct Wall;

impl Gatekeeper for Wall {
    type Key = ();

    async fn key(&self, credential: KeyAuth, _: &Call) -> Result<(), Refusal> {
        match credential.key.expose() == KEY {
            true => Ok(()),
            false => Err(Refusal::unauthorized("another key")),
        }
    }
}

macro_rules! wall {
    ($($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {$(
        impl syncthing_api::server::$group for Wall {
            $(#[allow(deprecated)]
            async fn $method(
                &self,
                _: syncthing_api::$request,
                _: Context<$caller>,
            ) -> Result<Given<syncthing_api::$request>, Refusal> {
                Err(Refusal::new(StatusCode::IM_A_TEAPOT, "reached"))
            })*
        }
    )*};
}
syncthing_api::for_each_handler!(wall);

/// Sends what nobody sends by mistake.
pub async fn run() -> Done {
    let builder = syncthing_api::server::complete(Wall).body_timeout(Duration::from_millis(50));
    let router = builder.into_router()?;
    let mut attack =
        requests::Attack { router, api: Syncthing::DESCRIPTOR, credential: ("X-API-Key", KEY), bodies: &[] };
    let requests::Count { refused, reached } = attack.every_operation().await;
    println!("{refused} bad requests refused; {reached} odd ones reached a handler");
    Ok(())
}
