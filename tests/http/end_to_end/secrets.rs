//! Puts a marker into every secret of every operation, credential and type, and checks
//! that it is sent and never logged or shown.

use std::collections::BTreeSet;
use std::error::Error as _;

use account_portal_api::AccountPortal;
use api_runtime::Error;
use axum::body::Body;
use axum::response::IntoResponse as _;
use backup_server_api::BackupServer;
use http::StatusCode;

use crate::end_to_end::echo;
use crate::end_to_end::peer::{Peer, Way};
use crate::end_to_end::response::Size;
use crate::support::cases::{Case, TestApi, What};
use crate::support::credentials::{self, Fields};
use crate::support::sample::{CANARY, Choice, Fill, OPAQUE, Sample, canary};
use crate::support::server::Asked;
use crate::support::spec::{Spec, list, text};

fn hides_all(shown: &str) {
    assert!(!shown.contains(CANARY), "{shown}");
    assert!(!shown.contains(OPAQUE), "{shown}");
}

/// Everything that an error shows, its causes included.
fn shown(error: &Error) -> String {
    let mut shown = format!("{error}\n{error:?}\n{error:#?}");
    if let Some(failure) = error.failure() {
        shown.push_str(&format!("\n{failure}\n{failure:?}\n{}", failure.message()));
    }
    let mut source = error.source();
    while let Some(cause) = source {
        shown.push_str(&format!("\n{cause}\n{cause:?}"));
        source = cause.source();
    }
    shown
}

/// Everything set, and a canary in every secret.
fn canaries(fields: Fields) -> Way {
    Way { choice: Choice::All, fill: Fill::Canaries, credential: Some(fields), size: Size::Stated }
}

/// The server repeats everything that it got, in a failure or instead of an
/// output. Returns whether a secret was seen to be taken out.
async fn fails<A: TestApi>(
    peer: &Peer<A>,
    case: &Case<A>,
    way: Way,
    status: StatusCode,
    body: fn(&Asked) -> String,
) -> bool {
    peer.server.answer_with(move |asked| (status, Body::from(body(asked))).into_response());
    let result = peer.send(case, way).await;
    let form = peer.server.only().body;
    let has_secret = String::from_utf8_lossy(&form).contains(CANARY);
    let Err(error) = result else { return !has_secret };
    hides_all(&shown(&error));
    !has_secret || error.failure().is_some_and(|failure| failure.message().contains("[secret]"))
}

async fn every_operation<A: TestApi>(fields: Fields) {
    let peer = Peer::<A>::start().await;
    let way = canaries(fields);
    let mut outputs = String::new();
    for case in A::cases() {
        let client = peer.logged_in(&case, way.credential);
        hides_all(&format!("{client:?}{client:#?}"));
        hides_all(&(case.debug)(Sample::new(case.descriptor, way.choice, way.fill)));
        let got = peer.round_trip(&case, way).await;
        hides_all(&got.debug);
        if let What::Value(value) = got.what {
            outputs.push_str(&value.to_string());
        }
        let mut taken_out = false;
        for status in [StatusCode::OK, StatusCode::INTERNAL_SERVER_ERROR] {
            for body in [echo::json, echo::text] {
                taken_out |= fails(&peer, &case, way, status, body).await;
            }
        }
        assert!(taken_out, "{} repeats its secrets", case.descriptor.name);
    }
    for field in secret_fields(peer.spec) {
        let canary = serde_json::json!(canary(field)).to_string();
        assert!(outputs.contains(&canary), "no output has the secret field {field}");
    }
}

/// Names of the secret fields of all types.
fn secret_fields(spec: &Spec) -> BTreeSet<&str> {
    let fields = spec.types().iter().flat_map(|ty| list(&ty["fields"]));
    fields.filter(|field| field["secret"] == true).map(|field| text(&field["name"])).collect()
}

#[tokio::test]
async fn no_secret_shows_in_debug_errors_or_traces() {
    let Some(log) = tests::log_alone("end_to_end::secrets::no_secret_shows_in_debug_errors_or_traces") else {
        return;
    };
    every_operation::<BackupServer>(Fields::All).await;
    every_operation::<AccountPortal>(Fields::All).await;
    every_operation::<AccountPortal>(Fields::Bearer).await;
    let bearer = credentials::token().in_bearer_header();
    hides_all(&format!("{:?}{:?}{bearer:?}", credentials::admin(), credentials::user()));
    let trace = log.text();
    for name in names::<BackupServer>().chain(names::<AccountPortal>()) {
        assert!(trace.contains(&format!("operation=\"{name}\"")), "{name} is traced");
    }
    assert!(trace.contains("hyper"), "the crates below are traced");
    let line = trace.lines().find(|line| line.contains(CANARY) || line.contains(OPAQUE));
    assert_eq!(line, None);
}

fn names<A: TestApi>() -> impl Iterator<Item = &'static str> {
    A::cases().into_iter().map(|case| case.descriptor.name)
}
