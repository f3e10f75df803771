//! The servers of both APIs, attacked.

#[path = "../../attack.rs"]
mod attack;

use places_api::runtime::server::Refusal;
use places_api::runtime::{Api, ApiDescriptor};
use places_api::server::axum::Router;
use places_api::server::axum::http::StatusCode;

/// The parts of a generated crate that the attack uses.
mod attacked {
    pub use places_api::runtime;
    pub use places_api::server::axum;
}

const BODIES: [(&str, &str); 1] =
    [("LampPut", r#"{"name":"a","color":"warm","power":{"kind":"battery","charge":5},"tags":["b\n"]}"#)];

/// A server whose handlers only say that they were reached.
struct Wall;

macro_rules! wall {
    ($api:ident: $($group:ident { $($method:ident($request:ident): $caller:ty,)* })*) => {
        impl $api::server::Gatekeeper for Wall {
            type Keeper = ();

            async fn keeper(&self, _: $api::KeeperAuth, _: &$api::server::Call) -> Result<(), Refusal> {
                Ok(())
            }
        }

        $(impl $api::server::$group for Wall {
            $(async fn $method(
                &self,
                _: $api::$request,
                _: $api::server::Context<$caller>,
            ) -> Result<$api::server::Given<$api::$request>, Refusal> {
                Err(Refusal::new(StatusCode::IM_A_TEAPOT, "reached"))
            })*
        })*
    };
}
macro_rules! places {
    ($($groups:tt)*) => { wall! { places_api: $($groups)* } };
}
macro_rules! results {
    ($($groups:tt)*) => { wall! { results_api: $($groups)* } };
}
places_api::for_each_handler!(places);
results_api::for_each_handler!(results);

pub async fn every_operation_refuses_what_is_bad() -> Result<(), Box<dyn std::error::Error>> {
    let slow = std::time::Duration::from_millis(50);
    let places = places_api::server::complete(Wall).body_timeout(slow).into_router()?;
    let results = results_api::server::complete(Wall).body_timeout(slow).into_router()?;
    every_operation(places, places_api::Lamps::DESCRIPTOR).await;
    every_operation(results, results_api::Lamps::DESCRIPTOR).await;
    Ok(())
}

async fn every_operation(router: Router, api: &'static ApiDescriptor) {
    let mut attack = attack::Attack { router, api, credential: ("X-Lamp-Key", super::KEY), bodies: &BODIES };
    let count = attack.every_operation().await;
    assert!(count.refused > 100 * api.operations.len(), "{} refused", count.refused);
}
